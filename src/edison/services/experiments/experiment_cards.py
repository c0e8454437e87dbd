"""Load experiments and iterations for screens, with costs, best score and pending suggestion."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from edison.domain.budgets.budget import Balance, Scope
from edison.domain.datasets.dataset import Dataset, Split
from edison.domain.errors import NotFound
from edison.domain.experiments.candidate_acceptance import uses_of
from edison.domain.experiments.experiment import Experiment, ExperimentTarget, Iteration
from edison.domain.experiments.experiment_costs import NO_COSTS, ExperimentCosts, costs_of
from edison.domain.experiments.experiment_gain import ExperimentGain, first_scored, gain_of
from edison.domain.experiments.experiment_plan import ExperimentPlan
from edison.domain.experiments.experiment_states import ExperimentState
from edison.domain.experiments.plan_problems import PlanProblem, budget_problem
from edison.domain.ids import ExperimentId, ProjectId
from edison.domain.money import MoneyKind
from edison.domain.results.run_summary import Figure
from edison.domain.runs.run_plan import CaseChoice, Run
from edison.kit.pagination import PageRequest
from edison.services.experiments.plan_readiness import check_readiness
from edison.store.repositories.experiments.experiment_totals import IterationCosts, SuggestionMark
from edison.store.unit_of_work import ReadTx

RECENT = PageRequest(limit=10)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentCard:
    experiment: Experiment
    iterations: int
    best: Figure | None
    costs: ExperimentCosts
    money: MoneyKind
    suggestion: UUID | None


@dataclass(frozen=True, slots=True, kw_only=True)
class IterationCard:
    iteration: Iteration
    # The scale of the rubric, in which composites are shown.
    scale: int
    suggestion: SuggestionMark | None
    costs: IterationCosts
    # Time of the calls of its run, without waiting for people.
    took_s: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetMark:
    dataset: Dataset
    holdout: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentReport:
    card: ExperimentCard
    problems: tuple[PlanProblem, ...]
    champion: Iteration | None
    first: Iteration | None
    gain: ExperimentGain | None
    # For a draft, the targets of its plan.
    targets: tuple[ExperimentTarget, ...]
    recent: tuple[IterationCard, ...]
    # None before the start.
    balance: Balance | None
    check: Run | None
    prompt_name: str | None
    dataset: DatasetMark | None
    locked_because: str | None
    # Number of candidates that were compared with a champion.
    uses: int


async def cards_of(
    tx: ReadTx, project: ProjectId, experiments: Sequence[Experiment]
) -> list[ExperimentCard]:
    ids = [experiment.id for experiment in experiments]
    counts = await tx.iterations.counts(project, ids)
    costs = await read_costs(tx, project, ids)
    pending = await tx.experiment_totals.pending(project, ids)
    money = await tx.money_kinds.of_experiments(project, ids)
    champions = await tx.iterations.get_many(
        project, [each.champion for each in experiments if each.champion is not None]
    )
    return [
        ExperimentCard(
            experiment=experiment,
            iterations=counts.get(experiment.id, 0),
            best=None
            if experiment.champion is None or experiment.champion not in champions
            else champions[experiment.champion].composite,
            costs=costs[experiment.id],
            money=money.get(experiment.id, MoneyKind.REAL),
            suggestion=pending.get(experiment.id),
        )
        for experiment in experiments
    ]


async def read_costs(
    tx: ReadTx, project: ProjectId, experiments: Sequence[ExperimentId]
) -> dict[ExperimentId, ExperimentCosts]:
    """Return the costs of these experiments, with zeros for one without calls."""
    found = dict.fromkeys(experiments, NO_COSTS)
    lines = await tx.experiment_ledger.lines(project, experiments)
    for experiment in {line.experiment for line in lines}:
        found[experiment] = costs_of(line for line in lines if line.experiment == experiment)
    return found


async def iteration_cards(
    tx: ReadTx, project: ProjectId, experiment: Experiment, iterations: Sequence[Iteration]
) -> list[IterationCard]:
    ids = [iteration.id for iteration in iterations]
    costs = await tx.experiment_totals.iteration_costs(project, ids)
    suggestions = await tx.experiment_totals.suggestions(project, ids)
    runs = [iteration.run for iteration in iterations if iteration.run is not None]
    took = await tx.run_sums.seconds_of_calls(project, runs)
    return [
        IterationCard(
            iteration=iteration,
            scale=experiment.plan.scale,
            suggestion=suggestions.get(iteration.id),
            costs=costs.get(iteration.id, IterationCosts()),
            took_s=None if iteration.run is None else took.get(iteration.run),
        )
        for iteration in iterations
    ]


async def report_of(
    tx: ReadTx, project: ProjectId, experiment: Experiment, now: datetime
) -> ExperimentReport:
    (card,) = await cards_of(tx, project, [experiment])
    recent = await tx.iterations.page(project, experiment.id, RECENT)
    iterations = await tx.iterations.all_of(project, experiment.id)
    champion = next((one for one in iterations if one.id == experiment.champion), None)
    balance = None
    with suppress(NotFound):
        balance = await tx.budgets.read(project, Scope.EXPERIMENT, experiment.id)
    return ExperimentReport(
        card=card,
        problems=await _problems(tx, project, card, now),
        champion=champion,
        first=first_scored(iterations),
        gain=gain_of(iterations, experiment.champion),
        targets=experiment.targets or await _planned(tx, project, experiment.plan),
        recent=tuple(await iteration_cards(tx, project, experiment, recent.items)),
        balance=balance,
        check=None
        if experiment.check_run is None
        else await tx.runs.get(project, experiment.check_run),
        prompt_name=await _prompt_name(tx, project, experiment),
        dataset=await _dataset(tx, project, experiment),
        locked_because=locked_because(experiment),
        uses=uses_of(iterations),
    )


def locked_because(experiment: Experiment) -> str | None:
    """Return the reason why the plan of an experiment cannot be changed now; None if it can."""
    match experiment.state:
        case ExperimentState.RUNNING:
            return "Cannot update running experiment"
        case ExperimentState.COMPLETED:
            return "This experiment has ended. Create another one to continue"
        case ExperimentState.ARCHIVED:
            return "This experiment is archived"
        case ExperimentState.DRAFT | ExperimentState.PAUSED:
            return None


async def _problems(
    tx: ReadTx, project: ProjectId, card: ExperimentCard, now: datetime
) -> tuple[PlanProblem, ...]:
    """Return the problems that prevent a draft from starting; empty for an experiment that has started."""
    if card.experiment.state is not ExperimentState.DRAFT:
        return ()
    plan = card.experiment.plan
    found = (await check_readiness(tx, project, plan, now)).problems
    over = budget_problem(plan.stop_rules, card.costs.total, card.costs.tokens)
    return (*found, over) if over else tuple(found)


async def _planned(
    tx: ReadTx, project: ProjectId, plan: ExperimentPlan
) -> tuple[ExperimentTarget, ...]:
    found: list[ExperimentTarget] = []
    for target in plan.targets:
        name = "a removed model"
        with suppress(NotFound):
            name = (await tx.catalog.get(project, target.model)).name
        found += [
            ExperimentTarget(model=target.model, model_name=name, parameters=parameters)
            for parameters in target.expanded()
        ]
    return tuple(found)


async def _prompt_name(tx: ReadTx, project: ProjectId, experiment: Experiment) -> str | None:
    if experiment.prompt is None:
        return None
    with suppress(NotFound):
        return (await tx.prompts.get(project, experiment.prompt)).name
    return experiment.plan.prompt_name or "a removed prompt"


async def _dataset(tx: ReadTx, project: ProjectId, experiment: Experiment) -> DatasetMark | None:
    if experiment.dataset is None:
        return None
    with suppress(NotFound):
        found = await tx.datasets.get(project, experiment.dataset)
        held = CaseChoice(split=Split.HOLDOUT)
        count = await tx.run_cases.count(project, found.id, found.version, held)
        return DatasetMark(dataset=found, holdout=count)
    return None
