"""State of a claimed chunk: its cells, answers and scores, and the keys of its calls."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from edison.domain.datasets.dataset import CaseContent
from edison.domain.ids import RunId
from edison.domain.judging.score import Sample
from edison.domain.models.model_call import FinishReason, ModelCall, ToolCall
from edison.domain.money import MicroUsd
from edison.domain.runs.cell import CellState
from edison.domain.runs.run_plan import CellPlace
from edison.engine.runs.prepare_chunk import PreparedColumn
from edison.engine.runs.run_caller import CallRequest
from edison.store.repositories.runs.cells import KeptAnswer


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkState:
    """Cells, answers and scores of a chunk when it was claimed."""

    run: RunId
    number: int
    claim: int
    ordinals: range
    states: dict[int, CellState]
    scored: set[tuple[int, int]]
    cases: dict[int, CaseContent]
    kept: dict[int, KeptAnswer]
    attempts: dict[int, int]
    # Judge answers so far, by cell and scorer.
    said: dict[tuple[int, int], tuple[str, ...]] = field(
        default_factory=dict[tuple[int, int], tuple[str, ...]]
    )

    def question(
        self,
        ordinal: int,
        place: CellPlace,
        asked: PreparedColumn,
        call: ModelCall,
        *,
        scorer: int | None = None,
        step: int = 0,
        stands_in: bool = False,
    ) -> CallRequest:
        suffix = "-f" if stands_in else "" if scorer is None else f"-s{scorer}"
        # Index of the call in a judge's dialogue.
        again = f"-{step}" if step else ""
        attempt = self.attempts.get(ordinal, 1)
        return CallRequest(
            chunk=self.number,
            claim=self.claim,
            ordinal=ordinal,
            scorer=scorer,
            trial=place.trial,
            asked=asked,
            call=call,
            attempt=attempt,
            key=f"run-{self.run}-{ordinal}-{attempt}{suffix}{again}",
            stands_in=stands_in,
        )

    def case(self, place: CellPlace) -> CaseContent:
        return self.cases.get(place.case, CaseContent(values={}))

    def kept_sample(self, place: CellPlace, kept: KeptAnswer) -> Sample:
        """Convert a stored answer to a sample for scorers."""
        case = self.case(place)
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
