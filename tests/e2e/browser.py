"""Debian's chromium, driven for real."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, BrowserContext, Page, StorageState, sync_playwright

CHROMIUM = "/usr/bin/chromium"
# Chromium draws its own toolbar as a page, in a process for each window: nobody looks at it here, and it takes
# half of the time that a new window takes. The flag replaces the one that Playwright sets, so its features stand here too.
NOT_WANTED = (
    "InitialWebUI", "WebUIToolbar", "WebUIReloadButton", "WebUISplitTabsButton", "WebUILocationBar",
    "WebUIOmniboxPopup", "WebUIOmniboxFullPopup", "WebUIOmniboxAimPopup", "PreloadTopChromeWebUI",
    "AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay",
    "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)  # fmt: skip
FLAGS = (
    f"--disable-features={','.join(NOT_WANTED)}",
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
SIZES = {"wide": (1440, 900), "narrow": (768, 1024), "phone": (400, 800)}
# Looking with axe takes long; a phone shows the same elements as a narrow window.
INSPECTED_SIZES = ("wide", "narrow")


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


def axe_violations(page: Page) -> list[str]:
    """Run axe over the whole page; one line per broken element."""
    page.evaluate(AXE.read_text())
    found = page.evaluate("tags => axe.run(document, {runOnly: {type: 'tag', values: tags}})", WCAG)
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]
