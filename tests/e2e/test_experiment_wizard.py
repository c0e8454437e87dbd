"""The seven steps of a new experiment: what they refuse, what they keep, who helps, and how they look."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.browser import SIZES, rewrite
from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import faults_of, settle
from tests.e2e.stage import Visitor

Newcomer = Callable[[], Visitor]

GOAL = (
    "Answer questions of customers kindly, in plain words, and never promise what we cannot keep."
)
TRICKY = (
    f"# Aim\n\n{GOAL}\n\n- **kind**\n- <img src=x onerror=alert(1)> [here](javascript:alert(1))"
)
STEPS = (
    "Define objective", "Define evaluation rubric", "Create seed prompt", "Prepare test data",
    "Configure models", "Configure judges and safety", "Stop rules and budget",
)  # fmt: skip


def _project(who: Visitor) -> str:
    slug = who.call("POST", "/projects", {"name": "Wizardry"})["slug"]
    who.call(
        "POST",
        f"/projects/{slug}/credentials",
        {"provider": "SIMULATED", "label": "Simulated", "config": {}, "secrets": {}},
    )
    return slug


def _draft(who: Visitor, slug: str, template: str | None = "customer-support") -> Any:
    body = {"name": "", "template": template} if template else {"name": ""}
    return who.call("POST", f"/projects/{slug}/experiments", body)


def _at_step(page: Page, step: int) -> None:
    expect(page.get_by_role("heading", level=1, name=STEPS[step - 1])).to_be_visible()


def _saved(page: Page) -> None:
    expect(page.get_by_role("status", name="Draft")).to_have_text("Draft saved")


def test_a_draft_is_kept_as_it_is_written_and_says_what_it_lacks(
    open_page: OpenPage, newcomer: Newcomer
) -> None:
    """FR-EC-001 to 003: limits with their words, a preview that runs nothing, reload, back and forward, deep links."""
    who = newcomer()
    slug = _project(who)
    page = open_page(who)
    page.goto(f"/projects/{slug}/experiments")
    page.get_by_role("button", name="Start without a template").click()
    _at_step(page, 1)
    go_on = page.get_by_role("button", name="Continue")
    expect(go_on).to_be_disabled()
    expect(page.get_by_text("Objective must be at least 20 characters")).to_be_visible()
    objective = page.get_by_role("textbox", name="Objective")
    objective.fill("x" * 2_001)
    expect(page.get_by_text("Objective too long").first).to_be_visible()
    expect(page.get_by_text("2,001 / 2,000")).to_be_visible()
    objective.fill(TRICKY)
    expect(go_on).to_be_enabled()

    page.get_by_role("radio", name="Preview").click()
    preview = page.get_by_role("region", name="Preview of the objective")
    expect(preview.locator("strong")).to_have_text("kind")
    expect(preview.get_by_role("heading", name="Aim")).to_be_visible()
    expect(preview.get_by_text("<img src=x onerror=alert(1)>")).to_be_visible()
    expect(preview.locator("a, img")).to_have_count(0)

    _saved(page)
    page.reload()
    expect(objective).to_have_value(TRICKY)
    go_on.click()
    _at_step(page, 2)
    expect(page).to_have_url(re.compile(r"step=2$"))
    expect(page.get_by_text("At least 2 criteria required").first).to_be_visible()
    page.get_by_role("button", name="Back").click()
    expect(objective).to_have_value(TRICKY)

    # A template fills the rest of the draft; undo brings back what was there.
    page.get_by_role("list", name="Templates").get_by_role(
        "button", name="Customer Support"
    ).click()
    expect(objective).to_have_value(re.compile("empathetic"))
    page.get_by_role("button", name="Undo").click()
    expect(objective).to_have_value(TRICKY)
    page.get_by_role("list", name="Templates").get_by_role(
        "button", name="Customer Support"
    ).click()
    expect(objective).to_have_value(re.compile("empathetic"))
    _rubric(page)
    _prompt(page)


def _rubric(page: Page) -> None:
    page.get_by_role("button", name="Step 2: Rubric").click()
    _at_step(page, 2)
    rows = page.get_by_role("list", name="Criteria").get_by_role("listitem")
    expect(rows).to_have_count(4)
    # By keys alone: the first criterion goes below the second.
    page.get_by_role("button", name="Move Helpfulness").focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("Name of criterion 2")).to_have_value("Helpfulness")
    page.get_by_label("Weight of Helpfulness").fill("0.9")
    expect(page.get_by_text("0.55 too much: weights must sum to 1.0")).to_be_visible()
    expect(page.get_by_role("button", name="Continue")).to_be_disabled()
    page.get_by_role("button", name="Normalise weights").click()
    expect(page.get_by_label("Weight of Helpfulness")).to_have_value("0.25")
    _saved(page)
    page.reload()
    expect(page.get_by_label("Name of criterion 2")).to_have_value("Helpfulness")


def _prompt(page: Page) -> None:
    page.get_by_role("button", name="Continue").click()
    _at_step(page, 3)
    expect(page.get_by_role("list", name="Variables").get_by_text("{{message}}")).to_be_visible()
    expect(page.get_by_role("note", name="Length")).to_contain_text("token")
    text = page.get_by_role("tabpanel", name="Prompt").get_by_role("textbox")
    rewrite(text, "Too short {{message}}")
    expect(page.get_by_text("Prompt must be at least 50 characters").first).to_be_visible()
    expect(page.get_by_role("button", name="Continue")).to_be_disabled()


def test_cases_models_judges_and_limits_are_checked_as_they_are_chosen(
    open_page: OpenPage, newcomer: Newcomer
) -> None:
    """FR-EC-004 to 007 in the wizard.

    Cases by hand, coverage, grids that count, one to five judges, limits, and the last question.
    """
    who = newcomer()
    slug = _project(who)
    draft = _draft(who, slug)
    page = open_page(who)
    page.goto(f"/projects/{slug}/experiments/{draft['id']}/setup?step=4")
    _at_step(page, 4)
    expect(page.get_by_text("20 cases").first).to_be_visible()
    expect(page.get_by_label("Coverage").get_by_text("Length (XS to XL)")).to_be_visible()
    page.get_by_role("button", name="Add by hand").click()
    sheet = page.get_by_role("dialog", name="Add case")
    sheet.get_by_role("textbox", name="message").fill("Where is my parcel?")
    sheet.get_by_role("button", name="Add case").click()
    expect(page.get_by_text("21 cases").first).to_be_visible()

    page.get_by_role("button", name="Continue").click()
    _at_step(page, 5)
    expect(page.get_by_text("Select at least one model")).to_be_visible()
    page.get_by_role("checkbox", name="Simulated small model").click()
    page.get_by_role("checkbox", name="Simulated medium model").click()
    expect(page.get_by_text(re.compile(r"2 models . \d+ cases = \d+ calls"))).to_be_visible()
    page.get_by_role("button", name="Prune costly models").click()
    expect(page.get_by_text("None of the selected models is costly.")).to_be_visible()
    page.get_by_role("checkbox", name="Simulated medium model").click()
    expect(page.get_by_text(re.compile(r"1 model . \d+ cases = \d+ calls"))).to_be_visible()
    page.get_by_role("button", name="Parameters").click()
    page.get_by_role("button", name="Parameter grid").click()
    grid = page.get_by_label("Temperatures")
    grid.fill(", ".join(f"0.{digit}" for digit in range(10)) + ", 1")
    expect(page.get_by_text("Maximum 10 model configurations").first).to_be_visible()
    grid.fill("0, 0.5")
    expect(
        page.get_by_text(re.compile(r"1 model in 2 configurations . \d+ cases = \d+ calls"))
    ).to_be_visible()

    page.get_by_role("button", name="Continue").click()
    _at_step(page, 6)
    expect(page.get_by_text("Select at least one judge")).to_be_visible()
    page.get_by_role("checkbox", name="Judge Simulated judge", exact=True).click()
    page.get_by_role("switch", name="Enable pairwise comparison").click()
    expect(page.get_by_text("1 pointwise + 1 pairwise = 2 judges")).to_be_visible()
    forecast = page.get_by_label("Forecast")
    expect(forecast.get_by_text("Calls of judges")).to_be_visible()
    expect(forecast.get_by_text("Real cost varies with the length of answers.")).to_be_visible()

    _limits(page)
    _saved(page)
    kept = who.call("GET", f"/projects/{slug}/experiments/{draft['id']}")
    assert kept["state"] == "draft"
    assert kept["step"] == 7
    assert kept["plan"]["stop_rules"]["max_iterations"] == 4
    assert kept["plan"]["targets"][0]["grid"] == {"temperature": [0, 0.5]}


def _limits(page: Page) -> None:
    page.get_by_role("button", name="Continue").click()
    _at_step(page, 7)
    page.get_by_label("Stop after").fill("3")
    page.get_by_role("button", name="Suggest reasonable limits").click()
    expect(page.get_by_label("Stop after")).to_have_value("10")
    for label, wrong, said, right in (
        ("Stop after", "101", "Max iterations must be between 1 and 100", "4"),
        ("Stop if improvement is below", "2", "Min delta must be between 0 and 1", "0.02"),
        ("Maximum spend", "10001", "Budget must be at most $10,000", "25"),
        ("Alert at", "40", "Budget alert must be between 50% and 100%", "80"),
    ):
        page.get_by_label(label).fill(wrong)
        expect(page.get_by_text(said).first).to_be_visible()
        expect(page.get_by_role("button", name="Create experiment")).to_be_disabled()
        page.get_by_label(label).fill(right)
    page.get_by_role("button", name="Create experiment").click()
    question = page.get_by_role("dialog", name="Create experiment?")
    expect(question.get_by_text("2 model configurations")).to_be_visible()
    expect(question.get_by_text("2 judges")).to_be_visible()
    expect(question.get_by_text("Up to 4 iterations")).to_be_visible()
    expect(question.get_by_text("Estimated cost")).to_be_visible()
    question.get_by_role("button", name="Cancel").click()


def test_an_assistant_says_its_price_and_nothing_is_used_unseen(
    open_page: OpenPage, newcomer: Newcomer
) -> None:
    """Cost before and after, a look before use, one press to undo; two people who write at once are both heard."""
    who = newcomer()
    slug = _project(who)
    draft = _draft(who, slug)
    page = open_page(who)
    page.goto(f"/projects/{slug}/experiments/{draft['id']}/setup?step=1")
    before = page.get_by_role("textbox", name="Objective").input_value()
    panel = page.get_by_label("AI assist")
    ask = panel.get_by_role("button", name="Draft 3 options")
    expect(ask).to_contain_text("up to $")
    ask.click()
    options = page.get_by_role("dialog")
    expect(options).to_contain_text("wrote this for $", timeout=60_000)
    # What lies behind a dialog has no role until it closes.
    expect(page.get_by_placeholder("Example: Generate helpful")).to_have_value(before)
    # Escape closes it; what was paid for is still there.
    page.keyboard.press("Escape")
    expect(options).to_be_hidden()
    panel.get_by_role("button", name="View answer").click()
    options.get_by_role("button", name="Use this").first.click()
    expect(options).to_be_hidden()
    expect(page.get_by_role("textbox", name="Objective")).not_to_have_value(before)
    panel.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("textbox", name="Objective")).to_have_value(before)
    _saved(page)

    # What is written here cannot be saved, and the same person saves something in another window.
    here = f"**/experiments/{draft['id']}"
    page.route(here, lambda way: way.abort() if way.request.method == "PATCH" else way.continue_())
    page.get_by_label("Description").fill("Written here")
    expect(page.get_by_role("status", name="Draft")).to_contain_text("Not saved")
    kept = who.call("GET", f"/projects/{slug}/experiments/{draft['id']}")
    change = {"revision": kept["revision"], "name": "Named elsewhere"}
    who.call("PATCH", f"/projects/{slug}/experiments/{draft['id']}", change)
    expect(page.get_by_text("Someone else changed this experiment")).to_be_visible()
    expect(page.get_by_label("Description")).to_have_value("Written here")
    page.unroute(here)
    page.get_by_role("button", name="Overwrite with mine").click()
    _saved(page)
    kept = who.call("GET", f"/projects/{slug}/experiments/{draft['id']}")
    assert kept["description"] == "Written here"


def test_every_step_is_accessible_and_fits(open_page: OpenPage, newcomer: Newcomer) -> None:
    """axe finds nothing; nothing spills at 1440, 768 and on a phone, where the names of the steps are hidden."""
    who = newcomer()
    slug = _project(who)
    draft = _draft(who, slug)
    at = f"/projects/{slug}/experiments"
    screens = {f"step-{step}": f"{at}/{draft['id']}/setup?step={step}" for step in range(1, 8)}
    found: list[str] = []
    page = open_page(who)
    for name, path in {"list": at, "new": f"{at}/new", **screens}.items():
        page.goto(path)
        page.get_by_role("heading", level=1).wait_for()
        settle(page)
        found += faults_of(page, f"experiment-{name}")
    page.set_viewport_size({"width": SIZES["phone"][0], "height": SIZES["phone"][1]})
    first = page.get_by_role("button", name="Step 1: Objective").get_by_text("Objective")
    expect(first).to_have_css("width", "1px")
    assert found == []
