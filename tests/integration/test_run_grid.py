"""The grid of a run: pages, filters and orders are made by the server, and long texts stay there."""

import csv
import io
import json
from decimal import Decimal
from typing import Any

import pytest

from edison.domain.judging.score import ScoreProblem
from edison.domain.models.model_call import ToolCall
from tests.support.answers import granted, refused
from tests.support.datasets import question
from tests.support.finished_runs import (
    RunDesk,
    a_run_desk,
    answer,
    failure,
    not_scored,
    scored,
)
from tests.support.world import World

EXACT = {"kind": "exact"}
TWO = ("gpt-4o-mini", "gpt-4o")


async def rows(desk: RunDesk, run: dict[str, Any], **query: Any) -> list[int]:
    """The numbers of all rows, over pages of two."""
    found: list[int] = []
    query = {"limit": 2, **query}
    while True:
        page = await desk.page(run, **query)
        found += [row["row"] for row in page["items"]]
        if page["next_cursor"] is None:
            return found
        query["cursor"] = page["next_cursor"]


async def a_grid(world: World) -> tuple[RunDesk, dict[str, Any]]:
    """Five cases on two models, with every state there is; row 4 has not begun."""
    desk = await a_run_desk(
        world,
        question("What is 100% of one?", tags=["easy", "sums"], expected="1"),
        question("Two_three", tags=["easy"]),
        question("Three"),
        question("Four"),
        question("Five", tags=["sums"]),
        models=TWO,
    )
    run = await desk.start(scorers=[EXACT])
    await desk.finish(
        run,
        {
            0: answer("Alpha", latency_ms=300, cost=30),
            1: answer("Beta 50%", latency_ms=10, cost=10),
            2: failure("Too long"),
            3: answer("Gamma", reused=True, latency_ms=20),
            4: answer("DELTA", latency_ms=100, cost=20),
            5: answer("no tags", latency_ms=40),
            6: answer("Epsilon GRÖSSE Größe", latency_ms=200, cost=10),
        },
        malformed=[5],
    )
    await desk.score(
        run,
        {
            (0, 0): scored(0.9),
            (1, 0): scored(0.1),
            (3, 0): scored(0.7),
            (4, 0): scored(0.2),
            (5, 0): not_scored(ScoreProblem.NOT_APPLICABLE),
        },
    )
    return desk, run


async def test_each_row_is_a_case_in_a_trial_with_a_cell_for_each_column(world: World) -> None:
    desk, run = await a_grid(world)

    first = (await desk.page(run, limit=1))["items"][0]

    assert (first["row"], first["position"], first["trial"]) == (0, 0, 0)
    asked = {"text": "What is 100% of one?", "truncated": False, "file": None}
    assert first["values"] == {"question": asked}
    assert first["expected"] == {"text": "1", "truncated": False}
    assert first["tags"] == ["easy", "sums"]
    assert [cell["ordinal"] for cell in first["cells"]] == [0, 1]
    alpha = first["cells"][0]
    assert (alpha["state"], alpha["output"]["text"], alpha["latency_ms"]) == (
        "answered",
        "Alpha",
        300,
    )
    assert Decimal(alpha["cost_usd"]) == Decimal("0.00003")
    assert [(score["scorer"], score["value"], score["passed"]) for score in alpha["scores"]] == [
        (0, 0.9, True)
    ]


async def test_trials_are_rows_of_their_own(world: World) -> None:
    desk = await a_run_desk(world, models=TWO)
    run = await desk.start(trials=2)
    await desk.finish(run, {6: answer("second case, second trial, first column")})

    page = await desk.page(run, limit=100)

    assert [(row["position"], row["trial"]) for row in page["items"]] == [
        (case, trial) for case in range(3) for trial in range(2)
    ]
    assert page["items"][3]["cells"][0]["output"]["text"].startswith("second case, second trial")
    assert page["items"][3]["values"]["question"]["text"] == "Two"


