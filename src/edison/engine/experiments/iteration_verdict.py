"""Compare an iteration with the best earlier one, prune weak targets, and conclude the holdout check."""

import asyncio
from dataclasses import dataclass, replace

from edison.domain.experiments.candidate_acceptance import (
    ALPHA,
    Assessed,
    MeasuredVersion,
    assess_candidate,
)
from edison.domain.experiments.experiment import (
    CheckVerdict,
    Experiment,
    ExperimentTarget,
    Iteration,
    IterationVerdict,
)
from edison.domain.experiments.experiment_plan import StopRules
from edison.domain.ids import ProjectId, RunId
from edison.domain.results.build_summary import RunDescription, names_of, summarise
from edison.domain.results.column_comparisons import against_base
from edison.domain.results.grade_arrays import Kept
from edison.domain.results.result_phrasing import score_measure
from edison.domain.results.run_summary import Figure, Summary
from edison.domain.results.target_composites import Several, compare_several, composite_of
from edison.domain.runs.run_plan import Plan
from edison.domain.statistics.paired_comparison import Verdict
from edison.engine.resources import Resources
from edison.engine.runs.describe_run import describe_run


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LoadedResults:
    about: RunDescription
    summary: Summary
    kept: Kept

    @property
    def plan(self) -> Plan:
        return self.about.plan

    @property
    def usable(self) -> tuple[int, ...]:
        """Columns with enough valid scores for a conclusion."""
        return tuple(
            column.column
            for column in self.summary.columns
            if column.composite is not None and not column.inconclusive
        )


async def load_iteration_results(own: Resources, project: ProjectId, run: RunId) -> LoadedResults:
    """Compute the results of a run from its cells, because stored results may be out of date."""
    async with own.work.read() as tx:
        about = await describe_run(tx, project, run)
        arrays = await tx.result_arrays.read(
            project,
            run,
            about.plan,
            panel=about.panel.scorers,
            pairwise=[pairing.scorer for pairing in about.pairings],
            criteria=len(about.rubric.criteria) if about.rubric else 0,
        )
    # In a thread: it computes for seconds and must not block other work of this process.
    summary, kept = await asyncio.to_thread(summarise, arrays, about)
    return LoadedResults(about=about, summary=summary, kept=kept)


JUDGING_FAILED = "Judging failed"
ANSWERS_FAILED = "Most answers failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    composite: Figure | None
    verdict: IterationVerdict | None
    gained: bool | None
    # Why the results do not allow a decision; None if they do.
    problem: str | None
    # The targets from now on, and a sentence for each one that was pruned.
    targets: tuple[ExperimentTarget, ...]
    pruned: tuple[str, ...] = ()


def compare_with_champion(
    experiment: Experiment,
    iteration: Iteration,
    this: LoadedResults,
    champion: tuple[Iteration, LoadedResults] | None,
    *,
    validation: frozenset[bytes] = frozenset(),
    use: int = 1,
) -> Weighed:
    """Score an iteration and compare it with the best earlier one, on the validation cases if there are any."""
    candidate = MeasuredVersion(
        number=iteration.number, several=Several(kept=this.kept, columns=this.usable)
    )
    problem = _problem(this)
    assessed = None
    if champion is not None and problem is None:
        assessed = _assessed(experiment, iteration, this, *champion, validation, use)
        if assessed is None or assessed.gained is None:
            problem = JUDGING_FAILED
    targets, pruned = experiment.targets, ()
    alpha = _alpha(experiment.plan.stop_rules, iteration)
    if alpha is not None and problem is None:
        targets, pruned = _pruned(experiment, this, alpha)
    return Weighed(
        composite=candidate.score_on(validation),
        verdict=None if assessed is None else assessed.verdict,
        gained=None if assessed is None else assessed.gained,
        problem=problem,
        targets=targets,
        pruned=pruned,
    )


def add_gain_since_first(
    weighed: Weighed,
    experiment: Experiment,
    iteration: Iteration,
    this: LoadedResults,
    first: tuple[Iteration, LoadedResults],
    *,
    validation: frozenset[bytes] = frozenset(),
    use: int = 1,
) -> Weighed:
    """Compare an iteration that became the best one with the first one, too; the result is only shown.

    It is no further use of the validation cases: the iteration can be falsely called better than the first one only if
    it, or a best one before it, was falsely called better than the best one at that time.
    """
    assessed = _assessed(experiment, iteration, this, *first, validation, use)
    if weighed.verdict is None or assessed is None:
        return weighed
    verdict = replace(weighed.verdict, since_first=assessed.verdict.as_comparison())
    return replace(weighed, verdict=verdict)


