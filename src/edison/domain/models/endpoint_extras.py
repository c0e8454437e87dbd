"""Headers and query parameters that a user adds to every request to an OpenAI-compatible server. They are secrets."""

import re

from edison.domain.errors import InvalidInput

HEADERS, QUERY = "headers", "query"
MOST_LINES = 20
_HEADER = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}")
# The connection itself depends on them.
_RESERVED = frozenset(
    {
        "host",
        "connection",
        "content-length",
        "content-type",
        "content-encoding",
        "transfer-encoding",
        "accept-encoding",
        "expect",
        "te",
        "trailer",
        "upgrade",
    }
)


def parse_headers(text: str) -> dict[str, str]:
    """Parse lines of the form `Name: value`; header names in lower case."""
    return {name.lower(): value for name, value in _pairs(text, ":")}


def parse_query(text: str) -> list[tuple[str, str]]:
    """Parse lines of the form `name=value`."""
    return _pairs(text, "=")


def check_extras(secrets: dict[str, str]) -> None:
    """Raise InvalidInput for lines that cannot be sent. The messages do not repeat any value."""
    for field, sign, example in ((HEADERS, ":", "X-Team: search"), (QUERY, "=", "team=search")):
        place = f"secrets.{field}"
        lines = _lines(secrets.get(field, ""))
        if len(lines) > MOST_LINES:
            raise InvalidInput(f"At most {MOST_LINES} lines", field=place)
        for number, line in enumerate(lines, 1):
            name, found, value = line.partition(sign)
            if not found or not name.strip() or not value.strip():
                raise InvalidInput(f"Line {number} must look like: {example}", field=place)
            if not line.isprintable() or not (line.isascii() or field == QUERY):
                raise InvalidInput(
                    f"Line {number} contains characters that cannot be sent", field=place
                )
            if field == HEADERS:
                _check_header(name.strip(), number)


def secret_texts(secrets: dict[str, str]) -> list[str]:
    """Return every text that must not appear in an error: keys as a whole, headers and parameters by value."""
    whole = [text for name, text in secrets.items() if name not in (HEADERS, QUERY)]
    extras = [*parse_headers(secrets.get(HEADERS, "")).values()]
    extras += [value for _, value in parse_query(secrets.get(QUERY, ""))]
    # A server may repeat only what comes after the scheme.
    parts = [part for value in extras for part in value.split()]
    return [*whole, *extras, *parts]


def _check_header(name: str, number: int) -> None:
    if not _HEADER.fullmatch(name):
        raise InvalidInput(
            f"Line {number} has no valid name of a header", field=f"secrets.{HEADERS}"
        )
    if name.lower() in _RESERVED:
        raise InvalidInput(f"Edison sets the header {name} by itself", field=f"secrets.{HEADERS}")


def _pairs(text: str, sign: str) -> list[tuple[str, str]]:
    parts = (line.partition(sign) for line in _lines(text))
    return [(name.strip(), value.strip()) for name, found, value in parts if found]


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip()]
