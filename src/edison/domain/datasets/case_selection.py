"""Which cases are meant: those of a filter, or those named one by one; and in which order they are read."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from edison.domain.datasets.dataset import CaseContent, Split
from edison.domain.ids import CaseId


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseFilter:
    """What is None does not filter; an empty filter means all cases."""

    search: str | None = None
    tag: str | None = None
    split: Split | None = None
    difficulty: int | None = None
    # Only these; an empty set means none at all.
    ids: frozenset[UUID] | None = None
    # Those with at least one of these tags.
    any_tag: tuple[str, ...] | None = None


ALL_CASES = CaseFilter()


class CaseSort(StrEnum):
    POSITION = "position"
    NEWEST = "newest"
    CHANGED = "changed"
    EASIEST = "easiest"
    HARDEST = "hardest"


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseChange:
    """What to do with many cases at once; what is None stays. `clear_difficulty` goes before `difficulty`."""

    add_tags: tuple[str, ...] = ()
    remove_tags: tuple[str, ...] = ()
    split: Split | None = None
    difficulty: int | None = None
    clear_difficulty: bool = False
    delete: bool = False

    @property
    def nothing(self) -> bool:
        return self == CaseChange()


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseDifference:
    """One case in two versions of a dataset; None where it is no part of the version."""

    id: CaseId
    position: int
    before: CaseContent | None
    after: CaseContent | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceCounts:
    added: int
    removed: int
    changed: int
    same: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueShape:
    """The values of one name in a version: how many are texts, and how many of those hold a brace."""

    texts: int
    with_braces: int
