"""Send a configuration and the files it refers to, and nothing else of the folder."""

import base64
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from edison.cli.api_client import Client, part
from edison.cli.project_access import ProjectOptions, open_project

FILES_AT_MOST = 200
# A reference in a text: file://…, or a relative path that ends like a file of data.
_REFERENCE = re.compile(
    r"file://(?P<marked>[^\s\"',\]}]+)"
    r"|(?P<plain>[\w./*-]+\.(?:csv|json|jsonl|ya?ml|txt|md|py|js|cjs|mjs|ts|j2|xml|html))\b"
)
_MAY_REFER = {".yaml", ".yml", ".json", ".csv", ".jsonl"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What the command line asks for."""

    kind: str
    file: Path
    dry_run: bool = False
    name: str | None = None
    models: dict[str, str] | None = None


async def run_import(options: ProjectOptions, wanted: Wanted) -> dict[str, Any]:
    """Import the files, or only report; return the answer of the server."""
    files = [file_body(path, name) for name, path in collect_files(wanted.file).items()]
    async with open_project(options) as (client, project):
        body: dict[str, Any] = {"kind": wanted.kind, "files": files}
        if wanted.models:
            body["models"] = await _model_ids(client, project, wanted.models)
        if not wanted.dry_run and wanted.name is not None:
            body["name"] = wanted.name
        verb = "preview" if wanted.dry_run else "apply"
        found: dict[str, Any] = await client.post(f"/projects/{part(project)}/imports/{verb}", body)
        return found


def collect_files(config: Path) -> dict[str, Path]:
    """Return the file and every file that it refers to, by their paths relative to its folder.

    A configuration of somebody else must not make the command send other files of this machine, so only files of the
    same git repository are sent, or of the same folder without one.
    """
    base = config.resolve().parent
    within = next((each for each in (base, *base.parents) if (each / ".git").exists()), base)
    found: dict[str, Path] = {}
    left = [config.resolve()]
    while left and len(found) < FILES_AT_MOST:
        path = left.pop()
        name = Path(os.path.relpath(path, base)).as_posix()
        if name in found:
            continue
        found[name] = path
        if path.suffix in _MAY_REFER:
            left += [each for each in _references(path, base) if each.is_relative_to(within)]
    return found


def _references(path: Path, base: Path) -> Iterator[Path]:
    try:
        text = path.read_text(encoding="utf-8")
    except (UnicodeDecodeError, OSError):
        return
    for match in _REFERENCE.finditer(text):
        reference = match["marked"] or match["plain"]
        # `file://check.py:function` names a function of the file.
        reference = re.sub(r"(\.(?:py|js|cjs|mjs|ts)):\w+$", r"\1", reference)
        for folder in (path.parent, base):
            if Path(reference).is_absolute():
                hits = []
            elif set("*?[") & set(reference):
                hits = [each for each in folder.glob(reference) if each.is_file()]
            else:
                hits = [each for each in [folder / reference] if each.is_file()]
            if hits:
                yield from (each.resolve() for each in hits)
                break


def file_body(path: Path, name: str) -> dict[str, str]:
    """Return a file as the API takes it: as text if it is text."""
    content = path.read_bytes()
    try:
        return {"path": name, "text": content.decode("utf-8")}
    except UnicodeDecodeError:
        return {"path": name, "base64": base64.b64encode(content).decode()}


async def _model_ids(client: Client, project: str, names: dict[str, str]) -> dict[str, str]:
    known = await client.every(f"/projects/{part(project)}/models")
    by_name: dict[str, list[str]] = {}
    for model in known:
        by_name.setdefault(str(model["name"]), []).append(str(model["id"]))
    ids: dict[str, str] = {}
    for source, name in names.items():
        found = by_name.get(name, [])
        if len(found) != 1:
            how = "is not in" if not found else "is several times in"
            raise RuntimeError(f"The model {name} {how} the catalog of the project")
        ids[source] = found[0]
    return ids
