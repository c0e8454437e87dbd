"""Build the report of an experiment from its stored iterations, their results, and the ledger."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal

from edison.domain.experiments.candidate_acceptance import (
    MeasuredVersion,
    assess_candidate,
    splits_sentence,
    uses_of,
)
from edison.domain.experiments.experiment import Experiment, FirstComparison, Iteration
from edison.domain.experiments.experiment_costs import ExperimentCosts
from edison.domain.experiments.experiment_gain import ExperimentGain, gain_of
from edison.domain.experiments.experiment_splits import CaseDraw, ExperimentSplit
from edison.domain.ids import ExperimentId, ProjectId, RunId
from edison.domain.money import MicroUsd, to_usd
from edison.domain.people.access import Actor, Permission
from edison.domain.prompts.prompt import PromptContent
from edison.domain.results.build_summary import names_of
from edison.domain.results.column_comparisons import against_base
from edison.domain.results.grade_arrays import Kept
from edison.domain.results.result_phrasing import score_measure
from edison.domain.results.run_summary import ColumnResult, Summary, best_column
from edison.domain.results.target_composites import Several, composite_of
from edison.domain.runs.run_plan import Run
from edison.domain.runs.run_sums import ColumnSums
from edison.engine.runs.describe_run import describe_run
from edison.engine.runs.judge_dialogues import load_kept_grades
from edison.services.context import Context
from edison.services.experiments.experiment_cards import read_costs
from edison.services.experiments.report.experiment_report import (
    FinalReport,
    FirstLast,
    HoldOut,
    IterationLine,
    IterationStanding,
    ModelLine,
    ReportedExperiment,
    Splits,
    Totals,
)
from edison.services.experiments.report.report_advice import models_of, next_steps, weaknesses_of
from edison.services.experiments.report.report_phrasing import count, duration, money
from edison.store.repositories.experiments.experiment_totals import IterationCosts
from edison.store.unit_of_work import ReadTx


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Looked:
    """A run with its grades. `summary` is None until a worker has computed the results."""

    run: Run
    kept: Kept
    summary: Summary | None

    @property
    def usable(self) -> tuple[int, ...]:
        if self.summary is None:
            return tuple(range(len(self.run.plan.columns)))
        return tuple(
            one.column
            for one in self.summary.columns
            if one.composite is not None and not one.inconclusive
        )


async def read_report(
    ctx: Context, who: Actor, project: ProjectId, experiment: ExperimentId
) -> FinalReport:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await report_of(tx, project, experiment, ctx.clock.now())


async def report_of(
    tx: ReadTx, project: ProjectId, experiment: ExperimentId, now: datetime
) -> FinalReport:
    """Build the report. For a running experiment, the report contains the results so far."""
    found = await tx.experiments.get(project, experiment)
    iterations = await tx.iterations.all_of(project, experiment)
    scored = [one for one in iterations if one.composite is not None]
    champion = next((one for one in scored if one.id == found.champion), None)
    # Without a best version: an iteration with incomplete scores, to show its models.
    shown = champion or (scored[0] if scored else None)
    looked = None if shown is None else await _look(tx, project, shown.run, now)
    costs = (await read_costs(tx, project, [experiment]))[experiment]
    lines = await _lines(tx, project, iterations)
    ids = await tx.experiment_cases.ids(project, experiment, ExperimentSplit.VALIDATION)
    validation = frozenset(case.bytes for case in ids)
    uses = uses_of(iterations)
    gain = gain_of(iterations, found.champion)
    first_last = await _first_last(tx, project, scored, gain, validation, uses, now)
    check = await _check(tx, project, found)
    models = await _models(tx, project, found, looked, validation)
    weak = weaknesses_of(looked.summary.columns if looked and looked.summary else ())
    standing = None if champion is None else _standing(champion)
    cases = looked.run.plan.cases if looked else 0
    return FinalReport(
        experiment=_about(found, looked.run if looked else None),
        made_at=now,
        summary=_totals(found, iterations, costs, now),
        best=standing,
        gain=gain,
        content=await _content(tx, project, shown or (iterations[-1] if iterations else None)),
        first_last=first_last,
        check=check,
        splits=None if found.draw is None else _splits(found.draw, uses),
        costs=costs.phases,
        tokens=costs.tokens_by_model,
        iterations=tuple(lines),
        models=tuple(models),
        weaknesses=tuple(weak),
        next_steps=tuple(
            next_steps(found, standing, first_last, check, lines, models, weak, cases)
        ),
    )


async def _look(tx: ReadTx, project: ProjectId, run: RunId | None, now: datetime) -> _Looked | None:
    if run is None:
        return None
    found = await tx.runs.get(project, run)
    snapshot = await tx.run_statistics.snapshot(project, run)
    kept = await load_kept_grades(tx, project, found, now)
    judging = (await describe_run(tx, project, run)).judging
    return _Looked(run=found, kept=kept.kept, summary=snapshot.of(judging) if snapshot else None)


def _about(found: Experiment, run: Run | None) -> ReportedExperiment:
    """Describe the experiment, with the names of its parts at the time of the run."""
    return ReportedExperiment(
        id=found.id,
        number=found.number,
        name=found.title,
        goal=found.plan.goal,
        state=str(found.state),
        end_kind=found.end_kind,
        end_reason=found.end_reason,
        prompt=found.prompt,
        prompt_name=run.plan.columns[0].prompt_name if run else found.plan.prompt_name,
        dataset_name=run.plan.dataset_name if run else "",
        cases=run.plan.cases if run else 0,
        scale=found.plan.scale if found.plan.criteria else None,
        created_by=found.created_by_label,
        started_at=found.started_at,
        ended_at=found.ended_at,
    )


def _totals(
    found: Experiment,
    iterations: Sequence[Iteration],
    costs: ExperimentCosts,
    now: datetime,
) -> Totals:
    seconds = None
    if found.started_at is not None:
        seconds = ((found.ended_at or now) - found.started_at).total_seconds()
    cost = to_usd(costs.total)
    ended = found.end_reason or ("It has not ended yet" if iterations else "It has not started yet")
    return Totals(
        iterations=len(iterations),
        seconds=seconds,
        cost_usd=cost,
        doubt_usd=to_usd(costs.doubt),
        tokens=costs.tokens,
        sentence=f"{count(len(iterations), 'iteration')} in {duration(seconds)} for {money(cost)}. {ended}."
        if found.started_at
        else f"{ended}.",
    )


def _standing(iteration: Iteration) -> IterationStanding:
    return IterationStanding(
        iteration=iteration.id,
        number=iteration.number,
        version=iteration.version,
        version_number=iteration.version_number,
        composite=iteration.composite,
    )


async def _first_last(
    tx: ReadTx,
    project: ProjectId,
    scored: Sequence[Iteration],
    gain: ExperimentGain | None,
    validation: frozenset[bytes],
    uses: int,
    now: datetime,
) -> FirstLast | None:
    """Compare the last iteration with the first one. If it is the best one, the result is that of the gain."""
    if not scored:
        return None
    one, other = scored[0], scored[-1]
    if one.id == other.id:
        return FirstLast(
            first=_standing(one),
            last=_standing(other),
            verdict=None,
            effect=None,
            sentence="Only one iteration has a score, so there is nothing to compare.",
        )
    if gain is not None and (gain.base.id, gain.best.id) == (one.id, other.id):
        found = gain.found
    elif other.verdict is not None and other.verdict.against == one.number:
        # Reuse the comparison from the end of the last iteration: a second one would count as another use.
        found = other.verdict.as_comparison()
    else:
        first = await _look(tx, project, one.run, now)
        last = await _look(tx, project, other.run, now)
        found = None
        if first is not None and last is not None:
            found = _compared(one, first, other, last, validation, uses)
    return FirstLast(
        first=_standing(one),
        last=_standing(other),
        verdict=found.verdict if found else None,
        effect=found.effect if found else None,
        sentence=found.sentence if found else "The two iterations have no target in common.",
    )


def _compared(
    one: Iteration,
    first: _Looked,
    other: Iteration,
    last: _Looked,
    validation: frozenset[bytes],
    uses: int,
) -> FirstComparison | None:
    """Compare two iterations on the targets that both have."""
    places = {
        (column.model, column.parameters): place
        for place, column in enumerate(first.run.plan.columns)
        if place in first.usable
    }
    shared = [
        (places[key], place)
        for place, column in enumerate(last.run.plan.columns)
        if place in last.usable and (key := (column.model, column.parameters)) in places
    ]
    old, new = tuple(old for old, _ in shared), tuple(new for _, new in shared)
    assessed = assess_candidate(
        MeasuredVersion(number=one.number, several=Several(kept=first.kept, columns=old)),
        MeasuredVersion(number=other.number, several=Several(kept=last.kept, columns=new)),
        validation=validation,
        use=uses + 1,
        min_delta=0.0,
        measure=score_measure(last.summary.rubric if last.summary else None),
    )
    return None if assessed is None else assessed.verdict.as_comparison()


def _splits(draw: CaseDraw, uses: int) -> Splits:
    return Splits(
        seed=draw.seed,
        train=draw.train,
        validation=draw.validation,
        holdout=draw.holdout,
        validation_uses=uses,
        sentence=splits_sentence(draw, uses),
    )


async def _check(tx: ReadTx, project: ProjectId, found: Experiment) -> HoldOut | None:
    if found.check_run is None:
        return None
    run = await tx.runs.get(project, found.check_run)
    verdict = found.check_verdict
    return HoldOut(
        run=run.id,
        run_number=run.number,
        state=str(run.state),
        cases=verdict.cases if verdict else run.plan.cases,
        verdict=verdict.verdict if verdict else None,
        effect=verdict.effect if verdict else None,
        sentence=verdict.sentence if verdict else "The check on the hold-out is not done yet.",
    )


async def _lines(
    tx: ReadTx, project: ProjectId, iterations: Sequence[Iteration]
) -> list[IterationLine]:
    costs = await tx.experiment_totals.iteration_costs(project, [one.id for one in iterations])
    logs = await tx.experiment_ledger.changelogs(project, [one.version for one in iterations])
    nothing = IterationCosts()
    return [
        IterationLine(
            number=one.number,
            state=str(one.state),
            version=one.version_number,
            composite=one.composite,
            against=one.verdict.against if one.verdict else None,
            verdict=one.verdict.verdict if one.verdict else None,
            effect=one.verdict.effect if one.verdict else None,
            sentence=one.verdict.sentence if one.verdict else one.problem,
            gained=one.gained,
            partial=one.partial,
            cost_usd=to_usd(costs.get(one.id, nothing).cost),
            tokens=costs.get(one.id, nothing).tokens,
            changelog=logs.get(one.version, ""),
        )
        for one in iterations
    ]


async def _models(
    tx: ReadTx,
    project: ProjectId,
    found: Experiment,
    looked: _Looked | None,
    validation: frozenset[bytes],
) -> list[ModelLine]:
    """Return the models with their scores on the validation cases, like the scores of iterations."""
    pruned = [
        ModelLine(
            model_name=target.model_name,
            parameters=dict(target.parameters.given()),
            composite=None,
            usd_per_case=None,
            recommended=False,
            pruned=True,
            why=target.pruned_because or "Not part of the last iterations.",
        )
        for target in found.targets
        if not target.active
    ]
    if looked is None or looked.summary is None:
        return pruned
    plan, summary = looked.run.plan, looked.summary
    names = names_of(plan)
    sums, _ = await tx.run_sums.read(project, looked.run.id)
    kept = looked.kept.of_cases(validation) if validation else looked.kept
    columns = [_on_cases(one, kept) for one in summary.columns]
    best = best_column(columns)
    compared = (
        against_base(kept, best, 0.0, names, score_measure(summary.measure))
        if best is not None and len(plan.columns) > 1
        else ()
    )
    gone = {(target.model, target.parameters) for target in found.targets if not target.active}
    took_part = [
        one
        for one in columns
        if (plan.columns[one.column].model, plan.columns[one.column].parameters) not in gone
    ]
    return [
        *models_of(
            took_part,
            names,
            {
                number: _per_case(sums.get(number, ColumnSums()))
                for number in range(len(plan.columns))
            },
            compared,
            [dict(column.parameters.given()) for column in plan.columns],
        ),
        *pruned,
    ]


def _on_cases(column: ColumnResult, kept: Kept) -> ColumnResult:
    """Return the result of a column with the composite of these cases."""
    if column.composite is None:
        return column
    return replace(column, composite=composite_of(Several(kept=kept, columns=(column.column,))))


def _per_case(sums: ColumnSums) -> Decimal | None:
    """Return the mean cost of the new answers. Reused answers cost nothing and are not counted."""
    asked = sums.done - sums.reused
    return None if asked <= 0 else to_usd(MicroUsd(round(sums.cost / asked)))


async def _content(
    tx: ReadTx, project: ProjectId, iteration: Iteration | None
) -> PromptContent | None:
    if iteration is None:
        return None
    return (await tx.prompts.version_by_id(project, iteration.version)).content
