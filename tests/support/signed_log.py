"""A project with an audit log, functions that sign it as a worker does, and attacks that rewrite it."""

from dataclasses import replace
from pathlib import Path
from uuid import UUID

import psycopg
from nacl.public import PrivateKey
from psycopg.rows import dict_row
from pydantic import SecretStr

from edison.domain.audit.audit_chain import AuditEntry, entry, hash_of
from edison.domain.ids import ProjectId
from edison.domain.people.access import SYSTEM
from edison.engine.audit.checkpoint_writer import CheckpointWriter
from edison.processes.audit_maintenance import build_checkpoint_writer
from edison.processes.verify_audit import AuditReport, verify_in
from edison.settings import Settings
from edison.store.audit_heads_file import AuditHeadsFile
from edison.store.database import libpq_url
from edison.vault.sealer import private_text
from tests.support.answers import granted
from tests.support.sql import execute
from tests.support.world import API, World

# As a superuser can: triggers do not fire in this session.
BEHIND_THE_TRIGGER = "SET session_replication_role = replica"


class SignedLog:
    """One project on one database, with a key and a home folder of the worker."""

    def __init__(self, world: World, home: Path) -> None:
        self.world = world
        self.key = PrivateKey.generate()
        self.settings = Settings(
            home=home,
            database_url=SecretStr(world.url),
            vault_keys=SecretStr(private_text(self.key)),
        )
        self.path = ""
        self.scope = ""

    async def begin(self) -> None:
        self.owner = await self.world.person("Olga")
        project = await self.owner.create_project()
        self.path, self.scope = f"{API}/projects/{project['slug']}", project["id"]

    async def grow(self, *names: str) -> None:
        for name in names:
            granted(await self.owner.browser.patch(self.path, json={"name": name}))

    async def record(self, *names: str) -> None:
        """Add entries as services do, with the time of the world's clock."""
        for name in names:
            async with self.world.ctx.write() as tx:
                tx.record(
                    entry(
                        SYSTEM,
                        "project.updated",
                        ("project", self.scope),
                        at=self.world.clock.now(),
                        project=ProjectId(UUID(self.scope)),
                        changes={"name": {"old": None, "new": name}},
                    )
                )

    @property
    def writer(self) -> CheckpointWriter:
        return build_checkpoint_writer(self.settings, self.world.ctx.work)

    async def sign(self) -> None:
        assert (await self.writer.sign_heads()).refused == {}

    async def grow_and_sign(self, *names: str) -> None:
        """Write a checkpoint for each entry."""
        for name in names:
            await self.grow(name)
            await self.sign()

    async def verify(self, *copies: Path) -> AuditReport:
        async with self.world.ctx.read() as tx:
            return await verify_in(tx, self.settings, copies)

    def copied(self) -> list[int]:
        """Return the entries of the project with checkpoints in the worker's file."""
        lines = AuditHeadsFile(self.settings.audit_heads).read()
        points = (line.checkpoint for line in lines)
        return [point.entry_number for point in points if point.scope == self.scope]

    def rewrite(self, number: int, label: str) -> None:
        """Change an entry and recompute all hashes, up to the head."""
        with (
            psycopg.connect(libpq_url(self.world.url)) as opened,
            opened.cursor(row_factory=dict_row) as connection,
        ):
            connection.execute(BEHIND_THE_TRIGGER.encode())
            found = connection.execute(
                "SELECT * FROM audit_log WHERE scope = %s AND number >= %s ORDER BY number",
                (self.scope, number),
            ).fetchall()
            last: str | None = None
            for row in found:
                metadata = row.pop("origin")
                written = AuditEntry(**row, metadata=metadata)
                changed = replace(
                    written,
                    actor_label=label if written.number == number else written.actor_label,
                    previous_hash=last or written.previous_hash,
                )
                last = hash_of(changed)
                connection.execute(
                    "UPDATE audit_log SET actor_label = %s, previous_hash = %s, hash = %s WHERE id = %s",
                    (changed.actor_label, changed.previous_hash, last, changed.id),
                )
            connection.execute(
                "UPDATE audit_heads SET hash = %s WHERE scope = %s", (last, self.scope)
            )

    def cut_off(self, number: int) -> None:
        """Remove this entry and all later ones, and adjust the head."""
        execute(
            self.world.url,
            BEHIND_THE_TRIGGER,
            f"DELETE FROM audit_log WHERE scope = '{self.scope}' AND number >= {number}",
            f"UPDATE audit_heads SET number = {number - 1}, hash = (SELECT hash FROM audit_log "
            f"WHERE scope = '{self.scope}' AND number = {number - 1}) WHERE scope = '{self.scope}'",
        )
