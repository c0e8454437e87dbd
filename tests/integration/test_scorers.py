"""Scorers over the API: the list that forms are drawn from, and trying one out as a run would use it."""

from typing import Any

import pytest

from edison.sandbox import sandbox_runner
from tests.support.answers import granted, refused
from tests.support.world import API, Person, World

GRADER = {
    "kind": "grader",
    "prompt": "0193a0c0-0000-7000-8000-000000000001",
    "model": "0193a0c0-0000-7000-8000-000000000002",
}


class Desk:
    def __init__(self, owner: Person, project: dict[str, Any]) -> None:
        self.browser = owner.browser
        self.path = f"{API}/projects/{project['id']}/scorers"

    async def judge(self, spec: dict[str, Any], **sample: Any) -> Any:
        return await self.browser.post(
            f"{self.path}/test", json={"spec": spec, "sample": {"output": "", **sample}}
        )


@pytest.fixture
async def desk(world: World) -> Desk:
    owner = await world.person("Olga")
    return Desk(owner, await owner.create_project())


async def test_all_scorers_are_listed_with_the_schema_of_their_form(desk: Desk) -> None:
    items = granted(await desk.browser.get(desk.path))["items"]

    by_kind = {item["kind"]: item for item in items}
    assert {"exact", "word_overlap", "python_check", "grader"} <= set(by_kind)
    exact = by_kind["exact"]
    assert (exact["title"], exact["needs_expected"], exact["calls_model"]) == (
        "Exact match",
        True,
        False,
    )
    assert exact["schema"]["properties"]["ignore_case"]["type"] == "boolean"
    assert by_kind["grader"]["calls_model"] is True
    assert by_kind["python_check"]["missing"] is None


async def test_a_scorer_that_cannot_work_here_says_why(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a machine without bubblewrap: the web process is fine, the scorer is off."""
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(sandbox_runner, "_probe", sandbox_runner._Probe())  # pyright: ignore[reportPrivateUsage]

    items = granted(await desk.browser.get(desk.path))["items"]
    verdict = granted(await desk.judge({"kind": "python_check"}, output="a", expected="a"))

    [check] = [item for item in items if item["kind"] == "python_check"]
    assert "apt install bubblewrap" in check["missing"]
    assert (verdict["problem"], verdict["value"]) == ("scorer_error", None)
    assert verdict["reason"] == check["missing"]


async def test_an_answer_is_judged_without_a_run(desk: Desk) -> None:
    verdict = granted(await desk.judge({"kind": "exact"}, output="Paris", expected="Paris"))

    assert verdict == {
        "value": 1.0,
        "passed": True,
        "problem": None,
        "reason": 'Equals "Paris"',
        "details": {},
    }


async def test_a_python_check_runs_in_the_sandbox(desk: Desk) -> None:
    code = "def check(output, values):\n    return {'score': 0.25, 'reason': values['tone']}"

    verdict = granted(
        await desk.judge({"kind": "python_check", "code": code}, values={"tone": "polite"})
    )

    assert (verdict["value"], verdict["passed"], verdict["reason"]) == (0.25, False, "polite")


async def test_a_check_takes_the_arguments_of_the_specification(desk: Desk) -> None:
    """PSM-SIM-15: actual, expected and metadata."""
    code = (
        "def check(actual, expected, metadata):\n"
        "    return metadata['weight'] * (actual.lower() == expected.lower())"
    )

    verdict = granted(
        await desk.judge(
            {"kind": "python_check", "code": code},
            output="PARIS",
            expected="Paris",
            metadata={"weight": 0.5},
        )
    )

    assert verdict["value"] == 0.5


async def test_a_malformed_answer_fails_and_a_missing_expectation_is_no_score(desk: Desk) -> None:
    malformed = granted(
        await desk.judge({"kind": "exact"}, output="a", expected="a", malformed="No <response>")
    )
    unknown = granted(await desk.judge({"kind": "exact"}, output="a"))

    assert (malformed["value"], malformed["passed"]) == (0.0, False)
    assert (unknown["value"], unknown["problem"]) == (None, "not_applicable")


async def test_messages_tools_and_figures_reach_the_scorer(desk: Desk) -> None:
    sample = {
        "values": {"chat": [{"role": "user", "content": "Hi"}]},
        "tool_calls": [{"name": "weather", "arguments": '{"city": "Paris"}'}],
        "latency_ms": 12.5,
        "cost_usd": "0.000125",
        "metadata": {"level": 3},
    }
    code = (
        "def check(values, tool_calls, latency_ms, cost_usd, metadata):\n"
        "    print([values, tool_calls, latency_ms, cost_usd, metadata])\n    return True"
    )

    verdict = granted(await desk.judge({"kind": "python_check", "code": code}, **sample))

    assert verdict["details"]["printed"].strip() == str(
        [
            {"chat": [{"role": "user", "content": "Hi"}]},
            [{"name": "weather", "arguments": '{"city": "Paris"}'}],
            12.5,
            0.000125,
            {"level": 3},
        ]
    )


@pytest.mark.parametrize(
    ("spec", "field"),
    [
        ({}, "spec.kind"),
        ({"kind": "tea leaves"}, "spec.kind"),
        ({"kind": "regex", "pattern": "("}, "spec.pattern"),
        ({"kind": "exact", "colour": "red"}, "spec.colour"),
        (GRADER, "spec"),
    ],
)
async def test_a_spec_that_cannot_be_tried_is_refused_with_its_field(
    desk: Desk, spec: dict[str, Any], field: str
) -> None:
    error = refused(await desk.judge(spec), 400, "BAD_REQUEST")

    assert error["path"] == field


async def test_who_is_no_member_finds_no_scorers(desk: Desk, world: World) -> None:
    stranger = await world.person("Sam")

    refused(await stranger.browser.get(desk.path), 404, "NOT_FOUND")
