"""Which models take images, PDFs and audio. What no line states is unknown, and is tried.

PDFs need a model that sees, because providers send an image of each page beside its text.
"""

from dataclasses import dataclass
from datetime import date

from edison.domain.models.provider import Provider
from edison.kit.media_facts import MediaKind
from edison.providers.facts.fact_types import FactSource, begins

READ_ON = date(2026, 11, 19)


@dataclass(frozen=True, slots=True, kw_only=True)
class MediaInputFact:
    """The kinds of files that all models whose name begins with this pattern take; all other kinds are refused."""

    names: str
    takes: frozenset[MediaKind]
    source: FactSource


def _fact(names: str, source: str, *takes: MediaKind) -> MediaInputFact:
    return MediaInputFact(
        names=names,
        takes=frozenset(takes),
        source=FactSource(address=source, read_on=READ_ON),
    )


_OPENAI_MODELS = "https://developers.openai.com/api/docs/models"
_OPENAI_FILES = "https://developers.openai.com/api/docs/guides/file-inputs"
OPENAI_MEDIA = (
    _fact(r"gpt-(?:4o-(?:mini-)?audio|audio)", f"{_OPENAI_MODELS}/gpt-audio.md", "audio"),
    _fact(r"gpt-3\.5|gpt-4(?:$|-0|-32k|-1106|-turbo-preview)", _OPENAI_MODELS),
    _fact(r"o1-(?:mini|preview)|o3-mini", _OPENAI_MODELS),
    _fact(r"gpt-oss", _OPENAI_MODELS),
    _fact(r"gpt-4-turbo", _OPENAI_MODELS, "image"),
    _fact(r"gpt-4o|gpt-4\.|gpt-[5-9]|o[134]|chatgpt-4o", _OPENAI_FILES, "image", "pdf"),
)
_CLAUDE = "https://platform.claude.com/docs/en/build-with-claude/pdf-support"
ANTHROPIC_MEDIA = (
    _fact(r"claude-(?:2|v1|v2|instant)", _CLAUDE),
    _fact(r"claude-", _CLAUDE, "image", "pdf"),
)
_GEMINI = "https://ai.google.dev/gemini-api/docs/models"
GOOGLE_MEDIA = (_fact(r"gemini-", _GEMINI, "image", "pdf", "audio"),)
_BEDROCK = "https://docs.aws.amazon.com/bedrock/latest/userguide/models-supported.html"
BEDROCK_MEDIA = (
    *ANTHROPIC_MEDIA,
    _fact(r"nova-micro", _BEDROCK),
    _fact(r"nova-", _BEDROCK, "image", "pdf"),
    _fact(r"llama3-2-(?:11b|90b)|llama4-", _BEDROCK, "image", "pdf"),
    # Converse reads the text of a document for models that cannot see.
    _fact(r"llama3-|mistral-(?:7b|large-2402)|mixtral|command-r", _BEDROCK, "pdf"),
    _fact(r"titan-text", _BEDROCK),
)
OPEN_MEDIA = (_fact(r"gpt-oss", "https://huggingface.co/openai/gpt-oss-120b"),)

MEDIA_INPUTS: dict[Provider, tuple[MediaInputFact, ...]] = {
    Provider.OPENAI: OPENAI_MEDIA,
    Provider.AZURE: OPENAI_MEDIA,
    Provider.ANTHROPIC: ANTHROPIC_MEDIA,
    Provider.GEMINI: GOOGLE_MEDIA,
    Provider.VERTEX: GOOGLE_MEDIA,
    Provider.BEDROCK: BEDROCK_MEDIA,
    Provider.COMPATIBLE: OPEN_MEDIA,
    Provider.OLLAMA: OPEN_MEDIA,
    Provider.SIMULATED: (_fact(r"", "src/edison/simulator/protocols", "image", "pdf", "audio"),),
}


def documented_media(provider: Provider, bare_name: str) -> frozenset[MediaKind] | None:
    """Return the kinds of files a model is documented to take; None if no document states it."""
    facts = MEDIA_INPUTS.get(provider, ())
    return next((fact.takes for fact in facts if begins(fact.names, bare_name)), None)
