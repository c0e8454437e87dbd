"""Waiting for a person is a state: it costs nothing, and outlives restarts, a day, and a release with other code."""

import shutil
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

import edison
from tests.load.waiting_experiments import a_day_passes, idle, multiply, waiting
from tests.support.experiments import an_experiment_bench
from tests.support.gateway import Gateway, a_simulated_world, a_worker
from tests.support.world import World

MANY = 1_000
FEW = 4


@pytest.fixture
async def gateway(world: World) -> AsyncGenerator[Gateway]:
    async with a_simulated_world(world) as gateway:
        yield gateway


@pytest.mark.nightly
async def test_a_thousand_waiting_experiments_cost_nothing_and_one_goes_on_after_all_of_it(
    gateway: Gateway, tmp_path: Path
) -> None:
    async with a_worker(gateway, tmp_path, EDISON_WORKER_NAME="before") as worker:
        lab = await an_experiment_bench(await gateway.bench())
        experiment, first = await lab.begin()
        one = await lab.until(first, "reviewing")
        alone = await idle(gateway.world.url, worker.pid)
        multiply(lab, experiment, MANY)
        assert waiting(gateway.world.url) == MANY + 1

        crowded = await idle(gateway.world.url, worker.pid)

        # Pools breathe by one or two; a thousand of anything would be seen.
        assert crowded.threads <= alone.threads + FEW
        assert crowded.connections <= alone.connections + FEW
        assert (crowded.workflows, crowded.looks) == (0, 0)

    a_day_passes(gateway.world.url)
    changed = _a_release_with_other_code(tmp_path)
    async with a_worker(
        gateway, tmp_path, EDISON_WORKER_NAME="after", PYTHONPATH=str(changed)
    ) as worker:
        again = await idle(gateway.world.url, worker.pid)
        assert (again.workflows, again.looks) == (0, 0)
        assert waiting(gateway.world.url) == MANY + 1
        decided = await lab.approve(one["suggestion"]["id"])
        two = await lab.until(decided["iteration"], "reviewing")

    assert two["gained"] is True
    assert "another release" in two["notes"][0]["text"], two["notes"]


def _a_release_with_other_code(folder: Path) -> Path:
    """Return the same package with other words in a step, as a deploy would bring it.

    It is compiled already, which makes it start faster.
    """
    source = Path(edison.__file__).parent
    release = folder / "release"
    shutil.copytree(source, release / "edison", ignore=shutil.ignore_patterns("static"))  # fmt: skip
    step = release / "edison" / "engine" / "steps" / "aggregate_iteration.py"
    was = step.read_text()
    assert "note(tx.now, weighed.verdict.sentence)" in was
    step.write_text(
        was.replace(
            "note(tx.now, weighed.verdict.sentence)",
            'note(tx.now, "another release: " + weighed.verdict.sentence)',
        )
    )
    return release
