"""Every place that shows labels of people, reused answers, or the verdict on one pair of runs."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from edison.domain.statistics.estimates import distance_text, interval_text
from tests.e2e.metrics_story import MetricsStory

SOON = 30_000
LABELLED = 6
MINUS = "\u2212"


def labels_apart(story: MetricsStory) -> dict[str, bool]:
    """Label answers of a run against its grader; say of each place whether it still shows the grader's own figure."""
    run, other = story.graded, story.judged
    width = len(story.results(run)["columns"])

    def shown() -> dict[str, Any]:
        results = story.results(run)
        report = story.read(f"/runs/{run}")
        verdict = story.read(f"/runs/{run}/verdict?with={other}")
        card = next(one for one in story.read("/runs")["items"] if one["id"] == run)
        key = results["measure"]["key"]
        return {
            "results": [one["composite"] for one in results["columns"]],
            "pass rate": [one["pass_rate"] for one in results["columns"]],
            "trend": results["trend"],
            "run": _figures(report, key),
            "runs": _figures(card, key),
            "header of the run": [one["mean"] for one in report["grades"]],
            "verdict": verdict["comparison"],
            "changed cells": verdict["counts"],
            "comparison": story.read(f"/runs/{run}/comparison?with={other}")["counts"],
            "banner": story.read(f"/runs/{run}/baseline")["columns"],
            "lineage": [one["composite"] for one in _lineage(story, 0)["nodes"]],
        }

    before = shown()
    for case in range(LABELLED):
        path = f"{story.path}/runs/{run}/cells/{case * width}/grade"
        story.owner.call("PUT", path, {"grade": case % 2})
    story.results(run)
    after = shown()
    results = story.results(run)
    people = next(one for one in results["metrics"] if one["metric"]["kind"] == "people")
    figure = results["columns"][0]["people"]
    return {
        **{f"With labels, API: {name}": after[name] == before[name] for name in before},
        "With labels, API: people": (people["columns"][0]["figure"], people["columns"][0]["labels"])
        == (figure, LABELLED),
        "With labels, API: people have an interval": figure["low"] < 0.5 < figure["high"],
    }


def labels_on_screens(page: Page, story: MetricsStory) -> dict[str, bool]:
    results = story.results(story.graded)
    column = results["columns"][0]
    page.goto(f"{story.path}/runs/{story.graded}/results")
    row = page.get_by_role("table", name="Results by column").get_by_role("row").nth(1)
    bench = f"{story.path}/workbench/{story.prompt}?run={story.graded}"
    return {
        "With labels: results, scorer": _says(row, _text(column["composite"])),
        "With labels: results, people": _says(row, _text(column["people"])),
        "With labels: workbench header": _says_at(
            page, bench, page.locator("[data-summary='grade']").first, f"on {LABELLED}"
        ),
    }


def reused_answers(story: MetricsStory) -> dict[str, bool]:
    """Compare a run of stored answers with the run that paid for them."""
    paid, reused = story.results(story.graded), story.results(story.again)
    progress = story.read(f"/runs/{story.again}")["progress"]
    cost = story.read(f"/runs/{story.again}/verdict?with={story.graded}")["cost"]
    first, again = (
        story.read(f"/runs/{run}/recommendations")["recommendations"]["models"]
        for run in (story.graded, story.again)
    )
    names = ("cost_usd", "latency_ms", "total_cost_usd", "advice")
    return {
        "Reused, API: answers were reused": all(one["reused"] for one in progress),
        "Reused, API: spent nothing": all(float(one["cost_usd"]) == 0 for one in progress),
        "Reused, API: results": [
            (one["tokens"], float(one["answer_cost_usd"])) for one in paid["columns"]
        ]
        == [(one["tokens"], float(one["answer_cost_usd"])) for one in reused["columns"]],
        "Reused, API: comparison": float(cost["this_usd"]) == float(cost["other_usd"]) > 0,
        "Reused, API: recommendations": [[one[name] for name in names] for one in first]
        == [[one[name] for name in names] for one in again],
    }


