"""What nights leave behind for the next one."""

from edison.domain.monitoring.assessment import (
    Assessment,
    MonitorFinding,
    MonitorRule,
    MonitorTopic,
    Severity,
)
from edison.domain.monitoring.healthy_baseline import is_healthy, last_healthy, open_after
from tests.unit.domain.monitoring.nights import MODEL, night

QUALITY = (MonitorTopic.QUALITY, MODEL)
SPEED = (MonitorTopic.LATENCY, MODEL)


def dropped() -> Assessment:
    finding = MonitorFinding(
        rule=MonitorRule.DROP,
        target_key=MODEL,
        severity=Severity.WARNING,
        cause=None,
        title="",
        sentence="",
        next_step="",
    )
    return Assessment(findings=(finding,))


def test_an_alert_stays_until_a_night_is_clearly_well() -> None:
    opened = open_after(frozenset(), dropped())
    doubtful = open_after(opened, Assessment())
    well = open_after(doubtful, Assessment(good=frozenset({QUALITY})))

    assert (opened, doubtful, well) == ({QUALITY}, {QUALITY}, frozenset())


def test_a_slow_night_can_still_be_measured_by_and_a_bad_one_cannot() -> None:
    assert is_healthy(frozenset({SPEED}))
    assert not is_healthy(frozenset({SPEED, QUALITY}))
    assert not is_healthy(frozenset({(MonitorTopic.JUDGE, None)}))


def test_a_fall_never_becomes_usual_by_lasting_long() -> None:
    well = [night(number) for number in range(4)]
    bad = [night(number, 0.6, healthy=False) for number in range(4, 40)]

    assert [run.id for run in last_healthy([*well, *bad], 3)] == ["run 1", "run 2", "run 3"]
