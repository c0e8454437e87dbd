"""The workbench grid: columns, cells, grades, flags, re-runs, errors, hostile answers, keyboard."""

import re
from collections.abc import Generator

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import axe_violations
from tests.e2e.conftest import OpenPage
from tests.e2e.grid_story import (
    A_WHILE,
    CANARY,
    HOSTILE,
    QUICK,
    SOON,
    TALKATIVE,
    Bench,
    a_bench,
    answers,
    background,
    column_menu,
    is_yellow,
    metric_button,
    named,
)
from tests.e2e.odd_provider import OddProvider, odd_provider
from tests.e2e.runs_story import behave
from tests.e2e.stage import Stage


@pytest.fixture(scope="module")
def odd_words() -> Generator[OddProvider]:
    with odd_provider(dict(HOSTILE)) as odd:
        yield odd


@pytest.fixture(scope="module")
def bench(stage: Stage, odd_words: OddProvider) -> Generator[Bench]:
    with a_bench(stage, odd_words) as bench:
        yield bench


@pytest.mark.core
def test_columns_come_go_and_change_cells_open_and_figures_cycle(
    open_page: OpenPage, bench: Bench
) -> None:
    """Seed 003, group 3."""
    prompt = bench.prompt("Columns")
    run = bench.run(prompt)
    page = open_page(bench.ready.owner)
    grid = bench.open(page, prompt)
    heads = grid.get_by_role("columnheader").filter(has_text="OpenAI / sim-")
    expect(heads).to_have_count(2)
    expect(answers(grid)).to_have_count(12)

    # One figure of each cell and the mean of the column, and both change together.
    sums = bench.report(run)["progress"][0]
    tokens = f"{round(sums['prompt_tokens'] / 6)} | {round(sums['completion_tokens'] / 6)}"
    for metric, words, mean in (
        ("tokens", re.compile(r"^\d+ \| \d+$"), tokens),
        ("cost", re.compile(r"^\$\d"), "in all"),
        ("latency", re.compile(r"^\d+ ms$"), "median"),
    ):
        metric_button(page).click()
        expect(grid.locator(f"[data-metric={metric}]").first).to_have_text(words)
        expect(grid.locator(f"[data-summary={metric}]").first).to_contain_text(mean)
    metric_button(page).click()

    answers(grid).nth(1).click()
    sheet = page.get_by_role("dialog")
    expect(page).to_have_url(re.compile("cell=1"))
    expect(sheet.get_by_label("Output", exact=True).last).to_have_text(
        bench.cell(run, 1)["output"].strip()
    )
    for fact in ("Latency", "Tokens", "Cost"):
        expect(sheet.get_by_text(fact, exact=True)).to_be_visible()
    page.keyboard.press("Escape")

    # The same model may stand there twice.
    column_menu(page, heads.first, "Duplicate")
    expect(heads).to_have_count(3)
    expect(heads.nth(1)).to_contain_text("not run yet")
    expect(answers(grid)).to_have_count(12)
    # A column that was changed shows nothing of what it was before.
    heads.nth(2).get_by_role("button", name=re.compile("^Change")).click()
    dialog = page.get_by_role("dialog", name="Change the column")
    dialog.get_by_label("Temperature").fill("0.7")
    dialog.get_by_role("button", name="Save").click()
    expect(heads.nth(2)).to_contain_text("temp 0.7")
    expect(heads.nth(2)).to_contain_text("not run yet")
    expect(answers(grid)).to_have_count(6)
    # What stood second stands first when the first is gone, and finds its answers.
    heads.first.hover()
    heads.first.get_by_role("button", name="Remove", exact=False).click()
    expect(heads).to_have_count(2)
    expect(answers(grid)).to_have_count(6)
    expect(grid.locator("[data-at='0:3']")).to_have_attribute("data-cell", "0")

    grid.get_by_role("button", name="Add a column").click()
    dialog = page.get_by_role("dialog", name="Add a column")
    dialog.get_by_role("combobox", name="Model").click()
    page.get_by_role("option", name=re.compile("^sim-large")).first.click()
    dialog.get_by_role("button", name="Add column").click()
    expect(heads).to_have_count(3)
    for _ in range(7):
        column_menu(page, heads.first, "Duplicate")
    expect(heads).to_have_count(10)
    expect(grid.get_by_role("button", name="Add a column")).to_have_count(0)
    for left in range(9, 0, -1):
        heads.last.hover()
        heads.last.get_by_role("button", name="Remove", exact=False).click()
        expect(heads).to_have_count(left)
    heads.first.hover()
    expect(heads.first.get_by_role("button", name="Remove", exact=False)).to_have_count(0)


