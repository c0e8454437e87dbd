"""Choose the scorers of a run: check each scorer, pin its version if it has one, and give it a unique name."""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from edison.domain.errors import InvalidInput, NotFound
from edison.domain.ids import ModelId, PromptId
from edison.domain.models.model_call import Task
from edison.domain.models.parameters import NOTHING_SET, Parameters
from edison.domain.prompts.prompt import PromptKind
from edison.domain.prompts.template_renderer import variables_of
from edison.domain.runs.run_order import RunOrder
from edison.engine.runs.start.choose_judges import check_judges, choose_judge, choose_pairs
from edison.engine.runs.start.run_draft import ChosenScorer, RunDraft, choose_target
from edison.providers.wire.registry import missing_task
from edison.scorers.grader import EXPECTED, INPUT, OUTPUT, GraderSpec
from edison.scorers.judge import JudgeSpec
from edison.scorers.moderation import ModerationSpec
from edison.scorers.pairwise import PairwiseSpec
from edison.scorers.registry import missing, parse_spec
from edison.scorers.scorer_plugin import ScorerSpec
from edison.scorers.semantic_similarity import SemanticSimilaritySpec
from edison.store.repositories.runs.runs import RunScorer
from edison.store.unit_of_work import ReadTx

# The code of the problem, and what to choose instead.
_OTHER_ENDPOINT: dict[Task, tuple[str, str]] = {
    "moderate": ("no_moderation", "choose a model that uses the OpenAI protocol"),
    "embed": (
        "no_embeddings",
        "choose an embedding model of another provider",
    ),
}


async def choose_scorers(
    tx: ReadTx,
    order: RunOrder,
    draft: RunDraft,
    now: datetime,
    *,
    columns: int,
    known: Sequence[RunScorer] = (),
) -> None:
    """Check the scorers of a run request and give each a unique name. `known` are the run's existing scorers."""
    names = dict.fromkeys((scorer.name for scorer in known), 1)
    for place, given in enumerate(order.scorers):
        where = f"scorers.{place}"
        for chosen in await _chosen(tx, order, draft, given, where, now, columns):
            name = chosen.spec.name or chosen.spec.kind
            names[name] = names.get(name, 0) + 1
            if names[name] > 1:
                name = f"{name} {names[name]}"
            draft.scorers.append(_named(chosen, name))
    await check_judges(tx, order.project, draft, known)


async def _chosen(
    tx: ReadTx,
    order: RunOrder,
    draft: RunDraft,
    given: dict[str, Any],
    where: str,
    now: datetime,
    columns: int,
) -> Sequence[ChosenScorer]:
    try:
        spec = parse_spec(given, f"{where}.")
    except InvalidInput as wrong:
        draft.lacks("bad_scorer", wrong.message, wrong.field or where)
        return ()
    # The first check starts a sandbox to find out whether it works.
    lack = await asyncio.to_thread(missing, spec)
    if lack:
        draft.lacks("scorer_missing", lack, where)
    match spec:
        case GraderSpec():
            return await _grader(tx, order, draft, spec, where, now)
        case JudgeSpec():
            return await choose_judge(tx, order.project, draft, spec, where, now)
        case PairwiseSpec():
            return await choose_pairs(tx, order.project, draft, spec, where, now, columns)
        case ModerationSpec():
            return await _endpoint_scorer(tx, order, draft, spec, "moderate", where, now)
        case SemanticSimilaritySpec():
            return await _endpoint_scorer(tx, order, draft, spec, "embed", where, now)
        case _:
            return (_plain(spec, where),)


def _plain(spec: ScorerSpec, where: str) -> ChosenScorer:
    return ChosenScorer(name="", spec=spec, where=where)


def _named(chosen: ChosenScorer, name: str) -> ChosenScorer:
    return ChosenScorer(
        name=name,
        spec=chosen.spec,
        where=chosen.where,
        target=chosen.target,
        grader=chosen.grader,
        judge=chosen.judge,
    )


async def _endpoint_scorer(
    tx: ReadTx,
    order: RunOrder,
    draft: RunDraft,
    spec: ModerationSpec | SemanticSimilaritySpec,
    task: Task,
    where: str,
    now: datetime,
) -> Sequence[ChosenScorer]:
    """Check that the provider of the model has the endpoint that the scorer calls."""
    model = ModelId(spec.model)
    target = await choose_target(tx, order.project, model, NOTHING_SET, draft, where, now)
    if target is None:
        return ()
    if lack := missing_task(target.model.provider, task):
        code, advice = _OTHER_ENDPOINT[task]
        draft.lacks(code, f"{target.model.name} has no {lack}: {advice}", where)
    return (ChosenScorer(name="", spec=spec, where=where, target=target),)


async def _grader(
    tx: ReadTx, order: RunOrder, draft: RunDraft, spec: GraderSpec, where: str, now: datetime
) -> Sequence[ChosenScorer]:
    """Pin the version of a grader, and check that all its variables can be filled."""
    try:
        prompt = await tx.prompts.get(order.project, PromptId(spec.prompt))
        number = spec.version or prompt.latest
        if not number:
            raise NotFound(f"{prompt.name} has no version yet: save it first")
        version = await tx.prompts.version(order.project, prompt.id, number)
    except NotFound as gone:
        draft.lacks("no_grader", gone.message, where)
        return ()
    if prompt.kind is not PromptKind.GRADER:
        draft.lacks("not_grader", f"{prompt.name} is not a grader", where)
    columns = {OUTPUT, EXPECTED, INPUT, *(draft.dataset.columns if draft.dataset else ())}
    unknown = set(variables_of(version.content)) - columns
    for name in sorted(unknown):
        draft.lacks("missing_variable", f"The grader's {{{{{name}}}}} is not in the dataset", where)
    given = {name: value for name, value in spec.parameters.items() if value is not None}
    try:
        parameters = Parameters(**given)
    except TypeError:
        draft.lacks("bad_parameters", "This parameter does not exist", f"{where}.parameters")
        return ()
    target = await choose_target(
        tx, order.project, ModelId(UUID(str(spec.model))), parameters, draft, where, now
    )
    if target is None:
        return ()
    pinned = spec.model_copy(update={"version": number, "name": spec.name or prompt.name})
    return (ChosenScorer(name="", spec=pinned, where=where, target=target, grader=version.content),)
