"""What is known of models beforehand: capabilities as data, and who replaces whom."""

import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.models.capabilities import UNKNOWN, refused_parameters
from edison.domain.models.provider import Provider
from edison.providers.facts.fact_types import begins
from edison.providers.known_models import FACTS, known_capabilities
from edison.providers.list_prices import list_price, suggested_models
from edison.providers.model_facts import RETIREMENTS
from edison.providers.price_book import entries_of
from edison.providers.retired_models import alternatives, is_deprecated

SAMPLING = {"temperature", "top_p", "frequency_penalty", "presence_penalty"}
NOW = datetime(2026, 11, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    ("provider", "model", "refused"),
    [
        (Provider.OPENAI, "gpt-4o-2024-08-06", {"top_k", "reasoning_effort"}),
        (Provider.OPENAI, "gpt-4.1-mini", {"top_k", "reasoning_effort"}),
        (Provider.OPENAI, "gpt-5", SAMPLING | {"top_k", "stop"}),
        (Provider.OPENAI, "gpt-5-mini-2025-08-07", SAMPLING | {"top_k", "stop"}),
        (Provider.OPENAI, "o3", SAMPLING | {"top_k", "stop"}),
        (Provider.OPENAI, "o4-mini", SAMPLING | {"top_k", "stop"}),
        (Provider.OPENAI, "o1-2024-12-17", SAMPLING | {"top_k"}),
        # Whether these take a temperature depends on the effort, so they are asked.
        (Provider.OPENAI, "gpt-5.1", {"top_k"}),
        (Provider.OPENAI, "gpt-5.5", {"top_k"}),
        (Provider.OPENAI, "gpt-5-chat-latest", {"top_k", "reasoning_effort"}),
        (Provider.OPENAI, "something-new", {"top_k"}),
        (Provider.AZURE, "gpt-5", SAMPLING | {"top_k", "stop"}),
        (Provider.AZURE, "our-production", {"top_k"}),
        (
            Provider.ANTHROPIC,
            "claude-sonnet-4-5-20250929",
            {"frequency_penalty", "presence_penalty", "seed"},
        ),
        (Provider.ANTHROPIC, "claude-opus-4-7", SAMPLING | {"top_k", "seed"}),
        (Provider.ANTHROPIC, "claude-haiku-5-5", SAMPLING | {"top_k", "seed"}),
        (
            Provider.ANTHROPIC,
            "claude-3-5-haiku-20241022",
            {"frequency_penalty", "presence_penalty", "seed", "reasoning_effort"},
        ),
        (Provider.GEMINI, "models/gemini-2.5-flash", set[str]()),
        (Provider.GEMINI, "gemini-2.0-flash-001", {"reasoning_effort"}),
        (Provider.VERTEX, "gemini-3.6-flash", SAMPLING | {"top_k"}),
        (Provider.BEDROCK, "us.anthropic.claude-opus-4-7-v1:0", SAMPLING | {"top_k", "seed"}),
        (
            Provider.BEDROCK,
            "amazon.nova-pro-v1:0",
            {"frequency_penalty", "presence_penalty", "seed"},
        ),
        (Provider.OLLAMA, "gpt-5", set[str]()),
        (Provider.COMPATIBLE, "gpt-5", set[str]()),
        (Provider.SIMULATED, "sim-small", set[str]()),
    ],
)
def test_parameters_that_a_model_is_known_to_refuse(
    provider: Provider, model: str, refused: set[str]
) -> None:
    assert refused_parameters(known_capabilities(provider, model)) == refused


@pytest.mark.parametrize("provider", [Provider.OLLAMA, Provider.COMPATIBLE])
def test_of_ones_own_server_nothing_is_known(provider: Provider) -> None:
    assert known_capabilities(provider, "llama3.3:70b", base_url="http://localhost:1") == UNKNOWN


@pytest.mark.parametrize(
    ("provider", "model", "tokens"),
    [
        (Provider.OPENAI, "gpt-4o", 128_000),
        (Provider.ANTHROPIC, "claude-sonnet-4-5", 200_000),
        (Provider.GEMINI, "gemini-2.5-pro", 1_048_576),
        (Provider.BEDROCK, "meta.llama3-8b-instruct-v1:0", 8_192),
        (Provider.SIMULATED, "sim-small", 128_000),
        (Provider.OPENAI, "something-new", None),
    ],
)
def test_the_context_window_is_known_where_someone_wrote_it_down(
    provider: Provider, model: str, tokens: int | None
) -> None:
    assert known_capabilities(provider, model).context_window == tokens


def test_a_server_at_a_known_host_has_its_context_windows() -> None:
    known = known_capabilities(
        Provider.COMPATIBLE, "deepseek-chat", base_url="https://api.deepseek.com"
    )
    assert known.context_window
    assert known.temperature is None


def test_tools_and_schemas_are_known_where_documents_say_so() -> None:
    assert known_capabilities(Provider.OPENAI, "gpt-4o").schema is True
    assert known_capabilities(Provider.OPENAI, "gpt-4-turbo").schema is False
    assert known_capabilities(Provider.OPENAI, "gpt-4").json_mode is False
    assert known_capabilities(Provider.ANTHROPIC, "claude-opus-4-1").schema is True
    assert known_capabilities(Provider.ANTHROPIC, "claude-3-haiku-20240307").schema is None
    assert known_capabilities(Provider.BEDROCK, "eu.meta.llama3-2-1b-instruct-v1:0").tools is False
    assert known_capabilities(Provider.BEDROCK, "meta.llama3-1-8b-instruct-v1:0").tools is True


