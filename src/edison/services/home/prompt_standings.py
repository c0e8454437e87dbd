"""Read how the prompts of a project stand: production version, score with trend, and verdict of the last run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from edison.domain.ids import ProjectId, RunId
from edison.domain.results.run_metrics import Metric, choose_metric
from edison.domain.results.run_summary import ColumnFigure, MetricFigures, TrendPoint
from edison.domain.runs.run_plan import Run
from edison.services.results.baseline_verdict import (
    EARLIER_RUNS,
    BaselineVerdict,
    WantedBaseline,
    compare_with_baseline,
)
from edison.services.results.run_results import TREND, trend_with_earlier
from edison.store.repositories.home.project_overview import OverviewPrompt, VerdictInput
from edison.store.repositories.results.run_statistics import EarlierRun
from edison.store.unit_of_work import ReadTx

# The target whose score is shown, as on the page of results.
COLUMN = 0
# Number of cached verdicts; a verdict is found by the data that it is computed from.
REMEMBERED = 256

_known: dict[tuple[RunId, str], BaselineVerdict] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class LastRun:
    """The last completed run of a prompt. `metric` and `figure` are None until a worker has computed the results."""

    run: Run
    # Scores came after the figures were computed.
    stale: bool
    # Runs whose results have to be computed again: this one, or earlier ones in its trend and verdict.
    outdated: tuple[RunId, ...]
    metric: Metric | None
    figure: ColumnFigure | None
    trend: tuple[TrendPoint, ...]
    verdict: BaselineVerdict


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptStanding:
    prompt: OverviewPrompt
    last: LastRun | None


async def load_standings(
    tx: ReadTx, project: ProjectId, prompts: Sequence[OverviewPrompt], now: datetime
) -> tuple[PromptStanding, ...]:
    wanted = [prompt.run for prompt in prompts if prompt.run is not None]
    runs = await tx.runs.get_many(project, wanted)
    earlier = await tx.run_statistics.earlier_of(project, wanted, TREND)
    measured = {*wanted, *(one.id for before in earlier.values() for one in before)}
    figures = await tx.run_statistics.figures(project, list(measured))
    main = await tx.run_panels.main_metric(project)
    inputs = await tx.overview.verdict_inputs(project, wanted, EARLIER_RUNS)
    verdicts = await _verdicts(tx, project, runs, inputs, now)
    return tuple(
        PromptStanding(
            prompt=prompt,
            last=None
            if prompt.run is None
            else _last_run(
                runs[prompt.run],
                main,
                earlier.get(prompt.run, ()),
                figures,
                verdicts[prompt.run],
                inputs[prompt.run].outdated,
            ),
        )
        for prompt in prompts
    )


def _last_run(
    run: Run,
    main: str,
    earlier: Sequence[EarlierRun],
    known: Mapping[RunId, Sequence[MetricFigures]],
    verdict: BaselineVerdict,
    outdated: tuple[RunId, ...],
) -> LastRun:
    ours = known.get(run.id, ())
    if not ours:
        return LastRun(
            run=run,
            stale=True,
            outdated=outdated,
            metric=None,
            figure=None,
            trend=(),
            verdict=verdict,
        )
    [metric] = choose_metric([one.metric for one in ours], main=main)
    columns = next(one.columns for one in ours if one.metric == metric)
    figures = tuple(one.figure for one in columns)
    return LastRun(
        run=run,
        stale=run.id in outdated,
        outdated=outdated,
        metric=metric,
        figure=columns[COLUMN],
        trend=trend_with_earlier(run, metric, figures, earlier, known, column=COLUMN),
        verdict=verdict,
    )


async def _verdicts(
    tx: ReadTx,
    project: ProjectId,
    runs: Mapping[RunId, Run],
    inputs: Mapping[RunId, VerdictInput],
    now: datetime,
) -> dict[RunId, BaselineVerdict]:
    """Compare each run with the run before it. A comparison is repeated only if its data has changed."""
    found: dict[RunId, BaselineVerdict] = {}
    for run in runs.values():
        key = run.id, inputs[run.id].input
        if key not in _known:
            while len(_known) >= REMEMBERED:
                _known.pop(next(iter(_known)))
            wanted = WantedBaseline(project=project, run=run.id)
            _known[key] = await compare_with_baseline(tx, wanted, run, now)
        found[run.id] = _known[key]
    return found
