"""Files of another tool are imported in the browser: dropped, reported, given models, created."""

import base64
import io
import re
from collections.abc import Callable, Generator
from typing import Any
from zipfile import ZipFile

import pytest
import yaml
from playwright.sync_api import FilePayload, Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.inspection import faults_of, settle
from tests.e2e.runs_story import ready_to_run
from tests.e2e.simulating import simulating
from tests.e2e.stage import Stage, Visitor

CONFIG: dict[str, Any] = {
    "description": "Capitals",
    "prompts": ["What is the capital of {{ country }}?", "file://chat.json"],
    "providers": ["openai:target"],
    "defaultTest": {"assert": [{"type": "latency", "threshold": 5000}]},
    "tests": [
        {
            "vars": {"country": "France"},
            "assert": [
                {"type": "icontains", "value": "paris"},
                {"type": "llm-rubric", "value": "Is polite"},
                {"type": "webhook", "value": "https://example.com"},
                {"type": "meteor", "value": "Paris", "threshold": 0.5},
            ],
        },
        *(
            {
                "vars": {"country": f"Country {number}"},
                "assert": [{"type": "perplexity", "threshold": number}],
            }
            for number in range(12)
        ),
    ],
}
CHAT = '[{"role": "user", "content": "Capital of {{ country }}?"}]'
BROKEN = "prompts: [\n  - a: b: c\n"


@pytest.fixture(scope="module")
def provider() -> Generator[str]:
    with simulating() as url:
        yield url


def file(name: str, text: str) -> FilePayload:
    return {"name": name, "mimeType": "text/plain", "buffer": text.encode()}


def choose(page: Page, *files: FilePayload) -> None:
    page.get_by_label("Files to import").set_input_files(list(files))


def drop(page: Page, name: str, content: bytes) -> None:
    transfer = page.evaluate_handle(
        """([name, content]) => {
            const transfer = new DataTransfer();
            const bytes = Uint8Array.from(atob(content), letter => letter.charCodeAt(0));
            transfer.items.add(new File([bytes], name));
            return transfer;
        }""",
        [name, base64.b64encode(content).decode()],
    )
    zone = page.get_by_text("Drop files or a zip here")
    zone.dispatch_event("drop", {"dataTransfer": transfer})


def zipped(**files: str) -> bytes:
    packed = io.BytesIO()
    with ZipFile(packed, "w") as archive:
        for name, text in files.items():
            archive.writestr(f"evals/{name}", text)
    return packed.getvalue()


@pytest.mark.core
def test_files_of_another_tool_are_reported_and_imported(
    open_page: OpenPage, newcomer: Callable[[], Visitor], provider: str
) -> None:
    ready = ready_to_run(newcomer(), provider, rows=2, names=("sim-small",))
    page = open_page(ready.owner)
    page.goto(f"{ready.path}/prompts")
    page.get_by_role("link", name="Import from another tool").click()
    expect(page.get_by_role("heading", name="Import from another tool")).to_be_visible()
    expect(page.get_by_role("button", name="Import", exact=True)).to_have_count(0)

    choose(page, file("promptfooconfig.yaml", BROKEN))
    row = page.get_by_role("list", name="Chosen files").get_by_role("listitem")
    expect(row.get_by_role("alert")).to_contain_text("promptfooconfig.yaml, line 2")

    choose(page, file("promptfooconfig.yaml", yaml.safe_dump(CONFIG)), file("chat.json", CHAT))
    report = page.get_by_role("region", name="Report")
    assertions = report.get_by_role("row", name=re.compile("^Assertions"))
    expect(assertions.get_by_role("cell")).to_have_text(["15", "1", "13"])
    expect(row.get_by_role("alert")).to_have_count(0)
    inexact = report.get_by_role("list", name="Parts that are not exact")
    expect(inexact.get_by_role("listitem").filter(has_text="webhook")).to_contain_text(
        "tests[0].assert[2]"
    )
    report.get_by_role("radio", name="Approximated").click()
    expect(inexact.get_by_role("listitem")).to_have_count(1)
    settle(page)
    assert faults_of(page, "import-report") == []

    card = page.get_by_role("region", name="Import")
    expect(card.get_by_text("Without one, no suite is created")).to_be_visible()
    for source in ("openai:target", "grader"):
        card.get_by_role("combobox", name=source).click()
        page.get_by_role("option", name=re.compile("sim-small", re.IGNORECASE)).first.click()
    card.get_by_label("Name of the suite").fill("World capitals")
    card.get_by_role("button", name="Import", exact=True).click()

    done = page.get_by_role("region", name="Imported")
    expect(done.get_by_role("heading", name="Import finished")).to_be_focused()
    expect(done.get_by_role("list", name="3 prompts").get_by_role("link")).to_have_text(
        ["Prompt 1", "chat", "Rubric"]
    )
    done.get_by_role("link", name="World capitals").click()
    expect(page.get_by_role("heading", name="World capitals")).to_be_visible()


def test_the_tool_is_recognized_and_a_viewer_cannot_import(
    stage: Stage, open_page: OpenPage
) -> None:
    page = open_page(stage.ada)
    page.goto(f"/projects/{stage.slug}/import")
    tool = page.get_by_role("combobox", name="Tool")
    expect(tool).to_have_text("promptfoo")
    drop(
        page, "items.jsonl", b'{"input": {"q": "Why?"}, "expectedOutput": "So", "datasetId": "1"}\n'
    )
    expect(tool).to_have_text("Langfuse")
    expect(page.get_by_text("1 dataset with 1 case")).to_be_visible()
    page.get_by_role("button", name="Remove items.jsonl").click()
    drop(
        page,
        "evals.zip",
        zipped(**{"promptfooconfig.yaml": yaml.safe_dump(CONFIG), "chat.json": CHAT}),
    )
    expect(tool).to_have_text("promptfoo")
    expect(page.get_by_text("1 dataset with 13 cases")).to_be_visible()

    viewer = open_page(stage.viewer)
    viewer.goto(f"/projects/{stage.slug}/prompts")
    expect(viewer.get_by_role("heading", name="Prompts")).to_be_visible()
    settle(viewer)
    expect(viewer.get_by_role("link", name="Import from another tool")).to_have_count(0)
    viewer.goto(f"/projects/{stage.slug}/import")
    expect(viewer.get_by_text("Only editors import")).to_be_visible()
    expect(viewer.get_by_label("Files to import")).to_have_count(0)
