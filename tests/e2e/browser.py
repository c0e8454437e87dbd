"""Debian's Chromium, driven for real."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal
from zlib import crc32

from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    StorageState,
    sync_playwright,
)

# The same engine without a window around it: a page takes a third less of the machine.
CHROMIUM = "/usr/bin/chromium-headless-shell"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
AXE = Path(__file__).parents[2] / "ui" / "node_modules" / "axe-core" / "axe.min.js"
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
# `just browse` takes them; nobody looks at those of a machine that only tells whether all is well.
WITH_PICTURES = "PICTURES" in os.environ  # noqa: TID251 - a wish of whoever runs the tests
SIZES = {"wide": (1440, 900), "narrow": (768, 1024), "phone": (400, 800)}
# Looking with axe takes long; a phone shows the same elements as a narrow window.
INSPECTED_SIZES = ("wide", "narrow")
Looks = tuple[tuple[Theme, str], ...]
EVERY_LOOK: Looks = tuple((theme, size) for theme in THEMES for size in INSPECTED_SIZES)
# Each theme and each width once: colours do not depend on the width, nor does the layout on the theme.
LOOKS: Looks = EVERY_LOOK if WITH_PICTURES else (("light", "wide"), ("dark", "narrow"))


def looks_of(screen: str) -> Looks:
    """Return the looks to test a screen in: half of the screens in one, half in the other.

    They share what they are made of. `just browse`: all screens in all looks.
    """
    return LOOKS if WITH_PICTURES else (LOOKS[crc32(screen.encode()) % len(LOOKS)],)


@contextmanager
def chromium() -> Generator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


def open_context(
    browser: Browser,
    url: str,
    *,
    theme: Theme = "light",
    size: str = "wide",
    signed_in: StorageState | None = None,
) -> BrowserContext:
    width, height = SIZES[size]
    return browser.new_context(
        base_url=url,
        viewport={"width": width, "height": height},
        color_scheme=theme,
        reduced_motion="reduce",
        storage_state=signed_in,
        permissions=["clipboard-read", "clipboard-write"],
    )


def rewrite(editor: Locator, text: str) -> None:
    """Put a text in the place of all that a code editor holds, as a person would.

    (`fill` selects behind the editor's back: one that has just got the focus may put its own cursor back, and the text
    is added instead.)
    """
    editor.click()
    editor.press("Control+a")
    editor.page.keyboard.insert_text(text)


def axe_violations(page: Page) -> list[str]:
    """Run axe over the whole page; one line per broken element."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    # Only what is broken: describing all that is well takes three times as long as finding out.
    found = page.evaluate(
        """async tags => (await axe.run(document, {
            runOnly: {type: 'tag', values: tags}, resultTypes: ['violations'], preload: false
        })).violations""",
        WCAG,
    )
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found
        for node in violation["nodes"]
    ]
