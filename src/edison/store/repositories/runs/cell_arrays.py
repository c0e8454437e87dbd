"""Convert batches of cells and scores to arrays for SQL statements: one array per column."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from edison.domain.judging.score import Scored
from edison.domain.models.model_call import Answered, Failed
from edison.domain.runs.cell import Result, ScoreResult
from edison.kit.postgres_json import json_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """One call about to be sent. `scorer` is None for the answer itself."""

    ordinal: int
    scorer: int | None
    claim: int
    held: int
    held_tokens: int
    # The ordinal number of the reservation for this call.
    nth: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedCell:
    ordinal: int
    claim: int
    result: Result
    # Money was reserved for it, so it is written only while its row is in the state `calling`.
    begun: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedScore:
    ordinal: int
    scorer: int
    claim: int
    result: ScoreResult
    # Money was reserved for it, so it is written only while its row is in the state `calling`.
    begun: bool = False


def begun_arrays(items: Sequence[Begun]) -> dict[str, list[Any]]:
    return {
        "ordinals": [item.ordinal for item in items],
        "claims": [item.claim for item in items],
        "helds": [item.held for item in items],
        "tokens": [item.held_tokens for item in items],
        "nths": [item.nth for item in items],
    }


def cell_arrays(items: Sequence[FinishedCell]) -> dict[str, list[Any]]:
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
        # Stored only if it differs from the whole output: most outputs are their own parsed part.
        "parsed": [
            result.parsed if o and result.parsed != o.text else None
            for result, o in zip(results, answered, strict=True)
        ],
        "outputs": [o.text if o else None for o in answered],
        "begun": [item.begun for item in items],
        "mores": [json_text(_more(r.outcome) | _stand_in(r) | _metadata(r)) for r in results],
    }


def _stand_in(result: Result) -> dict[str, Any]:
    return {} if result.stand_in is None else {"stand_in": asdict(result.stand_in)}


def _metadata(result: Result) -> dict[str, Any]:
    return {} if result.metadata is None else {"metadata": result.metadata}


def _count(tokens: int) -> int:
    """Limit a token count to the range of the column, because providers may report anything."""
    return min(tokens, 2**31 - 1)


def _float(number: float | None) -> float | None:
    """Convert to float, because all elements of an SQL array have the same type."""
    return None if number is None else float(number)


def _cost(outcome: Answered | Failed) -> int | None:
    """Return the cost of this call; None for a reused answer, which an earlier call paid."""
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


def score_arrays(items: Sequence[FinishedScore]) -> dict[str, list[Any]]:
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
        "mores": [json_text(found) if (found := _kept(result)) else None for result in results],
        # As text, because a multidimensional array must be rectangular.
        "criteria": [_array(verdict.criteria) if verdict else None for verdict in scored],
        "begun": [item.begun for item in items],
    }


def _kept(result: ScoreResult) -> dict[str, Any]:
    """Return the details of a score; for an unfinished dialogue, the judge's messages so far."""
    if result.left_open:
        return {"said": list(result.said)} if result.said else {}
    return result.verdict.details if isinstance(result.verdict, Scored) else {}


def _array(criteria: Sequence[float | None]) -> str | None:
    if not criteria:
        return None
    return "{" + ",".join("NULL" if each is None else repr(float(each)) for each in criteria) + "}"