def test_a_grade_has_a_colour_and_shows_what_the_grader_said(
    open_page: OpenPage, bench: Bench
) -> None:
    """Seed 003, group 4; and 5: what a person says stands beside it."""
    task = bench.triage
    run = bench.run(
        task["prompt"],
        dataset=task["dataset"],
        targets=[{"model": model} for model in task["models"]],
        scorers=[{"kind": "grader", "prompt": task["grader"], "model": task["judge"]}],
    )
    page = open_page(bench.ready.owner)
    page.set_viewport_size({"width": 1440, "height": 2200})
    grid = bench.open(page, task["prompt"])
    badges = grid.locator("[data-grade]")
    expect(badges).to_have_count(36)
    grades = [float(badge.get_attribute("data-grade") or "nan") for badge in badges.all()]
    assert (min(grades) < 0.4, max(grades) > 0.9) == (True, True)
    red = background(badges.nth(grades.index(min(grades))))
    green = background(badges.nth(grades.index(max(grades))))
    assert red["r"] > red["g"]
    assert green["g"] > green["r"]

    # A broken contract counts as 0, and no grader was asked about it.
    judged = [
        (at, cell) for at in range(36) if (cell := bench.cell(run, at))["state"] == "answered"
    ]
    ordinal, whole = min(judged, key=lambda one: one[1]["scores"][0]["value"])
    said, grade = whole["scores"][0]["reason"], whole["scores"][0]["value"]
    cell = grid.locator(f"[data-cell='{ordinal}']")
    answer = cell.inner_text()
    cell.locator("[data-grade]").click()
    words = cell.get_by_role("region", name=re.compile("^Answer of "))
    expect(words).to_contain_text(said)
    expect(words).not_to_contain_text("{")
    page.mouse.move(5, 5)
    expect(words).to_have_count(0)
    # The answer is back; what hangs on the pointer is not.
    assert cell.inner_text() in answer

    column = ordinal % 3
    before = bench.report(run)["grades"][column]
    expect(grid.locator("[data-summary=grade]").nth(column)).to_contain_text(f"n {before['count']}")
    cell.focus()
    page.keyboard.press("+")
    summary = grid.locator("[data-summary=grade]").nth(column)
    expect(cell.locator("[data-manual='1']")).to_be_visible()
    expect(cell.locator("[data-grade]")).to_have_attribute("data-grade", str(grade))
    expect(summary).to_contain_text("people 1.00 on 1")
    expect(summary).to_contain_text(f"{before['mean']:.2f}")
    assert axe_violations(page) == []


@pytest.mark.core
def test_without_a_grader_people_grade_by_thumbs_and_flag_what_is_odd(
    open_page: OpenPage, bench: Bench
) -> None:
    """Seed 003, group 5."""
    prompt = bench.prompt("Thumbs")
    run = bench.run(prompt)
    page, other = open_page(bench.ready.owner), open_page(bench.ready.owner)
    grid, theirs = bench.open(page, prompt), bench.open(other, prompt)
    first, second = (grid.locator(f"[data-cell='{place}']") for place in (0, 2))
    expect(first.locator("[data-manual]")).to_have_count(0)
    first.hover()
    for name, grade in (("Good answer", "1"), ("Bad answer", "0"), ("Good answer", "1")):
        first.get_by_role("button", name=name).click()
        expect(first.locator("[data-manual]")).to_have_attribute("data-manual", grade)
    summary = grid.locator("[data-summary=grade]").first
    expect(summary).to_contain_text("1.00")
    second.hover()
    second.get_by_role("button", name="Bad answer").click()
    expect(summary).to_contain_text("0.50")
    expect(summary).to_contain_text("n 2 · 2 by hand")
    # Whoever else looks at the run sees it without a reload.
    expect(theirs.locator("[data-cell='2'] [data-manual='0']")).to_be_visible(timeout=SOON)

    cell = grid.locator("[data-cell='3']")
    cell.hover()
    cell.get_by_role("button", name="Flag for review").click()
    cell.click(position={"x": 20, "y": 10})
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Note").fill("Is this the word we want?")
    sheet.get_by_role("button", name="Save the note").click()
    expect(sheet.get_by_role("button", name="Save the note")).to_have_count(0)
    sheet.get_by_role("button", name="Good").click()
    expect(sheet.get_by_text(re.compile("Labelled 1.00 by Gwen Grid"))).to_be_visible()
    # The screen shows it at once; the server has it when it says so.
    with page.expect_response(lambda response: response.url.endswith("/cells/3/grade")):
        sheet.get_by_role("button", name="Good").click()
    expect(sheet.get_by_text(re.compile("^Labelled"))).to_have_count(0)
    mark = bench.cell(run, 3)["mark"]
    assert (mark["grade"], mark["flagged"]) == (None, True)
    assert mark["note"] == "Is this the word we want?"
    page.keyboard.press("Escape")

    page.goto(f"{bench.path}/workbench/{prompt}?flagged=true")
    expect(answers(grid)).to_have_count(2)
    expect(grid.locator("[data-cell='3']")).to_be_visible()
    page.goto(f"{bench.path}/workbench/{prompt}?low=0.5")
    expect(grid.locator("[data-cell='2'] [data-manual='0']")).to_be_visible()
    expect(answers(grid)).to_have_count(2)


