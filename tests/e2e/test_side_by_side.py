"""The side-by-side viewer: answers of one case beside each other.

With scores, reasons, filters and orders; tabs on narrow screens.
"""

import json
import re
import time
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import axe_violations
from tests.e2e.conftest import OpenPage
from tests.e2e.grid_story import QUICK, SOON, odd_model
from tests.e2e.odd_provider import odd_provider
from tests.e2e.runs_story import Ready, behave, ready_to_run
from tests.e2e.simulating import KEY, simulating
from tests.e2e.stage import Stage, Visitor

LONG = "To reset your password, open the login page and choose Forgot password. " * 12
WHY = "Clear <img src=x onerror=window.hacked=1> and \u202eshort"
ANSWERS = {
    "odd-long": LONG.strip(),
    "odd-private": "Ask ada@example.com or call +44 20 7946 0958.",
    "odd-short": "Use the link on the login page.",
    "odd-empty": "",
    "odd-fifth": "The fifth does not fit.",
    # A judge that always says the same.
    "odd-judge": json.dumps(
        {
            "scores": {"Helpful": 4, "Correct": 10},
            "rationales": {"Helpful": WHY, "Correct": "All of it is true."},
            "safetyFlags": {
                "policyViolation": False,
                "piiDetected": True,
                "toxicContent": False,
                "jailbreakAttempt": False,
            },
        }
    ),
}
CASES: list[dict[str, Any]] = [
    {
        "values": {"question": "How do I reset my password?", "context": "Logged out. " * 40},
        "expected": "Use Forgot password.",
        "tags": ["account", "password"],
        "difficulty": 2,
    },
    {"values": {"question": "Where is my invoice?", "context": ""}, "tags": ["billing"]},
    {"values": {"question": "Can I pay by card?", "context": ""}, "tags": ["billing"]},
]

