"""How providers count the tokens of images, PDF pages and audio: dated facts, and upper bounds for budgets.

All addresses were read on 2026-11-19. Prices per token are those of text, except where a model has a price of its own
for audio (gpt-audio); then the estimate is too low and the answer's usage is what is charged.
"""

import math
import re
from dataclasses import dataclass
from typing import Protocol

from edison.domain.models.attached_file import AttachedFile


class ImageRule(Protocol):
    def tokens(self, width: int, height: int) -> int: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class TileRule:
    """The image is fitted into 2048 x 2048, its short side is shrunk to 768, and tiles of 512 x 512 are counted."""

    base: int
    tile: int

    def tokens(self, width: int, height: int) -> int:
        scale = min(1.0, 2048 / max(width, height))
        scale = min(scale, 768 / min(width, height))
        across, down = (max(1, math.ceil(round(side * scale) / 512)) for side in (width, height))
        return self.base + self.tile * across * down


@dataclass(frozen=True, slots=True, kw_only=True)
class PatchRule:
    """Square patches are counted, up to a maximum; larger images are shrunk first."""

    side: int
    most: int
    factor: float = 1.0
    long_edge: int | None = None

    def tokens(self, width: int, height: int) -> int:
        scale = min(1.0, self.long_edge / max(width, height)) if self.long_edge else 1.0
        across, down = (max(1, math.ceil(length * scale / self.side)) for length in (width, height))
        return math.ceil(min(self.most, across * down) * self.factor)


@dataclass(frozen=True, slots=True, kw_only=True)
class FlatRule:
    """Each image costs the same."""

    each: int

    def tokens(self, width: int, height: int) -> int:
        return self.each


@dataclass(frozen=True, slots=True, kw_only=True)
class MediaFact:
    """Token counts of all models whose name, without a vendor prefix, begins with this pattern."""

    names: str
    image: ImageRule
    # Image and text of one page together. The text depends on the page, so this is an estimate.
    page: int
    # None: the models take no audio, or no document states its price in tokens.
    second: int | None
    source: str


_OPENAI = "https://community.openai.com/t/1281361 and OpenAI's guide to images and vision"
# Measured by users, because the guide differs: 1.2 where it says 1.62 or 2.46.
_OPENAI_5 = "https://community.openai.com/t/1377015"
_BUDGETS = "https://github.com/openai/codex/pull/19865 (10,000 patches of 32 pixels)"
_CLAUDE = "https://platform.claude.com/docs/en/build-with-claude/vision"
_GEMINI = "https://ai.google.dev/gemini-api/docs/media-resolution"
# Words of a page: 1,500 to 3,000 tokens at Anthropic (platform.claude.com, PDF support), the same text elsewhere.
_WORDS = 1_500

