"""Plan a run that would decide an inconclusive comparison, with its cost. The run is not started."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from edison.domain.errors import NotFound
from edison.domain.people.access import Actor, Permission
from edison.domain.results.next_run import Design, NextRun, choose_next_run
from edison.domain.results.result_phrasing import score_measure
from edison.domain.results.run_summary import Compared
from edison.domain.runs.cell_labels import PAIRWISE
from edison.domain.runs.run_order import RunOrder, TargetChoice, VersionChoice
from edison.domain.runs.run_plan import MOST_TRIALS, CaseChoice, Column, Plan
from edison.domain.statistics.required_sample_size import ASSUMED_SPREAD, spread_of
from edison.services.context import Context
from edison.services.results.column_verdict import (
    ComparedSides,
    WantedVerdict,
    compare_sides,
    load_sides,
)
from edison.services.runs.run_forecast import RunProspect, forecast_run
from edison.store.repositories.runs.runs import RunScorer
from edison.store.unit_of_work import ReadTx

NOT_CALLED = (
    "Edison does not call the application. Start another run of it, with more cases or trials."
)
ONLY_LABELS = "A new run has no labels of people. Label more answers of these runs, or compare them by a scorer."


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedRun:
    """A planned run with the two compared columns, the base first."""

    plan: Plan
    scorers: tuple[dict[str, Any], ...]
    prospect: RunProspect


@dataclass(frozen=True, slots=True, kw_only=True)
class NextRunPlan:
    comparison: Compared
    # Current trials per case, and number of cases that the dataset has.
    trials: int
    available: int
    next: NextRun
    # None: no run would help.
    prepared: PreparedRun | None


async def plan_next_run(ctx: Context, who: Actor, wanted: WantedVerdict) -> NextRunPlan:
    """Return the number of cases and trials that would decide the comparison, and their cost."""
    who.must(Permission.START_RUNS, wanted.project)
    async with ctx.read() as tx:
        now = ctx.clock.now()
        sides = await load_sides(tx, wanted, now)
        comparison = (await compare_sides(tx, wanted, sides, now)).comparison
        plan = await _widest(tx, wanted, sides)
        scorers = _chosen(await tx.runs.scorers(wanted.project, wanted.this))
    versions, targets = _parts(plan)
    design = Design(
        trials=plan.trials,
        available=plan.cases,
        comparisons=max(1, len(versions) * len(targets) - 1),
        most_trials=MOST_TRIALS,
    )
    found = NextRun(step="none", sentence="Both columns are the same version on the same target.")
    if not all(run.plan.calls_targets for run in sides.runs):
        found = NextRun(step="none", sentence=NOT_CALLED)
    elif not sides.metrics[0].is_machine:
        found = NextRun(step="none", sentence=ONLY_LABELS)
    elif len(versions) * len(targets) > 1:
        found = await asyncio.to_thread(_choose, sides, comparison, design)
    prepared = None
    if found.more is not None:
        first = None if found.more.cases >= plan.cases else found.more.cases
        plan = replace(
            plan,
            choice=replace(plan.choice, first=first),
            cases=found.more.cases,
            trials=found.more.trials,
        )
        order = RunOrder(
            project=wanted.project,
            versions=versions,
            targets=targets,
            dataset=plan.dataset,
            dataset_version=plan.dataset_version,
            choice=plan.choice,
            trials=plan.trials,
            scorers=scorers,
            reuse=plan.reuse,
            prompt_caching=plan.prompt_caching,
            timeout_s=plan.timeout_s,
        )
        prospect = await forecast_run(ctx, who, order, wanted.minimum_effect)
        prepared = PreparedRun(plan=plan, scorers=scorers, prospect=prospect)
    return NextRunPlan(
        comparison=comparison,
        trials=design.trials,
        available=design.available,
        next=found,
        prepared=prepared,
    )


def _choose(sides: ComparedSides, comparison: Compared, design: Design) -> NextRun:
    grades = (
        sides.other.grades[sides.usable.other],
        sides.this.grades[sides.usable.this],
    )
    spread = spread_of(*grades) or ASSUMED_SPREAD
    return choose_next_run(comparison, spread, design, score_measure(sides.metrics[0]))


async def _widest(tx: ReadTx, wanted: WantedVerdict, sides: ComparedSides) -> Plan:
    """Return a plan with both columns and all matching cases of the newest dataset version.

    Cases match if they have the split and the tags of the later run.
    """
    later, before = (run.plan for run in sides.runs)
    plan = replace(
        later,
        columns=(before.columns[sides.other.column], later.columns[sides.this.column]),
        choice=CaseChoice(split=later.choice.split, tags=later.choice.tags),
        trials=max(later.trials, before.trials),
    )
    if plan.dataset is None:
        return plan
    with suppress(NotFound):
        newest = (await tx.datasets.get(wanted.project, plan.dataset)).version
        cases = await tx.run_cases.count(wanted.project, plan.dataset, newest, plan.choice)
        return replace(plan, dataset_version=newest, cases=cases)
    return plan


def _parts(plan: Plan) -> tuple[tuple[VersionChoice, ...], tuple[TargetChoice, ...]]:
    """Return the distinct versions and the distinct targets of the columns, the base first."""
    versions = {_version_key(one): one for one in plan.columns}
    targets = {_target_key(one): one for one in plan.columns}
    return (
        tuple(VersionChoice(prompt=one.prompt, number=one.number) for one in versions.values()),
        tuple(TargetChoice(model=one.model, parameters=one.parameters) for one in targets.values()),
    )


def _version_key(column: Column) -> str:
    return f"{column.prompt} {column.number}"


def _target_key(column: Column) -> str:
    return f"{column.model} {sorted(column.parameters.given().items())}"


def _chosen(scorers: list[RunScorer]) -> tuple[dict[str, Any], ...]:
    """Return the scorers without exams; a pairwise judge, stored once for each pair of columns, is returned once."""
    found: list[dict[str, Any]] = []
    for scorer in scorers:
        spec = scorer.spec
        if scorer.kind == PAIRWISE:
            spec = {name: value for name, value in spec.items() if name not in ("a", "b")}
        if not spec.get("exam") and spec not in found:
            found.append(spec)
    return tuple(found)
