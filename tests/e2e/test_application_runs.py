"""An application is evaluated in the browser: started, its outputs uploaded, finished, scored and compared."""

import re
from collections.abc import Callable, Generator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import faults_of, settle
from tests.e2e.runs_story import Ready, ready_to_run
from tests.e2e.simulating import simulating
from tests.e2e.stage import Visitor

SOON = 30_000
A_WHILE = 90_000
CASES = 40


@pytest.fixture(scope="module")
def provider() -> Generator[str]:
    with simulating() as url:
        yield url


def start(page: Page, ready: Ready, version: str) -> None:
    page.goto(f"{ready.path}/runs")
    page.get_by_role("button", name="Evaluate application").click()
    dialog = page.get_by_role("dialog", name="Evaluate your application")
    dialog.get_by_role("textbox", name="Application").fill("Support bot")
    dialog.get_by_role("textbox", name="Version").fill(version)
    dialog.get_by_role("combobox", name="Dataset").click()
    page.get_by_role("option", name=re.compile("Questions")).click()
    dialog.get_by_role("button", name="Add a scorer").click()
    page.get_by_role("option", name=re.compile("^Contains")).first.click()
    expect(dialog.get_by_text('application="Support bot"')).to_be_visible()
    settle(page)
    assert faults_of(page, f"start-an-application-{version}") == []
    dialog.get_by_role("button", name="Start and upload outputs").click()
    expect(page).to_have_url(re.compile(r"/runs/[0-9a-f-]{36}$"), timeout=SOON)


def upload(page: Page, lines: list[str]) -> None:
    page.get_by_role("button", name="Upload outputs").click()
    dialog = page.get_by_role("dialog", name=re.compile("^Upload outputs"))
    content = "\n".join(["question,output", *lines]).encode()
    dialog.get_by_label("File of outputs").set_input_files(
        {"name": "outputs.csv", "mimeType": "text/csv", "buffer": content}
    )


def line(number: int, answer: int) -> str:
    return f"What is {number} plus one?,{answer}"


@pytest.mark.core
def test_outputs_of_an_application_are_uploaded_scored_and_compared(
    open_page: OpenPage, newcomer: Callable[[], Visitor], provider: str
) -> None:
    ready = ready_to_run(newcomer(), provider, rows=CASES, names=("sim-small",))
    page = open_page(ready.owner)

    start(page, ready, "1.4")
    expect(page.get_by_text(f"Waiting for outputs: 0 of {CASES}")).to_be_visible(timeout=SOON)
    upload(page, [*(line(n, n + 1) for n in range(12)), "Something else?,1"])
    status = page.get_by_role("dialog").get_by_role("status")
    expect(status).to_contain_text("12 outputs stored", timeout=SOON)
    expect(status).to_contain_text("Line 14: No case of the run has this question")
    settle(page)
    assert faults_of(page, "upload-outputs") == []
    page.get_by_role("dialog").get_by_role("button", name="Close").last.click()
    expect(page.get_by_text(f"Waiting for outputs: 12 of {CASES}")).to_be_visible(timeout=SOON)
    settle(page)
    assert faults_of(page, "wait-for-outputs") == []

    page.get_by_role("button", name="Finish run").click()
    page.get_by_role("dialog").get_by_role("button", name="Finish run").click()
    progress = page.get_by_role("region", name="Progress")
    expect(progress).to_contain_text(f"{CASES} / {CASES} cells", timeout=A_WHILE)
    first = page.url

    start(page, ready, "1.5")
    upload(page, [line(n, n + (1 if n % 2 else 2)) for n in range(CASES)])
    expect(page.get_by_role("dialog").get_by_role("status")).to_contain_text(
        f"{CASES} outputs stored", timeout=SOON
    )
    page.get_by_role("dialog").get_by_role("button", name="Close").last.click()
    expect(progress).to_contain_text(f"{CASES} / {CASES} cells", timeout=A_WHILE)
    second = page.url
    expect(page.get_by_role("link", name="Open in workbench")).to_be_hidden()
    settle(page)
    assert faults_of(page, "run-of-an-application") == []

    page.goto(f"{second}/results")
    expect(page.get_by_text("Support bot 1.5").first).to_be_visible(timeout=A_WHILE)
    settle(page)
    assert faults_of(page, "results-of-an-application") == []
    page.goto(f"{ready.path}/runs/compare?runs={first.split('/')[-1]},{second.split('/')[-1]}")
    expect(page.get_by_text(re.compile("Support bot 1.4")).first).to_be_visible(timeout=A_WHILE)
    settle(page)
    assert faults_of(page, "compare-applications") == []
    page.goto(f"{ready.path}/runs")
    expect(page.get_by_text("Support bot 1.5").first).to_be_visible(timeout=SOON)
    settle(page)
    assert faults_of(page, "runs-of-applications") == []
