"""Clients of the fake server speak no TLS; loading every root certificate for each would take most of the time."""

import os
from collections.abc import Iterator
from pathlib import Path

import certifi
import pytest

END = "-----END CERTIFICATE-----\n"


@pytest.fixture(scope="package", autouse=True)
def one_root(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """One root certificate instead of all."""
    with Path(certifi.where()).open(encoding="utf-8") as roots:
        first = roots.read().partition(END)[0]
    file = tmp_path_factory.mktemp("roots") / "one.pem"
    file.write_text(first + END)
    before = os.environ.get("SSL_CERT_FILE")
    os.environ["SSL_CERT_FILE"] = str(file)
    yield
    del os.environ["SSL_CERT_FILE"]
    if before is not None:
        os.environ["SSL_CERT_FILE"] = before
