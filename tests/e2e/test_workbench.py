"""The workbench in the browser: first load, run, validation, view modes, upload, history, comparison, a cut stream."""

import re
from collections.abc import Callable, Generator

import psutil
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.browser import axe_violations
from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import settle
from tests.e2e.runs_story import Ready, behave, ready_to_run
from tests.e2e.simulating import simulating
from tests.e2e.stage import Stage, Visitor
from tests.e2e.workbench_story import a_grader, a_prompt, a_viewer, two_runs, write
from tests.support.installation import Installation

SOON = 30_000
A_WHILE = 120_000
QUICK = {"kind": "uniform", "low_ms": 20, "high_ms": 80}
SLOW = {"kind": "uniform", "low_ms": 300, "high_ms": 700}
FORECAST = re.compile(r"^\d+ calls?, about \$[\d.]+, about ")


@pytest.fixture(scope="module")
def provider() -> Generator[str]:
    with simulating() as url:
        yield url


@pytest.fixture(scope="module")
def ready(stage: Stage, provider: str) -> Ready:
    """One project for all of them; each test that changes the prompt makes its own."""
    return ready_to_run(Visitor(stage.url).sign_up("Wendy Workbench"), provider, rows=6)


@pytest.mark.core
def test_the_first_load_is_not_empty_and_a_run_fills_the_cells(
    open_page: OpenPage, ready: Ready, provider: str
) -> None:
    """Seed 003, group 8; and the thin path: one prompt, one dataset, one model, Run, read a cell."""
    behave(provider, latency=QUICK)
    page = open_page(ready.owner)
    page.goto(ready.path)
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Workbench").click()
    # Which prompt it opens depends on what other tests made; that it opens one does not.
    expect(page).to_have_url(re.compile("/workbench/[0-9a-f-]{36}$"))
    page.goto(f"{ready.path}/workbench/{ready.prompt}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Short answers")
    expect(_pill(page, "Dataset")).to_have_accessible_name("Dataset: Questions · 6")
    expect(_pill(page, "Grader")).to_have_accessible_name("Grader: No grader")
    grid = page.get_by_role("grid")
    expect(grid.get_by_role("columnheader").filter(has_text="sim-")).to_have_count(1)
    expect(page.get_by_role("status", name="Forecast")).to_have_text(FORECAST, timeout=SOON)
    expect(page.get_by_role("status", name="Forecast")).to_contain_text("6 calls")

    # Answers of an earlier run may be there already: which run it is, the server says.
    with page.expect_response(
        lambda answer: answer.request.method == "POST" and answer.url.endswith("/runs")
    ) as started:
        page.keyboard.press("Control+Enter")

    expect(page.get_by_text("v1", exact=True).first).to_be_visible(timeout=SOON)
    _wait_until_done(page, number=started.value.json()["number"])
    expect(_answers(page)).to_have_count(6)
    for name in ("Tokens", "Cost", "Latency", "Score"):
        _pill(page, "Metric").click()
        expect(_pill(page, "Metric")).to_have_accessible_name(f"Metric: {name}")

    _answers(page).first.click()
    cell = page.get_by_role("dialog")
    expect(cell.get_by_label("Output", exact=True).last).not_to_be_empty()
    page.keyboard.press("Escape")
    # What was chosen is still chosen after a reload, and the same text makes no second version.
    number = int(page.get_by_title(re.compile("^Open the page of run")).inner_text()[1:])
    _toolbar_run(page).click()
    _wait_until_done(page, number=number + 1)
    page.reload()
    expect(_answers(page)).to_have_count(6)
    expect(page.get_by_text("v1", exact=True).first).to_be_visible()
    page.goto("/projects")
    page.goto(f"{ready.path}/workbench")
    expect(page).to_have_url(re.compile(f"/workbench/{ready.prompt}$"))


