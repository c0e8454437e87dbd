"""Every screen of prompts at three widths: no axe violation, no complaint, nothing spills."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.inspection import NOTHING_WRONG, look_at_all
from tests.e2e.prompts_story import Prompts, tell_the_prompt_story
from tests.e2e.screens import GONE, Screen, Step
from tests.e2e.stage import Stage


@pytest.fixture(scope="module")
def prompts(stage: Stage) -> Prompts:
    return tell_the_prompt_story(stage)


def _with_values(page: Page) -> None:
    page.get_by_label("question", exact=True).fill("How do I cancel?")
    page.get_by_label("plan", exact=True).fill("Team, yearly")
    expect(page.get_by_label("User, message 4")).to_contain_text("How do I cancel?")


def _tab(name: str, shows: str) -> Step:
    def open_tab(page: Page) -> None:
        page.get_by_role("tab", name=name).click()
        expect(page.get_by_label(shows).first).to_be_visible()

    return open_tab


def _versions(page: Page) -> None:
    page.get_by_role("tab", name="Versions").click()
    expect(page.get_by_role("list", name="Versions").get_by_role("listitem")).to_have_count(4)


def _dialog(name: str) -> Step:
    def ask(page: Page) -> None:
        page.get_by_role("button", name=name).first.click()
        page.get_by_role("dialog").wait_for()

    return ask


def _label_menu(page: Page) -> None:
    _versions(page)
    page.get_by_role("button", name="More about version 3").click()
    page.get_by_role("menuitem", name="Set label").click()
    page.get_by_role("button", name="production").click()
    page.get_by_role("button", name="Set label").click()
    page.get_by_role("button", name="Move production").wait_for()


def _layout(name: str) -> Step:
    def choose(page: Page) -> None:
        page.get_by_role("radio", name=name).click()

    return choose


def _screens(at: Prompts) -> list[Screen]:
    home, answer = f"/projects/{at.slug}/prompts", f"/projects/{at.slug}/prompts/{at.answer}"
    name = "Support answer"
    return [
        Screen(name="prompts", path=home, shows="Prompts"),
        Screen(name="prompts-none", path=f"/projects/{at.empty_slug}/prompts", shows="Prompts"),
        Screen(name="prompts-new", path=home, shows="Prompts", then=_dialog("New prompt")),
        Screen(name="prompt", path=answer, shows=name, then=_with_values),
        Screen(name="prompt-begun", path=f"{home}/{at.begun}", shows="Newsletter intro"),
        Screen(
            name="prompt-few-shots", path=answer, shows=name, then=_tab("Few-shots", "Example 1")
        ),
        Screen(name="prompt-tools", path=answer, shows=name, then=_tab("Tools", "Tool 1")),
        Screen(
            name="prompt-output", path=answer, shows=name, then=_tab("Output", "What the answer")
        ),
        Screen(
            name="prompt-parameters",
            path=answer,
            shows=name,
            then=_tab("Parameters", "Temperature"),
        ),
        Screen(name="prompt-versions", path=answer, shows=name, then=_versions),
        Screen(name="prompt-old-version", path=f"{answer}?version=1", shows=name),
        Screen(name="prompt-save", path=answer, shows=name, then=_dialog("Save version")),
        Screen(name="prompt-label", path=answer, shows=name, then=_label_menu),
        Screen(
            name="prompt-compare",
            path=f"{answer}?a=1&b=3",
            shows=name,
            then=_layout("Side by side"),
        ),
        Screen(
            name="prompt-compare-unified",
            path=f"{answer}?a=1&b=3",
            shows=name,
            then=_layout("Unified"),
        ),
        Screen(name="prompt-gone", path=f"{home}/{GONE}", shows="Prompt not found"),
    ]


def test_every_prompt_screen_is_whole(browser: Browser, stage: Stage, prompts: Prompts) -> None:
    assert look_at_all(browser, stage, _screens(prompts)) == NOTHING_WRONG
