"""Bundles of experiments: what is exported is imported again, and nothing hostile gets in."""

import io
import json
import stat
import zipfile
from collections.abc import Mapping
from typing import Any

import httpx
import pytest
import yaml

from tests.support.answers import granted, refused
from tests.support.datasets import stored
from tests.support.experiment_plans import plan_body
from tests.support.finished_runs import RunDesk, a_run_desk
from tests.support.media import png
from tests.support.sql import rows
from tests.support.world import World


@pytest.fixture
async def desk(world: World) -> RunDesk:
    return await a_run_desk(world)


def zipped(files: Mapping[str, bytes | str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


async def draft(desk: RunDesk, **changes: Any) -> dict[str, Any]:
    plan = plan_body(desk.dataset.id, desk.models[0], **changes)
    body = {"name": "Museum guide", "description": "For the hall of whales", "plan": plan}
    return granted(await desk.browser.post(f"{desk.path}/experiments", json=body), 201)


async def bundle_of(desk: RunDesk, experiment: dict[str, Any]) -> bytes:
    answer = await desk.browser.get(f"{desk.path}/experiments/{experiment['id']}/bundle")
    assert answer.status_code == 200, answer.text
    return answer.content


async def send(desk: RunDesk, content: bytes) -> httpx.Response:
    return await desk.browser.post(
        f"{desk.path}/experiments/import",
        content=content,
        headers={"content-type": "application/zip"},
    )


def opened(bundle: bytes) -> dict[str, bytes]:
    archive = zipfile.ZipFile(io.BytesIO(bundle))
    return {name: archive.read(name) for name in archive.namelist()}


async def test_a_bundle_becomes_the_same_draft_again_with_its_cases(desk: RunDesk) -> None:
    """FR-IL-002.10"""
    made = await draft(
        desk,
        targets=[{"model": desk.models[0], "parameters": {}, "grid": {"temperature": [0, 0.5]}}],
        stop_rules={"max_iterations": 4, "max_budget_usd": "2.50"},
        pairwise={"enabled": True, "model": desk.models[0]},
        tags=["whales"],
        holdout_share=0.25,
    )

    again = granted(await send(desk, await bundle_of(desk, made)), 201)

    assert again["id"] != made["id"]
    assert (again["state"], again["name"], again["description"]) == (
        "draft",
        made["name"],
        made["description"],
    )
    local = {"dataset", "rubric", "prompt"}
    assert {k: v for k, v in again["plan"].items() if k not in local} == {
        k: v for k, v in made["plan"].items() if k not in local
    }
    assert again["dataset"]["id"] != made["dataset"]["id"]
    assert again["dataset"]["cases"] == made["dataset"]["cases"] > 0
    assert [one["field"] for one in again["problems"]] == [one["field"] for one in made["problems"]]
    assert _texts(desk, again["dataset"]["id"]) == _texts(desk, desk.dataset.id)
    told = rows(
        desk.world.url,
        "SELECT type FROM events WHERE data ->> 'experiment' = %s",
        again["id"],
    )
    assert told == [("experiment.created",)]


def _texts(desk: RunDesk, dataset: str) -> list[str]:
    found = rows(
        desk.world.url,
        'SELECT "values"::text, expected FROM cases WHERE dataset_id = %s ORDER BY position',
        dataset,
    )
    return [f"{values} {expected}" for values, expected in found]


async def test_models_that_are_not_here_are_named_and_the_rest_comes_along(
    desk: RunDesk, world: World
) -> None:
    bundle = await bundle_of(desk, await draft(desk))
    stranger = await world.person("Stranger")
    theirs = await stranger.create_project()

    answer = await stranger.browser.post(
        f"/api/v1/projects/{theirs['slug']}/experiments/import", content=bundle
    )

    made = granted(answer, 201)
    assert made["plan"]["targets"] == made["plan"]["judges"] == []
    assert made["plan"]["refiner"] is None
    assert "Not in this project's catalog: gpt-4o-mini" in made["description"]
    assert made["plan"]["goal"]
    assert {one["field"] for one in made["problems"]} >= {"targets", "judges"}


async def test_a_bundle_from_two_hands_is_the_same_file(desk: RunDesk) -> None:
    made = await draft(desk)

    one, two = await bundle_of(desk, made), await bundle_of(desk, made)

    kept = [{k: v for k, v in opened(each).items() if k != "report.md"} for each in (one, two)]
    assert kept[0] == kept[1]
    assert yaml.safe_load(kept[0]["experiment.yaml"])["format"] == "edison-experiment"


def _bomb() -> bytes:
    return zipped({"experiment.yaml": "a: 1", "big.bin": b"\0" * (129 * 1024 * 1024)})


def _lying_bomb() -> bytes:
    """It says that it is small."""
    packed = bytearray(zipped({"big.bin": b"\0" * (129 * 1024 * 1024)}))
    size = (129 * 1024 * 1024).to_bytes(4, "little")
    assert packed.count(size) == 2
    return bytes(packed.replace(size, (1000).to_bytes(4, "little")))


def _link() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        entry = zipfile.ZipInfo("cases.jsonl")
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(entry, "/etc/passwd")
    return out.getvalue()


async def test_a_bundle_carries_the_files_of_its_cases(world: World) -> None:
    desk, other = await a_run_desk(world), await a_run_desk(world)
    file = await stored(desk.dataset, png(5, 6), "cat.png")
    await desk.dataset.add({"values": {"question": {"file": file["file"]}}})

    bundle = await bundle_of(desk, await draft(desk))
    made = granted(await send(other, bundle), 201)

    path = f"files/{file['file']}.png"
    assert opened(bundle)[path] == png(5, 6)
    cases = granted(
        await other.browser.get(f"{other.path}/datasets/{made['plan']['dataset']}/cases?limit=100")
    )["items"]
    assert cases[-1]["values"]["question"] == file
    served = await other.browser.get(f"{other.path}/files/{file['file']}")
    assert served.content == png(5, 6)
    without = {name: data for name, data in opened(bundle).items() if name != path}
    third = await a_run_desk(world)
    problem = refused(await send(third, zipped(without)), 400, "BAD_ROWS")
    assert "is not stored in this project" in problem["details"]["problems"][0]["message"]


def _twice() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("experiment.yaml", "a: 1")
        archive.writestr("Experiment.yaml", "a: 2")
    return out.getvalue()


LAUGHS = "a: &a [x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b]\n"
HOSTILE: dict[str, bytes] = {
    "no zip": b"PK\x03\x04 but not really",
    "empty": b"",
    "no plan in it": zipped({"cases.jsonl": "{}"}),
    "path up": zipped({"../../etc/cron.d/x": "x", "experiment.yaml": "a: 1"}),
    "absolute path": zipped({"/etc/passwd": "x"}),
    "windows path": zipped({"a\\..\\b": "x"}),
    "drive": zipped({"C:evil": "x"}),
    "link": _link(),
    "twice": _twice(),
    "too many files": zipped({f"f{n}": "" for n in range(1_001)}),
    "python object": zipped({"experiment.yaml": "!!python/object/apply:os.system ['true']"}),
    "references": zipped({"experiment.yaml": LAUGHS}),
    "deep": zipped({"experiment.yaml": "[" * 5_000 + "]" * 5_000}),
    "deep but fine": zipped({"experiment.yaml": "a: " + "[" * 80 + "]" * 80}),
    "a list": zipped({"experiment.yaml": "- a"}),
    "no text": zipped({"experiment.yaml": b"\xff\xfe\x00"}),
    "another format": zipped({"experiment.yaml": "format: other\nversion: 1\nplan: {}"}),
    "no plan": zipped({"experiment.yaml": "format: edison-experiment\nversion: 1\nplan: 7"}),
}


@pytest.mark.parametrize("name", HOSTILE)
async def test_a_hostile_bundle_is_refused_and_leaves_nothing(desk: RunDesk, name: str) -> None:
    refused(await send(desk, HOSTILE[name]), 400, "INVALID_FORMAT")
    assert rows(desk.world.url, "SELECT count(*) FROM experiments") == [(0,)]


async def test_a_bomb_is_refused_whatever_it_says_of_itself(desk: RunDesk) -> None:
    refused(await send(desk, _bomb()), 413, "FILE_TOO_LARGE")
    answer = await send(desk, _lying_bomb())
    assert answer.status_code in (400, 413), answer.text
    refused(await send(desk, b"x" * (10 * 1024 * 1024 + 1)), 413, "FILE_TOO_LARGE")


@pytest.mark.nightly
async def test_values_that_no_plan_has_are_refused_in_words(desk: RunDesk) -> None:
    """One bad value, everything else as it was exported."""
    files = opened(await bundle_of(desk, await draft(desk)))
    good = yaml.safe_load(files["experiment.yaml"])

    def changed(**plan: Any) -> dict[str, bytes | str]:
        value = {**good, "plan": {**good["plan"], **plan}}
        return {**files, "experiment.yaml": yaml.safe_dump(value, allow_unicode=True)}

    for bad in (
        changed(trials=".nan-ish"),
        changed(trials=float("nan")),
        changed(holdout_share=float("inf")),
        changed(trials=10**30),
        changed(goal="x" * 2_001),
        changed(goal="zero \0 byte"),
        changed(goal=7),
        changed(targets={"model": "x"}),
        changed(targets=[{}] * 101),
        changed(stop_rules={"max_budget_usd": "a lot"}),
        changed(content={"messages": [{"role": "user", "content": "x" * 2_000_000}]}),
        changed(content={"messages": [{"role": "nobody", "content": 3}]}),
        {**files, "rubric.yaml": "criteria: [1, 2]"},
        {**files, "experiment.yaml": yaml.safe_dump({**good, "name": "n" * 201})},
    ):
        answer = await send(desk, zipped(bad))
        assert answer.status_code in (400, 413), answer.text
    rows_bad = {**files, "cases.jsonl": json.dumps({"input": {"q": "x"}, "difficulty": 99}) + "\n"}
    refused(await send(desk, zipped(rows_bad)), 400, "BAD_ROWS")
    assert rows(desk.world.url, "SELECT count(*) FROM experiments") == [(1,)]
    granted(await send(desk, zipped(files)), 201)
