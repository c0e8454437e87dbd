"""Headers and query parameters of a server: their rules, how they are sent, and that errors do not repeat them."""

import json

import pytest

from edison.domain.errors import InvalidInput
from edison.domain.ids import CredentialId
from edison.domain.models.credential import checked_fields
from edison.domain.models.model_call import Failed, FailureCode, Message, ModelCall
from edison.domain.models.provider import Endpoint, Provider
from edison.kit.uuids import new_id
from edison.providers.call_attempt import redact_keys, wire_request
from edison.providers.wire.registry import wire_of

CONFIG = {"base_url": "https://models.example.org/v1"}
SECRETS = {
    "api_key": "sk-0123456789abcdef",
    "headers": "X-Team: search\r\nAuthorization: Token tok-0123456789abcdef",
    "query": "tenant=a&b\ncode=code-0123456789abcdef",
}


def endpoint(**more: str) -> Endpoint:
    return Endpoint(
        credential=CredentialId(new_id()),
        provider=Provider.COMPATIBLE,
        config=CONFIG,
        secrets={**SECRETS, **more},
    )


def test_they_are_sent_with_calls_and_with_the_listing() -> None:
    call = ModelCall(model="m", messages=(Message(role="user", content="Hi"),))
    sent = wire_request(endpoint(), call, key="k", stream=False, bearer=None)
    listing = wire_of(endpoint()).listing(endpoint(), bearer=None)

    assert listing is not None
    for request, path in ((sent, "chat/completions"), (listing, "models")):
        assert (
            request.url
            == f"https://models.example.org/v1/{path}?tenant=a%26b&code=code-0123456789abcdef"
        )
        assert request.headers["x-team"] == "search"
        assert request.headers["authorization"] == "Token tok-0123456789abcdef"
    assert SECRETS["headers"] not in json.dumps(str(sent.body))


def test_an_error_does_not_repeat_them() -> None:
    said = "No tok-0123456789abcdef for code-0123456789abcdef of sk-0123456789abcdef"
    found = redact_keys(Failed(code=FailureCode.BAD_REQUEST, message=said), endpoint())

    assert "0123456789abcdef" not in found.message
    assert "0123456789abcdef" not in repr(endpoint())


def test_a_credential_keeps_them_with_its_secrets_only() -> None:
    config, secrets = checked_fields(Provider.COMPATIBLE, CONFIG, SECRETS, {})

    assert config == CONFIG
    assert secrets.keys() == {"api_key", "headers", "query"}


@pytest.mark.parametrize(
    ("field", "text", "message"),
    [
        ("headers", "X-Team", "Line 1 must look like: X-Team: search"),
        ("headers", "X-A: 1\nX Team: 2", "Line 2 has no valid name of a header"),
        ("headers", "Host: evil.example.org", "Edison sets the header Host by itself"),
        ("headers", "content-length: 3", "Edison sets the header content-length by itself"),
        ("headers", "X-A: b\x00c", "Line 1 contains characters that cannot be sent"),
        ("headers", "X-A: ü", "Line 1 contains characters that cannot be sent"),
        ("headers", "X-A: 1\n" * 21, "At most 20 lines"),
        ("query", "team", "Line 1 must look like: team=search"),
    ],
)
def test_what_cannot_be_sent_is_refused(field: str, text: str, message: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        checked_fields(Provider.COMPATIBLE, CONFIG, {field: text}, {})

    assert refused.value.message == message
    assert refused.value.field == f"secrets.{field}"


def test_only_servers_of_ones_own_have_them() -> None:
    with pytest.raises(InvalidInput, match="does not have this field"):
        checked_fields(Provider.OPENAI, {}, SECRETS, {})
