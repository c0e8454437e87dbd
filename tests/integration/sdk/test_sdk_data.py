"""Datasets, runs and errors through the Python SDK."""

import subprocess
import sys

import pytest

import edison_sdk
from edison_sdk import AsyncEdison, Edison
from tests.integration.sdk.conftest import Workshop
from tests.support.processes import free_port

MANY = 230


def test_a_dataset_is_made_and_all_its_cases_are_iterated(workshop: Workshop) -> None:
    with workshop.client() as edison:
        made = edison.datasets.create("Questions", description="Of customers")
        cases = [{"values": {"question": f"{i}?"}, "expected": str(i)} for i in range(MANY)]
        edison.datasets.add_cases(made.id, cases)

        found = edison.datasets.get("Questions")
        listed = list(edison.datasets.cases(found.id))

    assert (found.id, found.cases) == (made.id, MANY)
    assert [case["question"] for case in listed] == [f"{i}?" for i in range(MANY)]
    assert listed[7].expected == "7"


async def test_pages_are_iterated_without_blocking_the_loop(workshop: Workshop) -> None:
    async with AsyncEdison(workshop.server.address, workshop.token, workshop.project) as edison:
        made = await edison.datasets.create("Asynchronous")
        await edison.datasets.add_cases(made.id, [{"values": {"q": str(i)}} for i in range(MANY)])
        listed = [case["q"] async for case in edison.datasets.cases(made.id)]

    assert listed == [str(i) for i in range(MANY)]


def test_a_name_that_is_taken_is_a_conflict(workshop: Workshop) -> None:
    with workshop.client() as edison:
        edison.datasets.create("Taken")
        with pytest.raises(edison_sdk.Conflict) as error:
            edison.datasets.create("Taken")
        with pytest.raises(edison_sdk.EdisonError, match="no dataset named 'Nothing'"):
            edison.datasets.get("Nothing")
    assert error.value.code == "DUPLICATE_NAME"


def test_a_server_that_does_not_answer_is_named(workshop: Workshop) -> None:
    gone = f"http://localhost:{free_port()}"
    with (
        Edison(gone, workshop.token, workshop.project) as edison,
        pytest.raises(edison_sdk.ServerUnreachable, match=gone),
    ):
        edison.datasets.create("Never")


def test_what_is_missing_to_connect_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EDISON_SERVER", raising=False)
    with pytest.raises(edison_sdk.EdisonError, match="set EDISON_SERVER"):
        Edison(token="x", project="y")


def test_importing_the_package_loads_neither_httpx_nor_pydantic() -> None:
    code = "import sys, edison_sdk; print([n for n in ('httpx', 'pydantic', 'asyncio') if n in sys.modules])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
