"""Assess a finished execution: compute its trend points and the findings of its monitor. Writes nothing."""

import asyncio
from dataclasses import dataclass, field, replace
from datetime import datetime

from edison.domain.alerts.alert import AlertRule, Raised
from edison.domain.alerts.execution_problems import (
    Lost,
    RetiringTarget,
    limits_of,
    retirements_of,
)
from edison.domain.ids import ProjectId
from edison.domain.models.provider import Provider
from edison.domain.monitoring.assess_by_rules import assess
from edison.domain.monitoring.assessment import Assessment, MonitorFinding, MonitorRules
from edison.domain.monitoring.attribution import cause_of
from edison.domain.monitoring.monitor import Monitor
from edison.domain.suites.execution import Execution, ExecutionChange
from edison.domain.suites.suite import Suite
from edison.domain.trends.execution_points import ObservedRun, canary_of, lost_of, points_of
from edison.domain.trends.trend_points import CanaryLevel, ExecutionPoint, levels_of
from edison.engine.monitoring.gather_evidence import GatheredEvidence, gather_evidence
from edison.engine.monitoring.observed_runs import observed_run
from edison.kit.clock import Clock
from edison.providers.model_facts import retirement_of
from edison.store.unit_of_work import ReadTx, UnitOfWork


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ExecutionAssessment:
    points: tuple[ExecutionPoint, ...]
    raised: tuple[Raised, ...] = ()
    assessment: Assessment = field(default_factory=Assessment)
    rules: MonitorRules = field(default_factory=MonitorRules)

    @property
    def targets(self) -> frozenset[str]:
        return frozenset(point.target_key for point in self.points[1:])


async def assess_loaded_execution(
    work: UnitOfWork,
    clock: Clock,
    project: ProjectId,
    suite: Suite,
    monitor: Monitor | None,
    execution: Execution,
) -> ExecutionAssessment:
    """Compute the trend points and findings of an execution.

    There are no findings without a monitor or with an overridden model, because then there is no baseline.
    """
    now = clock.now()
    async with work.read() as tx:
        assert execution.run is not None
        shown = await observed_run(tx, project, execution.run, now)
        canary, canary_cost = await _canary(tx, project, execution, now)
        points = points_of(execution, shown, canary=canary, canary_cost=canary_cost)
        if monitor is None or execution.override is not None:
            return ExecutionAssessment(points=points)
        gathered = await gather_evidence(tx, project, suite, monitor, execution, shown, points, now)
        retiring = await load_retiring_targets(tx, project, shown)
    rules = monitor_rules_of(monitor, suite)
    # In a thread: permutation tests must not block other work of this process.
    looked = await asyncio.to_thread(_weigh, suite, shown, points, gathered, rules)
    return replace(looked, raised=(*looked.raised, *retirements_of(retiring, now.date(), rules)))


async def load_retiring_targets(
    tx: ReadTx, project: ProjectId, shown: ObservedRun
) -> list[RetiringTarget]:
    """Return the targets whose model is documented to be shut down, each with the number of suites that use it."""
    found: list[RetiringTarget] = []
    for target in shown.targets:
        column = shown.plan.columns[target.column]
        retirement = retirement_of(Provider(column.provider), column.model_name)
        if retirement is not None:
            suites = await tx.suites.count_with_model(project, column.model)
            found.append(
                RetiringTarget(
                    key=target.key, model=column.model_name, retirement=retirement, suites=suites
                )
            )
    return found


def monitor_rules_of(monitor: Monitor, suite: Suite) -> MonitorRules:
    """Return the rules of a monitor; a threshold that the monitor does not set is taken from the suite."""
    rules, of_suite = monitor.rules, suite.recipe.thresholds
    return replace(
        rules,
        threshold_score=of_suite.score if rules.threshold_score is None else rules.threshold_score,
        threshold_pass_rate=of_suite.pass_rate
        if rules.threshold_pass_rate is None
        else rules.threshold_pass_rate,
        threshold_scorers=of_suite.scorers,
    )


def _weigh(
    suite: Suite,
    shown: ObservedRun,
    points: tuple[ExecutionPoint, ...],
    gathered: GatheredEvidence,
    rules: MonitorRules,
) -> ExecutionAssessment:
    assessment = assess(gathered.evidence, rules)
    keys = [target.key for target in shown.targets]
    levels = levels_of(gathered.evidence.baseline, keys, gathered.words)
    lost, cells = lost_of(shown)
    plain = limits_of(suite, points, Lost(cells=lost, of=cells), rules)
    labels = {target.key: target.label for target in shown.targets}
    found = (*(_raised(finding, gathered.changes) for finding in assessment.findings), *plain)
    return ExecutionAssessment(
        points=tuple(replace(point, baseline=levels.get(point.target_key)) for point in points),
        raised=tuple(replace(one, label=labels.get(one.target_key or "", "")) for one in found),
        assessment=assessment,
        rules=rules,
    )


def _raised(finding: MonitorFinding, changes: tuple[ExecutionChange, ...]) -> Raised:
    """Convert a finding to an alert that lists the recent changes of the same cause."""
    return Raised(
        topic=str(finding.topic),
        rule=AlertRule(finding.rule),
        target_key=finding.target_key,
        severity=finding.severity,
        cause=finding.cause,
        title=finding.title,
        sentence=finding.sentence,
        next_step=finding.next_step,
        facts=finding.facts,
        changes=tuple(one for one in changes if cause_of(str(one.what)) is finding.cause),
    )


async def _canary(
    tx: ReadTx, project: ProjectId, execution: Execution, now: datetime
) -> tuple[CanaryLevel | None, int]:
    """Return the judges' new scores of the frozen answers and the cost of judging them."""
    if execution.canary_run is None:
        return None, 0
    again = await observed_run(tx, project, execution.canary_run, now)
    frozen = await tx.canaries.find(project, execution.suite)
    if frozen is None or frozen.created_at > execution.created_at:
        # Other answers have been frozen since, so the scores cannot be compared.
        return None, again.cost
    return canary_of(again.kept, frozen.frozen), again.cost
