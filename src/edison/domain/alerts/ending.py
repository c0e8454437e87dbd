"""Which alerts an execution that came to its end shows to be over, and in which words."""

from collections.abc import Collection, Iterable

from edison.domain.alerts.alert import Alert, AlertId, Rule
from edison.domain.alerts.troubles import ENDED_BY_A_RUN, Topic
from edison.domain.monitoring.shapes import Assessment, Rules
from edison.domain.monitoring.shapes import Topic as Measured
from edison.domain.monitoring.thresholds import limits_of

# About what an answer is worth: executions that show these are no measure for others.
OF_QUALITY = frozenset({Measured.QUALITY, Measured.THRESHOLD, Measured.JUDGE})
LIMITS = frozenset({Topic.COST_LIMIT, Topic.LATENCY_LIMIT})


def endings(
    unresolved: Iterable[Alert],
    assessment: Assessment,
    targets: Collection[str],
    rules: Rules,
    number: int,
) -> dict[AlertId, str]:
    """With why; an alert that is raised again at the same time is not over, whatever is said here."""
    well = {(str(topic), key) for topic, key in assessment.good}
    found: dict[AlertId, str] = {}
    for alert in unresolved:
        if (alert.topic, alert.target_key) in well:
            found[alert.id] = f"Execution {number} shows that it is over."
        elif alert.topic in ENDED_BY_A_RUN:
            found[alert.id] = f"Execution {number} took place and came to a result."
        elif alert.topic in LIMITS:
            found[alert.id] = f"Execution {number} is within the limit."
        elif alert.target_key is not None and alert.target_key not in targets:
            found[alert.id] = f"The target does not take part any more since execution {number}."
        elif not watches(rules, alert.rule):
            found[alert.id] = "The rule is switched off."
    return found


def watches(rules: Rules, rule: Rule) -> bool:
    """Whether a rule is on."""
    match rule:
        case Rule.THRESHOLD:
            return bool(limits_of(rules))
        case Rule.LATENCY:
            return rules.latency_ratio is not None
        case Rule.COST:
            return rules.cost_ratio is not None
        case Rule.PREDICTED:
            return rules.predicted_below is not None
        case Rule.DROP_SHARE:
            return rules.drop_share is not None
        case _:
            return bool(getattr(rules, str(rule)))
