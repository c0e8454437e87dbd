"""Results in the browser.

Two versions judged in real runs, the dashboard, what is behind each number, and the verdict.
"""

import re
from collections.abc import Generator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import PICTURES, faults_of, settle
from tests.e2e.results_story import Story, tell_the_results_story
from tests.e2e.runs_story import behave
from tests.e2e.simulating import simulating
from tests.e2e.stage import Stage, Visitor

SOON = 30_000
QUICK = {"kind": "uniform", "low_ms": 5, "high_ms": 20}
WITH_INTERVAL = re.compile(r"^\d+\.\d \(\d+\.\d to \d+\.\d\) of 10")
SCORE = "Composite: Support quality"


@pytest.fixture(scope="module")
def story(stage: Stage) -> Generator[Story]:
    with simulating() as provider:
        behave(provider, latency=QUICK)
        yield tell_the_results_story(Visitor(stage.url).sign_up("Rita Results"), provider)


@pytest.mark.core
def test_the_dashboard_shows_intervals_and_each_number_leads_to_its_cells(
    open_page: OpenPage, story: Story
) -> None:
    page = open_page(story.ready.owner)
    page.goto(f"{story.ready.path}/runs/{story.better}")
    page.get_by_role("navigation", name="Run").get_by_role("link", name="Results").click()
    expect(page).to_have_url(re.compile(f"/runs/{story.better}/results$"))
    _computed(page)

    score = page.get_by_role("region", name=SCORE, exact=True)
    expect(score.get_by_role("button")).to_contain_text(WITH_INTERVAL)
    expect(score).to_contain_text("24 cases, 95% interval")
    change = page.get_by_role("region", name="Change to the run before")
    expect(change).to_contain_text("Better")
    expect(page.get_by_role("region", name="Pairwise win rate")).to_contain_text("of 24 duels")
    cost = page.get_by_role("region", name="Cost of the run")
    expect(cost).to_contain_text(re.compile(r"Answers\$[\d.]+Judges\$[\d.]+"))
    table = page.get_by_role("table", name="Results by column")
    for head in ("Empathy", "Helpfulness", "Pass rate", "Win rate", "Tokens"):
        expect(table.get_by_role("columnheader", name=head)).to_be_visible()
    against = page.get_by_role("figure", name="Compare columns with each other")
    expect(against).to_contain_text("sim-large")
    expect(against).to_contain_text("Better")

    # A number, its cells, one of them, and all the way back, by keyboard.
    row = table.get_by_role("row").filter(has_text="sim-small")
    row.get_by_role("button", name=re.compile("Empathy of sim-small")).focus()
    page.keyboard.press("Enter")
    cells = page.get_by_role("dialog", name="Empathy · sim-small")
    first = cells.get_by_role("list", name="Cells").get_by_role("listitem").first
    expect(first).to_contain_text("Simulated judgement")
    expect(page).to_have_url(re.compile("of=Empathy.*cells=true"))
    first.get_by_role("button", name="Case").focus()
    page.keyboard.press("Enter")
    read = page.get_by_role("dialog").last
    expect(read.get_by_label("Output", exact=True).last).not_to_be_empty()
    page.keyboard.press("Escape")
    expect(first).to_be_visible()
    cells.get_by_role("radio", name="Highest first").click()
    expect(page).to_have_url(re.compile("best=true"))
    page.keyboard.press("Escape")
    expect(cells).to_have_count(0)

    # Another base turns the comparison round; the address says so.
    against.get_by_role("combobox", name="Compare with").click()
    page.get_by_role("option", name="Base: sim-large").click()
    expect(page).to_have_url(re.compile("base=1"))
    expect(against).to_contain_text("Worse")
    expect(score).to_contain_text("sim-large")


