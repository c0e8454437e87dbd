"""A worker is killed at every step of a batch: nothing is lost, nothing is submitted or paid twice."""

import pytest

from tests.fault.batch_chaos import BatchDamage, Moment, kill_during_batch


@pytest.mark.parametrize(
    "moment",
    [
        "submission",
        *(
            pytest.param(other, marks=pytest.mark.nightly)
            for other in ("upload", "polling", "joining")
        ),
    ],
)
async def test_a_worker_killed_during_a_batch_pays_every_call_once(moment: Moment) -> None:
    damage = await kill_during_batch(moment)

    assert damage.bill > 0
    assert damage == BatchDamage(
        cells=2_000,
        bill=damage.bill,
        lost=0,
        paid_twice=0,
        submitted_twice=0,
        difference=0,
        held=0,
        doubt=0,
    )
