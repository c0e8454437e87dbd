"""Findings that need no statistics.

An execution did not run, failed, ran out of budget, lost answers, or exceeded a configured limit.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from edison.domain.alerts.alert import AlertRule, Raised
from edison.domain.models.retirement import Retirement, say_date
from edison.domain.monitoring.assessment import MonitorRules, Severity
from edison.domain.suites.execution import Execution, ExecutionReason, ExecutionState
from edison.domain.suites.recipe import Recipe
from edison.domain.suites.suite import Suite, SuitePause
from edison.domain.trends.trend_points import ExecutionPoint

# Missed executions: the time has passed, but the suite itself has no problem.
PASSED_BY = (ExecutionReason.OVERLAP, ExecutionReason.SERVER_DOWN, ExecutionReason.STOPPED_FOR_LONG)
# Cancelled by a person.
BY_A_PERSON = (ExecutionReason.PAUSED, ExecutionReason.ARCHIVED)


class PlainAlertTopic(StrEnum):
    MISSED = "missed"
    FAILED = "failed"
    BUDGET = "budget"
    # Fixed limits that a person configured, independent of the usual values.
    COST_LIMIT = "cost_limit"
    LATENCY_LIMIT = "latency_limit"
    RETIREMENT = "retirement"


# A completed run resolves findings of these rules.
ENDED_BY_A_RUN = frozenset({PlainAlertTopic.MISSED, PlainAlertTopic.FAILED, PlainAlertTopic.BUDGET})


# How long before its retirement a model raises an alert.
NEAR_DAYS = 90


@dataclass(frozen=True, slots=True, kw_only=True)
class RetiringTarget:
    """A target whose model has a retirement date, and how many suites of the project use this model."""

    key: str
    model: str
    retirement: Retirement
    suites: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """Number of cells that should have a score but have none (`cells`), of all cells (`of`)."""

    cells: int
    of: int


def execution_problem_of(suite: Suite, execution: Execution, rules: MonitorRules) -> Raised | None:
    """Return the finding for an execution that was missed, failed or waits for budget, or None."""
    state, reason = execution.state, execution.reason
    if reason in BY_A_PERSON or state in (ExecutionState.CANCELLED, ExecutionState.COMPLETED):
        return None
    waits = state is ExecutionState.RUNNING and suite.pause_reason is SuitePause.BUDGET
    if reason is ExecutionReason.BUDGET or waits:
        return _budget(suite, execution) if rules.budget else None
    if state is ExecutionState.RUNNING:
        return None
    if state is ExecutionState.MISSED or reason in PASSED_BY:
        return _missed(suite, execution) if rules.missed else None
    return _failed(suite, execution) if rules.failed else None


def limits_of(
    suite: Suite, points: tuple[ExecutionPoint, ...], lost: Lost, rules: MonitorRules
) -> list[Raised]:
    """Return the findings for a completed execution: missing scores, and exceeded limits on cost and latency."""
    whole, recipe = points[0], suite.recipe
    found: list[Raised] = []
    if rules.failed and _says_nothing(recipe, whole, lost):
        found.append(_without_scores(suite, whole, lost))
    cost, most = (whole.cost + whole.judge_cost) / 1e6, recipe.thresholds.cost_usd
    if most is not None and cost > most:
        found.append(
            Raised(
                topic=PlainAlertTopic.COST_LIMIT,
                rule=AlertRule.THRESHOLD,
                target_key=None,
                severity=Severity.WARNING,
                cause=None,
                title=f"{suite.name} cost more than its limit",
                sentence=f"Execution {whole.number} cost ${cost:.4f}; the limit of the suite is ${most:.4f}.",
                next_step="Check tokens and models of the run, or raise the limit in the recipe.",
                facts={"cost_usd": cost, "limit_usd": most},
            )
        )
    slowest = recipe.thresholds.latency_p95_ms
    for point in points[1:]:
        if slowest is None or point.latency_p95_ms is None or point.latency_p95_ms <= slowest:
            continue
        found.append(
            Raised(
                topic=PlainAlertTopic.LATENCY_LIMIT,
                rule=AlertRule.THRESHOLD,
                target_key=point.target_key,
                severity=Severity.WARNING,
                cause=None,
                title=f"{point.label} is slower than the limit of {suite.name}",
                sentence=(
                    f"In execution {point.number}, one answer of twenty took {point.latency_p95_ms:,.0f} ms or more; "
                    f"the limit of the suite is {slowest:,.0f} ms."
                ),
                next_step="Check the latencies of the run, or raise the limit in the recipe.",
                facts={"latency_p95_ms": point.latency_p95_ms, "limit_ms": slowest},
            )
        )
    return found


def retirements_of(
    targets: Iterable[RetiringTarget], today: date, rules: MonitorRules
) -> list[Raised]:
    """Return a finding for each target whose model is shut down soon, or is already."""
    if not rules.retirement:
        return []
    near = (one for one in targets if one.retirement.is_near(today, NEAR_DAYS))
    return [_retirement(one, today) for one in near]


def _retirement(target: RetiringTarget, today: date) -> Raised:
    retirement = target.retirement
    past = retirement.is_past(today)
    used = "1 suite uses it" if target.suites == 1 else f"{target.suites} suites use it"
    did = "was retired" if past else "retires"
    instead = (
        f"Run the suite with {retirement.replacement}, which the provider recommends, and compare."
        if retirement.replacement
        else "Run the suite with another model and compare."
    )
    return Raised(
        topic=PlainAlertTopic.RETIREMENT,
        rule=AlertRule.RETIREMENT,
        target_key=target.key,
        severity=Severity.CRITICAL if past else Severity.WARNING,
        cause=None,
        title=f"{target.model} {did} on {say_date(retirement.on)}; {used}",
        sentence=(
            f"The provider shuts {target.model} down on {say_date(retirement.on)}; calls fail from then on. "
            f"Read in {retirement.source}."
        ),
        next_step=instead,
        facts={
            "model": target.model,
            "on": retirement.on.isoformat(),
            "suites": target.suites,
            "replacement": retirement.replacement,
        },
    )


def _says_nothing(recipe: Recipe, whole: ExecutionPoint, lost: Lost) -> bool:
    return whole.score is None or lost.cells > recipe.max_error_share * lost.of


def _budget(suite: Suite, execution: Execution) -> Raised:
    until = suite.paused_until
    on = "" if until is None else f" It resumes automatically on {until:%d %B %Y at %H:%M} UTC."
    said = _sentence(execution.problem) or "The daily budget is spent."
    return Raised(
        topic=PlainAlertTopic.BUDGET,
        rule=AlertRule.BUDGET,
        target_key=None,
        severity=Severity.WARNING,
        cause=None,
        title=f"{suite.name} has spent its daily budget",
        sentence=f"Execution {execution.number}: {said}{on}",
        next_step="Raise the daily limit of the suite or of the project, or wait until midnight UTC.",
        facts={"execution": execution.number, "reason": str(ExecutionReason.BUDGET)},
    )


def _missed(suite: Suite, execution: Execution) -> Raised:
    due = (
        ""
        if execution.due_at is None
        else f" that was due on {execution.due_at:%d %B at %H:%M} UTC"
    )
    said = _sentence(execution.problem)
    return Raised(
        topic=PlainAlertTopic.MISSED,
        rule=AlertRule.MISSED,
        target_key=None,
        severity=Severity.WARNING,
        cause=None,
        title=f"{suite.name} did not run",
        sentence=f"Execution {execution.number}{due} did not take place. {said}".strip(),
        next_step="Check that a worker is running; if executions overlap, run the suite less often.",
        facts={"execution": execution.number, "reason": str(execution.reason or "")},
    )


def _failed(suite: Suite, execution: Execution) -> Raised:
    did = "could not start" if execution.run is None else "failed"
    said = _sentence(execution.problem)
    return Raised(
        topic=PlainAlertTopic.FAILED,
        rule=AlertRule.FAILED,
        target_key=None,
        severity=Severity.CRITICAL,
        cause=None,
        title=f"{suite.name} {did}",
        sentence=f"Execution {execution.number} {did}. {said}".strip(),
        next_step="Fix the problem, then run the suite by hand.",
        facts={"execution": execution.number, "reason": str(execution.reason or "")},
    )


def _without_scores(suite: Suite, whole: ExecutionPoint, lost: Lost) -> Raised:
    return Raised(
        topic=PlainAlertTopic.FAILED,
        rule=AlertRule.FAILED,
        target_key=None,
        severity=Severity.CRITICAL if whole.score is None else Severity.WARNING,
        cause=None,
        title=f"Answers of {suite.name} are missing",
        sentence=(
            f"In execution {whole.number}, {lost.cells} of {lost.of} answers failed or could not be scored: "
            "its figures cannot be relied on."
        ),
        next_step="Open the run and check the errors; usual causes are keys, provider rate limits and judges.",
        facts={"lost": lost.cells, "cells": lost.of},
    )


def _sentence(problem: str | None) -> str:
    if not problem:
        return ""
    return problem if problem.endswith((".", "!", "?")) else f"{problem}."