def test_the_recommendations_name_models_with_reasons_and_meet_a_wish(
    open_page: OpenPage, story: Story
) -> None:
    page = open_page(story.ready.owner)
    page.goto(f"{story.ready.path}/runs/{story.better}/results")
    _computed(page)
    views = page.get_by_role("navigation", name="Views of the results")
    views.get_by_role("link", name="Which model to use").click()
    expect(page).to_have_url(re.compile("view=models"))

    picks = page.get_by_role("list", name="Recommendations").get_by_role("listitem")
    expect(picks).to_have_count(3)
    accurate = picks.filter(has_text="Most accurate")
    expect(accurate).to_contain_text("sim-large")
    expect(accurate).to_contain_text(re.compile(r"\d\.\d \(\d+\.\d to \d+\.\d\)"))
    models = page.get_by_role("region", name="Models").get_by_role("row")
    expect(models.filter(has_text="sim-small")).to_have_count(1)

    # What nobody meets is said of every model; a wish that both meet names the cheaper one first.
    wish = page.get_by_role("region", name="What you need")
    wish.get_by_label("Score at least, of 10").fill("9.9")
    wish.get_by_role("button", name="Find a model").click()
    expect(page).to_have_url(re.compile("quality=0.99"))
    met = wish.get_by_role("list", name="What meets it").get_by_role("listitem")
    expect(met).to_have_count(2)
    expect(met.filter(has_text="sim-small")).to_contain_text("Does not fit")
    wish.get_by_label("Score at least, of 10").fill("1")
    wish.get_by_role("button", name="Find a model").click()
    expect(met.first).to_contain_text("Fits")
    assert faults_of(page, "which-model-to-use") == []

    # On a phone the names of the views stay on one line, and the row of them scrolls.
    page.set_viewport_size({"width": 390, "height": 844})
    settle(page)
    box = views.get_by_role("link", name="Which model to use").bounding_box()
    assert box is not None
    assert box["height"] <= 28
    frame = views.bounding_box()
    assert frame is not None
    assert frame["width"] <= 390
    page.screenshot(path=PICTURES / "which-model-to-use.light.390.png")


def test_every_drawing_says_what_it_shows_and_is_a_table_too(
    open_page: OpenPage, story: Story
) -> None:
    page = open_page(story.ready.owner)
    views = {
        "": ("Compare columns with each other", "Score from run to run"),
        "?view=criteria": ("How Empathy is spread", "Do the judges agree?"),
        "?view=slices": ("Score by group of cases",),
        "?view=ranking": ("Ranking", "Duel results by pair"),
    }
    for view, figures in views.items():
        page.goto(f"{story.ready.path}/runs/{story.better}/results{view}")
        _computed(page)
        for name in figures:
            figure = page.get_by_role("figure", name=name)
            expect(figure.locator("figcaption p")).to_have_text(re.compile(r"\w+ .*\."))
            figure.get_by_role("button", name=f"Show as a table: {name}").click()
            region = figure.get_by_role("region", name=f"{name}, table")
            expect(region.get_by_role("row").nth(1)).to_be_visible()
            figure.get_by_role("button", name=f"Show as a chart: {name}").click()
            expect(region).to_have_count(0)

    # The stronger one is first, and the duels say the same as the ranking.
    duels = (
        page.get_by_role("figure", name="Duel results by pair").locator("figcaption p").inner_text()
    )
    fought = re.match(r"sim-large against sim-small: (\d+) won, (\d+) lost", duels)
    assert fought
    assert int(fought[1]) > int(fought[2])

    # A shade and a bar lead to their cells as well.
    page.goto(f"{story.ready.path}/runs/{story.better}/results?view=slices")
    page.get_by_role(
        "button", name=re.compile(r"^billing, sim-small: .* Show the cells\.$")
    ).click()
    listed = page.get_by_role("list", name="Cells").get_by_role("listitem")
    expect(listed).to_have_count(6)
    expect(listed.first).to_contain_text("billing")
    page.goto(f"{story.ready.path}/runs/{story.better}/results?view=criteria")
    page.get_by_role("tab", name="Helpfulness").click()
    page.get_by_role(
        "button", name=re.compile(r"^\d+ scores? from .*: show the cells$")
    ).first.click()
    expect(listed.first).to_contain_text("Simulated judgement")
    expect(page).to_have_url(re.compile("of=Helpfulness"))


