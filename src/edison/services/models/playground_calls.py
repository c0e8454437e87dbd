"""Start and read playground calls. A worker stores each paid answer before it is shown."""

from collections.abc import Sequence
from dataclasses import dataclass

from edison.domain.errors import CredentialNotReady, InvalidInput, NoWorker
from edison.domain.ids import ModelId, ProjectId, TryId
from edison.domain.models.credential import CredentialStatus
from edison.domain.models.model_call import (
    Answered,
    Message,
    ModelCall,
    OutputFormat,
    PlaygroundCall,
    PlaygroundCallState,
    Tool,
)
from edison.domain.models.parameters import Parameters
from edison.domain.models.structured_output import problem_with_schema
from edison.domain.people.access import Actor, Permission
from edison.kit.pagination import Page, PageRequest
from edison.kit.uuids import new_id
from edison.providers.model_facts import refused_effort_of
from edison.sandbox.schema_checks import SchemaFinding, Unfinished, find_problems
from edison.services.context import Context
from edison.services.permission_check import require_live_project


@dataclass(frozen=True, slots=True, kw_only=True)
class AskModel:
    project: ProjectId
    model: ModelId
    messages: tuple[Message, ...]
    parameters: Parameters
    output: OutputFormat
    tools: tuple[Tool, ...] = ()
    fresh: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaygroundCallReport:
    item: PlaygroundCall
    # The reason why the answer is not valid JSON of the requested schema.
    output_problem: str | None = None


async def ask_model(ctx: Context, who: Actor, cmd: AskModel) -> PlaygroundCallReport:
    """Queue a playground call. The event `try.finished` reports its outcome."""
    who.must(Permission.START_RUNS, cmd.project)
    cmd.parameters.check("parameters.")
    _must_be_usable(cmd.output)
    if not any(message.content.strip() for message in cmd.messages):
        raise InvalidInput("Write something to send", field="messages")
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.START_RUNS)
        if not await tx.workers.alive(tx.now):
            raise NoWorker("No worker is running, and only workers call models")
        model = await tx.catalog.get(cmd.project, cmd.model)
        credential = await tx.credentials.get(cmd.project, model.credential)
        if credential.status is not CredentialStatus.READY:
            raise CredentialNotReady(
                f"The credential {credential.label} is {credential.status}",
                problem=credential.problem,
            )
        refused = refused_effort_of(model, cmd.parameters)
        if refused is not None:
            raise InvalidInput(refused, field="parameters.reasoning_effort")
        wanted = PlaygroundCall(
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
            state=PlaygroundCallState.WAITING,
            outcome=None,
            asked_by=who.label,
            asked_at=tx.now,
            finished_at=None,
        )
        await tx.tries.add(cmd.project, wanted, model, who.user)
        change = {"model": {"old": None, "new": model.name}}
        tx.record_entry("model.asked", ("try", wanted.id), change)
        await ctx.launcher.try_model(
            tx,
            {
                "project": str(cmd.project),
                "wanted": str(wanted.id),
                "trace_id": who.origin.trace_id,
            },
        )
    return PlaygroundCallReport(item=wanted)


async def read_try(
    ctx: Context, who: Actor, project: ProjectId, wanted: TryId
) -> PlaygroundCallReport:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        item = await tx.tries.get(project, wanted)
    return (await _checked([item]))[0]


async def list_tries(
    ctx: Context, who: Actor, project: ProjectId, model: ModelId, page: PageRequest
) -> Page[PlaygroundCallReport]:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        await tx.catalog.get(project, model)
        found = await tx.tries.page(project, model, page)
    return Page(items=tuple(await _checked(found.items)), next_cursor=found.next_cursor)


def _must_be_usable(output: OutputFormat) -> None:
    problem = problem_with_schema(output.schema) if output.kind == "schema" else None
    if problem is not None:
        raise InvalidInput(problem, field="output.schema")


async def _checked(items: Sequence[PlaygroundCall]) -> list[PlaygroundCallReport]:
    """Check the answers of playground calls against the requested output format."""
    answers = {
        place: (outcome.text, item.call.output)
        for place, item in enumerate(items)
        if isinstance(outcome := item.outcome, Answered)
    }
    found = dict(zip(answers, await find_problems(list(answers.values())), strict=True))
    return [
        PlaygroundCallReport(item=item, output_problem=_words(found.get(place)))
        for place, item in enumerate(items)
    ]


def _words(finding: SchemaFinding) -> str | None:
    return finding.message if isinstance(finding, Unfinished) else finding
