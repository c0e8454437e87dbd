"""Signatures on the audit log: made by who has the private key, checked with the public half."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from nacl.public import PrivateKey

from edison.domain.audit.audit_chain import GENESIS
from edison.domain.audit.audit_checkpoints import (
    HEAD,
    Checkpoint,
    CheckpointTrail,
    checkpoint_from_json,
    checkpoint_to_json,
    hash_of_checkpoint,
)
from edison.vault.audit_keys import AuditSigner, AuditVerifier
from edison.vault.key_ring import KeyRing

AT = datetime(2026, 1, 1, 12, 0, 0, 5, tzinfo=UTC)


def signed(signer: AuditSigner, count: int, after: Checkpoint | None = None) -> list[Checkpoint]:
    """A trail of checkpoints on one chain, each one entry further."""
    made: list[Checkpoint] = []
    for _ in range(count):
        number = 1 if after is None else after.number + 1
        after = signer.sign(
            Checkpoint(
                number=number,
                kind=HEAD,
                scope="project",
                entry_number=number,
                entry_hash=f"{number:064x}",
                at=AT,
                key_id="",
                previous_hash=GENESIS if after is None else hash_of_checkpoint(after),
            )
        )
        made.append(after)
    return made


def walked(items: list[Checkpoint], *signers: AuditSigner) -> CheckpointTrail:
    verifier = AuditVerifier(public for signer in signers for public in signer.publics)
    trail = CheckpointTrail(verifier.check)
    trail.feed(items)
    trail.finish()
    return trail


@pytest.fixture
def signer() -> AuditSigner:
    return AuditSigner(KeyRing([PrivateKey.generate()]))


def test_a_whole_trail_says_what_was_signed(signer: AuditSigner) -> None:
    trail = walked(signed(signer, 3), signer)

    assert (trail.problems, trail.count) == ([], 3)
    assert trail.signed == {"project": {number: f"{number:064x}" for number in (1, 2, 3)}}


@pytest.mark.parametrize(
    "forged",
    [
        {"number": 9},
        {"kind": "start"},
        {"scope": "another"},
        {"entry_number": 9},
        {"entry_hash": "f" * 64},
        {"at": datetime(2026, 1, 2, tzinfo=UTC)},
        {"previous_hash": "f" * 64},
        {"signature": "00" * 64},
        {"signature": "no signature"},
    ],
    ids=str,
)
def test_a_signature_covers_every_field(signer: AuditSigner, forged: dict[str, object]) -> None:
    [item] = signed(signer, 1)
    verifier = AuditVerifier(signer.publics)
    assert verifier.check(item) is True

    assert verifier.check(replace(item, **forged)) is False


def test_a_key_that_is_gone_is_believed_if_a_known_one_signed_after_it(signer: AuditSigner) -> None:
    new = AuditSigner(KeyRing([PrivateKey.generate()]))
    old = signed(signer, 2)

    assert walked([*old, *signed(new, 1, old[-1])], new).problems == []
    assert walked(old, new).problems == [
        f"Checkpoint 1 and later ones are signed with key {signer.key_id}, which is unknown"
    ]


def test_a_stranger_cannot_put_their_checkpoints_before_ours(signer: AuditSigner) -> None:
    """Ours carries the hash of the one that was there."""
    stranger = AuditSigner(KeyRing([PrivateKey.generate()]))
    first, second = signed(signer, 2)
    [forged] = signed(stranger, 1)
    assert forged.number == first.number

    trail = walked([forged, second], signer)

    assert trail.problems == ["Checkpoint 1 or 2 was changed"]
    assert trail.signed["project"] == {2: second.entry_hash}


def test_a_copy_that_the_database_has_lost_still_counts(signer: AuditSigner) -> None:
    items = signed(signer, 3)
    trail = walked(items[:1], signer)

    trail.compare(items, "the copy")

    assert trail.problems == [
        f"Checkpoint {number} in the copy is missing from the database" for number in (2, 3)
    ]
    assert set(trail.signed["project"]) == {1, 2, 3}


def test_a_checkpoint_survives_the_file(signer: AuditSigner) -> None:
    [item] = signed(signer, 1)

    assert checkpoint_from_json(checkpoint_to_json(item)) == item


def test_the_signing_key_is_not_the_key_that_opens_secrets() -> None:
    key = PrivateKey.generate()

    [derived] = KeyRing([key]).derive(b"one")

    assert derived not in (bytes(key), *KeyRing([key]).derive(b"two"))
