"""Keys that sign audit checkpoints, derived from the private keys of the vault.

Only workers have private keys, so web processes cannot sign. The public key is enough to verify a signature.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import replace

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from edison.domain.audit.audit_checkpoints import Checkpoint, signed_text
from edison.vault.key_ring import KeyRing

LABEL = b"edison audit checkpoint v1"
ID_LENGTH = 16


class AuditSigner:
    """Signs audit checkpoints with a key derived from the newest key of the key ring."""

    def __init__(self, ring: KeyRing) -> None:
        keys = [Ed25519PrivateKey.from_private_bytes(seed) for seed in ring.derive(LABEL)]
        self._key = keys[0]
        # Hexadecimal, newest first.
        self.publics = tuple(key.public_key().public_bytes_raw().hex() for key in keys)
        self.key_id = audit_key_id(self.publics[0])

    def sign(self, item: Checkpoint) -> Checkpoint:
        """Return the checkpoint with key id and signature."""
        ours = replace(item, key_id=self.key_id)
        return replace(ours, signature=self._key.sign(signed_text(ours)).hex())

    def __repr__(self) -> str:
        return f"AuditSigner({self.key_id})"


class AuditVerifier:
    """Verifies signatures of checkpoints with known public keys."""

    def __init__(self, publics: Iterable[str]) -> None:
        self._keys = {
            audit_key_id(public): Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
            for public in publics
        }

    def __bool__(self) -> bool:
        return bool(self._keys)

    def check(self, item: Checkpoint) -> bool | None:
        """Return whether the signature is valid; None if the key is unknown."""
        key = self._keys.get(item.key_id)
        if key is None:
            return None
        try:
            key.verify(bytes.fromhex(item.signature), signed_text(item))
        except (InvalidSignature, ValueError):
            return False
        return True


def audit_key_id(public: str) -> str:
    """Return a fingerprint of a public key."""
    return hashlib.sha256(bytes.fromhex(public)).hexdigest()[:ID_LENGTH]