def one_verdict(story: MetricsStory) -> dict[str, bool]:
    """Compare the verdict on each target of a run and its baseline from place to place."""
    run = story.graded
    banner = story.read(f"/runs/{run}/baseline")
    other = banner["baseline"]["id"]
    found: dict[str, bool] = {"Verdict, API: baseline": other == story.judged}
    for target in banner["columns"]:
        at, stated = target["column"], target["comparison"]
        pair = f"with={other}&column={at}&other_column={target['other_column']}"
        page = story.read(f"/runs/{run}/verdict?{pair}")
        previous = story.read(f"/runs/{run}/results?base={at}")["previous"]
        found |= {
            f"Verdict {at}, API: comparison": page["comparison"] == stated,
            f"Verdict {at}, API: comparison by model": stated
            in [one["comparison"] for one in page["models"]],
            f"Verdict {at}, API: results": (previous["run"], previous["comparison"])
            == (other, stated),
        }
    last = _home(story)
    newest = story.read(f"/runs/{last['id']}/baseline")
    found["Verdict, API: home"] = last["verdict"] == newest
    # The lineage compares the runs that it shows the scores of.
    edge, runs = _edge(story)
    here = story.read(f"/runs/{runs[0]}/verdict?with={runs[1]}")["comparison"]
    found["Verdict, API: lineage"] = (edge["sentence"], edge["effect"]) == (
        here["sentence"],
        here["effect"],
    )
    return found


def one_verdict_on_screens(page: Page, story: MetricsStory) -> dict[str, bool]:
    run = story.graded
    banner = story.read(f"/runs/{run}/baseline")
    stated = banner["columns"][0]["comparison"]
    bench = f"{story.path}/workbench/{story.prompt}?run={run}"
    change = _stated(stated["effect"])
    against = f"run #{banner['baseline']['number']}"
    last = _home(story)
    at_home = last["verdict"]["columns"][0]
    home = page.get_by_role("table", name="Prompts that were run last")
    effect = _edge(story)[0]["effect"]
    versions = page.get_by_role("list", name="Versions and where they came from")
    model = story.results(run)["columns"][0]["model_name"]
    panel = page.get_by_role("region", name="Verdict on the difference")
    return {
        "Verdict: banner": _says_at(
            page, bench, page.get_by_role("region", name="Verdict against the baseline"), against
        ),
        "Verdict: column of the workbench": _says(page.locator("[data-change]").first, change),
        "Verdict: comparison": _says_at(
            page, f"{bench}&compare={banner['baseline']['id']}", panel, stated["sentence"]
        ),
        "Verdict: results": _says_at(
            page,
            f"{story.path}/runs/{run}/results",
            page.get_by_role("region", name="Change to the run before"),
            change,
        ),
        "Verdict: home": _says_at(
            page,
            story.path,
            home,
            f"against run #{last['verdict']['baseline']['number']}",
        )
        and (at_home["identical"] or _says(home, _stated(at_home["comparison"]["effect"]))),
        "Verdict: lineage": _says_at(
            page,
            f"{story.path}/prompts/{story.prompt}?view=lineage&target={model}",
            versions,
            _stated(effect),
        ),
    }


def _figures(place: dict[str, Any], key: str) -> list[Any]:
    found = next(one for one in place["figures"] if one["metric"]["key"] == key)
    return [one["figure"] for one in found["columns"]]


def _lineage(story: MetricsStory, column: int) -> dict[str, Any]:
    model = story.results(story.graded)["columns"][column]["model_name"]
    return story.read(f"/prompts/{story.prompt}/lineage?target={model}")


def _edge(story: MetricsStory) -> tuple[dict[str, Any], tuple[str, str]]:
    """Return the edge between the two versions on the first model, and the runs of their scores."""
    graph = _lineage(story, 0)
    runs = {node["version"]: node["run"] for node in graph["nodes"]}
    edge = max(graph["edges"], key=lambda one: one["against"] or 0)
    return edge, (runs[edge["to"]], runs[edge["from"]])


def _home(story: MetricsStory) -> dict[str, Any]:
    prompts = story.read("/home")["prompts"]
    return next(one["last_run"] for one in prompts if one["id"] == story.prompt)


def _text(figure: dict[str, float]) -> str:
    return interval_text(figure["value"], figure["low"], figure["high"])


def _stated(effect: dict[str, float] | None) -> str:
    """Return a difference as the screens show it, with the digits of the sentences; equal answers have none."""
    if effect is None:
        return "Identical"
    value = effect["value"]
    text = distance_text(abs(value))
    sign = "±" if float(text) == 0 else "+" if value > 0 else MINUS
    return f"{sign}{text}"


def _says_at(page: Page, address: str, place: Locator, text: str) -> bool:
    page.goto(address)
    return _says(place, text)


def _says(place: Locator, text: str) -> bool:
    try:
        expect(place).to_contain_text(re.compile(re.escape(text), re.IGNORECASE), timeout=SOON)
    except AssertionError:
        return False
    return True
