"""What every request must pass first: host, origin, CSRF, size; and the headers on every answer."""

import re
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from edison.api.app import create_app
from edison.api.request_guard import CSRF_COOKIE
from tests.support.answers import granted, refused
from tests.support.people import machine, make_token, sign_up_form
from tests.support.routes import operations
from tests.support.world import API, ORIGIN, World


async def test_no_change_is_made_without_the_csrf_token(world: World) -> None:
    """SEC-11.4.3, .5; NFR-4.4.13: every mutating route, found in the contract."""
    ada = await world.person("Ada")
    project = await ada.create_project()
    cookie = ada.browser.cookies[CSRF_COOKIE]
    mutating = [operation for operation in operations(world.app) if operation.mutates]
    assert len(mutating) >= 16
    for operation in mutating:
        for sent in ("", "wrong", cookie + "x", cookie[:-1]):
            ada.browser.headers["X-CSRF-Token"] = sent
            answer = await ada.browser.request(
                operation.method, operation.address(project["slug"]), json={}
            )
            error = refused(answer, 403, "INVALID_CSRF_TOKEN")
            assert error["message"] == "CSRF token validation failed"


async def test_with_the_csrf_token_every_change_reaches_its_route(world: World) -> None:
    """SEC-11.4.3: the refusal above comes from the token alone."""
    ada = await world.person("Ada")
    project = await ada.create_project()
    mutating = [operation for operation in operations(world.app) if operation.mutates]
    # What ends the session comes last.
    for operation in sorted(mutating, key=lambda each: each.id.startswith("sign_out")):
        answer = await ada.browser.request(
            operation.method, operation.address(project["slug"]), json={}
        )
        assert "CSRF" not in answer.text, operation


async def test_a_header_without_the_cookie_is_not_enough(world: World) -> None:
    client = world.client(**{"x-csrf-token": "x" * 43})

    answer = await client.post(f"{API}/accounts", json=sign_up_form("ada@example.com"))

    refused(answer, 403, "INVALID_CSRF_TOKEN")


async def test_an_empty_token_matches_nothing(world: World) -> None:
    client = world.client(**{"x-csrf-token": "", "cookie": f"{CSRF_COOKIE}="})

    answer = await client.post(f"{API}/accounts", json=sign_up_form("ada@example.com"))

    refused(answer, 403, "INVALID_CSRF_TOKEN")


async def test_reading_needs_no_csrf_token(world: World) -> None:
    """SEC-11.4.2"""
    ada = await world.person("Ada")
    del ada.browser.headers["X-CSRF-Token"]

    granted(await ada.browser.get(f"{API}/projects"))


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
async def test_a_method_that_changes_nothing_needs_no_csrf_token(
    world: World, tmp_path: Path, method: str
) -> None:
    """SEC-11.4.2: what the route makes of it is the route's affair; a change is refused on each path."""
    (tmp_path / "index.html").write_text("<!doctype html><title>Edison</title>")
    world.config = replace(world.config, static_dir=tmp_path)
    ada = await world.person("Ada")
    project = await ada.create_project()
    del ada.browser.headers["X-CSRF-Token"]
    paths = {operation.address(project["slug"]) for operation in operations(world.app)}
    calls = sorted(path for path in paths if path.startswith(API) and not path.endswith("/events"))
    assert len(calls) >= 15
    for path in calls:
        answer = await ada.browser.request(method, path)
        assert answer.status_code != 403, path
        assert "CSRF" not in answer.text, path
        refused(await ada.browser.post(path), 403, "INVALID_CSRF_TOKEN")

    page = await ada.browser.request(method, "/projects")

    assert page.status_code == (405 if method == "OPTIONS" else 200)


async def test_a_bearer_needs_no_csrf_token_and_its_cookies_do_not_count(world: World) -> None:
    ada = await world.person("Ada")
    project = await ada.create_project()
    token = await make_token(ada, project["slug"], role="ADMIN")
    path = f"{API}/projects/{project['slug']}"

    granted(await machine(world, token["secret"]).patch(path, json={"description": "by a machine"}))

    # A browser that is signed in gains nothing by adding a made-up token.
    ada.browser.headers["authorization"] = "Bearer edt_made-up"
    refused(await ada.browser.patch(path, json={"description": "x"}), 401, "UNAUTHORIZED")


async def test_the_csrf_token_is_long_and_different_each_time(world: World) -> None:
    """SEC-11.4.1: 32 random bytes, in hex."""
    tokens = {(await world.browser()).cookies[CSRF_COOKIE] for _ in range(5)}

    assert len(tokens) == 5
    assert [token for token in tokens if not re.fullmatch(r"[0-9a-f]{64}", token)] == []


