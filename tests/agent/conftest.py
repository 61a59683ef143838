"""A PostgreSQL for the tests here that want one, and quick clients of the fake Groq server for all."""

from tests.models.conftest import one_root
from tests.storage.postgres import postgres

__all__ = ["one_root", "postgres"]
