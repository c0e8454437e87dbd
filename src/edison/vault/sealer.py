"""Sealing of secrets: the public key encrypts, and only the private key can decrypt."""

import base64
import binascii
import hashlib
import json
import os
from pathlib import Path
from uuid import UUID

from nacl.public import PrivateKey, PublicKey, SealedBox

from edison.vault.key_file import KeyFile, VaultKeyProblem

FORMAT = "v1"
# Prefixes of keys as text, which distinguish the kinds and let logs redact them.
PRIVATE_MARK = "edk_"
PUBLIC_MARK = "edp_"
ID_LENGTH = 16


class Sealer:
    """Seals with the newest public key and cannot unseal. Web processes have no other key."""

    def __init__(self, public: PublicKey) -> None:
        self._box = SealedBox(public)
        self.key_id = key_id(public)

    def seal(self, text: str, place: UUID) -> str:
        """Seal a text for one place (the id of its row); it cannot be unsealed for another place."""
        inner = json.dumps({"place": str(place), "text": text}).encode()
        sealed = base64.b64encode(self._box.encrypt(inner)).decode()
        return f"{FORMAT}:{self.key_id}:{sealed}"

    def __repr__(self) -> str:
        return f"Sealer({self.key_id})"


class FileSealer:
    """A sealer that rereads the key file, so that a rotation needs no restart."""

    def __init__(self, file: KeyFile) -> None:
        self._file = file
        self._seen: tuple[int, int] | None = None
        self._sealer = self._current()

    @property
    def key_id(self) -> str:
        return self._current().key_id

    def seal(self, text: str, place: UUID) -> str:
        return self._current().seal(text, place)

    def _current(self) -> Sealer:
        seen = _stamp(self._file.public)
        if seen is None or seen != self._seen:
            self._sealer = Sealer(read_public(self._file.newest_public()))
            self._seen = _stamp(self._file.public)
        return self._sealer

    def __repr__(self) -> str:
        return f"FileSealer({self._sealer.key_id})"


def load_sealer(given: str | None, file: Path) -> Sealer | FileSealer:
    """Return a sealer with the first given key, private or public; without any, with the newest key of the file."""
    keys = split_keys(given)
    if keys:
        return Sealer(read_public(keys[0]))
    return FileSealer(KeyFile(file))


def split_keys(given: str | None) -> list[str]:
    return [key.strip() for key in (given or "").split(",") if key.strip()]


def new_private() -> str:
    return private_text(PrivateKey.generate())


def private_text(key: PrivateKey) -> str:
    return PRIVATE_MARK + _encoded(bytes(key))


def public_text(key: PublicKey) -> str:
    return PUBLIC_MARK + _encoded(bytes(key))


def read_private(text: str) -> PrivateKey:
    if text.startswith(PUBLIC_MARK):
        raise VaultKeyProblem(
            "This is a public key: it can seal but not unseal. Workers and the command line need the "
            f"private keys, which begin with {PRIVATE_MARK}"
        )
    return PrivateKey(_decoded(text, PRIVATE_MARK))


def read_public(text: str) -> PublicKey:
    if text.startswith(PRIVATE_MARK):
        return read_private(text).public_key
    return PublicKey(_decoded(text, PUBLIC_MARK))


def key_id(key: PublicKey) -> str:
    """Return the fingerprint of a public key."""
    return hashlib.sha256(bytes(key)).hexdigest()[:ID_LENGTH]


def sealed_with(sealed: str) -> str:
    """Return the id of the key that sealed a text; empty if the text is not sealed."""
    parts = sealed.split(":")
    return parts[1] if len(parts) == 3 and parts[0] == FORMAT else ""


def _encoded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _decoded(text: str, mark: str) -> bytes:
    # Never quotes its input, which may be a valid key with a space in it.
    try:
        if not text.startswith(mark):
            raise ValueError
        raw = base64.b64decode(text.removeprefix(mark) + "=", altchars=b"-_", validate=True)
        if len(raw) != PublicKey.SIZE:
            raise ValueError
    except (ValueError, binascii.Error):
        raise VaultKeyProblem(
            f"A vault key is not valid: it must be {mark} and 43 characters, as `edison keys new` "
            "prints it"
        ) from None
    return raw


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_mtime_ns, found.st_ino
