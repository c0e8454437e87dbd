"""A person's browser as a plain synchronous HTTP client, for servers that run in another process."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import httpx

from edison.api.request_guard import CSRF_COOKIE
from tests.support.house import fresh_email
from tests.support.world import API, PASSWORD


@contextmanager
def browser_at(address: str) -> Generator[httpx.Client]:
    """A browser that has opened a page, so it has a CSRF token."""
    with httpx.Client(base_url=address, headers={"origin": address}, timeout=60) as client:
        client.get(f"{API}/session").raise_for_status()
        client.headers["X-CSRF-Token"] = client.cookies[CSRF_COOKIE]
        yield client


def sign_up_body(email: str) -> dict[str, Any]:
    return {
        "email": email,
        "password": PASSWORD,
        "confirm_password": PASSWORD,
        "accept_terms": True,
    }


def sign_up(client: httpx.Client, email: str | None = None) -> dict[str, Any]:
    """Create an account and sign in."""
    answer = client.post(f"{API}/accounts", json=sign_up_body(email or fresh_email()))
    assert answer.status_code == 201, answer.text
    return answer.json()["user"]


def done(answer: httpx.Response) -> Any:
    assert answer.is_success, answer.text
    return answer.json() if answer.content else None
