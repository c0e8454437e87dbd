"""One run, one number: the metric is chosen and visible, and every screen and every API says the same of it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from edison.domain.statistics.estimates import interval_text
from tests.e2e.conftest import OpenPage
from tests.e2e.metrics_story import MetricsStory, finish, tell_the_metrics_story
from tests.e2e.stage import Stage, Visitor
from tests.e2e.verdict_places import (
    labels_apart,
    labels_on_screens,
    one_verdict,
    one_verdict_on_screens,
    reused_answers,
)

SOON = 30_000
Figure = dict[str, float]


@pytest.fixture(scope="module")
def story(stage: Stage) -> MetricsStory:
    return tell_the_metrics_story(Visitor(stage.url).sign_up("Mona Metric"))


def said(figure: Figure, scale: int | None = None) -> str:
    return interval_text(figure["value"], figure["low"], figure["high"], scale or 1)


def choose(page: Page, picker: str, option: str) -> None:
    page.get_by_role("combobox", name=picker, exact=True).click()
    page.get_by_role("option", name=re.compile(f"^{re.escape(option)}")).first.click()


@pytest.mark.core
def test_a_judge_that_is_added_changes_neither_the_headline_nor_the_comparison(
    open_page: OpenPage, story: MetricsStory
) -> None:
    page = open_page(story.owner)
    results = story.results(story.judged)
    grader = results["measure"]["key"]
    keys = [one["metric"]["key"] for one in results["metrics"]]
    assert results["measure"]["kind"] == "scorer"
    assert keys == [grader, "Composite: Quality", "Careful judge"]

    page.goto(f"{story.path}/runs/{story.judged}/results")
    best = next(one for one in results["columns"] if one["column"] == results["best"])
    headline = page.get_by_role("region", name=grader, exact=True)
    expect(headline).to_contain_text(f"{said(best['composite'])} of 1", timeout=SOON)
    table = page.get_by_role("table", name="Results by column")
    for head in (grader, "Composite: Quality, 0 to 5", "Careful judge, 0 to 5"):
        expect(table.get_by_role("columnheader", name=head)).to_be_visible()

    # Chosen and visible: the composite, on its own scale and on 0 to 1.
    choose(page, "Metric", "Composite: Quality")
    expect(page).to_have_url(re.compile("metric=Composite"))
    composite = story.results(story.judged, "Composite: Quality")
    top = next(one for one in composite["columns"] if one["column"] == composite["best"])
    headline = page.get_by_role("region", name="Composite: Quality", exact=True)
    expect(headline).to_contain_text(f"{said(top['composite'], 5)} of 5")
    page.get_by_role("radio", name="0 to 1").click()
    expect(headline).to_contain_text(f"{said(top['composite'])} of 1")

    # The two runs are compared by what they share.
    page.goto(f"{story.path}/workbench/{story.prompt}?run={story.graded}&compare={story.judged}")
    panel = page.get_by_role("region", name="Verdict on the difference")
    expect(panel.get_by_role("combobox", name="Metric")).to_have_text(grader, timeout=SOON)
    expect(panel).not_to_contain_text("scored differently")
    expect(panel).to_contain_text("12 answers")


def test_the_project_chooses_its_main_metric(open_page: OpenPage, story: MetricsStory) -> None:
    page = open_page(story.owner)
    page.goto(f"{story.path}/settings/general")
    choose(page, "Main metric", "Composite: Quality")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_text("Settings saved")).to_be_visible()
    try:
        assert story.results(story.judged)["measure"]["key"] == "Composite: Quality"
        # A run that does not have it is still read by its grader, and so is the comparison of both.
        grader = story.results(story.graded)["measure"]["key"]
        pair = f"/runs/{story.graded}/verdict?with={story.judged}"
        assert story.read(pair)["metric"]["key"] == grader
        page.goto(f"{story.path}/runs/{story.judged}/results")
        expect(page.get_by_role("region", name="Composite: Quality", exact=True)).to_be_visible()
    finally:
        story.owner.call("PATCH", story.path, {"settings": {"main_metric": ""}})


def test_the_list_of_runs_and_the_lineage_are_read_by_the_chosen_metric(
    open_page: OpenPage, story: MetricsStory
) -> None:
    page = open_page(story.owner)
    composite = story.results(story.judged, "Composite: Quality")
    first = composite["columns"][0]
    text = said(first["composite"], 5)

    page.goto(f"{story.path}/runs")
    table = page.get_by_role("table", name="Runs of this project")
    row = table.get_by_role("row").filter(has_text=f"#{composite['number']}").first
    expect(row).to_be_visible(timeout=SOON)
    expect(row).not_to_contain_text(text)
    choose(page, "Metric", "Composite: Quality")
    expect(table.get_by_role("columnheader", name="Composite: Quality")).to_be_visible()
    expect(row).to_contain_text(text)

    page.goto(f"{story.path}/prompts/{story.prompt}?view=lineage&target={first['model_name']}")
    versions = page.get_by_role("list", name="Versions and where they came from")
    expect(versions.get_by_role("listitem").first).to_be_visible(timeout=SOON)
    expect(versions).not_to_contain_text(text)
    choose(page, "Metric", "Composite: Quality")
    expect(versions).to_contain_text(text)


@pytest.mark.core
def test_a_comparison_says_what_is_compared_model_by_model(
    open_page: OpenPage, story: MetricsStory
) -> None:
    page = open_page(story.owner)
    models = [one["model_name"] for one in story.results(story.graded)["columns"]]
    page.goto(f"{story.path}/workbench/{story.prompt}?run={story.graded}&compare={story.judged}")
    panel = page.get_by_role("region", name="Verdict on the difference")
    heading = panel.get_by_role("heading", name=f"v2 against v1 on {models[0]}")
    expect(heading).to_be_visible(timeout=SOON)
    table = panel.get_by_role("table", name="Verdict by model")
    for model in models:
        row = table.get_by_role("row").filter(has_text=f"v2 against v1 on {model}")
        expect(row).to_contain_text(re.compile("Better|Worse|Cannot tell|Identical|Inconclusive"))
    change = page.get_by_role("region", name="Change of the prompt")
    expect(change).to_contain_text("Think about it first.")

    # Cases that changed stand first.
    kinds = [
        item["kind"]
        for item in story.read(f"/runs/{story.graded}/comparison?with={story.judged}&column=2"
                               "&other_column=2")["items"]
    ]  # fmt: skip
    order = ["broken", "fixed", "flaky", "still_failing", "incomparable", "unchanged"]
    assert kinds == sorted(kinds, key=order.index)
    table.get_by_role("button", name=f"v2 against v1 on {models[1]}").click()
    expect(panel.get_by_role("heading", name=f"v2 against v1 on {models[1]}")).to_be_visible()

    # The very same answers are called identical, and nothing is made of an interval.
    page.goto(f"{story.path}/workbench/{story.prompt}?run={story.again}&compare={story.graded}")
    expect(panel.get_by_role("status", name="Verdict")).to_contain_text("Identical", timeout=SOON)
    expect(panel).to_contain_text("are the same text")
    expect(panel).not_to_contain_text("lower to")


def test_a_line_joins_only_what_can_be_compared(
    open_page: OpenPage, story: MetricsStory, record_property: Callable[[str, object], None]
) -> None:
    page = open_page(story.owner)
    page.goto(f"{story.path}/runs/{story.again}/results")
    trend = page.get_by_role("figure", name="Score from run to run")
    expect(trend.locator("[data-joins]")).to_have_count(2, timeout=SOON)
    expect(trend).to_contain_text("3 runs in a row can be compared")
    expect(trend).to_contain_text("Tested case by case against run")
    expect(trend).not_to_contain_text("highest")

    # Another choice of cases breaks the line, and says why.
    plan = story.read(f"/runs/{story.again}")["plan"]["columns"]
    grader = story.read(f"/runs/{story.again}")["scorers"][0]["spec"]
    body = {
        "versions": [{"prompt": story.prompt}],
        "targets": [{"model": plan[0]["model_id"]}],
        "dataset": story.read(f"/runs/{story.again}")["plan"]["dataset_id"],
        "choice": {"first": 6},
        "scorers": [{"kind": "grader", "prompt": grader["prompt"], "model": grader["model"]}],
    }
    run = story.owner.call("POST", f"{story.path}/runs", body)["id"]
    _until_scored(story, run)
    page.goto(f"{story.path}/runs/{run}/results")
    breaks = page.get_by_role("list", name="Breaks of the line")
    expect(breaks).to_contain_text("different selection of cases", timeout=SOON)
    # The three runs of before are joined, and the fourth to none of them.
    record_property("incomparable_points_joined", trend.locator("[data-joins]").count() - 2)
    expect(trend.locator("[data-joins]")).to_have_count(2)


@pytest.mark.core
def test_every_place_says_the_same_score(
    open_page: OpenPage, story: MetricsStory, record_property: Callable[[str, object], None]
) -> None:
    """Walks one run through every screen and every API that shows its score, its labels and its verdict."""
    page = open_page(story.owner)
    found = {
        **labels_apart(story),
        **_in_the_api(story),
        **reused_answers(story),
        **one_verdict(story),
        **_on_the_screens(page, story),
        **labels_on_screens(page, story),
        **one_verdict_on_screens(page, story),
    }

    differing = [name for name, same in found.items() if not same]
    record_property("score_places_checked", len(found))
    record_property("score_places_differing", len(differing))
    assert not differing
    assert len(found) >= 50


def _in_the_api(story: MetricsStory) -> dict[str, bool]:
    run, results = story.graded, story.results(story.graded)
    figure, metric = results["columns"][0]["composite"], results["measure"]["key"]
    model = results["columns"][0]["model_name"]

    def same(value: Figure) -> bool:
        return all(abs(value[key] - figure[key]) < 1e-9 for key in ("value", "low", "high"))

    def figure_of(place: dict[str, Any]) -> Figure:
        of = next(one for one in place["figures"] if one["metric"]["key"] == metric)
        return of["columns"][0]["figure"]

    card = next(one for one in story.read("/runs")["items"] if one["id"] == run)
    verdict = story.read(f"/runs/{run}/verdict?with={story.judged}")
    advice = story.read(f"/runs/{run}/recommendations")["recommendations"]["models"]
    node = _newest_node(story, model)
    again = story.results(node["run"])["columns"][0]["composite"]
    return {
        "API: run": same(figure_of(story.read(f"/runs/{run}"))),
        "API: runs": same(figure_of(card)),
        "API: trend": same(next(p["composite"] for p in results["trend"] if p["run"] == run)),
        "API: comparison": same(verdict["comparison"]["other_mean"]),
        "API: recommendations": same(next(one["score"] for one in advice if one["column"] == 0)),
        "API: lineage": node["composite"] == again,
    }


def _on_the_screens(page: Page, story: MetricsStory) -> dict[str, bool]:
    run, results = story.graded, story.results(story.graded)
    number, model = results["number"], results["columns"][0]["model_name"]
    text = said(results["columns"][0]["composite"])
    node = _newest_node(story, model)
    newest = said(story.results(node["run"])["columns"][0]["composite"])
    bench = f"/workbench/{story.prompt}?run={run}"

    def row(table: str, of: str) -> Locator:
        return page.get_by_role("table", name=table).get_by_role("row").filter(has_text=of).first

    history = page.get_by_role("button", name=f"Run #{number}", exact=True)
    trend = page.get_by_role("figure", name="Score from run to run")
    versions = page.get_by_role("list", name="Versions and where they came from")
    places: dict[str, tuple[str, Locator, str]] = {
        "Results": (f"/runs/{run}/results", row("Results by column", model), text),
        "Run page": (f"/runs/{run}", row("Summary by column", model), text),
        "Runs": ("/runs", row("Runs of this project", f"#{number}"), text),
        "Workbench header": (bench, page.locator("[data-summary='grade']").first, text),
        "History": (
            f"{bench}&panel=history",
            page.get_by_role("listitem").filter(has=history),
            text,
        ),
        "Which model to use": (f"/runs/{run}/results?view=models", page.get_by_role("table"), text),
        "Lineage": (f"/prompts/{story.prompt}?view=lineage&target={model}", versions, newest),
    }
    found = {name: _says(page, story, *place) for name, place in places.items()}
    page.goto(f"{story.path}/runs/{run}/results")
    point = re.compile(re.escape(f"Run #{number}, v2 on {model}: {text}"))
    expect(trend.get_by_role("link").first).to_be_visible(timeout=SOON)
    found["Trend"] = trend.get_by_role("link", name=point).count() == 1
    # Two models of the run, because their answers differ.
    page.goto(f"{story.path}{bench}&compare={run}&other_column=1")
    difference = page.get_by_role("figure", name="Difference")
    difference.get_by_role("button", name="Show as a table: Difference").click()
    after = difference.get_by_role("row").filter(has_text="After")
    found["Compare"] = text in after.inner_text()
    return found


def _says(page: Page, story: MetricsStory, address: str, place: Locator, text: str) -> bool:
    page.goto(f"{story.path}{address}")
    try:
        expect(place).to_contain_text(text, timeout=SOON)
    except AssertionError:
        return False
    return True


def _newest_node(story: MetricsStory, model: str) -> dict[str, Any]:
    graph = story.read(f"/prompts/{story.prompt}/lineage?target={model}")
    return max(
        (node for node in graph["nodes"] if node["run"] is not None),
        key=lambda node: node["number"],
    )


def _until_scored(story: MetricsStory, run: str) -> None:
    finish(story.owner, story.path, run)
    story.results(run)
