"""Pull prompts into files and push changed files, without ever replacing a change that someone else made."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from edison.cli.api_client import Client, RequestRefused, part
from edison.cli.imports.prompt_files import (
    PromptFile,
    digest_of,
    file_name,
    from_text,
    plain_content,
    to_text,
)
from edison.cli.project_access import ProjectOptions, open_project


@dataclass(frozen=True, slots=True, kw_only=True)
class Synced:
    lines: list[str] = field(default_factory=list[str])
    conflicts: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Push:
    path: Path
    file: PromptFile
    # None: a new prompt.
    prompt: dict[str, Any] | None


async def pull_prompts(
    options: ProjectOptions, folder: Path, names: tuple[str, ...], *, force: bool
) -> Synced:
    """Write the newest version of each prompt. A file with own changes is kept, unless it is forced."""
    local = {file.name: (path, file) for path, file in _read(folder)}
    lines: list[str] = []
    conflicts = 0
    async with open_project(options) as (client, project):
        base = f"/projects/{part(project)}/prompts"
        for card in await client.every(base):
            if not card["latest"] or (names and card["name"] not in names):
                continue
            path, was = local.get(card["name"], (_free_path(folder, card["name"], local), None))
            if was is not None and was.changed and not force:
                conflicts += was.version != card["latest"]
                newer = "; the server has a newer version" if was.version != card["latest"] else ""
                lines.append(f"kept {path}: it has changes that were not pushed{newer}")
                continue
            version = await client.get(f"{base}/{card['id']}/versions/{card['latest']}")
            file = PromptFile(
                name=card["name"],
                kind=card["kind"],
                content=version["content"],
                version=card["latest"],
            )
            text = to_text(file)
            if not _write(path, text):
                continue
            lines.append(f"pulled {path}: version {card['latest']}")
    return Synced(lines=lines or ["Everything is up to date"], conflicts=conflicts)


async def push_prompts(
    options: ProjectOptions, folder: Path, message: str, *, dry_run: bool
) -> Synced:
    """Save changed files as versions. One conflict stops all, before anything is saved."""
    files = [(path, file) for path, file in _read(folder) if file.changed]
    if not files:
        return Synced(lines=["Nothing has changed"])
    async with open_project(options) as (client, project):
        base = f"/projects/{part(project)}/prompts"
        cards = {card["name"]: card for card in await client.every(base)}
        pushes = [
            _Push(
                path=path,
                file=file,
                prompt=await client.get(f"{base}/{cards[file.name]['id']}")
                if file.name in cards
                else None,
            )
            for path, file in files
        ]
        conflicts = [line for each in pushes if (line := _conflict(each)) is not None]
        if conflicts:
            return Synced(lines=[*conflicts, "Nothing was pushed"], conflicts=len(conflicts))
        if dry_run:
            return Synced(lines=[f"would push {each.path}" for each in pushes])
        return Synced(lines=[await _save(client, base, each, message) for each in pushes])


def _conflict(push: _Push) -> str | None:
    prompt, file = push.prompt, push.file
    if prompt is None:
        if not file.version:
            return None
        return f"conflict {push.path}: the prompt {file.name} is not on the server; set `version: 0` to create it"
    if prompt["latest"] != file.version:
        return (
            f"conflict {push.path}: the server has version {prompt['latest']}, the file was pulled from "
            f"{file.version or 'nowhere'}. Merge it, and set `version: {prompt['latest']}`"
        )
    if not prompt["clean"] and digest_of(prompt["draft"]) != digest_of(file.content):
        return f"conflict {push.path}: {file.name} has an unsaved draft on the server; save or discard it first"
    return None


async def _save(client: Client, base: str, push: _Push, message: str) -> str:
    content, prompt = plain_content(push.file.content), push.prompt
    if prompt is None:
        body = {"name": push.file.name, "kind": push.file.kind, "content": content}
        prompt = await client.post(base, body)
    else:
        # The revision makes the server refuse if someone edited the prompt since we read it.
        body = {"content": content, "revision": prompt["revision"]}
        prompt = await client.patch(f"{base}/{prompt['id']}", body)
    try:
        version = await client.post(f"{base}/{prompt['id']}/versions", {"changelog": message})
        number = int(version["number"])
    except RequestRefused as refused:
        # The text is the one that the server has: only the file did not know its version.
        if refused.code != "NOTHING_CHANGED":
            raise
        number = int(prompt["latest"])
    saved = replace(push.file, version=number)
    _write(push.path, to_text(saved))
    return f"pushed {push.path}: version {number}"


def _write(path: Path, text: str) -> bool:
    """Write a file; return whether it has changed."""
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return True


def _read(folder: Path) -> list[tuple[Path, PromptFile]]:
    found = [
        (path, from_text(path.read_text(encoding="utf-8"), path))
        for path in sorted(folder.glob("*.yaml"))
    ]
    names = [file.name for _, file in found]
    for name in names:
        if names.count(name) > 1:
            raise RuntimeError(f"Two files in {folder} have the prompt {name}")
    return found


def _free_path(folder: Path, name: str, local: dict[str, tuple[Path, PromptFile]]) -> Path:
    taken = {path for path, _ in local.values()}
    path = folder / file_name(name)
    number = 1
    while path in taken or (path.exists() and path not in taken):
        number += 1
        path = folder / file_name(f"{name} {number}")
    return path
