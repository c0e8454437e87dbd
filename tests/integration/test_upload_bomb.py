"""Small files that take minutes to read, sent to a real server: the reading is ended, others are served meanwhile."""

import io
import subprocess
import sys
import threading
import zipfile
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import httpx
import psutil
import pytest

from edison.domain.datasets.importing.file_table import ReadOptions
from edison.domain.datasets.importing.file_tasks import read_upload, reading_arguments
from edison.sandbox.limited_process import TaskLimits, run_limited
from edison.services.datasets.limited_file_reader import AT_ONCE, AT_ONCE_PER_ACCOUNT
from tests.support.answers import granted, refused
from tests.support.client import browser_at, sign_up
from tests.support.datasets import DatasetOf, a_dataset, upload
from tests.support.postgres import TestServer
from tests.support.processes import EdisonProcess, edison_serve
from tests.support.sql import value
from tests.support.world import API, World
from tests.unit.domain.nasty_excel import excel

SECONDS = 2
# 4 MB of these took 3.6 s to read, and a file may have 100 MB.
STRINGS = 2_000_000
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SHARED = (
    b'<Override PartName="/xl/sharedStrings.xml" ContentType="application/'
    b'vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/>'
)
GUEST = "edison.sandbox.limited_process_guest"


def bomb() -> bytes:
    """An Excel file of a few kilobytes with millions of shared texts."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(excel(["question"], ["one"]))) as plain,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made,
    ):
        for name in plain.namelist():
            part = plain.read(name)
            made.writestr(name, part.replace(b"</Types>", SHARED + b"</Types>"))
        texts = b"<si><t/></si>" * STRINGS
        made.writestr("xl/sharedStrings.xml", f'<sst xmlns="{MAIN}">'.encode() + texts + b"</sst>")
    return out.getvalue()


@dataclass(frozen=True, slots=True, kw_only=True)
class Attacked:
    server: EdisonProcess
    owner: httpx.Client
    project: str

    def send(self, content: bytes, name: str = "cases.xlsx") -> httpx.Response:
        return self.owner.post(
            f"{self.project}/imports", params={"filename": name}, content=content
        )


@pytest.fixture(scope="module")
def attacked(postgres: TestServer, tmp_path_factory: pytest.TempPathFactory) -> Generator[Attacked]:
    home: Path = tmp_path_factory.mktemp("attacked")
    with (
        postgres.database() as url,
        edison_serve(home, url, import_seconds=str(SECONDS)) as server,
        browser_at(server.address) as owner,
    ):
        sign_up(owner)
        made = granted(owner.post(f"{API}/projects", json={"name": "Target"}), 201)
        yield Attacked(server=server, owner=owner, project=f"{API}/projects/{made['id']}")


@pytest.mark.attack
def test_a_bomb_is_refused_while_others_are_served(attacked: Attacked) -> None:
    content = bomb()
    assert len(content) < 200_000
    answers: list[httpx.Response] = []
    attack = threading.Thread(target=lambda: answers.append(attacked.send(content)))
    attack.start()
    served = 0
    environments: list[dict[str, str]] = []

    with browser_at(attacked.server.address) as other:
        while attack.is_alive():
            assert other.get("/readiness").status_code == 200
            served += not answers
            environments += environments_of_readers(attacked.server)
    attack.join()

    error = refused(answers[0], 413, "FILE_TOO_LARGE")
    assert f"more than {SECONDS} s of processor time" in error["message"]
    assert served > 0, "nobody was answered before the bomb was refused"
    assert environments, "the file was not read in a process of its own"
    assert all(not environment for environment in environments), environments[0]


def environments_of_readers(server: EdisonProcess) -> list[dict[str, str]]:
    found: list[dict[str, str]] = []
    for child in server.descendants():
        try:
            if GUEST in child.cmdline():
                found.append(child.environ())
        except psutil.Error:
            continue
    return found


@pytest.mark.parametrize("name", ["cases.xlsx", "cases.csv", "cases.jsonl"])
def test_ordinary_files_are_read(attacked: Attacked, name: str) -> None:
    content = {
        "cases.xlsx": excel(["question"], ["one"], ["two"]),
        "cases.csv": b"question\none\ntwo\n",
        "cases.jsonl": b'{"question": "one"}\n{"question": "two"}\n',
    }[name]

    found = granted(attacked.send(content, name), 201)

    assert (found["file"]["columns"], found["file"]["row_count"]) == (["question"], 2)
    assert found["file"]["rows"] == [["one"], ["two"]]


async def test_an_excel_file_is_read_once(world: World) -> None:
    """What is kept is its table: checking and importing never see the Excel file again."""
    dataset = await a_dataset(await world.person())
    found = await upload(dataset, excel(["question"], ["one"], ["two"]), "cases.xlsx")

    kept = value(world.url, "SELECT content FROM uploads")
    checked = granted(
        await dataset.browser.post(f"{dataset.project}/imports/{found['upload']}/check", json={})
    )
    done = granted(
        await dataset.browser.post(f"{dataset.path}/import", json={"upload": found["upload"]}), 201
    )

    assert bytes(kept).startswith(b"edison-table-1\n")
    assert (checked["file"], checked["good_rows"]) == (found["file"], 2)
    assert done["imported"] == 2
    assert await dataset.values("question") == ["one", "two"]


@pytest.mark.attack
async def test_a_file_that_pretends_to_have_been_read_is_refused(world: World) -> None:
    dataset = await a_dataset(await world.person())

    answer = await dataset.browser.post(
        f"{dataset.project}/imports",
        params={"filename": "cases.csv"},
        content=b"edison-table-1\nquestion\none\n",
    )

    refused(answer, 400, "INVALID_FORMAT")


@pytest.mark.attack
async def test_an_account_and_the_installation_have_few_places_for_reading(world: World) -> None:
    one, other = await world.person(), await world.person()
    own, others = await a_dataset(one), await a_dataset(other)

    async def read(dataset: DatasetOf, held: list[str]) -> httpx.Response:
        """Send a file while these accounts hold a place each, as requests that read a file do."""
        if not held:
            return await dataset.browser.post(
                f"{dataset.project}/imports", params={"filename": "a.csv"}, content=b"q\na\n"
            )
        async with world.ctx.read() as tx:
            assert await tx.uploads.claim_reading(UUID(held[0]), 2, 4) == "claimed"
            return await read(dataset, held[1:])

    strangers = [str(UUID(int=number)) for number in range(AT_ONCE)]
    granted(await read(own, [one.id] * (AT_ONCE_PER_ACCOUNT - 1)), 201)
    error = refused(await read(own, [one.id] * AT_ONCE_PER_ACCOUNT), 429, "RATE_LIMIT")
    assert "Your account is already reading 2 files" in error["message"]
    granted(await read(others, [one.id] * AT_ONCE_PER_ACCOUNT), 201)
    error = refused(await read(others, strangers), 503, "UNAVAILABLE")
    assert "the limit of this installation" in error["message"]
    granted(await read(others, strangers[1:]), 201)


ARGUMENTS = reading_arguments("cases.csv", ReadOptions(), 100)


@pytest.mark.attack
async def test_a_process_that_reads_has_no_more_memory_than_its_limit() -> None:
    """Beyond it the file is refused, and nothing else on the machine suffers."""
    lines = b"question\n" + b"word " * 20_000_000

    with pytest.raises(Exception, match=r"memory|crashed"):
        await run_limited(read_upload, ARGUMENTS, lines, TaskLimits(seconds=20, memory=256 << 20))


@pytest.mark.attack
def test_a_process_that_reads_starts_with_nothing() -> None:
    """No secret can leak from what is not there; the program needs no environment."""
    done = subprocess.run(
        [sys.executable, "-I", "-B", "-m", GUEST],
        env={},
        input=b"",
        capture_output=True,
        check=False,
    )

    assert b"EOFError" in done.stderr


@pytest.mark.attack
def test_a_bundle_with_slow_yaml_is_refused(attacked: Attacked) -> None:
    """A megabyte of brackets takes PyYAML far longer than a file may take."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("experiment.yaml", "a: [" + "[],{}," * 160_000 + "]")

    answer = attacked.owner.post(f"{attacked.project}/experiments/import", content=out.getvalue())

    refused(answer, 413, "FILE_TOO_LARGE")


@pytest.mark.attack
def test_a_suite_file_with_slow_yaml_is_refused(attacked: Attacked) -> None:
    text = "name: Slow\na: [" + "[],{}," * 160_000 + "]"

    answer = attacked.owner.post(f"{attacked.project}/suites/file", json={"text": text})

    refused(answer, 413, "FILE_TOO_LARGE")
