"""Detection of near-duplicate texts in large sets, and the mean distance between texts."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from math import ceil

# Similarity from which on two texts count as the same case. In a short text one word can be the whole difference
# ("the capital of France", "the capital of Spain"), so the threshold is higher.
NEARLY_SAME = 0.6
NEARLY_SAME_SHORT = 0.85
SHORT = 10
# Shorter texts are compared by letters: two short questions share most of their words by chance.
FEW_WORDS = 6
WORDS_TOGETHER = 2
LETTERS_TOGETHER = 4
# Of a longer text only the beginning is compared.
MOST_WORDS = 400

# Words, and operators between numbers: without them all calculations with the same two numbers would be equal.
_WORD = re.compile(r"\w+|(?:(?<=\d)|(?<=\d\s))[-+*/^%<>=\u00d7\u00f7](?=\s?\d)")


class KnownTexts:
    """Set of texts without near duplicates. Of several similar texts, the set keeps the first."""

    def __init__(self) -> None:
        self._same: dict[str, int] = {}
        self._pieces: list[frozenset[str]] = []
        self._holding: dict[str, list[int]] = defaultdict(list)

    def __len__(self) -> int:
        return len(self._pieces)

    def add(self, text: str) -> bool:
        """Add a text and return True. If the set has a similar text, return False and do not add it."""
        return self.meet(text) is None

    def meet(self, text: str) -> tuple[int, float] | None:
        """Return the index and the similarity of a near duplicate in the set. If there is none, add the text."""
        plain = normal(text)
        if plain in self._same:
            return self._same[plain], 1.0
        pieces = _pieces_of(plain)
        short = len(plain.split()) < SHORT
        number, likeness = self._nearest(pieces)
        if likeness >= (NEARLY_SAME_SHORT if short else NEARLY_SAME):
            return number, likeness
        number = self._same[plain] = len(self._pieces)
        self._pieces.append(pieces)
        for piece in pieces:
            self._holding[piece].append(number)
        return None

    def _nearest(self, pieces: frozenset[str], *, but: int = -1) -> tuple[int, float]:
        """Return the index of the most similar text in the set, and its Jaccard similarity. Text `but` is ignored."""
        shared = Counter(number for piece in pieces for number in self._holding.get(piece, ()))
        return max(
            (
                (number, count / (len(pieces) + len(self._pieces[number]) - count))
                for number, count in shared.items()
                if number != but
            ),
            key=lambda each: each[1],
            default=(but, 0.0),
        )

    def distance(self) -> float:
        """Return the mean distance of each text to its nearest neighbour, from 0 (equal) to 1 (nothing in common)."""
        if len(self._pieces) < 2:
            return 0.0
        near = [self._nearest(pieces, but=at)[1] for at, pieces in enumerate(self._pieces)]
        return 1 - sum(near) / len(near)


def nearly_same(texts: Sequence[str]) -> list[tuple[int, int, float]]:
    """Return near duplicates as tuples: index of the text, index of the earlier similar text, and similarity."""
    plains = [normal(text) for text in texts]
    pieces = [_pieces_of(plain) for plain in plains]
    often = Counter(piece for each in pieces for piece in each)
    same: dict[str, int] = {}
    kept = _RarePieces()
    found: list[tuple[int, int, float]] = []
    for place, (plain, each) in enumerate(zip(plains, pieces, strict=True)):
        if plain in same:
            found.append((place, same[plain], 1.0))
            continue
        rare = sorted(each, key=lambda piece: (often[piece], piece))
        least = NEARLY_SAME_SHORT if len(plain.split()) < SHORT else NEARLY_SAME
        likeness, earlier = max(
            ((_likeness(each, pieces[number]), -number) for number in kept.near(rare, least)),
            default=(0.0, 0),
        )
        if likeness >= least:
            found.append((place, -earlier, likeness))
            continue
        same[plain] = place
        kept.add(place, rare)
    return found


class _RarePieces:
    """Index that finds candidates for near duplicates by prefix filtering.

    Similar texts share at least one of their rarest pieces, so texts that share only frequent pieces are not compared.
    """

    def __init__(self) -> None:
        # By piece, then by (number of pieces of the text, position of this piece in its order).
        self._holding: dict[str, dict[tuple[int, int], list[int]]] = defaultdict(dict)

    def add(self, number: int, rare: Sequence[str]) -> None:
        size = len(rare)
        for at, piece in enumerate(rare[: _looked_at(size, NEARLY_SAME)]):
            self._holding[piece].setdefault((size, at), []).append(number)

    def near(self, rare: Sequence[str], least: float) -> set[int]:
        """Return candidates that include all texts with a similarity of at least `least`."""
        size = len(rare)
        found: set[int] = set()
        for at, piece in enumerate(rare[: _looked_at(size, least)]):
            for (other, place), numbers in self._holding.get(piece, {}).items():
                shared = ceil(least / (1 + least) * (size + other) - 1e-9)
                if at <= size - shared and place <= other - shared:
                    found.update(numbers)
        return found


def _looked_at(size: int, least: float) -> int:
    return size - ceil(least * size - 1e-9) + 1


def _likeness(one: frozenset[str], other: frozenset[str]) -> float:
    shared = len(one & other)
    return shared / (len(one) + len(other) - shared)


def normal(text: str) -> str:
    """Normalize the case, spacing and punctuation of a text. A text without words is only trimmed."""
    words = _WORD.findall(text.casefold())
    return " ".join(words[:MOST_WORDS]) or text.strip()


def _pieces_of(plain: str) -> frozenset[str]:
    words = plain.split()
    if len(words) < FEW_WORDS:
        size = LETTERS_TOGETHER
        return frozenset(plain[at : at + size] for at in range(max(1, len(plain) - size + 1)))
    together = zip(*(words[at:] for at in range(WORDS_TOGETHER)), strict=False)
    return frozenset(" ".join(pair) for pair in together)