async def test_cells_without_an_answer_are_open_and_failures_say_why(world: World) -> None:
    desk, run = await a_grid(world)

    items = (await desk.page(run, limit=100))["items"]

    states = [[cell["state"] for cell in row["cells"]] for row in items]
    assert states == [
        ["answered", "answered"],
        ["failed", "answered"],
        ["answered", "malformed"],
        ["answered", "open"],
        ["open", "open"],
    ]
    assert (items[1]["cells"][0]["error_code"], items[1]["cells"][0]["error"]) == (
        "too_long",
        "Too long",
    )
    assert items[2]["cells"][1]["malformed"] == "No <response> found"
    assert items[4]["cells"][0]["output"] is None


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, [0, 1, 2, 3, 4]),
        ({"state": "failed"}, [1]),
        ({"state": "malformed"}, [2]),
        ({"state": "open"}, [3, 4]),
        ({"state": "open", "column": 0}, [4]),
        ({"state": "answered"}, [0, 1, 2, 3]),
        ({"state": "answered", "column": 1}, [0, 1]),
        ({"scorer": 0, "passed": False}, [0, 2]),
        ({"scorer": 0, "passed": False, "column": 0}, [2]),
        ({"scorer": 0, "passed": True}, [0, 1]),
        ({"scorer": 0, "below": 0.2}, [0]),
        ({"scorer": 0, "unscored": True}, [2]),
        ({"reused": True}, [1]),
        ({"reused": False, "column": 1}, [0, 2]),
        ({"tag": "sums"}, [0, 4]),
        ({"tag": "sums", "state": "open"}, [4]),
        ({"tag": "easy", "state": "failed"}, [1]),
        ({"search": "delta"}, [2]),
        ({"search": "five"}, [4]),
        # Signs of patterns are only signs.
        ({"search": "%"}, [0]),
        ({"search": "_"}, [1]),
        ({"search": "\\"}, []),
        ({"search": "größe"}, [3]),
        ({"search": "alpha", "column": 1}, []),
        ({"search": "beta", "state": "answered"}, [0]),
        ({"row": [3, 1, 99]}, [1, 3]),
    ],
    ids=str,
)
async def test_a_filter_finds_its_rows_over_all_pages(
    world: World, query: dict[str, Any], expected: list[int]
) -> None:
    desk, run = await a_grid(world)

    assert await rows(desk, run, **query) == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"sort": "latency"}, [2, 3, 0, 1, 4]),
        ({"sort": "latency", "order": "desc"}, [0, 3, 2, 1, 4]),
        ({"sort": "latency", "sort_column": 1}, [0, 1, 2, 3, 4]),
        # Equal costs stay in the order of the dataset.
        ({"sort": "cost", "sort_column": 0}, [3, 2, 0, 1, 4]),
        ({"sort": "score", "sort_scorer": 0}, [2, 0, 1, 3, 4]),
        ({"sort": "score", "order": "desc"}, [0, 2, 1, 3, 4]),
        ({"sort": "score", "sort_column": 1, "order": "desc"}, [1, 0, 2, 3, 4]),
        ({"sort": "latency", "order": "desc", "tag": "sums"}, [0, 4]),
        ({"sort": "latency", "state": "answered", "column": 0}, [2, 3, 0]),
    ],
    ids=str,
)
async def test_rows_come_in_the_order_of_one_columns_values_and_without_value_last(
    world: World, query: dict[str, Any], expected: list[int]
) -> None:
    desk, run = await a_grid(world)

    assert await rows(desk, run, **query) == expected


async def test_a_long_search_ends_its_page_early_and_misses_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, run = await a_grid(world)
    monkeypatch.setattr("edison.store.repositories.runs.run_rows.LOOK_AT", 1)
    monkeypatch.setattr("edison.store.repositories.runs.run_rows.LOOK_FOR_S", 0)

    first = await desk.page(run, search="five")

    assert (first["items"], first["next_cursor"] is None) == ([], False)
    assert await rows(desk, run, search="five") == [4]
    assert await rows(desk, run, search="a", limit=1) == [0, 1, 2]


