"""Credentials of a provider: status, fields, hints that may be shown, and allowed origins of a key."""

import re
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from urllib.parse import urlsplit

from edison.domain.errors import InvalidInput
from edison.domain.ids import CredentialId
from edison.domain.models.application import check_application
from edison.domain.models.endpoint_extras import HEADERS, QUERY, check_extras
from edison.domain.models.model_call import FailureCode
from edison.domain.models.provider import FORMS, Provider

MAX_LABEL = 100
MAX_VALUE = 20_000
HINT_LENGTH = 4
# Shortest key of which the last four characters may be shown.
HINT_FROM = 12
# Problem code of an address that answers, but not like the provider's API.
WRONG_ADDRESS = "wrong_address"
# Problems despite which a credential may be saved: the server may be offline, or have no list of models.
SAVED_ANYWAY = frozenset(
    {
        WRONG_ADDRESS,
        FailureCode.UNREACHABLE,
        FailureCode.TIMED_OUT,
        FailureCode.UNAVAILABLE,
        FailureCode.PROVIDER_ERROR,
    }
)
# Secrets that may have several lines.
MANY_LINES = frozenset({"service_account", HEADERS, QUERY})
PLACE = re.compile(r"[a-z0-9-]{1,40}")


class CredentialStatus(StrEnum):
    """Status of a credential; only `ready` credentials are used.

    `paused`: the account has a problem, such as billing.
    """

    TESTING = "testing"
    READY = "ready"
    INVALID = "invalid"
    PAUSED = "paused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Credential:
    id: CredentialId
    provider: Provider
    label: str
    config: dict[str, str]
    hint: str
    # A key was entered or is read from a variable; some servers need none.
    has_key: bool = False
    # Secret fields that are read from an environment variable of the worker, by name of the field.
    variables: dict[str, str] = field(default_factory=dict[str, str])
    is_default: bool = False
    allow_private: bool = False
    status: CredentialStatus = CredentialStatus.TESTING
    # Why it is not ready: a failure code and the provider's message.
    problem_code: str | None = None
    problem: str | None = None
    tested_at: datetime | None = None
    created_by: str = ""
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class InUse:
    """Work that would stop if a credential were deleted."""

    calls: int = 0
    runs: int = 0
    experiments: int = 0

    @property
    def at_all(self) -> bool:
        return bool(self.calls or self.runs or self.experiments)

    @property
    def words(self) -> str:
        amounts = ((self.calls, "call"), (self.runs, "run"), (self.experiments, "experiment"))
        said = [f"{many:,} {noun}{'' if many == 1 else 's'}" for many, noun in amounts if many]
        return " and ".join([", ".join(said[:-1]), *said[-1:]] if len(said) > 1 else said)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyVariable:
    """Environment variable that holds an API key, and the only origin to which this key may be sent."""

    name: str
    origin: str | None = None

    @staticmethod
    def parse(text: str) -> "KeyVariable":
        name, _, origin = text.partition("@")
        return KeyVariable(name=name.strip(), origin=origin.strip().rstrip("/") or None)

    def allows(self, provider: Provider, base_url: str) -> bool:
        if self.origin is not None:
            return origin_of(base_url) == origin_of(self.origin)
        # Without an explicit origin, a key is sent to its provider only.
        home = FORMS[provider].base_url
        return home is not None and origin_of(base_url) == origin_of(home)


def origin_of(url: str) -> tuple[str, str, int | None]:
    """Return the origin of a URL: scheme, host and port."""
    parts = urlsplit(url)
    default = {"https": 443, "http": 80}.get(parts.scheme)
    return (parts.scheme, (parts.hostname or "").lower().rstrip("."), parts.port or default)


def suggested_base_url(provider: Provider, config: dict[str, str]) -> str | None:
    """Return the base URL with `/v1` appended, or None if there is nothing to suggest.

    Most OpenAI-compatible servers have their API under `/v1`.
    """
    base = config.get("base_url", "").rstrip("/")
    if provider not in (Provider.COMPATIBLE, Provider.OPENAI) or not base:
        return None
    return None if base.endswith("/v1") else f"{base}/v1"


def hint_of(secrets: dict[str, str]) -> str:
    """Return the last four characters of the API key or access key id; empty if the key is too short."""
    for name in ("api_key", "access_key_id"):
        text = secrets.get(name, "").strip()
        if len(text) >= HINT_FROM:
            return text[-HINT_LENGTH:]
    return ""


def checked_fields(
    provider: Provider,
    config: dict[str, str],
    secrets: dict[str, str],
    variables: dict[str, str],
) -> tuple[dict[str, str], dict[str, str]]:
    """Return the trimmed config and secrets of a credential. Raise for unknown, missing or invalid fields."""
    form = FORMS[provider]
    secret_names = frozenset(form.secret_names())
    open_names = frozenset(item.name for item in form.fields) - secret_names
    _only(config, open_names, "config")
    _only(secrets, secret_names, "secrets")
    _only(variables, secret_names, "variables")
    kept = {name: value.strip() for name, value in config.items() if value.strip()}
    sealed = {name: value.strip() for name, value in secrets.items() if value.strip()}
    for item in form.fields:
        given = {**kept, **sealed, **variables}
        if item.required and item.name not in given:
            place = "secrets" if item.secret else "config"
            raise InvalidInput(f"{item.label} is required", field=f"{place}.{item.name}")
        if item.name in sealed and item.name in variables:
            raise InvalidInput(
                f"{item.label} is given twice: as a value or as a variable, not both",
                field=f"variables.{item.name}",
            )
    for name in ("region", "location"):
        if name in kept and not PLACE.fullmatch(kept[name]):
            raise InvalidInput(
                "Use lower case letters, digits and hyphens only", field=f"config.{name}"
            )
    for name, value in sealed.items():
        if not value.isprintable() and name not in MANY_LINES:
            raise InvalidInput(
                "It contains characters that cannot be part of a key", field=f"secrets.{name}"
            )
    check_extras(sealed)
    if provider is Provider.APPLICATION:
        check_application(kept)
    return kept, sealed


def _only(given: dict[str, str], known: frozenset[str], place: str) -> None:
    for name, value in given.items():
        if name not in known:
            raise InvalidInput("This provider does not have this field", field=f"{place}.{name}")
        if len(value) > MAX_VALUE:
            raise InvalidInput(f"At most {MAX_VALUE} characters", field=f"{place}.{name}")
