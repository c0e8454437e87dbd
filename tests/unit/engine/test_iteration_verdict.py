"""What an iteration is worth: paired by case over shared targets, and a gain only if chance does not explain it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from uuid import uuid4

import pytest

from edison.domain.experiments.experiment import Experiment, ExperimentTarget, Iteration
from edison.domain.experiments.experiment_plan import ExperimentPlan, StopRules
from edison.domain.experiments.experiment_states import ExperimentState, IterationState
from edison.domain.ids import ExperimentId, IterationId, ModelId, RunId, VersionId
from edison.domain.results.build_summary import summarise
from edison.domain.results.run_summary import Figure
from edison.domain.results.target_composites import Several, composite_of
from edison.engine.experiments.derive_run import kept_scorers
from edison.engine.experiments.iteration_verdict import (
    JUDGING_FAILED,
    LoadedResults,
    compare_with_champion,
)
from edison.store.repositories.runs.runs import RunScorer
from tests.unit.domain.results.made import Value, a_plan, a_run, about, said, some_cases

NOW = datetime(2026, 1, 1, tzinfo=UTC)
MODELS = {name: ModelId(uuid4()) for name in ("small", "large")}


def looked(ids: Sequence[int] | None = None, **columns: Sequence[Value]) -> LoadedResults:
    """A run with one column for each model: a value for each case."""
    rows = len(next(iter(columns.values())))
    values = [columns[name][row] for row in range(rows) for name in columns]
    plan = a_plan(*columns, cases=rows)
    plan = replace(
        plan,
        columns=tuple(
            replace(column, model=MODELS[name])
            for name, column in zip(columns, plan.columns, strict=True)
        ),
    )
    run = a_run(
        {0: said(values)},
        cells=len(values),
        columns=len(columns),
        cases=some_cases(rows, ids=ids),
    )
    known = about(plan, 0)
    summary, kept = summarise(run, known)
    return LoadedResults(about=known, summary=summary, kept=kept)


def an_experiment(**rules: object) -> Experiment:
    plan = ExperimentPlan(stop_rules=replace(StopRules(), **rules))  # type: ignore[arg-type]
    return Experiment(
        id=ExperimentId(uuid4()),
        number=1,
        name="Kinder",
        description="",
        state=ExperimentState.RUNNING,
        plan=plan,
        step=7,
        revision=1,
        prompt=None,
        dataset=None,
        targets=tuple(
            ExperimentTarget(model=model, model_name=name) for name, model in MODELS.items()
        ),
        end_kind=None,
        end_reason=None,
        waiting_for=None,
        champion=None,
        check_run=None,
        check_verdict=None,
        created_by=None,
        created_by_label="",
        created_at=NOW,
        updated_at=NOW,
        started_at=NOW,
        ended_at=None,
    )


def an_iteration(number: int, composite: Figure | None = None) -> Iteration:
    return Iteration(
        id=IterationId(uuid4()),
        experiment=ExperimentId(uuid4()),
        number=number,
        state=IterationState.AGGREGATING,
        run=RunId(uuid4()),
        version=VersionId(uuid4()),
        version_number=number,
        composite=composite,
        verdict=None,
        gained=None,
        partial=False,
        problem=None,
        notes=(),
        stages=(),
        created_at=NOW,
        started_at=NOW,
        finished_at=None,
    )


def champion(of: LoadedResults) -> tuple[Iteration, LoadedResults]:
    return an_iteration(1, composite_of(Several(kept=of.kept, columns=of.usable))), of


BASE = [0.4, 0.5, 0.6, 0.5, 0.4, 0.6, 0.5, 0.5]


def plus(values: Sequence[float], more: float) -> list[Value]:
    return [value + more for value in values]


def test_a_composite_is_over_cases_whatever_the_number_of_targets() -> None:
    run = looked(small=[0.0, 1.0, 0.5, 0.5], large=[1.0, 1.0, 0.5, "error"])

    found = composite_of(Several(kept=run.kept, columns=(0, 1)))

    assert found is not None
    assert found.value == pytest.approx((0.5 + 1.0 + 0.5 + 0.5) / 4)
    assert (found.n, found.clusters) == (7, 4)


@pytest.mark.parametrize(
    ("more", "min_delta", "verdict", "gained"),
    [
        (0.4, 0.02, "better", True),
        (0.1, 0.02, "better_on_these_cases", True),
        (0.1, 0.5, "better_on_these_cases", False),
        (0.0, 0.0, "cannot_tell", False),
        (-0.1, 0.0, "worse_on_these_cases", False),
    ],
)
def test_a_gain_is_better_by_enough(
    more: float, min_delta: float, verdict: str, gained: bool
) -> None:
    before, this = looked(small=plus(BASE * 2, 0.0)), looked(small=plus(BASE * 2, more))
    validation = frozenset(case.tobytes() for case in this.kept.cases)

    found = compare_with_champion(
        an_experiment(min_delta=min_delta),
        an_iteration(2),
        this,
        champion(before),
        validation=validation,
    )

    assert found.verdict is not None
    assert (found.verdict.verdict, found.gained, found.problem) == (verdict, gained, None)
    assert found.verdict.against == 1


def test_score_and_verdict_are_those_of_the_validation_cases() -> None:
    """The candidate gains on four cases that the refiner saw, and loses on all others."""
    before = looked(small=plus(BASE * 2, 0.0))
    this = looked(small=[*plus(BASE[:4], 0.4), *plus((BASE * 2)[4:], -0.1)])
    validation = frozenset(case.tobytes() for case in this.kept.cases[4:])

    found = compare_with_champion(
        an_experiment(min_delta=0), an_iteration(2), this, champion(before), validation=validation
    )

    assert found.composite is not None
    assert found.composite.clusters == 12
    assert found.verdict is not None
    assert (found.verdict.verdict, found.verdict.cases, found.gained) == (
        "worse_on_these_cases",
        12,
        False,
    )
    assert found.verdict.evidence == "validation"
    assert found.verdict.train_effect == pytest.approx(0.4)
    assert found.verdict.effect is not None
    assert found.verdict.effect.value == pytest.approx(-0.1)


def test_noise_is_no_gain() -> None:
    noise = [0.2, -0.2, 0.1, -0.1, 0.3, -0.2, 0.1, -0.1]
    this = looked(small=[value + more for value, more in zip(BASE, noise, strict=True)])

    found = compare_with_champion(
        an_experiment(min_delta=0), an_iteration(2), this, champion(looked(small=BASE))
    )

    assert found.verdict is not None
    assert (found.verdict.verdict, found.gained) == ("cannot_tell", False)


def test_only_targets_and_cases_that_both_have_are_compared() -> None:
    """A pruned target was bad: that it is gone is no gain of the prompt."""
    before = looked(small=plus(BASE, -0.4), large=plus(BASE, 0.0))
    this = looked(ids=[7, 6, 5, 4, 3, 2, 1, 0], large=list(reversed(BASE)))

    found = compare_with_champion(
        an_experiment(min_delta=0), an_iteration(2), this, champion(before)
    )

    assert found.verdict is not None
    assert found.verdict.effect is not None
    assert found.verdict.effect.value == pytest.approx(0.0)
    assert (found.verdict.cases, found.gained) == (8, False)


def test_an_error_on_one_side_shifts_nothing() -> None:
    before = looked(small=plus(BASE, 0.0), large=plus(BASE, 0.3))
    broken: list[Value] = ["error", *plus(BASE, 0.3)[1:]]
    this = looked(small=plus(BASE, 0.0), large=broken)
    # One in eight is more than one in ten: the whole column is left out.
    assert this.usable == (0,)

    found = compare_with_champion(
        an_experiment(min_delta=0), an_iteration(2), this, champion(before)
    )

    assert found.verdict is not None
    assert found.verdict.effect is not None
    assert found.verdict.effect.value == pytest.approx(0.0)


def test_judges_that_failed_everywhere_decide_nothing() -> None:
    nothing: list[Value] = ["error"] * 8

    found = compare_with_champion(
        an_experiment(), an_iteration(2), looked(small=nothing), champion(looked(small=BASE))
    )

    assert (found.composite, found.verdict, found.gained) == (None, None, None)
    assert found.problem == JUDGING_FAILED


def test_a_weak_target_goes_from_the_second_iteration_on_and_the_best_never() -> None:
    this = looked(small=plus(BASE * 2, -0.3), large=plus(BASE * 2, 0.0))

    first = compare_with_champion(an_experiment(), an_iteration(1), this, None)
    second = compare_with_champion(an_experiment(), an_iteration(2), this, None)
    never = compare_with_champion(an_experiment(prune_weak=False), an_iteration(2), this, None)

    assert all(target.active for target in first.targets + never.targets)
    assert [target.active for target in second.targets] == [False, True]
    # On eight cases it is behind too, but a kind of case that is missing from them could turn that.
    few = looked(small=plus(BASE, -0.3), large=plus(BASE, 0.0))
    assert all(
        target.active
        for target in compare_with_champion(an_experiment(), an_iteration(2), few, None).targets
    )
    assert second.targets[0].pruned_because == second.pruned[0].removeprefix("Pruned: ")


def test_adaptive_sampling_leaves_out_earlier_and_asks_for_more_certainty() -> None:
    """FR-EC-007.9: over all iterations together the error stays one in twenty."""
    rules = {"adaptive_sampling": True, "max_iterations": 10}
    few = looked(small=plus(BASE, -0.3), large=plus(BASE, 0.0))
    many = looked(small=plus(BASE * 3, -0.3), large=plus(BASE * 3, 0.0))

    unsure = compare_with_champion(an_experiment(**rules), an_iteration(1), few, None)
    sure = compare_with_champion(an_experiment(**rules), an_iteration(1), many, None)

    # Eight cases cannot be surer than 2 of 2**8 ways, which is more than 0.05 / 10.
    assert [target.active for target in unsure.targets] == [True, True]
    assert [target.active for target in sure.targets] == [False, True]


def test_who_compared_with_a_target_that_is_gone_is_gone_too() -> None:
    scorers = [
        RunScorer(number=0, name="Judge", spec={"kind": "judge"}),
        RunScorer(number=1, name="A-B", spec={"kind": "pairwise", "a": 0, "b": 1}),
        RunScorer(number=2, name="B-C", spec={"kind": "pairwise", "a": 1, "b": 2}),
    ]

    found = kept_scorers(scorers, [1, 2])

    assert [(one.number, one.name) for one in found] == [(0, "Judge"), (1, "B-C")]
    assert (found[1].spec["a"], found[1].spec["b"]) == (0, 1)
