"""Every screen in both themes and at all widths: no axe violation, no complaint in the console, nothing spills."""

from playwright.sync_api import Browser

from tests.e2e.browser import LOOKS
from tests.e2e.inspection import NOTHING_WRONG, look_at_all
from tests.e2e.screens import screens
from tests.e2e.stage import Stage


def test_every_screen_is_accessible_and_whole(browser: Browser, stage: Stage) -> None:
    assert look_at_all(browser, stage, screens(stage), LOOKS) == NOTHING_WRONG
