"""Places are divided fairly, never twice, and come back when their holder is silent."""

from hypothesis import given
from hypothesis import strategies as st

from edison.domain.rate_limits.leases import (
    LEASE_S,
    Lease,
    competing_processes,
    remove_lease,
    renew_lease,
)


def ask(
    leases: tuple[Lease, ...], name: str, busy: int, waiting: int, places: int, now: float
) -> tuple[tuple[Lease, ...], int]:
    return renew_lease(leases, name, in_flight=busy, waiting=waiting, places=places, now=now)


def test_one_process_alone_may_have_everything_it_wants() -> None:
    assert ask((), "a", 0, 300, 256, 1.0)[1] == 256
    assert ask((), "a", 0, 3, 256, 1.0)[1] == 3


def test_a_newcomer_gets_its_part_when_the_first_one_asks_again() -> None:
    leases, first = ask((), "a", 0, 100, 10, 1.0)
    leases, newcomer = ask(leases, "b", 0, 100, 10, 1.1)
    assert (first, newcomer) == (10, 0)

    leases, first = ask(leases, "a", 4, 100, 10, 1.2)
    leases, newcomer = ask(leases, "b", 0, 100, 10, 1.3)

    assert (first, newcomer) == (5, 5)


def test_calls_that_run_keep_their_places_until_they_end() -> None:
    leases, _ = ask((), "a", 0, 100, 10, 1.0)
    leases, _ = ask(leases, "b", 0, 100, 10, 1.1)
    leases, may_have = ask(leases, "a", 9, 100, 10, 1.2)

    assert may_have == 5
    assert ask(leases, "b", 0, 100, 10, 1.3)[1] == 1


def test_what_one_does_not_want_goes_to_the_others() -> None:
    leases, small = ask((), "small", 0, 2, 10, 1.0)

    assert small == 2
    assert ask(leases, "large", 0, 100, 10, 1.1)[1] == 8


def test_with_fewer_places_than_processes_each_has_its_turn() -> None:
    leases: tuple[Lease, ...] = ()
    turns: dict[str, int] = {"a": 0, "b": 0, "c": 0}
    now = 0.0
    for _ in range(30):
        for name in turns:
            now += 0.1
            leases, may_have = ask(leases, name, 0, 50 if name == "a" else 1, 1, now)
            turns[name] += may_have

    assert min(turns.values()) >= 5, turns


def test_who_is_silent_for_the_length_of_a_lease_holds_nothing() -> None:
    leases, _ = ask((), "dead", 0, 100, 10, 1.0)
    leases, _ = ask(leases, "dead", 10, 100, 10, 2.0)

    assert ask(leases, "alive", 0, 100, 10, 2.0 + LEASE_S - 0.1)[1] == 0
    assert ask(leases, "alive", 0, 100, 10, 2.0 + LEASE_S)[1] == 10


def test_who_leaves_holds_nothing_at_once() -> None:
    leases, _ = ask((), "a", 0, 100, 10, 1.0)

    assert ask(remove_lease(leases, "a"), "b", 0, 100, 10, 1.1)[1] == 10


def test_only_those_with_waiting_callers_compete() -> None:
    leases, _ = ask((), "waits", 0, 5, 10, 1.0)
    leases, _ = ask(leases, "works", 5, 0, 10, 1.1)

    assert competing_processes(leases, 1.2) == 1
    assert competing_processes(leases, 9.0) == 0


@given(
    places=st.integers(1, 20),
    moves=st.lists(
        st.tuples(st.sampled_from("abcd"), st.integers(0, 30), st.floats(0, 1)), max_size=40
    ),
)
def test_no_place_is_ever_held_twice(places: int, moves: list[tuple[str, int, float]]) -> None:
    leases: tuple[Lease, ...] = ()
    share = dict.fromkeys("abcd", 0)
    for now, (name, waiting, filled) in enumerate(moves):
        # Calls end as they like, and new ones fill any part of what the process was given.
        busy = int(share[name] * filled)
        leases, share[name] = ask(leases, name, busy, waiting, places, now * 0.1)
        assert sum(lease.held for lease in leases) <= places
