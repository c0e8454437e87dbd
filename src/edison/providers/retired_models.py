"""Retired and deprecated models, and their replacements.

Sources: the deprecations pages of OpenAI, Anthropic and Google, and the deprecation flags of the price data. Azure,
Bedrock and Vertex have their own retirement dates; for models without a flag, only a newer model of the family is
suggested.
"""

import re
from collections.abc import Mapping

from edison.domain.models.provider import Provider
from edison.providers.known_models import begins
from edison.providers.price_book import bare_name, entries_of, entry_for

# Retired or deprecated models without a flag in the price data.
_GOOGLE_RETIRED = (
    (r"gemini-(?:1\.\d-pro|pro(?=$|-1|-vision))", "gemini-3.1-pro-preview"),
    (r"gemini-(?:1\.\d-flash|flash-1\.5)", "gemini-3.8-flash"),
)
RETIRED: Mapping[Provider, tuple[tuple[str, str], ...]] = {
    Provider.OPENAI: (
        (r"gpt-3\.5|o4-mini(?!-deep)|gpt-5-mini", "gpt-5.6-terra"),
        (r"gpt-4\.1-nano|gpt-5-nano", "gpt-5.6-luna"),
        (r"gpt-4o-2024-05-13|gpt-4(?=$|-\d|-turbo|-vision)|gpt-4\.5", "gpt-5.6-sol"),
        (r"o1|o3(?=$|-\d|-mini|-pro)|gpt-5(?=$|-\d|-pro)", "gpt-5.6-sol"),
        (r"gpt-4o(?:-mini)?(?=$|-\d)|gpt-4\.1|chatgpt-4o", "gpt-6-luna"),
        (r"(?:text-)?(?:davinci|curie|babbage|ada)(?=$|-00)", "gpt-6-luna"),
    ),
    Provider.ANTHROPIC: (
        (r"claude-(?:3-opus|opus-4-0|opus-4-2\d{7}|opus-4$|4-opus)", "claude-opus-5-5"),
        (r"claude-(?:3-haiku|3-5-haiku|instant)", "claude-haiku-5-5"),
        (
            r"claude-(?:3|sonnet-4-0|sonnet-4-2\d{7}|sonnet-4$|4-sonnet|2|1|v1|v2)",
            "claude-sonnet-5-5",
        ),
    ),
    Provider.GEMINI: _GOOGLE_RETIRED,
    Provider.VERTEX: _GOOGLE_RETIRED,
}

# Words in a name that denote the edition, not the kind.
EDITION = frozenset({"preview", "latest", "exp", "experimental"})
VERSION = re.compile(r"[a-z]?(\d+(?:\.\d+)*)")
# Parts that Bedrock adds to a name: the region, and the version of its API.
REGION = re.compile(r"^(?:global|regional|us|us-gov|eu|apac|jp|au|ca)\.")
# A longer number after the version is a date.
MAX_VERSION_DIGITS = 2
INTERFACE = re.compile(r"-v\d+(?::\d+)?$")


def is_deprecated(provider: Provider, model: str, *, base_url: str = "") -> bool:
    """Return whether the provider has retired or deprecated this model."""
    if _retired_for(provider, model):
        return True
    entry = entry_for(provider, model, base_url)
    return bool(entry and entry.deprecated)


def alternatives(provider: Provider, model: str, *, base_url: str = "") -> str | None:
    """Return a newer current model of the same family as a deprecated or retired model; None if there is none."""
    replacement = _retired_for(provider, model)
    if replacement:
        return replacement
    kind, version = _family(bare_name(model))
    newer = {
        other.id: _family(other.id)[1]
        for other in entries_of(provider, base_url)
        if not other.deprecated
        and not _retired_for(provider, other.id)
        and _family(other.id)[0] == kind
        and _family(other.id)[1] > version
    }
    # A model that may run anywhere in the world does not replace one that stays in a region.
    newest = max(
        newer, key=lambda name: (newer[name], not name.startswith("global.")), default=None
    )
    # `regional.` stands for any region in the data; it is not part of a callable name.
    return newest.removeprefix("regional.") if newest else None


def _retired_for(provider: Provider, model: str) -> str | None:
    name = bare_name(model)
    rules = RETIRED.get(provider, ())
    return next((instead for names, instead in rules if begins(names, name)), None)


def _family(name: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Split a model name into family and version: claude-opus-4-1-20250805 is (claude, opus) and 4.1."""
    kind: list[str] = []
    version: list[int] = []
    complete = False
    for word in INTERFACE.sub("", REGION.sub("", name.lower())).split("-"):
        number = VERSION.fullmatch(word)
        if number is None:
            kind += [] if word in EDITION else [word]
            complete = bool(version)
        elif version and len(number.group(1)) > MAX_VERSION_DIGITS:
            complete = True
        elif not complete:
            version += [int(part) for part in number.group(1).split(".")]
    return tuple(kind), tuple(version)
