"""Report before a run starts which models do not take the files of its cases."""

from edison.domain.prompts.template_renderer import variables_of
from edison.domain.runs.provider_batch import AnswerDelivery
from edison.domain.runs.run_order import RunOrder, StartProblem
from edison.engine.runs.start.run_draft import ChosenScorer, ChosenTarget, RunDraft
from edison.kit.media_facts import KINDS, MediaKind
from edison.providers.model_files import refusal_of_kind, taken_kinds
from edison.store.unit_of_work import ReadTx


async def add_refused_files(tx: ReadTx, order: RunOrder, draft: RunDraft) -> None:
    """Add a problem for each target and grader that would get a kind of file that its model does not take.

    A judge whose model takes no files is not a problem: it judges by the texts, and a warning says so.
    """
    kinds = await _kinds_in_cases(
        tx, order, draft, [name for each in draft.versions for name in variables_of(each.content)]
    )
    if kinds and order.delivery is AnswerDelivery.BATCH:
        draft.lacks(
            "files_in_batch", "A batch cannot carry files of cases. Run it now instead.", "delivery"
        )
    for place, target in enumerate(draft.targets):
        _add(draft, target, kinds, f"targets.{place}")
    if draft.fallback is not None:
        _add(draft, draft.fallback, kinds, "fallback")
    for scorer in draft.scorers:
        if scorer.grader is not None and scorer.target is not None:
            names = list(variables_of(scorer.grader))
            _add(
                draft,
                scorer.target,
                await _kinds_in_cases(tx, order, draft, names),
                scorer.where,
            )


async def file_warnings(tx: ReadTx, order: RunOrder, draft: RunDraft) -> list[StartProblem]:
    """Return a warning for each judge that scores answers about files without getting the files."""
    judges = [each for each in draft.scorers if each.judge is not None and each.target is not None]
    if not judges or draft.dataset is None:
        return []
    kinds = await _kinds_in_cases(tx, order, draft, list(draft.dataset.columns))
    return [warning for each in judges if (warning := _blind(each, kinds)) is not None]


def _blind(scorer: ChosenScorer, kinds: set[MediaKind]) -> StartProblem | None:
    assert scorer.target is not None
    unseen = kinds - taken_kinds(scorer.target.model)
    if not unseen:
        return None
    return StartProblem(
        code="judge_without_files",
        message=f"{scorer.name} judges without the files of the cases: "
        f"{refusal_of_kind(scorer.target.model, min(unseen))}",
        field=scorer.where,
    )


async def _kinds_in_cases(
    tx: ReadTx, order: RunOrder, draft: RunDraft, names: list[str]
) -> set[MediaKind]:
    if not names or order.dataset is None or not draft.dataset_version or not draft.has_files:
        return set()
    types = await tx.files.types_in_cases(
        order.project, order.dataset, draft.dataset_version, order.choice, names
    )
    return {KINDS[each] for each in types if each in KINDS}


def _add(draft: RunDraft, target: ChosenTarget, kinds: set[MediaKind], where: str) -> None:
    for kind in sorted(kinds - taken_kinds(target.model)):
        draft.lacks("files_refused", refusal_of_kind(target.model, kind), where)
