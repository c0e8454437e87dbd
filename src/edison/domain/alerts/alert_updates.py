"""Pure functions that update a monitor's alerts after an execution: open, extend, resolve or leave them unchanged."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from edison.domain.alerts.alert import About, Alert, AlertRule, AlertState, Raised
from edison.domain.alerts.alert_headline import headline_of, worst_first
from edison.domain.alerts.execution_problems import ENDED_BY_A_RUN, PlainAlertTopic
from edison.domain.ids import AlertId
from edison.domain.monitoring.assessment import Assessment, MonitorRules, Severity
from edison.domain.monitoring.assessment import MonitorTopic as Measured
from edison.domain.monitoring.threshold_limits import limits_of
from edison.kit.uuids import new_id


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertSource:
    """Suite, monitor, execution and run that an alert belongs to."""

    suite: UUID
    suite_name: str
    monitor: UUID
    monitor_name: str
    execution: UUID
    run: UUID | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """Alerts of a monitor after an update, grouped by what happened to each alert."""

    opened: tuple[Alert, ...] = ()
    # Each with its previous state.
    seen: tuple[tuple[Alert, Alert], ...] = ()
    over: tuple[Alert, ...] = ()
    # Neither seen again nor resolved: this execution does not show either.
    left: tuple[Alert, ...] = ()


def update_alert_set(
    place: AlertSource,
    unresolved: Sequence[Alert],
    raised: Sequence[Raised],
    ending: Mapping[About, str],
    now: datetime,
) -> Followed:
    """Update the unresolved alerts of a monitor with the findings of an execution, and open alerts for new causes.

    A known finding stays in its alert. `ending` gives the reason for each finding that is over; a finding in `raised`
    is never over.
    """
    joining, new = _sort_by_cause(place, unresolved, raised)
    seen: list[tuple[Alert, Alert]] = []
    over: list[Alert] = []
    left: list[Alert] = []
    for alert in unresolved:
        found = joining.get(alert.id, [])
        after = _findings_after(alert, found, ending)
        if found:
            seen.append((alert, _seen_again(place, alert, after, now)))
        elif after == alert.findings:
            left.append(alert)
        elif all(one.ended is not None for one in after):
            over.append(replace(alert, findings=after))
        else:
            seen.append((alert, _described(alert, after)))
    return Followed(
        opened=tuple(_opened(place, fingerprint, found, now) for fingerprint, found in new.items()),
        seen=tuple(seen),
        over=tuple(over),
        left=tuple(left),
    )


def _sort_by_cause(
    place: AlertSource, unresolved: Sequence[Alert], raised: Sequence[Raised]
) -> tuple[dict[AlertId, list[Raised]], dict[str, list[Raised]]]:
    """Return the findings that join an unresolved alert, by alert id, and those that open an alert, by fingerprint."""
    known = {one.about: alert.id for alert in unresolved for one in alert.findings}
    known |= {one.about: alert.id for alert in unresolved for one in alert.unended}
    by_cause = {alert.fingerprint: alert.id for alert in unresolved}
    joining: dict[AlertId, list[Raised]] = {}
    new: dict[str, list[Raised]] = {}
    # A limit passed by a target whose drop has a known cause belongs to the alert of that cause.
    caused = {
        one.target_key: one.fingerprint(place.monitor, place.execution)
        for one in reversed(raised)
        if one.cause is not None and one.target_key is not None
    }
    for one in {one.about: one for one in raised}.values():
        fingerprint = one.fingerprint(place.monitor, place.execution)
        if one.cause is None and one.target_key is not None:
            fingerprint = caused.get(one.target_key, fingerprint)
        home = known.get(one.about, by_cause.get(fingerprint))
        if home is None:
            new.setdefault(fingerprint, []).append(one)
        else:
            joining.setdefault(home, []).append(one)
    return joining, new


def _findings_after(
    alert: Alert, found: Sequence[Raised], ending: Mapping[About, str]
) -> tuple[Raised, ...]:
    again = {one.about: one for one in found}
    kept = (
        again.pop(one.about)
        if one.about in again
        else replace(one, ended=one.ended or ending.get(one.about))
        for one in alert.findings
    )
    return (*kept, *again.values())


def _opened(place: AlertSource, fingerprint: str, found: Sequence[Raised], now: datetime) -> Alert:
    findings = tuple(worst_first(found))
    first, said = findings[0], headline_of(findings)
    return Alert(
        id=AlertId(new_id()),
        suite=place.suite,
        suite_name=place.suite_name,
        monitor=place.monitor,
        monitor_name=place.monitor_name,
        execution=place.execution,
        run=place.run,
        rule=first.rule,
        target_key=_target_of(findings),
        severity=first.severity,
        state=AlertState.OPEN,
        cause=first.cause,
        title=said.title,
        sentence=said.sentence,
        next_step=said.next_step,
        facts=first.facts,
        findings=findings,
        fingerprint=fingerprint,
        seen=1,
        told=1,
        opened_at=now,
        last_seen_at=now,
    )


def _seen_again(
    place: AlertSource, alert: Alert, findings: tuple[Raised, ...], now: datetime
) -> Alert:
    """Update an alert that the execution found again. Reopen an acknowledged alert that becomes critical.

    The counter `seen` increases only once per execution.
    """
    after = _described(alert, findings)
    worse = after.severity is Severity.CRITICAL and alert.severity is not Severity.CRITICAL
    awake = worse and alert.state is AlertState.ACKNOWLEDGED
    return replace(
        after,
        execution=place.execution,
        run=place.run,
        state=AlertState.OPEN if awake else alert.state,
        seen=alert.seen + (alert.execution != place.execution),
        told=alert.told + awake,
        last_seen_at=now,
    )


def _described(alert: Alert, findings: tuple[Raised, ...]) -> Alert:
    """Return the alert with new findings. Its title, severity and cause come from the findings that are not over."""
    lasting = worst_first([one for one in findings if one.ended is None])
    first, said = lasting[0], headline_of(lasting)
    return replace(
        alert,
        findings=findings,
        rule=first.rule,
        target_key=_target_of(lasting),
        severity=first.severity,
        cause=first.cause,
        title=said.title,
        sentence=said.sentence,
        next_step=said.next_step,
        facts=first.facts,
    )


def _target_of(findings: Sequence[Raised]) -> str | None:
    """Return the target that all findings have in common, or None."""
    keys = {one.target_key for one in findings}
    return keys.pop() if len(keys) == 1 else None


# Rules about answer quality: executions that violate them are not used as a baseline.
OF_QUALITY = frozenset({Measured.QUALITY, Measured.THRESHOLD, Measured.JUDGE})
LIMITS = frozenset({PlainAlertTopic.COST_LIMIT, PlainAlertTopic.LATENCY_LIMIT})


def find_ended(
    unresolved: Iterable[Alert],
    assessment: Assessment,
    targets: Collection[str],
    rules: MonitorRules,
    number: int,
) -> dict[About, str]:
    """Return the findings of unresolved alerts that are over, each with the reason.

    `update_alert_set` ignores the result for findings that the same execution raised again.
    """
    well = {(str(topic), key) for topic, key in assessment.good}
    found: dict[About, str] = {}
    for one in (finding for alert in unresolved for finding in alert.unended):
        if one.about in well:
            found[one.about] = f"Execution {number} shows that the problem is over."
        elif one.topic in ENDED_BY_A_RUN:
            found[one.about] = f"Execution {number} ran and produced a result."
        elif one.topic in LIMITS:
            found[one.about] = f"Execution {number} is within the limit."
        elif one.target_key is not None and one.target_key not in targets:
            found[one.about] = (
                f"The target has not been part of the suite since execution {number}."
            )
        elif not watches(rules, one.rule):
            found[one.about] = "The rule is switched off."
    return found


def watches(rules: MonitorRules, rule: AlertRule) -> bool:
    match rule:
        case AlertRule.THRESHOLD:
            return bool(limits_of(rules))
        case AlertRule.LATENCY:
            return rules.latency_ratio is not None
        case AlertRule.COST:
            return rules.cost_ratio is not None
        case AlertRule.PREDICTED:
            return rules.predicted_below is not None
        case AlertRule.DROP_SHARE:
            return rules.drop_share is not None
        case _:
            return bool(getattr(rules, str(rule)))


def is_healthy(followed: Followed) -> bool:
    """Return whether the execution may serve as a baseline, that is, no unresolved alert has a quality finding."""
    wrong = (*followed.opened, *(alert for _, alert in followed.seen), *followed.left)
    return all(one.topic not in OF_QUALITY for alert in wrong for one in alert.unended)
