"""Taking a person out of what was recorded, without a way to change what was recorded."""

from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

from edison.domain.audit.audit_chain import (
    GENESIS,
    AuditEntry,
    ChainCheck,
    chained,
    entry,
    redaction,
)
from edison.domain.ids import UserId
from edison.domain.people.access import Actor, RequestOrigin
from edison.domain.retention.erasure import Identity

ADA = UserId(UUID("01890000-0000-7000-8000-000000007f3a"))
NOW = datetime(2026, 1, 31, tzinfo=UTC)
IDENTITY = Identity(user=ADA, email="ada@example.com", labels=frozenset({"Ada", "ada@example.com"}))
WHO = Actor(
    kind="user",
    id=ADA,
    user=ADA,
    label="Ada",
    origin=RequestOrigin(address="10.0.0.1", user_agent="x"),
)


def chain_of(*items: AuditEntry) -> list[AuditEntry]:
    placed: list[AuditEntry] = []
    for item in items:
        last = placed[-1].hash if placed else GENESIS
        placed.append(chained(item, len(placed) + 1, last))
    return placed


def broken_at(items: list[AuditEntry]) -> int | None:
    check = ChainCheck("installation")
    check.feed(items)
    check.finish(items[-1].number, items[-1].hash)
    return check.broken_at


def a_redacted_chain() -> list[AuditEntry]:
    first = entry(WHO, "user.renamed", ("user", ADA), at=NOW, changes={"name": {"new": "Ada"}})
    [written] = chain_of(first)
    left = replace(IDENTITY.redact(written), redacted=True)
    vouching = chained(redaction("installation", [left], NOW), 2, written.hash)
    return [left, vouching]


def test_names_and_addresses_are_replaced_wherever_they_stand() -> None:
    value = {
        "email": "ADA@example.com",
        "by": ["Ada", "Adamant", 7, None],
        "note": "to ada@example.com",
    }

    found = IDENTITY.without(value)

    who = "Deleted user 7f3a"
    assert found == {"email": who, "by": [who, "Adamant", 7, None], "note": f"to {who}"}


def test_a_name_in_a_sentence_of_ours_is_replaced_and_a_word_is_not() -> None:
    lines = [
        "Ada approved the suggestion",
        "Paused by Ada",
        "Adam is by Adam",
        "Say Ada in the prompt",
    ]

    who = "Deleted user 7f3a"
    assert IDENTITY.without(lines) == [
        f"{who} approved the suggestion",
        f"Paused by {who}",
        *lines[2:],
    ]


def test_a_redacted_chain_is_whole_and_names_nobody() -> None:
    chain = a_redacted_chain()

    assert broken_at(chain) is None
    assert chain[0].actor_label == "Deleted user 7f3a"
    assert chain[0].metadata == {}
    assert "Ada" not in str(chain[0].changes)


def test_a_redacted_entry_that_nobody_vouches_for_breaks_the_chain() -> None:
    left, vouching = a_redacted_chain()

    assert broken_at([left]) == 1
    assert broken_at([replace(left, changes={"name": {"new": "Mallory"}}), vouching]) == 1
    assert broken_at([replace(left, hash="0" * 64), vouching]) == 2


def test_an_entry_that_vouches_for_itself_is_no_witness() -> None:
    [item] = chain_of(entry(WHO, "audit.redacted", ("audit_log", None), at=NOW))
    changed = replace(item, redacted=True, changes={"entries": {"old": None, "new": {}}})

    assert broken_at([changed]) == 1
