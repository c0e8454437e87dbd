"""Requests as values, and the rules for retries. Both clients send them, each in its own way."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from urllib.parse import quote

from edison_sdk.errors import EdisonError, ServerUnreachable, refusal

T = TypeVar("T")
Query = Mapping[str, str | int | bool | None]

ATTEMPTS = 5
FIRST_WAIT_S = 0.2
LONGEST_WAIT_S = 30.0
TRY_AGAIN = frozenset({429, 502, 503, 504})


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A response, as the SDK needs it."""

    status: int
    headers: Mapping[str, str]
    body: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Generic[T]):
    """One request and the function that parses its answer."""

    method: str
    path: str
    parse: Callable[[Answer], T]
    query: Query = field(default_factory=dict[str, str | int | bool | None])
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    # Whether the request may be sent again if it is unknown what became of it.
    repeatable: bool = False

    @property
    def parameters(self) -> dict[str, str | int]:
        return {
            name: str(value).lower() if isinstance(value, bool) else value
            for name, value in self.query.items()
            if value is not None
        }


@dataclass(slots=True)
class Attempts:
    """Decides whether a call is sent again, and after how many seconds."""

    repeatable: bool
    left: int = ATTEMPTS
    _wait_s: float = FIRST_WAIT_S

    def after_failure(self, error: Exception, address: str) -> float:
        """Return the seconds to wait after a failed connection, or raise the error."""
        self.left -= 1
        if not self.repeatable or not self.left:
            said = str(error) or type(error).__name__
            raise ServerUnreachable(
                f"{address} cannot be reached: {said}. Check the address and that the server runs."
            ) from error
        return self._backoff()

    def after_answer(self, answer: Answer) -> float | None:
        """Return the seconds to wait before the next attempt; None if the answer is the last word."""
        if answer.status not in TRY_AGAIN:
            return None
        # A request that was refused because of the rate limit was not done.
        if answer.status != 429 and not self.repeatable:
            return None
        self.left -= 1
        if not self.left:
            return None
        asked = _seconds(answer.headers.get("retry-after"))
        return self._backoff() if asked is None else min(asked, LONGEST_WAIT_S)

    def _backoff(self) -> float:
        wait = self._wait_s * random.uniform(0.5, 1.0)
        self._wait_s = min(self._wait_s * 2, LONGEST_WAIT_S)
        return wait


def check(answer: Answer, address: str) -> Answer:
    """Return a successful answer; raise the server's error otherwise."""
    if answer.status < 300 or answer.status == 304:
        return answer
    if answer.status < 400:
        raise EdisonError(f"{address} redirects to another address. Use that address instead.")
    error: Any = answer.body.get("error") if isinstance(answer.body, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    raise refusal(answer.status, error if isinstance(error, dict) else {})  # pyright: ignore[reportUnknownArgumentType]


def segment(text: object) -> str:
    """Quote a text for use as one segment of a path."""
    return quote(str(text), safe="")


def _seconds(text: str | None) -> float | None:
    try:
        return None if text is None else max(0.0, float(text))
    except ValueError:
        return None
