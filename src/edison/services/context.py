"""What every use case works with, built once by the process that runs it."""

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

from edison.domain.accounts import AccountPolicy
from edison.engine.launcher import Launcher
from edison.events.tail import Wakeups
from edison.kit.clock import Clock
from edison.store.unit_of_work import ReadTx, UnitOfWork, WriteTx
from edison.vault.passwords import Passwords
from edison.vault.sessions import SessionSigner


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    work: UnitOfWork
    clock: Clock
    accounts: AccountPolicy
    passwords: Passwords
    sessions: SessionSigner
    launcher: Launcher
    wakeups: Wakeups
    public_url: str
    mail_configured: bool
    version: str

    def read(self) -> AbstractAsyncContextManager[ReadTx]:
        return self.work.read()

    def write(self) -> AbstractAsyncContextManager[WriteTx]:
        return self.work.write()
