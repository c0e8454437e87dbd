"""Password hashing with bcrypt at cost 12, in threads; unknown accounts take the same time as known ones."""

import asyncio
import base64
import hashlib
import hmac
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import bcrypt

T = TypeVar("T")

COST = 12


class Passwords:
    """Hashes and checks passwords in its own threads, so that many sign-ins do not block other work."""

    def __init__(self, cost: int = COST) -> None:
        self._cost = cost
        self._threads = ThreadPoolExecutor(
            max_workers=os.cpu_count() or 2, thread_name_prefix="bcrypt"
        )
        # A hash of a random text: checking it takes as long as checking a real one.
        self._nobody = bcrypt.gensalt(cost).decode() + "." * 31

    async def hash(self, password: str) -> str:
        return await self._run(lambda: _hash(password, self._cost))

    async def matches(self, password: str, stored: str | None) -> bool:
        """Return whether the password is right; without a stored hash, do the same work and return False."""
        return await self._run(lambda: _check(password, stored or self._nobody))

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


def _prepared(password: str) -> bytes:
    # bcrypt reads 72 bytes and stops at NUL; with a keyed digest every character of a long password counts.
    digest = hmac.new(b"edison-password-v1", password.encode(), hashlib.sha256).digest()
    return base64.b64encode(digest)


def _hash(password: str, cost: int) -> str:
    return bcrypt.hashpw(_prepared(password), bcrypt.gensalt(cost)).decode()


def _check(password: str, stored: str) -> bool:
    return bcrypt.checkpw(_prepared(password), stored.encode())
