"""Ask a model something by hand. The answer is stored by the worker that paid for it, before anyone sees it."""

from dataclasses import dataclass

from edison.domain.access import Actor, Permission, ProjectId
from edison.domain.calls import Message, ModelCall, OutputFormat, Tool
from edison.domain.catalog import ModelId
from edison.domain.credentials import CredentialStatus
from edison.domain.errors import CredentialNotReady, InvalidInput, NoWorker
from edison.domain.parameters import Parameters
from edison.domain.tries import Try, TryId, TryState
from edison.kit.ids import new_id
from edison.kit.paging import Page, PageRequest
from edison.services.authority import confirm
from edison.services.context import Context


@dataclass(frozen=True, slots=True, kw_only=True)
class AskModel:
    project: ProjectId
    model: ModelId
    messages: tuple[Message, ...]
    parameters: Parameters
    output: OutputFormat
    tools: tuple[Tool, ...] = ()
    fresh: bool = True


async def ask_model(ctx: Context, who: Actor, cmd: AskModel) -> Try:
    """Put one call on the queue; its outcome comes with the event `try.finished`."""
    who.must(Permission.START_RUNS, cmd.project)
    cmd.parameters.check("parameters.")
    if not any(message.content.strip() for message in cmd.messages):
        raise InvalidInput("Write something to send", field="messages")
    now = ctx.clock.now()
    async with ctx.write() as tx:
        (await tx.projects.get(cmd.project)).must_be_live()
        await confirm(tx, who, Permission.START_RUNS, cmd.project)
        if not await tx.workers.alive(now):
            raise NoWorker("No worker is running, and only workers call models")
        model = await tx.catalog.get(cmd.project, cmd.model)
        credential = await tx.credentials.get(cmd.project, model.credential)
        if credential.status is not CredentialStatus.READY:
            raise CredentialNotReady(
                f"The credential {credential.label} is {credential.status}",
                problem=credential.problem,
            )
        wanted = Try(
            id=TryId(new_id()),
            model=cmd.model,
            call=ModelCall(
                model=model.name,
                messages=cmd.messages,
                parameters=cmd.parameters,
                tools=cmd.tools,
                output=cmd.output,
            ),
            fresh=cmd.fresh,
            state=TryState.WAITING,
            outcome=None,
            asked_by=who.label,
            asked_at=now,
            finished_at=None,
        )
        await tx.tries.add(cmd.project, wanted, model, who.user)
        await ctx.launcher.try_model(
            tx,
            {
                "project": str(cmd.project),
                "wanted": str(wanted.id),
                "trace_id": who.origin.trace_id,
            },
        )
    return wanted


async def read_try(ctx: Context, who: Actor, project: ProjectId, wanted: TryId) -> Try:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await tx.tries.get(project, wanted)


async def list_tries(
    ctx: Context, who: Actor, project: ProjectId, model: ModelId, page: PageRequest
) -> Page[Try]:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        await tx.catalog.get(project, model)
        return await tx.tries.page(project, model, page)
