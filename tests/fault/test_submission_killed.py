"""The worker and the web process are killed between outputs: what was confirmed is kept once, and scoring goes on."""

import pytest

from tests.fault.application_chaos import kill_during_submission


@pytest.mark.parametrize(
    ("cases", "kills"), [(150, 2), pytest.param(1_000, 12, marks=pytest.mark.nightly)]
)
async def test_outputs_that_were_confirmed_survive_kills_and_are_scored_once(
    cases: int, kills: int
) -> None:
    damage = await kill_during_submission(cases=cases, kills=kills)

    assert (damage.web_kills, damage.worker_kills) == (-(-kills // 2), kills // 2)
    assert (damage.lost, damage.doubled, damage.replaced) == (0, 0, 0)
    assert (damage.not_scored, damage.scored_twice) == (0, 0)
