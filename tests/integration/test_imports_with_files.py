"""Imports with files: paths in a zip archive, data URLs in cells, and an export that carries its files."""

import base64
import io
import json
import zipfile
from typing import Any

from tests.support.answers import granted, refused
from tests.support.datasets import DatasetOf, a_dataset, imported, stored, upload
from tests.support.media import pdf, png, wav
from tests.support.sql import value
from tests.support.world import World


def archive_of(**files: bytes | str) -> bytes:
    """Return a zip archive; `__` in a name stands for a folder and `_` before the last part for a dot."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), data)
    return content.getvalue()


TABLE = "image,question\nimages/cat.png,What is it?\n./images/dog.png,And this?\n"
PICTURES = {"images__cat_png": png(10, 11), "images__dog_png": png(12, 13)}


async def files_of(dataset: DatasetOf, name: str = "image") -> list[dict[str, Any]]:
    return [case["values"][name] for case in await dataset.cases()]


async def test_a_column_of_paths_becomes_files_of_the_archive(world: World) -> None:
    dataset = await a_dataset(await world.person())

    await imported(dataset, archive_of(cases_csv=TABLE, **PICTURES), "cases.zip")

    assert [(file["name"], file["width"]) for file in await files_of(dataset)] == [
        ("cat.png", 10),
        ("dog.png", 12),
    ]
    assert await dataset.values("question") == ["What is it?", "And this?"]
    assert value(world.url, "SELECT count(*) FROM files") == 2


async def test_paths_are_relative_to_the_table_and_hidden_entries_are_left_out(
    world: World,
) -> None:
    dataset = await a_dataset(await world.person())
    inside = {f"pack__{name}": data for name, data in PICTURES.items()}
    more = {"__MACOSX/pack/._cases.csv": b"x", "pack/.DS_Store": b"y"}
    content = io.BytesIO(archive_of(pack__cases_csv=TABLE, **inside))
    with zipfile.ZipFile(content, "a") as archive:
        for name, data in more.items():
            archive.writestr(name, data)

    await imported(dataset, content.getvalue(), "cases.zip")

    assert [file["name"] for file in await files_of(dataset)] == ["cat.png", "dog.png"]


async def test_a_path_that_is_not_in_the_archive_is_a_bad_row(world: World) -> None:
    dataset = await a_dataset(await world.person())
    table = TABLE + "images/gone.png,Where?\nimages/fake.png,What?\n"
    content = archive_of(cases_csv=table, images__fake_png=b"<svg/>", **PICTURES)

    found = await upload(dataset, content, "cases.zip")
    answer = await dataset.browser.post(
        f"{dataset.path}/import", json={"upload": found["upload"], "skip_bad_rows": False}
    )

    problems = refused(answer, 400, "BAD_ROWS")["details"]["problems"]
    assert [(each["row"], each["column"]) for each in problems] == [(3, "image"), (4, "image")]
    assert problems[0]["message"].startswith("images/gone.png is not in the archive")
    assert any("images/fake.png was left out" in note for note in found["file"]["notes"])


async def test_an_archive_has_one_table(world: World) -> None:
    dataset = await a_dataset(await world.person())
    for content in (archive_of(**PICTURES), archive_of(a_csv="a\n1", b_csv="a\n1")):
        answer = await dataset.browser.post(
            f"{dataset.project}/imports", params={"filename": "a.zip"}, content=content
        )
        assert "must have one CSV" in refused(answer, 400, "INVALID_FORMAT")["message"]


async def test_an_archive_cannot_unpack_without_end(world: World) -> None:
    dataset = await a_dataset(await world.person())
    answer = await dataset.browser.post(
        f"{dataset.project}/imports",
        params={"filename": "a.zip"},
        content=archive_of(cases_csv="a\n1", a_png=bytes(200_000_000)),
    )

    assert "too large once it is unpacked" in refused(answer, 413, "FILE_TOO_LARGE")["message"]


async def test_data_urls_become_files(world: World) -> None:
    dataset = await a_dataset(await world.person())
    urls = [
        f"data:{kind};base64,{base64.b64encode(data).decode()}"
        for kind, data in (
            ("image/png", png(7, 9)),
            ("application/pdf", pdf(2)),
            ("audio/wav", wav(1)),
        )
    ]
    lines = [
        {"file": url, "question": f"See data:image/png and {place}"}
        for place, url in enumerate(urls)
    ]
    text = f"![picture]({urls[0]})"

    await imported(
        dataset, json.dumps([*lines, {"file": text, "question": "x"}]).encode(), "cases.json"
    )

    *files, kept = await files_of(dataset, "file")
    assert [file["kind"] for file in files] == ["image", "pdf", "audio"]
    assert (files[0]["width"], files[0]["height"]) == (7, 9)
    # Inside of other text it stays text.
    assert kept == text
    csv = "image;question\n" + f'"{urls[0]}";One\n'
    other = await a_dataset(await world.person())
    await imported(other, csv.encode(), "cases.csv")
    assert [file["width"] for file in await files_of(other)] == [7]


async def test_an_export_with_files_is_an_archive_that_another_project_imports(
    world: World,
) -> None:
    dataset = await a_dataset(await world.person("Ada"))
    picture, sound = (
        await stored(dataset, png(5, 6), "a.png"),
        await stored(dataset, wav(1), "b.wav"),
    )
    talk = {
        "messages": [
            {"role": "user", "content": "Hear", "files": [{"file": sound["file"], "at": 4}]}
        ]
    }
    await dataset.add(
        {"values": {"image": {"file": picture["file"]}, "talk": talk}, "expected": "x"},
        {"values": {"image": {"file": picture["file"], "name": "same.png"}, "talk": "text"}},
    )

    for form in ("jsonl", "json", "csv"):
        exported = await dataset.browser.get(
            f"{dataset.path}/export", params={"format": form, "files": True}
        )
        assert exported.headers["content-type"] == "application/zip"
        other = await a_dataset(await world.person())
        await imported(other, exported.content, "cases.zip")
        assert [case["values"] for case in await other.cases()] == [
            case["values"] for case in await dataset.cases()
        ]
    with zipfile.ZipFile(io.BytesIO(exported.content)) as archive:
        assert sorted(archive.namelist())[1:] == sorted(
            [f"files/{picture['file']}.png", f"files/{sound['file']}.wav"]
        )
        assert archive.testzip() is None


async def test_an_export_without_its_files_is_refused_by_another_project(world: World) -> None:
    dataset = await a_dataset(await world.person("Ada"))
    picture = await stored(dataset, png(5, 6), "a.png")
    await dataset.add({"values": {"image": {"file": picture["file"]}}})
    exported = (
        await dataset.browser.get(f"{dataset.path}/export", params={"format": "jsonl"})
    ).content

    await imported(dataset, exported, "cases.jsonl")
    other = await a_dataset(await world.person())
    found = await upload(other, exported, "cases.jsonl")
    answer = await other.browser.post(f"{other.path}/import", json={"upload": found["upload"]})

    assert len(await dataset.cases()) == 2
    [problem] = refused(answer, 400, "BAD_ROWS")["details"]["problems"]
    assert "is not stored in this project" in problem["message"]
    assert granted(await other.browser.get(other.path))["cases"] == 0
