"""Archives of runs: complete, readable by anyone, and there before the run is deleted."""

import asyncio
import gzip
import json
import shutil
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from edison.engine.retention.run_archive_file import ArchiveDamaged, ArchiveFile, verify_archive
from tests.support.aged import aged_run, is_gone, pass_a_night, rows_of
from tests.support.answers import granted
from tests.support.commands import Command
from tests.support.finished_runs import a_run_desk
from tests.support.sql import value
from tests.support.world import World


def read(path: Path) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """All rows and the last line, whose hash and counts must be theirs."""
    lines = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
    *found, end = [json.loads(line) for line in lines]
    assert end["kind"] == "end"
    assert end["sha256"] == sha256(b"".join(lines[:-1])).hexdigest()
    counted = Counter(line["kind"] for line in found)
    assert counted == {kind: many for kind, many in end["counts"].items() if many}
    return found, end


async def test_a_run_is_written_whole_before_it_is_deleted(world: World, tmp_path: Path) -> None:
    desk = await a_run_desk(world, models=("gpt-4o-mini", "gpt-4o"))
    run = await aged_run(desk, 100)
    granted(
        await desk.browser.put(
            f"{desk.path}/runs/{run['id']}/cells/1/flag", json={"flagged": True, "note": "Odd"}
        )
    )
    before = rows_of(world, run)
    folder = tmp_path / "archive"

    await pass_a_night(world, folder)

    assert is_gone(world, run)
    [path] = folder.rglob("*.gz")
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.relative_to(folder).as_posix() == value(
        world.url, "SELECT archive FROM deleted_runs WHERE run_id = %s", run["id"]
    )
    found, end = read(path)
    for kind, table in (
        ("run", "runs"),
        ("case", "run_cases"),
        ("cell", "cells"),
        ("score", "scores"),
        ("scorer", "run_scorers"),
        ("column_sum", "run_columns"),
        ("score_sum", "run_scores"),
        ("mark", "cell_marks"),
    ):
        assert end["counts"][kind] == before[table] > 0, kind
    texts = [line["row"]["output"] for line in found if line["kind"] == "cell"]
    assert texts == [f"Answer {case}.{column}" for case in range(3) for column in range(2)]
    [kept] = [line["row"] for line in found if line["kind"] == "run"]
    assert kept["plan"]["columns"][0]["model_name"] == "gpt-4o-mini"
    # With what is on every machine.
    zcat = shutil.which("zcat")
    assert zcat
    reading = await asyncio.create_subprocess_exec(zcat, str(path), stdout=asyncio.subprocess.PIPE)
    out, _ = await reading.communicate()
    assert out == gzip.decompress(path.read_bytes())
    assert not list(folder.rglob("*.part"))


async def test_what_cannot_be_archived_is_not_deleted(world: World, tmp_path: Path) -> None:
    desk = await a_run_desk(world)
    run = await aged_run(desk, 100)
    before = rows_of(world, run)
    taken = tmp_path / "archive"
    taken.write_text("A file where the folder should be")

    gone = await pass_a_night(world, taken)

    assert (gone["runs"], gone["not_archived"]) == (0, 1)
    assert rows_of(world, run) == before

    taken.unlink()
    assert (await pass_a_night(world, taken))["runs"] == 1
    assert is_gone(world, run)


async def test_a_damaged_archive_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl.gz"
    with ArchiveFile(path) as file:
        file.add("cell", ['{"ordinal":0}', '{"ordinal":1}'])
        file.finish()
    _, end = read(path)
    verify_archive(path, end["sha256"], 2)

    with pytest.raises(ArchiveDamaged):
        verify_archive(path, end["sha256"], 3)
    whole = gzip.decompress(path.read_bytes())
    path.write_bytes(gzip.compress(whole.replace(b'"ordinal":1', b'"ordinal":2')))
    with pytest.raises(ArchiveDamaged):
        verify_archive(path, end["sha256"], 2)
    path.write_bytes(gzip.compress(whole)[:-20])
    with pytest.raises((OSError, EOFError)):
        verify_archive(path, end["sha256"], 2)


@pytest.mark.nightly
async def test_the_command_says_what_it_would_delete_and_then_deletes_it(
    world: World, tmp_path: Path
) -> None:
    desk = await a_run_desk(world)
    run = await aged_run(desk, 100)
    folder = tmp_path / "archive"
    command = Command(tmp_path / "home", world.url, EDISON_ARCHIVE_DIR=str(folder))

    dry = await command.run("retention", "run", "--dry-run")

    assert dry.code == 0, dry.err
    assert f"{desk.slug}: 1 runs, 3 cells, 3 answers, 3 scores" in dry.out
    assert not is_gone(world, run)

    done = await command.run("retention", "run")

    assert done.code == 0, done.err
    assert is_gone(world, run)
    assert len(list(folder.rglob("*.gz"))) == 1
    again = await command.run("retention", "run", "--dry-run")
    assert again.out == "Nothing is past its age limit.\n"


async def test_the_command_fails_when_a_run_cannot_be_archived(
    world: World, tmp_path: Path
) -> None:
    desk = await a_run_desk(world)
    run = await aged_run(desk, 100)
    (tmp_path / "archive").write_text("in the way")
    command = Command(tmp_path / "home", world.url, EDISON_ARCHIVE_DIR=str(tmp_path / "archive"))

    done = await command.run("retention", "run")

    assert done.code == 1
    assert "could not be written to EDISON_ARCHIVE_DIR" in done.err
    assert not is_gone(world, run)