def test_what_stands_against_a_run_is_told_in_a_dialog_all_at_once(
    open_page: OpenPage, ready: Ready, provider: str
) -> None:
    """Seed 003, group 2: missing placeholders block; no placeholders need no dataset; extra columns are fine."""
    behave(provider, latency=QUICK)
    prompt = a_prompt(ready, "Wrong variables", "Say {{question}} for {{tone}} in {{language}}.")
    page = open_page(ready.owner)
    page.goto(f"{ready.path}/workbench/{prompt}")
    expect(_pill(page, "Dataset")).to_have_accessible_name("Dataset: No dataset")
    _choose(page, "Dataset", "Questions")
    a_grader(ready, "Strict", "Grade {{output}} by {{rubric}}.")
    _choose(page, "Grader", "Strict")
    expect(page.get_by_label("Model of the grader")).to_be_visible()
    page.keyboard.press("Escape")

    _toolbar_run(page).click()

    dialog = page.get_by_role("dialog", name="The run cannot start yet")
    reasons = dialog.get_by_role("listitem")
    expect(reasons).to_have_count(3)
    for name in ("{{tone}}", "{{language}}", "The grader's {{rubric}}"):
        expect(reasons.filter(has_text=name)).to_be_visible()
    expect(dialog.get_by_role("link", name="Open the grader")).to_be_visible()
    expect(dialog.get_by_role("button", name="Upload a dataset").first).to_be_visible()
    assert axe_violations(page) == []
    dialog.get_by_role("button", name="Close").last.click()
    assert ready.owner.call("GET", f"{ready.path}/runs?prompt={prompt}")["items"] == []

    # Without variables the dataset can go, and one call is made; its other columns never mattered.
    write(ready, prompt, "Say hello.")
    page.reload()
    expect(_pill(page, "Grader")).to_have_accessible_name("Grader: Strict")
    _choose(page, "Grader", "No grader")
    _choose(page, "Dataset", "No dataset")
    expect(page.get_by_role("status", name="Forecast")).to_contain_text("1 call,", timeout=SOON)
    _toolbar_run(page).click()
    _wait_until_done(page)
    expect(_answers(page)).to_have_count(1)


def test_the_view_follows_the_focus_and_remembers_its_split(
    browser: Browser, ready: Ready, installation: Installation
) -> None:
    """Seed 003, group 7: 65/35 while writing in a wide window, 30/70 otherwise, 300 ms, kept by the browser."""
    # Motion is on here, unlike in the other tests.
    context = browser.new_context(
        base_url=installation.url,
        viewport={"width": 1920, "height": 1080},
        storage_state=ready.owner.cookies(),
    )
    page = context.new_page()
    page.goto(f"{ready.path}/workbench/{ready.prompt}")
    editor = page.locator(".cm-content").first
    editor.wait_for()
    assert _share(page) == pytest.approx(30, abs=1)
    assert page.locator("[data-panel=prompt]").evaluate(
        "panel => getComputedStyle(panel).transitionDuration"
    ) == ("0.3s")

    editor.click()
    page.wait_for_function("() => document.querySelector('[data-mode=focus]')")
    _wait_for_share(page, 65)
    assert page.evaluate("localStorage.getItem('edison.workbench.mode')") == "focus"
    page.get_by_role("button", name="Filters and search").or_(
        page.get_by_role("button", name="History of runs")
    ).first.focus()
    _wait_for_share(page, 30)

    # The handle: keys, then the pointer, then back; each mode has its own.
    handle = page.get_by_role("separator", name="Width of the prompt")
    handle.focus()
    page.keyboard.press("ArrowRight")
    _wait_for_share(page, 32)
    # It swings a little before it rests.
    page.wait_for_timeout(400)
    box = handle.bounding_box()
    assert box
    page.mouse.move(box["x"], 500)
    page.mouse.down()
    page.mouse.move(box["x"] + 120, 500, steps=4)
    page.mouse.up()
    dragged = float(handle.get_attribute("aria-valuenow") or 0)
    assert dragged == pytest.approx(38.4, abs=1.5)
    page.reload()
    editor.wait_for()
    expect(handle).to_have_attribute("aria-valuenow", str(round(dragged)))
    handle.dblclick()
    _wait_for_share(page, 30)
    editor.click()
    _wait_for_share(page, 65)
    page.reload()
    editor.wait_for()
    _wait_for_share(page, 65)

    # Run is pressed while writing: the answers get the room.
    editor.click()
    page.keyboard.press("Control+Enter")
    _wait_for_share(page, 30)
    context.close()


