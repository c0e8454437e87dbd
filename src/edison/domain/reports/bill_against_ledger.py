"""Comparison of the ledger with a provider's bill, by day and model."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from edison.domain.money import MicroUsd
from edison.domain.reports.provider_bills import BilledLine, plain_model


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerDayCost:
    """Recorded cost of one model's calls on one day, and the additional amount in doubt."""

    day: date
    model: str
    settled: MicroUsd
    in_doubt: MicroUsd


@dataclass(frozen=True, slots=True, kw_only=True)
class ReconciledLine:
    day: date
    model: str
    ledger: MicroUsd
    in_doubt: MicroUsd
    billed: MicroUsd

    @property
    def difference(self) -> MicroUsd:
        """Billed amount minus recorded amount."""
        return MicroUsd(self.billed - self.ledger)

    @property
    def is_explained(self) -> bool:
        """Whether the bill exceeds the recorded amount by no more than the amount in doubt."""
        return 0 <= self.difference <= self.in_doubt


def reconcile(ledger: Iterable[LedgerDayCost], bill: Sequence[BilledLine]) -> list[ReconciledLine]:
    """Compare ledger and bill for each day of the bill, oldest first. Dates in model names are ignored."""
    if not bill:
        return []
    first, last = min(line.day for line in bill), max(line.day for line in bill)
    billed: dict[tuple[date, str], int] = defaultdict(int)
    names: dict[str, str] = {}
    for line in bill:
        names.setdefault(plain_model(line.model), line.model)
        billed[line.day, plain_model(line.model)] += line.cost
    booked: dict[tuple[date, str], tuple[int, int]] = defaultdict(lambda: (0, 0))
    for line in ledger:
        if first <= line.day <= last:
            # Show the model name that the installation uses.
            names[plain_model(line.model)] = line.model
            settled, doubt = booked[line.day, plain_model(line.model)]
            booked[line.day, plain_model(line.model)] = (
                settled + line.settled,
                doubt + line.in_doubt,
            )
    return [
        ReconciledLine(
            day=day,
            model=names[model],
            ledger=MicroUsd(booked[day, model][0]),
            in_doubt=MicroUsd(booked[day, model][1]),
            billed=MicroUsd(billed[day, model]),
        )
        for day, model in sorted({*billed, *booked})
    ]
