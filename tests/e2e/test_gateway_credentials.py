"""Keys to providers as people add, test and remove them: tested first, masked for ever, explained when refused."""

import re
from collections.abc import Callable, Generator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import faults_of
from tests.e2e.simulating import KEY, WRONG_KEY, simulating
from tests.e2e.stage import Stage, Visitor

# A test of a key goes through a worker.
SOON = 30_000


@pytest.fixture(scope="module")
def provider() -> Generator[str]:
    with simulating() as url:
        yield url


@pytest.mark.core
def test_a_key_that_works_is_saved_masked_and_brings_its_models(
    open_page: OpenPage, newcomer: Callable[[], Visitor], provider: str
) -> None:
    page, slug = _credentials_of(newcomer(), open_page)

    dialog = _fill_in(page, provider, KEY)
    dialog.get_by_role("button", name="Test & save").click()

    expect(
        page.get_by_text(re.compile(r"OpenAI credential works: \d+ models found"))
    ).to_be_visible(timeout=SOON)
    row = page.get_by_role("row").filter(has_text="OpenAI")
    expect(row).to_contain_text("••••abcd")
    expect(row).to_contain_text("Ready")
    assert KEY not in page.content()
    row.get_by_role("link", name=re.compile("models of OpenAI")).click()
    expect(page).to_have_url(re.compile(rf"/projects/{slug}/models\?credential="))
    expect(page.get_by_role("link", name="sim-small")).to_be_visible()


@pytest.mark.core
def test_a_key_that_does_not_work_is_explained_and_not_saved(
    open_page: OpenPage, newcomer: Callable[[], Visitor], provider: str
) -> None:
    page, _ = _credentials_of(newcomer(), open_page)

    dialog = _fill_in(page, provider, WRONG_KEY)
    dialog.get_by_role("button", name="Test & save").click()

    expect(dialog.get_by_role("alert")).to_contain_text("Invalid API key", timeout=SOON)
    expect(dialog.get_by_role("alert")).to_contain_text("Copy the key again")
    expect(dialog.get_by_label("API key", exact=True)).to_have_value(WRONG_KEY)
    dialog.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("No credentials yet")).to_be_visible()


def test_an_address_without_v1_is_not_ready_and_the_right_one_is_one_press_away(
    open_page: OpenPage, newcomer: Callable[[], Visitor], provider: str
) -> None:
    page, _ = _credentials_of(newcomer(), open_page)
    page.get_by_role("button", name="Add credential").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Provider").click()
    page.get_by_role("option", name="OpenAI-compatible server").click()
    dialog.get_by_label("Base URL").fill(provider)
    dialog.get_by_role("switch", name=re.compile("Allow private addresses")).click()
    dialog.get_by_role("button", name="Test & save").click()

    problem = dialog.get_by_role("alert")
    expect(problem).to_contain_text("has no list of models (404 not found)", timeout=SOON)
    expect(problem).to_contain_text("most servers have their API under /v1")
    assert faults_of(page, "credential-wrong-address") == []
    # Saving it as it is takes an explicit press, and it is not called ready.
    problem.get_by_role("button", name="Save anyway").click()
    row = page.get_by_role("row").filter(has_text="OpenAI-compatible")
    expect(row).to_contain_text("Not verified", timeout=SOON)
    expect(row).to_contain_text("No key")
    expect(page.get_by_text("The credential works")).to_have_count(0)
    assert faults_of(page, "credential-not-verified") == []

    page.get_by_role("button", name="Add credential").first.click()
    dialog.get_by_label("Provider").click()
    page.get_by_role("option", name="OpenAI-compatible server").click()
    dialog.get_by_label("Label").fill("The right one")
    dialog.get_by_label("Base URL").fill(provider)
    dialog.get_by_label("API key", exact=True).fill(KEY)
    dialog.get_by_role("switch", name=re.compile("Allow private addresses")).click()
    dialog.get_by_role("button", name="Test & save").click()
    problem.get_by_role("button", name=f"Use {provider}/v1").click(timeout=SOON)
    expect(dialog.get_by_label("Base URL")).to_have_value(f"{provider}/v1")
    dialog.get_by_role("button", name="Test & save").click()
    row = page.get_by_role("row").filter(has_text="The right one")
    expect(row).to_contain_text("Ready", timeout=SOON)
    expect(row).to_contain_text(f"••••{KEY[-4:]}")


