"""Choice of the default model for assists.

The default is the most expensive model below a price limit, because price indicates quality.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from edison.domain.models.catalog import CatalogModel
from edison.domain.models.price import Price
from edison.domain.models.provider import Provider

# Price limit in dollars for 1,000 tokens, half of them input and half output.
DEAR_PER_1K = Decimal("0.01")
# Name parts of models for speech, images, ranking or moderation, which do not write text.
_OTHER_WORK = re.compile(
    r"embed|moderat|whisper|tts|audio|realtime|transcri|image|dall-e|sora|rerank|guard|judge"
    r"|instruct|search|computer-use|babbage|davinci|codex|vision|robotics|live",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AssistModelCandidate:
    """A model with a working credential, and its current price."""

    model: CatalogModel
    price: Price


def default_model(
    candidates: Sequence[AssistModelCandidate], preferred: Provider
) -> CatalogModel | None:
    """Return the most expensive model below the price limit, else the cheapest model; None without candidates.

    Models that support structured output, and models of the preferred provider, take precedence.
    """
    fitting = [each for each in candidates if _writes(each.model)] or list(candidates)
    if not fitting:
        return None
    # The demo's models behave well; the other simulated models exist to fail.
    demo = [each for each in fitting if each.model.name.startswith("demo-")]
    of_real = [each for each in fitting if each.model.provider is not Provider.SIMULATED]
    groups = (
        [each for each in of_real if each.model.provider is preferred],
        of_real,
        demo,
        fitting,
    )
    group = next(group for group in groups if group)
    cheap = [each for each in group if per_1k(each.price) <= DEAR_PER_1K]
    if not cheap:
        return min(group, key=lambda each: (per_1k(each.price), each.model.name)).model
    return max(cheap, key=lambda each: (per_1k(each.price), each.model.name)).model


def per_1k(price: Price) -> Decimal:
    return (price.input + price.output) / 2 / 1000


def _writes(model: CatalogModel) -> bool:
    if model.deprecated or model.missing or _OTHER_WORK.search(model.name):
        return False
    return model.capabilities.schema is not False or model.capabilities.json_mode is not False