async def test_long_texts_are_cut_and_say_so(world: World) -> None:
    desk = await a_run_desk(world, question("ä" * 301, expected="b" * 300))
    run = await desk.start(scorers=[EXACT])
    await desk.finish(run, {0: answer("é" * 5000)})
    await desk.score(run, {(0, 0): scored(1.0, "r" * 201)})

    [row] = (await desk.page(run))["items"]

    assert row["values"]["question"] == {"text": "ä" * 300, "truncated": True, "file": None}
    assert row["expected"] == {"text": "b" * 300, "truncated": False}
    assert row["cells"][0]["output"] == {"text": "é" * 200, "truncated": True}
    assert row["cells"][0]["scores"][0]["reason"] == {"text": "r" * 200, "truncated": True}


async def test_a_case_that_is_a_conversation_shows_its_words(world: World) -> None:
    messages = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]
    desk = await a_run_desk(
        world, {"values": {"question": {"messages": messages}}}, content="{{question}}"
    )
    run = await desk.start()

    [row] = (await desk.page(run))["items"]

    assert row["values"]["question"]["text"] == "user: Hi\nassistant: Hello"


async def test_a_run_without_a_dataset_has_one_row_without_a_case(world: World) -> None:
    desk = await a_run_desk(world, content="Say hello")
    run = await desk.start(dataset=None)

    [row] = (await desk.page(run))["items"]

    assert (row["case_id"], row["values"], row["tags"]) == (None, {}, [])
    assert await rows(desk, run, tag="none") == []


async def test_a_column_or_a_scorer_that_is_not_there_is_refused(world: World) -> None:
    desk, run = await a_grid(world)
    at = f"{desk.path}/runs/{run['id']}/rows"

    refused(await desk.browser.get(at, params={"column": 2}), 400, "BAD_REQUEST")
    refused(await desk.browser.get(at, params={"sort_column": 2}), 400, "BAD_REQUEST")
    refused(await desk.browser.get(at, params={"passed": True}), 400, "BAD_REQUEST")
    refused(await desk.browser.get(at, params={"cursor": "xx"}), 400, "BAD_REQUEST")


async def test_a_cell_is_shown_whole_with_the_request_that_was_sent(world: World) -> None:
    desk = await a_run_desk(world, question("Where?", expected="Here"))
    run = await desk.start(
        targets=[{"model": desk.models[0], "parameters": {"temperature": 0.5}}], scorers=[EXACT]
    )
    wish = ToolCall(id="1", name="look", arguments="{}")
    await desk.finish(run, {0: answer("x" * 9000, tool_calls=(wish,))})
    await desk.score(run, {(0, 0): scored(0.0, "It differs")})

    cell = granted(await desk.browser.get(f"{desk.path}/runs/{run['id']}/cells/0"))

    assert cell["output"] == cell["parsed"] == "x" * 9000
    assert cell["tool_calls"] == [{"id": "1", "name": "look", "arguments": "{}"}]
    assert cell["usage"] == {"prompt_tokens": 10}
    assert cell["model_answered"] == "gpt-4o-mini-2024"
    assert [message["content"] for message in cell["request"]["messages"]] == ["Answer Where?"]
    assert cell["request"]["parameters"] == {"temperature": 0.5, "max_tokens": 4096}
    assert (cell["case"]["expected"], cell["column"]["version"]) == ("Here", 1)
    [score] = cell["scores"]
    assert (score["name"], score["value"], score["reason"]) == ("exact", 0.0, "It differs")
    assert cell["history"] == []


