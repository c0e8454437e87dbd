"""The hot path of a run: cells and scores are begun and finished in batches, one statement for any number of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from edison.domain.access import ProjectId
from edison.domain.calls import Answered, Failed
from edison.domain.case_json import content_from_json
from edison.domain.datasets import CaseContent
from edison.domain.runs.cells import Result, ScoreResult
from edison.domain.runs.plan import RunId
from edison.domain.scores import Scored
from edison.kit.json_text import json_text
from edison.store.repositories.cell_statements import (
    ABANDON,
    BEGIN_CELLS,
    BEGIN_SCORES,
    BEGUN_BEFORE,
    FINISH_CELLS,
    FINISH_SCORES,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """One call about to leave. `scorer` is None for the answer itself."""

    ordinal: int
    scorer: int | None
    claim: int
    held: int
    held_tokens: int
    # The how-manieth promise for this call.
    nth: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedCell:
    ordinal: int
    claim: int
    result: Result


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedScore:
    ordinal: int
    scorer: int
    claim: int
    result: ScoreResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Abandoned:
    """A call whose worker died: nobody knows what it cost."""

    ordinal: int
    scorer: int | None
    held: int
    held_tokens: int
    started_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptAnswer:
    """As much of a finished cell as its scorers need."""

    state: str
    output: str
    parsed: str | None
    malformed: str | None
    latency_ms: float | None
    cost: int | None
    prompt_tokens: int | None
    completion_tokens: int | None
    finish: str | None
    more: dict[str, Any]


class Cells:
    def __init__(self, session: AsyncSession) -> None:
        self._session = session

    async def begin(
        self, project: ProjectId, run: RunId, items: Sequence[Begun], now: datetime
    ) -> set[tuple[int, int | None]]:
        """Mark calls as leaving; return those that may. The rest has an answer, or another worker has it."""
        del project
        taken: set[tuple[int, int | None]] = set()
        cells = [item for item in items if item.scorer is None]
        if cells:
            rows = await self._session.execute(
                BEGIN_CELLS, {"run": run, "now": now, **_begun(cells)}
            )
            taken.update((row.ordinal, None) for row in rows)
        scores = [item for item in items if item.scorer is not None]
        if scores:
            rows = await self._session.execute(
                BEGIN_SCORES,
                {
                    "run": run,
                    "now": now,
                    "scorers": [item.scorer for item in scores],
                    **_begun(scores),
                },
            )
            taken.update((row.ordinal, row.scorer) for row in rows)
        return taken

    async def finish(
        self, project: ProjectId, run: RunId, items: Sequence[FinishedCell], now: datetime
    ) -> set[int]:
        """Write answers and failures; return which were written. What is not was finished before, or taken over."""
        del project
        if not items:
            return set()
        rows = await self._session.execute(
            FINISH_CELLS, {"run": run, "now": now, **_finished_cells(items)}
        )
        return set(rows.scalars())

    async def finish_scores(
        self, project: ProjectId, run: RunId, items: Sequence[FinishedScore], now: datetime
    ) -> set[tuple[int, int]]:
        del project
        if not items:
            return set()
        rows = await self._session.execute(
            FINISH_SCORES, {"run": run, "now": now, **_finished_scores(items)}
        )
        return {(row.ordinal, row.scorer) for row in rows}

    async def begun_before(
        self, project: ProjectId, run: RunId, items: Sequence[Begun]
    ) -> set[tuple[int, int | None]]:
        """Which of these were begun by an earlier try of the same batch."""
        del project
        found: set[tuple[int, int | None]] = set()
        for table, scorer, also in (
            ("cells", "NULL::int", ""),
            ("scores", "scores.scorer", "AND scores.scorer = t.scorer"),
        ):
            chosen = [item for item in items if (item.scorer is None) == (table == "cells")]
            if not chosen:
                continue
            rows = await self._session.execute(
                text(BEGUN_BEFORE.format(table=table, scorer=scorer, also=also)),
                {"run": run, "scorers": [item.scorer for item in chosen], **_begun(chosen)},
            )
            found.update((row.ordinal, row.scorer) for row in rows)
        return found

    async def abandon(self, project: ProjectId, run: RunId, ordinals: range) -> list[Abandoned]:
        """Open again what a dead worker had begun; its worst case stays counted as doubt."""
        del project
        found: list[Abandoned] = []
        for table, scorer, also in (
            ("cells", "NULL::int", ""),
            ("scores", "scorer", "AND scores.scorer = old.scorer"),
        ):
            rows = await self._session.execute(
                text(ABANDON.format(table=table, scorer=scorer, also=also)),
                {"run": run, "first": ordinals.start, "end": ordinals.stop},
            )
            found.extend(
                Abandoned(
                    ordinal=row.ordinal,
                    scorer=row.scorer,
                    held=row.held,
                    held_tokens=row.held_tokens,
                    started_at=row.started_at,
                )
                for row in rows
            )
        return found

    async def states(self, project: ProjectId, run: RunId, ordinals: range) -> dict[int, str]:
        """The states of the cells that have a row."""
        del project
        rows = await self._session.execute(
            text(
                "SELECT ordinal, state FROM cells "
                "WHERE run_id = :run AND ordinal >= :first AND ordinal < :end"
            ),
            {"run": run, "first": ordinals.start, "end": ordinals.stop},
        )
        return {row.ordinal: row.state for row in rows}

    async def attempts(self, project: ProjectId, run: RunId, ordinals: range) -> dict[int, int]:
        """The how-manieth attempt each opened cell is at; those not named are at their first."""
        del project
        rows = await self._session.execute(
            text(
                "SELECT ordinal, attempt FROM cells WHERE run_id = :run AND ordinal >= :first "
                "AND ordinal < :end AND attempt > 1"
            ),
            {"run": run, "first": ordinals.start, "end": ordinals.stop},
        )
        return {row.ordinal: row.attempt for row in rows}

    async def scored(self, project: ProjectId, run: RunId, ordinals: range) -> set[tuple[int, int]]:
        del project
        rows = await self._session.execute(
            text(
                "SELECT ordinal, scorer FROM scores WHERE run_id = :run AND ordinal >= :first "
                "AND ordinal < :end AND state IN ('scored','not_scored')"
            ),
            {"run": run, "first": ordinals.start, "end": ordinals.stop},
        )
        return {(row.ordinal, row.scorer) for row in rows}

    async def answers(
        self, project: ProjectId, run: RunId, ordinals: Sequence[int]
    ) -> dict[int, KeptAnswer]:
        """Read answers back for scorers that were added later."""
        del project
        rows = await self._session.execute(
            text(
                "SELECT ordinal, state, output, parsed, malformed, latency_ms, cost, prompt_tokens, "
                "completion_tokens, finish, more FROM cells "
                "WHERE run_id = :run AND ordinal = ANY (CAST(:ordinals AS int[])) "
                "AND state IN ('answered','malformed')"
            ),
            {"run": run, "ordinals": list(ordinals)},
        )
        return {
            row.ordinal: KeptAnswer(
                state=row.state,
                output=row.output or "",
                parsed=row.parsed,
                malformed=row.malformed,
                latency_ms=row.latency_ms,
                cost=row.cost,
                prompt_tokens=row.prompt_tokens,
                completion_tokens=row.completion_tokens,
                finish=row.finish,
                more=row.more or {},
            )
            for row in rows
        }

    async def cases(
        self, project: ProjectId, run: RunId, first: int, end: int
    ) -> dict[int, CaseContent]:
        """What stands in these rows of the run."""
        rows = await self._session.execute(
            text(
                'SELECT rc.position, c.id, c."values" AS inputs, c.expected, c.tags, c.difficulty, c.metadata, c.split '
                "FROM run_cases rc LEFT JOIN cases c ON c.id = rc.revision AND c.project_id = :project "
                "WHERE rc.run_id = :run AND rc.position >= :first AND rc.position < :end"
            ),
            {"project": project, "run": run, "first": first, "end": end},
        )
        return {row.position: _content(row) for row in rows}


def _content(row: Any) -> CaseContent:
    if row.id is None:
        return CaseContent(values={})
    return content_from_json(
        {
            "values": row.inputs,
            "expected": row.expected,
            "tags": row.tags,
            "difficulty": row.difficulty,
            "metadata": row.metadata,
            "split": row.split,
        }
    )


def _begun(items: Sequence[Begun]) -> dict[str, list[Any]]:
    return {
        "ordinals": [item.ordinal for item in items],
        "claims": [item.claim for item in items],
        "helds": [item.held for item in items],
        "tokens": [item.held_tokens for item in items],
        "nths": [item.nth for item in items],
    }


def _finished_cells(items: Sequence[FinishedCell]) -> dict[str, list[Any]]:
    results = [item.result for item in items]
    outcomes = [result.outcome for result in results]
    answered = [outcome if isinstance(outcome, Answered) else None for outcome in outcomes]
    failed = [outcome if isinstance(outcome, Failed) else None for outcome in outcomes]
    return {
        "ordinals": [item.ordinal for item in items],
        "claims": [item.claim for item in items],
        "states": [str(result.state) for result in results],
        "costs": [_cost(outcome) for outcome in outcomes],
        "doubts": [result.bill.doubt for result in results],
        "prompt_tokens": [_count(o.usage.prompt) if o.usage else None for o in outcomes],
        "completion_tokens": [_count(o.usage.completion) if o.usage else None for o in outcomes],
        "latencies": [_float(o.latency_ms) for o in outcomes],
        "first_tokens": [_float(o.first_token_ms) if o else None for o in answered],
        "attempts": [min(o.attempts, 32_000) for o in outcomes],
        "finishes": [str(o.finish) if o else None for o in answered],
        "reused": [o.reused.origin if o and o.reused else None for o in answered],
        "error_codes": [str(o.code) if o else None for o in failed],
        "errors": [o.message if o else None for o in failed],
        "malformed": [result.malformed for result in results],
        # Only where it differs from the whole: most answers are their own parsed part.
        "parsed": [
            result.parsed if o and result.parsed != o.text else None
            for result, o in zip(results, answered, strict=True)
        ],
        "outputs": [o.text if o else None for o in answered],
        "mores": [json_text(_more(outcome)) for outcome in outcomes],
    }


def _count(tokens: int) -> int:
    """As large as the column takes; a provider may say anything."""
    return min(tokens, 2**31 - 1)


def _float(number: float | None) -> float | None:
    """An array takes one kind of number only, and 200 is an int to Python."""
    return None if number is None else float(number)


def _cost(outcome: Answered | Failed) -> int | None:
    """What was paid for this cell; nothing for an answer that had been paid before."""
    if isinstance(outcome, Answered) and outcome.reused is not None:
        return 0
    return outcome.cost


def _more(outcome: Answered | Failed) -> dict[str, Any]:
    more: dict[str, Any] = {}
    if outcome.usage is not None:
        more["usage"] = outcome.usage.raw
    if outcome.dropped:
        more["dropped"] = list(outcome.dropped)
    if isinstance(outcome, Answered):
        if outcome.model:
            more["model"] = outcome.model
        if outcome.tool_calls:
            more["tool_calls"] = [
                {"id": call.id, "name": call.name, "arguments": call.arguments}
                for call in outcome.tool_calls
            ]
        if outcome.reused is not None:
            more["answered_at"] = outcome.reused.answered_at
            more["cost_then"] = outcome.cost
    elif outcome.provider_code or outcome.status:
        more["provider_code"] = outcome.provider_code
        more["status"] = outcome.status
    return more


def _finished_scores(items: Sequence[FinishedScore]) -> dict[str, list[Any]]:
    results = [item.result for item in items]
    verdicts = [result.verdict for result in results]
    scored = [verdict if isinstance(verdict, Scored) else None for verdict in verdicts]
    outcomes = [result.outcome for result in results]
    answers = [outcome if isinstance(outcome, Answered) else None for outcome in outcomes]
    usages = [outcome.usage if outcome else None for outcome in outcomes]
    return {
        "ordinals": [item.ordinal for item in items],
        "scorers": [item.scorer for item in items],
        "claims": [item.claim for item in items],
        "states": [
            "open" if result.left_open else "scored" if verdict else "not_scored"
            for result, verdict in zip(results, scored, strict=True)
        ],
        "values": [float(verdict.value) if verdict else None for verdict in scored],
        "passed": [verdict.passed if verdict else None for verdict in scored],
        "problems": [
            None if isinstance(verdict, Scored) else str(verdict.problem) for verdict in verdicts
        ],
        "reasons": [verdict.reason for verdict in verdicts],
        "costs": [None if o is None else _cost(o) for o in outcomes],
        "doubts": [result.bill.doubt for result in results],
        "prompt_tokens": [_count(usage.prompt) if usage else None for usage in usages],
        "completion_tokens": [_count(usage.completion) if usage else None for usage in usages],
        "latencies": [_float(o.latency_ms) if o else None for o in outcomes],
        "outputs": [o.text if o else None for o in answers],
        "mores": [
            json_text(verdict.details) if verdict and verdict.details else None
            for verdict in scored
        ],
    }
