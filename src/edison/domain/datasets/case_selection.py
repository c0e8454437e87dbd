"""Selection of cases by filter or by ids, sort orders, bulk changes, and differences between versions."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from edison.domain.datasets.dataset import CaseContent, Split
from edison.domain.ids import CaseId


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseFilter:
    """Filter for cases. A field that is None does not filter."""

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
    """Bulk change of cases. A field that is None stays unchanged. `clear_difficulty` is applied before `difficulty`."""

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
    """Content of a case in two versions of a dataset; None if the version does not contain the case."""

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
    """Counts of one variable's values in a dataset version: plain texts, and texts that contain a brace."""

    texts: int
    with_braces: int
