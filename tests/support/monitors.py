"""Monitors through the API; due ones are started as by a worker, under a clock that tests move."""

from datetime import datetime, timedelta
from typing import Any

from edison.engine.monitoring.start_due_batch import start_all_due
from tests.support.answers import granted
from tests.support.executions import executions_of
from tests.support.finished_runs import RunDesk, a_run_desk
from tests.support.saved_suites import save, saved_version
from tests.support.sql import execute
from tests.support.world import World


async def a_monitored_desk(world: World) -> tuple[RunDesk, dict[str, Any]]:
    """Create a project with a suite that can run."""
    desk = await a_run_desk(world)
    await saved_version(desk)
    suite = await save(desk, scorers=[{"kind": "contains", "values": ["a"]}])
    return desk, suite


async def put_on_schedule(desk: RunDesk, suite: dict[str, Any], **settings: Any) -> dict[str, Any]:
    body = {"suite_id": suite["id"], "name": "Nightly", "cron": "0 3 * * *", **settings}
    return granted(await desk.browser.post(f"{desk.path}/monitors", json=body), 201)


async def change(desk: RunDesk, monitor: dict[str, Any], **changes: Any) -> dict[str, Any]:
    body = {"revision": monitor["revision"], **changes}
    return granted(await desk.browser.patch(f"{desk.path}/monitors/{monitor['id']}", json=body))


async def read(desk: RunDesk, monitor: dict[str, Any]) -> dict[str, Any]:
    return granted(await desk.browser.get(f"{desk.path}/monitors/{monitor['id']}"))


async def start_due(world: World) -> int:
    """Start due monitors, as a worker does at each tick; a worker has just reported."""
    believe(world)
    ctx = world.ctx
    return await start_all_due(ctx.work, ctx.launcher, ctx.clock, lambda: False)


def believe(world: World) -> None:
    """Report a worker that stays alive at any time of the clock."""
    execute(
        world.url,
        "INSERT INTO workers (id, version, started_at, seen_at) "
        "VALUES ('believed', '1', now(), now() + interval '10 years') "
        "ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at",
    )


def move_to(world: World, moment: datetime) -> None:
    world.clock.move(moment - world.clock.now())


def due_at(monitor: dict[str, Any]) -> datetime:
    return datetime.fromisoformat(monitor["next_due_at"])


async def told(
    desk: RunDesk, suite: dict[str, Any]
) -> list[tuple[str, str | None, datetime | None]]:
    """Return state, reason and due time of the executions, oldest first."""
    found = await executions_of(desk, suite, limit=100)
    return [
        (
            one["state"],
            one["reason"],
            None if one["due_at"] is None else datetime.fromisoformat(one["due_at"]),
        )
        for one in reversed(found)
    ]


def end_runs(world: World) -> None:
    """Set the runs to ended."""
    execute(
        world.url,
        "UPDATE executions SET state = 'completed', finished_at = now() WHERE state = 'running'",
    )


MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
