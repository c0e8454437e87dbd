"""How people may sign in: with a password, and with the OpenID Connect providers of the installation."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, cast
from urllib.parse import quote, urlsplit

from edison.domain.errors import InvalidEmail
from edison.domain.ids import ProjectId, UserId
from edison.domain.people.access import Role
from edison.domain.people.account import normal_email

PROVIDER_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
# Time to sign in at the provider, after which the person has to start again.
FLOW_LIFETIME = timedelta(minutes=10)
# An account without a password is deleted only by a person who has just signed in.
FRESH_SIGN_IN = timedelta(minutes=10)
HOME_PATH = "/projects"
MAX_PATH = 2000
MAX_SUBJECT = 255
MAX_GROUPS = 1000
MAX_GROUP = 255
# Printable ASCII without space, quotes, backslash and angle brackets.
_PATH = re.compile(r"/[!#-&(-;=?-\[\]-~]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class SignInProvider:
    """An OpenID Connect provider that people may sign in with."""

    # Part of the redirect address, which is registered at the provider.
    name: str
    label: str
    issuer: str
    client_id: str
    client_secret: str | None = field(default=None, repr=False)
    scopes: tuple[str, ...] = ("openid", "email", "profile")
    groups_claim: str = "groups"
    # For a provider whose addresses are set by its administrators only, and that sends no `email_verified`.
    trust_addresses: bool = False
    # Whether everyone who can sign in there gets an account. None: as the registration policy says.
    create_accounts: bool | None = None
    allowed_domains: tuple[str, ...] = ()
    private_network: bool = False

    def accepts(self, email: str) -> bool:
        return not self.allowed_domains or email.rsplit("@", 1)[-1] in self.allowed_domains


class SignInProblem(StrEnum):
    """Why a sign-in with a provider was refused, as the sign-in page explains it."""

    EXPIRED = "expired"
    DENIED = "denied"
    PROVIDER = "provider"
    UNVERIFIED = "unverified"
    UNCONFIRMED_ACCOUNT = "unconfirmed_account"
    CLOSED = "closed"
    DOMAIN = "domain"
    DISABLED = "disabled"


@dataclass(frozen=True, slots=True, kw_only=True)
class SignInFlow:
    """A sign-in that waits for the answer of the provider. It can be used once, by the browser that started it."""

    provider: str
    nonce: str = field(repr=False)
    verifier: str = field(repr=False)
    next_path: str
    expires_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ExternalPerson:
    """A person as a provider describes them."""

    issuer: str
    subject: str
    # None unless the provider has verified the address.
    email: str | None
    name: str | None
    groups: tuple[str, ...] = ()


def person_from_claims(provider: SignInProvider, claims: Mapping[str, Any]) -> ExternalPerson:
    """Read a person from the verified claims of a provider. The issuer and the subject are the identity."""
    name = claims.get("name")
    return ExternalPerson(
        issuer=provider.issuer,
        subject=str(claims["sub"]),
        email=_verified_email(provider, claims),
        name=name.strip()[:255] or None if isinstance(name, str) else None,
        groups=_groups(claims.get(provider.groups_claim)),
    )


def _verified_email(provider: SignInProvider, claims: Mapping[str, Any]) -> str | None:
    email = claims.get("email")
    stated = claims.get("email_verified")
    # Only the JSON value true counts. With trusted addresses a missing claim does too, but never a false one.
    verified = stated is True or (provider.trust_addresses and stated is None)
    if not verified or not isinstance(email, str):
        return None
    try:
        return normal_email(email)
    except InvalidEmail:
        return None


def _groups(stated: object) -> tuple[str, ...]:
    if not isinstance(stated, list):
        return ()
    names = cast(list[object], stated)
    usable = {each for each in names if isinstance(each, str) and 0 < len(each) <= MAX_GROUP}
    return tuple(sorted(each for each in usable if "\0" not in each)[:MAX_GROUPS])


def own_path(wanted: str | None) -> str:
    """Return the path to open after sign-in, or the start page unless it is a plain path of this installation."""
    if not wanted or len(wanted) > MAX_PATH:
        return HOME_PATH
    path = quote(wanted, safe="/?#[]@!$&()*+,;=:%~-._") if wanted.isprintable() else ""
    if "\\" in wanted or path.startswith("//") or not _PATH.fullmatch(path):
        return HOME_PATH
    parts = urlsplit(path)
    if parts.scheme or parts.netloc or parts.path in {"/", "/sign-in", "/sign-up"}:
        return HOME_PATH
    return path


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupRole:
    """A group of a provider whose members get a role in a project."""

    issuer: str
    group: str
    project: ProjectId
    slug: str
    role: Role


Seat = tuple[ProjectId, UserId]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatChange:
    """A membership by group that begins, ends or gets another role. None: no membership."""

    project: ProjectId
    user: UserId
    old: Role | None
    new: Role | None


def highest(roles: Sequence[Role]) -> Role:
    return max(roles, key=lambda role: role.rank)


def seat_changes(
    wanted: Mapping[Seat, Role], by_group: Mapping[Seat, Role], by_hand: set[Seat]
) -> list[SeatChange]:
    """Compare the memberships that groups give with the stored ones. A membership given by hand is kept."""
    changes: list[SeatChange] = []
    for seat in sorted({*wanted, *by_group} - by_hand):
        old, new = by_group.get(seat), wanted.get(seat)
        if old is not new:
            changes.append(SeatChange(project=seat[0], user=seat[1], old=old, new=new))
    return changes
