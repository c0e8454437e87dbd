"""Title, summary sentence and next step of an alert, built from its findings."""

from collections.abc import Sequence
from dataclasses import dataclass

from edison.domain.alerts.alert import AlertRule, Raised
from edison.domain.monitoring.assessment import Cause, Severity

# Most models that a title names; above that, only their number is given.
NAMED = 2
MOST_LISTED = 12
_AFTER = {
    Cause.PROMPT: " after a prompt change",
    Cause.JUDGE: " after the judge changed",
    Cause.DATASET: " after the cases were changed",
}
# Order of topics when an alert has several findings: answer quality first.
_ORDER = (
    AlertRule.DROP,
    AlertRule.DROP_SHARE,
    AlertRule.CHANGE_POINT,
    AlertRule.THRESHOLD,
    AlertRule.JUDGE_DRIFT,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Headline:
    title: str
    sentence: str
    next_step: str


def worst_first(findings: Sequence[Raised]) -> list[Raised]:
    return sorted(
        findings,
        key=lambda one: (
            one.severity is not Severity.CRITICAL,
            _ORDER.index(one.rule) if one.rule in _ORDER else len(_ORDER),
        ),
    )


def headline_of(findings: Sequence[Raised]) -> Headline:
    """Build the headline for findings with the same cause. For a single finding, use the finding's own texts."""
    first, *others = worst_first(findings)
    if not others:
        return Headline(title=first.title, sentence=first.sentence, next_step=first.next_step)
    labels = list(dict.fromkeys(one.label for one in findings if one.label))
    title = first.title if len(labels) < 2 else f"{_who(labels)} {_what(findings)}{_after(first)}"
    words = list(dict.fromkeys(change.words for one in findings for change in one.changes))
    because = f"Changed just before: {'; '.join(words)}. " if words else ""
    return Headline(
        title=title,
        sentence=f"{because}{len(findings)} findings: {_listed(findings)}.",
        next_step=first.next_step,
    )


def _who(labels: Sequence[str]) -> str:
    return " and ".join(labels) if len(labels) <= NAMED else f"{len(labels)} models"


def _what(findings: Sequence[Raised]) -> str:
    topics = {one.topic for one in findings}
    if topics <= {"latency", "latency_limit"}:
        return "got slower"
    if topics == {"cost"}:
        return "cost more"
    if topics <= {"latency", "latency_limit", "cost"}:
        return "got slower and cost more"
    return "may get worse soon" if topics == {"outlook"} else "got worse"


def _after(first: Raised) -> str:
    return _AFTER.get(first.cause, "") if first.cause is not None else ""


def _listed(findings: Sequence[Raised]) -> str:
    titles = [one.title for one in worst_first(findings)]
    more = len(titles) - MOST_LISTED
    return "; ".join(titles[:MOST_LISTED]) + (f"; and {more} more" if more > 0 else "")
