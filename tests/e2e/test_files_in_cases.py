"""Files of cases in the browser: chosen in the editor, seen in the table, in the grid and beside an answer."""

from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import complaints_of
from tests.e2e.runs_story import ready_to_run
from tests.e2e.simulating import simulating
from tests.e2e.stage import Visitor
from tests.support.media import pdf, png, wav

A_WHILE = 90_000


@pytest.fixture(scope="module")
def provider() -> Generator[str]:
    with simulating() as url:
        yield url


def test_a_picture_is_chosen_run_and_seen_everywhere(
    open_page: OpenPage, newcomer: Callable[[], Visitor], provider: str, tmp_path: Path
) -> None:
    ready = ready_to_run(newcomer(), provider, rows=1, names=("sim-small",))
    content = {"messages": [{"role": "user", "content": "What is in {{image}}? {{question}}"}]}
    prompt = ready.owner.call("GET", f"{ready.path}/prompts/{ready.prompt}")
    changed = {"content": content, "revision": prompt["revision"]}
    ready.owner.call("PATCH", f"{ready.path}/prompts/{ready.prompt}", changed)
    for name, data in (("cat.png", png(320, 200)), ("r.pdf", pdf(3)), ("s.wav", wav(2))):
        (tmp_path / name).write_bytes(data)
    page = open_page(ready.owner)
    page.goto(f"{ready.path}/datasets/{ready.dataset}")

    for name in ("cat.png", "r.pdf", "s.wav"):
        _add_case(page, tmp_path / name, is_new=name == "cat.png")

    table = page.get_by_role("table", name="Cases")
    shown = table.get_by_role("img", name="cat.png")
    expect(shown).to_be_visible()
    assert _is_drawn(page, "cat.png")
    expect(table).to_contain_text("r.pdf")
    expect(table).to_contain_text("s.wav")
    table.get_by_role("button", name="Open case 2").click()
    panel = page.get_by_role("dialog")
    expect(panel.get_by_role("img", name="cat.png")).to_be_visible()
    expect(panel).to_contain_text("200 pixels, 1 KB")

    cases = ready.owner.call("GET", f"{ready.path}/datasets/{ready.dataset}/cases")["items"]
    run = ready.start(choice={"ids": [case["id"] for case in cases[1:]]})
    page.goto(f"{ready.path}/runs/{run}")
    grid = page.get_by_role("img", name="cat.png")
    expect(grid).to_be_visible(timeout=A_WHILE)
    assert _is_drawn(page, "cat.png")
    expect(page.get_by_text("I see image/png, 320 x 200 pixels").first).to_be_visible(
        timeout=A_WHILE
    )
    page.screenshot(path="tests/screenshots/files-in-the-grid.png")
    page.get_by_text("I see image/png, 320 x 200 pixels").first.click()
    drawer = page.get_by_role("dialog")
    expect(drawer.get_by_role("img", name="cat.png")).to_be_visible()
    assert complaints_of(page) == []


def _add_case(page: Page, file: Path, *, is_new: bool) -> None:
    page.get_by_role("button", name="Add case").click()
    panel = page.get_by_role("dialog")
    panel.get_by_role("textbox", name="question").fill(f"Case of {file.name}")
    if is_new:
        panel.get_by_role("button", name="Add a variable").click()
        panel.get_by_role("textbox", name="Name of the variable").fill("image")
    label = "Value" if is_new else "image"
    with page.expect_file_chooser() as chooser:
        panel.get_by_role("button", name=f"Upload an image, PDF or audio file as {label}").click()
    chooser.value.set_files(file)
    expect(panel.get_by_text(file.name)).to_be_visible()
    panel.get_by_role("button", name="Add case").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def _is_drawn(page: Page, name: str) -> bool:
    """Say whether the browser got the picture and could draw it."""
    page.wait_for_function(
        "name => [...document.images].some(e => e.alt === name && e.naturalWidth === 320)", arg=name
    )
    return True
