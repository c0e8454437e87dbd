"""Call the models of graders and judges to score answers, and load the scores of a run.

Each judge answer is stored as soon as it arrives, so that it is not paid for again.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime

from edison.domain.ids import ProjectId
from edison.domain.judging.score import NotScored, Sample, ScoreOutcome, ScoreProblem
from edison.domain.models.model_call import (
    TEXT,
    Answered,
    CallOutcome,
    Failed,
    FailureCode,
    ModelCall,
)
from edison.domain.models.parameters import NOTHING_SET
from edison.domain.models.sendable_files import with_files_of
from edison.domain.results.grade_arrays import Kept, keep_grades
from edison.domain.results.run_arrays import grades_of
from edison.domain.results.run_metrics import Metric
from edison.domain.runs.cell import NOTHING, CellState, ScoreResult, bill_of, is_final
from edison.domain.runs.run_plan import CellPlace, Plan, Run
from edison.engine.runs.call_request import CallRequest
from edison.engine.runs.chunk_state import ChunkState
from edison.engine.runs.describe_run import describe_run
from edison.engine.runs.first_calls import FirstCalls, first_calls_of
from edison.engine.runs.prepare_chunk import PreparedColumn, ReadyScorer
from edison.engine.runs.reservations import Finished
from edison.engine.runs.run_caller import Caller, CallReply
from edison.engine.runs.run_writer import RunWriter
from edison.kit.storable_text import storable
from edison.providers.wire.registry import ONE_TEXT_A_CALL
from edison.scorers.pairwise import PairwiseSpec
from edison.scorers.scorer_dialogue import JudgeContext, JudgeQuestion, next_scorer_step
from edison.scorers.scorer_plugin import not_applicable
from edison.store.unit_of_work import ReadTx

NOT_AT_ITS_END = NotScored(
    problem=ScoreProblem.JUDGE_ERROR, reason="The judge is being called again"
)
Halt = Callable[[PreparedColumn | Failed, Failed], Awaitable[None]]


class ChunkJudge:
    """Makes the judge calls of one chunk."""

    def __init__(
        self, plan: Plan, found: ChunkState, writer: RunWriter, caller: Caller, halt: Halt
    ) -> None:
        self._plan = plan
        self._found = found
        self._writer = writer
        self._caller = caller
        self._halt = halt
        self._first: dict[int, FirstCalls] = {}
        # Number of scores that are still missing.
        self.left = 0

    async def lead(
        self, ordinal: int, scorer: ReadyScorer, sample: Sample, other: Sample | None = None
    ) -> None:
        """Call a judge until it gives a score, and store the score. A failure is stored as an error, not a score."""
        place = self._plan.place(ordinal)
        said = self._found.said.get((ordinal, scorer.number), ())
        context = JudgeContext(
            sample=sample,
            other=other,
            judge=scorer.judge,
            grader=scorer.grader,
            one_text_a_call=isinstance(scorer.asked, PreparedColumn)
            and scorer.asked.target.endpoint.provider in ONE_TEXT_A_CALL,
            cell=f"{self._found.run}-{ordinal}-{scorer.number}",
        )
        malformed = sample.malformed is not None
        found = next_scorer_step(scorer.spec, context, said)
        asked = scorer.asked
        if isinstance(found, JudgeQuestion) and not isinstance(asked, PreparedColumn):
            if asked is not None and not is_final(asked):
                # The credential is not usable, which is not an error of this answer.
                self.left += 1
                await self._halt(asked, asked)
                return
            found = _judge_error(asked)
        while isinstance(found, JudgeQuestion) and isinstance(asked, PreparedColumn):
            question = self._question(ordinal, place, asked, scorer.number, len(said), found)
            first = self._first_calls(scorer.number)
            async with first.turn(asked.cached) as turn, self._caller.asking(question) as reply:
                outcome = reply.outcome
                turn.ended(outcome)
                if isinstance(outcome, Answered):
                    outcome = replace(outcome, text=storable(outcome.text))
                    reply = replace(reply, outcome=outcome)
                    said = (*said, outcome.text)
                    found = next_scorer_step(scorer.spec, context, said)
                elif outcome is None or not is_final(outcome):
                    await self._give_up(ordinal, place, scorer, asked, reply, said, malformed)
                    return
                else:
                    found = _judge_error(outcome)
                more = isinstance(found, JudgeQuestion)
                verdict = NOT_AT_ITS_END if isinstance(found, JudgeQuestion) else found
                if not await self._finish(
                    ordinal, place, scorer.number, reply, verdict, malformed, said if more else None
                ):
                    # Another worker has the chunk, or the commit succeeded but its confirmation was lost.
                    self.left += 1
                    return
            if not more:
                return
        assert not isinstance(found, JudgeQuestion)
        if not await self._finish(ordinal, place, scorer.number, None, found, malformed, None):
            self.left += 1

    async def compare(
        self, pairs: list[tuple[int, int]], scorer: ReadyScorer, states: dict[int, CellState],
        samples: dict[int, Sample],
    ) -> None:  # fmt: skip
        """Judge pairs of cells. The second cell of each pair gets a score from its comparison with the first."""
        async with asyncio.TaskGroup() as group:
            for a, b in pairs:
                if a in samples and b in samples:
                    group.create_task(self.lead(b, scorer, samples[b], samples[a]))
                elif all(o in samples or states.get(o) is CellState.FAILED for o in (a, b)):
                    which = "column it is compared with" if b in samples else "column itself"
                    verdict = not_applicable(
                        f"The answers cannot be compared, because the {which} failed"
                    )
                    place = self._plan.place(b)
                    group.create_task(self.keep(b, place, scorer.number, None, verdict))
                else:
                    # One of them has no answer yet.
                    self.left += 1

    def _first_calls(self, scorer: int) -> FirstCalls:
        """Return the order of the calls of a grader, which is kept as long as the chunk is processed."""
        if scorer not in self._first:
            self._first[scorer] = first_calls_of(self._found.run, self._found.claim, -1 - scorer)
        return self._first[scorer]

    def _question(
        self,
        ordinal: int,
        place: CellPlace,
        asked: PreparedColumn,
        scorer: int,
        step: int,
        ask: JudgeQuestion,
    ) -> CallRequest:
        call = ModelCall(
            model=asked.target.model,
            messages=with_files_of(ask.messages, asked.takes),
            # Only an answer in text has a length and a temperature.
            parameters=asked.parameters if ask.task == "chat" else NOTHING_SET,
            tools=ask.tools,
            # The prompt describes the format, too, for models without structured output.
            output=ask.output if asked.takes_schema or ask.output.kind != "schema" else TEXT,
            task=ask.task,
            cached_messages=0 if asked.cached is None else asked.cached.messages,
            adaptable=asked.adaptable,
        )
        return self._found.question(ordinal, place, asked, call, scorer=scorer, step=step)

    async def _give_up(
        self,
        ordinal: int,
        place: CellPlace,
        scorer: ReadyScorer,
        asked: PreparedColumn,
        reply: CallReply,
        said: tuple[str, ...],
        malformed: bool,
    ) -> None:
        """Leave the score open after a temporary failure, and halt the run if the failure requires it."""
        self.left += 1
        outcome = reply.outcome
        if not isinstance(outcome, Failed):
            return
        if reply.spent.budgets:
            await self._finish(
                ordinal, place, scorer.number, reply, NOT_AT_ITS_END, malformed, said
            )
        if outcome.code is not FailureCode.HELD_BACK:
            await self._halt(asked, outcome)

    async def keep(
        self,
        ordinal: int,
        place: CellPlace,
        scorer: int,
        reply: CallReply | None,
        verdict: ScoreOutcome,
        *,
        malformed: bool = False,
    ) -> None:
        await self._finish(ordinal, place, scorer, reply, verdict, malformed, None)

    async def _finish(
        self,
        ordinal: int,
        place: CellPlace,
        scorer: int,
        reply: CallReply | None,
        verdict: ScoreOutcome,
        malformed: bool,
        said: tuple[str, ...] | None,
    ) -> bool:
        outcome = None if reply is None else reply.outcome
        result = ScoreResult(
            verdict=verdict,
            outcome=outcome,
            bill=NOTHING if reply is None or outcome is None else bill_of(outcome, reply.worst),
            left_open=said is not None,
            said=said or (),
            malformed=malformed,
        )
        return await self._writer.finish(
            Finished(
                ordinal=ordinal,
                column=place.column,
                claim=self._found.claim,
                spent=None if reply is None else reply.spent,
                scores=((scorer, result),),
                fresh=None if reply is None else reply.fresh,
            )
        )


def pairwise_partner_of(plan: Plan, spec: PairwiseSpec, ordinal: int) -> int:
    """Return the cell that a cell is compared with: the same case and trial in the other column."""
    return ordinal - plan.place(ordinal).column + (spec.a or 0)


def _judge_error(outcome: CallOutcome | None) -> NotScored:
    message = (
        outcome.message if isinstance(outcome, Failed) else "The judge's model cannot be called"
    )
    return NotScored(problem=ScoreProblem.JUDGE_ERROR, reason=message[:500])


# Up to this many cells, reading all scores is fast enough to do on request.
SMALL_RUN = 5_000


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class KeptAt:
    kept: Kept
    # None: computed now.
    as_of: datetime | None
    stale: bool


async def load_kept_grades(
    tx: ReadTx,
    project: ProjectId,
    run: Run,
    now: datetime,
    *,
    metric: Metric | None = None,
    fresh: bool = False,
) -> KeptAt:
    """Load the scores of a run by a metric, or by the run's judges if no metric is given.

    Scores are computed from the cells if none are stored, or if the stored scores are out of date and `fresh` is set or
    the run is small.
    """
    stamp = await tx.run_statistics.stamp(project, run.id)
    seen = await tx.run_statistics.seen(project, run.id)
    stale = stamp is None or stamp.seen != seen
    by = metric or (await describe_run(tx, project, run.id)).judging
    if stamp is not None and not (stale and (fresh or run.plan.cells <= SMALL_RUN)):
        kept = await tx.run_statistics.kept(project, run.id, by.key)
        if kept is not None:
            return KeptAt(kept=kept, as_of=stamp.computed_at, stale=stale)
    arrays = await tx.result_arrays.read(
        project, run.id, run.plan, panel=by.scorers, pairwise=(), criteria=0
    )
    kept = await asyncio.to_thread(lambda: keep_grades(arrays, grades_of(arrays, by.panel)))
    return KeptAt(kept=kept, as_of=now, stale=False)
