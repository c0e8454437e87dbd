"""A real web process that other machines can reach: strict where nothing was set, and still able to begin."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psycopg
import pytest

from edison.store.database import libpq_url
from tests.support.client import browser_at, sign_up_body
from tests.support.processes import EdisonProcess
from tests.support.world import API


@contextmanager
def a_server(home: Path, url: str, **settings: str) -> Generator[EdisonProcess]:
    server = EdisonProcess(home, "serve", database_url=url, settings=settings)
    try:
        server.wait_until_ready()
        yield server
    finally:
        server.stop()


def register(server: EdisonProcess, email: str) -> httpx.Response:
    with browser_at(server.address) as browser:
        return browser.post(f"{API}/accounts", json=sign_up_body(email))


def test_on_all_addresses_the_first_account_is_free_and_others_need_an_invite(
    database_url: str, tmp_path: Path
) -> None:
    with a_server(tmp_path, database_url, host="0.0.0.0", statement_timeout_s="1") as server:
        first, second = register(server, "boss@example.com"), register(server, "eve@example.com")
        with psycopg.connect(libpq_url(database_url)) as blocker:
            blocker.execute("LOCK TABLE users IN ACCESS EXCLUSIVE MODE")
            with httpx.Client(base_url=server.address, timeout=60) as client:
                slow = client.get(f"{API}/session")

    assert (first.status_code, first.json()["user"]["role"]) == (201, "OWNER")
    assert first.json()["user"]["email_confirmed"]
    assert (second.status_code, second.json()["error"]["code"]) == (403, "REGISTRATION_CLOSED")
    assert (slow.status_code, slow.json()["error"]["code"]) == (504, "QUERY_TIMEOUT")
    said = [line for line in server.output.splitlines() if "stricter_defaults" in line]
    assert len(said) == 1
    assert "EDISON_REGISTRATION=invite" in said[0]
    assert "EDISON_PRIVATE_ENDPOINTS=false" in said[0]


@pytest.mark.nightly
def test_what_was_set_is_kept_without_a_word(database_url: str, tmp_path: Path) -> None:
    chosen = {"host": "0.0.0.0", "registration": "open", "private_endpoints": "true"}
    with a_server(tmp_path, database_url, **chosen) as server:
        answers = [register(server, f"person{number}@example.com") for number in range(2)]

    assert [answer.status_code for answer in answers] == [201, 201]
    assert "stricter_defaults" not in server.output
