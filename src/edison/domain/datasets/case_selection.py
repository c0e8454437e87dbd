"""Selection of cases by a filter or by ids, their order, and bulk changes to them."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from edison.domain.datasets.dataset import CaseContent, Split
from edison.domain.ids import CaseId


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseFilter:
    """Filter of cases; fields that are None do not filter."""

    search: str | None = None
    tag: str | None = None
    split: Split | None = None
    difficulty: int | None = None
    # Only these cases; an empty set selects none.
    ids: frozenset[UUID] | None = None
    # Cases with at least one of these tags.
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
    """Change of many cases at once; None keeps a field unchanged. `clear_difficulty` is applied before `difficulty`."""

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
    """One case in two versions of a dataset; None where the version does not contain it."""

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
    """Values of one name in a version: how many are texts, and how many of those contain a brace."""

    texts: int
    with_braces: int
