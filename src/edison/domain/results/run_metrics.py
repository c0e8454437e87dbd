"""Metrics of a run, and the choice of the metric to show.

Every service that shows a score uses `choose_metric`, so that all pages show the same value.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from edison.domain.errors import InvalidInput
from edison.domain.runs.cell_labels import GRADER, JUDGE, PAIRWISE, POINTWISE, LabelUse, Panel
from edison.kit.digests import sha256_hex

COMPOSITE, SCORER, PEOPLE, LABELS_FIRST = "composite", "scorer", "people", "labels_first"
_USES = {PEOPLE: LabelUse.ALONE, LABELS_FIRST: LabelUse.FIRST}
RubricVersion = tuple[UUID, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelScorer:
    """A scorer of a run, with the mode and rubric of its judge version."""

    number: int
    name: str
    spec: dict[str, Any]
    mode: str | None
    rubric: RubricVersion | None
    # The score from which on an answer passes, from 0 to 1; None: the scorer has no such threshold.
    pass_at: float | None = None

    @property
    def kind(self) -> str:
        return str(self.spec.get("kind", ""))

    @property
    def exam(self) -> str:
        return str(self.spec.get("exam") or "")


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricScale:
    """Name and scale of a rubric."""

    name: str
    scale: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """A way to measure the answers of a run.

    Kinds: `composite` is the mean over the judges of one rubric, `scorer` the score of one scorer; labels of people
    change neither. `people` is the mean of people's labels alone. `labels_first` mixes both: a person's label, else 0
    for a broken contract, else the scorers.
    """

    # Name on screens and in URLs; unique in a run, and stable between runs.
    key: str
    kind: str
    name: str
    scorers: tuple[int, ...]
    # Maximum of the scorer's own scale; None: from 0 to 1.
    scale: int | None = None
    # Equal for metrics that measure the same, whatever the names of their scorers.
    identity: str = ""
    # The score from which on one scorer passes an answer, from 0 to 1; None: there is no single threshold.
    pass_at: float | None = None

    @property
    def panel(self) -> Panel:
        return Panel(scorers=self.scorers, labels=_USES.get(self.kind, LabelUse.IGNORED))

    @property
    def is_machine(self) -> bool:
        """Whether only scorers count, so that labels of people never change its figures."""
        return self.kind not in _USES


# A run without scorers is shown by labels of people, and by its output contract where there is no label.
NO_SCORER = Metric(
    key="Labels first",
    kind=LABELS_FIRST,
    name="Labels of people, else the output contract",
    scorers=(),
    identity=LABELS_FIRST,
)
PEOPLE_ALONE = Metric(
    key="People", kind=PEOPLE, name="Labels of people", scorers=(), identity=PEOPLE
)


def with_labels(metric: Metric) -> Metric:
    """Return the metric in which a person's label counts before the scorers of `metric`."""
    return Metric(
        key=f"Labels first: {metric.key}",
        kind=LABELS_FIRST,
        name=f"Labels of people, else {metric.name}",
        scorers=metric.scorers,
        scale=metric.scale,
        identity=f"{LABELS_FIRST} {metric.identity}",
    )


def metrics_of(
    scorers: Iterable[PanelScorer],
    rubrics: Mapping[RubricVersion, RubricScale],
    *,
    labelled: bool = False,
) -> tuple[Metric, ...]:
    """Return the metrics of a run in order of preference: graders, composites of judges, other scorers.

    With `labelled`, people labelled answers: their labels alone, and mixed with the first metric, are metrics too.
    """
    ordered = sorted(
        (one for one in scorers if not one.exam and one.kind != PAIRWISE),
        key=lambda one: one.number,
    )
    graders = [one for one in ordered if one.kind == GRADER]
    judges = [one for one in ordered if one.kind == JUDGE and one.mode == POINTWISE]
    others = [one for one in ordered if one.kind != GRADER]
    found = [
        *(_of_scorer(one, rubrics) for one in graders),
        *_composites(judges, rubrics),
        *(_of_scorer(one, rubrics) for one in others),
    ]
    people = (PEOPLE_ALONE,) if labelled else ()
    if not found:
        return NO_SCORER, *people
    return (*found, *((with_labels(found[0]),) if labelled else ()), *people)


