"""Lineage graph of a prompt's versions, with the score and the evidence of each version."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from edison.domain.ids import VersionId
from edison.domain.prompts.prompt import VersionOrigin
from edison.domain.results.run_metrics import Metric
from edison.domain.results.run_summary import Compared, Figure

# Most versions in a readable graph; the newest are shown.
MOST_NODES = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Latest score of a version. `scale` is the scale of the metric; None means from 0 to 1."""

    composite: Figure
    scale: int | None
    # None: the run no longer exists.
    run: UUID | None
    run_number: int | None
    metric: str = ""
    target: str = ""
    # Column of the run, and the size of the run.
    column: int = 0
    cells: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionScore:
    """Score of a version in one run, for one metric and one target."""

    version: VersionId
    metric: Metric
    # Position of the metric in its run; lower ones are preferred.
    place: int
    target: str
    figure: Figure
    run: UUID
    column: int
    cells: int
    run_number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    version: VersionId
    number: int
    parent: VersionId | None
    labels: tuple[str, ...]
    origin: VersionOrigin
    author: str
    changelog: str
    at: datetime
    measured: Measured | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForkSource:
    """Version of another prompt from which this prompt was forked."""

    version: VersionId
    prompt: UUID
    prompt_name: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionEvidence:
    """Verdict of an experiment on a version, with the number of the version that it was compared with."""

    experiment: UUID
    experiment_name: str
    iteration: UUID
    iteration_number: int
    verdict: str | None
    effect: Figure | None
    sentence: str | None
    # Number of the version it was compared with; not always the parent.
    against: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeComparison:
    """Comparison of the runs that the scores of two versions come from, as the workbench makes it."""

    # The number of the earlier version.
    against: int
    # None: the scores cannot be compared.
    compared: Compared | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """Edge from a version to its successor. `suggestion` is the suggestion that created the successor, if any."""

    begin: VersionId
    end: VersionId
    # The iteration that tried the version. Its verdict counts; without one, the comparison of the runs does.
    evidence: VersionEvidence | None
    comparison: EdgeComparison | None
    suggestion: UUID | None

    @property
    def verdict(self) -> str | None:
        if self._decided is not None:
            return self._decided.verdict
        compared = self._compared
        return compared.verdict if compared and compared.effect else None

    @property
    def effect(self) -> Figure | None:
        if self._decided is not None:
            return self._decided.effect
        return self._compared.effect if self._compared else None

    @property
    def sentence(self) -> str | None:
        if self._decided is not None:
            return self._decided.sentence
        return self._compared.sentence if self._compared else None

    @property
    def against(self) -> int | None:
        if self._decided is not None:
            return self._decided.against
        return self.comparison.against if self.comparison else None

    @property
    def comparable(self) -> bool | None:
        """Return whether the scores of both versions can be compared; None: that was not looked at."""
        return None if self.comparison is None else self.comparison.compared is not None

    @property
    def _decided(self) -> VersionEvidence | None:
        """Return the evidence if it has a verdict, or if nothing else is known."""
        decides = self.evidence is not None and self.evidence.verdict is not None
        return self.evidence if decides or self.comparison is None else None

    @property
    def _compared(self) -> Compared | None:
        return self.comparison.compared if self.comparison else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lineage:
    """Lineage graph.

    `nodes` are the versions, oldest first; `left_out` is the number of older versions not included.
    """

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    sources: tuple[ForkSource, ...]
    left_out: int
    # Metric and target of the scores, and the alternatives. None: no version has a score.
    metric: str | None = None
    target: str | None = None
    metrics: tuple[Metric, ...] = ()
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoresShown:
    """Chosen metric and target, the alternatives, and the score of each version for this metric and target."""

    metric: str | None
    target: str | None
    metrics: tuple[Metric, ...]
    targets: tuple[str, ...]
    by_version: Mapping[VersionId, Measured]


def choose_scores(
    scores: Sequence[VersionScore],
    *,
    metric: str | None = None,
    target: str | None = None,
    main: str = "",
) -> ScoresShown:
    """Choose one metric and one target for all versions, so that their scores are comparable.

    The default metric is `main`, or else the one that most versions have; the default target is the one with the most
    versions. `scores` must be sorted newest first; the newest score of each version counts.
    """
    metrics: dict[str, Metric] = {}
    for one in sorted(scores, key=lambda one: one.place):
        metrics.setdefault(one.metric.key, one.metric)
    targets = tuple(dict.fromkeys(one.target for one in scores))

    def versions(key: str, on: str | None = None) -> int:
        found = (one for one in scores if one.metric.key == key and on in (None, one.target))
        return len({one.version for one in found})

    chosen = metric or next(
        iter(sorted(metrics, key=lambda key: (key != main, -versions(key)))), None
    )
    on = target or (max(targets, key=lambda one: versions(chosen or "", one)) if targets else None)
    by_version: dict[VersionId, Measured] = {}
    for one in scores:
        if one.metric.key == chosen and one.target == on:
            by_version.setdefault(
                one.version,
                Measured(
                    composite=one.figure,
                    scale=one.metric.scale,
                    run=one.run,
                    run_number=one.run_number,
                    metric=one.metric.key,
                    target=one.target,
                    column=one.column,
                    cells=one.cells,
                ),
            )
    return ScoresShown(
        metric=chosen,
        target=on,
        metrics=tuple(metrics.values()),
        targets=targets,
        by_version=by_version,
    )
