"""Look at an assist, or end it."""

from edison.domain.assists.assist import ENDED, Assist, AssistState
from edison.domain.audit.audit_chain import entry
from edison.domain.errors import WrongState
from edison.domain.events import ASSIST_FINISHED
from edison.domain.ids import AssistId, ProjectId
from edison.domain.people.access import Actor, Permission
from edison.engine.assists.assist_events import assist_event
from edison.services.context import Context


async def read_assist(ctx: Context, who: Actor, project: ProjectId, wanted: AssistId) -> Assist:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await tx.assists.get(project, wanted)


async def cancel_assist(ctx: Context, who: Actor, project: ProjectId, wanted: AssistId) -> Assist:
    """Nothing more is asked. What was made is kept, and a call that has left is paid for."""
    who.must(Permission.START_RUNS, project)
    now = ctx.clock.now()
    async with ctx.write() as tx:
        item = await tx.assists.get(project, wanted, lock=True)
        if item.state in ENDED:
            raise WrongState(
                f"It is {item.state} already", advice="Ask again if you need something else."
            )
        await tx.assists.cancel(project, wanted, now)
        progress = item.done, item.total
        change = {"state": {"old": str(item.state), "new": str(AssistState.CANCELLED)}}
        about = ("assist", wanted)
        tx.record(entry(who, "assist.cancelled", about, at=now, project=project, changes=change))
        tx.emit(
            assist_event(who, project, ASSIST_FINISHED, item, AssistState.CANCELLED, progress, now)
        )
        return await tx.assists.get(project, wanted)
