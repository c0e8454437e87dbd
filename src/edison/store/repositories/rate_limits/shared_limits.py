"""Repository of rate limiters and circuit breakers: a change locks one row and applies a pure function to its state."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert

from edison.domain.ids import CredentialId, ProjectId
from edison.domain.models.circuit_breaker import BreakerState, Circuit
from edison.domain.rate_limits.allocation import (
    Grant,
    Pace,
    RateLimits,
    SlotRequest,
    exchange_slots,
)
from edison.domain.rate_limits.call_history import StartCount
from edison.domain.rate_limits.leases import Lease
from edison.store.repositories.base import Repository
from edison.store.tables.rate_limits import CircuitRow, PaceRow

_NOW = func.clock_timestamp()


class SharedLimits(Repository):
    """Repository of rate limiters and circuit breakers.

    Times are in seconds of the database clock, which all processes share.
    """

    async def exchange(
        self,
        project: ProjectId,
        credential: CredentialId,
        model: str,
        ask: SlotRequest,
        limits: RateLimits,
    ) -> Grant:
        """Report usage and request slots in one short transaction."""
        key = (
            PaceRow.project_id == project,
            PaceRow.credential_id == credential,
            PaceRow.model == model,
        )
        query = select(PaceRow.state, _NOW).where(*key).with_for_update()
        found = (await self._session.execute(query)).one_or_none()
        if found is None:
            await self._session.execute(
                insert(PaceRow)
                .values(
                    project_id=project,
                    credential_id=credential,
                    model=model,
                    state={},
                    updated_at=_NOW,
                )
                .on_conflict_do_nothing()
            )
            found = (await self._session.execute(query)).one()
        pace, grant = exchange_slots(_to_pace(found[0]), ask, limits, found[1].timestamp())
        await self._session.execute(
            update(PaceRow).where(*key).values(state=_pace_state(pace), updated_at=found[1])
        )
        return grant

    async def circuit(self, project: ProjectId, credential: CredentialId) -> tuple[Circuit, float]:
        """Return the circuit breaker of a credential, and the current time of the database clock."""
        query = select(_NOW, CircuitRow).outerjoin_from(
            select(1).subquery(),
            CircuitRow,
            (CircuitRow.project_id == project) & (CircuitRow.credential_id == credential),
        )
        now, row = (await self._session.execute(query)).one()
        return (_to_circuit(row) if row else Circuit()), now.timestamp()

    async def circuits(
        self, project: ProjectId, credentials: Sequence[CredentialId]
    ) -> dict[CredentialId, Circuit]:
        """Return the circuit breakers of these credentials; a credential without a row has never failed."""
        rows = await self._session.scalars(
            select(CircuitRow).where(
                CircuitRow.project_id == project, CircuitRow.credential_id.in_(credentials)
            )
        )
        known = {CredentialId(row.credential_id): _to_circuit(row) for row in rows}
        return {credential: known.get(credential, Circuit()) for credential in credentials}

    async def change_circuit(
        self,
        project: ProjectId,
        credential: CredentialId,
        change: Callable[[Circuit, float], Circuit],
    ) -> tuple[Circuit, float]:
        """Lock a circuit breaker and apply a change to it; return its new state and the time of the change."""
        key = (CircuitRow.project_id == project, CircuitRow.credential_id == credential)
        query = select(CircuitRow, _NOW).where(*key).with_for_update()
        found = (await self._session.execute(query)).one_or_none()
        if found is None:
            await self._session.execute(
                insert(CircuitRow)
                .values(
                    project_id=project,
                    credential_id=credential,
                    updated_at=_NOW,
                    **_circuit_values(Circuit()),
                )
                .on_conflict_do_nothing()
            )
            found = (await self._session.execute(query)).one()
        now: float = found[1].timestamp()
        before = _to_circuit(found[0])
        after = change(before, now)
        if after != before:
            await self._session.execute(
                update(CircuitRow)
                .where(*key)
                .values(updated_at=found[1], **_circuit_values(after))
                .execution_options(synchronize_session=False)
            )
        return after, now


def _to_pace(state: dict[str, Any]) -> Pace:
    # Unknown fields of another version are ignored; their values are learned again.
    known: dict[str, Any] = {
        name: state[name] for name in Pace.__dataclass_fields__ if name in state
    }
    known["beats"] = tuple(
        StartCount(number=number, granted=granted, refused=refused, unanswered=unanswered)
        for number, granted, refused, unanswered in state.get("beats", ())
    )
    known["leases"] = tuple(Lease(**lease) for lease in state.get("leases", ()))
    return Pace(**known)


def _pace_state(pace: Pace) -> dict[str, Any]:
    state: dict[str, Any] = {
        name: getattr(pace, name)
        for name in Pace.__dataclass_fields__
        if name not in {"beats", "leases"}
    }
    state["beats"] = [
        (beat.number, beat.granted, beat.refused, beat.unanswered) for beat in pace.beats
    ]
    state["leases"] = [asdict(lease) for lease in pace.leases]
    return state


def _to_circuit(row: CircuitRow) -> Circuit:
    return Circuit(
        state=BreakerState(row.state),
        failures=row.failures,
        successes=row.successes,
        next_attempt_at=row.next_attempt_at.timestamp() if row.next_attempt_at else None,
        trials=tuple(row.trials),
    )


def _circuit_values(circuit: Circuit) -> dict[str, Any]:
    opens = circuit.next_attempt_at
    return {
        "state": circuit.state,
        "failures": circuit.failures,
        "successes": circuit.successes,
        "next_attempt_at": datetime.fromtimestamp(opens, UTC) if opens is not None else None,
        "trials": list(circuit.trials),
    }
