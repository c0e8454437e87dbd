"""Compare a version with the holder of a label, by the rule of the baseline gate.

Only columns of the two versions count: a run may have further versions, and both versions may be in one run.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from edison.domain.ids import ProjectId, RunId, VersionId
from edison.domain.people.label_protection import LabelProtection
from edison.domain.promotions.promotion import PromotionKind, Requirement
from edison.domain.prompts.prompt import Prompt, PromptVersion, digest_of
from edison.domain.results.gate_rule import GateVerdict, explain_verdict, gate_run, gate_target
from edison.domain.results.result_phrasing import score_measure
from edison.domain.results.run_metrics import Metric
from edison.domain.runs.run_plan import Plan, Run
from edison.domain.trends.target_keys import target_key
from edison.services.results.run_gate import GateTarget, on_same_cases
from edison.services.results.run_pairs import (
    RunPair,
    TargetVerdict,
    compare_runs_by_target,
    pair_columns,
)
from edison.store.unit_of_work import ReadTx

# Runs of each version that are tried, newest first.
MOST_RUNS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A version that may get a protected label, and the version that has it."""

    prompt: Prompt
    version: PromptVersion
    label: str
    # None: no version has the label.
    holder: PromptVersion | None
    protection: LabelProtection

    @property
    def kind(self) -> PromotionKind:
        return PromotionKind.FIRST if self.holder is None else PromotionKind.CHECKED


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The comparison that a promotion is based on, and which requirements it meets."""

    run: Run | None
    baseline: Run | None
    verdict: GateVerdict | None
    sentence: str
    requirements: tuple[Requirement, ...]
    metric: Metric | None = None
    targets: tuple[GateTarget, ...] = ()


async def gather_evidence(
    tx: ReadTx, project: ProjectId, candidate: Candidate, run: RunId | None, now: datetime
) -> Evidence:
    """Find the newest run that can be compared with the holder, or compare the given run."""
    content = check_content(candidate.version, candidate.version.digest)
    runs = await _runs_of(tx, project, candidate, candidate.version.id, only=run)
    if not runs:
        missing = _no_run(candidate, run)
        return Evidence(
            run=None,
            baseline=None,
            verdict=None,
            sentence=missing.sentence,
            requirements=(content, missing),
        )
    if candidate.holder is None:
        found = runs[0]
        sentence = (
            f"No version has the label {candidate.label} yet, so there is nothing to compare with."
        )
        return Evidence(
            run=found,
            baseline=None,
            verdict=None,
            sentence=sentence,
            requirements=(content, _has_run(candidate, found)),
        )
    pair = await _find_pair(tx, project, candidate, candidate.holder, runs, now)
    if pair is None:
        missing = _no_baseline(candidate, candidate.holder)
        return Evidence(
            run=runs[0],
            baseline=None,
            verdict=GateVerdict.CANNOT_TELL,
            sentence=missing.sentence,
            requirements=(content, _has_run(candidate, runs[0]), missing),
        )
    return await _compare(tx, project, candidate, pair, now, content)


def check_content(version: PromptVersion, digest: str) -> Requirement:
    """Require that the stored content has the digest that it had when it was saved or requested."""
    met = digest_of(version.content) == version.digest == digest
    how = "is unchanged" if met else "was changed after it was saved"
    return Requirement(
        name="version", met=met, sentence=f"The content of version {version.number} {how}."
    )


async def _runs_of(
    tx: ReadTx,
    project: ProjectId,
    candidate: Candidate,
    version: VersionId,
    *,
    only: RunId | None = None,
) -> Sequence[Run]:
    suite = candidate.protection.suite
    ids = await tx.promotions.runs_of_version(project, version, suite, MOST_RUNS, only=only)
    found = await tx.runs.get_many(project, ids)
    return [found[run] for run in ids]


async def _find_pair(
    tx: ReadTx,
    project: ProjectId,
    candidate: Candidate,
    holder: PromptVersion,
    runs: Sequence[Run],
    now: datetime,
) -> RunPair | None:
    """Return the newest run in which every target of the version can be compared with the holder."""
    others = await _runs_of(tx, project, candidate, holder.id)
    for run in runs:
        # A run with both versions was made under one set of conditions.
        for other in sorted(others, key=lambda one: one.id != run.id):
            if run.plan.dataset != other.plan.dataset:
                continue
            columns = pair_versions(run.plan, candidate.version.id, other.plan, holder.id)
            if len(columns) < _count_columns(run.plan, candidate.version.id):
                continue
            pair = await pair_columns(tx, project, run, other, columns)
            if pair is not None and await _on_same_cases(tx, project, pair, now):
                return pair
    return None


def pair_versions(
    plan: Plan, version: VersionId, other_plan: Plan, other: VersionId
) -> tuple[tuple[int, int], ...]:
    """Return the columns of two versions that have the same target."""
    there = {
        target_key(column): number
        for number, column in enumerate(other_plan.columns)
        if column.version == other
    }
    return tuple(
        (number, there[target_key(column)])
        for number, column in enumerate(plan.columns)
        if column.version == version and target_key(column) in there
    )


def _count_columns(plan: Plan, version: VersionId) -> int:
    return sum(column.version == version for column in plan.columns)


async def _on_same_cases(tx: ReadTx, project: ProjectId, pair: RunPair, now: datetime) -> bool:
    """Require it in both directions, so that a run on a few chosen cases does not count."""
    there_and_back = RunPair(
        this=pair.other,
        other=pair.this,
        metric=pair.other_metric,
        other_metric=pair.metric,
        columns=tuple((theirs, ours) for ours, theirs in pair.columns),
    )
    return await on_same_cases(tx, project, pair, now) and await on_same_cases(
        tx, project, there_and_back, now
    )


async def _compare(
    tx: ReadTx,
    project: ProjectId,
    candidate: Candidate,
    pair: RunPair,
    now: datetime,
    content: Requirement,
) -> Evidence:
    rule, measure = candidate.protection, score_measure(pair.metric)
    found = await compare_runs_by_target(tx, project, pair, now, minimum_effect=rule.margin)
    targets: list[GateTarget] = []
    for one in found.targets:
        same = one.identical
        verdict = gate_target(one.comparison, rule.margin, same_answers=same)
        said = explain_verdict(verdict, one.comparison, rule.margin, measure, same_answers=same)
        targets.append(GateTarget(verdict=verdict, sentence=said, compared=one))
    verdict = gate_run([one.verdict for one in targets])
    sentence = next(one.sentence for one in targets if one.verdict is verdict)
    met = verdict.passes
    if met and rule.minimum_effect > 0:
        short = next((one for one in targets if not _gains(one.compared, rule)), None)
        met = short is None
        if short is not None:
            least = measure.distance(rule.minimum_effect)
            sentence = f"{short.sentence} The label {candidate.label} requires an improvement of at least {least}."
    return Evidence(
        run=pair.this,
        baseline=pair.other,
        verdict=verdict,
        sentence=sentence,
        requirements=(
            content,
            _has_run(candidate, pair.this),
            Requirement(
                name="baseline",
                met=True,
                sentence=f"It is compared with run {pair.other.number} of version {_number(candidate.holder)}.",
            ),
            Requirement(name="verdict", met=met, sentence=sentence),
        ),
        metric=pair.metric,
        targets=tuple(targets),
    )


def _gains(compared: TargetVerdict, rule: LabelProtection) -> bool:
    """Return whether the target is better by at least the minimum, with the certainty of the gate."""
    effect = compared.comparison.effect
    return not compared.identical and effect is not None and effect.low >= rule.minimum_effect


def _number(version: PromptVersion | None) -> int:
    assert version is not None
    return version.number


def _of_suite(candidate: Candidate) -> str:
    return " of the required suite" if candidate.protection.suite is not None else ""


def _has_run(candidate: Candidate, run: Run) -> Requirement:
    sentence = f"Run {run.number}{_of_suite(candidate)} has version {candidate.version.number} and is complete."
    return Requirement(name="run", met=True, sentence=sentence)


def _no_run(candidate: Candidate, run: RunId | None) -> Requirement:
    what = (
        f"completed run{_of_suite(candidate)} on a dataset with version {candidate.version.number}"
    )
    sentence = f"There is no {what}." if run is None else f"The given run is no {what}."
    return Requirement(name="run", met=False, sentence=sentence)


def _no_baseline(candidate: Candidate, holder: PromptVersion) -> Requirement:
    sentence = (
        f"There is no completed run{_of_suite(candidate)} of version {holder.number}, which has the label "
        f"{candidate.label}, on the same cases, models and scorers."
    )
    return Requirement(name="baseline", met=False, sentence=sentence)
