"""One scheduler as a program of its own: starts the suites it is told, one line of JSON for each."""

import asyncio
import json
import sys
from datetime import UTC, datetime
from uuid import UUID

from edison.domain.ids import ProjectId, SuiteId
from edison.domain.people.access import SYSTEM
from edison.domain.suites.execution import Trigger
from edison.engine.launcher import Launcher
from edison.engine.project_tx import open_project_tx
from edison.engine.suites.start_execution import start_execution
from edison.store.database import Database
from edison.store.unit_of_work import UnitOfWork


async def main(url: str, project: ProjectId) -> None:
    work, launcher = UnitOfWork(Database(url, pool_size=1)), Launcher(url)
    print(json.dumps({"ready": True}), flush=True)
    while suite := (await asyncio.to_thread(sys.stdin.readline)).strip():
        async with open_project_tx(work, SYSTEM, project, datetime.now(UTC), launcher) as tx:
            made = await start_execution(
                tx, SuiteId(UUID(suite)), monitor=None, due_at=None, trigger=Trigger.SCHEDULE
            )
        print(json.dumps({"state": made.state, "reason": made.reason}), flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], ProjectId(UUID(sys.argv[2]))))
