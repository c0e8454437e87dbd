"""Files of calls are loaded one after the other, within a limit on all bytes of a process."""

import asyncio
from uuid import UUID

import pytest

from edison.domain.ids import ProjectId
from edison.domain.models.attached_file import AttachedFile, bytes_of
from edison.domain.models.model_call import Message, ModelCall
from edison.providers.call_files import CallFiles, FileGone

PROJECT = ProjectId(UUID(int=1))


class Shelf:
    """Files by their digests; counts the bytes that are held at a time."""

    def __init__(self) -> None:
        self.read: list[str] = []

    async def __call__(self, project: ProjectId, digest: str) -> bytes | None:
        assert project == PROJECT
        self.read.append(digest)
        await asyncio.sleep(0)
        return None if digest == "gone" else digest.encode()


def call_with(*files: AttachedFile) -> ModelCall:
    return ModelCall(model="m", messages=(Message(role="user", content="Hi", files=files),))


def picture(name: str, size: int) -> AttachedFile:
    return AttachedFile(file=name, media_type="image/png", size=size)


async def test_a_call_is_loaded_with_its_bytes_and_each_file_once() -> None:
    shelf = Shelf()
    one = picture("one", 3)

    async with CallFiles(shelf).loaded(PROJECT, call_with(one, picture("two", 3), one)) as call:
        assert [bytes_of(file) for file in call.messages[0].files] == [b"one", b"two", b"one"]

    assert shelf.read == ["one", "two"]


async def test_a_call_of_text_is_not_touched() -> None:
    call = call_with()

    async with CallFiles(Shelf()).loaded(PROJECT, call) as same:
        assert same is call


async def test_calls_wait_for_room_and_a_large_one_is_sent_alone() -> None:
    files = CallFiles(Shelf(), bytes_at_once=10)
    held, most = 0, 0

    async def send(size: int) -> None:
        nonlocal held, most
        async with files.loaded(PROJECT, call_with(picture(f"of {size}", size))):
            held += size
            most = max(most, held)
            await asyncio.sleep(0.001)
            held -= size

    async with asyncio.timeout(5), asyncio.TaskGroup() as group:
        for size in (4, 5, 6, 3, 9, 4, 4):
            group.create_task(send(size))
    assert 5 < most <= 10
    async with asyncio.timeout(5), asyncio.TaskGroup() as group:
        for size in (25, 1, 30):
            group.create_task(send(size))
    assert most == 30


async def test_a_missing_file_frees_its_room() -> None:
    files = CallFiles(Shelf(), bytes_at_once=10)

    for _ in range(3):
        with pytest.raises(FileGone, match="not stored any more"):
            async with files.loaded(PROJECT, call_with(picture("gone", 10))):
                pass
    async with asyncio.timeout(5), files.loaded(PROJECT, call_with(picture("one", 10))):
        pass
