"""The key file of the vault: written atomically, readable only by its owner.

A second file next to it holds the newest public key, for processes that only seal.
"""

import fcntl
import json
import os
import secrets
import stat
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any


class VaultKeyProblem(RuntimeError):
    """The vault's keys cannot be used; the message says what to do and never contains a key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredKey:
    id: str
    private: str = field(repr=False)
    public: str
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredKeys:
    """The keys of the file, newest first. While `rotating`, some secrets may be sealed with an older key."""

    keys: tuple[StoredKey, ...]
    rotating: bool = False


class KeyFile:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.public = path.with_suffix(".public.json")

    def exists(self) -> bool:
        return self.path.exists()

    def read(self) -> StoredKeys:
        """Read all keys; raise an error if other users can read the file."""
        try:
            with self.path.open(encoding="utf-8") as opened:
                mode = stat.S_IMODE(os.fstat(opened.fileno()).st_mode)
                if mode & 0o077:
                    raise VaultKeyProblem(
                        f"{self.path} can be read by others (mode {mode:o}). "
                        f"Run: chmod 600 {self.path}"
                    )
                return _from_json(json.load(opened))
        except FileNotFoundError:
            raise VaultKeyProblem(
                f"{self.path} is missing. Restore it from your copy of the vault's keys"
            ) from None
        except (ValueError, KeyError, TypeError, IndexError):
            # Without its cause, because a parser quotes its input.
            raise VaultKeyProblem(
                f"{self.path} is damaged. Restore it from your copy of the vault's keys"
            ) from None

    def newest_public(self) -> str:
        """Return the newest public key, from the public key file if it exists."""
        try:
            return str(json.loads(self.public.read_text(encoding="utf-8"))["public"])
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            return self.publish().keys[0].public

    def create(self, make: Callable[[], StoredKey]) -> StoredKeys:
        """Read the key file, or create it; processes that start at the same time get the same keys."""
        if not self.path.exists():
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            part = self._part(self.path, _to_json(StoredKeys(keys=(make(),))), 0o600)
            try:
                # A hard link is created atomically, and fails if another process was first.
                os.link(part, self.path)
                _flush_folder(self.path.parent)
            except FileExistsError:
                pass
            finally:
                part.unlink()
        return self.publish()

    def publish(self) -> StoredKeys:
        """Write the newest public key to the public key file, for example after a restore of the key file."""
        stored = self.read()
        if not self._is_published(stored):
            with self._alone():
                stored = self._publish()
        return stored

    def add(self, key: StoredKey) -> StoredKeys:
        """Add a key as the newest key; the other keys are kept."""
        with self._alone():
            stored = self.read()
            self._replace(
                self.path,
                _to_json(StoredKeys(keys=(key, *stored.keys), rotating=True)),
                0o600,
            )
            return self._publish()

    def finish_rotation(self) -> None:
        with self._alone():
            stored = self.read()
            if stored.rotating:
                self._replace(self.path, _to_json(replace(stored, rotating=False)), 0o600)

    def remove(self, ids: frozenset[str]) -> StoredKeys:
        """Delete keys permanently; the newest key is never deleted."""
        with self._alone():
            stored = self.read()
            newest, *older = stored.keys
            kept = (newest, *(key for key in older if key.id not in ids))
            if len(kept) != len(stored.keys):
                self._replace(self.path, _to_json(replace(stored, keys=kept)), 0o600)
            return self._publish()

    def _publish(self) -> StoredKeys:
        stored = self.read()
        if not self._is_published(stored):
            self._replace(self.public, _public_json(stored), 0o644)
        return stored

    def _is_published(self, stored: StoredKeys) -> bool:
        try:
            return self.public.read_text(encoding="utf-8") == _public_json(stored)
        except FileNotFoundError:
            return False

    @contextmanager
    def _alone(self) -> Generator[None]:
        """Lock the file, because concurrent changes would overwrite each other and lose a key."""
        lock = self.path.with_suffix(".lock")
        opened = os.open(lock, os.O_CREAT | os.O_RDWR, 0o600)
        try:
            fcntl.flock(opened, fcntl.LOCK_EX)
            yield
        finally:
            os.close(opened)

    def _replace(self, path: Path, text: str, mode: int) -> None:
        part = self._part(path, text, mode)
        try:
            os.replace(part, path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
        _flush_folder(path.parent)

    def _part(self, path: Path, text: str, mode: int) -> Path:
        # A random name, not the process id: containers that share a folder may share ids.
        part = path.with_suffix(f".{secrets.token_hex(8)}.part")
        opened = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode)
        with os.fdopen(opened, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            # A key that secrets are sealed with must survive a power failure.
            os.fsync(file.fileno())
        return part


def _flush_folder(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _to_json(stored: StoredKeys) -> str:
    keys = [
        {
            "id": key.id,
            "private": key.private,
            "public": key.public,
            "created_at": key.created_at.isoformat(),
        }
        for key in stored.keys
    ]
    return json.dumps({"rotating": stored.rotating, "keys": keys}, indent=2) + "\n"


def _public_json(stored: StoredKeys) -> str:
    newest = stored.keys[0]
    return json.dumps({"id": newest.id, "public": newest.public}, indent=2) + "\n"


def _from_json(found: dict[str, Any]) -> StoredKeys:
    keys = tuple(
        StoredKey(
            id=str(key["id"]),
            private=str(key["private"]),
            public=str(key["public"]),
            created_at=datetime.fromisoformat(key["created_at"]),
        )
        for key in found["keys"]
    )
    if not keys:
        raise ValueError
    return StoredKeys(keys=keys, rotating=bool(found.get("rotating", False)))
