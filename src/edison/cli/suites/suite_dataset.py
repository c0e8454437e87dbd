"""Dataset of a suite: found by name, or updated to contain the cases of the suite file."""

import hashlib
import json
import re
from collections import defaultdict
from pathlib import Path
from typing import Any

from edison.cli.suites.file_checks import SuiteFile
from edison.cli.suites.suite_prompt import KEPT, SuiteProject
from edison.domain.suites.suite_file.read_suite_file import WrongSuite
from edison.domain.suites.suite_file.suite_file_model import FileDataset

ADD_AT_ONCE = 1_000
DELETE_AT_ONCE = 10_000
SHOWN_ROWS = 20
# The description of a dataset records which file it contains, and in which version.
MARK = re.compile(rf"^{KEPT}; version (\d+) is sha256 ([0-9a-f]{{64}})")
PARTS = ("values", "expected", "tags", "difficulty", "metadata", "split")


async def known_dataset(
    project: SuiteProject, file: SuiteFile, dataset: FileDataset
) -> dict[str, Any] | None:
    """Return the dataset with this name; None if it does not exist and the suite file contains the cases."""
    found = await project.named("datasets", dataset.name)
    ours = dataset.cases is not None or dataset.file is not None
    if ours:
        by_hand = [item for item in found if not item["description"].startswith(KEPT)]
        if by_hand:
            raise WrongSuite(
                [
                    file.problem(
                        f"The dataset {dataset.name} was not created by a suite. Choose another "
                        "name, or leave out the cases to use it",
                        "dataset",
                        "name",
                    )
                ]
            )
    if len(found) > 1:
        raise WrongSuite(
            [
                file.problem(
                    f"{len(found)} datasets have the name {dataset.name}. Rename all but one",
                    "dataset",
                    "name",
                )
            ]
        )
    if not found and not ours:
        raise WrongSuite([file.problem(f"There is no dataset {dataset.name}", "dataset", "name")])
    if found and dataset.version is not None and dataset.version > found[0]["version"]:
        message = (
            f"{dataset.name} has no version {dataset.version}; the newest is {found[0]['version']}"
        )
        raise WrongSuite([file.problem(message, "dataset", "version")])
    return found[0] if found else None


async def cases_to_run(
    project: SuiteProject, file: SuiteFile, dataset: FileDataset, known: dict[str, Any] | None
) -> dict[str, Any]:
    """Update the dataset if needed; return the dataset fields of the run request."""
    ours = dataset.cases is not None or file.data_file is not None
    if known is None:
        known = await project.client.post(
            f"{project.path}/datasets", {"name": dataset.name, "description": KEPT}
        )
    assert known is not None
    version: int | None = dataset.version
    if ours:
        if dataset.cases is not None:
            version = await _keep_cases(project, dataset, known)
        else:
            version = await _keep_file(project, file, dataset, known)
    order: dict[str, Any] = {"dataset": known["id"]}
    if version is not None:
        order["dataset_version"] = version
    if dataset.only is not None:
        order["choice"] = dataset.only.given()
    return order


async def _keep_cases(project: SuiteProject, dataset: FileDataset, known: dict[str, Any]) -> int:
    """Add new cases to the dataset and delete cases that are no longer in the file. Unchanged cases keep their ids."""
    path = f"{project.path}/datasets/{known['id']}/cases"
    wanted = [case.given() for case in dataset.cases or ()]
    there: defaultdict[str, list[str]] = defaultdict(list)
    for case in await project.client.every(path):
        there[case_fingerprint(case)].append(case["id"])
    new: list[dict[str, Any]] = []
    for case in wanted:
        kept = there[case_fingerprint(case)]
        if kept:
            kept.pop()
        else:
            new.append(case)
    # Add first, so that the dataset is never empty.
    for start in range(0, len(new), ADD_AT_ONCE):
        await project.client.post(path, {"cases": new[start : start + ADD_AT_ONCE]})
    await _remove(project, path, [case for cases in there.values() for case in cases])
    return (await _dataset(project, known))["version"]


async def _keep_file(
    project: SuiteProject, file: SuiteFile, dataset: FileDataset, known: dict[str, Any]
) -> int:
    """Import the data file unless the dataset already contains it. Unchanged rows keep their ids."""
    assert file.data_file
    content = _read(file, file.data_file)
    digest = _digest(content, dataset)
    mark = MARK.match(known["description"])
    if mark and (int(mark[1]), mark[2]) == (known["version"], digest):
        return known["version"]
    path = f"{project.path}/datasets/{known['id']}"
    body = await _upload(project, file, dataset, content)
    old = await project.client.every(f"{path}/cases")
    imported = await project.client.post(f"{path}/import", body)
    version: int = imported["version"]["number"]
    if old:
        version = await _without_doubles(project, known, {case["id"] for case in old})
    described = f"{KEPT}; version {version} is sha256 {digest} of {file.data_file.name}"
    await project.client.patch(path, {"description": described[:2_000]})
    return version


