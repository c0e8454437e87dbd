"""Executions of suites, started through the API or as by the scheduler."""

from collections.abc import Generator
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import event

from edison.domain.budgets.budget import day_of
from edison.domain.ids import ProjectId, SuiteId
from edison.domain.people.access import SYSTEM
from edison.domain.suites.execution import Execution, Trigger
from edison.engine.suites.start_execution import start_execution
from tests.support.answers import granted
from tests.support.finished_runs import RunDesk, a_run_desk
from tests.support.sql import execute
from tests.support.world import World


async def run_now(desk: RunDesk, suite: dict[str, Any], **body: Any) -> dict[str, Any]:
    answer = await desk.browser.post(f"{desk.path}/suites/{suite['id']}/executions", json=body)
    return granted(answer, 202)


async def executions_of(
    desk: RunDesk, suite: dict[str, Any], **wanted: Any
) -> list[dict[str, Any]]:
    answer = await desk.browser.get(f"{desk.path}/suites/{suite['id']}/executions", params=wanted)
    return granted(answer)["items"]


async def by_schedule(
    world: World,
    project: ProjectId,
    suite: dict[str, Any],
    *,
    monitor: UUID | None = None,
    due_at: datetime | None = None,
) -> Execution:
    """Start an execution as the scheduler does: in its own transaction, without a caller."""
    async with world.ctx.change(SYSTEM, project) as tx:
        return await start_execution(
            tx, SuiteId(UUID(suite["id"])), monitor=monitor, due_at=due_at, trigger=Trigger.SCHEDULE
        )


@contextmanager
def statements(world: World) -> Generator[list[str]]:
    """Record the statements that are sent to the database in the block."""
    sent: list[str] = []

    def note(_c: Any, _k: Any, statement: str, *_: Any) -> None:
        sent.append(" ".join(statement.split()))

    engine = world.database.engine.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(engine, "before_cursor_execute", note)


async def a_desk(world: World, **more: Any) -> RunDesk:
    """Create a project whose prompt has a version: a suite never runs a draft."""
    desk = await a_run_desk(world, **more)
    granted(await desk.browser.post(f"{desk.path}/prompts/{desk.prompt}/versions", json={}), 201)
    return desk


def spend(world: World, scope: str, subject: str, micro: int) -> None:
    """Book this cost for calls of today."""
    execute(
        world.url,
        f"UPDATE budgets SET settled = {micro} WHERE scope = '{scope}' AND subject = '{subject}' "
        f"AND period = '{day_of(world.clock.now()).isoformat()}'",
    )


def ended(world: World, execution: Any, state: str = "completed") -> None:
    execute(
        world.url,
        f"UPDATE executions SET state = '{state}', finished_at = now() WHERE id = '{execution}'",
    )
