"""Retention is killed while it deletes a large run: nobody sees half a run, and the next one finishes the work."""

import asyncio
import signal
import sys
from pathlib import Path

from tests.support.aged import aged_run, is_gone, pass_a_night, rows_of
from tests.support.answers import refused
from tests.support.finished_runs import a_run_desk
from tests.support.sql import execute, rows, value
from tests.support.world import World

CELLS = 300_000
PATIENCE_S = 120.0
PROGRESS = "SELECT emptied_to FROM deleted_runs WHERE emptied_at IS NULL AND emptied_to > 0"


async def test_a_killed_retention_goes_on_where_it_was(world: World, tmp_path: Path) -> None:
    desk = await a_run_desk(world)
    run, stays = await aged_run(desk, 100), await aged_run(desk, 5)
    execute(
        world.url,
        f"UPDATE runs SET cells = {CELLS} WHERE id = '{run['id']}'",
        "INSERT INTO cells (run_id, ordinal, state, claim, attempt, held, held_tokens, holds, doubt, output) "
        f"SELECT '{run['id']}', n, 'answered', 0, 1, 0, 0, 0, 0, 'Answer ' || n "
        f"FROM generate_series(3, {CELLS - 1}) n",
        "INSERT INTO scores (run_id, ordinal, scorer, state, claim, held, held_tokens, holds, doubt, value) "
        f"SELECT '{run['id']}', n, 0, 'scored', 0, 0, 0, 0, 0, 1 FROM generate_series(3, {CELLS - 1}) n",
    )
    whole = rows_of(world, stays)

    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "edison",
        "retention",
        "run",
        env={
            "HOME": str(tmp_path),
            "EDISON_HOME": str(tmp_path),
            "EDISON_DATABASE_URL": world.url,
        },
    )
    async with asyncio.timeout(PATIENCE_S):
        while not rows(world.url, PROGRESS):  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    await process.wait()

    # Some of its cells are gone and many are there, but the run itself is gone for everyone.
    left = value(world.url, "SELECT count(*) FROM cells WHERE run_id = %s", run["id"])
    assert 0 < left < CELLS
    refused(await desk.browser.get(f"{desk.path}/runs/{run['id']}"), 404, "NOT_FOUND")
    refused(await desk.browser.get(f"{desk.path}/runs/{run['id']}/rows"), 404, "NOT_FOUND")

    gone = await pass_a_night(world)

    assert gone["runs"] == 0
    assert is_gone(world, run)
    assert rows_of(world, stays) == whole
    assert value(world.url, "SELECT count(*) FROM deleted_runs WHERE emptied_at IS NULL") == 0
