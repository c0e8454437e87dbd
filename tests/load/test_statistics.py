"""Short versions of the simulations; `just stats` runs them whole.

The seeds are fixed: what passes once passes always.
"""

from math import sqrt
from pathlib import Path

import pytest

from edison.domain.judging.passport_findings import FindingKind
from edison.domain.judging.passport_sizes import FOUND_WITH, TRIALS, PassportSize
from tests.load.aa_table import END, START, table_of, write_table
from tests.load.aa_worlds import EFFECTS, SIZES, WORLDS, World, measure, most_by_chance
from tests.load.statistics_judges import (
    FAULTY,
    found_share,
    recognised,
    stated_size,
    told_apart,
)
from tests.load.statistics_simulations import (
    COVERAGES,
    false_alarms,
    false_alarms_of_passes,
    family_errors,
    power_promises,
)

# How far a share of so many may be off by chance alone, almost never.
SURELY = 3.5


def slack(share: float, runs: int) -> float:
    return SURELY * sqrt(share * (1 - share) / runs)


@pytest.mark.parametrize("name", COVERAGES)
def test_intervals_of_95_percent_contain_the_truth_as_often(name: str) -> None:
    runs = 200 if name == "coverage_ranking" else 400

    found = COVERAGES[name](runs)

    assert 0.93 - slack(0.95, runs) < found.share < 0.97 + slack(0.95, runs)


def test_the_same_against_the_same_is_seldom_called_different() -> None:
    assert false_alarms(400) <= 0.05 + slack(0.05, 400)
    assert false_alarms_of_passes(400) <= 0.05 + slack(0.05, 400)


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.name)
def test_no_shape_of_differences_makes_false_verdicts(world: World) -> None:
    for cases in SIZES:
        found = measure(world, cases, power_simulations=0)
        assert found.false.called <= most_by_chance(found.simulations), cases


def test_the_guard_leaves_power_to_those_who_have_enough_cases() -> None:
    for world in WORLDS:
        found = measure(world, 150, simulations=1, power_simulations=200).power
        assert found[0.2].called > 0.95, world.name


def test_the_table_says_how_many_simulations_each_row_has(tmp_path: Path) -> None:
    page = tmp_path / "statistics.md"
    page.write_text(f"Before\n\n{START}\n\nold\n\n{END}\n\nAfter\n")
    cells = [measure(WORLDS[1], 12, simulations=200, power_simulations=50)]

    write_table(cells, page)

    said = page.read_text()
    assert said.startswith("Before")
    assert said.endswith("After\n")
    assert "old" not in said
    assert table_of(cells) in said
    assert "| 200; 50 for each power |" in said
    assert all(f"power {effect:g}" in said for effect in EFFECTS)


def test_ten_comparisons_raise_no_more_false_alarms_than_one() -> None:
    assert family_errors(60) <= 0.05 + slack(0.05, 60)


def test_the_power_that_is_stated_is_reached() -> None:
    for promise in power_promises(150):
        assert promise.gap <= 0.03 + slack(promise.stated, 150), promise


def test_planted_judges_are_told_apart() -> None:
    shares = recognised(40)

    assert told_apart(shares) == 5, shares


@pytest.mark.parametrize("kind", FAULTY)
def test_a_standard_passport_finds_what_it_says_it_finds(kind: FindingKind) -> None:
    trials = TRIALS[PassportSize.STANDARD]

    share = found_share(kind, stated_size(kind, trials), trials, 200)

    assert share >= FOUND_WITH - slack(FOUND_WITH, 200)


def test_ordinary_faults_are_named() -> None:
    trials = TRIALS[PassportSize.STANDARD]

    assert found_share(FindingKind.INJECTION, 0.10, trials, 100) >= 0.8
    assert found_share(FindingKind.POSITION, 0.20, trials, 100) >= 0.9
