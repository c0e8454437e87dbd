"""No dead ends: whoever lacks a prompt, a model or a judge finds the next step where they are."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import faults_of, settle
from tests.e2e.stage import Visitor

Newcomer = Callable[[], Visitor]

SOON = 30_000
A_WHILE = 120_000


def _project(who: Visitor) -> str:
    who.http.timeout = 60
    return who.call("POST", "/projects", {"name": "First steps"})["slug"]


@pytest.mark.core
def test_a_run_is_made_from_nothing_and_its_results_say_how_to_go_on(
    open_page: OpenPage, newcomer: Newcomer
) -> None:
    """A prompt is written and models come without leaving the form; empty results have a button."""
    who = newcomer()
    slug = _project(who)
    page = open_page(who)
    page.goto(f"/projects/{slug}/runs/new")
    run = page.get_by_role("form", name="New run").get_by_role("button", name=re.compile("^Run"))
    run.click()
    prompts = page.get_by_role("region", name="Prompt", exact=True)
    expect(prompts).to_contain_text("No prompt version found. Create a prompt first.", timeout=SOON)

    prompts.get_by_role("button", name="Write a new prompt").click()
    dialog = page.get_by_role("dialog", name="New prompt")
    dialog.get_by_label("Name").fill("Sums")
    dialog.get_by_label("Text").fill("Answer in one word. What is two plus two?")
    dialog.get_by_label("Name").press("Enter")
    expect(dialog).to_be_hidden(timeout=SOON)
    expect(prompts.get_by_role("combobox", name="Prompt")).to_have_text("Sums")

    prompts.get_by_role("button", name="Remove this version").click()
    expect(prompts).to_contain_text("No prompt chosen. Choose one of the project's prompts")
    _choose(prompts, "Choose a prompt", "Sums", page)

    models = page.get_by_role("region", name="Models", exact=True)
    models.get_by_role("button", name="Use simulated models").click()
    expect(models.get_by_role("button", name="Use simulated models")).to_be_hidden(timeout=A_WHILE)
    _choose(models, "Choose a model", "Simulated small", page)
    forecast = page.get_by_role("region", name="Forecast", exact=True)
    expect(forecast).to_contain_text("1 call", timeout=SOON)
    # A forecast that is being made anew is pale.
    expect(forecast.locator(".opacity-60")).to_have_count(0)
    settle(page)
    assert faults_of(page, "new-run-from-nothing") == []
    run.click()
    expect(page).to_have_url(re.compile(r"/runs/[0-9a-f-]{36}$"), timeout=SOON)
    expect(page.get_by_text("Completed").first).to_be_visible(timeout=A_WHILE)
    made = page.url.split("/runs/")[1]

    page.goto(f"/projects/{slug}/runs/{made}/results?view=criteria")
    expect(page.get_by_role("heading", name="No criteria")).to_be_visible(timeout=SOON)
    page.get_by_role("button", name="Score with a judge").click()
    expect(page.get_by_role("dialog", name="Score run #1")).to_contain_text("No judge yet")
    page.keyboard.press("Escape")
    page.goto(f"/projects/{slug}/runs/{made}/results?view=ranking")
    expect(page.get_by_role("heading", name="No duels yet")).to_be_visible(timeout=SOON)
    page.get_by_role("link", name="New run with a second model").click()
    expect(page).to_have_url(re.compile(rf"/runs/new\?from=.*{made}"))
    expect(page.get_by_role("combobox", name="Prompt")).to_have_text("Sums", timeout=SOON)


def test_the_wizard_brings_models_without_leaving_it_and_shows_one_number_of_calls(
    open_page: OpenPage, newcomer: Newcomer
) -> None:
    who = newcomer()
    slug = _project(who)
    draft = who.call(
        "POST", f"/projects/{slug}/experiments", {"name": "", "template": "customer-support"}
    )
    page = open_page(who)
    page.goto(f"/projects/{slug}/experiments/{draft['id']}/setup?step=5")
    models = page.get_by_role("region", name="Models", exact=True)
    models.get_by_role("button", name="Add credential").click()
    dialog = page.get_by_role("dialog", name="Add credential")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page).to_have_url(re.compile("/setup"))

    models.get_by_role("button", name="Use simulated models").click()
    chosen = models.get_by_role("list", name="Models of this project").get_by_role("checkbox")
    expect(chosen.first).to_be_visible(timeout=A_WHILE)
    for place in range(3):
        chosen.nth(place).check()
    forecast = page.get_by_role("region", name="Forecast", exact=True)
    calls = forecast.get_by_text("Calls of models").locator("xpath=following-sibling::dd")
    said = models.get_by_role("status")
    expect(said).to_contain_text(
        re.compile(r"3 models . [\d,]+ cases = [\d,]+ calls"), timeout=SOON
    )
    number = re.search(r"([\d,]+) calls", said.inner_text())
    assert number is not None
    expect(calls).to_have_text(number[1])
    expect(said).not_to_contain_text("runs")


def test_coverage_does_not_call_missing_what_the_table_shows(
    open_page: OpenPage, newcomer: Newcomer
) -> None:
    who = newcomer()
    slug = _project(who)
    tags = ("billing", "refund", "login")
    dataset = who.call("POST", f"/projects/{slug}/datasets", {"name": "Tickets", "kind": "golden"})
    cases = [{"values": {"message": f"About my {tag}."}, "tags": [tag]} for tag in tags]
    at = f"/projects/{slug}/datasets/{dataset['id']}"
    who.call("POST", f"{at}/cases", {"cases": cases})
    draft = who.call("POST", f"/projects/{slug}/experiments", {"name": "Covered"})
    plan = {"dataset": dataset["id"]}
    body: dict[str, Any] = {"revision": draft["revision"], "plan": plan}
    who.call("PATCH", f"/projects/{slug}/experiments/{draft['id']}", body)

    page = open_page(who)
    page.goto(f"/projects/{slug}/experiments/{draft['id']}/setup?step=4")
    bars = page.get_by_role("region", name="Coverage").get_by_role("listitem")
    tagged = bars.filter(has_text="Tags")
    expect(tagged).to_contain_text("100%", timeout=SOON)
    expect(tagged).to_contain_text("in one case only: billing, login, refund")
    expect(tagged).not_to_contain_text("missing")


def test_a_password_may_hold_any_sign(open_page: OpenPage, newcomer: Newcomer) -> None:
    newcomer()
    page = open_page()
    page.goto("/sign-up")
    page.get_by_label("Email").fill(f"sign-{time.time_ns()}@example.com")
    password = page.get_by_role("textbox", name="Password", exact=True)
    password.fill("CorrectHorse77")
    expect(page.get_by_text("One character that is neither a letter nor a number")).to_be_visible()
    expect(page.get_by_text("fair")).to_be_visible()
    password.fill("CorrectHorse77-")
    expect(page.get_by_text("fair")).to_be_hidden()
    page.get_by_role("button", name="Create account").click()
    expect(page).to_have_url(re.compile("/projects"), timeout=SOON)


def _choose(place: Locator | Page, label: str, option: str, page: Page) -> None:
    place.get_by_role("button", name=label, exact=True).click()
    page.get_by_role("option", name=re.compile(f"^{re.escape(option)}")).first.click()
