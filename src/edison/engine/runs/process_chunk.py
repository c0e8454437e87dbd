"""Process one chunk: call models for cells without an answer, then score answers without a score.

Each result is stored when it arrives, so processing can be repeated at any time.
"""

import asyncio

import structlog

from edison.domain.datasets.dataset import CaseContent
from edison.domain.errors import Unavailable
from edison.domain.ids import ProjectId
from edison.domain.judging.score import Sample
from edison.domain.models.model_call import Answered, Failed, FailureCode
from edison.domain.prompts.output_contract import Parsed
from edison.domain.prompts.template_renderer import CannotRender
from edison.domain.runs.cell import (
    NOTHING,
    CellState,
    Result,
    ScoreResult,
    StandIn,
    bill_of,
    is_final,
)
from edison.domain.runs.run_plan import CellPlace, Run
from edison.engine.models.save_outcome import STOPS
from edison.engine.resources import Resources
from edison.engine.runs.chunk_state import ChunkState
from edison.engine.runs.first_calls import first_calls_of
from edison.engine.runs.halt_run import halt_run, record_key_failure
from edison.engine.runs.judge_dialogues import ChunkJudge, pairwise_partner_of
from edison.engine.runs.prepare_chunk import PreparedColumn, Ready, ReadyScorer
from edison.engine.runs.reservations import Finished
from edison.engine.runs.run_caller import Caller, CallReply
from edison.engine.runs.run_writer import RunWriter
from edison.sandbox.schema_checks import parse_answer
from edison.scorers.pairwise import PairwiseSpec
from edison.scorers.registry import apply, apply_many

log = structlog.get_logger(__name__)


