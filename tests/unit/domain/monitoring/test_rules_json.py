"""Rules as they are kept, and every problem of those that somebody sends."""

from edison.domain.monitoring.assessment import MonitorRules
from edison.domain.monitoring.monitor import problems_of_rules, rules_from_json, rules_to_json


def test_rules_come_back_as_they_were() -> None:
    rules = MonitorRules(
        drop=False, drop_share=None, threshold_score=0.8, latency_ratio=2.0, missed=False
    )

    assert rules_from_json(rules_to_json(rules)) == rules
    assert problems_of_rules(rules_to_json(rules)) == []


def test_what_is_missing_is_as_usual_and_what_is_unknown_is_left_out() -> None:
    assert rules_from_json({"drop_share": 0.2, "of_the_future": 1}) == MonitorRules(drop_share=0.2)


def test_every_problem_is_told_at_once() -> None:
    sent = {
        "drop": "yes",
        "drop_share": 5,
        "latency_least_ms": None,
        "cost_ratio": True,
        "colour": 1,
        "predicted_below": None,
    }

    assert problems_of_rules(sent) == [
        "“drop” must be true or false.",
        "“drop_share” must be a number from 0.01 to 0.9.",
        "“latency_least_ms” needs a number.",
        "“cost_ratio” must be a number from 1.1 to 100.",
        "The rule “colour” does not exist.",
    ]
