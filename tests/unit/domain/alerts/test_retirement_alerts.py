"""Alerts about models that are shut down: from 90 days before, and with what the provider recommends."""

from datetime import date

from edison.domain.alerts.execution_problems import RetiringTarget, retirements_of
from edison.domain.models.retirement import Retirement
from edison.domain.monitoring.assessment import MonitorRules, Severity

GONE = Retirement(
    on=date(2027, 1, 14), replacement="gpt-6-luna", source="https://example.org/deprecations"
)
RULES = MonitorRules()


def target(retirement: Retirement = GONE, suites: int = 3) -> RetiringTarget:
    return RetiringTarget(key="gpt-4o#1", model="gpt-4o", retirement=retirement, suites=suites)


def test_an_alert_says_when_a_model_retires_and_how_many_suites_use_it() -> None:
    [found] = retirements_of([target()], date(2026, 11, 19), RULES)

    assert found.title == "gpt-4o retires on 14 January 2027; 3 suites use it"
    assert "https://example.org/deprecations" in found.sentence
    assert "gpt-6-luna" in found.next_step
    assert (found.severity, found.target_key) == (Severity.WARNING, "gpt-4o#1")
    assert found.facts["on"] == "2027-01-14"


def test_it_begins_90_days_before_and_is_critical_from_the_day_on() -> None:
    def on(today: date) -> list[Severity]:
        return [found.severity for found in retirements_of([target()], today, RULES)]

    assert on(date(2026, 10, 15)) == []
    assert on(date(2026, 10, 16)) == [Severity.WARNING]
    assert on(date(2027, 1, 13)) == [Severity.WARNING]
    assert on(date(2027, 1, 14)) == [Severity.CRITICAL]
    [past] = retirements_of([target(suites=1)], date(2027, 3, 1), RULES)
    assert past.title == "gpt-4o was retired on 14 January 2027; 1 suite uses it"


def test_a_promise_and_a_rule_that_is_off_raise_none() -> None:
    promise = Retirement(on=date(2026, 12, 1), only_earliest=True)
    off = MonitorRules(retirement=False)

    assert retirements_of([target(promise)], date(2026, 11, 19), RULES) == []
    assert retirements_of([target()], date(2026, 11, 19), off) == []
