"""The workbench as the place of work: what the grid, the drawer, the filters and focus mode show, at every width."""

import json
import re
from collections.abc import Generator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import axe_violations
from tests.e2e.conftest import OpenPage
from tests.e2e.grid_story import odd_model
from tests.e2e.inspection import SPILLS, settle
from tests.e2e.odd_provider import odd_provider
from tests.e2e.runs_story import Ready, behave, ready_to_run
from tests.e2e.simulating import KEY, simulating
from tests.e2e.stage import Stage, Visitor
from tests.e2e.workbench_story import a_prompt, finish, write

SOON = 30_000
ROWS = 24
LONG = "Please tell me, in your own words and with all the detail you can think of, " * 4
REASON = "Too short for a customer."
GRADE = json.dumps({"score": 0.25, "reason": REASON})
SIZES = {1280: 800, 1440: 900, 1920: 1080, 390: 844}


@dataclass(frozen=True, slots=True, kw_only=True)
class Loop:
    """A prompt that ran twice with two targets and one scorer; people graded the first target in both runs."""

    ready: Ready
    prompt: str
    # A prompt whose answers a grader graded in JSON.
    judged: str

    def open(self, page: Page, search: str = "") -> Locator:
        page.goto(f"{self.ready.path}/workbench/{self.prompt}{search}")
        expect(page.locator("[data-cell]").first).to_be_visible(timeout=SOON)
        # The verdict has a place of its own above the grid: a late one does not move the cells.
        settle(page)
        return page.get_by_role("grid")


@pytest.fixture(scope="module")
def loop(stage: Stage) -> Generator[Loop]:
    with simulating() as provider, odd_provider({"odd-grader": GRADE}) as odd:
        behave(provider, latency={"kind": "uniform", "low_ms": 5, "high_ms": 20})
        owner = Visitor(stage.url).sign_up("Lou Loop")
        ready = ready_to_run(owner, provider, rows=ROWS - 1)
        cases = {"cases": [{"values": {"question": LONG}, "expected": "A long story"}]}
        owner.call("POST", f"{ready.path}/datasets/{ready.dataset}/cases", cases)
        prompt = a_prompt(ready, "Loop", "Answer: {{question}}")
        # Answers of a few words: then the question decides how high a row is.
        targets = [{"model": model, "parameters": {"max_tokens": 6}} for model in ready.models]
        asked = {
            "versions": [{"prompt": prompt}],
            "targets": targets,
            # People alone grade: their labels would not change the figure of a scorer.
            "scorers": [],
        }
        for turn in (0, 1):
            if turn:
                write(ready, prompt, "Answer exactly: {{question}}")
            run = ready.start(**asked)
            finish(ready, run)
            for row in range(ROWS - 4):
                grade = {"grade": 1 - turn if row < 3 else turn}
                owner.call("PUT", f"{ready.path}/runs/{run}/cells/{row * 2}/grade", grade)
        yield Loop(ready=ready, prompt=prompt, judged=_judged(ready, f"{odd.url}/v1"))


def _judged(ready: Ready, url: str) -> str:
    owner = ready.owner
    credential = {
        "provider": "OPENAI", "label": "Odd key", "secrets": {"api_key": KEY},
        "config": {"base_url": url}, "allow_private": True,
    }  # fmt: skip
    key = owner.call("POST", f"{ready.path}/credentials", credential)["id"]
    content = {"messages": [{"role": "user", "content": "Grade {{output}}"}]}
    body = {"name": "Strict", "kind": "grader", "content": content}
    grader = owner.call("POST", f"{ready.path}/prompts", body)
    revision = {"revision": grader["revision"]}
    owner.call("POST", f"{ready.path}/prompts/{grader['id']}/versions", revision)
    judged = a_prompt(ready, "Judged", "Answer kindly: {{question}}")
    model = odd_model(owner, ready.path, key, "odd-grader")
    scorer = {"kind": "grader", "prompt": grader["id"], "model": model}
    finish(ready, ready.start(versions=[{"prompt": judged}], scorers=[scorer]))
    return judged


