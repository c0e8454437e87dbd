"""Kills a web process with -9 amid a wave of sign-ups and counts what was left half-made."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psycopg

from edison.api.request_guard import CSRF_COOKIE
from edison.store.database import Database, libpq_url
from edison.store.unit_of_work import UnitOfWork
from tests.support.client import browser_at, done, sign_up, sign_up_body
from tests.support.processes import EdisonProcess, edison_serve
from tests.support.world import API, PASSWORD

KILL_AFTER_SHARE = 0.25
CHECKED_SIGN_INS = 20
TOGETHER_AFTERWARDS = 4
INVITED_EVERY = 5

# An invite, the account it was for and the membership it promised: all three happened, or none.
HALF_JOINED = """
    SELECT i.email FROM invites i
    LEFT JOIN users u ON u.email = i.email
    LEFT JOIN project_members m ON m.user_id = u.id AND m.project_id = i.project_id
    WHERE num_nonnulls(i.accepted_at, u.id, m.user_id) NOT IN (0, 3)
"""


@dataclass(slots=True)
class Aftermath:
    """What people were told before the kill, and what the database says after it."""

    answered: list[str] = field(default_factory=list[str])
    unanswered: list[str] = field(default_factory=list[str])
    made_silently: list[str] = field(default_factory=list[str])
    half_made: list[str] = field(default_factory=list[str])
    retried: int = 0


async def kill_amid_sign_ups(url: str, home: Path, wave: int) -> Aftermath:
    """Let `wave` people sign up at once, kill the server when a quarter has an answer, start it again and look."""
    emails = [f"wave{number}@example.com" for number in range(wave)]
    aftermath = Aftermath()
    with edison_serve(home, url) as server:
        invites = await asyncio.to_thread(_invite, server, emails[::INVITED_EVERY])
        bodies = {
            email: sign_up_body(email) | ({"invite": invites[email]} if email in invites else {})
            for email in emails
        }
        await _sign_up_until_killed(server, bodies, aftermath)
    exist = await asyncio.to_thread(_examine, url, aftermath)
    aftermath.half_made += await _broken_chains(url)
    with edison_serve(home, url) as server:
        await _return(server, bodies, exist, aftermath)
    await asyncio.to_thread(_examine, url, aftermath)
    aftermath.half_made += await _broken_chains(url)
    return aftermath


def _invite(server: EdisonProcess, emails: Sequence[str]) -> dict[str, str]:
    """Some of them come by invite, so that their account and their membership are one transaction."""
    with browser_at(server.address) as owner:
        sign_up(owner, "owner@example.com")
        project = done(owner.post(f"{API}/projects", json={"name": "Wave"}))["slug"]
        made = {
            email: done(
                owner.post(
                    f"{API}/projects/{project}/invites", json={"email": email, "role": "EDITOR"}
                )
            )
            for email in emails
        }
    return {email: invited["link"].split("#")[1] for email, invited in made.items()}


async def _sign_up_until_killed(
    server: EdisonProcess, bodies: dict[str, dict[str, Any]], aftermath: Aftermath
) -> None:
    enough = asyncio.Event()
    limits = httpx.Limits(max_connections=len(bodies))
    async with httpx.AsyncClient(base_url=server.address, timeout=300, limits=limits) as client:
        await _open_page(client, server.address)

        async def sign_up(email: str) -> None:
            try:
                answer = await client.post(f"{API}/accounts", json=bodies[email])
            except httpx.HTTPError:
                aftermath.unanswered.append(email)
                return
            assert answer.status_code == 201, answer.text
            aftermath.answered.append(email)
            if len(aftermath.answered) >= len(bodies) * KILL_AFTER_SHARE:
                enough.set()

        async with asyncio.TaskGroup() as people:
            for email in bodies:
                people.create_task(sign_up(email))
            async with asyncio.timeout(300):
                await enough.wait()
            server.kill()


async def _open_page(client: httpx.AsyncClient, address: str) -> None:
    (await client.get(f"{API}/session")).raise_for_status()
    client.headers.update({"origin": address, "x-csrf-token": client.cookies[CSRF_COOKIE]})


def _examine(url: str, aftermath: Aftermath) -> set[str]:
    """Compare accounts with what the audit log says of them, and with what their owners were told."""
    with psycopg.connect(libpq_url(url)) as connection:
        users = dict(connection.execute("SELECT id::text, email FROM users").fetchall())
        recorded = [
            str(row[0])
            for row in connection.execute(
                "SELECT entity_id FROM audit_log WHERE action = 'user.registered'"
            )
        ]
        loose = connection.execute(
            "SELECT email FROM users WHERE password_hash NOT LIKE '$2b$12$%' OR role NOT IN ('OWNER', 'EDITOR')"
        ).fetchall()
        owners = connection.execute("SELECT count(*) FROM users WHERE role = 'OWNER'").fetchone()
        half_joined = connection.execute(HALF_JOINED).fetchall()
    exist = set(users.values())
    wrong = aftermath.half_made
    wrong += [f"{users[id]}: no audit entry" for id in users.keys() - set(recorded)]
    wrong += [f"{id}: audited, but not there" for id in set(recorded) - users.keys()]
    wrong += [f"{id}: audited twice" for id in set(recorded) if recorded.count(id) > 1]
    wrong += [f"{email}: answered 201, but not there" for email in set(aftermath.answered) - exist]
    wrong += [f"{row[0]}: incomplete" for row in loose]
    wrong += [f"{row[0]}: joined by half" for row in half_joined]
    if owners != (1,):
        wrong.append(f"the installation has {owners} owners")
    if not aftermath.made_silently:
        aftermath.made_silently += sorted(exist & set(aftermath.unanswered))
    return exist


async def _broken_chains(url: str) -> list[str]:
    database = Database(url, pool_size=1, application="fault-test")
    try:
        async with UnitOfWork(database).read() as tx:
            checks = await tx.audit.check_all()
    finally:
        await database.close()
    return [f"audit chain {check.scope}: broken" for check in checks if check.broken_at is not None]


async def _return(
    server: EdisonProcess,
    bodies: dict[str, dict[str, Any]],
    exist: set[str],
    aftermath: Aftermath,
) -> None:
    """Everyone comes back: who has an account signs in or is told so, who has none signs up again."""
    together = asyncio.Semaphore(TOGETHER_AFTERWARDS)
    sample = set(aftermath.answered[:CHECKED_SIGN_INS]) | set(aftermath.made_silently)
    async with httpx.AsyncClient(base_url=server.address, timeout=300) as client:
        await _open_page(client, server.address)

        async def come_back(email: str) -> None:
            async with together:
                if email in sample:
                    body = {"email": email, "password": PASSWORD}
                    answer = await client.post(f"{API}/session", json=body)
                else:
                    answer = await client.post(f"{API}/accounts", json=bodies[email])
            expected = 200 if email in sample else 409 if email in exist else 201
            if answer.status_code != expected:
                aftermath.half_made.append(
                    f"{email}: {answer.status_code} on return, not {expected}"
                )
            aftermath.retried += expected == 201

        async with asyncio.TaskGroup() as people:
            others = [email for email in bodies if email not in sample]
            for email in [*sample, *others[:: max(1, len(others) // CHECKED_SIGN_INS)]]:
                people.create_task(come_back(email))