def test_a_cell_is_asked_anew_and_says_its_words_as_they_come(
    open_page: OpenPage, bench: Bench
) -> None:
    """Seed 003, group 6; a small run shows bars, then words, then the answer."""
    prompt = bench.prompt("Again", "Tell a story about {{question}}")
    targets = [
        {"model": model, "parameters": {"max_tokens": 60}} for model in bench.ready.models[:1]
    ]
    earlier = bench.run(prompt, targets=targets, reuse=True)
    run = bench.run(prompt, targets=targets, reuse=True)
    assert bench.cell(run, 0)["reused"] is not None
    page = open_page(bench.ready.owner)
    grid = bench.open(page, prompt)
    behave(bench.provider, latency=TALKATIVE)
    cell = grid.locator("[data-cell='0']")
    cell.hover()
    cell.get_by_role("button", name="Re-run").click()
    expect(cell.locator("[data-bars], [data-streaming]").first).to_be_visible()
    expect(cell.locator("[data-streaming]")).not_to_be_empty(timeout=SOON)
    behave(bench.provider, latency=QUICK)
    expect(cell).to_have_attribute("data-state", "answered", timeout=SOON)
    again = bench.cell(run, 0)
    assert (again["attempt"], again["reused"]) == (2, None)

    # By row and by column too.
    row = grid.locator("[data-at='1:0']")
    row.hover()
    page.get_by_role("button", name="Case 2: actions").click()
    page.get_by_role("menuitem", name="Re-run the row").click()
    expect(page.get_by_text("Running 1 cell again").last).to_be_visible()
    head = grid.get_by_role("columnheader").filter(has_text="sim-small")
    column_menu(page, head, "Re-run the column")
    expect(page.get_by_text("Running the column again")).to_be_visible()
    bench.until_done(run)
    expect(answers(grid)).to_have_count(6, timeout=A_WHILE)
    # Asking for the column may have come before the row was done, and then left it alone.
    assert [bench.cell(run, ordinal)["attempt"] for ordinal in (0, 5)] == [3, 2]

    # What is past stays as it was.
    grid = bench.open(page, prompt, f"?run={earlier}")
    grid.locator("[data-cell='0']").hover()
    expect(grid.get_by_role("button", name="Copy").first).to_be_visible()
    expect(grid.get_by_role("button", name="Re-run")).to_have_count(0)


def test_errors_and_broken_contracts_are_told_in_the_cell(
    open_page: OpenPage, bench: Bench
) -> None:
    """Seed 003, group 9."""
    prompt = bench.prompt("Broken", "Answer as json: {{question}}")
    too_long = named(bench, "sim-too-long")
    run = bench.run(prompt, targets=[{"model": too_long}, {"model": bench.odd[3]}])
    page = open_page(bench.ready.owner)
    grid = bench.open(page, prompt)
    failed = grid.locator("[data-state=failed]")
    expect(failed).to_have_count(6)
    message = bench.cell(run, 0)["error"]
    expect(failed.first).to_contain_text("too long")
    expect(failed.first).to_contain_text(message[:60])
    look = failed.first.locator("> div").evaluate(
        "el => [getComputedStyle(el).backgroundColor, getComputedStyle(el).boxShadow]"
    )
    assert look[0] == "rgb(255, 255, 255)"
    assert "rgb(220, 38, 38)" in look[1]
    malformed = grid.locator("[data-state=malformed]")
    expect(malformed.first).to_contain_text(HOSTILE["odd-plain"])
    # It counts as failed.
    expect(grid.locator("[data-summary=grade]").nth(1)).to_contain_text("0.00")
    assert is_yellow(malformed.first.locator("> div"))
    failed.first.click(position={"x": 20, "y": 10})
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("What went wrong")
    expect(sheet).to_contain_text(message)


