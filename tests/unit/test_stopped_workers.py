"""Every way in which a stopped worker can break a promise shows in the figures of `just show promises`."""

import signal
from typing import Any

import pytest

from tests.fault.stopped_workers import NEVER, SLOTS, Found, Stop, count_stops
from tests.load.limits import missed
from tests.load.show_promises import LIMITS, STOPS, figures_of

Log = list[tuple[str, float, float | None]]
# Every stop takes place at a multiple of this, in a second after which work goes on.
EVERY_S = 10.0
LATENCY_S = 0.2


def whole() -> tuple[list[Stop], Log, dict[int, str]]:
    """Ten kills and ten terminations; each kill repeats as many calls as there are slots."""
    stops: list[Stop] = []
    log: Log = []
    for number in range(2 * STOPS):
        at = (number + 1) * EVERY_S
        kill = number % 2 == 0
        stops.append(
            Stop(
                signal=signal.SIGKILL if kill else signal.SIGTERM,
                at=at,
                gone_at=at if kill else at + LATENCY_S,
            )
        )
        for slot in range(SLOTS):
            question = f"{number} {slot}"
            log.append((question, at - LATENCY_S / 2, None if kill else at + LATENCY_S / 2))
            if kill:
                log.append((question, at + 2, at + 2 + LATENCY_S))
        log.append((f"{number} after", at + 1, at + 1 + LATENCY_S))
    return stops, log, {0: "kept"}


def figures(stops: list[Stop], log: Log, kept: dict[int, str], **more: Any) -> dict[str, Any]:
    answers = more.pop("answers", kept)
    found = Found(cells=1, state=more.pop("state", "completed"), **more)
    count_stops(found, stops, kept, answers, log)
    return {
        **figures_of(found),
        "answered_and_lost_per_kill": max(found.answered_and_lost_per_kill),
    }


def broken(figures: dict[str, Any]) -> set[str]:
    return {line.split()[0] for line in missed(figures, LIMITS)}


def test_kills_that_repeat_no_more_than_the_slots_break_nothing() -> None:
    found = figures(*whole())

    assert broken(found) == set()
    assert (found["kills"], found["terms"]) == (STOPS, STOPS)
    assert found["resumed_after_s"] == pytest.approx(1)


def test_an_answer_that_is_missing_or_different_is_lost() -> None:
    stops, log, kept = whole()

    assert "answers_lost" in broken(figures(stops, log, kept, answers={}))
    assert "answers_lost" in broken(figures(stops, log, kept, answers={0: "changed"}))


def test_one_repeated_call_more_than_there_are_slots_is_counted() -> None:
    stops, log, kept = whole()
    at = stops[0].at
    log += [("more", at - 0.1, None), ("more", at + 2, at + 3)]

    assert broken(figures(stops, log, kept)) == {"repeats_beyond_slots_per_kill"}


def test_a_repeated_call_without_a_stop_in_between_is_unexplained() -> None:
    stops, log, kept = whole()
    log += [("twice", stops[0].at + 3, None), ("twice", stops[0].at + 4, None)]

    assert broken(figures(stops, log, kept)) == {"repeats_unexplained"}


def test_calls_that_were_answered_before_a_kill_and_made_again_are_counted() -> None:
    stops, log, kept = whole()
    first = stops[0].at
    answered = [
        (question, at, first - 0.01) if at == first - LATENCY_S / 2 and n < 2 * 21 else each
        for n, each in enumerate(log)
        for question, at, _ in [each]
    ]

    assert broken(figures(stops, answered, kept)) == {"answered_and_lost_per_kill"}


def test_a_call_that_is_repeated_after_a_termination_is_counted() -> None:
    stops, log, kept = whole()
    log += [("told", stops[1].at - 0.1, None), ("told", stops[1].at + 1, None)]

    assert broken(figures(stops, log, kept)) == {"repeats_per_term"}


def test_work_that_goes_on_late_or_never_is_seen() -> None:
    stops, log, kept = whole()
    early = [each for each in log if not stops[0].at < each[1] < stops[0].at + 6]
    over = [each for each in log if each[1] <= stops[-1].gone_at]

    assert broken(figures(stops, early, kept)) == {"resumed_after_s"}
    assert figures(stops, over, kept)["resumed_after_s"] > NEVER / 2


def test_too_few_stops_are_seen() -> None:
    stops, log, kept = whole()

    assert {"kills", "terms"} <= broken(figures(stops[:-2], log, kept))


def test_a_run_that_is_paused_or_does_not_end_is_seen() -> None:
    stops, log, kept = whole()

    assert broken(figures(stops, log, kept, state="paused", pauses=1)) == {
        "pauses_for_doubt",
        "runs_not_completed",
    }
    assert broken(figures(stops, log, kept, state="executing")) == {"runs_not_completed"}
