"""A dataset leaves as a file and comes back the same."""

import csv
import io
import json
import tracemalloc
from collections.abc import AsyncGenerator
from typing import Any
from uuid import UUID

import pytest

from edison.domain.datasets.case_files import ExportFormat
from edison.domain.ids import DatasetId, ProjectId
from edison.domain.people.access import Actor, Role
from edison.services.datasets.dataset_export import ExportDataset, export_dataset
from tests.support.answers import granted, refused
from tests.support.datasets import DatasetOf, a_dataset, imported, question
from tests.support.sql import execute, value
from tests.support.world import World

CONVERSATION = {"messages": [{"role": "user", "content": "hi"}]}
MIXED: list[dict[str, Any]] = [
    question('A "quoted", text\r\nwith lines', expected="=1+1", tags=["a", "b, c"], difficulty=3),
    {"values": {"question": CONVERSATION, "expected": "a variable"}, "split": "holdout"},
    {
        "values": {"question": "", "a b": '[{"role": "user", "content": "text"}]'},
        "metadata": {"n": [1, 2.5, {"x": None}]},
    },
    question("日本 😀 \u2028", tags=["[x"], split="train"),
]


def content_of(case: dict[str, Any]) -> dict[str, Any]:
    names = ("values", "expected", "tags", "difficulty", "metadata", "split")
    return {name: case[name] for name in names}


async def contents(dataset: DatasetOf) -> list[dict[str, Any]]:
    return [content_of(case) for case in await dataset.cases()]


async def exported(dataset: DatasetOf, **query: Any) -> str:
    answer = await dataset.browser.get(f"{dataset.path}/export", params=query)
    granted_text = answer.text
    assert answer.status_code == 200, granted_text
    return granted_text


@pytest.mark.parametrize("kind", ["csv", "json", "jsonl"])
async def test_an_exported_dataset_is_imported_the_same(world: World, kind: str) -> None:
    """PRUI-LATER-4"""
    ada = await world.person()
    dataset = await a_dataset(ada)
    await dataset.add(*MIXED)
    other = await a_dataset(ada, name="Copy")

    await imported(other, (await exported(dataset, format=kind)).encode(), f"copy.{kind}")

    assert await contents(other) == await contents(dataset)


async def test_a_file_has_a_name_a_type_and_the_cases_of_its_version(world: World) -> None:
    dataset = await a_dataset(await world.person(), name='Ünïted "Cases"/1')
    await dataset.add(question("One"))
    await dataset.add(question("Two"))

    answer = await dataset.browser.get(f"{dataset.path}/export?format=json&version=1")

    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["content-disposition"] == ('attachment; filename="n-ted-cases-1-v1.json"')
    assert [each["input"] for each in answer.json()] == [{"question": "One"}]
    missing = await dataset.browser.get(f"{dataset.path}/export?version=9")
    refused(missing, 404, "NOT_FOUND")


@pytest.mark.parametrize("kind", ["csv", "json", "jsonl"])
async def test_an_empty_dataset_is_an_empty_file(world: World, kind: str) -> None:
    dataset = await a_dataset(await world.person())

    text = await exported(dataset, format=kind)

    if kind == "json":
        assert json.loads(text) == []
    else:
        assert text.count("\n") == (1 if kind == "csv" else 0)


async def test_a_file_for_spreadsheets_runs_no_formula(world: World) -> None:
    dataset = await a_dataset(await world.person())
    await dataset.add(question("=HYPERLINK(1)", expected="+1", tags=["@x"]))

    plain = await exported(dataset, format="csv")
    safe = await exported(dataset, format="csv", safe=True)

    def second(text: str) -> list[str]:
        return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")))[1]

    assert second(plain)[:3] == ["=HYPERLINK(1)", "+1", "@x"]
    assert second(safe)[:3] == ["'=HYPERLINK(1)", "'+1", "'@x"]
    assert safe.startswith("\ufeff")


async def in_chunks(world: World, dataset: DatasetOf, kind: ExportFormat) -> AsyncGenerator[str]:
    """The file as the server writes it, piece by piece."""
    project = ProjectId(
        value(world.url, "SELECT project_id FROM datasets WHERE id = %s", dataset.id)
    )
    reader = Actor(kind="system", roles={project: Role.VIEWER})
    wanted = ExportDataset(project=project, dataset=DatasetId(UUID(dataset.id)), format=kind)
    chunks = (await export_dataset(world.ctx, reader, wanted)).chunks
    return (chunk async for chunk in chunks if isinstance(chunk, str))


async def test_a_version_stays_what_it_is_while_it_is_written(world: World) -> None:
    dataset = await a_dataset(await world.person())
    rows = "".join(f"Question {number}\n" for number in range(1_200))
    await imported(dataset, b"question\n" + rows.encode())
    chunks = await in_chunks(world, dataset, ExportFormat.JSONL)

    text = await anext(chunks)
    granted(await dataset.bulk(filter={"search": "question 9"}, delete=True))
    text += "".join([chunk async for chunk in chunks])

    found = [json.loads(line)["input"]["question"] for line in text.splitlines()]
    assert found == [f"Question {number}" for number in range(1_200)]
    assert len(await dataset.cases()) < 1_200


@pytest.mark.nightly
@pytest.mark.parametrize("kind", [ExportFormat.CSV, ExportFormat.JSON])
async def test_memory_does_not_grow_with_the_dataset(world: World, kind: ExportFormat) -> None:
    """Only a page of cases is held at a time: 15 MB leave in a third of it."""
    dataset = await a_dataset(await world.person())
    await dataset.add(question("Small"))
    execute(world.url, *_many(dataset.id, 3_000))
    size = 0
    tracemalloc.start()

    async for chunk in await in_chunks(world, dataset, kind):
        size += len(chunk)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert size > 15_000_000
    assert peak < 5_000_000


def _many(dataset: str, number: int) -> list[str]:
    """A second version with so many more cases of 5 KB."""
    return [
        f"""
        INSERT INTO cases (id, case_id, project_id, dataset_id, position, since, values, tags,
            metadata, split, search)
        SELECT gen_random_uuid(), gen_random_uuid(), project_id, dataset_id, 1 + n, 2,
            jsonb_build_object('question', repeat('x', 5000)), tags, metadata, split, ''
        FROM cases, generate_series(1, {number}) n WHERE dataset_id = '{dataset}'
        """,
        f"""
        INSERT INTO dataset_versions (dataset_id, number, project_id, cases, note, author_label, created_at)
        SELECT id, 2, project_id, {number + 1}, '', '', now() FROM datasets WHERE id = '{dataset}'
        """,
        f"UPDATE datasets SET version = 2, cases = {number + 1} WHERE id = '{dataset}'",
    ]
