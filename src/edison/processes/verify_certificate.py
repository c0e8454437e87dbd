"""Implementation of `edison verify`: checks the signature of a certificate without a server or a database."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from edison.domain.promotions.certificate import NotACertificate, read_document
from edison.processes.own_key_ring import own_key_ring
from edison.settings import Settings
from edison.vault.certificate_keys import CertificateSigner, is_known, is_signed


class CertificateState(IntEnum):
    """Result of a verification; its value is the exit code."""

    VALID = 0
    ALTERED = 1
    UNKNOWN_KEY = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificateCheck:
    state: CertificateState
    sentence: str
    # What was signed; empty unless the signature is valid.
    content: dict[str, Any] = field(default_factory=dict[str, Any])


def verify_certificate(data: bytes, publics: Sequence[str]) -> CertificateCheck:
    """Check the bytes of an exported certificate. Every byte counts, also spaces and the order of fields."""
    try:
        found = read_document(data)
    except NotACertificate as problem:
        return CertificateCheck(state=CertificateState.ALTERED, sentence=str(problem))
    if not is_signed(found):
        return CertificateCheck(
            state=CertificateState.ALTERED,
            sentence="The signature does not match: the certificate was altered after it was signed.",
        )
    if not is_known(found, publics):
        return CertificateCheck(
            state=CertificateState.UNKNOWN_KEY,
            sentence=f"It is signed with key {found.key_id}, which is not known here. Anybody can make such a key: "
            "give the public key of the installation with --key, or run this where a worker runs.",
        )
    return CertificateCheck(
        state=CertificateState.VALID,
        sentence=f"The certificate is unchanged since it was signed with key {found.key_id}.",
        content=found.content,
    )


def own_publics(settings: Settings) -> tuple[str, ...]:
    """Return the public keys that verify certificates of this installation, if this machine has its private keys."""
    ring = own_key_ring(settings)
    return () if ring is None else CertificateSigner(ring).publics
