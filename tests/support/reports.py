"""A complete report value, for tests of rendering without an experiment."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from edison.domain.experiments.experiment import FirstComparison, Iteration
from edison.domain.experiments.experiment_costs import ModelTokens, PhaseCost
from edison.domain.experiments.experiment_gain import ExperimentGain
from edison.domain.experiments.experiment_states import IterationState
from edison.domain.ids import ExperimentId, IterationId, VersionId
from edison.domain.models.model_call import Message
from edison.domain.money import MicroUsd
from edison.domain.prompts.prompt import PromptContent
from edison.domain.results.run_summary import Figure
from edison.domain.runs.cell import Phase
from edison.kit.uuids import new_id
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
    Weakness,
)

ENDED = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)


def a_figure(value: float, half: float = 0.03) -> Figure:
    return Figure(value=value, low=value - half, high=value + half, n=40, clusters=20, method="t")


def a_standing(number: int, value: float) -> IterationStanding:
    return IterationStanding(
        iteration=new_id(),
        number=number,
        version=new_id(),
        version_number=number,
        composite=a_figure(value),
    )


def an_iteration_of(number: int, value: float) -> Iteration:
    return Iteration(
        id=IterationId(new_id()),
        experiment=ExperimentId(new_id()),
        number=number,
        state=IterationState.COMPLETED,
        run=None,
        version=VersionId(new_id()),
        version_number=number,
        composite=a_figure(value),
        verdict=None,
        gained=None,
        partial=False,
        problem=None,
        notes=(),
        stages=(),
        created_at=ENDED,
        started_at=ENDED,
        finished_at=ENDED,
    )


def an_iteration(number: int, value: float | None, verdict: str | None) -> IterationLine:
    return IterationLine(
        number=number,
        state="completed",
        version=number,
        composite=None if value is None else a_figure(value),
        against=number - 1 if verdict else None,
        verdict=verdict,
        effect=a_figure(0.05) if verdict else None,
        sentence="iteration is better" if verdict else None,
        gained=verdict == "better" if verdict else None,
        partial=False,
        cost_usd=Decimal("0.1834"),
        tokens=2_400,
        changelog="Names what troubles the customer first." if verdict else "",
    )


def a_report(
    iterations: int = 3, *, name: str = "Kinder replies", text: str = "Hello"
) -> FinalReport:
    lines = tuple(
        an_iteration(number, 0.6 + 0.02 * number, "better" if number > 1 else None)
        for number in range(1, iterations + 1)
    )
    return FinalReport(
        experiment=ReportedExperiment(
            id=new_id(),
            number=7,
            name=name,
            goal="Answers are friendly, correct and short.",
            state="completed",
            end_kind="converged",
            end_reason="Converged (improvement < 2.0% for 3 iterations)",
            prompt=new_id(),
            prompt_name="Support replies",
            dataset_name="Messages",
            cases=20,
            scale=5,
            created_by="Olga",
            started_at=ENDED - timedelta(hours=2),
            ended_at=ENDED,
        ),
        made_at=ENDED,
        summary=Totals(
            iterations=iterations,
            seconds=7_200.0,
            cost_usd=Decimal("1.46"),
            doubt_usd=Decimal("0.002"),
            tokens=193_000,
            sentence="3 iterations in 2 h for $1.46. Converged.",
        ),
        best=a_standing(iterations, 0.66),
        content=PromptContent(messages=(Message(role="user", content=text),)),
        gain=ExperimentGain(
            base=an_iteration_of(1, 0.62),
            best=an_iteration_of(iterations, 0.66),
            found=FirstComparison(
                verdict="better",
                effect=a_figure(0.04),
                sentence="iteration 3 is better than iteration 1",
            ),
        ),
        first_last=FirstLast(
            first=a_standing(1, 0.62),
            last=a_standing(iterations, 0.66),
            verdict="better",
            effect=a_figure(0.04),
            sentence="iteration 3 is better than iteration 1",
        ),
        check=HoldOut(
            run=new_id(),
            run_number=9,
            state="completed",
            cases=8,
            verdict="cannot_tell",
            effect=a_figure(0.01, 0.1),
            sentence="On cases that no iteration has seen: cannot tell.",
        ),
        splits=Splits(
            seed=7,
            train=6,
            validation=14,
            holdout=8,
            validation_uses=2,
            sentence="The refiner sees 6 training cases.",
        ),
        costs=tuple(
            PhaseCost(
                phase=phase, cost=MicroUsd(365_000), doubt=MicroUsd(500), calls=20, tokens=48_250
            )
            for phase in Phase
        ),
        tokens=(ModelTokens(model="sim-large", prompt=1_200, completion=300),),
        iterations=lines,
        models=(
            ModelLine(
                model_name="sim-small",
                parameters={},
                composite=a_figure(0.66),
                usd_per_case=Decimal("0.0004"),
                recommended=True,
                pruned=False,
                why="The highest score, and nothing as good costs less.",
            ),
        ),
        weaknesses=(
            Weakness(criterion="Empathy", mean=0.62, scale=5, sentence="Empathy reaches 3.1 of 5."),
        ),
        next_steps=("Add cases to the hold-out.",),
    )


def an_empty_report() -> FinalReport:
    """Return the report of an experiment that has not started."""
    full = a_report()
    return replace(
        full,
        experiment=replace(full.experiment, state="draft", started_at=None, ended_at=None),
        best=None,
        gain=None,
        content=None,
        first_last=None,
        check=None,
        splits=None,
        costs=(),
        tokens=(),
        iterations=(),
        models=(),
        weaknesses=(),
        next_steps=(),
    )
