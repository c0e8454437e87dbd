"""Small runs as arrays, without a database."""

from collections.abc import Mapping, Sequence
from uuid import UUID, uuid4

import numpy as np

from edison.domain.ids import ModelId, PromptId, VersionId
from edison.domain.models.parameters import Parameters
from edison.domain.results.build_summary import RunDescription
from edison.domain.results.grade_arrays import UUID_BYTES
from edison.domain.results.run_arrays import (
    ANSWERED,
    ERROR,
    NOT_APPLICABLE,
    NOT_PASSED,
    NOTHING,
    PASSED,
    SCORED,
    CaseArrays,
    RunArrays,
    ScorerArrays,
)
from edison.domain.results.run_metrics import Metric
from edison.domain.results.run_summary import RubricOfRun
from edison.domain.runs.cell_labels import Panel
from edison.domain.runs.run_plan import ALL_CASES, Column, Plan

Value = float | str | None


def said(
    values: Sequence[Value],
    *,
    pass_at: float | None = 0.5,
    criteria: Sequence[Sequence[float]] = (),
    flipped: Sequence[bool] | None = None,
) -> ScorerArrays:
    """A value; "error" or "n/a"; None: not judged yet."""
    codes: dict[Value, int] = {None: NOTHING, "error": ERROR, "n/a": NOT_APPLICABLE}

    def code(value: Value) -> int:
        if not isinstance(value, float):
            return codes[value]
        return SCORED if pass_at is None else PASSED if value >= pass_at else NOT_PASSED

    return ScorerArrays(
        values=np.array([value if isinstance(value, float) else np.nan for value in values]),
        codes=np.array([code(value) for value in values], dtype=np.int8),
        criteria=tuple(np.array(each, dtype=np.float32) for each in criteria),
        flipped=None if flipped is None else np.array(flipped, dtype=np.bool_),
    )


def some_cases(
    count: int,
    *,
    ids: Sequence[int] | None = None,
    tags: Mapping[str, Sequence[int]] | None = None,
    lengths: Sequence[int] | None = None,
    difficulties: Sequence[int] | None = None,
    splits: Sequence[str] | None = None,
) -> CaseArrays:
    names = b"".join(UUID(int=1 + n).bytes for n in (ids or range(count)))
    return CaseArrays(
        ids=np.frombuffer(names, dtype=UUID_BYTES),
        revisions=np.frombuffer(names, dtype=UUID_BYTES),
        lengths=np.array(lengths or [10] * count, dtype=np.int64),
        difficulties=np.array(difficulties or [0] * count, dtype=np.int8),
        splits=np.array(splits or ["none"] * count),
        tags={tag: np.array(rows, dtype=np.int64) for tag, rows in (tags or {}).items()},
    )


def a_run(
    scorers: Mapping[int, ScorerArrays],
    *,
    cells: int,
    columns: int = 1,
    trials: int = 1,
    states: Sequence[int] | None = None,
    manual: Mapping[int, float] | None = None,
    # Whether the answers that people graded were drawn by chance.
    drawn: bool = True,
    cases: CaseArrays | None = None,
) -> RunArrays:
    people = np.full(cells, np.nan)
    for ordinal, grade in (manual or {}).items():
        people[ordinal] = grade
    return RunArrays(
        columns=columns,
        trials=trials,
        states=np.array(states or [ANSWERED] * cells, dtype=np.int8),
        manual=people,
        drawn=~np.isnan(people) & drawn,
        said=scorers,
        cases=cases or some_cases(cells // columns // trials),
    )


def a_plan(*models: str, cases: int, trials: int = 1) -> Plan:
    columns = tuple(
        Column(
            prompt=PromptId(uuid4()),
            prompt_name="Greeter",
            version=VersionId(uuid4()),
            number=1,
            model=ModelId(uuid4()),
            model_name=model,
            provider="openai",
            credential_label="Key",
            parameters=Parameters(),
        )
        for model in models
    )
    return Plan(
        columns=columns,
        dataset=None,
        dataset_name="",
        dataset_version=None,
        choice=ALL_CASES,
        cases=cases,
        trials=trials,
        reuse=False,
        chunk_size=20,
    )


RUBRIC = RubricOfRun(
    id=UUID(int=9),
    version=1,
    name="Good answers",
    scale=10,
    criteria=("Right", "Short"),
    weights=(0.75, 0.25),
    scales=(10, 10),
)


def about(
    plan: Plan, *panel: int, rubric: RubricOfRun | None = None, **more: object
) -> RunDescription:
    return RunDescription(
        plan=plan,
        panel=Panel(scorers=panel, rubric=(rubric.id, rubric.version) if rubric else None),
        rubric=rubric,
        metrics=(
            Metric(
                key="Score",
                kind="composite" if rubric else "scorer",
                name="Score",
                scorers=panel,
                scale=rubric.scale if rubric else None,
                identity="score",
            ),
        ),
        **more,  # type: ignore[arg-type]
    )
