"""Parse the retry delay that a provider requests in headers, body or message."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from edison.kit.clock import SystemClock

# Longer than any limit we would wait for; bounds the effect of a wrong header.
WAIT_AT_MOST_S = 86_400.0

_NUMBER = re.compile(r"\d{1,15}(?:\.\d{1,15})?")
_SPAN = re.compile(r"(\d{1,9}(?:\.\d{1,12})?)(ms|s|m|h|d)")
_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0}
_IN_WORDS = re.compile(r"(?:try again|retry) in ((?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+)")
_RESET = re.compile(r"^(x-ratelimit-|anthropic-ratelimit-)(?:(.+)-)?reset(?:-(.+))?$")
_LIMITED = (429, 529, 503)


def retry_after_seconds(
    status: int, headers: Mapping[str, str], message: str, in_body: float | None
) -> float | None:
    """Return the retry delay from the first source that has one: header, body, message, reset time of a limit."""
    now = _moment(headers.get("date", "")) or SystemClock().now()
    asked = _thousandth(headers.get("retry-after-ms", ""))
    if asked is None:
        asked = _seconds(headers.get("retry-after", ""), now)
    if asked is None:
        asked = in_body
    if asked is None and status in _LIMITED:
        words = _IN_WORDS.search(message[:1000])
        asked = span(words[1]) if words else _reset(headers, now)
    return None if asked is None else min(max(0.0, asked), WAIT_AT_MOST_S)


def span(text: str) -> float | None:
    """Parse a duration such as "6m0s", "1.5s" or "20ms" to seconds."""
    parts = _SPAN.findall(text)
    if not parts or "".join(number + unit for number, unit in parts) != text.strip():
        return None
    return sum(float(number) * _UNITS[unit] for number, unit in parts)


def _thousandth(text: str) -> float | None:
    return float(text) / 1000 if _NUMBER.fullmatch(text.strip()) else None


def _seconds(text: str, now: datetime) -> float | None:
    text = text.strip()
    if _NUMBER.fullmatch(text):
        return float(text)
    moment = _moment(text)
    return (moment - now).total_seconds() if moment else span(text)


def _moment(text: str) -> datetime | None:
    """Parse an HTTP date or an RFC 3339 timestamp."""
    for read in (parsedate_to_datetime, datetime.fromisoformat):
        try:
            moment = read(text)
        except (ValueError, TypeError, IndexError, OverflowError):
            continue
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return None


def _reset(headers: Mapping[str, str], now: datetime) -> float | None:
    """Return the seconds until exhausted limits are reset; if none is exhausted, until the earliest reset."""
    used_up: list[float] = []
    others: list[float] = []
    for name, value in headers.items():
        found = _RESET.match(name)
        wait = _reset_value(value, now) if found else None
        if found is None or wait is None:
            continue
        left = headers.get(name.replace("reset", "remaining"), "")
        (used_up if left.strip() == "0" else others).append(wait)
    return max(used_up) if used_up else min(others, default=None)


def _reset_value(value: str, now: datetime) -> float | None:
    wait = _seconds(value, now)
    if wait is None or wait < 10**9:
        return wait
    # Seconds or milliseconds since 1970, as OpenRouter sends them.
    return (wait / 1000 if wait > 10**11 else wait) - now.timestamp()
