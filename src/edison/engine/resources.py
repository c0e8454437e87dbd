"""What steps work with. Durable functions are found by name after a restart, so they cannot be handed it."""

from dataclasses import dataclass

from edison.channels.email import Mailer
from edison.kit.clock import Clock
from edison.store.unit_of_work import UnitOfWork


@dataclass(frozen=True, slots=True, kw_only=True)
class Resources:
    work: UnitOfWork
    clock: Clock
    mailer: Mailer | None
    public_url: str


_current: list[Resources] = []


def provide(resources: Resources) -> None:
    _current[:] = [resources]


def resources() -> Resources:
    if not _current:
        raise RuntimeError("The engine has not been started")
    return _current[0]
