"""Simulated embeddings: texts of the same meaning have similar vectors, also if they use other words.

A vector depends only on the text. Each word adds the direction of its meaning; words that mean the same share one.
"""

import re
from math import sqrt

from edison.simulator.worlds.seeded_draws import draw

# The first word of a line stands for all others.
SAME_MEANING = (
    "car automobile vehicle",
    "quick fast rapid swift",
    "buy purchase",
    "big large huge",
    "small little tiny",
    "begin start commence",
    "end finish",
    "help assist support",
    "send sent ship shipped dispatch",
    "parcel package",
    "refund reimbursement",
    "answer reply response",
    "happy glad pleased",
    "physician doctor",
    "capital metropolis",
    "question query inquiry",
    "good fine",
)
# Carry no meaning of their own.
_FILLERS = "a an the is are was were be been it its this that of to in on for and or with you your we our i my will"
FILLERS = frozenset(_FILLERS.split())
_MEANING = {word: line.split()[0] for line in SAME_MEANING for word in line.split()}
_WORD = re.compile(r"\w+")
_ENDINGS = ("ing", "ly", "ed", "es", "s")
_SHORTEST_STEM = 4


def meaning_vector(text: str, dimensions: int) -> list[float]:
    """Return the unit vector of a text."""
    found = [0.0] * dimensions
    words = _WORD.findall(text.casefold()) or [""]
    for word in [each for each in words if each not in FILLERS] or words:
        meaning = _meaning_of(word)
        found[int(draw("place", meaning) * dimensions)] += 1 if draw("sign", meaning) < 0.5 else -1
    length = sqrt(sum(value * value for value in found)) or 1.0
    if not any(found):
        # Words of opposite directions: the vector of the first one.
        return meaning_vector(words[0], dimensions)
    return [value / length for value in found]


def _meaning_of(word: str) -> str:
    for ending in ("", *_ENDINGS):
        stem = word.removesuffix(ending)
        if stem in _MEANING:
            return _MEANING[stem]
    for ending in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _SHORTEST_STEM:
            return stem
    return word
