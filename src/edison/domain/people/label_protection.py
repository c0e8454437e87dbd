"""Protection of a label such as `production`: which evidence moves it, and who decides."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from edison.domain.errors import InvalidInput
from edison.domain.ids import SuiteId
from edison.domain.people.access import Role
from edison.domain.prompts.label_names import check_label
from edison.domain.results.gate_margin import USUAL_MARGIN

PRODUCTION = "production"
MOST_PROTECTED = 20
FIELD = "settings.protected_labels"
APPROVERS = (Role.REVIEWER, Role.EDITOR, Role.ADMIN, Role.OWNER)


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelProtection:
    """The rules for promoting a version to a label."""

    label: str
    # The run must be an execution of this suite, so that nobody chooses the cases; None: any run on a dataset.
    suite: SuiteId | None = None
    # The loss that is accepted, from 0 to 1.
    margin: float = USUAL_MARGIN
    # Above 0, the version must be better than the holder of the label by at least this.
    minimum_effect: float = 0.0
    approver_role: Role = Role.ADMIN
    # Who created the version or requested the promotion may approve it.
    author_may_approve: bool = False


# The protection of new projects.
USUAL_PROTECTIONS = (LabelProtection(label=PRODUCTION),)


def check_protections(protections: Sequence[LabelProtection]) -> None:
    """Raise an error if a label is protected twice or a rule is out of range."""
    if len(protections) > MOST_PROTECTED:
        raise InvalidInput(f"A project protects at most {MOST_PROTECTED} labels", field=FIELD)
    labels = [one.label for one in protections]
    if len(set(labels)) != len(labels):
        raise InvalidInput("A label is protected twice", field=FIELD)
    for one in protections:
        check_label(one.label)
        for name, share in (("margin", one.margin), ("minimum_effect", one.minimum_effect)):
            if not 0 <= share <= 1:
                raise InvalidInput(f"{name} is between 0 and 1", field=FIELD)
        if one.approver_role not in APPROVERS:
            raise InvalidInput("A viewer cannot approve promotions", field=FIELD)


def protection_to_json(protection: LabelProtection) -> dict[str, Any]:
    return {
        "label": protection.label,
        "suite": None if protection.suite is None else str(protection.suite),
        "margin": protection.margin,
        "minimum_effect": protection.minimum_effect,
        "approver_role": str(protection.approver_role),
        "author_may_approve": protection.author_may_approve,
    }


def protection_from_json(stored: dict[str, Any]) -> LabelProtection:
    suite = stored["suite"]
    return LabelProtection(
        label=stored["label"],
        suite=None if suite is None else SuiteId(UUID(suite)),
        margin=stored["margin"],
        minimum_effect=stored["minimum_effect"],
        approver_role=Role(stored["approver_role"]),
        author_may_approve=stored["author_may_approve"],
    )
