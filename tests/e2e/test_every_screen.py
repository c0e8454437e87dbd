"""Every screen in both themes and two widths: no axe violation, no complaint in the console, nothing spills."""

import pytest
from playwright.sync_api import Browser

from tests.e2e.browser import INSPECTED_SIZES, Theme
from tests.e2e.inspection import THEMES, look_at
from tests.e2e.screens import screens
from tests.e2e.stage import Stage


@pytest.mark.parametrize("size", INSPECTED_SIZES)
@pytest.mark.parametrize("theme", THEMES)
def test_every_screen_is_accessible_and_whole(
    browser: Browser, stage: Stage, theme: Theme, size: str
) -> None:
    looks = [look_at(browser, stage, screen, theme, size) for screen in screens(stage)]

    assert {look.screen: look.violations for look in looks if look.violations} == {}
    assert {look.screen: look.complaints for look in looks if look.complaints} == {}
    assert [look.screen for look in looks if look.spills] == []
