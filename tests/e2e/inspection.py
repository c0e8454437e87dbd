"""Opens a screen as a person would, and looks: does it show, does axe object, does anything spill or complain?"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
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

from tests.e2e.browser import (
    SIZES,
    WITH_PICTURES,
    Looks,
    axe_violations,
    looks_of,
    open_context,
)
from tests.e2e.screens import Screen
from tests.e2e.stage import Stage

PICTURES = Path(__file__).parents[1] / "screenshots"
SPILLS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
# Asking for what is not there is what these screens are about.
EXPECTED_COMPLAINTS = ("the server responded with a status of 404",)


def settle(page: Page) -> None:
    """Wait until nothing is loading: skeletons are gone and fonts are there."""
    expect(page.locator("[aria-busy=true]")).to_have_count(0, timeout=30_000)
    page.evaluate("document.fonts.ready.then(() => true)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrong:
    violations: dict[str, list[str]]
    complaints: dict[str, list[str]]
    # The widths at which something does not fit.
    spills: dict[str, list[str]]


NOTHING_WRONG = Wrong(violations={}, complaints={}, spills={})


def look_at_all(
    browser: Browser, stage: Stage, screens: Iterable[Screen], looks: Looks | None = None
) -> Wrong:
    """Look at each screen in a page of its own; people keep their browser, and what it has loaded."""
    contexts: dict[str | None, BrowserContext] = {}
    wrong = Wrong(violations={}, complaints={}, spills={})
    for screen in screens:
        if screen.who not in contexts:
            visitor = screen.visitor(stage)
            signed_in = visitor.cookies() if visitor else None
            contexts[screen.who] = open_context(browser, stage.url, signed_in=signed_in)
        page = contexts[screen.who].new_page()
        complaints = complaints_of(page, EXPECTED_COMPLAINTS)
        page.goto(screen.path)
        page.get_by_role("heading", name=screen.shows).first.wait_for()
        settle(page)
        screen.then(page)
        settle(page)
        for found, by_screen in (
            (violations_of(page, screen.name, looks), wrong.violations),
            (spills(page), wrong.spills),
            (complaints, wrong.complaints),
        ):
            if found:
                by_screen[screen.name] = found
        page.close()
    for context in contexts.values():
        context.close()
    return wrong


def complaints_of(page: Page, expected: Sequence[str] = ()) -> list[str]:
    """Fills as the page complains in its console."""
    complaints: list[str] = []

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error" and not any(ok in message.text for ok in expected):
            complaints.append(message.text)

    page.on("console", on_console)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    return complaints


def faults_of(page: Page, name: str, before: Callable[[Page], None] = settle) -> list[str]:
    """What is wrong with the page as it stands, in its looks and at every width."""
    return [
        *violations_of(page, name, before=before),
        *(f"{name} spills: {width}" for width in spills(page)),
    ]


def violations_of(
    page: Page, name: str, looks: Looks | None = None, before: Callable[[Page], None] = settle
) -> list[str]:
    """What axe finds, and pictures. The page is turned over to each look: opening it anew takes longer than looking.

    What does not outlast that, a tooltip for one, is made again by `before`.
    """
    PICTURES.mkdir(exist_ok=True)
    found: list[str] = []
    for theme, size in looks or looks_of(name):
        page.emulate_media(color_scheme=theme)
        _resize(page, size)
        before(page)
        found += [f"{name} {theme} {size}: {violation}" for violation in axe_violations(page)]
        if WITH_PICTURES:
            page.screenshot(path=PICTURES / f"{name}.{theme}.{size}.png")
    page.emulate_media(color_scheme="light")
    return found


def spills(page: Page) -> list[str]:
    """At which widths there is more than fits. The page is left wide."""
    found: list[str] = []
    for size in ("phone", "narrow", "wide"):
        _resize(page, size)
        if page.evaluate(SPILLS):
            found.append(size)
    return found


def _resize(page: Page, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    # Two frames, in which what depends on width and theme is drawn anew.
    page.evaluate(
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
    )


def tip_of(page: Page, target: Locator) -> Locator:
    """The tooltip of an element. A pointer that came before the page had settled moves again, as a hand would."""
    tip = page.get_by_role("tooltip")
    for _ in range(15):
        target.hover()
        try:
            tip.wait_for(timeout=2_000)
        except TimeoutError:
            page.mouse.move(5, 5)
        else:
            break
    return tip
