"""The private keys of the vault, for workers and the command line only. The newest key seals."""

import base64
import binascii
import json
from datetime import datetime
from pathlib import Path
from uuid import UUID

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from nacl.exceptions import CryptoError
from nacl.public import PrivateKey, SealedBox

from edison.vault.key_file import KeyFile, StoredKey, StoredKeys, VaultKeyProblem
from edison.vault.sealer import (
    FORMAT,
    FileSealer,
    Sealer,
    key_id,
    load_sealer,
    private_text,
    public_text,
    read_private,
    sealed_with,
    split_keys,
)


class CannotOpen(RuntimeError):
    """A secret cannot be unsealed; the message says what to do and contains no part of the secret."""


class KeyMissing(CannotOpen):
    """The secret was sealed with a key that is not on the key ring."""


class KeyRing:
    """Unseals secrets sealed with any of its keys. If it has a file, it rereads the file for an unknown key."""

    def __init__(self, keys: list[PrivateKey], file: KeyFile | None = None) -> None:
        if not keys:
            raise VaultKeyProblem("The vault has no key")
        self._file = file
        self._take(keys)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the keys, newest first."""
        return tuple(self._boxes)

    @property
    def newest(self) -> Sealer:
        return self._newest

    def derive(self, label: bytes) -> tuple[bytes, ...]:
        """Derive 32 bytes for another purpose from each key, newest first; they do not reveal the keys."""
        return tuple(
            HKDF(algorithm=SHA256(), length=32, salt=None, info=label).derive(bytes(key))
            for key in self._keys
        )

    def seal(self, text: str, place: UUID) -> str:
        return self._newest.seal(text, place)

    def open(self, sealed: str, place: UUID) -> str:
        """Unseal a text that was sealed for this place (the id of its row), or raise CannotOpen."""
        head, _, encoded = sealed.rpartition(":")
        key = sealed_with(sealed)
        if not key or head != f"{FORMAT}:{key}":
            raise CannotOpen("The secret is damaged. Enter it again")
        box = self._boxes.get(key) or self._look_again(key)
        try:
            inner = json.loads(box.decrypt(base64.b64decode(encoded, validate=True)))
            belongs, text = str(inner["place"]), str(inner["text"])
        except (CryptoError, binascii.Error, ValueError, KeyError, TypeError):
            raise CannotOpen("The secret is damaged. Enter it again") from None
        if belongs != str(place):
            raise CannotOpen("The secret was sealed for another credential. Enter it again")
        return text

    def _look_again(self, wanted: str) -> SealedBox[PrivateKey]:
        """Reread the key file, because a rotation may have added the key."""
        if self._file is not None:
            self._take(_private_keys(self._file.read()))
        if wanted not in self._boxes:
            where = self._file.path if self._file else "EDISON_VAULT_KEYS"
            raise KeyMissing(
                f"The secret is sealed with key {wanted}, which is not in {where}. "
                "Restore the vault key file that has it, or enter the secret again"
            )
        return self._boxes[wanted]

    def _take(self, keys: list[PrivateKey]) -> None:
        self._keys = tuple(keys)
        self._newest = Sealer(keys[0].public_key)
        self._boxes = {key_id(key.public_key): SealedBox(key) for key in keys}

    def __repr__(self) -> str:
        return f"KeyRing({', '.join(self.ids)})"


def load_key_ring(given: str | None, file: Path, now: datetime) -> KeyRing:
    """Load the given keys; without any, load the key file, which is created if it does not exist."""
    texts = split_keys(given)
    if texts:
        return KeyRing([read_private(text) for text in texts])
    stored = KeyFile(file)
    return KeyRing(_private_keys(stored.create(lambda: new_key(now))), stored)


def stored_key_ring(file: KeyFile) -> KeyRing:
    """Load the keys of an existing file."""
    return KeyRing(_private_keys(file.read()), file)


def ready_sealer(given: str | None, file: Path, now: datetime) -> Sealer | FileSealer:
    """Return a sealer for the web process; create the key file if it does not exist."""
    if not split_keys(given) and not KeyFile(file).public.exists():
        KeyFile(file).create(lambda: new_key(now))
    return load_sealer(given, file)


def new_key(now: datetime) -> StoredKey:
    key = PrivateKey.generate()
    return StoredKey(
        id=key_id(key.public_key),
        private=private_text(key),
        public=public_text(key.public_key),
        created_at=now,
    )


def _private_keys(stored: StoredKeys) -> list[PrivateKey]:
    return [read_private(key.private) for key in stored.keys]
