"""Texts that say the same in nearly the same words, found quickly among thousands; and how far apart texts are."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from math import ceil

# From this likeness on, two texts are the same case in other clothes. In a short one a single word is the whole
# difference (the capital of France, the capital of Spain), so it has to be very like another.
NEARLY_SAME = 0.6
NEARLY_SAME_SHORT = 0.85
SHORT = 10
# Texts of fewer words are compared by letters: two short questions share most of their few words by chance.
FEW_WORDS = 6
WORDS_TOGETHER = 2
LETTERS_TOGETHER = 4
# A longer text is told by its beginning.
MOST_WORDS = 400

# Words; and signs between numbers, without which all sums of the same two numbers are one.
_WORD = re.compile(r"\w+|(?:(?<=\d)|(?<=\d\s))[-+*/^%<>=\u00d7\u00f7](?=\s?\d)")


class KnownTexts:
    """Asks of each text whether one like it was there before. Order counts: the first of its kind stays."""

    def __init__(self) -> None:
        self._same: dict[str, int] = {}
        self._pieces: list[frozenset[str]] = []
        self._holding: dict[str, list[int]] = defaultdict(list)

    def __len__(self) -> int:
        return len(self._pieces)

    def add(self, text: str) -> bool:
        """Whether it is new; one that is not is not kept."""
        return self.meet(text) is None

    def meet(self, text: str) -> tuple[int, float] | None:
        """Return the number of the known text that says the same, and how similar it is.

        If there is none, this text is known from now on.
        """
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
        """The nearest known text, and how like it is, from 0 to 1: shared pieces over all pieces of both."""
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
        """How far a text is from the one nearest to it, on average: 0 all alike, 1 nothing in common."""
        if len(self._pieces) < 2:
            return 0.0
        near = [self._nearest(pieces, but=at)[1] for at, pieces in enumerate(self._pieces)]
        return 1 - sum(near) / len(near)


def nearly_same(texts: Sequence[str]) -> list[tuple[int, int, float]]:
    """Each text that says what an earlier one says: its place, the place of that one, and how like they are."""
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
    """Finds texts that may be alike. If two share so many pieces, then one of the rarest of both is among them.

    Texts that have only common words in common are many, and are never looked at.
    """

    def __init__(self) -> None:
        # By piece, then by how many pieces a text has and where in their order this one stands.
        self._holding: dict[str, dict[tuple[int, int], list[int]]] = defaultdict(dict)

    def add(self, number: int, rare: Sequence[str]) -> None:
        size = len(rare)
        for at, piece in enumerate(rare[: _looked_at(size, NEARLY_SAME)]):
            self._holding[piece].setdefault((size, at), []).append(number)

    def near(self, rare: Sequence[str], least: float) -> set[int]:
        """Whoever is at least so like it is among these."""
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
    """What stays of a text without case, spacing and punctuation; a text of nothing else stays as it is."""
    words = _WORD.findall(text.casefold())
    return " ".join(words[:MOST_WORDS]) or text.strip()


def _pieces_of(plain: str) -> frozenset[str]:
    words = plain.split()
    if len(words) < FEW_WORDS:
        size = LETTERS_TOGETHER
        return frozenset(plain[at : at + size] for at in range(max(1, len(plain) - size + 1)))
    together = zip(*(words[at:] for at in range(WORDS_TOGETHER)), strict=False)
    return frozenset(" ".join(pair) for pair in together)
