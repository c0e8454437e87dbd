"""What a suggestion, some hunks of it, or a person's own text would make of the prompt.

Also what the guardrails say to that.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from edison.domain.errors import InvalidInput
from edison.domain.experiments.refining.guardrails import (
    Guardrail,
    GuardrailReport,
    examine,
    examine_text,
)
from edison.domain.experiments.refining.prompt_document import text_of
from edison.domain.experiments.refining.suggestion import Suggestion
from edison.domain.experiments.refining.unified_diff import DiffProblem, Hunk, parse, unified
from edison.domain.ids import IterationId, ProjectId
from edison.domain.prompts.prompt import PromptContent
from edison.store.unit_of_work import ReadTx


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedChange:
    """What of a suggestion is wanted: all of it, some hunks, or another text in its place."""

    hunks: tuple[int, ...] | None = None
    text: str | None = None

    def __post_init__(self) -> None:
        if self.hunks is not None and self.text is not None:
            raise InvalidInput("Choose hunks or send a text, not both", field="text")


WHOLE = ProposedChange()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """None: it does not come to a prompt at all; the guardrails say why."""

    content: PromptContent | None
    guardrails: tuple[Guardrail, ...]
    diff: str
    text: str | None
    # Somebody wrote it, other than the refiner.
    own_words: bool


async def case_texts(tx: ReadTx, project: ProjectId, suggestion: Suggestion) -> list[str]:
    """All texts of the cases that the iteration was run on."""
    iteration = await tx.iterations.get(project, IterationId(suggestion.iteration))
    if iteration.run is None:
        return []
    plan = (await tx.runs.get(project, iteration.run)).plan
    if plan.dataset is None or plan.dataset_version is None:
        return []
    return await tx.judged_cells.case_texts(project, plan.dataset, plan.dataset_version)


def try_change(
    suggestion: Suggestion, before: PromptContent, change: ProposedChange, cases: Sequence[str]
) -> Tried:
    """Seconds of arithmetic where there are thousands of cases: call it beside the event loop."""
    old = text_of(before)
    own = change.text is not None and change.text != text_of(suggestion.proposed)
    examined: GuardrailReport
    if change.text is not None:
        examined = examine_text(before, change.text, cases=cases)
    else:
        if change.hunks is not None:
            _check_hunks(suggestion, change.hunks)
        examined = examine(before, suggestion.diff, cases=cases, hunks=change.hunks)
    after = None if examined.content is None else text_of(examined.content)
    return Tried(
        content=examined.content,
        guardrails=examined.guardrails,
        diff="" if after is None else unified(old, after),
        text=after,
        own_words=own,
    )


def hunks_of(diff: str) -> tuple[Hunk, ...]:
    """A diff that cannot be read has none to choose from; it is shown as it is."""
    try:
        return parse(diff).hunks if diff.strip() else ()
    except DiffProblem:
        return ()


def _check_hunks(suggestion: Suggestion, hunks: Sequence[int]) -> None:
    if not hunks:
        raise InvalidInput("Choose at least one change, or reject the suggestion", field="hunks")
    if not set(hunks) <= set(range(len(hunks_of(suggestion.diff)))):
        raise InvalidInput("There is no such hunk in the suggestion", field="hunks")
