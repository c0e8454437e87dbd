"""Exports of Langfuse, LangSmith, Braintrust and Phoenix, and files of rows: prompts and datasets."""

import json
import posixpath
from typing import Any

from edison.domain.datasets.dataset import CaseContent, CaseValue, Split
from edison.domain.errors import UnreadableFile
from edison.domain.imports.import_plan import (
    ImportNotes,
    ImportPlan,
    PlannedDataset,
    PlannedPrompt,
)
from edison.domain.imports.nunjucks_text import plain_text
from edison.domain.imports.openai_messages import content_of, parameters_of
from edison.domain.imports.source_files import SourceFiles, as_dict, as_list
from edison.domain.prompts.prompt_rules import MOST_NAME

_INPUTS = ("inputs", "input", "item")
_EXPECTED = (
    "outputs", "expected", "expectedOutput", "expected_output", "reference_outputs", "reference", "output",
)  # fmt: skip
# A column is the beginning of only one of them followed by a separator.
_GROUPS = ("inputs", "input", "outputs", "output", "reference_outputs", "metadata")
_SPLITS = {"train": Split.TRAIN, "test": Split.HOLDOUT, "holdout": Split.HOLDOUT}
# Fields of the other tool's own bookkeeping.
_OWN = {
    "id", "datasetId", "datasetName", "dataset_id", "sourceTraceId", "sourceObservationId", "status", "createdAt",
    "updatedAt", "created_at", "modified_at", "updated_at", "source_run_id", "root_span_id", "span_id", "_xact_id",
    "_pagination_key", "project_id", "is_root", "origin", "scores", "created", "name", "example_id", "attachment_urls",
    "split", "splits", "dataset_split", "tags", "metadata",
}  # fmt: skip
_CASES_AT_MOST = 100_000


def read_tool_export(files: SourceFiles, notes: ImportNotes) -> ImportPlan:
    """Read prompts and datasets from JSON, JSONL and CSV files. Each file of rows becomes a dataset."""
    prompts: dict[str, tuple[int, PlannedPrompt]] = {}
    datasets: list[PlannedDataset] = []
    for path in files.paths:
        rows = _rows(files.data(path))
        given = [row for row in rows if _is_prompt(row)]
        for row in given:
            _take_prompt(row, path, prompts, notes)
        cases = [
            _case(row, f"{path}[{i}]", notes) for i, row in enumerate(rows) if not _is_prompt(row)
        ]
        whole = [case for case in cases if case is not None][:_CASES_AT_MOST]
        if whole:
            name = posixpath.splitext(posixpath.basename(path))[0][:90]
            notes.mapped(path, "dataset", name, f"{len(whole)} cases")
            datasets.append(PlannedDataset(name=name, cases=tuple(whole)))
    if not prompts and not datasets:
        raise UnreadableFile(
            "The files hold neither prompts nor rows with inputs",
            field="files",
            advice="Send the JSON, JSONL or CSV file that the other tool exports.",
        )
    return ImportPlan(
        name=datasets[0].name if datasets else "Imported prompts",
        prompts=tuple(prompt for _, prompt in prompts.values()),
        datasets=tuple(datasets),
        entries=notes.entries(),
    )


def _rows(data: Any) -> list[dict[str, Any]]:
    fields = as_dict(data)
    # Phoenix puts its examples one level deeper than the others.
    fields = as_dict(fields.get("data")) or fields
    for name in ("data", "items", "examples", "prompts", "events", "rows"):
        if isinstance(fields.get(name), list):
            data = fields[name]
    listed = as_list(data) if isinstance(data, list) else [fields] if fields else []
    return [as_dict(each) for each in listed]


def _is_prompt(row: dict[str, Any]) -> bool:
    return "prompt" in row and ("version" in row or row.get("type") in {"text", "chat"})


