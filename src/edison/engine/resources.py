"""Shared objects of workflow steps. They are global, because DBOS finds durable functions by name after a restart."""

import threading
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
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
from edison.providers.batch_client import BatchClient
from edison.providers.call_attempt import CallAttempts
from edison.providers.gateway import Gateway
from edison.store.unit_of_work import UnitOfWork
from edison.vault.certificate_keys import CertificateSigner


@dataclass(frozen=True, slots=True, kw_only=True)
class Resources:
    work: UnitOfWork
    clock: Clock
    mailer: Mailer | None
    public_url: str
    opener: CredentialUnsealer
    attempts: CallAttempts
    gateway: Gateway
    batches: BatchClient
    # The shortest pause between two polls of a batch at a provider.
    batch_poll: timedelta
    # Timeouts and retries of calls.
    policy: CallPolicy
    launcher: Launcher
    courier: Courier
    # The id of this worker process, and its slots for concurrent calls of runs.
    worker: str
    slots: FairSlots
    journal: AnswerJournal
    # Called for each certificate, so that a key rotation needs no restart.
    load_certificate_signer: Callable[[], CertificateSigner]
    # Folder for archives of runs that retention deletes; None: no archives.
    archive: Path | None
    # Whether this installation starts due monitors, and the gate that is closed during starts.
    scheduling: bool
    starts: StartGate
    # Set when the process is asked to end: no new call is started.
    stopping: threading.Event

    def change(
        self, project: ProjectId, now: datetime | None = None
    ) -> AbstractAsyncContextManager[ProjectTx]:
        """Open a transaction in which the engine changes a project. `now` is its time, by default the current time."""
        return open_project_tx(self.work, SYSTEM, project, now or self.clock.now(), self.launcher)


_current: list[Resources] = []


def provide(resources: Resources) -> None:
    _current[:] = [resources]


def resources() -> Resources:
    if not _current:
        raise RuntimeError("The engine has not been started")
    return _current[0]
