"""The catalog and a model's page: found, priced, asked, and honest about what nobody knows."""

import re
from collections.abc import Callable, Generator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.simulating import KEY, simulating
from tests.e2e.stage import Stage, Visitor

SOON = 30_000
MONEY = re.compile(r"\$0\.\d+[1-9]")


@pytest.fixture(scope="module")
def provider() -> Generator[str]:
    with simulating() as url:
        yield url


@pytest.mark.core
def test_an_unknown_price_stays_unknown_until_someone_sets_it(
    open_page: OpenPage, newcomer: Callable[[], Visitor], provider: str
) -> None:
    page, slug = _with_credential(newcomer(), open_page, provider)
    page.goto(f"/projects/{slug}/models")
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name="sim-small"))
    expect(row).to_contain_text("unknown")
    expect(row).not_to_contain_text("$")

    row.get_by_role("link", name="sim-small").click()
    answer = _ask(page, "Say hello")
    expect(_fact(answer, "Cost")).to_contain_text("unknown")

    answer.get_by_role("button", name="Set price").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Input").fill("1000")
    dialog.get_by_label("Output").fill("2000")
    dialog.get_by_role("button", name="Set price").click()
    expect(page.get_by_role("region", name="Price", exact=True)).to_contain_text("$1,000.00")
    answer = _ask(page, "Say hello once more")
    expect(_fact(answer, "Cost")).to_have_text(MONEY)
    expect(_fact(answer, "Latency")).to_have_text(re.compile(r"\d (ms|s)"))
    expect(_fact(answer, "Tokens")).to_contain_text("output")


def test_the_same_question_is_answered_from_the_store_if_asked_so(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    page = _simulated(newcomer(), open_page, "sim-small")
    _ask(page, "What is the capital of Peru?")

    page.get_by_role("switch", name=re.compile("Use the stored answer")).click()
    answer = _ask(page, "What is the capital of Peru?")

    expect(answer).to_contain_text("reused from")
    expect(answer).to_contain_text("paid now: $0")


def test_a_refused_parameter_is_left_out_and_then_off(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    page = _simulated(newcomer(), open_page, "sim-picky")
    page.get_by_role("button", name="Parameters").click()
    page.get_by_label("Temperature").fill("0.5")

    answer = _ask(page, "Hello")

    expect(answer).to_contain_text("Left out because this model refuses it: temperature")
    expect(page.get_by_label("Temperature")).to_be_disabled(timeout=SOON)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_label("Temperature")).to_be_enabled(timeout=SOON)


def test_a_failure_says_what_happened_and_what_to_do(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    page = _simulated(newcomer(), open_page, "sim-too-long")

    page.get_by_label("Prompt").fill("Hello")
    page.get_by_role("button", name="Send", exact=True).click()

    failure = page.get_by_label("What went wrong")
    expect(failure).to_contain_text("The prompt is too long", timeout=SOON)
    expect(failure).to_contain_text("Shorten the prompt")
    expect(failure.get_by_label("Message of the provider")).not_to_be_empty()


def test_an_earlier_try_comes_back_with_its_prompt_and_answer(
    open_page: OpenPage, newcomer: Callable[[], Visitor]
) -> None:
    page = _simulated(newcomer(), open_page, "sim-small")
    _ask(page, "What is the capital of Chad?")
    page.reload()
    expect(page.get_by_label("Prompt")).to_have_value("")

    page.get_by_role("button", name=re.compile("capital of Chad")).click()

    expect(page.get_by_label("Prompt")).to_have_value("What is the capital of Chad?")
    expect(page.get_by_label("Text of the answer")).not_to_be_empty()


def test_filters_live_in_the_address_and_the_back_button_undoes_them(
    stage: Stage, open_page: OpenPage
) -> None:
    page = open_page(stage.ada)
    page.goto(f"/projects/{stage.slug}/models")
    rows = page.get_by_role("row").filter(has=page.get_by_role("link"))
    expect(rows.first).to_be_visible()
    all_of_them = rows.count()

    page.get_by_label("Search models").fill("sim-large")
    expect(page).to_have_url(re.compile("search=sim-large"))
    expect(rows).to_have_count(1)
    page.go_back()
    expect(rows).to_have_count(all_of_them)
    expect(page.get_by_label("Search models")).to_have_value("")


def test_a_model_is_found_by_name_from_anywhere(stage: Stage, open_page: OpenPage) -> None:
    page = open_page(stage.ada)
    page.goto(f"/projects/{stage.slug}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()

    page.keyboard.press("Control+k")
    page.keyboard.type("sim-lar")
    page.get_by_role("option", name=re.compile("sim-large")).wait_for()
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", level=1)).to_contain_text("Simulated large model")


def test_a_viewer_may_look_but_neither_ask_nor_price(stage: Stage, open_page: OpenPage) -> None:
    page = open_page(stage.viewer)
    page.goto(f"/projects/{stage.slug}/models/{stage.model}")
    expect(page.get_by_role("heading", name="Earlier playground calls")).to_be_visible()

    for name in ("Send", "Change", "Correct", "Set limits", "More"):
        expect(page.get_by_role("button", name=name, exact=True)).to_have_count(0)


def _with_credential(owner: Visitor, open_page: OpenPage, provider: str) -> tuple[Page, str]:
    slug = owner.call("POST", "/projects", {"name": "Models"})["slug"]
    owner.http.timeout = 60
    owner.call(
        "POST",
        f"/projects/{slug}/credentials",
        {
            "provider": "OPENAI",
            "label": "Team key",
            "secrets": {"api_key": KEY},
            "config": {"base_url": f"{provider}/v1"},
            "allow_private": True,
        },
    )
    return open_page(owner), slug


def _simulated(owner: Visitor, open_page: OpenPage, model: str) -> Page:
    slug = owner.call("POST", "/projects", {"name": "Models"})["slug"]
    owner.http.timeout = 60
    credential = owner.call(
        "POST", f"/projects/{slug}/credentials", {"provider": "SIMULATED", "label": "Simulated"}
    )
    found = owner.call("GET", f"/projects/{slug}/models?search={model}")["items"]
    if not found:
        # The faulty ones are not listed: whoever wants one names it.
        named = {"credential_id": credential["id"], "name": model}
        found = [owner.call("POST", f"/projects/{slug}/models", named)]
    page = open_page(owner)
    page.goto(f"/projects/{slug}/models/{found[0]['id']}")
    return page


def _ask(page: Page, prompt: str) -> Locator:
    # The same may have been asked before.
    asked = page.get_by_role("button", name=re.compile(re.escape(prompt)))
    before = asked.count()
    page.get_by_label("Prompt").fill(prompt)
    page.get_by_label("Prompt").press("Control+Enter")
    expect(asked).to_have_count(before + 1, timeout=SOON)
    expect(page.get_by_role("button", name="Send", exact=True)).to_be_enabled(timeout=SOON)
    answer = page.get_by_label("Answer", exact=True)
    expect(answer).to_be_visible(timeout=SOON)
    return answer


def _fact(answer: Locator, name: str) -> Locator:
    """The value that stands below a name."""
    return answer.locator("dt", has_text=re.compile(f"^{name}$")).locator(
        "xpath=following-sibling::dd"
    )
