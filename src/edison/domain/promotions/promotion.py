"""Promotions: requests to move a protected label to a version, and what was decided about them."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from edison.domain.errors import InvalidInput, WrongState
from edison.domain.ids import PromotionId, PromptId, RunId, UserId
from edison.domain.people.access import Role
from edison.domain.people.label_protection import LabelProtection
from edison.domain.results.gate_rule import GateVerdict

LEAST_REASON = 20
MOST_TEXT = 2_000
# An override needs at least this role.
OVERRIDE_ROLE = Role.ADMIN


class PromotionState(StrEnum):
    WAITING = "WAITING"
    APPROVED = "APPROVED"
    REJECTED = "REJECTED"
    WITHDRAWN = "WITHDRAWN"


class PromotionKind(StrEnum):
    # Compared with the version that has the label.
    CHECKED = "CHECKED"
    # No version has the label, so there is nothing to compare with.
    FIRST = "FIRST"
    # Moved without evidence by an admin who gave a reason.
    OVERRIDE = "OVERRIDE"
    # Moved back to the version that had the label before.
    ROLLBACK = "ROLLBACK"


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirement:
    """One condition of a promotion, and whether it is met."""

    name: str
    met: bool
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Promotion:
    id: PromotionId
    prompt: PromptId
    prompt_name: str
    label: str
    number: int
    # The version that had the label when it was requested; None: none had it.
    from_number: int | None
    kind: PromotionKind
    state: PromotionState
    # Digest of the version's content when it was requested.
    digest: str
    run: RunId | None
    baseline_run: RunId | None
    verdict: GateVerdict | None
    sentence: str
    # As of the request; of a decided promotion as of the decision.
    requirements: tuple[Requirement, ...]
    # None: an API token, or a person whose account is gone. The label names it.
    requested_by: UserId | None
    requested_by_label: str
    requested_at: datetime
    decided_by: UserId | None = None
    decided_by_label: str | None = None
    decided_at: datetime | None = None
    # Of the person who requested it.
    note: str = ""
    # Of the person who decided.
    reason: str = ""
    # Approved by a person who created the version or requested the promotion.
    author_approved: bool = False
    # What is signed, and its signature; None: not approved, or not signed yet.
    certificate: dict[str, Any] | None = None
    key_id: str | None = None
    public_key: str | None = None
    signature: str | None = None

    @property
    def signed(self) -> bool:
        return self.signature is not None

    def must_wait(self) -> None:
        """Raise an error if the promotion was decided already."""
        if self.state is not PromotionState.WAITING:
            raise WrongState(
                f"This promotion is {self.state.lower()} already",
                advice="Request another promotion if the label should move.",
                state=str(self.state),
            )


def check_reason(reason: str) -> str:
    """Return the trimmed reason of an override; raise an error if it is too short to explain anything."""
    reason = reason.strip()
    if not LEAST_REASON <= len(reason) <= MOST_TEXT:
        raise InvalidInput(
            f"An override needs a reason of {LEAST_REASON} to {MOST_TEXT:,} characters",
            field="reason",
        )
    return reason


def approver_roles(protection: LabelProtection) -> tuple[Role, ...]:
    """Return the roles whose members may approve."""
    return tuple(role for role in Role if role.at_least(protection.approver_role))


def may_approve(role: Role, protection: LabelProtection) -> bool:
    return role.at_least(protection.approver_role)


def needs_another(
    user: UserId,
    authors: Collection[UserId],
    approvers: Iterable[UserId],
    protection: LabelProtection,
) -> bool:
    """Return whether another person must approve: the user is an author and somebody else could do it."""
    if user not in authors or protection.author_may_approve:
        return False
    return any(other not in authors for other in approvers)


def all_met(requirements: Sequence[Requirement]) -> bool:
    return all(one.met for one in requirements)


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelMove:
    """An approved promotion, as far as it counts for a rollback."""

    kind: PromotionKind
    from_number: int | None
    number: int


def version_before(moves: Sequence[LabelMove], current: int | None) -> int | None:
    """Return the version that a rollback restores, from the approved promotions of a label, oldest first.

    Each promotion goes one step on and each rollback one step back, so that a second rollback does not restore what
    the first one removed. None: there is no earlier version, or the label was moved without a promotion since.
    """
    held: list[int] = []
    for move in moves:
        if not held or held[-1] != move.from_number:
            held = [] if move.from_number is None else [move.from_number]
        if move.kind is PromotionKind.ROLLBACK:
            held.pop()
            if not held or held[-1] != move.number:
                held = [move.number]
        else:
            held.append(move.number)
    return held[-2] if len(held) > 1 and held[-1] == current else None
