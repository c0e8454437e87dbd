"""Processes that share a limiter use what a provider allows, are hardly ever refused, and none is left behind."""

from tests.load.limiter import PER_SECOND, PROCESSES, Figures, measure

# A third of the full measurement, which a script makes: enough to see the warm-up and what follows it.
CALLS = 360
# On a busy machine the provider itself is late, and refuses for it: the best of so many runs counts.
RUNS = 3


def test_three_processes_share_fifty_requests_a_second(database_url: str) -> None:
    assert_kept(database_url, None, goodput=0.9)


def test_a_provider_that_asks_for_a_pause_gets_it(database_url: str) -> None:
    """Each refusal silences everyone for a second, so less can be had than where nobody asks for that."""
    assert_kept(database_url, 1.0, goodput=0.75)


def assert_kept(url: str, retry_after_s: float | None, *, goodput: float) -> None:
    seen: list[Figures] = []
    for _ in range(RUNS):
        seen.append(measure(url, calls=CALLS, retry_after_s=retry_after_s))
        print(seen[-1])
        if not missed(seen[-1], goodput):
            return
    raise AssertionError([(missed(found, goodput), found) for found in seen])


def missed(found: Figures, goodput: float) -> list[str]:
    kept = {
        "every call answered": found.succeeded == PROCESSES * CALLS,
        "goodput": found.goodput >= goodput * PER_SECOND,
        "refused": found.refused_share <= 0.02,
        "shares": min(found.shares) >= 0.25,
        "exchanges": found.exchanges_per_process_s <= 8,
    }
    return [name for name, is_kept in kept.items() if not is_kept]
