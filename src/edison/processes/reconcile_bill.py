"""Implementation of `edison reconcile`: compares the ledger with a provider's bill."""

import asyncio
from pathlib import Path

from edison.domain.errors import EdisonError
from edison.domain.models.provider import Provider
from edison.domain.reports.bill_against_ledger import ReconciledLine, reconcile
from edison.domain.reports.provider_bills import (
    SHAPES,
    BillColumns,
    BilledLine,
    WrongBill,
    detect_columns,
    read_bill,
)
from edison.domain.reports.spend_breakdown import Window
from edison.processes.find_database import database_url
from edison.settings import Settings
from edison.store.database import Database
from edison.store.unit_of_work import UnitOfWork

# A year of a busy account is a few megabytes.
LARGEST_BYTES = 100 * 2**20


def reconcile_file(
    settings: Settings,
    file: Path,
    *,
    provider: str | None = None,
    columns: BillColumns | None = None,
    project: str | None = None,
) -> list[ReconciledLine]:
    """Compare a bill with the ledger of the same days; raise RuntimeError if the file cannot be read."""
    try:
        text = _read(file)
        columns = columns or detect_columns(text)
        bill = read_bill(text, columns)
        return asyncio.run(_compare(settings, bill, Provider(provider or _whose(columns)), project))
    except (WrongBill, EdisonError) as error:
        raise RuntimeError(str(error)) from error


def _read(file: Path) -> str:
    if file.stat().st_size > LARGEST_BYTES:
        raise WrongBill(f"{file} is larger than {LARGEST_BYTES // 2**20} MB")
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise WrongBill(f"{file} is not UTF-8 text. Export it as CSV") from None


def _whose(columns: BillColumns) -> str:
    for provider, shapes in SHAPES.items():
        if columns in shapes:
            return provider.upper()
    raise WrongBill("Name the provider of the bill with --provider")


async def _compare(
    settings: Settings, bill: list[BilledLine], provider: Provider, project: str | None
) -> list[ReconciledLine]:
    if not bill:
        return []
    window = Window(first=min(line.day for line in bill), last=max(line.day for line in bill))
    database = Database(database_url(settings), pool_size=1, application="edison-reconcile")
    try:
        async with UnitOfWork(database).read() as tx:
            booked = await tx.spend_reports.booked(provider.value, window, project)
    finally:
        await database.close()
    return reconcile(booked, bill)
