"""The work of one chunk: ask what has no answer, score what has no score, write each as it comes. Safe to repeat at any time."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import structlog

from edison.domain.access import ProjectId
from edison.domain.calls import (
    Answered,
    Failed,
    FailureCode,
    FinishReason,
    ModelCall,
    Outcome,
    ToolCall,
)
from edison.domain.datasets import CaseContent
from edison.domain.errors import Unavailable
from edison.domain.money import MicroUsd
from edison.domain.output_contracts import Parsed, parse
from edison.domain.runs.cells import (
    NOTHING,
    CellState,
    Result,
    ScoreResult,
    bill_of,
    is_final,
)
from edison.domain.runs.plan import Place, Run
from edison.domain.runs.states import PauseReason
from edison.domain.scores import NotScored, Sample, ScoreProblem, Verdict
from edison.domain.templates import CannotRender
from edison.engine.keeping import STOPS, stop_credential
from edison.engine.resources import Resources
from edison.engine.runs.calling import Caller, Question, Reply
from edison.engine.runs.moving import pause
from edison.engine.runs.pledges import Finished
from edison.engine.runs.preparing import Asked, Ready, ReadyScorer
from edison.engine.runs.writer import RunWriter
from edison.scorers.grader import GraderSpec, grade_of, grader_values
from edison.scorers.registry import apply_many, apply_now, settled
from edison.store.repositories.cells import KeptAnswer

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkState:
    """What was found when the chunk was taken."""

    number: int
    claim: int
    ordinals: range
    states: dict[int, CellState]
    scored: set[tuple[int, int]]
    cases: dict[int, CaseContent]
    kept: dict[int, KeptAnswer]
    attempts: dict[int, int]


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
    ) -> None:
        self._own = own
        self._project = project
        self._run = run
        self._found = found
        self._ready = ready
        self._writer = writer
        self._caller = caller
        # Answers whose heavy scorers wait for the end of the chunk.
        self._late: list[tuple[int, Sample]] = []
        self._malformed: set[int] = set()
        self.left = 0

    async def run(self) -> int:
        """Do what is open; return how much had to be left."""
        async with asyncio.TaskGroup() as group:
            for ordinal in self._found.ordinals:
                if self._is_open(ordinal):
                    group.create_task(self._cell(ordinal))
        await self._score_late()
        return self.left

    def _is_open(self, ordinal: int) -> bool:
        state = self._found.states.get(ordinal, CellState.OPEN)
        if state is CellState.FAILED:
            return False
        return state not in (CellState.ANSWERED, CellState.MALFORMED) or bool(
            self._missing(ordinal)
        )

    def _missing(self, ordinal: int) -> list[ReadyScorer]:
        return [s for s in self._ready.scorers if (ordinal, s.number) not in self._found.scored]

    async def _cell(self, ordinal: int) -> None:
        place = self._run.plan.place(ordinal)
        kept = self._found.kept.get(ordinal)
        if kept is not None:
            sample = self._kept_sample(place, kept)
            scores = self._light_scores(ordinal, sample)
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
        if sample.malformed is not None:
            self._malformed.add(ordinal)
        if any(scorer.at_the_end for scorer in self._missing(ordinal)):
            self._late.append((ordinal, sample))
        async with asyncio.TaskGroup() as group:
            for scorer in self._missing(ordinal):
                if scorer.asked is not None:
                    group.create_task(self._grade(ordinal, place, scorer, sample))

    async def _answer(self, ordinal: int, place: Place) -> Sample | None:
        """Ask the model and keep what came; a sample to score if there is an answer."""
        asked = self._ready.columns[place.column]
        case = self._found.cases.get(place.case, CaseContent(values={}))
        if isinstance(asked, Failed):
            await self._keep_failure(ordinal, place, asked, None)
            return None
        try:
            question = self._question(ordinal, place, asked, None, asked.call(case.values))
        except CannotRender as wrong:
            failed = Failed(code=FailureCode.BAD_REQUEST, message=str(wrong), attempts=0)
            await self._keep_failure(ordinal, place, failed, None)
            return None
        reply = await self._caller.ask(question)
        outcome = reply.outcome
        if outcome is None:
            self.left += 1
            return None
        if isinstance(outcome, Failed):
            await self._keep_failure(ordinal, place, outcome, reply)
            return None
        parsed = parse(asked.contract, asked.content.output.schema, outcome.text)
        sample = _sample(case, outcome, parsed)
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
            ),
            scores=self._light_scores(ordinal, sample),
            fresh=reply.fresh,
        )
        try:
            kept = await self._writer.finish(finished)
        except Unavailable:
            raise
        except Exception as error:
            # Asked again it would be paid again, and not be stored again.
            log.exception("answer_not_storable", ordinal=ordinal)
            await self._keep_failure(ordinal, place, _not_storable(outcome, error), reply)
            return None
        if not kept:
            # Someone else has the chunk, or it was committed and the database died before it could say so.
            # Whoever takes the chunk next sees which, and scores what has no score.
            self.left += 1
            return None
        return sample

    async def _keep_failure(
        self, ordinal: int, place: Place, failed: Failed, reply: Reply | None
    ) -> None:
        """A failure about the case ends its cell; one about us or the key leaves it open and halts the run."""
        final = is_final(failed)
        if not final:
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

    async def _halt(self, asked: Asked | Failed, failed: Failed) -> None:
        """Nothing more goes through a key that was refused or has no money left, until a person has looked."""
        if self._writer.halted:
            return
        now = self._own.clock.now()
        with self._writer.halting():
            await self._pause_for_key(asked, failed, now)

    async def _pause_for_key(self, asked: Asked | Failed, failed: Failed, now: datetime) -> None:
        async with self._own.work.write() as tx:
            if isinstance(asked, Asked) and failed.code in STOPS:
                model = await tx.catalog.get(self._project, asked.model)
                await stop_credential(self._own, tx, self._project, model, failed)
            await pause(
                tx, self._project, self._run.id, PauseReason.CREDENTIAL, failed.message, now
            )

    async def _grade(self, ordinal: int, place: Place, scorer: ReadyScorer, sample: Sample) -> None:
        """Ask a grader and keep its grade. Whatever goes wrong is an error, never a grade."""
        asked, spec = scorer.asked, scorer.spec
        assert isinstance(spec, GraderSpec)
        known = settled(spec, sample)
        if known is not None:
            # A malformed answer fails without asking anyone.
            await self._keep_score(ordinal, place, scorer, None, known)
            return
        if isinstance(asked, Failed) or asked is None:
            await self._keep_score(ordinal, place, scorer, None, _judge_error(asked))
            return
        try:
            call = asked.call(grader_values(sample))
        except CannotRender as wrong:
            verdict = NotScored(problem=ScoreProblem.SCORER_ERROR, reason=str(wrong))
            await self._keep_score(ordinal, place, scorer, None, verdict)
            return
        reply = await self._caller.ask(self._question(ordinal, place, asked, scorer.number, call))
        outcome = reply.outcome
        if outcome is None or (isinstance(outcome, Failed) and not is_final(outcome)):
            self.left += 1
            if isinstance(outcome, Failed):
                await self._keep_score(
                    ordinal, place, scorer, reply, _judge_error(outcome), left_open=True
                )
                if outcome.code is not FailureCode.HELD_BACK:
                    await self._halt(asked, outcome)
            return
        verdict = (
            grade_of(outcome.text, spec.pass_at)
            if isinstance(outcome, Answered)
            else _judge_error(outcome)
        )
        await self._keep_score(ordinal, place, scorer, reply, verdict)

    async def _keep_score(
        self,
        ordinal: int,
        place: Place,
        scorer: ReadyScorer,
        reply: Reply | None,
        verdict: Verdict,
        *,
        left_open: bool = False,
    ) -> None:
        outcome = None if reply is None else reply.outcome
        result = ScoreResult(
            verdict=verdict,
            outcome=outcome,
            bill=NOTHING if reply is None or outcome is None else bill_of(outcome, reply.worst),
            left_open=left_open,
            malformed=ordinal in self._malformed,
        )
        await self._writer.finish(
            Finished(
                ordinal=ordinal,
                column=place.column,
                claim=self._found.claim,
                spent=None if reply is None else reply.spent,
                scores=((scorer.number, result),),
                fresh=None if reply is None else reply.fresh,
            )
        )

    def _light_scores(self, ordinal: int, sample: Sample) -> tuple[tuple[int, ScoreResult], ...]:
        broken = sample.malformed is not None
        return tuple(
            (scorer.number, ScoreResult(verdict=apply_now(scorer.spec, sample), malformed=broken))
            for scorer in self._missing(ordinal)
            if scorer.asked is None and not scorer.at_the_end
        )

    async def _score_late(self) -> None:
        """Scorers that judge many at once get the whole chunk at its end."""
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
                for (ordinal, _), verdict in zip(open_ones, verdicts, strict=True):
                    place = self._run.plan.place(ordinal)
                    group.create_task(self._keep_score(ordinal, place, scorer, None, verdict))

    def _question(
        self, ordinal: int, place: Place, asked: Asked, scorer: int | None, call: ModelCall
    ) -> Question:
        suffix = "" if scorer is None else f"-s{scorer}"
        attempt = self._found.attempts.get(ordinal, 1)
        return Question(
            chunk=self._found.number,
            claim=self._found.claim,
            ordinal=ordinal,
            scorer=scorer,
            trial=place.trial,
            asked=asked,
            call=call,
            attempt=attempt,
            key=f"run-{self._run.id}-{ordinal}-{attempt}{suffix}",
        )

    def _kept_sample(self, place: Place, kept: KeptAnswer) -> Sample:
        case = self._found.cases.get(place.case, CaseContent(values={}))
        calls: Sequence[dict[str, str]] = kept.more.get("tool_calls", [])
        return Sample(
            output=kept.output,
            parsed=None
            if kept.malformed is not None
            else (kept.output if kept.parsed is None else kept.parsed),
            malformed=kept.malformed,
            expected=case.expected,
            values=case.values,
            tags=case.tags,
            metadata=case.metadata,
            tool_calls=tuple(ToolCall(**call) for call in calls),
            finish=FinishReason(kept.finish or "unknown"),
            latency_ms=kept.latency_ms,
            cost=None if kept.cost is None else MicroUsd(kept.cost),
            prompt_tokens=kept.prompt_tokens,
            completion_tokens=kept.completion_tokens,
        )


def _not_storable(answered: Answered, error: Exception) -> Failed:
    return Failed(
        code=FailureCode.PROVIDER_ERROR,
        message=f"The model answered with something that cannot be stored ({type(error).__name__})",
        attempts=answered.attempts,
        cost=answered.cost,
        doubtful=answered.doubtful,
    )


def _judge_error(outcome: Outcome | None) -> NotScored:
    message = outcome.message if isinstance(outcome, Failed) else "The grader cannot be asked"
    return NotScored(problem=ScoreProblem.JUDGE_ERROR, reason=message[:500])


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
