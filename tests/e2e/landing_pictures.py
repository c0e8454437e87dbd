"""The pictures of README and documentation, in both themes, from a new installation: `just pictures` takes them.

They show what a new person sees: the demo project, walked as in `first_minutes`.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, expect

from tests.e2e.browser import THEMES, chromium, open_context
from tests.e2e.first_minutes import WORK_MS, walk_first_minutes
from tests.e2e.inspection import settle
from tests.load.workbench_stage import wait_for_a_worker
from tests.support.installation import running

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
# Those that pages show; tests/house/test_docs_links.py fails if a page shows another.
NAMES = ("workbench", "alert", "judge", "review", "own-change", "comparison", "home")
AT_MOST_BYTES = 250_000


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory(prefix="edison-pictures-") as home,
        running(Path(home) / "home") as installation,
        chromium() as browser,
    ):
        wait_for_a_worker(installation)
        context = open_context(browser, installation.url)
        page = context.new_page()
        walk_first_minutes(page, lambda name: _take(page, folder, name))
        page.get_by_role("button", name="Full comparison").click()
        expect(page.get_by_role("status", name="Verdict")).to_be_visible(timeout=WORK_MS)
        _take(page, folder, "comparison")
        page.goto("/projects/demo-support-replies")
        expect(page.get_by_role("heading", level=1)).to_be_visible(timeout=WORK_MS)
        settle(page)
        _take(page, folder, "home")
        context.close()
    missing = [name for name in NAMES if not (folder / f"{name}.light.png").is_file()]
    assert missing == [], missing


def _take(page: Page, folder: Path, name: str) -> None:
    assert name in NAMES
    page.mouse.move(0, 0)
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
