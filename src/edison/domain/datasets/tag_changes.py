"""Tags of a whole dataset: renamed, merged into one, or removed; and the note that says so."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from edison.domain.datasets.case_rules import clean_tags, tag_problem
from edison.domain.errors import DuplicateName, InvalidInput

# Of many tags, so many are named.
MOST_NAMED = 5


class TagAction(StrEnum):
    RENAME = "rename"
    MERGE = "merge"
    REMOVE = "remove"


@dataclass(frozen=True, slots=True, kw_only=True)
class TagChange:
    action: TagAction
    tags: tuple[str, ...]
    # What takes their place; None where they are removed.
    to: str | None

    @property
    def gone(self) -> tuple[str, ...]:
        """Those that no case has afterwards."""
        return tuple(tag for tag in self.tags if tag != self.to)


def tag_change(action: TagAction, tags: Sequence[str], to: str | None) -> TagChange:
    """What was asked for, cleaned; refused where it makes no sense."""
    found, target = clean_tags(tags), (to or "").strip() or None
    if not found:
        raise InvalidInput("Name a tag", field="tags")
    if action is TagAction.REMOVE:
        if target is not None:
            raise InvalidInput("A tag that is removed has no new name", field="to")
        return TagChange(action=action, tags=found, to=None)
    if target is None:
        raise InvalidInput("Say what the tag is called from now on", field="to")
    wrong = tag_problem(target)
    if wrong:
        raise InvalidInput(wrong, field="to")
    if action is TagAction.RENAME and len(found) != 1:
        raise InvalidInput("One tag is renamed at a time; several are merged", field="tags")
    change = TagChange(action=action, tags=found, to=target)
    if not change.gone:
        raise InvalidInput("It is called that already", field="to")
    return change


def must_be_free(change: TagChange, there: Collection[str]) -> None:
    """Renaming onto another tag would make one of two, and nothing could tell them apart again."""
    if change.action is TagAction.RENAME and change.to in there:
        raise DuplicateName(
            f"There is a tag {change.to} already",
            field="to",
            advice=f"Merge {change.tags[0]} into it, if that is meant, or choose another name.",
        )


def note_of(change: TagChange, cases: int) -> str:
    """`Renamed tag x to y on 12 cases`."""
    gone = change.gone
    word = "tag" if len(gone) == 1 else "tags"
    number = f"{cases:,} {'case' if cases == 1 else 'cases'}"
    match change.action:
        case TagAction.RENAME:
            return f"Renamed tag {gone[0]} to {change.to} on {number}"
        case TagAction.MERGE:
            return f"Merged {word} {_named(gone)} into {change.to} on {number}"
        case TagAction.REMOVE:
            return f"Removed {word} {_named(gone)} from {number}"


def _named(tags: Sequence[str]) -> str:
    shown = ", ".join(tags[:MOST_NAMED])
    more = len(tags) - MOST_NAMED
    return f"{shown} and {more} more" if more > 0 else shown
