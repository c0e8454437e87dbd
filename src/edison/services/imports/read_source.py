"""Read the files of another tool in a separate process with limits, because they can be crafted to take hours."""

import base64
import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from edison.domain.errors import FileTooLarge, InvalidInput
from edison.domain.ids import ProjectId
from edison.domain.imports.import_plan import (
    ImportNotes,
    ImportPlan,
    plan_from_json,
    plan_to_json,
)
from edison.domain.imports.openai_evals import read_openai
from edison.domain.imports.promptfoo_config import read_promptfoo
from edison.domain.imports.source_files import SourceFiles, unzipped
from edison.domain.imports.tool_exports import read_tool_export
from edison.domain.people.access import Actor, Permission
from edison.scorers.registry import find_spec_problems
from edison.services.context import Context
from edison.services.datasets.limited_file_reader import ReadFile, read_in_process


class SourceKind(StrEnum):
    PROMPTFOO = "promptfoo"
    OPENAI = "openai"
    LANGFUSE = "langfuse"
    LANGSMITH = "langsmith"
    BRAINTRUST = "braintrust"
    PHOENIX = "phoenix"
    # CSV, JSON or JSONL with any columns, such as a dataset of Hugging Face.
    ROWS = "rows"


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportFile:
    path: str
    content: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    project: ProjectId
    kind: SourceKind
    files: tuple[ImportFile, ...]


async def read_source(ctx: Context, who: Actor, source: Source) -> ImportPlan:
    """Return what the files would create, and the report. Nothing is stored."""
    who.must(Permission.EDIT_PROMPTS, source.project)
    size = sum(len(file.content) for file in source.files)
    if size > ctx.imports.most_bytes:
        raise FileTooLarge(
            f"The files have {size:,} bytes together; at most {ctx.imports.most_bytes:,} can be imported at once",
            field="files",
            advice="Send the prompts first, and import large datasets on the page of a dataset.",
        )
    packed = {file.path: base64.b64encode(file.content).decode() for file in source.files}
    found, _ = await read_in_process(
        ctx,
        who,
        ReadFile(
            project=source.project,
            permission=Permission.EDIT_PROMPTS,
            task=read_files,
            arguments={"kind": source.kind.value},
            content=json.dumps(packed).encode(),
        ),
    )
    return plan_from_json(found)


def read_files(arguments: dict[str, Any], content: bytes) -> tuple[dict[str, Any], bytes]:
    """Read the files of one import; runs in a process with limits."""
    packed: dict[str, str] = json.loads(content)
    files: dict[str, bytes] = {}
    for path, text in packed.items():
        raw = base64.b64decode(text)
        if raw.startswith(b"PK\x03\x04") and path.lower().endswith(".zip"):
            files |= unzipped(raw)
        else:
            files[path] = raw
    if not files:
        raise InvalidInput("Send at least one file", field="files")
    plan = _READERS[SourceKind(arguments["kind"])](SourceFiles(files))
    return plan_to_json(plan), b""


def _spec_problem(spec: dict[str, Any]) -> str | None:
    problems = find_spec_problems(spec)
    return problems[0].message if problems else None


def _promptfoo(files: SourceFiles) -> ImportPlan:
    return read_promptfoo(files, ImportNotes(), _spec_problem)


def _openai(files: SourceFiles) -> ImportPlan:
    return read_openai(files, ImportNotes(), _spec_problem)


def _export(files: SourceFiles) -> ImportPlan:
    return read_tool_export(files, ImportNotes())


# The exports of these tools differ in the names of their fields only.
_READERS = {kind: _export for kind in SourceKind} | {
    SourceKind.PROMPTFOO: _promptfoo,
    SourceKind.OPENAI: _openai,
}