@pytest.mark.core
def test_the_grid_shows_input_and_expected_answer_and_rows_fit_what_is_in_them(
    open_page: OpenPage, loop: Loop
) -> None:
    page = open_page(loop.ready.owner)
    grid = loop.open(page)

    expect(grid.get_by_role("columnheader", name="Input", exact=True)).to_be_in_viewport()
    expect(grid.get_by_role("columnheader", name="Expected", exact=True)).to_be_in_viewport()
    expect(grid.locator("[data-at='0:1']")).to_contain_text("What is 0 plus one?")
    expect(grid.locator("[data-at='0:2']")).to_have_text("1")
    short = _height(grid.locator("[data-at='0:1']"))
    page.get_by_role("button", name="Compact rows").click()
    expect(page.get_by_role("button", name="Comfortable rows")).to_be_visible()
    assert _full_rows(page) >= 14
    page.reload()
    expect(page.locator("[data-cell]").first).to_be_visible(timeout=SOON)
    settle(page)
    assert _full_rows(page) >= 14
    assert axe_violations(page) == []

    page.get_by_role("button", name="Comfortable rows").click()
    _scroll_to_end(page)
    long = grid.locator(f"[data-at='{ROWS - 1}:1']")
    expect(long).to_contain_text("in your own words")
    assert _height(long) > short + 30


def test_the_rail_is_icons_in_the_workbench_until_someone_expands_it(
    open_page: OpenPage, loop: Loop
) -> None:
    page = open_page(loop.ready.owner)
    loop.open(page)
    rail = page.get_by_role("complementary", name="Side rail")
    assert _width(rail) < 80
    page.goto(f"{loop.ready.path}/runs")
    expect(page.get_by_role("button", name="Collapse rail")).to_be_visible()

    loop.open(page)
    page.get_by_role("button", name="Expand rail").click()
    expect(rail.get_by_role("link", name="Datasets")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Collapse rail")).to_be_visible()
    assert _width(rail) > 200


@pytest.mark.core
def test_a_cell_is_graded_by_thumb_and_read_case_first_with_the_arrow_keys(
    open_page: OpenPage, loop: Loop
) -> None:
    page = open_page(loop.ready.owner)
    grid = loop.open(page)
    cell = grid.locator("[data-cell='1']")
    cell.hover()
    cell.get_by_role("button", name="Good answer").click()
    expect(cell.get_by_role("button", name="Good answer")).to_have_attribute("aria-pressed", "true")
    expect(cell.locator("[data-manual='1']")).to_be_visible()

    grid.locator("[data-cell='0']").click(position={"x": 20, "y": 10})
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("region", name="Telemetry")).to_be_visible()
    titles = sheet.get_by_role("heading", level=3).all_inner_texts()
    assert titles[:3] == ["Case", "Expected", "Output"]
    assert titles[-1] == "Telemetry"
    expect(sheet.get_by_role("region", name="Case").first).to_contain_text("What is 0 plus one?")
    for key, there in (
        ("ArrowRight", 1), ("ArrowDown", 3), ("ArrowLeft", 2), ("ArrowLeft", 2), ("ArrowUp", 0), ("ArrowUp", 0),
    ):  # fmt: skip
        page.keyboard.press(key)
        expect(page).to_have_url(re.compile(rf"cell={there}$"))
        expect(sheet.get_by_role("region", name="Telemetry")).to_be_visible()
    # The grid behind follows, and loads what it needs.
    for row in range(1, ROWS):
        page.keyboard.press("ArrowDown")
        expect(page).to_have_url(re.compile(rf"cell={row * 2}$"))
    expect(sheet.get_by_role("region", name="Case").first).to_contain_text("in your own words")
    settle(page)
    assert axe_violations(page) == []


def test_the_reason_of_a_judge_is_text(open_page: OpenPage, loop: Loop) -> None:
    page = open_page(loop.ready.owner)
    page.goto(f"{loop.ready.path}/workbench/{loop.judged}")
    cell = page.locator("[data-cell='0']")
    cell.locator("[data-grade]").click()
    expect(cell.get_by_role("region", name="Answer of Strict")).to_contain_text(REASON)
    expect(cell).not_to_contain_text("{")
    page.goto(f"{page.url}?cell=0")
    scores = page.get_by_role("dialog").get_by_role("region", name="Scores")
    expect(scores).to_contain_text(REASON)
    expect(scores).not_to_contain_text("{")
    page.keyboard.press("Escape")
    page.locator("[data-cell='0']").hover()
    page.get_by_role("button", name="Side by side").first.click()
    both = page.get_by_role("dialog").get_by_role("article").first
    expect(both).to_contain_text(REASON)
    expect(both).not_to_contain_text("{")


