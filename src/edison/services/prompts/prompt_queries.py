"""Read prompts and their versions, and compare two versions."""

from edison.domain.ids import ProjectId, PromptId
from edison.domain.people.access import Actor, Permission
from edison.domain.prompts.prompt import Prompt, PromptCard, PromptVersion
from edison.domain.prompts.prompt_diff import PartDiff, compare
from edison.domain.prompts.prompt_markdown import to_markdown
from edison.kit.pagination import Page, PageRequest
from edison.services.context import Context
from edison.store.repositories.prompts.prompts import PromptFilter as PromptFilter

MOST_ANCESTORS = 1_000


async def list_prompts(
    ctx: Context, who: Actor, project: ProjectId, wanted: PromptFilter, page: PageRequest
) -> Page[PromptCard]:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await tx.prompts.page(project, wanted, page)


async def read_prompt(ctx: Context, who: Actor, project: ProjectId, prompt: PromptId) -> Prompt:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await tx.prompts.get(project, prompt)


async def list_versions(
    ctx: Context, who: Actor, project: ProjectId, prompt: PromptId, page: PageRequest
) -> Page[PromptVersion]:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        await tx.prompts.get(project, prompt)
        return await tx.prompts.versions(project, prompt, page)


async def read_version(
    ctx: Context, who: Actor, project: ProjectId, prompt: PromptId, number: int
) -> PromptVersion:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        await tx.prompts.get(project, prompt)
        return await tx.prompts.version(project, prompt, number)


async def read_lineage(
    ctx: Context, who: Actor, project: ProjectId, prompt: PromptId, number: int
) -> list[PromptVersion]:
    """Return a version and its ancestors, oldest first. Ancestors of a fork include versions of the source prompt."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        await tx.prompts.get(project, prompt)
        version = await tx.prompts.version(project, prompt, number)
        return await tx.prompts.lineage(project, version.id, MOST_ANCESTORS)


async def export_version(
    ctx: Context, who: Actor, project: ProjectId, prompt: PromptId, number: int
) -> str:
    """Return a prompt version as Markdown."""
    who.must(Permission.EXPORT_RESULTS, project)
    async with ctx.read() as tx:
        found = await tx.prompts.get(project, prompt)
        return to_markdown(found.name, await tx.prompts.version(project, prompt, number))


async def compare_versions(
    ctx: Context, who: Actor, project: ProjectId, prompt: PromptId, a: int, b: int
) -> tuple[PartDiff, ...]:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        await tx.prompts.get(project, prompt)
        old = await tx.prompts.version(project, prompt, a)
        new = await tx.prompts.version(project, prompt, b)
    return compare(old.content, new.content)
