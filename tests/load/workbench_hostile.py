"""Model output that would call home if anything of it were more than text; counts what leaves the page."""

from playwright.sync_api import Dialog, Page, Request, Route

from tests.load.workbench_screen import a_page
from tests.load.workbench_stage import Bench, wait_for
from tests.support.sql import execute

ELSEWHERE = "http://canary.example"
OUTPUTS = (
    f'<img src="{ELSEWHERE}/img.png" onerror="fetch(\\"{ELSEWHERE}/onerror\\")">',
    f'<script>fetch("{ELSEWHERE}/script")</script><svg onload="fetch(\\"{ELSEWHERE}/svg\\")">',
    f"![an image]({ELSEWHERE}/markdown.png) [a link]({ELSEWHERE}/link) <{ELSEWHERE}/autolink>",
    f'<iframe src="{ELSEWHERE}/frame"></iframe><object data="{ELSEWHERE}/object"></object>',
    f'<style>@import url("{ELSEWHERE}/style.css"); body {{ background: url({ELSEWHERE}/css) }}</style>',
    (
        f'<link rel="prefetch" href="{ELSEWHERE}/prefetch"><base href="{ELSEWHERE}/">'
        f'<meta http-equiv="refresh" content="0;{ELSEWHERE}/meta">'
    ),
    "\u202egpj.exe\u202c\u200b\u200d\u2066hidden\u2069 <a href=\"javascript:alert('canary')\">here</a>",
    f'{{{{constructor.constructor("fetch(\\"{ELSEWHERE}/template\\")")()}}}} =cmd|\' /C calc\'!A1',
)


def foreign_requests(bench: Bench, screen: str) -> list[str]:
    """Look at every hostile answer in the grid, alone and beside others; returns what asked for another origin."""
    ready = bench.project(rows=len(OUTPUTS), models=("sim-small", "sim-large"))
    run = ready.start()
    wait_for(ready, run)
    quoted = [output.replace("'", "''") for output in OUTPUTS]
    execute(
        bench.installation.database,
        *(
            f"UPDATE cells SET output = '{output}', parsed = '{output}'"
            f" WHERE run_id = '{run}' AND ordinal / 2 = {row}"
            for row, output in enumerate(quoted)
        ),
    )
    left: list[str] = []
    with a_page(bench) as page:
        _watch(page, bench.url, left)
        at = screen.format(path=ready.path, prompt=ready.prompt, run=run)
        page.goto(at)
        page.locator("[data-cell]").first.wait_for()
        assert "canary.example" in page.locator("main").inner_text()
        for ordinal in range(0, 2 * len(OUTPUTS), 2):
            page.goto(f"{at}&cell={ordinal}")
            page.get_by_role("dialog").wait_for()
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="hidden")
        page.locator("[data-cell]").first.hover()
        page.get_by_role("button", name="Side by side").first.click()
        page.get_by_role("dialog").wait_for()
        page.wait_for_timeout(500)
    return left


def _watch(page: Page, ours: str, left: list[str]) -> None:
    """Note and stop whatever is not for this server, and whatever a script would say."""

    def is_foreign(url: str) -> bool:
        return not url.startswith((ours, "data:", "blob:", "about:"))

    def on_request(request: Request) -> None:
        if is_foreign(request.url):
            left.append(request.url)

    def on_route(route: Route) -> None:
        if is_foreign(route.request.url):
            route.abort()
        else:
            route.continue_()

    def on_dialog(dialog: Dialog) -> None:
        left.append(f"a dialog: {dialog.message}")
        dialog.dismiss()

    page.on("request", on_request)
    page.on("dialog", on_dialog)
    page.on("popup", lambda popup: left.append(f"a window: {popup.url}"))
    page.route(lambda url: is_foreign(url), on_route)
