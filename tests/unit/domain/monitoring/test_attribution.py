"""Who has changed: the model, the judge, or something that somebody changed."""

from dataclasses import replace

from edison.domain.monitoring.assess_by_rules import assess
from edison.domain.monitoring.assessment import (
    Assessment,
    Cause,
    MonitorFinding,
    MonitorRule,
    MonitorRules,
    MonitorTopic,
    ObservedChange,
    Seen,
)
from tests.unit.domain.monitoring.nights import MODEL, evidence, night


def only(found: Assessment) -> MonitorFinding:
    [finding] = found.findings
    return finding


def test_the_judge_as_before_means_the_model() -> None:
    finding = only(assess(evidence(night(50, 0.68)), MonitorRules()))

    assert finding.cause is Cause.MODEL
    assert "the judge grades 20 frozen answers as it did before" in finding.sentence
    assert finding.facts["canary"]["cases"] == 20


def test_a_stricter_judge_is_named_and_no_drop_of_the_model_is_told() -> None:
    finding = only(assess(evidence(night(50, 0.7, judge=0.7)), MonitorRules()))

    assert finding.rule is MonitorRule.JUDGE_DRIFT
    assert finding.cause is Cause.JUDGE
    assert finding.title == "The judge got stricter"


def test_a_kinder_judge_is_named_though_nothing_fell() -> None:
    finding = only(assess(evidence(night(50, 0.9, judge=0.9)), MonitorRules()))

    assert finding.title == "The judge got kinder"


def test_a_kinder_judge_does_not_hide_worse_answers() -> None:
    found = assess(evidence(night(50, 0.8, judge=0.95)), MonitorRules())

    by_rule = {one.rule: one for one in found.findings}
    assert set(by_rule) == {MonitorRule.JUDGE_DRIFT, MonitorRule.DROP}
    assert by_rule[MonitorRule.DROP].cause is Cause.MODEL
    assert by_rule[MonitorRule.DROP].target_key == MODEL


def test_if_the_judge_explains_only_a_part_the_model_is_named() -> None:
    found = assess(evidence(night(50, 0.6, judge=0.75)), MonitorRules())

    by_rule = {one.rule: one for one in found.findings}
    assert by_rule[MonitorRule.DROP_SHARE].cause is Cause.MODEL
    assert "which does not explain the change" in by_rule[MonitorRule.DROP_SHARE].sentence


def test_without_an_alarm_of_its_own_the_judge_is_still_named_as_the_cause() -> None:
    finding = only(assess(evidence(night(50, 0.7, judge=0.7)), MonitorRules(judge_drift=False)))

    assert finding.topic is MonitorTopic.QUALITY
    assert finding.cause is Cause.JUDGE


def test_where_only_code_grades_it_is_the_model() -> None:
    finding = only(assess(evidence(night(50, 0.68), judged=False, frozen=None), MonitorRules()))

    assert finding.cause is Cause.MODEL


def test_without_frozen_answers_nobody_is_named() -> None:
    now = night(50, 0.68)
    bare = evidence(now, frozen=None)
    before = tuple(_without_canary(one) for one in bare.recent)
    given = evidence(_without_canary(now), frozen=None, baseline=before, recent=before)

    finding = only(assess(given, MonitorRules()))

    assert finding.cause is Cause.UNKNOWN
    assert any(
        one.rule is MonitorRule.JUDGE_DRIFT for one in assess(given, MonitorRules()).unchecked
    )


def test_a_changed_prompt_is_named_first() -> None:
    change = ObservedChange(what="prompt", words="version 4 became version 5")

    finding = only(assess(evidence(night(50, 0.68, changes=(change,))), MonitorRules()))

    assert finding.cause is Cause.PROMPT
    assert "version 4 became version 5" in finding.sentence


def test_a_change_is_still_named_while_the_alert_lasts_and_not_for_ever() -> None:
    change = ObservedChange(what="prompt", words="version 4 became version 5")
    usual = tuple(night(number) for number in range(8))
    changed_last = (*usual, night(8, 0.68, changes=(change,), healthy=False))
    changed_long_ago = (*usual[:3], night(8, changes=(change,)), *usual[4:])
    now = night(50, 0.68)

    lasting = only(assess(evidence(now, baseline=usual, recent=changed_last), MonitorRules()))
    later = only(assess(evidence(now, baseline=usual, recent=changed_long_ago), MonitorRules()))

    assert lasting.cause is Cause.PROMPT
    assert later.cause is Cause.MODEL


def test_other_cases_cannot_explain_a_fall_on_the_same_cases() -> None:
    change = ObservedChange(what="dataset", words="3 cases were added")

    finding = only(assess(evidence(night(50, 0.68, changes=(change,))), MonitorRules()))

    assert finding.cause is Cause.MODEL


def test_a_changed_judge_that_grades_as_before_is_not_blamed() -> None:
    change = ObservedChange(what="judge", words="the judge has a new version")

    acquitted = only(assess(evidence(night(50, 0.68, changes=(change,))), MonitorRules()))
    guilty = assess(evidence(night(50, 0.68, judge=0.68, changes=(change,))), MonitorRules())

    assert acquitted.cause is Cause.MODEL
    assert {one.cause for one in guilty.findings} == {Cause.JUDGE}


def _without_canary(seen: Seen) -> Seen:
    return replace(seen, canary=None)
