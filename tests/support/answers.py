"""Assertions about API responses."""

from typing import Any

import httpx

ERROR_FIELDS = {
    "code",
    "message",
    "details",
    "path",
    "retryable",
    "next_step",
    "timestamp",
    "traceId",
}


def refused(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """Check that the response is this error, and return the error."""
    assert answer.status_code == status, answer.text
    error: dict[str, Any] = answer.json()["error"]
    assert set(error) == ERROR_FIELDS
    assert error["code"] == code, answer.text
    return error


def granted(answer: httpx.Response, status: int = 200) -> Any:
    """Check that the response is a success, and return its body."""
    assert answer.status_code == status, answer.text
    return answer.json() if answer.content else None


async def all_items(client: httpx.AsyncClient, path: str, **params: Any) -> list[dict[str, Any]]:
    """Read all pages of a list."""
    items: list[dict[str, Any]] = []
    cursor: dict[str, str] = {}
    while True:
        page = granted(await client.get(path, params={**params, **cursor}))
        items += page["items"]
        if page["next_cursor"] is None:
            return items
        cursor = {"cursor": page["next_cursor"]}
