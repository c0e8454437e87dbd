"""Write transaction for one project, with an actor and a time. It writes audit entries and emits events."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from copy import copy
from datetime import datetime
from typing import Any

from edison.domain.audit.audit_chain import entry
from edison.domain.events import event, project_topic
from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor
from edison.engine.launcher import Launcher
from edison.store.unit_of_work import UnitOfWork, WriteTx


class ProjectTx(WriteTx):
    """An open transaction in which `who` changes `project`; all changes have the time `now`.

    It wraps a `WriteTx`, which commits the changes, the audit entries and the events together.
    """

    def __init__(
        self, tx: WriteTx, who: Actor, project: ProjectId, now: datetime, launcher: Launcher
    ) -> None:
        self.__dict__.update(tx.__dict__)
        self.who = who
        self.project = project
        self.now = now
        self.launcher = launcher

    def acting_as(self, who: Actor) -> "ProjectTx":
        """Return the same transaction with another actor."""
        inner = copy(self)
        inner.who = who
        return inner

    def note(
        self,
        fact: str,
        entity: tuple[str, object],
        changes: dict[str, Any] | None = None,
        /,
        **facts: Any,
    ) -> None:
        """Write an audit entry and emit an event of the same name."""
        self.record_entry(fact, entity, changes)
        self.emit_event(fact, id=str(entity[1]), **facts)

    def record_entry(
        self, action: str, entity: tuple[str, object], changes: dict[str, Any] | None = None
    ) -> None:
        """Write an audit entry of the project, without an event."""
        self.record(
            entry(self.who, action, entity, at=self.now, project=self.project, changes=changes)
        )

    def emit_event(self, kind: str, /, *, topic: str | None = None, **facts: Any) -> None:
        """Emit an event on the given topic (by default, the project's topic), without an audit entry."""
        self.emit(event(self.who, topic or project_topic(self.project), kind, self.now, **facts))


@asynccontextmanager
async def open_project_tx(
    work: UnitOfWork, who: Actor, project: ProjectId, now: datetime, launcher: Launcher
) -> AsyncGenerator[ProjectTx]:
    """Open a write transaction for a project; it is committed when the context manager exits."""
    async with work.write() as tx:
        yield ProjectTx(tx, who, project, now, launcher)
