"""Notes of a run about parameters that were not sent as they were set, or that stopped a target."""

from dataclasses import dataclass
from typing import Any, Literal

from pydantic import TypeAdapter

# adapted: a default of Edison was left out, because the model rejects it. left_out: set by a user, but the model is
# known not to support it. stopped: set by a user and refused, so the target makes no more calls.
NoteKind = Literal["adapted", "left_out", "stopped"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterNote:
    kind: NoteKind
    # The column of a target, or the number of a scorer.
    column: int | None = None
    scorer: int | None = None
    model: str
    parameter: str
    # The provider's own words, and what to change.
    message: str = ""
    suggestion: str = ""


_NOTES = TypeAdapter(tuple[ParameterNote, ...])
_NOTE = TypeAdapter(ParameterNote)


def notes_from_json(value: Any) -> tuple[ParameterNote, ...]:
    return _NOTES.validate_python(value)


def note_to_json(note: ParameterNote) -> dict[str, Any]:
    return _NOTE.dump_python(note, mode="json")


def stopped_column(notes: tuple[ParameterNote, ...], column: int) -> ParameterNote | None:
    """Return why the target of a column makes no more calls; None if it does."""
    stopping = (note for note in notes if note.kind == "stopped" and note.column == column)
    return next(stopping, None)
