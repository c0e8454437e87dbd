"""Six pictures of the workbench in both themes, from a new installation: `just pictures` writes docs/pictures."""

import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import chromium, open_context
from tests.e2e.runs_story import behave
from tests.e2e.simulating import simulating
from tests.e2e.stage import Visitor
from tests.e2e.workbench_views import THEMES
from tests.load.workbench_stage import wait_for_a_worker
from tests.support.installation import running

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
AT_MOST_BYTES = 250_000
SOON = 90_000
UNHURRIED = {"kind": "uniform", "low_ms": 300, "high_ms": 9000}


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory(prefix="edison-pictures-") as home,
        simulating() as provider,
        running(Path(home) / "home", EDISON_SIMULATOR_URL=provider) as installation,
        chromium() as browser,
    ):
        wait_for_a_worker(installation)
        ada = Visitor(installation.url).sign_up("Ada Lovelace")
        slug = ada.call("POST", "/projects", {"name": "Customer support"})["slug"]
        context = open_context(browser, installation.url, signed_in=ada.cookies())
        context.set_default_timeout(SOON)
        _walk(context.new_page(), slug, folder, provider)
        context.close()


def _walk(page: Page, slug: str, folder: Path, provider: str) -> None:
    """From the first visit to a comparison, as a person would go."""
    page.goto(f"/projects/{slug}/workbench")
    demo = page.get_by_role("button", name="Try with the demo provider")
    demo.wait_for()
    _take(page, folder, "1-start")
    demo.click()
    button = _run(page)
    behave(provider, latency=UNHURRIED)
    button.click()
    # Taken in the middle: some answers are there, some are being asked for.
    expect(_cells(page, "answered").nth(7)).to_be_visible(timeout=SOON)
    _take(page, folder, "2-running")
    behave(provider)
    _finish(page)
    _take(page, folder, "3-finished")
    _cells(page, "answered").first.hover()
    page.get_by_role("button", name="Side by side").first.click()
    dialog = page.get_by_role("dialog")
    for _ in range(2):
        dialog.get_by_role("button", name="Next").click()
    dialog.get_by_role("combobox", name="Compare with").click()
    page.get_by_role("option").nth(1).click()
    _take(page, folder, "4-side-by-side")
    page.keyboard.press("Escape")
    page.locator(".cm-content").first.click()
    page.keyboard.press("Control+End")
    _take(page, folder, "5-editor")
    run = _newest(page, slug)
    page.goto(f"{page.url.split('?')[0]}?run={run}&compare={run}&column=0&other_column=1")
    page.get_by_text(re.compile("comparable cases")).wait_for()
    _take(page, folder, "6-comparison")


def _newest(page: Page, slug: str) -> str:
    return page.evaluate(
        (
            "(slug) => fetch(`/api/v1/projects/${slug}/runs`)"
            ".then((answer) => answer.json()).then((list) => list.items[0].id)"
        ),
        slug,
    )


def _run(page: Page) -> Locator:
    button = page.get_by_role("button", name="Run", exact=True).last
    expect(button).to_be_enabled(timeout=SOON)
    return button


def _cells(page: Page, state: str) -> Locator:
    return page.locator(f"[data-state={state}]")


def _finish(page: Page) -> None:
    expect(page.get_by_role("button", name="Run", exact=True).last).to_be_enabled(timeout=SOON)
    page.mouse.move(0, 0)


def _take(page: Page, folder: Path, name: str) -> None:
    for theme in THEMES:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.evaluate("document.fonts.ready.then(() => true)")
        # Colours fade from one theme to the other.
        page.wait_for_timeout(800)
        path = folder / f"{name}.{theme}.png"
        page.screenshot(path=path)
        assert path.stat().st_size < AT_MOST_BYTES, f"{path.name} is too large"


if __name__ == "__main__":
    main()
