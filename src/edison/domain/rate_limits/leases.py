"""Leases that divide the allowed concurrent calls of a model fairly among processes. Leases expire."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

LEASE_S = 15.0
# A process that asked for permits within this time counts as competing.
COMPETES_S = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """Number of concurrent calls ("places") that one process may make, and the number it wants."""

    process: str
    seen_at: float
    # Places it may be using now; at most this many until it asks again.
    held: int = 0
    wants: int = 0
    waits: bool = False
    # When it last had a place; a remaining place goes to the process that waited longest.
    served_at: float = 0.0


def renew_lease(
    leases: Sequence[Lease],
    process: str,
    *,
    in_flight: int,
    waiting: int,
    places: int,
    now: float,
) -> tuple[tuple[Lease, ...], int]:
    """Renew one process's lease; return all valid leases and the number of concurrent calls the process may make."""
    others = [
        lease for lease in leases if lease.process != process and lease.seen_at > now - LEASE_S
    ]
    before = next((lease for lease in leases if lease.process == process), None)
    mine = Lease(
        process=process,
        seen_at=now,
        wants=in_flight + waiting,
        waits=waiting > 0,
        served_at=before.served_at if before else 0.0,
    )
    free = places - sum(lease.held for lease in others)
    share = max(0, min(_fair(mine, others, places), free))
    held = max(in_flight, share)
    mine = replace(mine, held=held, served_at=now if held else mine.served_at)
    return (*others, mine), share


def remove_lease(leases: Sequence[Lease], process: str) -> tuple[Lease, ...]:
    return tuple(lease for lease in leases if lease.process != process)


def competing_processes(leases: Sequence[Lease], now: float) -> int:
    """Return the number of processes with waiting callers."""
    return sum(lease.waits and lease.seen_at > now - COMPETES_S for lease in leases)


def _fair(mine: Lease, others: Sequence[Lease], places: int) -> int:
    """Return the max-min fair share: small demands are met in full, the remaining places are divided equally."""
    left = places
    equal = places // (len(others) + 1)
    # Rounding favours the last in this order: the process that waited longest. All processes must
    # use the same order, or each would leave the last place to another.
    claims = sorted(
        (mine, *others),
        key=lambda lease: (min(lease.wants, equal), -lease.served_at, lease.process),
    )
    for index, lease in enumerate(claims):
        part = min(lease.wants, left // (len(claims) - index))
        if lease is mine:
            return part
        left -= part
    return 0
