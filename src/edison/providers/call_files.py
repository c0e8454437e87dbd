"""Load the files of a call just before it is sent, within a limit on the bytes that all calls of a process hold.

A chunk prepares hundreds of calls at once, so calls wait here rather than in memory.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

from edison.domain.ids import ProjectId
from edison.domain.models.attached_file import AttachedFile, loaded
from edison.domain.models.model_call import Message, ModelCall

# Returns None if the file is not stored.
ReadBytes = Callable[[ProjectId, str], Awaitable[bytes | None]]

# A request holds its files about three times: as bytes, as base64 and in its body.
BYTES_AT_ONCE = 32 * 1024 * 1024


class FileGone(Exception):
    """A file of a call is not stored any more."""

    def __init__(self, file: AttachedFile) -> None:
        super().__init__(f"The file {file.name or file.file[:12]} is not stored any more")


class CallFiles:
    def __init__(self, read: ReadBytes, *, bytes_at_once: int = BYTES_AT_ONCE) -> None:
        self._read = read
        self._most = bytes_at_once
        self._held = 0
        self._freed = asyncio.Condition()

    @asynccontextmanager
    async def loaded(self, project: ProjectId, call: ModelCall) -> AsyncGenerator[ModelCall]:
        """Yield the call with the bytes of its files; raise FileGone if one is missing."""
        files = {file.file: file for message in call.messages for file in message.files}
        if not files:
            yield call
            return
        # A call above the limit is sent alone.
        size = min(self._most, sum(file.size for file in files.values()))
        async with self._freed:
            await self._freed.wait_for(lambda: self._held + size <= self._most)
            self._held += size
        try:
            yield await self._with_bytes(project, call, files)
        finally:
            async with self._freed:
                self._held -= size
                self._freed.notify_all()

    async def _with_bytes(
        self, project: ProjectId, call: ModelCall, files: dict[str, AttachedFile]
    ) -> ModelCall:
        found: dict[str, bytes] = {}
        for digest, file in files.items():
            data = await self._read(project, digest)
            if data is None:
                raise FileGone(file)
            found[digest] = data
        return replace(call, messages=tuple(_filled(message, found) for message in call.messages))


def _filled(message: Message, found: dict[str, bytes]) -> Message:
    if not message.files:
        return message
    return replace(message, files=tuple(loaded(file, found[file.file]) for file in message.files))
