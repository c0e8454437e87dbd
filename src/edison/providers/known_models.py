"""Table of the known capabilities of models; the first matching pattern applies.

Sources: OpenAI's chat completions reference, guide to reasoning models and deprecations page; Anthropic's migration
guides, model overviews and deprecations page; Google's pages of the Gemini models; the Bedrock user guide (Converse).
Context windows and deprecations come from `genai-prices` if it has them. None means that no document states the
capability: then the parameter is tried.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from edison.domain.models.application import APPLICATION_CAPABILITIES
from edison.domain.models.capabilities import UNKNOWN, Capabilities
from edison.domain.models.provider import Provider
from edison.providers.facts.fact_types import begins
from edison.providers.facts.media_input_facts import documented_media
from edison.providers.model_facts import fact_of
from edison.providers.price_book import bare_name, entry_for


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Capabilities of all models whose name, without a vendor prefix, begins with this text."""

    names: str
    can: Capabilities


# --- OpenAI, and Azure where a deployment has the name of its model -------------------------------

_OPENAI = Capabilities(top_k=False, streaming=True)
_GPT = replace(
    _OPENAI,
    temperature=True,
    top_p=True,
    penalties=True,
    seed=True,
    stop=True,
    json_mode=True,
    schema=True,
    tools=True,
    reasoning=False,
)
# These models reject sampling parameters.
_REASONS = replace(
    _GPT, temperature=False, top_p=False, penalties=False, stop=False, seed=None, reasoning=True
)
# From 5.1 on it depends on the effort: the temperature is accepted only with "none". So it is tried.
_REASONS_ON_DEMAND = replace(_REASONS, temperature=None, top_p=None, penalties=None, stop=None)

OPENAI_FACTS = (
    Fact(
        names=r"gpt-4o(?:-mini)?-search",
        can=replace(
            _GPT, temperature=False, top_p=False, penalties=False, max_output_tokens=16_384
        ),
    ),
    Fact(names=r"gpt-4o-2024-05-13", can=replace(_GPT, schema=False, max_output_tokens=4_096)),
    Fact(names=r"(?:gpt-4o|chatgpt-4o)", can=replace(_GPT, max_output_tokens=16_384)),
    Fact(names=r"gpt-4\.1", can=replace(_GPT, max_output_tokens=32_768)),
    Fact(names=r"gpt-4\.5", can=replace(_GPT, max_output_tokens=16_384)),
    Fact(
        names=r"gpt-(?:4-turbo|4-1106|4-0125|3\.5)",
        can=replace(_GPT, schema=False, max_output_tokens=4_096),
    ),
    Fact(
        names=r"gpt-4(?:-32k)?(?:-0\d{3})?$",
        can=replace(_GPT, json_mode=False, schema=False, max_output_tokens=8_192),
    ),
    Fact(
        names=r"gpt-5-chat",
        can=replace(_GPT, schema=False, tools=False, seed=None, max_output_tokens=16_384),
    ),
    Fact(names=r"gpt-5\.\d+-chat", can=replace(_REASONS_ON_DEMAND, reasoning=None)),
    # These always reason, so they never accept sampling parameters.
    Fact(names=r"gpt-6\.1-sol|gpt-6-astra", can=replace(_REASONS, max_output_tokens=128_000)),
    Fact(names=r"gpt-[6-9]", can=replace(_REASONS_ON_DEMAND, max_output_tokens=128_000)),
    Fact(names=r"gpt-5\.\d+", can=replace(_REASONS_ON_DEMAND, max_output_tokens=128_000)),
    Fact(names=r"gpt-5", can=replace(_REASONS, seed=True, max_output_tokens=128_000)),
    Fact(
        names=r"o1-(?:mini|preview)",
        can=replace(
            _REASONS, stop=None, json_mode=False, schema=False, tools=False, reasoning=None
        ),
    ),
    Fact(names=r"o1", can=replace(_REASONS, stop=None, max_output_tokens=100_000)),
    Fact(names=r"o[34]", can=replace(_REASONS, max_output_tokens=100_000)),
    Fact(names=r"", can=_OPENAI),
)

# --- Anthropic, also on Bedrock -------------------------------------------------------------------

_CLAUDE = Capabilities(
    temperature=True,
    top_p=True,
    top_k=True,
    penalties=False,
    seed=False,
    stop=True,
    # There is no parameter for it; the prompt asks for JSON.
    json_mode=True,
    tools=True,
    streaming=True,
)
_CLAUDE_THINKS = replace(_CLAUDE, reasoning=True)
_CLAUDE_SCHEMA = replace(_CLAUDE_THINKS, schema=True)
# Since Opus 4.7 setting temperature, top_p or top_k is an error.
_CLAUDE_UNSAMPLED = replace(_CLAUDE_SCHEMA, temperature=False, top_p=False, top_k=False)

ANTHROPIC_FACTS = (
    Fact(
        names=r"claude-(?:opus-4-[78]|(?:opus|sonnet|haiku|fable)-5)",
        can=replace(_CLAUDE_UNSAMPLED, max_output_tokens=128_000),
    ),
    Fact(names=r"claude-opus-4-6", can=replace(_CLAUDE_SCHEMA, max_output_tokens=128_000)),
    Fact(names=r"claude-sonnet-4-6", can=_CLAUDE_SCHEMA),
    Fact(
        names=r"claude-(?:opus|sonnet|haiku)-4-5",
        can=replace(_CLAUDE_SCHEMA, max_output_tokens=64_000),
    ),
    Fact(names=r"claude-opus-4-1", can=replace(_CLAUDE_SCHEMA, max_output_tokens=32_000)),
    Fact(names=r"claude-(?:opus-4|4-opus)", can=replace(_CLAUDE_THINKS, max_output_tokens=32_000)),
    Fact(
        names=r"claude-(?:sonnet-4|4-sonnet|3-7-sonnet)",
        can=replace(_CLAUDE_THINKS, max_output_tokens=64_000),
    ),
    Fact(names=r"claude-3-5-", can=replace(_CLAUDE, reasoning=False, max_output_tokens=8_192)),
    Fact(names=r"claude-3-", can=replace(_CLAUDE, reasoning=False, max_output_tokens=4_096)),
    Fact(
        names=r"claude-(?:2|v1|v2|instant)",
        can=replace(_CLAUDE, reasoning=False, tools=False, max_output_tokens=4_096),
    ),
    Fact(names=r"", can=Capabilities(penalties=False, seed=False, streaming=True)),
)

