"""When the queue of a worker is polled: after a notification, while it has work, and now and then."""

import threading
import time

from edison.engine.queue_wakeups import IDLE_POLL_S, POLL_AFTER_NOTICE_S, PollTimer

INTERVAL_S = 0.2
HOUR_S = 3600.0


def test_a_notice_ends_the_wait() -> None:
    timer = PollTimer(threading.Event(), lambda: 0)
    assert not timer.wait(HOUR_S), "work may be waiting when the worker starts"

    threading.Timer(0.05, timer.wake).start()

    assert not timer.wait(HOUR_S)


def test_a_queue_is_polled_at_its_interval_after_a_notice_and_then_rarely() -> None:
    """Another worker may hold the lock of the queue when the notice arrives."""
    timer = PollTimer(threading.Event(), lambda: 0)
    timer.wake()
    now = time.monotonic()

    assert timer.pause_s(INTERVAL_S, now) == INTERVAL_S
    assert timer.pause_s(INTERVAL_S, now + POLL_AFTER_NOTICE_S + 1) >= 0.8 * IDLE_POLL_S


def test_a_queue_with_running_work_is_polled_at_its_interval() -> None:
    """A workflow that ends makes room for the next one, without a notice."""
    running = [1]
    timer = PollTimer(threading.Event(), lambda: running[0])
    later = time.monotonic() + HOUR_S

    assert timer.pause_s(INTERVAL_S, later) == INTERVAL_S
    running[0] = 0
    assert timer.pause_s(INTERVAL_S, later) >= 0.8 * IDLE_POLL_S


def test_the_stop_of_the_worker_ends_the_wait() -> None:
    stop = threading.Event()
    timer = PollTimer(stop, lambda: 0)
    stop.set()

    assert timer.wait(HOUR_S)
    assert timer.is_set()