CRITERIA = [
    {
        "name": "Helpful",
        "description": "Does it help the customer at once?",
        "weight": 0.6,
        "scale": 5,
    },
    {
        "name": "Correct",
        "description": "Is everything that it says true?",
        "weight": 0.4,
        "scale": 10,
    },
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    ready: Ready
    prompt: str
    run: str

    def cells(self, row: int) -> list[dict[str, Any]]:
        found = self.ready.owner.call("GET", f"{self.ready.path}/runs/{self.run}/rows?row={row}")
        return found["items"][0]["cells"]

    def open(self, page: Page) -> Locator:
        page.goto(f"{self.ready.path}/workbench/{self.prompt}")
        expect(page.locator("[data-cell]").first).to_be_visible(timeout=SOON)
        page.locator("[data-cell='0']").hover()
        page.get_by_role("button", name="Side by side").first.click()
        return page.get_by_role("dialog")


@pytest.fixture(scope="module")
def shown(stage: Stage) -> Generator[Shown]:
    with odd_provider(dict(ANSWERS)) as odd, simulating() as provider:
        behave(provider, latency=QUICK)
        owner = Visitor(stage.url).sign_up("Sida Bysida")
        ready = ready_to_run(owner, provider, rows=1, names=("sim-judge",))
        at = ready.path
        credential = owner.call(
            "POST",
            f"{at}/credentials",
            {
                "provider": "OPENAI",
                "label": "Odd key",
                "secrets": {"api_key": KEY},
                "config": {"base_url": f"{odd.url}/v1"},
                "allow_private": True,
            },
        )["id"]
        *models, odd_judge = (odd_model(owner, at, credential, name) for name in ANSWERS)
        dataset = owner.call("POST", f"{at}/datasets", {"name": "Tickets", "kind": "golden"})["id"]
        owner.call("POST", f"{at}/datasets/{dataset}/cases", {"cases": CASES})
        rubric = owner.call("POST", f"{at}/rubrics", {"name": "Support", "criteria": CRITERIA})
        judges = [
            a_judge(owner, at, name, model, rubric["id"])
            for name, model in (("Careful", ready.models[0]), ("Always the same", odd_judge))
        ]
        content = {"messages": [{"role": "user", "content": "{{question}} {{context}}"}]}
        prompt = owner.call("POST", f"{at}/prompts", {"name": "Help", "content": content})["id"]
        run = ready.start(
            versions=[{"prompt": prompt}],
            targets=[{"model": model} for model in models],
            dataset=dataset,
            scorers=[
                *({"kind": "judge", "judge": judge} for judge in judges),
                {"kind": "pii"},
                {"kind": "length", "at_most": 100},
            ],
        )
        until = time.monotonic() + 60
        while ready.state(run) != "completed":
            assert time.monotonic() < until, ready.state(run)
            time.sleep(0.2)
        yield Shown(ready=ready, prompt=prompt, run=run)


def a_judge(owner: Visitor, at: str, name: str, model: str, rubric: str) -> str:
    body = {
        "name": name,
        "mode": "pointwise",
        "model": model,
        "goal": "Help customers",
        "rubric": rubric,
    }
    return owner.call("POST", f"{at}/judges", body)["id"]


def choose(page: Page, dialog: Locator, label: str, option: str) -> None:
    dialog.get_by_role("combobox", name=label).click()
    page.get_by_role("option", name=option, exact=True).click()


def names(dialog: Locator) -> list[str]:
    articles = dialog.get_by_role("article")
    return [
        str(articles.nth(place).get_attribute("aria-label")) for place in range(articles.count())
    ]


@pytest.mark.core
def test_answers_stand_beside_each_other_with_scores_reasons_and_what_is_unsafe(
    open_page: OpenPage, shown: Shown
) -> None:
    page = open_page(shown.ready.owner)
    dialog = shown.open(page)
    blocked = page.locator("[data-cell='1'] [data-safety=blocked]")
    expect(blocked).to_contain_text("Blocked")
    expect(dialog.get_by_role("heading", name="Case 1 of 3")).to_be_visible()
    # Four fit; the fifth can be added.
    expect(dialog.get_by_role("article")).to_have_count(4)
    expect(dialog.get_by_role("tab")).to_have_count(0)
    assert names(dialog) == ["odd-long", "odd-private", "odd-short", "odd-empty"]
    case = dialog.get_by_role("region", name="Case")
    for words in (
        "How do I reset my password?",
        "Use Forgot password.",
        "account",
        "password",
        "Difficulty 2",
    ):
        expect(case).to_contain_text(words)
    case.get_by_role("button", name="Show the whole case").click()
    expect(case).to_contain_text(("Logged out. " * 40).strip())

    first = dialog.get_by_role("article", name="odd-long")
    expect(first).to_contain_text(f"{LONG[:200].rstrip()}…")
    first.get_by_role("button", name=re.compile("^Show all")).click()
    expect(first).to_contain_text(LONG.strip())
    # The mean of both judges, on the scale of the rubric.
    grades = [grade_of(cell) for cell in shown.cells(0)]
    expect(first.locator("[data-score]")).to_have_text(f"Score {on_ten(grades[0])}")
    private = dialog.get_by_role("article", name="odd-private")
    expect(private.locator("[data-safety=blocked]")).to_have_text(
        "BlockedE-mail address, Phone number"
    )
    expect(private).to_contain_text("A judge warns: pii detected")
    expect(private.get_by_label("Other scores")).to_contain_text("1 e-mail address, 1 phone number")

    # A criterion opens in all answers at once, and says what each judge wrote, letter by letter.
    first.get_by_role("button", name=re.compile("^Helpful")).click()
    for article in (first, private):
        expect(article).to_contain_text("Always the same")
        expect(article).to_contain_text(
            "Clear <img src=x onerror=window.hacked=1> and [U+202E]short"
        )
    expect(dialog.get_by_role("article").locator("img, script, a")).to_have_count(0)
    assert page.evaluate("window.hacked") is None
    assert axe_violations(page) == []


def test_cases_and_answers_are_filtered_and_put_in_order(open_page: OpenPage, shown: Shown) -> None:
    page = open_page(shown.ready.owner)
    dialog = shown.open(page)
    models = dialog.get_by_role("group", name="Models")
    models.get_by_role("button", name="odd-fifth").click()
    models.get_by_role("button", name="odd-empty").click()
    by_grid = ["odd-long", "odd-private", "odd-short", "odd-fifth"]
    expect(dialog.get_by_role("article")).to_have_count(4)
    assert names(dialog) == by_grid

    cells = dict(zip(ANSWERS, shown.cells(0), strict=False))
    expect(dialog.locator("[data-score]")).to_have_count(4)
    choose(page, dialog, "Order of the answers", "Best answer first")
    assert names(dialog) == sorted(by_grid, key=lambda name: -grade_of(cells[name]))
    choose(page, dialog, "Order of the answers", "Worst answer first")
    assert names(dialog) == sorted(by_grid, key=lambda name: grade_of(cells[name]))
    choose(page, dialog, "Order of the answers", "Models A to Z")
    assert names(dialog) == sorted(by_grid)

    # One criterion: its score, its reasons, and nothing of the others.
    choose(page, dialog, "Criterion", "Correct")
    article = dialog.get_by_role("article", name="odd-short")
    expect(article.locator("[data-score]")).to_have_text(re.compile(r"^Correct \d+(\.\d)?/10$"))
    expect(article).to_contain_text("All of it is true.")
    expect(article.get_by_role("button", name=re.compile("^Helpful"))).to_have_count(0)

    choose(page, dialog, "Tag", "billing")
    expect(dialog.get_by_role("heading", name="Case 2 · 1 of 2")).to_be_visible()
    dialog.get_by_role("button", name="Next case").click()
    expect(dialog.get_by_role("heading", name="Case 3 · 2 of 2")).to_be_visible()
    expect(dialog.get_by_role("region", name="Case")).to_contain_text("Can I pay by card?")
    expect(dialog.get_by_role("button", name="Next case")).to_be_disabled()
    choose(page, dialog, "Tag", "All tags")
    choose(page, dialog, "Order of the cases", "Worst cases first")
    worst = sorted(range(3), key=lambda row: grade_of(shown.cells(row)[0]))
    place = worst.index(2) + 1
    expect(dialog.get_by_role("heading", name=f"Case 3 · {place} of 3")).to_be_visible()


def test_on_a_narrow_screen_answers_are_tabs(open_page: OpenPage, shown: Shown) -> None:
    page = open_page(shown.ready.owner, size="narrow")
    dialog = shown.open(page)
    tabs = dialog.get_by_role("tab")
    expect(tabs).to_have_count(4)
    expect(dialog.get_by_role("article")).to_have_count(1)
    expect(tabs.nth(1)).to_contain_text("odd-private")
    tabs.first.focus()
    page.keyboard.press("ArrowRight")
    expect(dialog.get_by_role("article", name="odd-private")).to_be_visible()
    expect(dialog.get_by_role("heading", name="Case 1 of 3")).to_be_visible()
    # The case stays in sight while a long answer scrolls.
    dialog.get_by_role("button", name="Whole answers").click()
    tabs.first.click()
    body = page.locator("[data-dialog-body]")
    body.evaluate("box => box.scrollTo(0, box.scrollHeight)")
    case = dialog.get_by_role("region", name="Case")
    expect(case).to_be_in_viewport()
    dialog.get_by_role("button", name=re.compile("^Helpful")).first.click()
    expect(dialog.get_by_role("article")).to_contain_text("Always the same")


def grade_of(cell: dict[str, Any]) -> float:
    values = [score["value"] for score in cell["scores"] if score["scorer"] in (0, 1)]
    return sum(values) / len(values)


def on_ten(grade: float) -> str:
    own = grade * 10
    return f"{round(own)}/10" if own == int(own) else f"{own:.1f}/10"