@pytest.mark.parametrize("host", ["evil.example.com", "localhost.evil.com", "", "127.0.0.1.nip.io"])
async def test_a_foreign_host_name_is_refused(world: World, host: str) -> None:
    """Against DNS rebinding."""
    refused(await world.client(host=host).get(f"{API}/session"), 400, "INVALID_HOST")


@pytest.mark.parametrize("host", ["localhost", "localhost:8080", "127.0.0.1:1", "[::1]:8080"])
async def test_our_own_host_names_are_served(world: World, host: str) -> None:
    granted(await world.client(host=host).get(f"{API}/session"))


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example.com"},
        {"origin": "null"},
        {"origin": "http://localhost.evil.com"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
async def test_a_change_from_another_site_is_refused(world: World, headers: dict[str, str]) -> None:
    """NFR-4.4.8, PSM-NFR-10"""
    ada = await world.person("Ada")
    ada.browser.headers.update(headers)

    refused(await ada.browser.post(f"{API}/projects", json={"name": "x"}), 403, "INVALID_ORIGIN")

    read = await ada.browser.get(f"{API}/projects")
    assert "access-control-allow-origin" not in read.headers


@pytest.mark.parametrize("site", ["same-origin", "none"])
async def test_a_change_from_our_own_page_passes(world: World, site: str) -> None:
    ada = await world.person("Ada")
    ada.browser.headers["sec-fetch-site"] = site

    await ada.create_project()


HEADERS = {
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


async def test_every_kind_of_answer_carries_the_security_headers(
    world: World, tmp_path: Path
) -> None:
    """SEC-11.5.1 to .10, NFR-4.4.9: API, error, refusal and page answers."""
    (tmp_path / "index.html").write_text("<!doctype html><title>Edison</title>")
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "app-1a2b.js").write_text("1")
    world.config = replace(world.config, static_dir=tmp_path)
    client = world.client()
    answers = {
        "api": await client.get(f"{API}/session"),
        "error": await client.get(f"{API}/me"),
        "unknown": await client.get(f"{API}/nothing-here"),
        "refusal": await client.post(f"{API}/projects"),
        "bad host": await client.get(f"{API}/session", headers={"host": "evil.example.com"}),
        "page": await client.get("/projects/some-project"),
        "asset": await client.get("/assets/app-1a2b.js"),
        "missing asset": await client.get("/assets/none.js"),
        "health": await client.get("/health"),
    }
    for kind, answer in answers.items():
        assert HEADERS.items() <= dict(answer.headers).items(), kind
        policy = answer.headers["content-security-policy"]
        directives = dict(part.split(" ", 1) for part in policy.split("; "))
        assert directives["default-src"] == directives["script-src"] == "'self'", kind
        assert directives["frame-ancestors"] == "'none'", kind
        assert directives["base-uri"] == directives["form-action"] == "'self'", kind
        assert directives["connect-src"] == "'self'", kind
        assert directives["style-src"] == "'self' 'unsafe-inline'", kind
        assert directives["img-src"] == directives["font-src"] == "'self' data:", kind
        assert directives["object-src"] == "'none'", kind
        assert "unsafe-eval" not in policy, kind
    assert answers["page"].text.startswith("<!doctype html>")
    assert answers["missing asset"].status_code == 404
    assert answers["asset"].headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answers["page"].headers["cache-control"] == "no-cache"
    assert answers["api"].headers["cache-control"] == "no-store"


async def test_a_body_over_the_limit_is_refused(world: World) -> None:
    """ERR-12.2.5, with and without a stated length."""
    ada = await world.person("Ada")
    large = b'{"name": "' + b"x" * 1_000_000 + b'"}'

    async def in_parts() -> AsyncGenerator[bytes]:
        for _ in range(11):
            yield b"x" * 100_000

    stated = await ada.browser.post(f"{API}/projects", content=large)
    unstated = await ada.browser.post(
        f"{API}/projects", content=in_parts(), headers={"content-type": "application/json"}
    )

    refused(stated, 413, "PAYLOAD_TOO_LARGE")
    refused(unstated, 413, "PAYLOAD_TOO_LARGE")


async def test_an_installation_has_no_other_origin_to_trust(world: World) -> None:
    """NFR-4.4.8: a preflight from another site gets no permission."""
    app = create_app(world.ctx, world.config)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url=ORIGIN) as client:
        answer = await client.options(
            f"{API}/projects",
            headers={
                "origin": "https://evil.example.com",
                "access-control-request-method": "POST",
            },
        )

    assert not [name for name in answer.headers if name.startswith("access-control-")]