class ChunkWork:
    def __init__(
        self,
        own: Resources,
        project: ProjectId,
        run: Run,
        found: ChunkState,
        ready: Ready,
        writer: RunWriter,
        caller: Caller,
        waiting: frozenset[int] = frozenset(),
    ) -> None:
        self._own = own
        self._project = project
        self._run = run
        self._found = found
        self._ready = ready
        self._writer = writer
        self._caller = caller
        # Answers whose batched scorers run at the end of the chunk.
        self._late: list[tuple[int, Sample]] = []
        # Answers in memory, for pairwise scorers.
        self._samples: dict[int, Sample] = {}
        self._states = dict(found.states)
        self._first = [
            first_calls_of(run.id, run.epoch, column) for column in range(len(run.plan.columns))
        ]
        self._judging = ChunkJudge(run.plan, found, writer, caller, self._halt)
        # Cells that wait for a batch at the provider.
        self._waiting = waiting
        self.left = len(waiting)

    async def run(self) -> int:
        """Process the open cells of a chunk; return how many remain."""
        async with asyncio.TaskGroup() as group:
            for ordinal in self._found.ordinals:
                if ordinal not in self._waiting and self._is_open(ordinal):
                    group.create_task(self._cell(ordinal))
        await self._score_late()
        await self._compare()
        return self.left + self._judging.left

    def _is_open(self, ordinal: int) -> bool:
        state = self._found.states.get(ordinal, CellState.OPEN)
        if state is CellState.FAILED:
            return False
        return state not in (CellState.ANSWERED, CellState.MALFORMED) or bool(
            self._missing(ordinal)
        )

    def _missing(self, ordinal: int) -> list[ReadyScorer]:
        return [
            scorer
            for scorer in self._ready.scorers
            if scorer.takes(self._run.plan, ordinal)
            and (ordinal, scorer.number) not in self._found.scored
        ]

    async def _cell(self, ordinal: int) -> None:
        place = self._run.plan.place(ordinal)
        kept = self._found.kept.get(ordinal)
        if kept is not None:
            sample = self._found.kept_sample(place, kept)
            scores = await self._light_scores(ordinal, sample)
            if scores:
                await self._writer.finish(
                    Finished(
                        ordinal=ordinal,
                        column=place.column,
                        claim=self._found.claim,
                        spent=None,
                        scores=scores,
                    )
                )
        else:
            answered = await self._answer(ordinal, place)
            if answered is None:
                return
            sample = answered
        self._samples[ordinal] = sample
        if any(scorer.at_the_end for scorer in self._missing(ordinal)):
            self._late.append((ordinal, sample))
        async with asyncio.TaskGroup() as group:
            for scorer in self._missing(ordinal):
                if scorer.asked is not None and not scorer.compares:
                    group.create_task(self._judging.lead(ordinal, scorer, sample))

    async def _answer(self, ordinal: int, place: CellPlace) -> Sample | None:
        """Call the target of a cell and store the outcome; return the sample to score, or None without an answer."""
        asked = self._ready.columns[place.column]
        other = self._ready.stand_in(place.column)
        if isinstance(asked, Failed):
            if other is not None:
                return await self._ask(ordinal, place, other, instead=asked)
            await self._keep_failure(ordinal, place, asked, None)
            return None
        return await self._ask(ordinal, place, asked)

    async def _ask(
        self, ordinal: int, place: CellPlace, asked: PreparedColumn, instead: Failed | None = None
    ) -> Sample | None:
        """Call one model for a cell. If the model is the fallback, `instead` is the failure of the target."""
        case = self._found.case(place)
        try:
            question = self._found.question(
                ordinal, place, asked, asked.call(case.values), stands_in=instead is not None
            )
        except CannotRender as wrong:
            failed = Failed(code=FailureCode.BAD_REQUEST, message=str(wrong), attempts=0)
            await self._keep_failure(ordinal, place, failed, None)
            return None
        first = self._first[place.column]
        cached = None if instead is not None else asked.cached
        async with first.turn(cached) as turn, self._caller.asking(question) as reply:
            outcome = reply.outcome
            turn.ended(outcome)
            if outcome is None:
                self.left += 1
                return None
            if isinstance(outcome, Answered):
                return await self._keep_answer(ordinal, place, asked, outcome, reply, instead)
            other = None if instead else self._stand_in_for(place, outcome)
            if other is None:
                await self._keep_failure(ordinal, place, outcome, reply)
                return None
            if not await self._leave_to_other(ordinal, place, asked, outcome, reply):
                self.left += 1
                return None
        return await self._ask(ordinal, place, other, instead=outcome)

    async def _keep_answer(
        self,
        ordinal: int,
        place: CellPlace,
        asked: PreparedColumn,
        outcome: Answered,
        reply: CallReply,
        instead: Failed | None,
    ) -> Sample | None:
        parsed = await parse_answer(asked.contract, asked.content.output.schema, outcome.text)
        sample = _sample(self._found.case(place), outcome, parsed)
        finished = Finished(
            ordinal=ordinal,
            column=place.column,
            claim=self._found.claim,
            spent=reply.spent,
            answer=Result(
                state=CellState.ANSWERED if parsed.problem is None else CellState.MALFORMED,
                outcome=outcome,
                parsed=parsed.text,
                malformed=parsed.problem,
                bill=bill_of(outcome, reply.worst),
                stand_in=_stand_in(asked, instead),
            ),
            scores=await self._light_scores(ordinal, sample),
            fresh=reply.fresh,
        )
        try:
            kept = await self._writer.finish(finished)
        except Unavailable:
            raise
        except Exception as error:
            # A retry would cost money again, and its answer could not be stored either.
            log.exception("answer_not_storable", ordinal=ordinal)
            await self._keep_failure(ordinal, place, _not_storable(outcome, error), reply)
            return None
        if not kept:
            # Another worker has the chunk, or the commit succeeded but its confirmation was lost.
            # The next worker that claims the chunk scores the answers without a score.
            self.left += 1
            return None
        return sample

    def _stand_in_for(self, place: CellPlace, failed: Failed) -> PreparedColumn | None:
        if failed.code is FailureCode.HELD_BACK:
            return None
        return self._ready.stand_in(place.column)

    async def _leave_to_other(
        self,
        ordinal: int,
        place: CellPlace,
        asked: PreparedColumn,
        failed: Failed,
        reply: CallReply,
    ) -> bool:
        """Settle the cost of the target's failed call, and leave the cell open for the fallback."""
        if failed.code in STOPS:
            await record_key_failure(self._own, self._project, asked, failed)
        return not reply.spent.budgets or await self._writer.finish(
            Finished(
                ordinal=ordinal,
                column=place.column,
                claim=self._found.claim,
                spent=reply.spent,
                answer=Result(
                    state=CellState.OPEN,
                    outcome=failed,
                    parsed=None,
                    malformed=None,
                    bill=bill_of(failed, reply.worst),
                ),
            )
        )

    async def _keep_failure(
        self, ordinal: int, place: CellPlace, failed: Failed, reply: CallReply | None
    ) -> None:
        """Store a final failure. After a temporary failure, leave the cell open and halt the run if needed."""
        final = is_final(failed)
        if final:
            self._states[ordinal] = CellState.FAILED
        else:
            self.left += 1
        if final or (reply is not None and reply.spent.budgets):
            await self._writer.finish(
                Finished(
                    ordinal=ordinal,
                    column=place.column,
                    claim=self._found.claim,
                    spent=None if reply is None else reply.spent,
                    answer=Result(
                        state=CellState.FAILED if final else CellState.OPEN,
                        outcome=failed,
                        parsed=None,
                        malformed=None,
                        bill=NOTHING if reply is None else bill_of(failed, reply.worst),
                    ),
                )
            )
        if not final and failed.code is not FailureCode.HELD_BACK:
            await self._halt(self._ready.columns[place.column], failed)

    async def _halt(self, asked: PreparedColumn | Failed, failed: Failed) -> None:
        await halt_run(self._own, self._project, self._run.id, self._writer, asked, failed)

    async def _light_scores(
        self, ordinal: int, sample: Sample
    ) -> tuple[tuple[int, ScoreResult], ...]:
        broken = sample.malformed is not None
        light = [
            scorer
            for scorer in self._missing(ordinal)
            if scorer.asked is None and not scorer.at_the_end
        ]
        return tuple(
            [
                (each.number, ScoreResult(verdict=await apply(each.spec, sample), malformed=broken))
                for each in light
            ]
        )

    async def _score_late(self) -> None:
        """Run the scorers that score all answers of the chunk in one batch."""
        for scorer in self._ready.scorers:
            if not scorer.at_the_end:
                continue
            open_ones = [
                (ordinal, sample)
                for ordinal, sample in self._late
                if (ordinal, scorer.number) not in self._found.scored
            ]
            verdicts = await apply_many(scorer.spec, [sample for _, sample in open_ones])
            async with asyncio.TaskGroup() as group:
                for (ordinal, sample), verdict in zip(open_ones, verdicts, strict=True):
                    place = self._run.plan.place(ordinal)
                    broken = sample.malformed is not None
                    group.create_task(
                        self._judging.keep(
                            ordinal, place, scorer.number, None, verdict, malformed=broken
                        )
                    )

    async def _compare(self) -> None:
        """Run pairwise judges after all answers of the chunk are stored. A chunk contains complete rows."""
        plan = self._run.plan
        async with asyncio.TaskGroup() as group:
            for scorer in self._ready.scorers:
                if not isinstance(spec := scorer.spec, PairwiseSpec):
                    continue
                pairs = [
                    (pairwise_partner_of(plan, spec, ordinal), ordinal)
                    for ordinal in self._found.ordinals
                    if scorer.takes(plan, ordinal)
                    and (ordinal, scorer.number) not in self._found.scored
                ]
                for ordinal in {each for pair in pairs for each in pair} - self._samples.keys():
                    if kept := self._found.kept.get(ordinal):
                        self._samples[ordinal] = self._found.kept_sample(plan.place(ordinal), kept)
                group.create_task(self._judging.compare(pairs, scorer, self._states, self._samples))


def _not_storable(answered: Answered, error: Exception) -> Failed:
    return Failed(
        code=FailureCode.PROVIDER_ERROR,
        message=f"The model's answer cannot be stored ({type(error).__name__})",
        attempts=answered.attempts,
        cost=answered.cost,
        doubtful=answered.doubtful,
    )


def _stand_in(asked: PreparedColumn, instead: Failed | None) -> StandIn | None:
    if instead is None:
        return None
    return StandIn(
        model=str(asked.model),
        model_name=asked.target.model,
        code=str(instead.code),
        problem=instead.message[:500],
    )


def _sample(case: CaseContent, answered: Answered, parsed: Parsed) -> Sample:
    return Sample(
        output=answered.text,
        parsed=parsed.text,
        malformed=parsed.problem,
        expected=case.expected,
        values=case.values,
        tags=case.tags,
        metadata=case.metadata,
        tool_calls=answered.tool_calls,
        finish=answered.finish,
        latency_ms=answered.latency_ms,
        cost=answered.cost,
        prompt_tokens=answered.usage.prompt if answered.usage else None,
        completion_tokens=answered.usage.completion if answered.usage else None,
    )
