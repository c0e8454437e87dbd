"""Changes of tags in a whole dataset (rename, merge, remove), and the change note of the new version."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from edison.domain.datasets.case_rules import clean_tags, tag_problem
from edison.domain.errors import DuplicateName, InvalidInput

# Most tags that a note names.
MOST_NAMED = 5


class TagAction(StrEnum):
    RENAME = "rename"
    MERGE = "merge"
    REMOVE = "remove"


@dataclass(frozen=True, slots=True, kw_only=True)
class TagChange:
    action: TagAction
    tags: tuple[str, ...]
    # New tag; None: the tags are removed.
    to: str | None

    @property
    def gone(self) -> tuple[str, ...]:
        """Tags that no case has after the change."""
        return tuple(tag for tag in self.tags if tag != self.to)


def tag_change(action: TagAction, tags: Sequence[str], to: str | None) -> TagChange:
    """Build a change of tags. Raise if a name is missing, invalid or unchanged."""
    found, target = clean_tags(tags), (to or "").strip() or None
    if not found:
        raise InvalidInput("Name a tag", field="tags")
    if action is TagAction.REMOVE:
        if target is not None:
            raise InvalidInput("A new name cannot be given when tags are removed", field="to")
        return TagChange(action=action, tags=found, to=None)
    if target is None:
        raise InvalidInput("Give the new name of the tag", field="to")
    wrong = tag_problem(target)
    if wrong:
        raise InvalidInput(wrong, field="to")
    if action is TagAction.RENAME and len(found) != 1:
        raise InvalidInput(
            "Only one tag can be renamed at a time. Merge several tags instead", field="tags"
        )
    change = TagChange(action=action, tags=found, to=target)
    if not change.gone:
        raise InvalidInput("The tag already has this name", field="to")
    return change


def must_be_free(change: TagChange, there: Collection[str]) -> None:
    """Raise if a tag is renamed to an existing tag, because that would merge the two tags irreversibly."""
    if change.action is TagAction.RENAME and change.to in there:
        raise DuplicateName(
            f"The tag {change.to} already exists",
            field="to",
            advice=f"Merge {change.tags[0]} into it, or choose another name.",
        )


def note_of(change: TagChange, cases: int) -> str:
    """Return the change note, such as `Renamed tag x to y on 12 cases`."""
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
