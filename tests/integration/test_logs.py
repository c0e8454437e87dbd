"""What is logged: JSON lines with a trace, and never a secret."""

import io
import json
from collections.abc import Generator
from contextlib import redirect_stderr
from dataclasses import replace

import pytest
import structlog

from edison.api.request_guard import CSRF_COOKIE
from edison.kit.log_setup import configure_logging
from edison.settings import Settings
from edison.store.database import Database
from edison.store.unit_of_work import UnitOfWork
from tests.support.answers import granted, refused
from tests.support.people import (
    NEW_PASSWORD,
    invite,
    machine,
    make_token,
    secret_in,
    session_of,
    sign_in,
    sign_up,
)
from tests.support.sql import execute
from tests.support.world import API, PASSWORD, World


@pytest.fixture
def log() -> Generator[io.StringIO]:
    """Standard error as the product writes it, at its most talkative."""
    with redirect_stderr(io.StringIO()) as lines:
        configure_logging(level="debug", service="web")
        yield lines
    configure_logging(level="error", service="test")


async def test_no_secret_is_ever_logged(world: World, log: io.StringIO) -> None:
    """OBS-18.3.1 to .3; NFR-4.5.1: passwords, sessions, CSRF, API and invite secrets, digests and hashes."""
    ada = await world.person("Ada")
    slug = (await ada.create_project())["slug"]
    first_session = session_of(ada.browser)
    token = (await make_token(ada, slug, "ADMIN"))["secret"]
    granted(await machine(world, token).get(f"{API}/projects/{slug}", params={"search": token}))
    link = secret_in((await invite(ada, slug, "bob@example.com"))["link"])
    bob = await world.browser()
    granted(await bob.post(f"{API}/invites/offer", json={"token": link}))
    granted(await sign_up(bob, "bob@example.com", invite=link), 201)
    await sign_in(await world.browser(), PASSWORD, "Wrong-password-1!")
    granted(
        await ada.browser.post(
            f"{API}/me/password",
            json={
                "current_password": PASSWORD,
                "password": NEW_PASSWORD,
                "confirm_password": NEW_PASSWORD,
            },
        ),
        204,
    )
    # An error on the way: its traceback is logged, with the statement and without the values.
    execute(world.url, "ALTER TABLE users ADD CHECK (email <> 'carol@example.com')")
    answer = await sign_up(await world.browser(), "carol@example.com")
    assert answer.status_code == 500

    text = log.getvalue()

    assert "unexpected_error" in text
    assert "IntegrityError" in text
    secrets = {
        "password": PASSWORD,
        "new password": NEW_PASSWORD,
        "wrong password": "Wrong-password-1!",
        "session": first_session,
        "new session": session_of(ada.browser),
        "csrf": ada.browser.cookies[CSRF_COOKIE],
        "token": token,
        "token without prefix": token[4:],
        "link": link,
        "password hash": "$2b$",
        "a person's address, which PostgreSQL quotes": "carol@example.com",
    }
    assert [name for name, secret in secrets.items() if secret in text] == []


async def test_every_line_is_json_and_requests_carry_their_trace(
    world: World, log: io.StringIO
) -> None:
    """NFR-4.5.1, .14; ERR-12.2.1: who asked, too."""
    ada = await world.person("Ada")
    answer = await ada.browser.get(f"{API}/projects", params={"search": "private words"})
    await ada.browser.get(f"{API}/projects/none-such")
    await ada.browser.get("/health")

    lines = [json.loads(line) for line in log.getvalue().splitlines()]

    assert lines
    assert all({"event", "level", "timestamp", "service"} <= set(line) for line in lines)
    requests = [line for line in lines if line["event"] == "request"]
    assert all(len(line["trace_id"]) == 32 for line in requests)
    [listed] = [line for line in requests if line["trace_id"] == answer.headers["x-request-id"]]
    assert (listed["method"], listed["path"], listed["status"]) == ("GET", f"{API}/projects", 200)
    assert (listed["actor"], listed["actor_id"]) == ("user", ada.id)
    assert "private words" not in str(requests)
    assert not [line for line in requests if line["path"] == "/health"]
    assert [line["status"] for line in requests][-1] == 404


async def test_a_served_edison_logs_json_only(world: World, log: io.StringIO) -> None:
    """The server's own lines too."""
    async with world.served():
        pass

    lines = [json.loads(line) for line in log.getvalue().splitlines()]

    assert {"uvicorn.error"} <= {line["logger"] for line in lines}


async def test_the_level_says_how_bad_it_is(world: World, log: io.StringIO) -> None:
    """NFR-4.5.2: ERROR for a failure of ours, WARN for what passes, INFO for what people did."""
    ada = await world.person("Ada")
    granted(await ada.browser.get(f"{API}/projects"))
    refused(await ada.browser.get(f"{API}/projects/none-such"), 404, "NOT_FOUND")
    execute(world.url, "ALTER TABLE projects RENAME TO things")
    refused(await ada.browser.get(f"{API}/projects"), 500, "INTERNAL_SERVER_ERROR")
    gone = Database("postgresql://nobody@127.0.0.1:1/edison")
    world.ctx = replace(world.ctx, work=UnitOfWork(gone))
    refused(await world.client().get(f"{API}/session"), 503, "UNAVAILABLE")

    lines = [json.loads(line) for line in log.getvalue().splitlines()]

    ours = [line for line in lines if line["logger"].startswith("edison.")]
    levels = {(line["event"], line["level"]) for line in ours}
    assert levels == {
        ("request", "info"),
        ("unexpected_error", "error"),
        ("database_unavailable", "warning"),
    }


@pytest.mark.parametrize(
    ("level", "written"),
    [
        ("debug", ["flow", "business", "recoverable", "failure"]),
        ("info", ["business", "recoverable", "failure"]),
        ("warning", ["recoverable", "failure"]),
        ("error", ["failure"]),
    ],
)
@pytest.mark.usefixtures("log")
def test_a_level_writes_itself_and_what_is_worse(level: str, written: list[str]) -> None:
    """NFR-4.5.2: DEBUG only where someone asks for it."""
    with redirect_stderr(io.StringIO()) as lines:
        configure_logging(level=level, service="web")
        ours = structlog.get_logger("edison.example")
        ours.debug("flow")
        ours.info("business")
        ours.warning("recoverable")
        ours.error("failure")

    assert [json.loads(line)["event"] for line in lines.getvalue().splitlines()] == written
    assert Settings().log_level == "info"