def test_what_is_missing_or_refused_is_said_at_its_field(
    open_page: OpenPage, newcomer: Callable[[], Visitor], provider: str
) -> None:
    page, _ = _credentials_of(newcomer(), open_page)
    page.get_by_role("button", name="Add credential").first.click()
    dialog = page.get_by_role("dialog")

    dialog.get_by_role("button", name="Test & save").click()
    expect(dialog.get_by_text("API key is required")).to_be_visible()

    dialog.get_by_label("API key", exact=True).fill(KEY)
    dialog.get_by_role("button", name="Advanced").click()
    dialog.get_by_label("Base URL").fill(f"{provider}/v1")
    dialog.get_by_role("button", name="Test & save").click()
    # A private address without the permission to reach one.
    expect(dialog.get_by_label("Base URL")).to_have_attribute("aria-invalid", "true")


def test_the_simulated_models_are_one_press_away(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    page, _ = _credentials_of(newcomer(), open_page)

    page.get_by_role("button", name="Try without a key").click()

    expect(page.get_by_text(re.compile("Simulated credential works"))).to_be_visible(timeout=SOON)
    expect(page.get_by_role("row").filter(has_text="No key needed")).to_contain_text("Ready")


def test_a_credential_is_renamed_tested_again_and_removed(
    open_page: OpenPage, newcomer: Callable[[], Visitor], provider: str
) -> None:
    owner = newcomer()
    page, slug = _credentials_of(owner, open_page)
    _add_by_program(owner, slug, provider, "Old name")
    # Nobody reloads: the event brings it.
    expect(page.get_by_role("row").filter(has_text="Old name")).to_be_visible(timeout=SOON)

    page.get_by_role("button", name="More for Old name").click()
    page.get_by_role("menuitem", name="Rename").click()
    page.get_by_role("dialog").get_by_label("Label").fill("Team key")
    page.get_by_role("dialog").get_by_role("button", name="Rename").click()
    page.get_by_role("button", name="Test Team key again").click()
    expect(page.get_by_text(re.compile(r"The credential works: \d+ models found"))).to_be_visible(
        timeout=SOON
    )

    page.get_by_role("button", name="More for Team key").click()
    page.get_by_role("menuitem", name="Remove").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove credential").click()
    expect(page.get_by_text("No credentials yet")).to_be_visible()


def test_a_viewer_sees_the_keys_but_no_actions(stage: Stage, open_page: OpenPage) -> None:
    page = open_page(stage.viewer)
    page.goto(f"/projects/{stage.slug}/settings/credentials")

    expect(page.get_by_role("row").filter(has_text="Simulated")).to_be_visible()
    expect(
        page.get_by_role("button", name=re.compile("Add credential|Test|More for"))
    ).to_have_count(0)


def _credentials_of(owner: Visitor, open_page: OpenPage) -> tuple[Page, str]:
    slug = owner.call("POST", "/projects", {"name": "Keys"})["slug"]
    page = open_page(owner)
    page.goto(f"/projects/{slug}/settings/credentials")
    expect(page.get_by_text("No credentials yet")).to_be_visible()
    return page, slug


def _fill_in(page: Page, provider: str, key: str) -> Locator:
    page.get_by_role("button", name="Add credential").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("API key", exact=True).fill(key)
    dialog.get_by_role("button", name="Advanced").click()
    dialog.get_by_label("Base URL").fill(f"{provider}/v1")
    dialog.get_by_role("switch", name=re.compile("Allow private addresses")).click()
    return dialog


def _add_by_program(owner: Visitor, slug: str, provider: str, label: str) -> None:
    owner.http.timeout = 60
    owner.call(
        "POST",
        f"/projects/{slug}/credentials",
        {
            "provider": "OPENAI",
            "label": label,
            "secrets": {"api_key": KEY},
            "config": {"base_url": f"{provider}/v1"},
            "allow_private": True,
        },
    )
