"""Opens a screen as a person would, and looks: does it show, does axe object, does anything spill or complain?"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    TimeoutError,
    expect,
)

from tests.e2e.browser import Theme, axe_violations, open_context
from tests.e2e.screens import Screen
from tests.e2e.stage import Stage

PICTURES = Path(__file__).parents[1] / "screenshots"

# Asking for what is not there is what these screens are about.
EXPECTED_COMPLAINTS = ("the server responded with a status of 404",)


@dataclass(slots=True)
class Look:
    screen: str
    theme: Theme
    size: str
    violations: list[str] = field(default_factory=list[str])
    complaints: list[str] = field(default_factory=list[str])
    spills: bool = False


def look_at_all(
    browser: Browser, stage: Stage, screens: Iterable[Screen], theme: Theme, size: str
) -> list[Look]:
    """Look at each screen in a page of its own; people keep their browser, and what it has loaded."""
    contexts: dict[str | None, BrowserContext] = {}
    looks: list[Look] = []
    for screen in screens:
        if screen.who not in contexts:
            visitor = screen.visitor(stage)
            contexts[screen.who] = open_context(
                browser,
                stage.url,
                theme=theme,
                size=size,
                signed_in=visitor.cookies() if visitor else None,
            )
        page = contexts[screen.who].new_page()
        looks.append(_look_at(page, screen, theme, size))
        page.close()
    for context in contexts.values():
        context.close()
    return looks


def _look_at(page: Page, screen: Screen, theme: Theme, size: str) -> Look:
    look = Look(screen.name, theme, size)

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error" and not any(ok in message.text for ok in EXPECTED_COMPLAINTS):
            look.complaints.append(message.text)

    page.on("console", on_console)
    page.on("pageerror", lambda error: look.complaints.append(str(error)))
    page.goto(screen.path)
    page.get_by_role("heading", name=screen.shows).first.wait_for()
    settle(page)
    screen.then(page)
    settle(page)
    # A phone shows the elements of a narrow window, and looking with axe takes long.
    if size != "phone":
        look.violations = axe_violations(page)
    look.spills = page.evaluate(
        "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    )
    PICTURES.mkdir(exist_ok=True)
    page.screenshot(path=PICTURES / f"{screen.name}.{theme}.{size}.png")
    return look


def tip_of(page: Page, target: Locator) -> Locator:
    """The tooltip of an element. A pointer that came before the page had settled moves again, as a hand would."""
    tip = page.get_by_role("tooltip")
    for _ in range(10):
        target.hover()
        try:
            tip.wait_for(timeout=2_000)
        except TimeoutError:
            page.mouse.move(5, 5)
        else:
            break
    return tip


def settle(page: Page) -> None:
    """Wait until nothing is loading: skeletons are gone and fonts are there."""
    expect(page.locator("[aria-busy=true]")).to_have_count(0, timeout=15_000)
    page.evaluate("document.fonts.ready.then(() => true)")
