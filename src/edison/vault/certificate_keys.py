"""Keys that sign certificates of promotions, derived from the private keys of the vault as those of the audit log are.

Only workers have private keys, so web processes cannot sign. The public key is enough to verify a signature.
"""

from collections.abc import Collection
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from edison.domain.promotions.certificate import SignedCertificate, signed_text
from edison.vault.audit_keys import audit_key_id as key_id_of
from edison.vault.key_ring import KeyRing

LABEL = b"edison promotion certificate v1"


class CertificateSigner:
    """Signs certificates with a key derived from the newest key of the key ring."""

    def __init__(self, ring: KeyRing) -> None:
        keys = [Ed25519PrivateKey.from_private_bytes(seed) for seed in ring.derive(LABEL)]
        self._key = keys[0]
        # Hexadecimal, newest first.
        self.publics = tuple(key.public_key().public_bytes_raw().hex() for key in keys)

    def sign(self, content: dict[str, Any]) -> SignedCertificate:
        public = self.publics[0]
        key_id = key_id_of(public)
        signature = self._key.sign(signed_text(content, key_id, public)).hex()
        return SignedCertificate(
            content=content, key_id=key_id, public_key=public, signature=signature
        )

    def __repr__(self) -> str:
        return f"CertificateSigner({key_id_of(self.publics[0])})"


def is_signed(found: SignedCertificate) -> bool:
    """Return whether the certificate has a valid signature of the key that it names, known or not."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(found.public_key))
        text = signed_text(found.content, found.key_id, found.public_key)
        key.verify(bytes.fromhex(found.signature), text)
    except (InvalidSignature, ValueError):
        return False
    return found.key_id == key_id_of(found.public_key)


def is_known(found: SignedCertificate, publics: Collection[str]) -> bool:
    return found.public_key in {public.strip().lower() for public in publics}
