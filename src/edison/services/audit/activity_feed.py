"""What happened in a project, and what happened to me: read back, or followed."""

from edison.domain.events import Event, project_topic, user_topic
from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor, Permission
from edison.kit.pagination import Page, PageRequest
from edison.services.context import Context

BATCH = 200


async def list_activity(
    ctx: Context, who: Actor, project: ProjectId, page: PageRequest
) -> Page[Event]:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await tx.events.page(project_topic(project), page)


async def project_since(
    ctx: Context, who: Actor, project: ProjectId, after: int | None
) -> tuple[list[Event], int]:
    """Read a batch after a number; without one, start from now. Returns the number to go on from."""
    who.must(Permission.VIEW_PROJECT, project)
    return await _since(ctx, project_topic(project), after)


async def own_since(ctx: Context, who: Actor, after: int | None) -> tuple[list[Event], int]:
    user = who.must_be_person()
    return await _since(ctx, user_topic(user), after)


async def _since(ctx: Context, topic: str, after: int | None) -> tuple[list[Event], int]:
    async with ctx.read() as tx:
        if after is None:
            return [], await tx.events.last_number(topic)
        events = await tx.events.since(topic, after, BATCH)
    return events, events[-1].number if events else after
