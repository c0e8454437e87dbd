"""What becomes of alerts after an execution."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from edison.domain.alerts.alert import (
    About,
    Alert,
    AlertRule,
    AlertState,
    Raised,
    check_move,
    snooze_end,
)
from edison.domain.alerts.alert_updates import (
    AlertSource,
    Followed,
    find_ended,
    is_healthy,
    update_alert_set,
    watches,
)
from edison.domain.errors import InvalidInput, WrongState
from edison.domain.monitoring.assessment import (
    Assessment,
    Cause,
    MonitorRules,
    MonitorTopic,
    Severity,
)
from edison.domain.suites.execution import ChangeOf, ExecutionChange

NOW = datetime(2026, 5, 4, 3, tzinfo=UTC)
PLACE = AlertSource(
    suite=uuid4(),
    suite_name="Support",
    monitor=uuid4(),
    monitor_name="Nightly",
    execution=uuid4(),
    run=uuid4(),
)


def raised(**changes: Any) -> Raised:
    values: dict[str, Any] = {
        "topic": str(MonitorTopic.QUALITY),
        "rule": AlertRule.DROP,
        "target_key": "gpt#1",
        "severity": Severity.WARNING,
        "cause": Cause.MODEL,
        "title": "Worse",
        "sentence": "It is worse.",
        "next_step": "Look.",
    }
    return Raised(**{**values, **changes})


def opened(**changes: Any) -> Alert:
    [alert] = update_alert_set(PLACE, (), (raised(**changes),), {}, NOW).opened
    return alert


LATER = replace(PLACE, execution=uuid4())


def test_a_topic_of_a_target_has_one_alert_whichever_rule_saw_it() -> None:
    alert = opened()

    found = update_alert_set(
        LATER,
        (alert,),
        (raised(rule=AlertRule.CHANGE_POINT), raised(target_key="other#2")),
        {},
        NOW + timedelta(days=1),
    )

    assert [one.target_key for one in found.opened] == ["other#2"]
    [(before, again)] = found.seen
    assert before is alert
    assert (again.id, again.rule, again.seen, again.told) == (
        alert.id,
        AlertRule.CHANGE_POINT,
        2,
        1,
    )
    assert again.opened_at == NOW < again.last_seen_at
    assert found.over == found.left == ()


CHANGED = ExecutionChange(what=ChangeOf.PROMPT, words="Greeter: v1 became v2", old="v1", new="v2")


def six_of_a_prompt_change() -> list[Raised]:
    """Three models fall, and each of them below its limit."""
    by_prompt = {"cause": Cause.PROMPT, "changes": (CHANGED,), "severity": Severity.CRITICAL}
    return [
        raised(
            topic=str(topic), rule=rule, target_key=f"{model}#1", label=model, **by_prompt,
            title=f"{model}: {topic}",
        )
        for model in ("ann", "bob", "eve")
        for topic, rule in ((MonitorTopic.QUALITY, AlertRule.DROP), (MonitorTopic.THRESHOLD, AlertRule.THRESHOLD))
    ]  # fmt: skip


def test_one_cause_is_one_alert_with_every_model_and_rule_inside() -> None:
    [alert] = update_alert_set(PLACE, (), six_of_a_prompt_change(), {}, NOW).opened

    assert alert.title == "3 models got worse after a prompt change"
    assert alert.sentence.startswith("Changed just before: Greeter: v1 became v2. 6 findings: ")
    assert (alert.rule, alert.cause, alert.target_key) == (AlertRule.DROP, Cause.PROMPT, None)
    assert len(alert.findings) == 6
    assert alert.changes == (CHANGED,)


def test_another_model_that_falls_later_for_the_same_change_joins_the_alert() -> None:
    ann, _, bob, *_ = six_of_a_prompt_change()
    [alert] = update_alert_set(PLACE, (), (ann,), {}, NOW).opened

    found = update_alert_set(LATER, (alert,), (ann, bob), {}, NOW + timedelta(days=1))

    assert found.opened == ()
    [(_, again)] = found.seen
    assert (again.title, again.told) == ("ann and bob got worse after a prompt change", 1)
    # Another change of the prompt is another cause, and so is a fall without any change.
    newer = replace(bob, changes=(replace(CHANGED, words="Greeter: v2 became v3"),))
    for other in (newer, replace(bob, cause=Cause.MODEL, changes=())):
        assert len(update_alert_set(LATER, (alert,), (ann, other), {}, NOW).opened) == 1


def test_an_alert_is_over_when_its_last_finding_is() -> None:
    [alert] = update_alert_set(PLACE, (), six_of_a_prompt_change(), {}, NOW).opened
    others = {one.about: "Well again." for one in alert.findings if one.label != "eve"}

    partly = update_alert_set(LATER, (alert,), (), others, NOW)

    [(_, lasting)] = partly.seen
    assert partly.over == ()
    assert [one.label for one in lasting.unended] == ["eve", "eve"]
    assert (lasting.title, lasting.target_key, lasting.seen) == ("eve: quality", "eve#1", 1)
    rest = {one.about: "Well again." for one in lasting.unended}
    assert [one.id for one in update_alert_set(LATER, (lasting,), (), rest, NOW).over] == [alert.id]


def test_a_limit_without_a_cause_joins_the_fall_of_its_model() -> None:
    fall = six_of_a_prompt_change()[0]
    limit = replace(fall, topic="threshold", rule=AlertRule.THRESHOLD, cause=None, changes=())
    elsewhere = replace(limit, target_key="bob#1")

    opened = update_alert_set(PLACE, (), (limit, fall, elsewhere), {}, NOW).opened

    assert sorted(len(alert.findings) for alert in opened) == [1, 2]


def test_the_same_execution_counts_once() -> None:
    alert = opened()

    [(_, again)] = update_alert_set(PLACE, (alert,), (raised(),), {}, NOW).seen

    assert again.seen == 1


def test_what_is_neither_seen_nor_over_is_left() -> None:
    over, left, seen = opened(), opened(target_key="b"), opened(target_key="c")

    ending: dict[About, str] = {("quality", key): "Well again." for key in ("gpt#1", "c")}
    found = update_alert_set(LATER, (over, left, seen), (raised(target_key="c"),), ending, NOW)

    assert ([one.id for one in found.over], found.left) == ([over.id], (left,))
    assert found.over[0].findings[0].ended == "Well again."
    assert [after.id for _, after in found.seen] == [seen.id]


@pytest.mark.parametrize(
    ("state", "severity", "after", "told"),
    [
        (AlertState.ACKNOWLEDGED, Severity.WARNING, AlertState.ACKNOWLEDGED, 1),
        (AlertState.ACKNOWLEDGED, Severity.CRITICAL, AlertState.OPEN, 2),
        (AlertState.SNOOZED, Severity.CRITICAL, AlertState.SNOOZED, 1),
        (AlertState.OPEN, Severity.CRITICAL, AlertState.OPEN, 1),
    ],
)
def test_only_what_became_worse_wakes_someone_who_knew(
    state: AlertState, severity: Severity, after: AlertState, told: int
) -> None:
    alert = replace(opened(), state=state)

    [(_, again)] = update_alert_set(LATER, (alert,), (raised(severity=severity),), {}, NOW).seen

    assert (again.state, again.told) == (after, told)


def test_which_alerts_a_finished_execution_ends() -> None:
    well = opened()
    unsure = opened(target_key="other#2")
    gone = opened(target_key="gone#3")
    missed = opened(topic="missed", rule=AlertRule.MISSED, target_key=None)
    limit = opened(topic="cost_limit", rule=AlertRule.THRESHOLD, target_key=None)
    off = opened(topic="latency", rule=AlertRule.LATENCY)
    found = find_ended(
        (well, unsure, gone, missed, limit, off),
        Assessment(good=frozenset({(MonitorTopic.QUALITY, "gpt#1")})),
        {"gpt#1", "other#2"},
        MonitorRules(latency_ratio=None),
        12,
    )

    over = (well, gone, missed, limit, off)
    assert set(found) == {one.findings[0].about for one in over}
    assert found["quality", "gpt#1"] == "Execution 12 shows that the problem is over."
    assert "has not been part" in found["quality", "gone#3"]
    assert found["latency", "gpt#1"] == "The rule is switched off."


@pytest.mark.parametrize("rule", list(AlertRule))
def test_every_rule_can_be_switched_off(rule: AlertRule) -> None:
    nothing = MonitorRules(
        drop=False,
        drop_share=None,
        change_point=False,
        judge_drift=False,
        latency_ratio=None,
        cost_ratio=None,
        predicted_below=None,
        missed=False,
        failed=False,
        budget=False,
        retirement=False,
    )

    assert not watches(nothing, rule)
    assert watches(MonitorRules(threshold_score=0.5), rule)


def test_moves_of_people() -> None:
    alert = opened()
    for state in (AlertState.ACKNOWLEDGED, AlertState.SNOOZED, AlertState.RESOLVED):
        check_move(alert, state)
    check_move(replace(alert, state=AlertState.SNOOZED), AlertState.SNOOZED)

    with pytest.raises(WrongState, match="already resolved"):
        check_move(replace(alert, state=AlertState.RESOLVED), AlertState.ACKNOWLEDGED)
    with pytest.raises(WrongState, match="acknowledged cannot become acknowledged"):
        check_move(replace(alert, state=AlertState.ACKNOWLEDGED), AlertState.ACKNOWLEDGED)


def test_a_snooze_has_an_end() -> None:
    assert snooze_end(None, 90, NOW) == NOW + timedelta(minutes=90)
    assert snooze_end(NOW + timedelta(days=30), None, NOW) == NOW + timedelta(days=30)
    for until, minutes in (
        (None, None),
        (NOW, None),
        (NOW + timedelta(days=30, seconds=1), None),
        (NOW + timedelta(days=1), 5),
    ):
        with pytest.raises(InvalidInput):
            snooze_end(until, minutes, NOW)


def test_a_slow_execution_can_still_be_measured_by_and_a_bad_one_cannot() -> None:
    slow = opened(topic=str(MonitorTopic.LATENCY))
    judged_otherwise = opened(topic=str(MonitorTopic.JUDGE), target_key=None)

    assert is_healthy(Followed())
    assert is_healthy(Followed(opened=(slow,), over=(opened(),)))
    assert not is_healthy(Followed(opened=(slow, opened())))
    assert not is_healthy(Followed(seen=((slow, judged_otherwise),)))
    assert not is_healthy(Followed(left=(opened(topic=str(MonitorTopic.THRESHOLD)),)))
