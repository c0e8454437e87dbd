"""Every error has one shape, one trace, words for the person, and nothing of what they typed."""

import asyncio
import re
from dataclasses import replace
from datetime import datetime
from typing import Any

import httpx
import pytest

from tests.support.answers import ERROR_FIELDS, granted, refused
from tests.support.people import sign_in, sign_up
from tests.support.sql import execute
from tests.support.world import API, World


def in_the_one_shape(answer: httpx.Response) -> dict[str, Any]:
    assert answer.headers["content-type"] == "application/json"
    assert set(answer.json()) == {"error"}
    error = answer.json()["error"]
    assert set(error) == ERROR_FIELDS
    assert isinstance(error["details"], dict)
    assert isinstance(error["retryable"], bool)
    assert error["message"]
    assert datetime.fromisoformat(error["timestamp"]).tzinfo
    assert re.fullmatch(r"[0-9a-f]{32}", error["traceId"])
    assert answer.headers["x-request-id"] == error["traceId"]
    assert answer.headers["x-frame-options"] == "DENY"
    return error


async def test_every_status_has_the_one_shape(world: World) -> None:
    """API-7.4.1 to .9, ERR-12.1.1 to .5, ERR-12.2.5, .6, PSM-API-8"""
    ada = await world.person("Ada")
    slug = (await ada.create_project())["slug"]
    viewer = await world.member(ada, slug, "VIEWER")
    path = f"{API}/projects/{slug}"
    world.allow(sign_ups_per_address=0)
    newcomer = await world.browser()
    answers = {
        400: await ada.browser.patch(path, json={"settings": {"retention_days": -1}}),
        401: await world.client().get(path),
        403: await viewer.browser.patch(path, json={"name": "Mine"}),
        404: await ada.browser.get(f"{API}/projects/none-such"),
        405: await ada.browser.put(path, json={}),
        409: await ada.browser.delete(f"{path}/members/{ada.id}"),
        413: await ada.browser.post(f"{API}/projects", content=b"x" * 1_000_001),
        429: await sign_up(newcomer, "eve@example.com"),
    }
    execute(world.url, "ALTER TABLE projects RENAME TO things")
    answers[500] = await ada.browser.get(f"{API}/projects")

    codes = {status: in_the_one_shape(answer)["code"] for status, answer in answers.items()}

    assert {status: answer.status_code for status, answer in answers.items()} == {
        status: status for status in answers
    }
    assert codes == {
        400: "BAD_REQUEST",
        401: "UNAUTHORIZED",
        403: "FORBIDDEN",
        404: "NOT_FOUND",
        405: "METHOD_NOT_ALLOWED",
        409: "LAST_OWNER",
        413: "PAYLOAD_TOO_LARGE",
        429: "RATE_LIMIT",
        500: "INTERNAL_SERVER_ERROR",
    }
    assert "things" not in answers[500].text
    assert "SELECT" not in answers[500].text


async def test_an_unknown_address_of_the_api_is_an_error_and_not_a_page(world: World) -> None:
    for path in (f"{API}/nothing", "/api/v2/session", "/api/"):
        refused(await world.client().get(path), 404, "NOT_FOUND")


NOBODY = "019a0000-0000-7000-8000-000000000000"


@pytest.mark.parametrize(
    ("method", "path", "thing"),
    [
        ("GET", "/projects/none-such", "project"),
        ("PATCH", "/projects/none-such", "project"),
        ("GET", "/projects/none-such/members", "project"),
        ("GET", "/projects/none-such/events", "project"),
        ("PATCH", f"/projects/{{slug}}/members/{NOBODY}", "member"),
        ("DELETE", f"/projects/{{slug}}/members/{NOBODY}", "member"),
        ("POST", "/projects/{slug}/transfer", "member"),
        ("DELETE", f"/projects/{{slug}}/invites/{NOBODY}", "invite"),
        ("POST", f"/projects/{{slug}}/invites/{NOBODY}/link", "invite"),
        ("DELETE", f"/projects/{{slug}}/tokens/{NOBODY}", "token"),
        ("POST", "/invites/offer", "invite"),
    ],
)
async def test_what_is_not_found_is_named(world: World, method: str, path: str, thing: str) -> None:
    """ERR-12.1.2: by its kind, never by what was asked for."""
    ada = await world.person("Ada")
    slug = (await ada.create_project())["slug"]
    bodies = {
        "/projects/{slug}/transfer": {"user_id": NOBODY},
        f"/projects/{{slug}}/members/{NOBODY}": {"role": "VIEWER"},
        "/invites/offer": {"token": "x" * 43},
    }

    answer = await ada.browser.request(
        method, API + path.format(slug=slug), json=bodies.get(path, {})
    )

    code = "INVITE_INVALID" if path == "/invites/offer" else "NOT_FOUND"
    error = refused(answer, 404, code)
    assert thing in error["message"].lower()
    assert NOBODY not in answer.text
    assert "none-such" not in answer.text


