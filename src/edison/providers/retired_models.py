"""Retired and deprecated models, and their replacements.

Sources: the retirement facts in `facts`, and the deprecation flags of the price data. Azure, Bedrock and Vertex have
their own retirement dates; for models without a flag, only a newer model of the family is suggested.
"""

import re

from edison.domain.models.provider import Provider
from edison.providers.model_facts import retirement_fact
from edison.providers.price_book import bare_name, entries_of, entry_for

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
    if _is_retired(provider, model):
        return True
    entry = entry_for(provider, model, base_url)
    return bool(entry and entry.deprecated)


def alternatives(provider: Provider, model: str, *, base_url: str = "") -> str | None:
    """Return a newer current model of the same family as a deprecated or retired model; None if there is none."""
    fact = retirement_fact(provider, model)
    if fact is not None and fact.replacement:
        return fact.replacement
    kind, version = _family(bare_name(model))
    newer = {
        other.id: _family(other.id)[1]
        for other in entries_of(provider, base_url)
        if not other.deprecated
        and not _is_retired(provider, other.id)
        and _family(other.id)[0] == kind
        and _family(other.id)[1] > version
    }
    # A model that may run anywhere in the world does not replace one that stays in a region.
    newest = max(
        newer, key=lambda name: (newer[name], not name.startswith("global.")), default=None
    )
    # `regional.` stands for any region in the data; it is not part of a callable name.
    return newest.removeprefix("regional.") if newest else None


def _is_retired(provider: Provider, model: str) -> bool:
    fact = retirement_fact(provider, model)
    return fact is not None and not fact.only_earliest


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
