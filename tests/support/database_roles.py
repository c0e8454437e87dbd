"""A database whose web processes and workers have roles of their own."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy.engine import make_url

from edison.store.database_roles import WEB, WORKER, DatabaseRole, create_roles
from edison.store.migrator import connection_to
from tests.support.sql import execute
from tests.support.world import World


@dataclass(frozen=True, slots=True, kw_only=True)
class SeparateRoles:
    """Addresses of one database for its owner and for the two roles."""

    owner: str
    web: str
    worker: str


class RestrictedWorld(World):
    """A world whose application has the role of a web process; tests look at the database as its owner."""

    def __init__(self, roles: SeparateRoles) -> None:
        super().__init__(roles.web)
        self.url = roles.owner


@contextmanager
def separate_roles(owner: str) -> Generator[SeparateRoles]:
    with connection_to(owner) as connection:
        create_roles(connection)
    try:
        yield SeparateRoles(owner=owner, web=_as(WEB, owner), worker=_as(WORKER, owner))
    finally:
        for role in (WEB, WORKER):
            name = role.name_in(make_url(owner).database or "")
            execute(owner, f"DROP OWNED BY {name}", f"DROP ROLE {name}")


def _as(role: DatabaseRole, owner: str) -> str:
    url = make_url(owner)
    return url.set(username=role.name_in(url.database or "")).render_as_string(hide_password=False)
