"""Start, forecast, read and cancel assists. A worker stores each paid answer before it is shown."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from edison.assistants.assistant_dialogue import AssistantQuestion
from edison.domain.assists.assist import (
    ENDED,
    MAKES_CASES,
    Assist,
    AssistInput,
    AssistKind,
    AssistState,
    ExplainFailure,
    FillGaps,
    GenerateCases,
    RewritePrompt,
)
from edison.domain.assists.case_generation import must_fit_context
from edison.domain.budgets.budget import NO_PERIOD, Balance, Room, Scope, day_of, month_of
from edison.domain.errors import (
    BudgetSpent,
    InvalidInput,
    NotAllowed,
    NotFound,
    NoWorker,
    WrongState,
)
from edison.domain.events import ASSIST_FINISHED
from edison.domain.ids import AssistId, ModelId, ProjectId
from edison.domain.models.model_call import ModelCall
from edison.domain.models.provider import Provider
from edison.domain.models.token_counts import at_most_tokens, count_prompt
from edison.domain.money import ZERO
from edison.domain.people.access import Actor, Permission
from edison.domain.prompts.template_renderer import CannotRender
from edison.domain.runs.cell import Worst, worst_case
from edison.domain.runs.run_plan import USUAL_MAX_TOKENS
from edison.engine.assists.assist_dialogue import call_of, dialogue_of, emit_assist_event
from edison.kit.uuids import new_id
from edison.services.assists.assist_forecast import AssistForecast, forecast_assist_cost
from edison.services.assists.case_request import ready_to_fill, ready_to_generate
from edison.services.assists.failed_answers import with_failure, with_failures
from edison.services.assists.model_choice import ChosenModel, chosen_model
from edison.services.context import Context
from edison.services.permission_check import require_live_project
from edison.store.unit_of_work import ReadTx

NOTHING_ELSE = Worst(cost=ZERO, tokens=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class StartAssist:
    project: ProjectId
    kind: AssistKind
    experiment: UUID | None
    model: ModelId | None
    input: AssistInput


async def start_assist(ctx: Context, who: Actor, cmd: StartAssist) -> Assist:
    """Queue an assist. The events `assist.progressed` and `assist.finished` report its progress."""
    who.must(Permission.START_RUNS, cmd.project)
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.START_RUNS)
        await _must_be_allowed(tx, cmd)
        if not await tx.workers.alive(tx.now):
            raise NoWorker("No worker is running, and only workers call models")
        asked = await chosen_model(tx, cmd.project, cmd.model, cmd.experiment, tx.now)
        wish = await _ready(tx, cmd)
        call = call_of(_first(cmd.kind, wish), asked.model)
        _must_fit(cmd.kind, call, asked)
        await _must_have_room(tx, cmd, call, asked, tx.now)
        item = Assist(
            id=AssistId(new_id()),
            kind=cmd.kind,
            experiment=cmd.experiment,
            model=asked.model.id,
            model_name=asked.model.name,
            simulated=asked.model.provider is Provider.SIMULATED,
            input=wish,
            state=AssistState.WAITING,
            result=None,
            problem=None,
            cost=ZERO,
            tokens=0,
            done=0,
            total=wish.count if isinstance(wish, GenerateCases) else 0,
            asked_by=who.label,
            asked_at=tx.now,
            finished_at=None,
        )
        await tx.assists.add(cmd.project, item, who.user)
        changes = {
            "kind": {"old": None, "new": str(cmd.kind)},
            "model": {"old": None, "new": item.model_name},
        }
        tx.record_entry("assist.started", ("assist", item.id), changes)
        await ctx.launcher.assist(
            tx,
            {
                "project": str(cmd.project),
                "assist": str(item.id),
                "trace_id": who.origin.trace_id,
            },
        )
    return item


async def forecast_assist(ctx: Context, who: Actor, cmd: StartAssist) -> AssistForecast:
    """Return the model and the expected cost of an assist. Raises the same errors as `start_assist`."""
    who.must(Permission.START_RUNS, cmd.project)
    async with ctx.read() as tx:
        await _must_be_allowed(tx, cmd)
        asked = await chosen_model(tx, cmd.project, cmd.model, cmd.experiment, ctx.clock.now())
        wish = await _ready(tx, cmd)
    first = _first(cmd.kind, wish)
    _must_fit(cmd.kind, call_of(first, asked.model), asked)
    return forecast_assist_cost(asked, wish, first)


async def _must_be_allowed(tx: ReadTx, cmd: StartAssist) -> None:
    if cmd.kind not in MAKES_CASES:
        return
    settings = (await tx.projects.get(cmd.project)).settings
    if not settings.allow_synthetic_datasets:
        raise NotAllowed(
            "This project does not allow generated cases",
            advice="An admin can allow them in the project's settings.",
        )


def _first(kind: AssistKind, wish: AssistInput) -> AssistantQuestion:
    try:
        first = dialogue_of(kind, wish).next()
    except CannotRender as wrong:
        raise InvalidInput(str(wrong), field="input.values") from None
    assert first is not None
    if not any(message.content.strip() for message in first.messages):
        raise InvalidInput("There is nothing to send. Write a message", field="input.content")
    return first


async def _must_have_room(
    tx: ReadTx, cmd: StartAssist, call: ModelCall, asked: ChosenModel, now: datetime
) -> None:
    """Raise BudgetSpent if the call can never fit into the budget. The worker reserves the money later."""
    worst = worst_case(
        asked.price, at_most_tokens(call), call.parameters.max_tokens or USUAL_MAX_TOKENS
    )
    for balance in await _balances(tx, cmd, asked, now):
        if balance.room_for(worst, NOTHING_ELSE) is Room.NEVER:
            raise BudgetSpent(
                f"There is not enough money left for this call in {balance.whose}",
                advice="Raise the budget, or choose a cheaper model.",
                used=balance.used,
                limit=balance.limit,
            )


async def _balances(
    tx: ReadTx, cmd: StartAssist, asked: ChosenModel, now: datetime
) -> list[Balance]:
    simulated = asked.model.provider is Provider.SIMULATED
    wanted: list[tuple[Scope, UUID, datetime, bool]] = [
        (Scope.PROJECT_MONTH, cmd.project, month_of(now), simulated),
        (Scope.PROJECT_DAY, cmd.project, day_of(now), simulated),
    ]
    if cmd.experiment is not None:
        wanted.append((Scope.EXPERIMENT, cmd.experiment, NO_PERIOD, False))
    found: list[Balance] = []
    for scope, subject, period, of_simulated in wanted:
        # A balance does not exist before the first call.
        with suppress(NotFound):
            found.append(
                await tx.budgets.read(cmd.project, scope, subject, period, simulated=of_simulated)
            )
    return found


async def _ready(tx: ReadTx, cmd: StartAssist) -> AssistInput:
    """Return the request with variables, examples, coverage gaps and failed answers filled in."""
    match cmd.input:
        case GenerateCases():
            return await ready_to_generate(tx, cmd.project, cmd.input)
        case FillGaps():
            return await ready_to_fill(tx, cmd.project, cmd.input)
        case RewritePrompt():
            return await with_failures(tx, cmd.project, cmd.input)
        case ExplainFailure():
            return await with_failure(tx, cmd.project, cmd.input)
        case wish:
            return wish


def _must_fit(kind: AssistKind, call: ModelCall, asked: ChosenModel) -> None:
    """Raise an error if a prompt to generate cases exceeds the model's context window."""
    if kind not in MAKES_CASES:
        return
    model = asked.model
    prompt, _ = count_prompt(call.messages, model.name, str(model.provider))
    room = call.parameters.max_tokens or USUAL_MAX_TOKENS
    must_fit_context(model.name, prompt + room, model.capabilities.context_window)


async def read_assist(ctx: Context, who: Actor, project: ProjectId, wanted: AssistId) -> Assist:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await tx.assists.get(project, wanted)


async def cancel_assist(ctx: Context, who: Actor, project: ProjectId, wanted: AssistId) -> Assist:
    """Cancel an assist. Its results so far are kept, and a call in progress is still paid."""
    who.must(Permission.START_RUNS, project)
    async with ctx.change(who, project) as tx:
        item = await tx.assists.get(project, wanted, lock=True)
        if item.state in ENDED:
            raise WrongState(
                f"The assist is {item.state} already",
                advice="Start another assist if you need something else.",
            )
        await tx.assists.cancel(project, wanted, tx.now)
        progress = item.done, item.total
        change = {"state": {"old": str(item.state), "new": str(AssistState.CANCELLED)}}
        tx.record_entry("assist.cancelled", ("assist", wanted), change)
        emit_assist_event(tx, ASSIST_FINISHED, item, AssistState.CANCELLED, progress)
        return await tx.assists.get(project, wanted)
