"""The context that every service function receives, built once per process, and the policies in it."""

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime

from edison.domain.ids import ProjectId
from edison.domain.models.credential import KeyVariable
from edison.domain.people.access import Actor
from edison.domain.people.account import AccountPolicy
from edison.engine.launcher import Launcher
from edison.engine.project_tx import ProjectTx, open_project_tx
from edison.events.topic_wakeups import TopicWakeups
from edison.kit.clock import Clock
from edison.network.openid_provider import OpenIdProviders
from edison.store.unit_of_work import ReadTx, UnitOfWork, WriteTx
from edison.vault.password_hasher import Passwords
from edison.vault.sealer import FileSealer, Sealer
from edison.vault.session_tokens import SessionSigner


@dataclass(frozen=True, slots=True, kw_only=True)
class GatewayPolicy:
    """The rules of this installation for credentials, and the public key that encrypts them."""

    sealer: Sealer | FileSealer
    # Environment variables of the workers that a credential may refer to.
    key_variables: tuple[KeyVariable, ...] = ()
    private_endpoints: bool = True
    simulator_url: str | None = None
    # Maximum time that a request waits for a worker to test a key.
    test_within_s: float = 45.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportPolicy:
    """Limits on the size of an imported file and on the time to read it."""

    most_bytes: int = 10 * 1024 * 1024
    most_rows: int = 10_000
    # Processor time for each reading of a file.
    most_seconds: int = 20


DEFAULT_IMPORTS = ImportPolicy()
NO_PROVIDERS = OpenIdProviders()


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    work: UnitOfWork
    clock: Clock
    accounts: AccountPolicy
    passwords: Passwords
    sessions: SessionSigner
    gateway: GatewayPolicy
    launcher: Launcher
    wakeups: TopicWakeups
    public_url: str
    mail_configured: bool
    version: str
    imports: ImportPolicy = DEFAULT_IMPORTS
    openid: OpenIdProviders = NO_PROVIDERS

    def read(self) -> AbstractAsyncContextManager[ReadTx]:
        return self.work.read()

    def write(self) -> AbstractAsyncContextManager[WriteTx]:
        return self.work.write()

    def change(
        self, who: Actor, project: ProjectId, now: datetime | None = None
    ) -> AbstractAsyncContextManager[ProjectTx]:
        """Open a transaction in which `who` changes a project. `now` is its time, by default the current time."""
        return open_project_tx(self.work, who, project, now or self.clock.now(), self.launcher)
