# Everyday verbs. `make run` and `make test` work on a fresh machine with Python 3.11+ and make.
PYTHON ?= python3
VENV := .venv
STAMP := $(VENV)/.ready

.PHONY: run test check bench setup services lock shots live

run: setup
	@$(VENV)/bin/hearth

test: setup services
	@$(VENV)/bin/python -m pytest -n auto --dist loadfile

live: setup
	@if [ -z "$$GROQ_API_KEY" ]; then echo "make live asks the real Groq a few questions: set GROQ_API_KEY"; \
	else $(VENV)/bin/python -m pytest -q -p no:cacheprovider tests/live/groq.py; fi

check: setup
	@$(VENV)/bin/ruff format --check .
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/mypy
	@$(VENV)/bin/python -m pytest -q tests/test_architecture.py

bench: setup
	@$(VENV)/bin/hearth bench

setup: $(STAMP)

$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Hearth needs Python 3.11 or newer; name one with: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
		|| { echo "This Python cannot make virtual environments; on Debian: apt-get install python3-venv"; exit 1; }
	@echo "Setting up $(VENV): installing the pinned packages, once, about a minute"
	@test -x $(VENV)/bin/python || $(PYTHON) -m venv $(VENV)
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@$(VENV)/bin/python -m compileall -q assistant tools devices simulator
	@touch $(STAMP)

services:
	@bin/services

lock:
	@uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--quiet --group dev --extra charts pyproject.toml -o requirements.lock

shots: setup
	@$(VENV)/bin/python docs/shots.py
