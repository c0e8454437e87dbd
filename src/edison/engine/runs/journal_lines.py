"""Encode answers as lines of the worker's journal, and decode them."""

from dataclasses import dataclass

import structlog
from pydantic import TypeAdapter, ValidationError

from edison.domain.ids import ProjectId, RunId
from edison.engine.runs.reservations import Finished

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalLine:
    project: ProjectId
    run: RunId
    finished: Finished


LINE = TypeAdapter(JournalLine)


def to_line(project: ProjectId, run: RunId, finished: Finished) -> bytes | None:
    """Encode an answer; return None if JSON cannot represent it, for example half a surrogate pair."""
    try:
        return LINE.dump_json(JournalLine(project=project, run=run, finished=finished))
    except ValueError as error:
        log.warning("journal_line_not_written", error=type(error).__name__)
        return None


def from_line(text: bytes) -> JournalLine | None:
    """Decode a line; return None if the line is incomplete or from an incompatible release."""
    try:
        return LINE.validate_json(text)
    except ValidationError:
        log.warning("journal_line_unreadable", length=len(text))
        return None
