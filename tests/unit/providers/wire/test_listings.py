"""Listings and probes: what is asked, and which models are found."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.models.capabilities import Capabilities
from edison.domain.models.provider import Provider
from edison.providers.wire.registry import WIRES
from edison.providers.wire.wire_protocol import Garbled, ListedModel
from tests.unit.providers.wire.recordings import an_endpoint, recorded

LISTINGS = recorded("listings")


def models(name: str) -> list[ListedModel]:
    wire = WIRES[Provider[LISTINGS[name]["provider"]]]
    return wire.models(json.dumps(LISTINGS[name]["body"]).encode())


@pytest.mark.parametrize("name", LISTINGS)
def test_a_recorded_listing_is_read(name: str) -> None:
    assert [model.name for model in models(name)] == LISTINGS[name]["names"]
    assert all(model.title for model in models(name))


def test_openrouter_tells_prices_limits_and_abilities() -> None:
    sonnet, auto = models("openrouter")

    assert sonnet.prices == {
        "input": "3",
        "output": "15",
        "cache_read": "0.3",
        "cache_write": "3.75",
    }
    assert sonnet.capabilities == Capabilities(
        temperature=True,
        top_p=False,
        top_k=False,
        penalties=False,
        seed=False,
        stop=True,
        json_mode=True,
        schema=True,
        tools=True,
        reasoning=True,
        context_window=1_000_000,
        max_output_tokens=64_000,
    )
    assert auto.prices == {}
    assert auto.capabilities.temperature is None


def test_vllm_tells_the_length_of_its_context() -> None:
    assert models("vllm")[0].capabilities.context_window == 40_960


def test_anthropic_tells_limits_and_what_will_go() -> None:
    current, old = models("anthropic")

    assert (current.capabilities.context_window, current.capabilities.max_output_tokens) == (
        1_000_000,
        64_000,
    )
    assert current.capabilities.schema is True
    assert (current.deprecated, old.deprecated) == (False, True)


def test_gemini_tells_limits() -> None:
    (flash,) = models("gemini")

    assert (flash.capabilities.context_window, flash.capabilities.max_output_tokens) == (
        1_048_576,
        65_536,
    )


def test_bedrock_tells_what_will_go() -> None:
    assert [model.deprecated for model in models("bedrock")] == [False, False, True]


def test_azure_tells_the_model_behind_a_deployment() -> None:
    assert models("azure")[0].title == "gpt-4o"


@given(
    provider=st.sampled_from(sorted(WIRES)),
    value=st.recursive(
        st.none() | st.integers() | st.text(max_size=3) | st.floats(),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    [
                        *("data", "models", "modelSummaries", "id", "name", "pricing", "prompt"),
                        *("modelId", "outputModalities", "supportedGenerationMethods", "model"),
                        *("architecture", "capabilities", "inferenceTypesSupported", "modelArn"),
                    ]
                ),
                inner,
                max_size=5,
            )
        ),
        max_leaves=20,
    ),
)
def test_any_json_is_a_listing_or_garbled(provider: Provider, value: Any) -> None:
    try:
        found = WIRES[provider].models(json.dumps(value).encode())
    except Garbled:
        return
    assert all(model.name for model in found)


@pytest.mark.parametrize("provider", sorted(WIRES))
def test_what_is_no_listing_is_garbled(provider: Provider) -> None:
    for body in (b"", b"{}", b"null", b'{"data":3,"models":{},"modelSummaries":"x"}'):
        with pytest.raises(Garbled):
            WIRES[provider].models(body)


@pytest.mark.parametrize(
    ("provider", "url"),
    [
        (Provider.OPENAI, "https://api.openai.com/v1/models"),
        (Provider.COMPATIBLE, "http://localhost:8000/v1/models"),
        (Provider.SIMULATED, "http://localhost:9000/v1/models"),
        (Provider.OLLAMA, "http://localhost:11434/api/tags"),
        (
            Provider.AZURE,
            "https://acme.openai.azure.com/openai/deployments?api-version=2022-12-01",
        ),
        (Provider.ANTHROPIC, "https://api.anthropic.com/v1/models?limit=1000"),
        (
            Provider.GEMINI,
            "https://generativelanguage.googleapis.com/v1beta/models?pageSize=1000",
        ),
        (Provider.BEDROCK, "https://bedrock.eu-central-1.amazonaws.com/foundation-models"),
        (Provider.VERTEX, None),
    ],
)
def test_each_provider_is_asked_for_its_models_where_it_can_be(
    provider: Provider, url: str | None
) -> None:
    asked = WIRES[provider].listing(an_endpoint(provider), bearer=None)

    assert (asked and asked.url) == url
    assert asked is None or (asked.method, asked.body) == ("GET", b"")


def test_a_proxy_for_bedrock_is_asked_for_its_models_too() -> None:
    endpoint = an_endpoint(Provider.BEDROCK, base_url="http://localhost:9000/aws")

    asked = WIRES[Provider.BEDROCK].listing(endpoint, bearer=None)

    assert asked is not None
    assert asked.url == "http://localhost:9000/aws/foundation-models"


@pytest.mark.parametrize("provider", sorted(WIRES))
def test_a_probe_carries_the_key_and_costs_at_most_a_token(provider: Provider) -> None:
    probe = WIRES[provider].probe(an_endpoint(provider), bearer="short-lived")

    if provider in (Provider.ANTHROPIC, Provider.VERTEX):
        body = json.loads(probe.body)
        limit = body.get("max_tokens") or body["generationConfig"]["maxOutputTokens"]
        assert (probe.method, limit) == ("POST", 1)
    else:
        listing = WIRES[provider].listing(an_endpoint(provider), bearer="short-lived")
        assert listing is not None
        assert (probe.method, probe.url) == (listing.method, listing.url)
    carried = " ".join(probe.headers.values())
    if provider not in (Provider.OLLAMA, Provider.SIMULATED):
        assert any(sign in carried for sign in ("the-key", "short-lived", "Signature="))