def conclude_holdout_check(this: LoadedResults, versions: tuple[int, int]) -> CheckVerdict | None:
    """Compare the first and the best version on the holdout.

    In the run of the check, the first half of the columns uses the first version, the second half the best one.
    """
    half = len(this.plan.columns) // 2
    usable = [one for one in range(half) if {one, one + half} <= set(this.usable)]
    first = Several(kept=this.kept, columns=tuple(usable))
    best = Several(kept=this.kept, columns=tuple(one + half for one in usable))
    names = f"version {versions[0]}", f"version {versions[1]}"
    found = compare_several(first, best, names, score_measure(this.about.rubric))
    if found is None:
        return None
    return CheckVerdict(
        verdict=found.verdict,
        first=composite_of(first),
        best=composite_of(best),
        effect=found.effect,
        p=found.p,
        cases=found.cases,
        sentence=f"On cases that no iteration has seen: {found.sentence}",
    )


def _problem(this: LoadedResults) -> str | None:
    if this.usable:
        return None
    judge = sum(column.errors.judge for column in this.summary.columns)
    target = sum(column.errors.target for column in this.summary.columns)
    return ANSWERS_FAILED if target > judge else JUDGING_FAILED


def _assessed(
    experiment: Experiment,
    iteration: Iteration,
    this: LoadedResults,
    best: Iteration,
    before: LoadedResults,
    validation: frozenset[bytes],
    use: int,
) -> Assessed | None:
    """Compare an iteration with the champion on the targets that both have."""
    places = {
        (before.plan.columns[one].model, before.plan.columns[one].parameters): one
        for one in before.usable
    }
    shared = [
        (places[key], one)
        for one in this.usable
        if (key := (this.plan.columns[one].model, this.plan.columns[one].parameters)) in places
    ]
    old, new = tuple(old for old, _ in shared), tuple(new for _, new in shared)
    return assess_candidate(
        MeasuredVersion(number=best.number, several=Several(kept=before.kept, columns=old)),
        MeasuredVersion(number=iteration.number, several=Several(kept=this.kept, columns=new)),
        validation=validation,
        use=use,
        min_delta=experiment.plan.stop_rules.min_delta,
        measure=score_measure(this.about.rubric),
    )


def _alpha(rules: StopRules, iteration: Iteration) -> float | None:
    """Return the significance level for pruning targets; None if this iteration prunes no target.

    With adaptive sampling, every iteration prunes. The level is divided by the maximum number of iterations, so that at
    most one experiment in twenty prunes a target wrongly.
    """
    if rules.adaptive_sampling:
        return ALPHA / rules.max_iterations
    return ALPHA if rules.prune_weak and iteration.number >= 2 else None


def _pruned(
    experiment: Experiment, this: LoadedResults, alpha: float
) -> tuple[tuple[ExperimentTarget, ...], tuple[str, ...]]:
    """Deactivate targets that are significantly worse than the best one, with p-values adjusted for all comparisons."""
    best = this.summary.best
    if best is None or len(this.plan.columns) < 2:
        return experiment.targets, ()
    names = names_of(this.plan)
    compared = against_base(this.kept, best, 0.0, names, score_measure(this.about.rubric))
    weak = {
        (this.plan.columns[one.column].model, this.plan.columns[one.column].parameters): (
            f"{names[one.column]} is clearly behind {names[best]}: {one.sentence}"
        )
        for one in compared
        if one.verdict == Verdict.WORSE
        and one.p_adjusted is not None
        and one.p_unseen is not None
        and max(one.p_adjusted, one.p_unseen) <= alpha
        and one.column in this.usable
    }
    targets = tuple(
        replace(target, active=False, pruned_because=weak[target.model, target.parameters])
        if target.active and (target.model, target.parameters) in weak
        else target
        for target in experiment.targets
    )
    said = tuple(
        f"Pruned: {new.pruned_because}"
        for old, new in zip(experiment.targets, targets, strict=True)
        if old.active and not new.active
    )
    return targets, said
