"""Which findings an execution that came to its end shows to be over, and why."""

from collections.abc import Collection, Iterable

from edison.domain.alerts.alert import About, Alert, AlertRule
from edison.domain.alerts.alert_updates import Followed
from edison.domain.alerts.execution_problems import ENDED_BY_A_RUN, PlainAlertTopic
from edison.domain.monitoring.assessment import Assessment, MonitorRules
from edison.domain.monitoring.assessment import MonitorTopic as Measured
from edison.domain.monitoring.threshold_limits import limits_of

# About what an answer is worth: executions that show these are no measure for others.
OF_QUALITY = frozenset({Measured.QUALITY, Measured.THRESHOLD, Measured.JUDGE})
LIMITS = frozenset({PlainAlertTopic.COST_LIMIT, PlainAlertTopic.LATENCY_LIMIT})


def find_ended(
    unresolved: Iterable[Alert],
    assessment: Assessment,
    targets: Collection[str],
    rules: MonitorRules,
    number: int,
) -> dict[About, str]:
    """Return why each of them is over; a finding that is raised again at the same time is not over."""
    well = {(str(topic), key) for topic, key in assessment.good}
    found: dict[About, str] = {}
    for one in (finding for alert in unresolved for finding in alert.unended):
        if one.about in well:
            found[one.about] = f"Execution {number} shows that it is over."
        elif one.topic in ENDED_BY_A_RUN:
            found[one.about] = f"Execution {number} took place and came to a result."
        elif one.topic in LIMITS:
            found[one.about] = f"Execution {number} is within the limit."
        elif one.target_key is not None and one.target_key not in targets:
            found[one.about] = f"The target does not take part any more since execution {number}."
        elif not watches(rules, one.rule):
            found[one.about] = "The rule is switched off."
    return found


def watches(rules: MonitorRules, rule: AlertRule) -> bool:
    """Whether a rule is on."""
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
    """Tell whether later executions may be measured by this one: no alert on its quality is open."""
    wrong = (*followed.opened, *(alert for _, alert in followed.seen), *followed.left)
    return all(one.topic not in OF_QUALITY for alert in wrong for one in alert.unended)