@pytest.mark.core
def test_hostile_answers_are_letters_and_nothing_leaves_the_page(
    open_page: OpenPage, bench: Bench
) -> None:
    prompt = bench.prompt("Hostile")
    run = bench.run(prompt, targets=[{"model": model} for model in bench.odd[:3]])
    page = open_page(bench.ready.owner)
    foreign: list[str] = []
    page.on(
        "request",
        lambda asked: (
            None
            if asked.url.startswith((bench.ready.owner.url, "data:", "blob:"))
            else foreign.append(asked.url)
        ),
    )
    grid = bench.open(page, prompt)
    html, markdown, letters = (grid.locator(f"[data-cell='{place}']") for place in range(3))
    expect(html).to_contain_text("<script>window.hacked=1</script>")
    expect(markdown).to_contain_text(f"![look](https://{CANARY}/p.png)")
    expect(letters).to_contain_text("pay [U+202E]eracsid[U+202C] to[U+200B]day")
    expect(letters).to_contain_text("[U+2066]now[U+2069]")
    for cell in (html, markdown, letters):
        expect(cell.locator("img, script, a, b, iframe")).to_have_count(0)

    html.hover()
    html.get_by_role("button", name="Copy").click()
    assert page.evaluate("navigator.clipboard.readText()") == HOSTILE["odd-html"]
    html.get_by_role("button", name="Side by side").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("article")).to_have_count(3)
    sheet.get_by_role("combobox", name="Compare with").click()
    page.get_by_role("option", name="Differences from odd-html").click()
    expect(sheet.get_by_role("article", name="odd-markdown")).to_contain_text("javascript:window")
    expect(sheet.get_by_role("article").locator("img, script, a, iframe")).to_have_count(0)
    assert axe_violations(page) == []
    page.goto(f"{bench.path}/workbench/{prompt}?run={run}&cell=1")
    expect(page.get_by_role("dialog").get_by_label("Output", exact=True).last).to_contain_text(
        "![look]"
    )
    assert page.evaluate("window.hacked") is None
    assert foreign == []


def test_everything_in_the_grid_is_done_by_keys_alone(open_page: OpenPage, bench: Bench) -> None:
    prompt = bench.prompt("Keys")
    run = bench.run(prompt)
    page = open_page(bench.ready.owner)
    grid = bench.open(page, prompt)
    page.get_by_role("button", name="Add a column").focus()
    page.keyboard.press("Tab")
    here = page.locator(":focus")
    expect(here).to_have_attribute("data-at", "0:3")
    for key, place in (
        ("ArrowDown", "1:3"),
        ("ArrowRight", "1:4"),
        ("ArrowRight", "1:4"),
        ("Control+End", "5:4"),
        ("Home", "5:0"),
        ("1", "5:3"),
        ("2", "5:4"),
        ("Control+ArrowUp", "0:4"),
    ):
        page.keyboard.press(key)
        expect(here).to_have_attribute("data-at", place)
        expect(grid.locator("[tabindex='0'][data-at]")).to_have_count(1)
    # The number of the row tells its case.
    page.keyboard.press("Home")
    expect(page.get_by_text("What is 0 plus one?").first).to_be_visible()
    page.keyboard.press("2")

    for key, metric in (("t", "tokens"), ("c", "cost"), ("l", "latency"), ("g", "grade")):
        page.keyboard.press("g")
        page.keyboard.press(key)
        expect(grid.locator(f"[data-metric={metric}]").first).to_be_attached()
    page.keyboard.press("-")
    expect(grid.locator("[data-cell='1'] [data-manual='0']")).to_be_visible()
    page.keyboard.press("-")
    expect(grid.locator("[data-cell='1'] [data-manual]")).to_have_count(0)
    page.keyboard.press("f")
    expect(grid.locator("[data-cell='1']")).to_contain_text("flagged")
    page.keyboard.press("r")
    expect(page.get_by_text("Running 1 cell again")).to_be_visible()
    bench.until_done(run)
    expect(grid.locator("[data-cell='1']")).to_have_attribute(
        "data-state", "answered", timeout=SOON
    )
    assert bench.cell(run, 1)["attempt"] == 2

    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("Case 1")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(here).to_have_attribute("data-at", "0:4")
    page.keyboard.press("s")
    expect(sheet.get_by_role("heading", name="Case 1 of 6")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(sheet.get_by_role("heading", name="Case 2 of 6")).to_be_visible()
    page.keyboard.press("Escape")
    expect(here).to_have_attribute("data-at", "0:4")
    # What hangs on a cell is the next stop of Tab.
    page.keyboard.press("Tab")
    expect(grid.locator("[data-cell='1'] button:focus")).to_have_count(1)
