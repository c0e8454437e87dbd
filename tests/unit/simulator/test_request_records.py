"""What the simulator remembers: counts by key, and never more than it has room for."""

from edison.simulator import request_records
from edison.simulator.request_records import Records


def one_call(seen: Records, key: str, *, status: int | None = 200, answered: bool = True) -> None:
    seen.came(protocol="openai", model="sim-small", key=key, api_key="none")
    seen.accepted()
    seen.left(status=status, key=key, answered=answered, latency_s=0.2)


def test_a_call_that_is_answered_twice_is_seen_as_paid_twice() -> None:
    seen = Records(clock=lambda: 5.0)
    one_call(seen, "a")
    one_call(seen, "a")
    one_call(seen, "b", status=429, answered=False)
    one_call(seen, "b")

    found = seen.summary(latencies=True)

    assert found["answered_by_key"] == {"a": 2, "b": 1}
    assert found["by_key"] == {"a": 2, "b": 2}
    assert found["answered_more_than_once"] == 1
    assert (found["total"], found["answered"], found["refused_share"]) == (4, 3, 0.25)
    assert found["by_status"] == {"200": 3, "429": 1}
    assert found["accepted_per_second"] == {"0": 4}
    assert found["latencies_ms"] == [200.0] * 4


def test_an_answer_nobody_can_use_is_not_an_answer() -> None:
    seen = Records()
    one_call(seen, "a", answered=False)
    one_call(seen, "b", status=None, answered=False)

    found = seen.summary()

    assert (found["answered"], found["spoiled"], found["gone"]) == (0, 1, 1)


def test_the_peak_is_the_most_that_were_inside_at_once() -> None:
    seen = Records()
    for key in "abc":
        seen.came(protocol="openai", model="m", key=key, api_key="none")
    seen.left(status=200, key="a", answered=True, latency_s=0)
    assert (seen.summary()["peak_concurrency"], seen.summary()["inside"]) == (3, 2)

    seen.reset()

    assert (seen.summary()["peak_concurrency"], seen.summary()["inside"]) == (2, 2)
    assert seen.summary()["total"] == 0


def test_memory_has_a_most() -> None:
    seen = Records()
    for number in range(request_records.NAMES_AT_MOST + 50):
        seen.came(protocol="openai", model=f"m{number}", key="same", api_key=str(number))
    for number in range(request_records.CONTENTS_AT_MOST + 10):
        seen.occurrence(str(number))

    assert len(seen.summary()["by_model"]) == request_records.NAMES_AT_MOST
    assert seen.occurrence("0") == 0
    assert seen.occurrence(str(request_records.CONTENTS_AT_MOST + 9)) == 1
