"""Tools that forecast and start runs. A start needs a budget and spends at most that."""

from decimal import Decimal
from typing import Annotated
from uuid import UUID

from pydantic import Field

from edison.api.base_views import JsonObject, Line
from edison.api.mcp.search_tools import Label, Number, PromptName
from edison.api.mcp.tool import McpTool, ToolArguments, ToolCaller, ToolResult, shorten
from edison.api.runs.run_bodies import MOST_SCORERS, MOST_USD, ChoiceBody, micro
from edison.domain.errors import InvalidInput, WrongState
from edison.domain.money import MicroUsd, to_usd
from edison.domain.people.access import Permission
from edison.domain.runs.run_order import RunOrder, StartProblem, TargetChoice, VersionChoice
from edison.domain.runs.run_plan import MOST_TRIALS
from edison.services.mcp import find_by_name
from edison.services.prompts import prompt_queries
from edison.services.runs import run_control, run_forecast

MOST_MODELS = 20
MOST_PROBLEMS = 20

ModelName = Annotated[Line, Field(min_length=1, max_length=300)]
DatasetName = Annotated[
    Line, Field(min_length=1, max_length=100, description="Name or id of a dataset")
]
Budget = Annotated[Decimal, Field(ge=Decimal("0.01"), le=MOST_USD, allow_inf_nan=False)]


class ForecastRunArguments(ToolArguments):
    prompt: PromptName
    version: Number | None = None
    label: Label | None = Field(default=None, description="Default: the newest version")
    models: list[ModelName] = Field(
        min_length=1,
        max_length=MOST_MODELS,
        description="Names or ids of models, or `credential/name` if several credentials offer a model",
    )
    dataset: DatasetName
    first: Number | None = Field(default=None, description="Only the first cases")
    tags: list[Line] = Field(default_factory=list[Line], max_length=20)
    trials: int = Field(default=1, ge=1, le=MOST_TRIALS)
    scorers: list[JsonObject] = Field(
        default_factory=list[JsonObject],
        max_length=MOST_SCORERS,
        description='Such as {"kind": "contains", "needle": "refund"} or {"kind": "exact"}',
    )
    name: Annotated[Line, Field(max_length=200)] = ""


class StartRunArguments(ForecastRunArguments):
    budget_usd: Budget = Field(description="The most that the run may spend, in dollars")


class ForecastResult(ToolResult):
    cells: int = Field(description="Answers of the run: cases x trials x targets")
    likely_usd: Decimal | None = Field(description="null: a price is unknown")
    low_usd: Decimal | None
    high_usd: Decimal | None
    simulated: bool = Field(description="Whether no real money is spent")
    seconds: float | None
    detectable: str = Field(description="The smallest difference that the run can detect")
    problems: list[str] = Field(description="Every reason why the run cannot start")
    warnings: list[str]


async def forecast_run(caller: ToolCaller, given: ForecastRunArguments) -> ForecastResult:
    order = await _order(caller, given, budget=None)
    found = await run_forecast.forecast_run(caller.ctx, caller.who, order)
    made = found.forecast
    money = None if made is None else made.money
    return ForecastResult(
        cells=0 if made is None else made.cells,
        likely_usd=None if money is None else to_usd(money.likely),
        low_usd=None if money is None else to_usd(money.low),
        high_usd=None if money is None else to_usd(money.high),
        simulated=found.simulated,
        seconds=None if made is None else made.seconds,
        detectable="" if found.reach is None else found.reach.sentence,
        problems=_messages(found.problems),
        warnings=_messages(found.warnings),
        link=caller.link(f"runs/new?prompt={order.versions[0].prompt}&dataset={order.dataset}"),
    )


class StartedRun(ToolResult):
    id: UUID
    number: int
    state: str
    cells: int
    budget_usd: Decimal


async def start_run(caller: ToolCaller, given: StartRunArguments) -> StartedRun:
    order = await _order(caller, given, budget=micro(given.budget_usd))
    run = await run_control.start_run(caller.ctx, caller.who, order)
    return StartedRun(
        id=run.id,
        number=run.number,
        state=str(run.state),
        cells=run.plan.cells,
        budget_usd=given.budget_usd,
        link=caller.link(f"runs/{run.id}"),
    )


async def _order(
    caller: ToolCaller, given: ForecastRunArguments, budget: MicroUsd | None
) -> RunOrder:
    ctx, who, project = caller.ctx, caller.who, caller.project
    return RunOrder(
        project=project,
        versions=(await _version(caller, given),),
        targets=tuple(
            TargetChoice(model=model)
            for model in await find_by_name.find_models(ctx, who, project, given.models)
        ),
        dataset=await find_by_name.find_dataset(ctx, who, project, given.dataset),
        choice=ChoiceBody(first=given.first, tags=list(given.tags)).to_choice(),
        trials=given.trials,
        scorers=tuple(given.scorers),
        budget=budget,
        name=given.name,
    )


async def _version(caller: ToolCaller, given: ForecastRunArguments) -> VersionChoice:
    """Return the chosen version, by default the newest. A draft is never saved and run by a tool."""
    if given.version is not None and given.label is not None:
        raise InvalidInput("Give a version or a label, not both", field="label")
    ctx, who, project = caller.ctx, caller.who, caller.project
    prompt = await find_by_name.find_prompt(ctx, who, project, given.prompt)
    if given.version is not None or given.label is not None:
        return VersionChoice(prompt=prompt, number=given.version, label=given.label)
    latest = (await prompt_queries.read_prompt(ctx, who, project, prompt)).latest
    if not latest:
        raise WrongState(
            "The prompt has no version yet",
            advice="Save its draft as a version, or create one with the tool `create_prompt_version`.",
        )
    return VersionChoice(prompt=prompt, number=latest)


def _messages(problems: tuple[StartProblem, ...]) -> list[str]:
    return [shorten(one.message) for one in problems[:MOST_PROBLEMS]]


START_RUN_TOOLS = (
    McpTool(
        name="forecast_run",
        title="Forecast a run",
        description="Estimate the cost and the smallest detectable difference of a run before it starts, and list "
        "every reason why it cannot start. Nothing is stored or spent.",
        arguments=ForecastRunArguments,
        permission=Permission.START_RUNS,
        run=forecast_run,
    ),
    McpTool(
        name="start_run",
        title="Start a run",
        description="Run a prompt version on the cases of a dataset with one or more models, within a budget in "
        "dollars that is never exceeded. It returns at once; follow the run with the tool `get_run`.",
        arguments=StartRunArguments,
        permission=Permission.START_RUNS,
        run=start_run,
        writes=True,
    ),
)
