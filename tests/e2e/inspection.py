"""Opens a screen as a person would, and looks: does it show, does axe object, does anything spill or complain?"""

from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from tests.e2e.browser import INSPECTED_SIZES, Theme, axe_violations, open_context
from tests.e2e.screens import Screen
from tests.e2e.stage import Stage

PICTURES = Path(__file__).parents[1] / "screenshots"
THEMES: tuple[Theme, ...] = ("light", "dark")

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


def look_at(browser: Browser, stage: Stage, screen: Screen, theme: Theme, size: str) -> Look:
    look = Look(screen.name, theme, size)
    visitor = screen.visitor(stage)
    context = open_context(
        browser,
        stage.url,
        theme=theme,
        size=size,
        signed_in=visitor.cookies() if visitor else None,
    )
    page = context.new_page()

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
    look.violations = axe_violations(page)
    look.spills = page.evaluate(
        "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    )
    PICTURES.mkdir(exist_ok=True)
    page.screenshot(path=PICTURES / f"{screen.name}.{theme}.{size}.png")
    context.close()
    return look


def settle(page: Page) -> None:
    """Wait until nothing is loading: skeletons are gone and fonts are there."""
    expect(page.locator("[aria-busy=true]")).to_have_count(0, timeout=15_000)
    page.evaluate("document.fonts.ready.then(() => true)")


def look_at_all(browser: Browser, stage: Stage, all_screens: list[Screen]) -> list[Look]:
    return [
        look_at(browser, stage, screen, theme, size)
        for screen in all_screens
        for theme in THEMES
        for size in INSPECTED_SIZES
    ]
