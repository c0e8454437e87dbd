"""Store files of cases, read them, and check that the files a case names are stored in its project."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import unquote, urlsplit

from edison.domain.datasets.dataset import CaseContent, CaseValue, files_in
from edison.domain.errors import (
    FileTooLarge,
    ForbiddenAddress,
    InvalidInput,
    ProviderUnreachable,
    UnreadableFile,
)
from edison.domain.ids import ProjectId
from edison.domain.models.attached_file import AttachedFile, LoadedFile
from edison.domain.people.access import Actor, Permission
from edison.domain.unstorable_text import unstorable
from edison.engine.project_tx import ProjectTx
from edison.kit.digests import sha256_of_bytes
from edison.kit.media_facts import UnknownMedia, read_media
from edison.network.address_guard import Blocked
from edison.network.guarded_http import GuardedHttp, HostUnreachable, TimedOut
from edison.network.wire_request import WireRequest
from edison.services.context import Context
from edison.services.permission_check import require_live_project
from edison.store.unit_of_work import ReadTx

FILES_AT_MOST = 20_000
BYTES_AT_MOST = 4 * 1024**3
NAME_AT_MOST = 255
FETCH_WITHIN_S = 20.0
# Whoever may edit datasets must not reach the network of the installation.
PRIVATE_ALLOWED = False
PUBLIC_ONLY = "Use a public https address, or download the file and upload it."


@dataclass(frozen=True, slots=True, kw_only=True)
class AddFile:
    project: ProjectId
    name: str
    content: bytes


async def add_file(ctx: Context, who: Actor, cmd: AddFile) -> AttachedFile:
    """Store a file; a file with the same bytes is stored once."""
    who.must(Permission.EDIT_DATASETS, cmd.project)
    file = await _recognized(cmd.name, cmd.content, ctx.imports.most_bytes)
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.EDIT_DATASETS)
        await store_files(tx, {file.file: (file, cmd.content)})
    return file


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchFile:
    project: ProjectId
    url: str


async def fetch_file(ctx: Context, who: Actor, cmd: FetchFile) -> AttachedFile:
    """Fetch a file once from a public address, and store it. Later changes at the address have no effect."""
    who.must(Permission.EDIT_DATASETS, cmd.project)
    content = await _fetched(cmd.url, ctx.imports.most_bytes)
    name = unquote(urlsplit(cmd.url).path).rpartition("/")[2]
    return await add_file(ctx, who, AddFile(project=cmd.project, name=name, content=content))


async def _fetched(url: str, most_bytes: int) -> bytes:
    http = GuardedHttp(max_body=most_bytes)
    request = WireRequest(
        method="GET", url=url, headers={"accept": "image/*, application/pdf, audio/*"}
    )
    try:
        response = await http.send(request, allow_private=PRIVATE_ALLOWED, timeout_s=FETCH_WITHIN_S)
    except Blocked as blocked:
        raise ForbiddenAddress(blocked.reason, field="url", advice=PUBLIC_ONLY) from blocked
    except (TimedOut, HostUnreachable) as failed:
        raise ProviderUnreachable(
            f"The file cannot be fetched: {failed.message}",
            field="url",
            advice="Check the address, or download the file and upload it.",
        ) from failed
    finally:
        await http.close()
    if response.status != 200:
        raise InvalidInput(
            f"The address answers with status {response.status} and not with a file",
            field="url",
            advice="Use the final address of the file. Redirects are not followed.",
        )
    return response.body


async def read_file(ctx: Context, who: Actor, project: ProjectId, digest: str) -> LoadedFile:
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await tx.files.read(project, digest)


async def _recognized(name: str, content: bytes, most_bytes: int) -> AttachedFile:
    """Return the digest, type and size of a file, read from its bytes; raise an error if it cannot be used."""
    if len(content) > most_bytes:
        raise FileTooLarge(f"File too large (max {most_bytes // 1_048_576}MB)", field="file")
    name = name.replace("\\", "/").rpartition("/")[2].strip()[:NAME_AT_MOST]
    if wrong := unstorable(name):
        raise InvalidInput(wrong, field="filename")
    try:
        facts = await asyncio.to_thread(read_media, content)
    except UnknownMedia as unknown:
        raise UnreadableFile(
            str(unknown),
            field="file",
            advice="Choose a PNG, JPEG, GIF or WebP image, a PDF, or WAV or MP3 audio.",
        ) from unknown
    return AttachedFile(
        file=await asyncio.to_thread(sha256_of_bytes, content),
        media_type=facts.media_type,
        name=name,
        size=len(content),
        width=facts.width,
        height=facts.height,
        pages=facts.pages,
        seconds=facts.seconds,
    )


async def store_files(tx: ProjectTx, files: Mapping[str, tuple[AttachedFile, bytes]]) -> None:
    """Store the files that are new to the project, within its limits on number and size."""
    number, size = await tx.files.usage(tx.project)
    there = await tx.files.find(tx.project, files.keys())
    for digest, (file, content) in files.items():
        if digest in there:
            continue
        number, size = number + 1, size + file.size
        if number > FILES_AT_MOST or size > BYTES_AT_MOST:
            raise InvalidInput(
                f"A project stores at most {FILES_AT_MOST:,} files with {BYTES_AT_MOST // 1024**3} GB in all",
                field="file",
            )
        await tx.files.add(tx.project, file, content, tx.who.label, tx.now)
        tx.record_entry(
            "file.stored",
            ("file", digest[:32]),
            {
                "name": {"old": None, "new": file.name},
                "media_type": {"old": None, "new": file.media_type},
                "bytes": {"old": None, "new": file.size},
            },
        )


async def with_stored_files(
    tx: ReadTx, project: ProjectId, contents: Iterable[CaseContent], where: str = "cases.{}."
) -> tuple[CaseContent, ...]:
    """Return the cases with what the project knows about their files; raise an error for a file that is not stored.

    Only the digest and the name of a file come from outside. Its type and size are those of the stored bytes.
    """
    contents = tuple(contents)
    named = {
        file.file
        for content in contents
        for value in content.values.values()
        for file in files_in(value)
    }
    if not named:
        return contents
    there = await tx.files.find(project, named)
    done: list[CaseContent] = []
    for place, content in enumerate(contents):
        values: dict[str, CaseValue] = {}
        for name, value in content.values.items():
            try:
                values[name] = _known(value, there)
            except KeyError as missing:
                raise InvalidInput(
                    f"The file {str(missing.args[0])[:12]} is not stored in this project",
                    field=f"{where.format(place)}values.{name}",
                    advice="Upload the file first, and use the digest of the answer.",
                ) from missing
        done.append(replace(content, values=values))
    return tuple(done)


def _known(value: CaseValue, there: Mapping[str, AttachedFile]) -> CaseValue:
    if isinstance(value, AttachedFile):
        return _file(value, there)
    if isinstance(value, str):
        return value
    return tuple(
        replace(message, files=tuple(_file(file, there) for file in message.files))
        for message in value
    )


def _file(given: AttachedFile, there: Mapping[str, AttachedFile]) -> AttachedFile:
    known = there[given.file]
    return replace(known, name=given.name or known.name, at=given.at)
