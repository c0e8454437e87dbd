"""The words in which access is declared: who, which route, and a request that is valid."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Literal

from tests.support.house import Situation
from tests.support.world import API

ROLES = ("VIEWER", "REVIEWER", "EDITOR", "ADMIN", "OWNER")
Role = Literal["VIEWER", "REVIEWER", "EDITOR", "ADMIN", "OWNER"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    path: str
    json: dict[str, Any] | None = None
    # A file, instead of JSON.
    content: bytes | None = None


@dataclass(frozen=True, slots=True)
class Everyone:
    """No need to be known."""


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Any person with a session; no machine."""


@dataclass(frozen=True, slots=True)
class Known:
    """Any person with a session and any machine with a token."""


@dataclass(frozen=True, slots=True)
class Member:
    """A member of the project with at least this role, or a token of the project with it."""

    least: Role
    tokens: bool = True


@dataclass(frozen=True, slots=True)
class InstallationOwner:
    """A person who owns the installation."""


@dataclass(frozen=True, slots=True)
class Nobody:
    """There is nothing here, whoever asks."""


@dataclass(frozen=True, slots=True)
class Machine:
    """Any machine with a token; no person with a session."""


Access = Everyone | SignedIn | Known | Member | InstallationOwner | Nobody | Machine
Build = Callable[[Situation], Awaitable[Request]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """A route, a way to use it, who may use it so, what success answers and a request that is valid."""

    route: str
    access: Access
    success: int
    build: Build
    way: str = ""
    stream: bool = False
    # Ends the session that asks, or puts another in its place.
    spends_account: bool = False
    # Getting ready for it changes the project for everybody else, as putting it into the archive does.
    alone: bool = False

    @property
    def title(self) -> str:
        return f"{self.route} ({self.way})" if self.way else self.route


def fixed(path: str, json: dict[str, Any] | None = None) -> Build:
    async def build(_: Situation) -> Request:
        return Request(path=path, json=json)

    return build


def in_project(rest: str = "", json: dict[str, Any] | None = None) -> Build:
    async def build(at: Situation) -> Request:
        return Request(path=f"{API}/projects/{at.project}{rest}", json=json)

    return build


def declared(
    route: str,
    access: Access,
    success: int,
    build: Build,
    way: str = "",
    *,
    stream: bool = False,
    spends_account: bool = False,
    alone: bool = False,
) -> Declared:
    return Declared(
        route=route,
        access=access,
        success=success,
        build=build,
        way=way,
        stream=stream,
        spends_account=spends_account,
        alone=alone,
    )
