"""Find the world that a prompt belongs to."""

from functools import lru_cache

from edison.simulator.worlds.creative_world import CODE, TEXT
from edison.simulator.worlds.extraction_world import EXTRACTION
from edison.simulator.worlds.prompt_brief import Brief
from edison.simulator.worlds.question_world import QUESTION, known
from edison.simulator.worlds.sorting_world import SORTING
from edison.simulator.worlds.support_world import SUPPORT
from edison.simulator.worlds.world_features import World

# The order decides if a prompt fits more than one.
WORLDS: tuple[World, ...] = (SORTING, EXTRACTION, SUPPORT, CODE, TEXT, QUESTION)
# These are recognized by the instructions, whatever the case contains.
BY_WISH = (SORTING, EXTRACTION, SUPPORT)


def world_of(brief: Brief) -> World:
    """Return the world that fits the instructions; a question with a known answer belongs to the question world."""
    told = _told(brief.instructions)
    if told in BY_WISH:
        return told
    if known(brief.content):
        return QUESTION
    return told or _first(brief.content) or QUESTION


# The same instructions come with many cases.
@lru_cache(maxsize=1024)
def _told(instructions: str) -> World | None:
    return _first(instructions)


def _first(text: str) -> World | None:
    return next((world for world in WORLDS if world.recognised.search(text)), None)
