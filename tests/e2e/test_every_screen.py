"""Every screen in both themes and two widths: no axe violation, no complaint in the console, nothing spills."""

import pytest
from playwright.sync_api import Browser

from tests.e2e.browser import Theme
from tests.e2e.inspection import look_at_all
from tests.e2e.screens import screens
from tests.e2e.stage import Stage


# Each theme and each width once: colours do not depend on the width, nor does the layout on the theme.
@pytest.mark.parametrize(("theme", "size"), [("light", "wide"), ("dark", "narrow")])
def test_every_screen_is_accessible_and_whole(
    browser: Browser, stage: Stage, theme: Theme, size: str
) -> None:
    looks = look_at_all(browser, stage, screens(stage), theme, size)

    assert {look.screen: look.violations for look in looks if look.violations} == {}
    assert {look.screen: look.complaints for look in looks if look.complaints} == {}
    assert [look.screen for look in looks if look.spills] == []
