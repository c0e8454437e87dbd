"""What must never reach a log line does not, wherever it was put."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.people.api_token import INVITE_PREFIX, TOKEN_PREFIX, new_secret
from edison.kit.redaction import HIDDEN, redact, redact_text

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"
WORD = st.text(alphabet=LETTERS, min_size=24, max_size=60)
# The secret itself, and the text around it that makes it one.
SHAPES: dict[str, str] = {
    "session": "eyJhbGciOi{0}.eyJzdWIiOi{0}.{0}",
    "API token": "edt_{0}",
    "invite": "edi_{0}",
    "provider key": "sk-{0}",
    "signing key": "whsec_{0}",
    "address that is a key": "https://hooks.slack.com/services/{0}",
    "bearer": "Authorization: Bearer {0}",
    "address": "postgresql://edison:{0}@db.example.com/edison",
    "address without user": "redis://:{0}@cache.example.com",
    "password in an address": "postgresql://db/edison?password={0}&sslmode=require",
    "private key": "-----BEGIN RSA PRIVATE KEY-----\n{0}\n-----END RSA PRIVATE KEY-----",
    "representation": "SignIn(email='a', password='{0}')",
    "JSON": '{{"email": "a", "new_password": "{0}"}}',
}
NAMES = [
    "password",
    "new_password",
    "password_hash",
    "passwd",
    "db_pass",
    "secret",
    "client_secret",
    "token",
    "X-CSRF-Token",
    "api_key",
    "apikey",
    "Authorization",
    "cookie",
    "set-cookie",
    "credentials",
    "private_key",
    "dsn",
    "database_url",
]
TEXT = st.text(alphabet="xyz .,:;\n\"'(){}[]/=", max_size=10)
SAFE_KEYS = st.sampled_from(["event", "path", "user", "details", "status"])


def somewhere(secret: str, before: str, after: str, nesting: list[Any]) -> Any:
    """Put a text into lists and mappings, the outermost first."""
    value: Any = f"{before} {secret} {after}"
    for kind in nesting:
        if kind == "list":
            value = ["before", value]
        elif kind == "tuple":
            value = (value, 1)
        elif kind == "key":
            value = {str(value): True}
        elif kind == "error":
            value = ValueError(str(value))
        else:
            value = {kind: value, "other": 1}
    return value


NESTING = st.lists(
    st.sampled_from(["list", "tuple", "key", "error", "user", "details"]), max_size=4
)


@pytest.mark.parametrize("shape", sorted(SHAPES))
@given(word=WORD, before=TEXT, after=TEXT, nesting=NESTING)
def test_a_secret_put_anywhere_does_not_survive(
    shape: str, word: str, before: str, after: str, nesting: list[Any]
) -> None:
    """OBS-18.3.1, .2"""
    event = {"event": somewhere(SHAPES[shape].format(word), before, after, nesting)}

    assert word not in json.dumps(redact(event), default=str)


@given(st.text(alphabet="./abcXYZ019", min_size=53, max_size=53), TEXT, TEXT)
def test_a_password_hash_does_not_survive(digest: str, before: str, after: str) -> None:
    assert digest not in redact_text(f"{before}$2b$12${digest} {after}")


@pytest.mark.parametrize("prefix", [TOKEN_PREFIX, INVITE_PREFIX])
@given(before=st.text(max_size=5), after=st.text(max_size=5))
def test_our_own_secrets_are_known_without_any_border(prefix: str, before: str, after: str) -> None:
    secret = new_secret(prefix).text

    assert secret not in redact_text(before + secret + after)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", ["short", 12345, ["a", "b"], {"deep": "value"}, b"bytes"])
def test_a_secret_name_hides_any_value(name: str, value: object) -> None:
    assert redact({name: value}) == {name: HIDDEN}
    assert redact({"nested": [{name: value}]}) == {"nested": [{name: HIDDEN}]}


@pytest.mark.parametrize("name", NAMES)
def test_that_there_is_none_is_no_secret(name: str) -> None:
    assert redact({name: None}) == {name: None}
    assert redact({name: True}) == {name: True}


@given(
    st.dictionaries(
        SAFE_KEYS,
        st.none() | st.booleans() | st.integers() | st.text(alphabet="abc 123", max_size=20),
    )
)
def test_what_is_no_secret_stays_as_it_is(event: dict[str, Any]) -> None:
    assert redact(event) == event


@pytest.mark.parametrize(
    "text",
    [
        "task-0190b5c4-7d3e-7c62-9d5a-0123456789ab",
        "GET /api/v1/projects/support-bot 200",
        "postgresql://localhost:5432/edison",
        "https://example.com/a:b@c",
        "user@example.com",
        "3 tokens used",
        "passing 12 of 12",
    ],
)
def test_usual_words_stay(text: str) -> None:
    assert redact_text(text) == text
