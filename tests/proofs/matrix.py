"""Tries every declared way through every route as everyone who could ask, and keeps what did not go as declared."""

import asyncio
from dataclasses import dataclass, field
from typing import Literal

import httpx
from fastapi import FastAPI

from tests.proofs.declared_access import (
    DECLARED,
    ROLES,
    Access,
    Declared,
    Everyone,
    InstallationOwner,
    Known,
    Machine,
    Member,
    Nobody,
    Request,
    SignedIn,
)
from tests.support.house import House, Person, Situation, fresh_email, same_site
from tests.support.route_table import RouteEntry

# A refusal must be the one that permission gives: a guard's 403 would prove nothing.
CODES = {401: {"UNAUTHORIZED"}, 403: {"FORBIDDEN", "ROLE_NOT_ALLOWED"}, 404: {"NOT_FOUND"}}
ANSWER_WITHIN_S = 60.0

Spends = Literal["nothing", "project", "account"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """One kind of asker: what it shows, and what it is to the project."""

    shows: Literal["nothing", "session", "token"]
    role: str | None = None
    owns_installation: bool = False
    revoked: bool = False

    @property
    def title(self) -> str:
        known = "installation owner" if self.owns_installation else self.role or "outsider"
        return f"{'revoked ' if self.revoked else ''}{self.shows} of {known}"


ACTORS = (
    Actor(shows="nothing"),
    *(Actor(shows="session", role=role) for role in ROLES),
    Actor(shows="session"),
    Actor(shows="session", owns_installation=True),
    *(Actor(shows="token", role=role) for role in ROLES if role != "OWNER"),
    Actor(shows="token"),
    Actor(shows="token", role="ADMIN", revoked=True),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """Someone at the door, with what they hold and where they stand."""

    client: httpx.AsyncClient
    situation: Situation


@dataclass(slots=True)
class Findings:
    """How much was tried, and a line for each thing that was not as declared."""

    cases: int = 0
    failures: list[str] = field(default_factory=list[str])


def undeclared(table: dict[str, RouteEntry]) -> list[str]:
    """Compare declarations with the route table, both ways."""
    names = {declared.route for declared in DECLARED}
    return [
        *(f"{name}: nobody declared who may use it" for name in sorted(table.keys() - names)),
        *(f"{name}: declared, but there is no such route" for name in sorted(names - table.keys())),
    ]


def decisive(route: RouteEntry, declared: Declared) -> tuple[Actor, ...]:
    """Everyone who is refused or only reads; of those who may change something the least of each kind, and the owner.

    Each of them needs a project to change. That all between may as well is tried by `just show house`.
    """
    if what_it_spends(route, declared) == "nothing":
        return ACTORS
    may = [actor for actor in ACTORS if expected(declared.access, actor) is None]
    least = {actor.shows: actor for actor in reversed(may)}
    return tuple(
        actor
        for actor in ACTORS
        if actor not in may or actor in least.values() or actor.role == ROLES[-1]
    )


async def try_declared(
    cast: "Cast", route: RouteEntry, declared: Declared, actors: tuple[Actor, ...]
) -> Findings:
    """Try one way through one route as each of these."""
    findings = Findings()
    shared: Request | None = None
    for actor in actors:
        refused = expected(declared.access, actor)
        wanted = refused or declared.success
        findings.cases += 1
        # What is refused changes nothing: whoever is refused, or only reads, asks for the same in the same project.
        spends = what_it_spends(route, declared)
        if refused and spends == "project" and not declared.alone:
            spends = "nothing"
        asking = await cast.asking(actor, spends)
        if spends == "nothing" and not declared.alone:
            shared = shared or await declared.build(asking.situation)
            request = shared
        else:
            request = await declared.build(asking.situation)
        answer = await ask(asking.client, route.method, request, stream=declared.stream)
        wrong = _wrong(route, answer, wanted)
        if wrong:
            findings.failures.append(f"{declared.title} as {actor.title}: {wrong}")
    return findings


def what_it_spends(route: RouteEntry, declared: Declared) -> Spends:
    if declared.spends_account:
        return "account"
    return "nothing" if route.method in {"GET", "HEAD"} else "project"


def expected(access: Access, actor: Actor) -> int | None:
    """Give the status of the refusal, or nothing if the actor may."""
    if isinstance(access, Everyone):
        return None
    if isinstance(access, Nobody):
        return 404
    if actor.shows == "nothing" or actor.revoked:
        return 401
    if isinstance(access, Machine):
        return None if actor.shows == "token" else 401
    if isinstance(access, Known):
        return None
    if isinstance(access, SignedIn):
        return 403 if actor.shows == "token" else None
    if isinstance(access, InstallationOwner):
        return None if actor.owns_installation else 403
    return _expected_of_member(access, actor)


def _expected_of_member(access: Member, actor: Actor) -> int | None:
    if actor.role is None:
        return 404
    if actor.shows == "token" and not access.tokens:
        return 403
    return None if ROLES.index(actor.role) >= ROLES.index(access.least) else 403


async def ask(
    client: httpx.AsyncClient, method: str, request: Request, *, stream: bool = False
) -> httpx.Response:
    """Send the request; of an endless answer read the first bytes only."""
    sent = client.build_request(method, request.path, json=request.json, content=request.content)
    answer = await client.send(sent, stream=True)
    try:
        async with asyncio.timeout(ANSWER_WITHIN_S):
            if stream and answer.is_success:
                first = await anext(answer.aiter_bytes())
                assert first.startswith(b": following"), first
            else:
                await answer.aread()
    finally:
        await answer.aclose()
    return answer


def _wrong(route: RouteEntry, answer: httpx.Response, wanted: int) -> str | None:
    if answer.status_code != wanted:
        return f"answered {answer.status_code}, declared is {wanted}"
    if route.documented and wanted not in route.documented:
        return f"answers {wanted}, which the OpenAPI document does not name"
    if wanted in CODES and route.method != "HEAD":
        code = answer.json()["error"]["code"]
        return None if code in CODES[wanted] else f"refused with {code}"
    return None


class Cast:
    """Who asks. People and the project they stand in are shared by what changes nothing, and fresh for the rest."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._people: dict[Actor, Person] = {}
        self._shared: str | None = None
        self._standing: dict[Actor, Asking] = {}

    @property
    def app(self) -> FastAPI:
        return self._house.app

    async def asking(self, actor: Actor, spends: Spends) -> Asking:
        if spends == "nothing":
            if actor not in self._standing:
                self._shared = self._shared or str((await self._house.project())["slug"])
                self._standing[actor] = await self._made(actor, fresh=False, slug=self._shared)
            asking = self._standing[actor]
        else:
            asking = await self._made(actor, fresh=spends == "account")
        if actor.owns_installation and asking.situation.asking:
            await self._house.give_installation_to(asking.situation.asking)
        return asking

    async def _made(self, actor: Actor, *, fresh: bool, slug: str | None = None) -> Asking:
        house = self._house
        slug, email = slug or str((await house.project())["slug"]), fresh_email()
        secret = ""
        if fresh:
            _, secret = await house.invite(str((await house.project())["slug"]), email)
        person: Person | None = None
        if actor.shows == "nothing":
            client = await house.world.browser()
        elif actor.shows == "token":
            client = await _machine(house, actor, slug)
        else:
            person = await self._person(actor, email, fresh=fresh)
            client = person.browser
            if actor.role:
                await house.join(person, slug, actor.role)
        situation = Situation(house=house, project=slug, asking=person, secret=secret)
        return Asking(client=client, situation=situation)

    async def _person(self, actor: Actor, email: str, *, fresh: bool) -> Person:
        if not fresh and actor in self._people:
            return self._people[actor]
        person = await self._house.person(email)
        if not fresh:
            self._people[actor] = person
        return person


async def _machine(house: House, actor: Actor, project: str) -> httpx.AsyncClient:
    at = project if actor.role else str((await house.project())["slug"])
    token, secret = await house.token(at, actor.role or "ADMIN")
    if actor.revoked:
        await house.revoke_token(at, token)
    return house.world.client(**same_site(), authorization=f"Bearer {secret}")