@pytest.mark.core
def test_the_rows_worth_a_look_are_links_with_their_number(open_page: OpenPage, loop: Loop) -> None:
    page = open_page(loop.ready.owner)
    loop.open(page)
    kinds = page.get_by_role("navigation", name="Rows to show")
    for name in ("Not passed", "Errors", "Changed", "Fixed", "Broken", "Flagged"):
        link = kinds.get_by_role("link", name=re.compile(rf"^{name} \d+$"))
        expect(link).to_have_attribute(
            "href", re.compile(rf"show={name.lower().replace(' ', '_')}")
        )
    expect(kinds.get_by_role("link", name=f"All {ROWS}")).to_have_attribute("aria-current", "page")

    broken = kinds.get_by_role("link", name="Broken 3")
    broken.click()
    expect(broken).to_have_attribute("aria-current", "page")
    expect(page.locator("[data-cell]")).to_have_count(6)
    # Whoever gets the link sees the same rows.
    other = open_page(loop.ready.owner)
    other.goto(broken.get_attribute("href") or "")
    expect(other.locator("[data-cell]")).to_have_count(6, timeout=SOON)

    page.locator("[data-cell]").first.hover()
    page.get_by_role("button", name="Flag for review").first.click()
    flagged = kinds.get_by_role("link", name="Flagged 1")
    flagged.click()
    expect(page.locator("[data-cell]")).to_have_count(2)


@pytest.mark.core
def test_focus_mode_hides_no_answer_and_run_stays_on_the_screen(
    open_page: OpenPage, loop: Loop
) -> None:
    page = open_page(loop.ready.owner)
    grid = loop.open(page)
    expect(page.get_by_role("region", name="Verdict against the baseline")).to_be_visible(
        timeout=SOON
    )
    mode = page.locator("[data-mode]")
    # A click into the text takes nothing from the answers below 1600 px.
    page.locator(".cm-content").first.click()
    page.keyboard.type(" ")
    expect(mode).to_have_attribute("data-mode", "balanced")
    found = {f"balanced {width}": _faults(page, grid, width) for width in SIZES}
    _resize(page, 1440)
    page.get_by_role("button", name="Focus on the prompt").click()
    expect(mode).to_have_attribute("data-mode", "focus")
    found |= {f"focus {width}": _faults(page, grid, width) for width in SIZES if width > 1024}
    assert {name: faults for name, faults in found.items() if faults} == {}
    page.get_by_role("button", name="Focus on the prompt").click()
    expect(mode).to_have_attribute("data-mode", "balanced")

    _resize(page, 1920)
    page.locator(".cm-content").first.click()
    expect(mode).to_have_attribute("data-mode", "focus")


def _faults(page: Page, grid: Locator, width: int) -> list[str]:
    """What is missing on the screen at this width, in the mode it is in."""
    _resize(page, width)
    settle(page)
    run = page.get_by_role("button", name="Run", exact=True)
    pills = page.get_by_role("group", name="Next run").get_by_role("button")
    answer = grid.get_by_role("columnheader").filter(has_text="sim-").first
    wanted = {
        "Run": [run],
        "toolbar": pills.all(),
        "input": [grid.get_by_role("columnheader", name="Input", exact=True)],
        "one answer": [answer],
    }
    return [
        *(["spills"] if page.evaluate(SPILLS) else []),
        *([] if run.count() == 1 else [f"{run.count()} Run buttons"]),
        *(name for name, each in wanted.items() if not all(_is_whole(page, one) for one in each)),
    ]


def _is_whole(page: Page, part: Locator) -> bool:
    """Whether nothing of it is cut off, by the window or by a panel around it."""
    return part.evaluate(
        """(part) => {
            const seen = part.getBoundingClientRect();
            for (let box = part.parentElement; box; box = box.parentElement) {
                const edge = box.getBoundingClientRect();
                if (getComputedStyle(box).overflowX !== "visible"
                    && (seen.left < edge.left - 1 || seen.right > edge.right + 1)) return false;
            }
            return seen.width > 0 && seen.left >= 0 && seen.right <= innerWidth
                && seen.top >= 0 && seen.bottom <= innerHeight;
        }"""
    )


def _resize(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": SIZES[width]})
    page.evaluate(
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
    )


def _full_rows(page: Page) -> int:
    """Rows of which nothing is covered by the header, the sums or the end of the window."""
    return page.evaluate(
        """() => {
            const [head, foot] = [...document.querySelectorAll("[role=grid] > div > .sticky")]
                .map((edge) => edge.getBoundingClientRect());
            return [...document.querySelectorAll("[role=grid] [data-index]")]
                .map((row) => row.getBoundingClientRect())
                .filter((row) => row.top >= head.bottom - 1 && row.bottom <= foot.top + 1).length;
        }"""
    )


def _scroll_to_end(page: Page) -> None:
    page.get_by_role("grid").evaluate("grid => { grid.scrollTop = grid.scrollHeight; }")


def _height(part: Locator) -> float:
    return part.evaluate("part => part.getBoundingClientRect().height")


def _width(part: Locator) -> float:
    return part.evaluate("part => part.getBoundingClientRect().width")