@pytest.mark.core
def test_the_comparison_says_better_or_cannot_tell_in_plain_words(
    open_page: OpenPage, story: Story
) -> None:
    page = open_page(story.ready.owner)
    at = f"{story.ready.path}/workbench/{story.prompt}"
    page.goto(f"{at}?run={story.better}&compare={story.plain}")
    comparison = page.get_by_role("region", name="Comparison")
    verdict = comparison.get_by_role("status", name="Verdict")
    expect(verdict).to_have_text(re.compile(r"^\s*Better"), timeout=SOON)
    panel = comparison.get_by_role("region", name="Verdict on the difference")
    expect(panel).to_contain_text("24 shared cases")
    expect(panel).to_contain_text(re.compile(r"Pass rate\s*\d+% → \d+%"))
    expect(panel).to_contain_text(re.compile(r"Cost with judges\s*\$"))
    figure = panel.get_by_role("figure", name="Difference")
    expect(figure).to_contain_text("higher; the true difference likely lies between")
    # Names of methods only for those who ask.
    expect(panel).not_to_contain_text("permutation")
    panel.get_by_role("button", name="Details").click()
    expect(panel).to_contain_text("permutation")
    expect(panel).to_contain_text("The probability of a difference this large")

    # What matters is for the reader to say: against ten points nothing is enough.
    panel.get_by_label("Smallest difference that matters").fill("9.9")
    expect(verdict).to_contain_text("Cannot tell", timeout=SOON)
    expect(page).to_have_url(re.compile(r"minimum=0\.99"))
    panel.get_by_role("button", name="Back to 0.2").click()
    expect(verdict).to_have_text(re.compile(r"^\s*Better"))

    fixed = comparison.get_by_role("group", name="Show").get_by_role("button", name="Fixed")
    count = int(re.sub(r"\D", "", fixed.inner_text()))
    fixed.click()
    cases = comparison.get_by_role("list", name="Cases").get_by_role("listitem")
    expect(cases).to_have_count(count)

    # Another wording that changed no answer is no difference at all.
    page.goto(f"{at}?run={story.reworded}&compare={story.plain}")
    expect(verdict).to_contain_text("Identical", timeout=SOON)
    # Two columns of one run are compared the same way.
    page.goto(f"{at}?run={story.better}&compare={story.better}&column=1")
    expect(verdict).to_have_text(re.compile(r"^\s*Better"), timeout=SOON)


def test_the_screens_have_no_fault_that_axe_finds(open_page: OpenPage, story: Story) -> None:
    base = f"{story.ready.path}/runs/{story.better}/results"
    compare = f"{story.ready.path}/workbench/{story.prompt}?run={story.better}&compare={story.plain}"  # fmt: skip
    screens = {
        "results": base,
        "results-criteria": f"{base}?view=criteria",
        "results-slices": f"{base}?view=slices",
        "results-ranking": f"{base}?view=ranking",
        "results-cells": f"{base}?cells=true&column=0",
        "compare-verdict": compare,
    }
    found: list[str] = []
    page = open_page(story.ready.owner)
    for name, path in screens.items():
        page.goto(path)
        _figure_of(page, name).first.wait_for()
        settle(page)
        found += faults_of(page, name)
    assert found == []


def _figure_of(page: Page, name: str) -> Locator:
    if name == "results-cells":
        return page.get_by_role("list", name="Cells").get_by_role("listitem")
    return page.get_by_role("figure")


def test_judges_and_people_are_told_apart_and_a_mixture_is_marked(
    open_page: OpenPage, story: Story
) -> None:
    """Twelve of 24 answers of the first column get a thumb, which is no mark from 0 to 10."""
    owner, at = story.ready.owner, story.ready.path
    page = open_page(owner)
    page.goto(f"{at}/runs/{story.reworded}/results")
    _computed(page)
    before = story.results(story.reworded)["columns"][0]["composite"]["value"]
    for case in range(12):
        cell = f"{at}/runs/{story.reworded}/cells/{2 * case}/grade"
        owner.call("PUT", cell, {"grade": case % 2})
    page.reload()

    figure = page.get_by_role("figure", name="Score corrected by labels of people")
    expect(figure).to_contain_text("People alone", timeout=2 * SOON)
    for words in ("Judges alone", "12 of 24 labelled", "People answered yes or no"):
        expect(figure).to_contain_text(words)
    table = page.get_by_role("table", name="Results by column")
    # The judges' figure is no mixture; people are a column beside it.
    expect(table).to_contain_text("People")
    expect(table).not_to_contain_text("labelled by people")
    column = story.results(story.reworded)["columns"][0]
    assert column["composite"]["value"] == column["judges"]["value"] == pytest.approx(before)
    assert column["people"]["value"] == pytest.approx(0.5)
    # Where both are mixed, the name of the metric and a chip say so.
    page.get_by_role("combobox", name="Metric", exact=True).click()
    page.get_by_role("option", name=re.compile("^Labels first: ")).click()
    expect(table).to_contain_text("12 of 24 labelled by people, yes or no", timeout=SOON)


def _computed(page: Page) -> None:
    """Intervals are counted by a worker; the page shows them by itself."""
    covers = page.get_by_role("status", name="What the figures cover")
    expect(covers).to_contain_text("48 of 48 cells · as of", timeout=SOON)