# Names that have a fact of their own but are not in the price data.
ALSO_CALLED = {
    Provider.OPENAI: ["gpt-4-0613", "gpt-5-chat-latest", "gpt-5.1-chat-latest", "something-new"],
    Provider.ANTHROPIC: ["something-new"],
    Provider.GEMINI: ["something-new"],
    Provider.BEDROCK: ["anthropic.claude-v2:1", "cohere.command-r-plus-v1:0", "something.new"],
    Provider.SIMULATED: ["sim-small", "sim-picky"],
}


@pytest.mark.parametrize("provider", list(ALSO_CALLED))
def test_no_fact_stands_behind_one_that_hides_it(provider: Provider) -> None:
    names = [entry.id for entry in entries_of(provider)] + ALSO_CALLED[provider]
    facts = [fact.names for fact in FACTS[provider]]
    used = {
        next(fact for fact in facts if begins(fact, name.removeprefix("regional.")))
        for name in names
    }
    assert set(facts) - used == set()


@given(st.sampled_from(Provider), st.text(max_size=40))
def test_any_name_gets_an_answer(provider: Provider, model: str) -> None:
    known_capabilities(provider, model)
    alternatives(provider, model)
    list_price(provider, model, NOW, base_url=model)


@pytest.mark.parametrize(
    ("provider", "model", "instead"),
    [
        (Provider.OPENAI, "gpt-4o", "gpt-6-luna"),
        (Provider.OPENAI, "gpt-4", "gpt-5.6-sol"),
        (Provider.OPENAI, "gpt-4.1-nano-2025-04-14", "gpt-5.6-luna"),
        (Provider.OPENAI, "o3-mini", "gpt-5.6-sol"),
        (Provider.ANTHROPIC, "claude-3-5-sonnet-20241022", "claude-sonnet-5-5"),
        (Provider.ANTHROPIC, "claude-3-5-haiku-latest", "claude-haiku-5-5"),
        (Provider.ANTHROPIC, "claude-opus-4-20250514", "claude-opus-5-5"),
        (Provider.GEMINI, "models/gemini-2.0-flash-lite", "gemini-3.5-flash-lite"),
        (Provider.GEMINI, "gemini-1.5-pro-002", "gemini-3.1-pro-preview"),
        (Provider.VERTEX, "gemini-2.0-flash", "gemini-3.8-flash"),
    ],
)
def test_a_retired_model_has_a_current_one_of_its_family(
    provider: Provider, model: str, instead: str
) -> None:
    assert is_deprecated(provider, model)
    assert alternatives(provider, model) == instead
    assert not is_deprecated(provider, instead)


@pytest.mark.parametrize(
    ("provider", "model"),
    [
        (Provider.OPENAI, "gpt-6-luna"),
        (Provider.OPENAI, "gpt-5.4"),
        (Provider.OPENAI, "gpt-4o-audio-preview"),
        (Provider.OPENAI, "o3-deep-research"),
        (Provider.ANTHROPIC, "claude-opus-4-5"),
        (Provider.ANTHROPIC, "claude-sonnet-4-5-20250929"),
        (Provider.GEMINI, "gemini-pro-latest"),
        (Provider.GEMINI, "gemini-flash-latest"),
        (Provider.GEMINI, "gemini-2.5-flash-lite"),
        (Provider.AZURE, "gpt-4o"),
        (Provider.OLLAMA, "gpt-4"),
        (Provider.SIMULATED, "sim-small"),
    ],
)
def test_a_current_model_is_not_called_deprecated(provider: Provider, model: str) -> None:
    assert not is_deprecated(provider, model)


@pytest.mark.parametrize(
    ("provider", "model", "instead"),
    [
        (
            Provider.BEDROCK,
            "eu.anthropic.claude-3-5-sonnet-20241022-v2:0",
            "anthropic.claude-sonnet-5-5",
        ),
        (Provider.BEDROCK, "global.anthropic.claude-opus-4-5-v1:0", "anthropic.claude-opus-5-5"),
        (Provider.ANTHROPIC, "claude-opus-4-1-20250805", "claude-opus-5-5"),
        (Provider.ANTHROPIC, "claude-opus-5-5", None),
        (Provider.OPENAI, "nobody-knows-1", None),
        (Provider.OLLAMA, "llama3", None),
    ],
)
def test_for_a_model_gone_without_notice_the_newest_of_the_family_is_named(
    provider: Provider, model: str, instead: str | None
) -> None:
    assert alternatives(provider, model) == instead


def test_a_host_of_its_own_has_its_own_families() -> None:
    host = "https://api.moonshot.ai/v1"
    assert is_deprecated(Provider.COMPATIBLE, "kimi-k2.5", base_url=host)
    instead = alternatives(Provider.COMPATIBLE, "kimi-k2.5", base_url=host)
    assert instead is not None
    assert not is_deprecated(Provider.COMPATIBLE, instead, base_url=host)


@pytest.mark.parametrize(
    ("provider", "instead"),
    [
        (provider, fact.replacement)
        for provider, facts in RETIREMENTS.items()
        for fact in facts
        if fact.replacement
    ],
)
def test_every_replacement_is_offered_and_has_a_price(provider: Provider, instead: str) -> None:
    assert list_price(provider, instead, NOW) is not None
    assert not is_deprecated(provider, instead)


@pytest.mark.parametrize("provider", [Provider.VERTEX, Provider.BEDROCK])
def test_no_suggested_model_is_replaced_by_itself_or_by_a_retired_one(provider: Provider) -> None:
    for model in suggested_models(provider):
        instead = alternatives(provider, model.name)
        assert instead != model.name
        assert instead is None or not is_deprecated(provider, instead)
        assert instead is None or not re.match(r"regional\.", instead)