async def test_the_callers_trace_goes_on(world: World) -> None:
    """NFR-4.5.14"""
    trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    client = world.client(traceparent=f"00-{trace}-00f067aa0ba902b7-01")

    answer = await client.get(f"{API}/me")

    assert in_the_one_shape(answer)["traceId"] == trace


async def test_a_malformed_trace_is_replaced(world: World) -> None:
    for traceparent in ("nonsense", "00-" + "g" * 32 + "-00f067aa0ba902b7-01", "x" * 5000):
        answer = await world.client(traceparent=traceparent).get(f"{API}/me")
        assert in_the_one_shape(answer)["traceId"] not in traceparent


async def test_requests_at_once_have_traces_of_their_own(world: World) -> None:
    client = world.client()
    async with asyncio.TaskGroup() as tasks:
        answers = [tasks.create_task(client.get(f"{API}/me")) for _ in range(20)]

    traces = {in_the_one_shape(answer.result())["traceId"] for answer in answers}

    assert len(traces) == 20


async def test_what_was_typed_is_never_echoed(world: World) -> None:
    """PSM-NFR-8: not in a message, not in the details."""
    ada = await world.person("Ada")
    secret = "Hunter-2-hunter-2!"
    answers = [
        await sign_up(ada.browser, secret, password=secret, confirm_password=secret),
        await sign_up(ada.browser, "eve@example.com", password={"x": secret}),
        await sign_up(ada.browser, "eve@example.com", accept_terms=secret),
        await sign_up(ada.browser, "eve@example.com", confirm_password=secret),
        await sign_in(ada.browser, secret, secret),
        await sign_in(ada.browser, "ada@example.com", secret, remember_me=secret),
        await ada.browser.post(f"{API}/invites/offer", json={"token": secret}),
        await ada.browser.post(f"{API}/projects", json={"name": secret}),
        await ada.browser.post(f"{API}/projects", content=secret.encode()),
        await ada.browser.get(f"{API}/projects", params={"role": secret}),
        await ada.browser.get(f"{API}/projects/{secret}"),
    ]

    for answer in answers:
        assert 400 <= answer.status_code < 500, answer.text
        assert secret not in answer.text


async def test_every_bad_field_is_named(world: World) -> None:
    answer = await (await world.browser()).post(
        f"{API}/accounts", json={"email": 7, "accept_terms": False, "more": 1}
    )

    error = refused(answer, 400, "BAD_REQUEST")

    named = [field["path"] for field in error["details"]["fields"]]
    assert set(named) == {"email", "password", "confirm_password", "accept_terms", "more"}
    assert error["path"] == named[0]
    assert error["next_step"]


async def test_a_body_that_is_no_json_is_a_bad_request(world: World) -> None:
    ada = await world.person("Ada")

    for content in (b"", b"{", b"[]", b"null", b'"text"', b"\xff\xfe", b"[" * 5000):
        answer = await ada.browser.post(
            f"{API}/projects", content=content, headers={"content-type": "application/json"}
        )
        refused(answer, 400, "BAD_REQUEST")


async def test_texts_that_postgresql_cannot_store_are_refused(world: World) -> None:
    ada = await world.person("Ada")
    slug = (await ada.create_project())["slug"]

    lone = await ada.browser.patch(
        f"{API}/projects/{slug}",
        content=b'{"description": "\\ud800"}',
        headers={"content-type": "application/json"},
    )

    assert refused(lone, 400, "BAD_REQUEST")["path"] == "description"


async def test_too_many_requests_from_one_address_must_wait(world: World) -> None:
    """SEC-11.2.1, .3 to .6; NFR-4.4.15; API-7.4.9"""
    world.config = replace(world.config, requests_per_minute=10)
    client = world.client()
    answers = [await client.get(f"{API}/session") for _ in range(11)]

    assert [answer.status_code for answer in answers] == [200] * 10 + [429]
    error = in_the_one_shape(answers[-1])
    assert (error["code"], error["message"]) == ("TOO_MANY_REQUESTS", "Rate limit exceeded")
    assert answers[0].headers["x-ratelimit-limit"] == "10"
    assert [answers[at].headers["x-ratelimit-remaining"] for at in (0, 9, 10)] == ["9", "0", "0"]
    assert datetime.fromisoformat(answers[0].headers["x-ratelimit-reset"]) > world.clock.now()
    granted(await client.get("/readiness"))