# --- Gemini, at Google AI and at Vertex -----------------------------------------------------------

_GEMINI = Capabilities(
    temperature=True,
    top_p=True,
    top_k=True,
    seed=True,
    stop=True,
    json_mode=True,
    schema=True,
    tools=True,
    streaming=True,
)
_GEMINI_THINKS = replace(_GEMINI, reasoning=True, max_output_tokens=65_536)

GEMINI_FACTS = (
    Fact(
        names=r"gemini-(?:1\.|2\.0|pro(?=$|-1|-vision)|flash-1)",
        can=replace(_GEMINI, reasoning=False, max_output_tokens=8_192),
    ),
    Fact(
        names=r"gemini-2\.5-(?:pro|flash)(?:-lite|-preview|$|-\d)",
        can=replace(_GEMINI_THINKS, context_window=1_048_576),
    ),
    Fact(
        # Since 3.6 Flash sampling parameters have no effect, and penalties are an error.
        names=r"gemini-3\.[6-9]-flash",
        can=replace(_GEMINI_THINKS, temperature=False, top_p=False, top_k=False, penalties=False),
    ),
    Fact(names=r"gemini-3", can=replace(_GEMINI_THINKS, context_window=1_048_576)),
    Fact(
        names=r"gemini-[4-9]", can=replace(_GEMINI_THINKS, temperature=None, top_p=None, top_k=None)
    ),
    Fact(names=r"", can=Capabilities(streaming=True)),
)

# --- Bedrock: the Converse API has no penalties and no seed ----------------------------------------

_CONVERSE = Capabilities(
    temperature=True,
    top_p=True,
    penalties=False,
    seed=False,
    stop=True,
    # By the prompt, as with Claude.
    json_mode=True,
    streaming=True,
)
_CONVERSE_TOOLS = replace(_CONVERSE, tools=True)

BEDROCK_FACTS = (
    # Schema support differs there, so it is left unknown.
    *(Fact(names=item.names, can=replace(item.can, schema=None)) for item in ANTHROPIC_FACTS[:-1]),
    Fact(names=r"nova-(?:micro|lite|pro)", can=replace(_CONVERSE_TOOLS, max_output_tokens=10_000)),
    Fact(names=r"nova-", can=_CONVERSE_TOOLS),
    Fact(names=r"llama3-2-(?:1b|3b)", can=replace(_CONVERSE, tools=False, reasoning=False)),
    Fact(names=r"llama3-[123]-|llama4-", can=replace(_CONVERSE_TOOLS, reasoning=False)),
    Fact(names=r"llama3-", can=replace(_CONVERSE, tools=False, reasoning=False)),
    Fact(names=r"mistral-(?:large|small)", can=replace(_CONVERSE_TOOLS, reasoning=False)),
    Fact(names=r"(?:mistral-7b|mixtral)", can=replace(_CONVERSE, tools=False, reasoning=False)),
    Fact(names=r"command-r", can=replace(_CONVERSE_TOOLS, reasoning=False)),
    Fact(names=r"titan-text", can=replace(_CONVERSE, tools=False, reasoning=False)),
    Fact(names=r"", can=Capabilities(penalties=False, seed=False)),
)

_SIMULATED = replace(
    _GPT, top_k=True, reasoning=True, context_window=128_000, max_output_tokens=16_384
)
SIMULATED_FACTS = (
    # Simulates a model whose rejected parameter must be discovered.
    Fact(names=r"sim-picky", can=replace(_SIMULATED, temperature=None)),
    Fact(names=r"", can=_SIMULATED),
)

FACTS: Mapping[Provider, tuple[Fact, ...]] = {
    Provider.OPENAI: OPENAI_FACTS,
    Provider.AZURE: OPENAI_FACTS,
    Provider.ANTHROPIC: ANTHROPIC_FACTS,
    Provider.GEMINI: GEMINI_FACTS,
    Provider.VERTEX: GEMINI_FACTS,
    Provider.BEDROCK: BEDROCK_FACTS,
    Provider.APPLICATION: (Fact(names=r"", can=APPLICATION_CAPABILITIES),),
    Provider.SIMULATED: SIMULATED_FACTS,
}


def known_capabilities(provider: Provider, model: str, *, base_url: str = "") -> Capabilities:
    """Return the documented capabilities of a model."""
    name = bare_name(model)
    facts = next(
        (item.can for item in FACTS.get(provider, ()) if begins(item.names, name)), UNKNOWN
    )
    media = documented_media(provider, name)
    if media is not None:
        facts = replace(facts, images="image" in media, pdfs="pdf" in media, audio="audio" in media)
    entry = entry_for(provider, model, base_url)
    if entry is not None and entry.context_window:
        facts = replace(facts, context_window=entry.context_window)
    own = fact_of(provider, model)
    if own is None:
        return facts
    return replace(
        facts,
        context_window=own.context_window or facts.context_window,
        max_output_tokens=own.max_output_tokens or facts.max_output_tokens,
    )
