"""What steps work with. It is global, because durable functions are found by name after a restart."""

import threading
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from edison.channels.email import Mailer
from edison.domain.ids import ProjectId
from edison.domain.models.model_call import CallPolicy
from edison.domain.people.access import SYSTEM
from edison.engine.answer_journal import AnswerJournal
from edison.engine.call_slots import FairSlots, StartGate
from edison.engine.channels.delivery_courier import Courier
from edison.engine.credential_unsealer import CredentialUnsealer
from edison.engine.launcher import Launcher
from edison.engine.project_tx import ProjectTx, open_project_tx
from edison.kit.clock import Clock
from edison.providers.call_attempt import CallAttempts
from edison.providers.gateway import Gateway
from edison.store.unit_of_work import UnitOfWork


@dataclass(frozen=True, slots=True, kw_only=True)
class Resources:
    work: UnitOfWork
    clock: Clock
    mailer: Mailer | None
    public_url: str
    opener: CredentialUnsealer
    attempts: CallAttempts
    gateway: Gateway
    # How long and how often a call is tried.
    policy: CallPolicy
    launcher: Launcher
    courier: Courier
    # This life of the worker, and how many calls of runs it makes at once.
    worker: str
    slots: FairSlots
    journal: AnswerJournal
    # Where runs are written before they are deleted because of their age; None: nowhere.
    archive: Path | None
    # Whether this installation starts what is due, and what is being started just now.
    scheduling: bool
    starts: StartGate
    # Set when the process is told to end: no new call is begun.
    stopping: threading.Event

    def change(
        self, project: ProjectId, now: datetime | None = None
    ) -> AbstractAsyncContextManager[ProjectTx]:
        """Begin a transaction in which the engine changes a project, at `now` if that time is known already."""
        return open_project_tx(self.work, SYSTEM, project, now or self.clock.now(), self.launcher)


_current: list[Resources] = []


def provide(resources: Resources) -> None:
    _current[:] = [resources]


def resources() -> Resources:
    if not _current:
        raise RuntimeError("The engine has not been started")
    return _current[0]
