"""Size of a change: changed characters and lines, and the longest sequence of removed lines."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest

# Comparing is quadratic; above this product of lengths everything between common ends counts as changed.
MOST_COMPARED = 4_000_000

_WORD = re.compile(r"\w+|\s+|[^\w\s]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Extent:
    characters: int
    of_characters: int
    # Characters of the old text that are gone or replaced.
    removed: int
    # Lines changed, added or removed; and the change of the number of lines.
    lines: int
    grown: int
    of_lines: int
    longest_removed: int

    @property
    def share_of_characters(self) -> float:
        return _share(self.characters, self.of_characters)

    @property
    def share_of_lines(self) -> float:
        return _share(self.lines, self.of_lines)


def extent_of(before: Sequence[str], after: Sequence[str]) -> Extent:
    """Return the size of a change, summed over the parts of a prompt.

    A line moved to another part counts in both parts.
    """
    pairs = zip_longest(before, after, fillvalue="")
    found = [extent(old, new) for old, new in pairs if old or new]
    return Extent(
        characters=sum(each.characters for each in found),
        of_characters=sum(each.of_characters for each in found),
        removed=sum(each.removed for each in found),
        lines=sum(each.lines for each in found),
        grown=sum(each.grown for each in found),
        of_lines=sum(each.of_lines for each in found),
        longest_removed=max((each.longest_removed for each in found), default=0),
    )


def extent(before: str, after: str) -> Extent:
    old, new = before.split("\n"), after.split("\n")
    blocks = _differing(old, new)
    return Extent(
        characters=sum(_characters(old[a:b], new[c:d]) for a, b, c, d in blocks),
        of_characters=len(before),
        removed=sum(_removed(old[a:b], new[c:d]) for a, b, c, d in blocks),
        lines=sum(max(b - a, d - c) for a, b, c, d in blocks),
        grown=len(new) - len(old),
        of_lines=len(old),
        longest_removed=_longest_removed(old, blocks),
    )


def _share(part: int, whole: int) -> float:
    return part / whole if whole else float(part > 0)


Block = tuple[int, int, int, int]


def _differing(old: Sequence[str], new: Sequence[str]) -> list[Block]:
    """Return the ranges of items that differ, as (start, end) in `old` and (start, end) in `new`."""
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    a, b = old[start : len(old) - end], new[start : len(new) - end]
    if not a and not b:
        return []
    if len(a) * len(b) > MOST_COMPARED:
        return [(start, start + len(a), start, start + len(b))]
    found = SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
    return [(start + i, start + j, start + k, start + m) for tag, i, j, k, m in found if tag != "equal"]  # fmt: skip


def _characters(old: Sequence[str], new: Sequence[str]) -> int:
    """Count changed characters by comparing words. For replaced words, count the longer of the old and new text.

    Each added or removed line counts one more character, for its line break.
    """
    whole_lines = abs(len(new) - len(old)) if not old or not new else 0
    a, b = _WORD.findall("\n".join(old)), _WORD.findall("\n".join(new))
    return whole_lines + sum(
        max(sum(map(len, a[i:j])), sum(map(len, b[k:m]))) for i, j, k, m in _differing(a, b)
    )


def _removed(old: Sequence[str], new: Sequence[str]) -> int:
    a, b = _WORD.findall("\n".join(old)), _WORD.findall("\n".join(new))
    return sum(sum(map(len, a[i:j])) for i, j, _, _ in _differing(a, b))


def _longest_removed(old: Sequence[str], blocks: Sequence[Block]) -> int:
    """Return the length of the longest sequence of removed lines. Empty lines are ignored."""
    gone = {at for a, b, _, _ in blocks for at in range(a, b)}
    longest = run = 0
    for at, line in enumerate(old):
        if not line.strip():
            continue
        run = run + 1 if at in gone else 0
        longest = max(longest, run)
    return longest
