"""Export a suite as a configuration of promptfoo, with the prompts and cases themselves instead of their names."""

from collections.abc import AsyncGenerator

from edison.domain.datasets.case_selection import CaseFilter, CaseSort
from edison.domain.datasets.dataset import CaseContent
from edison.domain.errors import InvalidInput
from edison.domain.ids import ProjectId, SuiteId
from edison.domain.imports.write_promptfoo import PromptfooParts, WrittenTarget, write_promptfoo
from edison.domain.models.provider import Provider
from edison.domain.people.access import Actor, Permission
from edison.domain.prompts.prompt import PromptContent
from edison.domain.suites.recipe import Recipe
from edison.kit.pagination import PageRequest
from edison.services.context import Context
from edison.services.datasets.dataset_queries import version_of
from edison.services.suites.suite_export import SuiteYaml, plain_name
from edison.store.unit_of_work import ReadTx

# promptfoo keeps the whole configuration in memory.
CASES_AT_MOST = 5_000
CASES_AT_ONCE = 100


async def export_to_promptfoo(
    ctx: Context, who: Actor, project: ProjectId, suite: SuiteId
) -> SuiteYaml:
    """Export the versions that a run of the suite would use now."""
    who.must(Permission.EXPORT_RESULTS, project)
    async with ctx.read() as tx:
        found = await tx.suites.get(project, suite)
        recipe = found.recipe
        models = await tx.suite_parts.models(project, {target.model for target in recipe.targets})
        parts = PromptfooParts(
            name=found.name,
            prompts=[content async for content in _prompts(tx, project, recipe)],
            targets=[
                WrittenTarget(
                    provider=Provider(models[target.model].provider),
                    name=models[target.model].name,
                    parameters=target.parameters.given(),
                )
                for target in recipe.targets
            ],
            scorers=recipe.scorers,
            cases=await _cases(tx, project, recipe),
            trials=recipe.trials,
        )
    return SuiteYaml(
        file_name=f"{plain_name(found.name)}-promptfoo.yaml", text=write_promptfoo(parts)
    )


async def _prompts(tx: ReadTx, project: ProjectId, recipe: Recipe) -> AsyncGenerator[PromptContent]:
    known = await tx.suite_parts.prompts(project, {each.prompt for each in recipe.prompts})
    for each in recipe.prompts:
        number = known[each.prompt].resolved(each.version, each.label)
        if number is None:
            raise InvalidInput(
                f"{known[each.prompt].name} has no version {each.label or ''}".strip()
            )
        yield (await tx.prompts.version(project, each.prompt, number)).content


async def _cases(tx: ReadTx, project: ProjectId, recipe: Recipe) -> list[CaseContent]:
    if recipe.dataset is None:
        return []
    dataset, choice = recipe.dataset, recipe.choice
    version = await version_of(tx, project, dataset.id, dataset.version)
    wanted = CaseFilter(
        split=choice.split,
        any_tag=choice.tags or None,
        ids=frozenset(choice.ids) if choice.ids else None,
    )
    found: list[CaseContent] = []
    page = PageRequest(limit=CASES_AT_ONCE)
    while True:
        read = await tx.cases.page(project, dataset.id, version, wanted, CaseSort.POSITION, page)
        found += [case.content for case in read.items]
        enough = choice.first is not None and len(found) >= choice.first
        if enough or read.next_cursor is None:
            break
        page = PageRequest.of(CASES_AT_ONCE, read.next_cursor)
        if len(found) > CASES_AT_MOST:
            raise InvalidInput(
                f"At most {CASES_AT_MOST:,} cases are written into a configuration of promptfoo"
            )
    return found[: choice.first]
