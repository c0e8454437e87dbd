"""What leaves can be put together without any secret, for every provider, and shows none."""

from datetime import UTC, datetime

import pytest

from edison.domain.ids import CredentialId
from edison.domain.models.credential import Credential, CredentialStatus
from edison.domain.models.model_api import CHAT_COMPLETIONS
from edison.domain.models.model_call import Message, ModelCall
from edison.domain.models.parameters import Parameters
from edison.domain.models.provider import FORMS, Provider
from edison.kit.uuids import new_id
from edison.providers.call_attempt import not_taken, wire_request, without_refused_parameters
from edison.services.runs.exact_request import (
    DOTS,
    endpoint_without_secrets,
    headers_without_secrets,
)

CONFIG = {
    "base_url": "https://example.com/v1",
    "region": "eu-central-1",
    "project_id": "p",
    "location": "here",
    "deployment": "d",
    "organization": "org",
}


def a_credential(provider: Provider, hint: str = "wxyz") -> Credential:
    names = {field.name for field in FORMS[provider].fields if not field.secret}
    return Credential(
        id=CredentialId(new_id()),
        provider=provider,
        label="One",
        config={name: value for name, value in CONFIG.items() if name in names},
        hint=hint,
        variables={},
        allow_private=False,
        status=CredentialStatus.READY,
        created_by="Olga",
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
    )


def headers_for(credential: Credential) -> dict[str, str]:
    call = ModelCall(
        model="a/model:1",
        messages=(Message(role="user", content="Hello"),),
        parameters=Parameters(max_tokens=9),
    )
    request = wire_request(
        endpoint_without_secrets(credential, "http://simulator:1"),
        call,
        key="run-1",
        stream=True,
        bearer=DOTS,
    )
    assert b"Hello" in request.body
    assert request.headers["x-client-request-id"] == "run-1"
    return dict(headers_without_secrets(request))


@pytest.mark.parametrize("provider", Provider)
def test_every_provider_is_shown_with_dots_and_nothing_computed_from_a_secret(
    provider: Provider,
) -> None:
    headers = headers_for(a_credential(provider))

    # The names of an application's headers are sealed with their values.
    keyless = provider in (Provider.SIMULATED, Provider.OLLAMA, Provider.APPLICATION)
    assert any(DOTS in value for value in headers.values()) is not keyless
    assert "Signature" not in str(headers)
    assert "Credential=" not in str(headers)
    if "authorization" in headers:
        assert headers["authorization"].split(" ")[1:] == [DOTS]


def test_a_server_without_a_key_is_sent_none() -> None:
    assert "authorization" not in headers_for(a_credential(Provider.COMPATIBLE, hint=""))


def test_what_a_model_does_not_take_is_left_out_and_named() -> None:
    call = ModelCall(
        model="m", messages=(), parameters=Parameters(temperature=1, top_k=5, max_tokens=9)
    )

    sent, dropped = without_refused_parameters(
        call, not_taken(Provider.OPENAI, CHAT_COMPLETIONS, frozenset({"temperature", "seed"}))
    )

    assert dropped == ("temperature", "top_k")
    assert sent.parameters == Parameters(max_tokens=9)
    assert without_refused_parameters(call, frozenset({"seed"})) == (call, ())
