"""Which API a model is called over: what suits it, unless a user has chosen."""

import pytest

from edison.domain.models.model_api import (
    AUTOMATIC,
    CHAT_COMPLETIONS,
    RESPONSES,
    ApiChoice,
    ModelApi,
)
from edison.domain.models.parameters import Parameters
from edison.domain.models.provider import Provider
from edison.providers.model_apis import api_in_use, refuses_effort_with_tools
from tests.unit.providers.wire.sample_calls import WEATHER, a_call

EFFORT = Parameters(reasoning_effort="high")


@pytest.mark.parametrize(
    ("model", "api"),
    [
        ("gpt-4o", CHAT_COMPLETIONS),
        ("gpt-4o-mini-2024-07-18", CHAT_COMPLETIONS),
        ("gpt-4.1", CHAT_COMPLETIONS),
        ("chatgpt-4o-latest", CHAT_COMPLETIONS),
        ("gpt-3.5-turbo", CHAT_COMPLETIONS),
        ("gpt-5-chat-latest", CHAT_COMPLETIONS),
        ("gpt-5.3-chat", CHAT_COMPLETIONS),
        ("o1", CHAT_COMPLETIONS),
        ("unheard-of", CHAT_COMPLETIONS),
        ("o1-pro", RESPONSES),
        ("o3", RESPONSES),
        ("o4-mini", RESPONSES),
        ("gpt-5", RESPONSES),
        ("gpt-5-mini", RESPONSES),
        ("gpt-5.2", RESPONSES),
        ("gpt-5.4", RESPONSES),
        ("gpt-5.4-2026-03-05", RESPONSES),
        ("gpt-5.6-terra", RESPONSES),
        ("gpt-6-astra", RESPONSES),
        ("codex-mini-latest", RESPONSES),
    ],
)
@pytest.mark.parametrize("provider", [Provider.OPENAI, Provider.AZURE])
def test_a_model_is_called_over_the_api_that_suits_it(
    provider: Provider, model: str, api: ModelApi
) -> None:
    assert api_in_use(provider, model, AUTOMATIC) == api


@pytest.mark.parametrize("choice", [CHAT_COMPLETIONS, RESPONSES])
@pytest.mark.parametrize("model", ["gpt-4o", "gpt-5.4"])
def test_the_choice_of_a_user_comes_first(choice: ApiChoice, model: str) -> None:
    assert api_in_use(Provider.OPENAI, model, choice) == choice


@pytest.mark.parametrize("provider", [Provider.COMPATIBLE, Provider.SIMULATED])
def test_other_servers_use_chat_completions_until_a_user_chooses(provider: Provider) -> None:
    assert api_in_use(provider, "gpt-5.4", AUTOMATIC) == CHAT_COMPLETIONS
    assert api_in_use(provider, "gpt-5.4", RESPONSES) == RESPONSES


def test_a_provider_with_one_api_has_no_choice() -> None:
    assert api_in_use(Provider.ANTHROPIC, "claude-opus-5", RESPONSES) == CHAT_COMPLETIONS


@pytest.mark.parametrize(
    ("model", "api", "refuses"),
    [
        ("gpt-5.4", CHAT_COMPLETIONS, True),
        ("gpt-5.6-luna", CHAT_COMPLETIONS, True),
        ("gpt-6-astra", CHAT_COMPLETIONS, True),
        ("gpt-5.4", RESPONSES, False),
        ("gpt-5.2", CHAT_COMPLETIONS, False),
        ("gpt-4o", CHAT_COMPLETIONS, False),
    ],
)
def test_tools_with_an_effort_are_known_to_be_refused(
    model: str, api: ModelApi, refuses: bool
) -> None:
    call = a_call("Hi", model=model, parameters=EFFORT, tools=(WEATHER,))
    alone = a_call("Hi", model=model, parameters=EFFORT)
    without_effort = a_call(
        "Hi", model=model, parameters=Parameters(reasoning_effort="none"), tools=(WEATHER,)
    )

    assert refuses_effort_with_tools(Provider.OPENAI, api, call) is refuses
    assert not refuses_effort_with_tools(Provider.OPENAI, api, alone)
    assert not refuses_effort_with_tools(Provider.OPENAI, api, without_effort)
