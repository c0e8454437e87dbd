"""Note on the run which parameters were not sent as they were set, and which targets a refusal stopped."""

from contextlib import suppress

from edison.domain.errors import Unavailable
from edison.domain.ids import ProjectId, RunId
from edison.domain.models.model_call import CallOutcome, Failed, FailureCode
from edison.domain.models.schema_fallback import JSON_SCHEMA
from edison.domain.runs.parameter_note import NoteKind, ParameterNote
from edison.engine.resources import Resources
from edison.engine.runs.call_request import CallRequest

_Key = tuple[NoteKind, int | None, int | None, str]


class ParameterNotes:
    """Writes each note of a chunk once."""

    def __init__(self, own: Resources, project: ProjectId, run: RunId, columns: int) -> None:
        self._own = own
        self._project = project
        self._run = run
        self._columns = columns
        self._known: set[_Key] = set()

    async def take(self, question: CallRequest, outcome: CallOutcome) -> None:
        """Note what an outcome says about the parameters of its call."""
        for parameter in outcome.dropped:
            by_edison = parameter in question.call.adaptable or parameter == JSON_SCHEMA
            await self._add("adapted" if by_edison else "left_out", question, parameter)
        if isinstance(outcome, Failed) and outcome.code is FailureCode.PARAMETER_REFUSED:
            await self._add("stopped", question, outcome.parameter or "", outcome)

    async def _add(
        self, kind: NoteKind, question: CallRequest, parameter: str, failed: Failed | None = None
    ) -> None:
        # A fallback that is stopped does not stop the target.
        is_target = question.scorer is None and not question.stands_in
        column = question.ordinal % self._columns if is_target else None
        key = (kind, column, question.scorer, parameter)
        if key in self._known:
            return
        self._known.add(key)
        note = ParameterNote(
            kind=kind,
            column=column,
            scorer=question.scorer,
            model=question.call.model,
            parameter=parameter,
            message="" if failed is None else failed.message,
            suggestion="" if failed is None else failed.suggestion or "",
        )
        # A lost note is written by the next chunk; raising the error would lose the answer.
        with suppress(Unavailable):
            async with self._own.work.write() as tx:
                await tx.runs.note_parameter(self._project, self._run, note)