async def test_the_request_is_of_the_case_as_it_was_when_the_run_began(world: World) -> None:
    desk = await a_run_desk(world, question("Where?"))
    run = await desk.start()
    [case] = await desk.dataset.cases()
    granted(
        await desk.browser.patch(
            f"{desk.dataset.path}/cases/{case['id']}", json={"values": {"question": "When?"}}
        )
    )

    cell = granted(await desk.browser.get(f"{desk.path}/runs/{run['id']}/cells/0"))

    assert cell["state"] == "open"
    assert cell["request"]["messages"][0]["content"] == "Answer Where?"


async def test_a_repeated_cell_keeps_what_it_was_as_history(world: World) -> None:
    desk = await a_run_desk(world, question("Where?"))
    run = await desk.start(scorers=[EXACT])
    at = f"{desk.path}/runs/{run['id']}"
    await desk.finish(run, {0: answer("first")})
    await desk.score(run, {(0, 0): scored(0.25)})
    granted(await desk.browser.post(f"{at}/repeat", json={"cells": [0]}))

    cell = granted(await desk.browser.get(f"{at}/cells/0"))

    assert (cell["state"], cell["attempt"], cell["scores"]) == ("open", 2, [])
    [before] = cell["history"]
    assert (before["attempt"], before["cell"]["output"]) == (1, "first")
    assert before["cell"]["scores"][0]["value"] == 0.25
    refused(await desk.browser.get(f"{at}/cells/1"), 404, "NOT_FOUND")


async def test_results_are_exported_as_lines_with_case_and_scores(world: World) -> None:
    desk, run = await a_grid(world)

    answered = await desk.browser.get(f"{desk.path}/runs/{run['id']}/export")

    lines = [json.loads(line) for line in answered.text.splitlines()]
    assert [line["ordinal"] for line in lines] == [0, 1, 2, 3, 4, 5, 6]
    assert (lines[0]["input"], lines[0]["expected"]) == (
        {"question": "What is 100% of one?"},
        "1",
    )
    assert lines[0]["scores"]["exact"]["value"] == 0.9
    assert (lines[0]["cost_usd"], lines[2]["error"]) == ("0.00003", "Too long")
    assert (lines[3]["model"], lines[3]["reused"]) == ("gpt-4o", "run")
    assert 'filename="run-1.jsonl"' in answered.headers["content-disposition"]


async def test_a_safe_csv_holds_no_formula_and_can_be_read_back(world: World) -> None:
    desk = await a_run_desk(world, question("=1+1"), question('Say "hi",\nplease'))
    run = await desk.start(scorers=[EXACT])
    await desk.finish(run, {0: answer("=HYPERLINK()"), 1: answer('a,"b"\r\nc')})
    await desk.score(run, {(1, 0): scored(0.5)})

    async def export(**query: Any) -> list[dict[str, str]]:
        answered = await desk.browser.get(
            f"{desk.path}/runs/{run['id']}/export", params={"format": "csv", **query}
        )
        text = answered.text.removeprefix("\ufeff")
        return list(csv.DictReader(io.StringIO(text, newline="")))

    plain, safe = await export(), await export(safe=True)
    assert (plain[0]["input.question"], plain[0]["output"]) == ("=1+1", "=HYPERLINK()")
    assert (safe[0]["input.question"], safe[0]["output"]) == ("'=1+1", "'=HYPERLINK()")
    assert (plain[1]["output"], plain[1]["input.question"]) == (
        'a,"b"\r\nc',
        'Say "hi",\nplease',
    )
    assert (plain[1]["score.exact"], plain[1]["score.exact.passed"]) == ("0.5", "true")


async def test_an_export_of_many_pages_misses_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, run = await a_grid(world)
    monkeypatch.setattr("edison.services.runs.run_export.CELLS_AT_ONCE", 3)
    monkeypatch.setattr("edison.services.runs.run_export.BYTES_AT_ONCE", 8)

    answered = await desk.browser.get(f"{desk.path}/runs/{run['id']}/export")

    assert [json.loads(line)["ordinal"] for line in answered.text.splitlines()] == list(range(7))
