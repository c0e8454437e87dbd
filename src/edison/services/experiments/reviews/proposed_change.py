"""Apply a suggestion, selected hunks of it, or a person's replacement text to a prompt, and check the guardrails."""

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
    """The change to apply: a whole suggestion, selected hunks of it, or a replacement text."""

    hunks: tuple[int, ...] | None = None
    text: str | None = None

    def __post_init__(self) -> None:
        if self.hunks is not None and self.text is not None:
            raise InvalidInput("Choose hunks or send a text, not both", field="text")


WHOLE = ProposedChange()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """Result of applying a change. `content` is None if the result is not a valid prompt; the guardrails say why."""

    content: PromptContent | None
    guardrails: tuple[Guardrail, ...]
    diff: str
    text: str | None
    # True: the text is a person's, not the refiner's.
    own_words: bool


async def case_texts(tx: ReadTx, project: ProjectId, suggestion: Suggestion) -> list[str]:
    """Return the texts of all cases in the dataset version that the suggestion's iteration used."""
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
    """Apply and check a change. Call this in a thread, because thousands of cases take seconds."""
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
    """Return the hunks of a diff; empty if the diff cannot be parsed."""
    try:
        return parse(diff).hunks if diff.strip() else ()
    except DiffProblem:
        return ()


def _check_hunks(suggestion: Suggestion, hunks: Sequence[int]) -> None:
    if not hunks:
        raise InvalidInput("Choose at least one change, or reject the suggestion", field="hunks")
    if not set(hunks) <= set(range(len(hunks_of(suggestion.diff)))):
        raise InvalidInput("The suggestion has no such hunk", field="hunks")
