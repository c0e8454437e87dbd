"""The providers that must keep the contract: how each is reached, what its key looks like, how it counts."""

import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cache
from typing import Any
from uuid import uuid4

import pytest
from aiohttp import web
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from edison.domain.ids import CredentialId
from edison.domain.models.model_api import CHAT_COMPLETIONS, RESPONSES, ModelApi
from edison.domain.models.model_call import Answered, CallOutcome, Failed, Message, ModelCall
from edison.domain.models.parameters import NOTHING_SET, Parameters
from edison.domain.models.price import Price
from edison.domain.models.provider import Endpoint, Provider

Handler = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]

KEY = "sk-contract-0123456789abcdefghij"
# The simulator turns away whoever says "invalid".
WRONG_KEY = "sk-invalid-0123456789abcdefghij"
PRICE = Price(
    input=Decimal("3"),
    output=Decimal("15"),
    cache_read=Decimal("0.3"),
    cache_write=Decimal("3.75"),
)
QUESTION = "What is the capital of France?"


def by_total(name: str) -> Callable[[dict[str, Any]], int]:
    return lambda raw: raw[name]


def by_sum(*names: str) -> Callable[[dict[str, Any]], int]:
    return lambda raw: sum(raw[name] for name in names)


OPENAI_TOTAL, GEMINI_TOTAL = by_total("total_tokens"), by_total("totalTokenCount")


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """What the tests have to know about one provider."""

    provider: Provider
    path: str = ""
    config: dict[str, str] = field(default_factory=dict[str, str])
    # Names of the fields that hold the key; empty where there is none.
    keys: tuple[str, ...] = ("api_key",)
    # The provider's own total, from its own words.
    total: Callable[[dict[str, Any]], int] = OPENAI_TOTAL
    # Long prompts are cached without being asked for.
    caches: bool = True
    tells_reasoning: bool = True
    lists: bool = True
    # Has a field for "answer in JSON"; elsewhere it is asked for in words.
    json_mode: bool = True
    # Has a field for a schema; elsewhere the schema is that of a tool.
    schema_field: bool = True
    names_model: bool = True
    api: ModelApi = CHAT_COMPLETIONS
    # Has a field for stop sequences.
    stops: bool = True
    # The smallest limit of an answer that is accepted.
    fewest_tokens: int = 1

    @property
    def name(self) -> str:
        return f"{self.provider}" if self.api == CHAT_COMPLETIONS else f"{self.provider}-{self.api}"

    def endpoint(self, url: str, *, valid: bool = True, allow_private: bool = True) -> Endpoint:
        key = KEY if valid else WRONG_KEY
        secrets = dict.fromkeys(self.keys, key)
        if self.provider is Provider.VERTEX:
            secrets = {"service_account": service_account(url, valid=valid)}
        return Endpoint(
            credential=CredentialId(uuid4()),
            provider=self.provider,
            config={**self.config, "base_url": f"{url}{self.path}"},
            secrets=secrets,
            allow_private=allow_private,
            api=self.api,
        )


CONTRACTS = (
    Contract(provider=Provider.OPENAI, path="/v1"),
    Contract(
        provider=Provider.ANTHROPIC,
        total=by_sum(
            "input_tokens",
            "cache_creation_input_tokens",
            "cache_read_input_tokens",
            "output_tokens",
        ),
        caches=False,
        json_mode=False,
    ),
    Contract(provider=Provider.GEMINI, total=GEMINI_TOTAL),
    Contract(
        provider=Provider.VERTEX,
        config={"project_id": "our-project", "location": "europe-west1"},
        keys=("service_account",),
        total=GEMINI_TOTAL,
        lists=False,
    ),
    Contract(
        provider=Provider.BEDROCK,
        config={"region": "eu-central-1"},
        keys=("access_key_id", "secret_access_key"),
        total=by_total("totalTokens"),
        caches=False,
        tells_reasoning=False,
        json_mode=False,
        schema_field=False,
        # Converse does not repeat the name.
        names_model=False,
    ),
    Contract(provider=Provider.AZURE, config={"deployment": "sim-medium"}),
    Contract(provider=Provider.OLLAMA, keys=()),
    Contract(provider=Provider.COMPATIBLE, path="/v1"),
    Contract(provider=Provider.SIMULATED, path="/v1", keys=()),
)
# The second protocol of providers that have two.
OVER_RESPONSES = tuple(
    replace(contract, api=RESPONSES, stops=False, fewest_tokens=16)
    for contract in CONTRACTS
    if contract.provider in (Provider.OPENAI, Provider.AZURE)
)
WITH_BOTH_APIS = (*CONTRACTS, *OVER_RESPONSES)
every_provider = pytest.mark.parametrize(
    "contract", WITH_BOTH_APIS, ids=[contract.name for contract in WITH_BOTH_APIS]
)
every_credential = pytest.mark.parametrize(
    "contract", CONTRACTS, ids=[contract.name for contract in CONTRACTS]
)


def with_contracts(contracts: Iterable[Contract]) -> pytest.MarkDecorator:
    """Run a test for some providers only: what does not apply is no test, rather than a skipped one."""
    some = list(contracts)
    return pytest.mark.parametrize("contract", some, ids=[contract.name for contract in some])


def providers_in_contract() -> int:
    return len({contract.provider for contract in CONTRACTS})


def asking(
    model: str = "sim-medium",
    *messages: Message,
    parameters: Parameters = NOTHING_SET,
    **more: Any,
) -> ModelCall:
    said = messages or (Message(role="user", content=QUESTION),)
    return ModelCall(model=model, messages=said, parameters=parameters, **more)


def quietly(_: str) -> None:
    """Stream without looking at the pieces."""


def answered(outcome: CallOutcome) -> Answered:
    assert isinstance(outcome, Answered), outcome
    return outcome


def failed(outcome: CallOutcome) -> Failed:
    assert isinstance(outcome, Failed), outcome
    return outcome


@asynccontextmanager
async def a_server(handler: Handler) -> AsyncGenerator[str]:
    """A server that does one thing to every request."""
    runner = web.ServerRunner(web.Server(handler, access_log=None))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


def tells_no_secret(told: object, endpoint: Endpoint) -> bool:
    """Look for every secret, and for a piece of the private key inside of one."""
    hidden = [secret for secret in endpoint.secrets.values() if not secret.startswith("{")]
    hidden += [private_key().splitlines()[3], "ya29.simulated-"]
    return not any(secret in repr(told) for secret in hidden)


def service_account(url: str, *, valid: bool) -> str:
    name = "caller" if valid else "invalid"
    return json.dumps(
        {
            "type": "service_account",
            "project_id": "our-project",
            "private_key_id": "key-1",
            "private_key": private_key(),
            "client_email": f"{name}@our-project.example.com",
            "token_uri": f"{url}/token",
        }
    )


@cache
def private_key() -> str:
    return (
        rsa.generate_private_key(public_exponent=65537, key_size=2048)
        .private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        .decode()
    )
