"""Erasure of a person: the pseudonym, and the removal of personal data from audit entries."""

import re
from dataclasses import dataclass, replace
from typing import Any

from edison.domain.audit.audit_chain import AuditEntry
from edison.domain.ids import UserId


def pseudonym_of(user: UserId) -> str:
    """Return the pseudonym of a deleted person, which is different for every person."""
    return f"Deleted user {user.hex[-4:]}"


def address_of_nobody(user: UserId) -> str:
    """Return a unique email address for a deleted account: it receives no mail and cannot sign in."""
    return f"deleted-{user.hex}@deleted.invalid"


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Email address and all current and former names of a person."""

    user: UserId
    email: str
    labels: frozenset[str]

    @property
    def pseudonym(self) -> str:
        return pseudonym_of(self.user)

    def without(self, value: Any) -> Any:
        """Return a copy of a JSON value in which the person's names and email address are replaced.

        A name is replaced if it is the whole text or part of a sentence that Edison wrote, such as "Paused by Ada".
        Elsewhere it may be an ordinary word.
        """
        if isinstance(value, str):
            return self._without_name(value)
        if isinstance(value, dict):
            return {key: self.without(each) for key, each in value.items()}  # pyright: ignore[reportUnknownVariableType]
        if isinstance(value, list):
            return [self.without(each) for each in value]  # pyright: ignore[reportUnknownVariableType]
        return value

    def _without_name(self, text: str) -> str:
        if text in self.labels:
            return self.pseudonym
        for label in self.labels:
            name = re.escape(label)
            text = re.sub(rf"^{name}(?= )|(?<=[Bb]y ){name}(?!\w)", self.pseudonym, text)
        return re.sub(re.escape(self.email), self.pseudonym, text, flags=re.IGNORECASE)

    def redact(self, item: AuditEntry) -> AuditEntry:
        """Return the entry without the person's data, and without its origin if the person caused it.

        The hash of the entry stays the same.
        """
        theirs = item.actor_id == self.user
        return replace(
            item,
            actor_label=self.pseudonym if theirs else item.actor_label,
            changes=self.without(item.changes),
            metadata={} if theirs else self.without(item.metadata),
        )