def test_a_file_dropped_on_the_results_becomes_the_dataset(
    open_page: OpenPage, ready: Ready
) -> None:
    prompt = a_prompt(ready, "Capitals", "The capital of {{country}}?")
    page = open_page(ready.owner)
    page.goto(f"{ready.path}/workbench/{prompt}")
    expect(_pill(page, "Dataset")).to_have_accessible_name("Dataset: No dataset")

    _drop(page, "big_cities.csv", "country,continent\nFrance,Europe\nPeru,America\nKenya,Africa\n")

    toast = page.locator("[data-sonner-toast]").filter(has_text="Big cities: 3 rows")
    expect(toast).to_be_visible()
    expect(_pill(page, "Dataset")).to_have_accessible_name("Dataset: Big cities · 3")
    expect(page.get_by_role("status", name="Forecast")).to_contain_text("3 calls", timeout=SOON)
    expect(toast).to_have_count(0, timeout=SOON)

    # A second file of the same name is a second dataset; the button does the same as dropping.
    page.get_by_label("Dataset file", exact=True).set_input_files(
        {"name": "big_cities.csv", "mimeType": "text/csv", "buffer": b"country\nChile\n"}
    )
    expect(_pill(page, "Dataset")).to_have_accessible_name("Dataset: Big cities 2 · 1")

    # What has problems is looked at first, in the wizard that imports know.
    _drop(page, "odd.csv", 'country,difficulty\nFrance,1\nPeru,"very"\n')
    wizard = page.get_by_role("dialog", name="Import a file")
    expect(wizard.get_by_role("listitem").filter(has_text="Columns")).to_have_attribute(
        "aria-current", "step"
    )
    wizard.get_by_role("button", name="Close").click()
    expect(_pill(page, "Dataset")).to_have_accessible_name("Dataset: Big cities 2 · 1")


@pytest.mark.core
def test_past_runs_are_opened_compared_and_shown_to_another_member(
    open_page: OpenPage, ready: Ready, newcomer: Callable[[], Visitor], provider: str
) -> None:
    behave(provider, latency=QUICK)
    prompt, first, second = two_runs(ready)
    page = open_page(ready.owner)
    page.goto(f"{ready.path}/workbench/{prompt}")
    expect(_answers(page).first).to_be_visible(timeout=SOON)

    page.get_by_role("button", name="History of runs").click()
    history = page.get_by_role("dialog", name="History")
    runs = history.get_by_role("list", name="Runs of this prompt").get_by_role("listitem")
    expect(runs).to_have_count(2)
    for words in ("v1", "Questions", "Completed", "contains"):
        expect(runs.nth(1)).to_contain_text(words)
    assert axe_violations(page) == []
    runs.nth(1).get_by_role("button", name="Run #").click()

    expect(page).to_have_url(re.compile(f"run={first}"))
    past = page.get_by_role("note").filter(has_text="You are viewing run")
    expect(past).to_contain_text("of v1")
    _answers(page).nth(2).click()
    expect(page).to_have_url(re.compile("cell=2"))
    answer = page.get_by_role("dialog").get_by_label("Output", exact=True).last.inner_text()
    here = page.url
    page.keyboard.press("Escape")
    past.get_by_role("button", name="Back to the current run").click()
    expect(past).to_have_count(0)

    page.get_by_role("button", name="History of runs").click()
    history.get_by_role("checkbox").nth(0).click()
    history.get_by_role("checkbox").nth(1).click()
    history.get_by_role("button", name="Compare").click()
    comparison = page.get_by_role("region", name="Comparison")
    counts = comparison.get_by_role("status", name="Counts")
    # A person's label changes the comparison only where labels come first.
    expect(counts).to_have_text("Fixed 0, broken 0 of 6 comparable cases.", timeout=SOON)
    comparison.get_by_role("combobox", name="Metric").click()
    page.get_by_role("option", name="Labels first: contains").click()
    expect(counts).to_have_text("Fixed 1, broken 0 of 6 comparable cases.", timeout=SOON)
    cases = comparison.get_by_role("list", name="Cases").get_by_role("listitem")
    expect(cases).to_have_count(6)
    settle(page)
    assert axe_violations(page) == []
    comparison.get_by_role("button", name="Fixed 1").click()
    expect(cases).to_have_count(1)
    expect(cases.first.get_by_role("group", name="Before")).not_to_be_empty()
    comparison.get_by_role("button", name="Copy link to this view").click()
    shared = page.evaluate("navigator.clipboard.readText()")
    for part in (f"run={second}", f"compare={first}", "kind=fixed", "metric=Labels"):
        assert part in shared

    # Another member sees exactly that, and exactly the cell.
    theirs = open_page(a_viewer(ready, newcomer()))
    theirs.goto(shared)
    fixed = theirs.get_by_role("region", name="Comparison").get_by_role("button", name="Fixed 1")
    expect(fixed).to_have_attribute("aria-pressed", "true")
    expect(theirs.get_by_role("list", name="Cases").get_by_role("listitem")).to_have_count(1)
    theirs.goto(here)
    expect(theirs.get_by_role("dialog").get_by_label("Output", exact=True).last).to_have_text(
        answer, timeout=SOON
    )
    expect(_toolbar_run(theirs)).to_have_count(0)


