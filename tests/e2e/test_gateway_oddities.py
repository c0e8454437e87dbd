"""What providers and models do that no one expects: hostile text, broken JSON, faults, endless catalogs."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.gateway_story import GONE, LONG_LABEL, RETIRED, add_odd, ask
from tests.e2e.odd_provider import SLOW, OddProvider, odd_provider
from tests.e2e.stage import Stage, Visitor

SOON = 30_000
CANARY = "<img src=x onerror=\"document.title='stolen'\"><script>document.title='stolen'</script>"
HOSTILE = (
    f"{CANARY}\n# Title **bold** [press](javascript:document.title='stolen')\n"
    "\x1b[31mred\x1b[0m user\u202etxt.exe مرحبا &lt;b&gt;"
)
LONG = "All work and no play makes a dull answer. " * 1250
Newcomer = Callable[[], Visitor]


@pytest.mark.core
def test_hostile_text_is_shown_letter_by_letter(open_page: OpenPage, newcomer: Newcomer) -> None:
    with odd_provider({"gpt-hostile": HOSTILE}) as odd:
        owner = newcomer()
        slug, model = _odd_model(owner, odd, "gpt-hostile")
        page = open_page(owner)
        page.goto(f"/projects/{slug}/models/{model}")
        _send(page, CANARY)

        answer = page.get_by_label("Text of the answer")
        expect(answer).to_contain_text(CANARY, timeout=SOON)
        expect(answer).to_contain_text("# Title **bold** [press](javascript:")
        expect(answer).to_contain_text("␛[31mred␛[0m user[U+202E]txt.exe مرحبا &lt;b&gt;")
        expect(answer.locator("*")).to_have_count(0)
        expect(page.get_by_label("Earlier playground calls")).to_contain_text("<img src=x onerror")
        page.reload()
        page.get_by_role("button", name="<img src=x").click()
        expect(page.get_by_label("Text of the answer")).to_contain_text(CANARY)
        assert "stolen" not in page.title()
        assert page.locator("img[src=x]").count() == 0


def test_a_very_long_answer_scrolls_in_its_own_box(open_page: OpenPage, newcomer: Newcomer) -> None:
    with odd_provider({"gpt-long": LONG}) as odd:
        owner = newcomer()
        slug, model = _odd_model(owner, odd, "gpt-long")
        page = open_page(owner)
        page.goto(f"/projects/{slug}/models/{model}")
        _send(page, "Write a novel")

        answer = page.get_by_label("Text of the answer")
        expect(answer).to_be_visible(timeout=SOON)
        assert len(answer.inner_text()) > 50_000
        box = answer.bounding_box()
        assert box
        assert box["height"] < 500
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_an_answer_that_is_not_the_json_asked_for_is_called_malformed(
    open_page: OpenPage, newcomer: Newcomer
) -> None:
    with odd_provider({"gpt-chatty": "Sure! Here it is."}) as odd:
        owner = newcomer()
        slug, model = _odd_model(owner, odd, "gpt-chatty")
        page = open_page(owner)
        page.goto(f"/projects/{slug}/models/{model}")
        page.get_by_role("radio", name="Schema").click()
        page.get_by_label("JSON schema").fill('{"type": "object"}')
        _send(page, "Give me JSON")

        answer = page.get_by_label("Answer", exact=True)
        expect(answer).to_contain_text("Malformed", timeout=SOON)
        expect(answer).to_contain_text("The answer is not the requested JSON.")
        expect(answer).to_contain_text("Not JSON: Expecting value")
        # The earlier try comes back as it was asked.
        page.reload()
        page.get_by_role("button", name="Give me JSON").click()
        expect(page.get_by_role("radio", name="Schema")).to_be_checked()
        expect(page.get_by_label("JSON schema")).to_have_value(re.compile('"type": "object"'))


def test_attempts_that_may_have_been_charged_are_told(
    open_page: OpenPage, newcomer: Newcomer
) -> None:
    with odd_provider({"gpt-cut": "At last."}) as odd:
        odd.cuts["gpt-cut"] = 1
        owner = newcomer()
        slug, model = _odd_model(owner, odd, "gpt-cut")
        page = open_page(owner)
        page.goto(f"/projects/{slug}/models/{model}")
        _send(page, "Are you whole?")

        answer = page.get_by_label("Answer", exact=True)
        expect(answer).to_contain_text("1 earlier attempt may have been charged", timeout=SOON)


def test_a_credential_at_work_cannot_be_removed_yet(
    open_page: OpenPage, newcomer: Newcomer
) -> None:
    with odd_provider({SLOW: "Done."}) as odd:
        owner = newcomer()
        slug, model = _odd_model(owner, odd, SLOW)
        page = open_page(owner)
        page.goto(f"/projects/{slug}/models/{model}")
        _send(page, "Take your time")
        expect(page.get_by_text("Waiting for the model")).to_be_visible(timeout=SOON)
        page.goto(f"/projects/{slug}/settings/credentials")
        page.get_by_role("button", name="More for Odd").click()
        page.get_by_role("menuitem", name="Remove").click()
        dialog = page.get_by_role("alertdialog").or_(page.get_by_role("dialog"))
        dialog.get_by_role("button", name="Remove credential").click()

        expect(dialog).to_contain_text("The credential is in use")
        expect(dialog).to_contain_text("Wait until its work has finished")
        odd.released.set()
        _remove_until_gone(page)


def test_a_key_can_come_from_the_environment_and_is_never_typed(
    open_page: OpenPage, newcomer: Newcomer, odd: OddProvider
) -> None:
    owner = newcomer()
    slug = owner.call("POST", "/projects", {"name": "Environment"})["slug"]
    page = open_page(owner)
    page.goto(f"/projects/{slug}/settings/credentials?add=true")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Environment variable").click()
    dialog.get_by_role("button", name="Advanced").click()
    dialog.get_by_label("Base URL").fill(f"{odd.url}/v1")
    dialog.get_by_role("switch", name=re.compile("Allow private addresses")).click()
    dialog.get_by_role("button", name="Test & save").click()

    row = page.get_by_role("row").filter(has_text="OpenAI")
    expect(row).to_contain_text("from TEAM_KEY", timeout=SOON)
    page.get_by_role("button", name="See models").click()
    expect(page).to_have_url(re.compile(r"/models\?credential="))


def test_a_catalog_of_any_length_can_be_read_to_its_end(stage: Stage, open_page: OpenPage) -> None:
    page = open_page(stage.ada)
    page.goto(f"/projects/{stage.slug}/models")
    rows = page.get_by_role("row").filter(has=page.get_by_role("link"))
    expect(rows).to_have_count(50)
    page.get_by_role("button", name="Show more").click()
    expect(rows).to_have_count(100)
    page.get_by_role("button", name="Show more").click()
    expect(page.get_by_role("button", name="Show more")).to_have_count(0)
    assert rows.count() > 110
    # The long names and labels in it do not widen the page.
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_a_model_that_goes_or_is_gone_names_its_successor(
    stage: Stage, open_page: OpenPage
) -> None:
    page = open_page(stage.ada)
    page.goto(f"/projects/{stage.slug}/models?search={RETIRED}")
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name=RETIRED))
    expect(row).to_contain_text("Deprecated")
    expect(row).to_contain_text("use gpt-")
    row.get_by_role("link", name=RETIRED).click()
    expect(page.get_by_text("The provider has announced the end of this model.")).to_be_visible()

    page.goto(f"/projects/{stage.slug}/models?search={GONE}")
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name=GONE))
    expect(row).to_contain_text("No longer listed")


def test_a_provider_that_keeps_failing_is_on_hold_and_says_until_when(
    open_page: OpenPage, newcomer: Newcomer
) -> None:
    owner = newcomer()
    slug = owner.call("POST", "/projects", {"name": "Outage"})["slug"]
    owner.http.timeout = 60
    credential = owner.call(
        "POST", f"/projects/{slug}/credentials", {"provider": "SIMULATED", "label": "Flaky"}
    )
    down = owner.call(
        "POST",
        f"/projects/{slug}/models",
        {"credential_id": credential["id"], "name": "sim-down"},
    )["id"]
    page = open_page(owner)
    page.goto(f"/projects/{slug}/settings/credentials")
    expect(page.get_by_role("row").filter(has_text="Flaky")).to_contain_text("Ready")

    while ask(owner, slug, down, "Are you there?")["failure"]["code"] != "unavailable":
        pass

    # Nobody reloads: the failure tells the screen to look.
    expect(page.get_by_text("On hold", exact=True)).to_be_visible(timeout=SOON)
    expect(page.get_by_text(re.compile(r"Next attempt in \d+ s"))).to_be_visible()


def test_the_pages_do_not_jump_while_they_load(stage: Stage, open_page: OpenPage) -> None:
    page = open_page(stage.ada)
    page.add_init_script(
        "window.shift = 0; new PerformanceObserver(list => list.getEntries().forEach("
        "entry => { window.shift += entry.value })).observe({type: 'layout-shift', buffered: true})"
    )
    for path in (f"models/{stage.model}", "models", "settings/credentials"):
        page.goto(f"/projects/{stage.slug}/{path}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.locator("[aria-busy=true]")).to_have_count(0)
        # What comes late would push what is there.
        page.wait_for_timeout(1_000)
        shift = page.evaluate("window.shift")
        assert shift < 0.05, (path, shift)


def test_the_first_answer_is_seen_without_scrolling(
    open_page: OpenPage, newcomer: Newcomer
) -> None:
    owner = newcomer()
    slug = owner.call("POST", "/projects", {"name": "First"})["slug"]
    owner.http.timeout = 60
    owner.call(
        "POST", f"/projects/{slug}/credentials", {"provider": "SIMULATED", "label": "Simulated"}
    )
    model = owner.call("GET", f"/projects/{slug}/models?search=sim-large")["items"][0]["id"]
    page = open_page(owner)
    page.goto(f"/projects/{slug}/models/{model}")
    _send(page, "How do I reset my password?")

    expect(page.get_by_label("Text of the answer")).to_be_in_viewport(ratio=1, timeout=SOON)
    expect(page.get_by_text("First token")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Send", exact=True)).to_be_in_viewport(ratio=1)


def test_a_long_label_does_not_push_the_actions_away(stage: Stage, open_page: OpenPage) -> None:
    page = open_page(stage.ada, size="narrow")
    page.goto(f"/projects/{stage.slug}/settings/credentials")
    row = page.get_by_role("row").filter(has_text=LONG_LABEL)
    expect(row.get_by_role("button", name=f"More for {LONG_LABEL}")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def _odd_model(owner: Visitor, odd: OddProvider, model: str) -> tuple[str, str]:
    slug = owner.call("POST", "/projects", {"name": "Oddities"})["slug"]
    add_odd(owner, slug, odd)
    return slug, owner.call("GET", f"/projects/{slug}/models?search={model}")["items"][0]["id"]


def _send(page: Page, prompt: str) -> None:
    page.get_by_label("Prompt").fill(prompt)
    page.get_by_role("button", name="Send", exact=True).click()


def _remove_until_gone(page: Page) -> None:
    """Its last call has to be written down first; the dialog offers to try again."""
    dialog = page.get_by_role("alertdialog").or_(page.get_by_role("dialog"))
    for _ in range(20):
        dialog.get_by_role("button", name="Try again").click()
        page.wait_for_timeout(1_000)
        if page.get_by_text("No credentials yet").count():
            return
    raise AssertionError("the credential is still in use")