def _take_prompt(
    row: dict[str, Any],
    path: str,
    prompts: dict[str, tuple[int, PlannedPrompt]],
    notes: ImportNotes,
) -> None:
    """Keep the newest version of each name; the others are listed as skipped."""
    name = " ".join(str(row.get("name") or "Prompt").split())[:MOST_NAME]
    version = row.get("version")
    number = int(str(version)) if str(version).isdigit() else 1
    problems: list[str] = []
    settings = as_dict(row.get("config"))
    prompt = row["prompt"]
    if isinstance(prompt, str) and prompt.lstrip().startswith("["):
        prompt = _parsed(prompt)
    content, wrong = content_of({"messages": prompt, **settings})
    problems += wrong
    parameters_of(settings, problems)
    known = prompts.get(name)
    if known is not None:
        old = min(number, known[0])
        notes.skipped(
            path, "prompt", f"{name}, version {old}", "Only the newest version is imported"
        )
        if known[0] > number:
            return
    labels = [str(each) for each in as_list(row.get("labels")) if each != "latest"]
    prompts[name] = (
        number,
        PlannedPrompt(name=name, content=content, labels=tuple(labels[:20])),
    )
    if problems:
        notes.approximated(path, "prompt", name, "; ".join(problems[:3]))
    else:
        notes.mapped(path, "prompt", name)


def _case(row: dict[str, Any], place: str, notes: ImportNotes) -> CaseContent | None:
    if str(row.get("status", "")).upper() == "ARCHIVED":
        notes.skipped(place, "case", "archived item", "Archived items are not imported")
        return None
    row = _grouped(row)
    named = next((name for name in _INPUTS if row.get(name) not in (None, "")), None)
    answer = next((name for name in _EXPECTED if row.get(name) not in (None, "")), None)
    values = _columns(row, answer) if named is None else _values(_parsed(row[named]))
    if not values:
        notes.skipped(place, "case", "row", "It has no input")
        return None
    split = str(row.get("split") or row.get("dataset_split") or "").strip("[]'\" ").lower()
    tags = _parsed(row.get("tags"))
    metadata = as_dict(_parsed(row.get("metadata")))
    notes.mapped(place, "case", "row")
    return CaseContent(
        values=values,
        expected=None if answer is None else _expected(_parsed(row[answer])),
        tags=tuple(str(tag)[:100] for tag in as_list(tags)[:50]),
        metadata=metadata if len(json.dumps(metadata)) < 20_000 else {},
        split=_SPLITS.get(split, Split.NONE),
    )


def _columns(row: dict[str, Any], answer: str | None) -> dict[str, CaseValue]:
    """Return the values of a row whose columns are variables."""
    return {
        name[:100]: plain_text(value)
        for name, value in row.items()
        if name != answer and name not in _OWN
    }


def _grouped(row: dict[str, Any]) -> dict[str, Any]:
    """Put columns such as `input.question` and `output.answer` into one field of each kind.

    Phoenix separates them with an underscore; other files have variables with such names.
    """
    ends = (".", "_") if "example_id" in row else (".",)
    found: dict[str, Any] = {}
    for name, value in row.items():
        kind = next((kind for kind in _GROUPS for end in ends if name.startswith(kind + end)), None)
        if kind is None or kind in row:
            found[name] = value
        else:
            found.setdefault(kind, {})[name[len(kind) + 1 :]] = value
    return found


def _values(given: Any) -> dict[str, CaseValue]:
    fields = as_dict(given)
    if fields:
        return {
            name.strip()[:100]: plain_text(value) for name, value in fields.items() if name.strip()
        }
    return {} if given in (None, "", {}) else {"input": plain_text(given)}


def _expected(given: Any) -> str:
    fields = as_dict(given)
    if len(fields) == 1:
        return plain_text(next(iter(fields.values())))
    return plain_text(given)


def _parsed(value: Any) -> Any:
    """Parse JSON in a text, as CSV files hold it."""
    if isinstance(value, str) and value.strip()[:1] in {"{", "["}:
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value
