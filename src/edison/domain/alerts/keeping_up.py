"""What becomes of a monitor's alerts after an execution: opened, seen again, over, or left as they are. Pure."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from edison.domain.alerts.alert import Alert, AlertId, AlertState, Raised
from edison.domain.monitoring.shapes import Severity
from edison.kit.ids import new_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where alerts of an execution belong."""

    suite: UUID
    suite_name: str
    monitor: UUID
    monitor_name: str
    execution: UUID
    run: UUID | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    opened: tuple[Alert, ...] = ()
    # With how it was before.
    seen: tuple[tuple[Alert, Alert], ...] = ()
    over: tuple[Alert, ...] = ()
    # Neither seen nor over: this execution could not tell.
    left: tuple[Alert, ...] = ()


def follow(
    place: Place,
    unresolved: Sequence[Alert],
    raised: Sequence[Raised],
    over: Collection[AlertId],
    now: datetime,
) -> Followed:
    """`over`: what this execution shows to be well again, unless it is raised anew."""
    by_fingerprint = {one.fingerprint(place.monitor): one for one in raised}
    known = {alert.fingerprint for alert in unresolved}
    return Followed(
        opened=tuple(
            _opened(place, one, now)
            for fingerprint, one in by_fingerprint.items()
            if fingerprint not in known
        ),
        seen=tuple(
            (alert, _seen_again(place, alert, by_fingerprint[alert.fingerprint], now))
            for alert in unresolved
            if alert.fingerprint in by_fingerprint
        ),
        over=tuple(
            alert
            for alert in unresolved
            if alert.fingerprint not in by_fingerprint and alert.id in over
        ),
        left=tuple(
            alert
            for alert in unresolved
            if alert.fingerprint not in by_fingerprint and alert.id not in over
        ),
    )


def _opened(place: Place, raised: Raised, now: datetime) -> Alert:
    return Alert(
        id=AlertId(new_id()),
        suite=place.suite,
        suite_name=place.suite_name,
        monitor=place.monitor,
        monitor_name=place.monitor_name,
        execution=place.execution,
        run=place.run,
        rule=raised.rule,
        target_key=raised.target_key,
        severity=raised.severity,
        state=AlertState.OPEN,
        cause=raised.cause,
        title=raised.title,
        sentence=raised.sentence,
        next_step=raised.next_step,
        facts=raised.facts,
        fingerprint=raised.fingerprint(place.monitor),
        seen=1,
        told=1,
        opened_at=now,
        last_seen_at=now,
    )


def _seen_again(place: Place, alert: Alert, raised: Raised, now: datetime) -> Alert:
    """An execution that is looked at twice has shown it once. What became worse is told again, though someone knew."""
    worse = raised.severity is Severity.CRITICAL and alert.severity is not Severity.CRITICAL
    awake = worse and alert.state is AlertState.ACKNOWLEDGED
    return replace(
        alert,
        execution=place.execution,
        run=place.run,
        rule=raised.rule,
        severity=raised.severity,
        state=AlertState.OPEN if awake else alert.state,
        cause=raised.cause,
        title=raised.title,
        sentence=raised.sentence,
        next_step=raised.next_step,
        facts=raised.facts,
        seen=alert.seen + (alert.execution != place.execution),
        told=alert.told + awake,
        last_seen_at=now,
    )