async def _upload(
    project: SuiteProject, file: SuiteFile, dataset: FileDataset, content: bytes
) -> dict[str, Any]:
    """Upload the data file and check every row, before the dataset is changed."""
    assert file.data_file
    options = {
        name: value
        for name, value in (("encoding", dataset.encoding), ("delimiter", dataset.delimiter))
        if value is not None
    }
    sent = await project.client.send_file(
        f"{project.path}/imports", content, filename=file.data_file.name[-255:], **options
    )
    body: dict[str, Any] = {"options": options, "skip_bad_rows": dataset.skip_bad_rows}
    if dataset.mapping is not None:
        body["mapping"] = {column: use.given() for column, use in dataset.mapping.items()}
    check = {name: value for name, value in body.items() if name != "skip_bad_rows"}
    found = await project.client.post(f"{project.path}/imports/{sent['upload']}/check", check)
    wrong = found["problems"]["items"]
    if wrong and not dataset.skip_bad_rows:
        said = [_row_in_words(file.data_file, item) for item in wrong[:SHOWN_ROWS]]
        if len(wrong) > SHOWN_ROWS:
            said.append(f"{file.data_file.name}: {len(wrong) - SHOWN_ROWS:,} more rows are invalid")
        raise WrongSuite([file.problem(each, "dataset", "file") for each in said])
    return {**body, "upload": sent["upload"]}


async def _without_doubles(project: SuiteProject, known: dict[str, Any], old: set[str]) -> int:
    """Delete imported cases that equal an old case, and old cases that are no longer in the file."""
    path = f"{project.path}/datasets/{known['id']}/cases"
    before: defaultdict[str, list[str]] = defaultdict(list)
    new: list[tuple[str, str]] = []
    for case in await project.client.every(path):
        if case["id"] in old:
            before[case_fingerprint(case)].append(case["id"])
        else:
            new.append((case_fingerprint(case), case["id"]))
    doubles: list[str] = []
    for same, case in new:
        if before[same]:
            before[same].pop()
            doubles.append(case)
    await _remove(project, path, [*doubles, *(case for cases in before.values() for case in cases)])
    return (await _dataset(project, known))["version"]


async def _remove(project: SuiteProject, path: str, ids: list[str]) -> None:
    for start in range(0, len(ids), DELETE_AT_ONCE):
        gone = ids[start : start + DELETE_AT_ONCE]
        await project.client.post(f"{path}/bulk", {"ids": gone, "delete": True})


async def _dataset(project: SuiteProject, known: dict[str, Any]) -> dict[str, Any]:
    return await project.client.get(f"{project.path}/datasets/{known['id']}")


def case_fingerprint(case: dict[str, Any]) -> str:
    """Return a text that is equal for equal cases. A missing field equals an empty field."""
    parts = {
        name: _plain_values(case[name]) if name == "values" else case[name]
        for name in PARTS
        if case.get(name) not in (None, "", [], {}, "none")
    }
    return json.dumps(parts, sort_keys=True, ensure_ascii=False)


def _plain_values(values: dict[str, Any]) -> dict[str, Any]:
    """Remove empty fields, which the server adds to the messages of a conversation."""
    return {
        name: value
        if isinstance(value, str) or "file" in value
        else [
            {part: said for part, said in message.items() if said not in (None, [])}
            for message in value["messages"]
        ]
        for name, value in values.items()
    }


def _digest(content: bytes, dataset: FileDataset) -> str:
    """Return the hash of the file content and the import options."""
    how = dataset.model_dump_json(include={"mapping", "encoding", "delimiter", "skip_bad_rows"})
    return hashlib.sha256(how.encode() + b"\0" + content).hexdigest()


def _read(file: SuiteFile, path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise WrongSuite([file.problem(f"{path}: {error.strerror}", "dataset", "file")]) from None


def _row_in_words(path: Path, item: dict[str, Any]) -> str:
    at = f"line {item['line']}" if item["line"] else f"row {item['row']}"
    column = f", column {item['column']}" if item["column"] else ""
    return f"{path.name} {at}{column}: {item['message']}"
