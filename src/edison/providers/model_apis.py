"""Table of the API over which each model is called by default, and of what an API refuses.

Sources, read on 2026-11-18: OpenAI's guide "Migrate to the Responses API" (developers.openai.com), which recommends it
for reasoning models; "Use the Azure OpenAI Responses API" (learn.microsoft.com) with its list of models; and the error
texts in openai-openapi issue 541 (GPT-5.4), webmcp-tools issue 417 (GPT-5.6) and sub2api issue 6740 (GPT-6).
"""

from dataclasses import dataclass

from edison.domain.models.model_api import (
    CHAT_COMPLETIONS,
    RESPONSES,
    ApiChoice,
    ModelApi,
)
from edison.domain.models.model_call import ModelCall
from edison.domain.models.provider import Provider
from edison.providers.facts.fact_types import begins
from edison.providers.price_book import bare_name
from edison.providers.wire.registry import RESPONSES_WIRES


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiFact:
    """The default API of all models whose name begins with this text; the first match applies."""

    names: str
    api: ModelApi
    # Chat completions refuse function tools together with a reasoning effort other than "none".
    tools_exclude_effort: bool = False


OPENAI_APIS = (
    # Models of the ChatGPT product answer at once; they have no effort.
    ApiFact(names=r"gpt-5(?:\.\d+)?-chat", api=CHAT_COMPLETIONS),
    ApiFact(names=r"gpt-5\.(?:[4-9]|\d\d)|gpt-[6-9]", api=RESPONSES, tools_exclude_effort=True),
    ApiFact(names=r"gpt-5", api=RESPONSES),
    # Only there: o1-pro, o3-pro, codex and deep research. Plain o1 is served in chat completions until its end.
    ApiFact(names=r"o1-pro|o[3-9]|codex", api=RESPONSES),
    ApiFact(names=r"", api=CHAT_COMPLETIONS),
)

_APIS = {Provider.OPENAI: OPENAI_APIS, Provider.AZURE: OPENAI_APIS}


def has_both_apis(provider: Provider) -> bool:
    return provider in RESPONSES_WIRES


def api_in_use(provider: Provider, model: str, choice: ApiChoice) -> ModelApi:
    """Return the API over which a model is called: the user's choice, or else the one that suits the model."""
    if not has_both_apis(provider):
        return CHAT_COMPLETIONS
    return _fact(provider, model).api if choice == "automatic" else choice


def refuses_effort_with_tools(provider: Provider, api: ModelApi, call: ModelCall) -> bool:
    """Return whether the API is documented to refuse the call, because it has tools and a reasoning effort."""
    effort = call.parameters.reasoning_effort
    if api != CHAT_COMPLETIONS or not call.tools or effort in (None, "none"):
        return False
    return _fact(provider, call.model).tools_exclude_effort


def _fact(provider: Provider, model: str) -> ApiFact:
    name = bare_name(model)
    facts = (fact for fact in _APIS.get(provider, ()) if begins(fact.names, name))
    return next(facts, ApiFact(names="", api=CHAT_COMPLETIONS))