def test_a_run_goes_on_to_its_end_though_the_server_dies_and_comes_back(
    open_page: OpenPage, ready: Ready, installation: Installation, provider: str
) -> None:
    """The screen says so, reconnects by itself and ends complete; meanwhile it can be paused and gone on with."""
    behave(provider, latency=SLOW)
    prompt = a_prompt(ready, "Steadfast", "In one word: {{question}}")
    page = open_page(ready.owner)
    page.goto(f"{ready.path}/workbench/{prompt}")
    _pill(page, "Trials and budget").click()
    page.get_by_label("Trials", exact=True).fill("8")
    page.keyboard.press("Escape")
    expect(page.get_by_role("status", name="Forecast")).to_contain_text("48 calls", timeout=SOON)
    _toolbar_run(page).click()
    progress = page.get_by_role("status", name="Progress")
    expect(progress).to_contain_text("/ 48", timeout=SOON)
    expect(_toolbar_run(page)).to_have_count(0)
    page.get_by_role("button", name="Pause", exact=True).click()
    expect(page.get_by_text("Paused by a person")).to_be_visible(timeout=SOON)
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible(timeout=SOON)

    _web_process(installation).kill()

    connection = page.get_by_role("status", name="Connection")
    expect(connection).to_have_text("Reconnecting…", timeout=SOON)
    expect(connection).to_have_text("Live", timeout=A_WHILE)
    _wait_until_done(page)
    expect(page.get_by_role("grid")).to_have_attribute("aria-rowcount", re.compile("4[89]|50"))
    run = ready.owner.call("GET", f"{ready.path}/runs?prompt={prompt}")["items"][0]
    assert (run["state"], run["done"], run["failed"]) == ("completed", 48, 0)
    expect(_answers(page).first).to_be_visible()


def _pill(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name="Next run").get_by_role(
        "button", name=re.compile(f"^{name}: ")
    )


def _toolbar_run(page: Page) -> Locator:
    return page.get_by_role("button", name="Run", exact=True)


def _answers(page: Page) -> Locator:
    return page.get_by_role("grid").locator("[data-state=answered]")


def _wait_until_done(page: Page, number: int | None = None) -> None:
    """The run has ended: the button that starts another is back."""
    if number is not None:
        expect(page.get_by_text(f"#{number}", exact=True)).to_be_visible(timeout=SOON)
    expect(_answers(page).first).to_be_visible(timeout=A_WHILE)
    expect(_toolbar_run(page)).to_be_visible(timeout=A_WHILE)


def _choose(page: Page, pill: str, name: str) -> None:
    _pill(page, pill).click()
    page.get_by_role("option").filter(has_text=name).first.click()


def _share(page: Page) -> float:
    return page.evaluate(
        "() => 100 * document.querySelector('[data-panel=prompt]').offsetWidth"
        " / document.querySelector('[data-mode]').offsetWidth"
    )


def _wait_for_share(page: Page, share: float) -> None:
    page.wait_for_function(
        "share => Math.abs(100 * document.querySelector('[data-panel=prompt]').offsetWidth"
        " / document.querySelector('[data-mode]').offsetWidth - share) < 0.4",
        arg=share,
    )


def _drop(page: Page, name: str, text: str) -> None:
    """As a file from the desktop: it enters, hovers and is let go."""
    carried = page.evaluate_handle(
        "([name, text]) => { const carried = new DataTransfer();"
        " carried.items.add(new File([text], name)); return carried; }",
        [name, text],
    )
    panel = page.get_by_role("group", name="Next run")
    for event in ("dragenter", "dragover"):
        panel.dispatch_event(event, {"dataTransfer": carried})
    expect(page.get_by_text("Drop the file to create a dataset")).to_be_visible()
    panel.dispatch_event("drop", {"dataTransfer": carried})


def _web_process(installation: Installation) -> psutil.Process:
    assert installation.process
    children = psutil.Process(installation.process.pid).children(recursive=True)
    return next(one for one in children if one.cmdline()[-1:] == ["serve"])