def _of_scorer(scorer: PanelScorer, rubrics: Mapping[RubricVersion, RubricScale]) -> Metric:
    rubric = None if scorer.rubric is None else rubrics.get(scorer.rubric)
    return Metric(
        key=scorer.name,
        kind=SCORER,
        name=scorer.name,
        scorers=(scorer.number,),
        scale=rubric.scale if rubric else None,
        identity=identity_of([scorer.spec]),
        pass_at=scorer.pass_at,
    )


def _composites(
    judges: Sequence[PanelScorer], rubrics: Mapping[RubricVersion, RubricScale]
) -> list[Metric]:
    found: list[Metric] = []
    for version in dict.fromkeys(one.rubric for one in judges):
        panel = [one for one in judges if one.rubric == version]
        rubric = None if version is None else rubrics.get(version)
        key = f"Composite: {rubric.name}" if rubric else "Composite"
        made = Metric(
            key=key,
            kind=COMPOSITE,
            name=rubric.name if rubric else "Judges",
            scorers=tuple(one.number for one in panel),
            scale=rubric.scale if rubric else None,
            identity=identity_of([one.spec for one in panel]),
        )
        # Two versions of one rubric in one run are distinguished by their version.
        taken = any(one.key == key for one in found)
        found.append(replace(made, key=f"{key} v{version[1]}") if taken and version else made)
    return found


def identity_of(specs: Iterable[Mapping[str, Any]]) -> str:
    """Return a key that is equal for equal scorer settings, regardless of the scorers' names and order."""
    plain = sorted(json.dumps({**spec, "name": None}, sort_keys=True) for spec in specs)
    return sha256_hex(json.dumps(plain))[:32]


def choose_metric(
    *runs: Sequence[Metric], wanted: str | None = None, main: str = ""
) -> tuple[Metric, ...]:
    """Return the metric to show for each run.

    By default this is a metric of scorers that all runs share, preferably the project's main metric. If they share
    none, each run uses its own default. A metric with labels of people is shown only if someone asks for it, or if the
    runs have no scorer.
    """
    first = runs[0]
    if wanted:
        asked = _by_key(first, wanted)
        if asked is None:
            raise InvalidInput("The run does not have this metric", field="metric")
        return asked, *(_like(metrics, asked) for metrics in runs[1:])
    preferred = [one for one in (_by_key(first, main), *first) if one is not None]
    for one in (one for one in preferred if one.is_machine or one == NO_SCORER):
        found = tuple(_same(metrics, one) for metrics in runs)
        if all(found):
            return tuple(each for each in found if each is not None)
    return tuple(_by_key(metrics, main) or metrics[0] for metrics in runs)


def are_alike(metrics: Iterable[Metric]) -> bool:
    """Return whether values of these metrics are comparable with each other."""
    return len({one.identity for one in metrics}) == 1


def shared_metrics(
    ours: Sequence[Metric], theirs: Sequence[Metric], *, without: Metric
) -> tuple[tuple[Metric, Metric], ...]:
    """Return the metrics of scorers that both runs have, each once, except those that measure as `without`.

    Labels of people are left out: they are no further test of the change, but a correction of the scorers.
    """
    found: dict[str, tuple[Metric, Metric]] = {}
    for one in ours:
        other = _same(theirs, one)
        if other is not None and one.is_machine and one.identity != without.identity:
            found.setdefault(one.identity, (one, other))
    return tuple(found.values())


def _by_key(metrics: Sequence[Metric], key: str) -> Metric | None:
    return next((one for one in metrics if one.key == key), None)


def _same(metrics: Sequence[Metric], metric: Metric) -> Metric | None:
    """Return the metric that has the same identity as `metric`, preferably also the same name."""
    alike = [one for one in metrics if one.identity == metric.identity]
    return _by_key(alike, metric.key) or next(iter(alike), None)


def _like(metrics: Sequence[Metric], metric: Metric) -> Metric:
    return _same(metrics, metric) or _by_key(metrics, metric.key) or metrics[0]
