"""Complete a request to generate cases with variable names, example cases and coverage gaps."""

from dataclasses import replace

from edison.domain.assists.assist import FEWEST_DOMAIN, MOST_VARIABLES, FillGaps, GenerateCases
from edison.domain.assists.case_generation import require_enough_detail, variables_for
from edison.domain.datasets.case_selection import ALL_CASES, CaseFilter, CaseSort
from edison.domain.datasets.coverage import coverage_of, gaps_in_words
from edison.domain.datasets.dataset import Case, Dataset, Split, value_text
from edison.domain.errors import InvalidInput
from edison.domain.ids import ProjectId
from edison.kit.pagination import PageRequest
from edison.services.datasets.dataset_queries import all_contents
from edison.store.unit_of_work import ReadTx

MOST_EXAMPLES = 5
MOST_EXAMPLE = 1_000
LOOKED_AT = 50


async def ready_to_generate(tx: ReadTx, project: ProjectId, wish: GenerateCases) -> GenerateCases:
    """Return the request with variable names and the texts of its example cases."""
    require_enough_detail(
        hints=wish.hints, fewest=FEWEST_DOMAIN, others=wish.asks_questions or bool(wish.like)
    )
    if wish.dataset is None:
        if wish.like:
            raise InvalidInput("Name the dataset of the example cases", field="input.dataset")
        return replace(wish, variables=variables_for(wish.variables, (), MOST_VARIABLES))
    dataset = await tx.datasets.get(project, wish.dataset)
    variables = variables_for(wish.variables, dataset.columns, MOST_VARIABLES)
    if not wish.like:
        return replace(wish, variables=variables)
    examples = await _like(tx, project, dataset, wish, variables)
    return replace(wish, variables=variables, examples=examples)


async def ready_to_fill(tx: ReadTx, project: ProjectId, wish: FillGaps) -> GenerateCases:
    """Convert a request to fill coverage gaps to a request to generate cases, with the current gaps."""
    dataset = await tx.datasets.get(project, wish.dataset)
    contents = await all_contents(tx, project, dataset.id, dataset.version)
    gaps = gaps_in_words(coverage_of(contents), wish.bars)
    if not gaps:
        raise InvalidInput(
            "The dataset has no gaps: every bar of its coverage chart is full",
            field="input.dataset",
            advice="Generate more cases instead.",
        )
    variables = wish.variables or dataset.columns
    if not variables:
        raise InvalidInput(
            "The dataset has no variables. Name the variables of a case", field="input.variables"
        )
    return GenerateCases(
        hints=f"{dataset.name}. {dataset.description}".strip()[:MOST_EXAMPLE],
        variables=variables,
        count=wish.count,
        diversity=8,
        dataset=dataset.id,
        gaps=gaps,
        examples=await _some(tx, project, dataset, variables),
    )


async def _like(
    tx: ReadTx,
    project: ProjectId,
    dataset: Dataset,
    wish: GenerateCases,
    variables: tuple[str, ...],
) -> tuple[dict[str, str], ...]:
    wanted = frozenset(wish.like)
    found = await _cases(tx, project, dataset, CaseFilter(ids=wanted), len(wanted))
    missing = len(wanted) - len(found)
    if missing:
        raise InvalidInput(
            f"{missing} of the {len(wanted)} example cases are no longer in {dataset.name}",
            field="input.like",
        )
    held_out = sum(case.content.split is Split.HOLDOUT for case in found)
    if held_out:
        raise InvalidInput(
            f"{held_out} of the {len(wanted)} example cases are in the hold-out, which is never shown to a model",
            field="input.like",
            advice="Choose cases that are not in the hold-out.",
        )
    return tuple(_example(case, variables) for case in found)


async def _some(
    tx: ReadTx, project: ProjectId, dataset: Dataset, variables: tuple[str, ...]
) -> tuple[dict[str, str], ...]:
    """Return some cases of a dataset as examples, without holdout cases."""
    shown = [
        _example(case, variables)
        for case in await _cases(tx, project, dataset, ALL_CASES, LOOKED_AT)
        if case.content.split is not Split.HOLDOUT
        and all(isinstance(case.content.values.get(name, ""), str) for name in variables)
    ]
    return tuple(shown[:MOST_EXAMPLES])


async def _cases(
    tx: ReadTx, project: ProjectId, dataset: Dataset, wanted: CaseFilter, most: int
) -> tuple[Case, ...]:
    page = await tx.cases.page(
        project,
        dataset.id,
        dataset.version,
        wanted,
        CaseSort.POSITION,
        PageRequest(limit=most),
    )
    return page.items


def _example(case: Case, variables: tuple[str, ...]) -> dict[str, str]:
    return {
        name: value_text(case.content.values.get(name, ""))[:MOST_EXAMPLE] for name in variables
    }