MEDIA_FACTS = (
    MediaFact(
        names=r"gpt-4o-mini",
        image=TileRule(base=2_833, tile=5_667),
        page=_WORDS + 2_833 + 4 * 5_667,
        second=None,
        source=_OPENAI,
    ),
    MediaFact(
        names=r"gpt-4\.1-mini",
        image=PatchRule(side=32, most=1_536, factor=1.62),
        page=_WORDS + 2_489,
        second=None,
        source=_OPENAI,
    ),
    MediaFact(
        names=r"gpt-4\.1-nano",
        image=PatchRule(side=32, most=1_536, factor=2.46),
        page=_WORDS + 3_779,
        second=None,
        source=_OPENAI,
    ),
    MediaFact(
        names=r"o4-mini|codex-mini",
        image=PatchRule(side=32, most=1_536, factor=1.72),
        page=_WORDS + 2_642,
        second=None,
        source=_OPENAI,
    ),
    MediaFact(
        names=r"gpt-(?:4o-audio|audio)",
        image=TileRule(base=85, tile=170),
        page=_WORDS + 765,
        # One minute is about 600 tokens (https://developers.openai.com/api/docs/models/gpt-audio).
        second=10,
        source=_OPENAI,
    ),
    MediaFact(
        names=r"gpt-4|chatgpt-4o",
        image=TileRule(base=85, tile=170),
        page=_WORDS + 765,
        second=None,
        source=_OPENAI,
    ),
    MediaFact(
        names=r"o[13]",
        image=TileRule(base=75, tile=150),
        page=_WORDS + 675,
        second=None,
        source=_OPENAI,
    ),
    MediaFact(
        names=r"gpt-5-nano",
        image=PatchRule(side=32, most=1_536, factor=1.5),
        page=_WORDS + 2_304,
        second=None,
        source=_OPENAI_5,
    ),
    MediaFact(
        names=r"gpt-5(?:\.\d)?-(?:mini|nano)",
        image=PatchRule(side=32, most=1_536, factor=1.2),
        page=_WORDS + 1_844,
        second=None,
        source=_OPENAI_5,
    ),
    MediaFact(
        names=r"gpt-5(?:$|-)",
        image=TileRule(base=70, tile=140),
        page=_WORDS + 630,
        second=None,
        source=_OPENAI,
    ),
    MediaFact(
        names=r"gpt-5\.[123]",
        image=PatchRule(side=32, most=1_536, factor=1.2),
        page=_WORDS + 1_844,
        second=None,
        source=_OPENAI_5,
    ),
    MediaFact(
        names=r"gpt-(?:5\.|[6-9])",
        image=PatchRule(side=32, most=10_000, factor=1.2),
        page=_WORDS + 3_000,
        second=None,
        source=f"{_BUDGETS}; {_OPENAI_5}",
    ),
    MediaFact(
        names=r"claude-(?:opus-4-[78]|(?:opus|sonnet|haiku|fable)-5)",
        image=PatchRule(side=28, most=4_784, long_edge=2_576),
        page=_WORDS + 4_784,
        second=None,
        source=_CLAUDE,
    ),
    MediaFact(
        names=r"claude-",
        image=PatchRule(side=28, most=1_568, long_edge=1_568),
        page=_WORDS + 1_568,
        second=None,
        source=_CLAUDE,
    ),
    MediaFact(
        names=r"gemini-(?:1|2)",
        image=PatchRule(side=768, most=64, factor=258),
        page=258,
        second=32,
        source=_GEMINI,
    ),
    MediaFact(
        names=r"gemini-", image=FlatRule(each=1_120), page=_WORDS + 560, second=32, source=_GEMINI
    ),
    # Edison's own simulator.
    MediaFact(
        names=r"sim-",
        image=PatchRule(side=32, most=1_536),
        page=700,
        second=25,
        source="src/edison/simulator/protocols/content_parts.py",
    ),
)

# Open models and unknown names: one token for each 28 x 28 pixels, as Qwen-VL counts, without shrinking.
UNKNOWN_MEDIA = MediaFact(
    names="",
    image=PatchRule(side=28, most=16_384),
    page=_WORDS + 3_000,
    second=40,
    source="https://huggingface.co/Qwen/Qwen2.5-VL-7B-Instruct",
)
# Above every rule: text and image of a dense page, and tiles of small models.
_MOST_PAGE = 10_000
_MOST_SECOND = 64
_MARGIN = 1.25


def media_fact(model_name: str) -> MediaFact:
    """Return the rule of a model; Bedrock, servers of open models and fine-tunes put words before the name."""
    name = re.split(r"[/.:](?=[a-z])", model_name.lower().removeprefix("ft:"))
    for bare in (name[-1], *name):
        for fact in MEDIA_FACTS:
            if re.match(fact.names, bare):
                return fact
    return UNKNOWN_MEDIA


def file_tokens(file: AttachedFile, model_name: str) -> int:
    """Estimate the tokens of a file by the rule that the provider of the model documents."""
    fact = media_fact(model_name)
    if file.kind == "image":
        return fact.image.tokens(file.width or 1, file.height or 1)
    if file.kind == "pdf":
        return fact.page * max(1, file.pages)
    return math.ceil(file.seconds * (fact.second or _MOST_SECOND)) + 1


def most_file_tokens(file: AttachedFile, model_name: str) -> int:
    """Return an upper bound of a file's tokens, for budgets. A page with more text than a book has can exceed it."""
    if file.kind == "pdf":
        return max(_MOST_PAGE, 2 * media_fact(model_name).page) * max(1, file.pages)
    if file.kind == "audio":
        return math.ceil(file.seconds * _MOST_SECOND * _MARGIN) + 1
    return math.ceil(file_tokens(file, model_name) * _MARGIN) + 64
