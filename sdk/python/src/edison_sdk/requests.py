"""Every request of the SDK as a value; both clients send these."""

from collections.abc import Mapping, Sequence
from typing import Any

from edison_sdk.calls import Answer, Call, Query, segment
from edison_sdk.errors import EdisonError
from edison_sdk.prompt_cache import PromptKey
from edison_sdk.prompts import RenderedPrompt
from edison_sdk.views import Case, Dataset, OpenCell, Page, Run, View, parser

PAGE = 100
OPEN_CELLS_AT_ONCE = 500
Scorer = str | Mapping[str, Any]


class Submitted(View):
    """What became of submitted outputs."""

    stored: list[int]
    already_there: list[int]
    open: int


class OpenCells(View):
    items: list[OpenCell]
    next_after: int | None = None


class DatasetVersion(View):
    number: int
    cases: int


def get_prompt(key: PromptKey, etag: str | None) -> Call[Answer]:
    return Call(
        method="GET",
        path=f"/prompts/by-name/{segment(key.name)}",
        query={"label": key.label, "version": key.version},
        headers={"if-none-match": etag} if etag else {},
        parse=lambda answer: answer,
        repeatable=True,
    )


def render_prompt(key: PromptKey, values: Mapping[str, Any]) -> Call[RenderedPrompt]:
    return Call(
        method="POST",
        path=f"/prompts/by-name/{segment(key.name)}/render",
        body={"label": key.label, "version": key.version, "values": dict(values)},
        parse=parser(RenderedPrompt),
        repeatable=True,
    )


def list_datasets(search: str | None, cursor: str | None) -> Call[Page[Dataset]]:
    return _page("/datasets", Page[Dataset], cursor, {"search": search})


def read_dataset(dataset: str) -> Call[Dataset]:
    return _get(f"/datasets/{segment(dataset)}", Dataset)


def create_dataset(name: str, kind: str, description: str) -> Call[Dataset]:
    body = {"name": name, "kind": kind, "description": description}
    return Call(method="POST", path="/datasets", body=body, parse=parser(Dataset))


def list_cases(dataset: str, version: int | None, cursor: str | None) -> Call[Page[Case]]:
    path = f"/datasets/{segment(dataset)}/cases"
    return _page(path, Page[Case], cursor, {"version": version})


def add_cases(dataset: str, cases: Sequence[Mapping[str, Any]]) -> Call[DatasetVersion]:
    return Call(
        method="POST",
        path=f"/datasets/{segment(dataset)}/cases",
        body={"cases": [dict(case) for case in cases]},
        parse=parser(DatasetVersion),
    )


def named_dataset(found: Sequence[Dataset], name: str) -> Dataset:
    """Return the dataset with exactly this name."""
    for dataset in found:
        if dataset.name == name:
            return dataset
    raise EdisonError(f"This project has no dataset named '{name}'.")


def list_runs(dataset: str | None, cursor: str | None) -> Call[Page[Run]]:
    return _page("/runs", Page[Run], cursor, {"dataset": dataset})


def read_run(run: str) -> Call[Run]:
    return _get(f"/runs/{segment(run)}", Run)


def start_run(body: Mapping[str, Any]) -> Call[Run]:
    return Call(method="POST", path="/runs", body=dict(body), parse=parser(Run))


def change_run(run: str, action: str) -> Call[Run]:
    return Call(method="POST", path=f"/runs/{segment(run)}/{action}", parse=parser(Run))


def list_rows(run: str, cursor: str | None) -> Call[Page[dict[str, Any]]]:
    return _page(f"/runs/{segment(run)}/rows", Page[dict[str, Any]], cursor, {})


def add_scorers(run: str, scorers: Sequence[Scorer]) -> Call[Run]:
    body = {"scorers": specs_of(scorers)}
    return Call(method="POST", path=f"/runs/{segment(run)}/scorers", body=body, parse=parser(Run))


def grade_cell(run: str, cell: int, grade: float | None, note: str) -> Call[View]:
    return Call(
        method="PUT",
        path=f"/runs/{segment(run)}/cells/{cell}/grade",
        body={"grade": grade, "note": note},
        parse=parser(View),
        repeatable=True,
    )


def start_application_run(
    *,
    dataset: str,
    dataset_version: int | None,
    application: str,
    application_version: str,
    scorers: Sequence[Scorer],
    trials: int,
    name: str,
    key: str,
) -> Call[Run]:
    """Start a run of your application, or find the one that was started with the same key."""
    body: dict[str, Any] = {
        "dataset": dataset,
        "dataset_version": dataset_version,
        "application": {"name": application, "version": application_version},
        "scorers": specs_of(scorers),
        "trials": trials,
        "name": name,
        "key": key,
    }
    # The key makes the request safe to repeat.
    return Call(
        method="POST", path="/application-runs", body=body, parse=parser(Run), repeatable=True
    )


def list_open_cells(run: str, after: int | None, limit: int) -> Call[OpenCells]:
    path = f"/application-runs/{segment(run)}/open-cells"
    return _get(path, OpenCells, {"after": after, "limit": limit})


def submit_outputs(run: str, outputs: Sequence[Mapping[str, Any]]) -> Call[Submitted]:
    # An output that is already there is not replaced, so that the request is safe to repeat.
    return Call(
        method="POST",
        path=f"/application-runs/{segment(run)}/outputs",
        body={"outputs": [dict(output) for output in outputs]},
        parse=parser(Submitted),
        repeatable=True,
    )


def finish_application_run(run: str) -> Call[Run]:
    path = f"/application-runs/{segment(run)}/finish"
    return Call(method="POST", path=path, parse=parser(Run))


def specs_of(scorers: Sequence[Scorer]) -> list[dict[str, Any]]:
    """Return scorers as the API takes them: the name of a kind is short for a scorer without options."""
    return [{"kind": each} if isinstance(each, str) else dict(each) for each in scorers]


def _get(path: str, kind: type[Any], query: Query | None = None) -> Call[Any]:
    return Call(method="GET", path=path, query=query or {}, parse=parser(kind), repeatable=True)


def _page(path: str, kind: type[Any], cursor: str | None, query: Query) -> Call[Any]:
    wanted = {**query, "limit": PAGE, "cursor": cursor}
    return Call(
        method="GET",
        path=path,
        query=wanted,
        parse=lambda answer: kind.model_validate(answer.body),
        repeatable=True,
    )
