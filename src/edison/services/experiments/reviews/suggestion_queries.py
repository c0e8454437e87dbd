"""List the suggestions of a project, and read a suggestion with the data that a reviewer needs."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from edison.domain.comments.comment import CommentSubject, PostedComment, SubjectKind
from edison.domain.experiments.experiment import Experiment, Iteration
from edison.domain.experiments.refining.suggestion import Suggestion, SuggestionState
from edison.domain.experiments.review import SuggestionReview
from edison.domain.ids import ExperimentId, IterationId, ProjectId, SuggestionId
from edison.domain.people.access import Actor, Permission
from edison.domain.prompts.prompt import PromptVersion
from edison.kit.pagination import Page, PageRequest
from edison.services.context import Context
from edison.services.experiments.experiment_cards import IterationCard, iteration_cards
from edison.services.experiments.reviews.suggestion_decision import locked_because
from edison.store.unit_of_work import ReadTx


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    suggestion: Suggestion
    experiment_name: str
    iteration_number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestionPage:
    page: Page[Listed]
    # Number of suggestions on all pages.
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestionSheet:
    """A suggestion with the data that a reviewer needs."""

    suggestion: Suggestion
    experiment: Experiment
    iteration: Iteration
    evidence: IterationCard
    base: PromptVersion
    applied: PromptVersion | None
    # The iteration that runs the approved version.
    next: Iteration | None
    comments: tuple[PostedComment, ...]
    reviews: tuple[SuggestionReview, ...]
    locked_because: str | None
    dataset: UUID | None


async def list_suggestions(
    ctx: Context,
    who: Actor,
    project: ProjectId,
    state: SuggestionState | None,
    page: PageRequest,
) -> SuggestionPage:
    """List suggestions, newest first."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        found = await tx.suggestions.page(project, state, page)
        items = await with_names(tx, project, found.items)
        wanted = SuggestionState if state is None else [state]
        total = sum([await tx.suggestions.count(project, each) for each in wanted])
        return SuggestionPage(page=Page(items=items, next_cursor=found.next_cursor), total=total)


async def with_names(
    tx: ReadTx, project: ProjectId, found: Sequence[Suggestion]
) -> tuple[Listed, ...]:
    """Return the suggestions with the names of their experiments and the numbers of their iterations."""
    iterations = await tx.iterations.get_many(
        project, [IterationId(each.iteration) for each in found]
    )
    names = {
        id_: (await tx.experiments.get(project, ExperimentId(id_))).title
        for id_ in {each.experiment for each in found}
    }
    return tuple(
        Listed(
            suggestion=each,
            experiment_name=names[each.experiment],
            iteration_number=iterations[IterationId(each.iteration)].number,
        )
        for each in found
    )


async def read_suggestion(
    ctx: Context, who: Actor, project: ProjectId, suggestion: SuggestionId
) -> SuggestionSheet:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await sheet_of(tx, project, await tx.suggestions.get(project, suggestion))


async def sheet_of(tx: ReadTx, project: ProjectId, suggestion: Suggestion) -> SuggestionSheet:
    experiment = await tx.experiments.get(project, ExperimentId(suggestion.experiment))
    iteration = await tx.iterations.get(project, IterationId(suggestion.iteration))
    applied = suggestion.applied_version
    after = [
        each
        for each in await tx.iterations.all_of(project, experiment.id)
        if applied is not None and each.version == applied
    ]
    [evidence] = await iteration_cards(tx, project, experiment, [iteration])
    return SuggestionSheet(
        suggestion=suggestion,
        experiment=experiment,
        iteration=iteration,
        evidence=evidence,
        base=await tx.prompts.version_by_id(project, suggestion.base_version),
        applied=None if applied is None else await tx.prompts.version_by_id(project, applied),
        next=after[0] if after else None,
        comments=tuple(
            one
            for one in await tx.comments.of_subject(
                project, CommentSubject(kind=SubjectKind.SUGGESTION, id=suggestion.id)
            )
            if one.deleted_at is None
        ),
        reviews=tuple(await tx.reviews.of(project, suggestion.id)),
        locked_because=await locked_because(tx, project, experiment),
        dataset=experiment.dataset,
    )
