"""Builds the jobs of a worker that sign the audit log and delete its expired entries."""

from edison.engine.audit.aged_entries import AgedAuditEntries
from edison.engine.audit.checkpoint_writer import CheckpointWriter
from edison.kit.clock import SystemClock
from edison.processes.build_context import build_key_ring
from edison.settings import Settings
from edison.store.audit_heads_file import AuditHeadsFile
from edison.store.unit_of_work import UnitOfWork
from edison.vault.audit_keys import AuditSigner


def build_checkpoint_writer(settings: Settings, work: UnitOfWork) -> CheckpointWriter:
    return CheckpointWriter(
        work,
        SystemClock(),
        lambda: AuditSigner(build_key_ring(settings)),
        AuditHeadsFile(settings.audit_heads),
    )


def build_aged_entries(settings: Settings, work: UnitOfWork) -> AgedAuditEntries:
    return AgedAuditEntries(
        work=work,
        clock=SystemClock(),
        writer=build_checkpoint_writer(settings, work),
        days=settings.audit_retention_days,
    )
