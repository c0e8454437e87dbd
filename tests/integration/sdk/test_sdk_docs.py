"""The code on the pages about the SDK runs as it is printed, against a real server, worker and simulated models."""

import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from tools.checks.__main__ import ROOT

from tests.support.answers import granted
from tests.support.doc_snippets import snippets_of
from tests.support.gateway import Bench, Gateway, a_gateway_of_its_own
from tests.support.postgres import TestServer

pytestmark = pytest.mark.asyncio(loop_scope="module")

HOW_TO = snippets_of("how-to/use-prompts-at-run-time.md")
REFERENCE = snippets_of("reference/python-sdk.md")
APPLICATION = snippets_of("how-to/evaluate-your-application.md")
PROMPT = {
    "system": "You help customers of a parcel service.",
    "messages": [{"role": "user", "content": "{{question}}"}],
    "parameters": {"max_tokens": 200},
}
TOWNS = ["Lyon", "Graz", "Turku", "Leeds", "Porto"]
CASES = [
    {"values": {"country": "France"}, "expected": "Paris"},
    {"values": {"country": "Poland"}, "expected": "Warsaw"},
]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def served(
    postgres: TestServer, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[tuple[Gateway, str]]:
    async with (
        a_gateway_of_its_own(postgres, tmp_path_factory.mktemp("worker")) as gateway,
        gateway.world.served() as address,
    ):
        yield gateway, address


@pytest_asyncio.fixture(loop_scope="module")
async def settings(served: tuple[Gateway, str]) -> dict[str, str]:
    """Return the environment of a project with the prompt of the pages."""
    gateway, address = served
    bench: Bench = await gateway.bench()
    browser, prompts = bench.browser, f"{bench.path}/prompts"
    made = granted(await browser.post(prompts, json={"name": "support", "content": PROMPT}), 201)
    granted(await browser.post(f"{prompts}/{made['id']}/versions", json={}), 201)
    granted(await browser.put(f"{prompts}/{made['id']}/labels/production", json={"number": 1}))
    body = {"name": "docs", "role": "EDITOR", "expires_in_days": 1}
    token = granted(await browser.post(f"{bench.path}/tokens", json=body), 201)["secret"]
    return {
        **os.environ,  # noqa: TID251 - the child gets ours
        "EDISON_SERVER": address,
        "EDISON_TOKEN": token,
        "EDISON_PROJECT": str(bench.project["slug"]),
        "OPENAI_BASE_URL": f"{bench.sim.url}/v1",
        "OPENAI_API_KEY": "sk-docs",
        "ANTHROPIC_BASE_URL": bench.sim.url,
        "ANTHROPIC_API_KEY": "sk-docs",
    }


async def run(command: Sequence[object], folder: Path, environment: dict[str, str]) -> str:
    """Run a program as a reader would; return what it printed."""
    done = await asyncio.to_thread(
        subprocess.run,
        [str(part) for part in command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


async def test_prompts_at_run_time_in_python(settings: dict[str, str], tmp_path: Path) -> None:
    program = tmp_path / "snippets.py"
    program.write_text(HOW_TO.program)

    printed = await run([sys.executable, program], tmp_path, settings)

    assert len(HOW_TO.python) == 4
    lines = printed.splitlines()
    assert lines[0] == "system You help customers of a parcel service."
    assert lines[1] == "user Where is my parcel?"
    assert lines[-1] == "1 ['latest', 'production']"
    assert len(lines) >= 5
    assert "support?label=production" in (tmp_path / "prompts.json").read_text()


async def test_prompts_at_run_time_by_curl(settings: dict[str, str], tmp_path: Path) -> None:
    assert len(HOW_TO.shell) == 2
    answers: list[dict[str, Any]] = [
        json.loads(await run(["bash", "-c", code], tmp_path, settings)) for code in HOW_TO.shell
    ]

    assert answers[0]["content"]["messages"][0]["content"] == "{{question}}"
    assert answers[1]["messages"][1]["content"] == "Where is my parcel?"


async def test_prompts_at_run_time_in_typescript(settings: dict[str, str], tmp_path: Path) -> None:
    [code] = HOW_TO.typescript
    source = ROOT / "sdk" / "typescript"
    package = tmp_path / "node_modules" / "edison-sdk"
    package.mkdir(parents=True)
    shutil.copy(source / "package.json", package)
    compiler = ROOT / "ui" / "node_modules" / "typescript-7" / "bin" / "tsc"
    compile_ = ["node", compiler, "-p", source / "tsconfig.json", "--outDir", package / "dist"]
    await run(compile_, tmp_path, settings)
    (tmp_path / "snippet.mjs").write_text(code)

    printed = await run(["node", "snippet.mjs"], tmp_path, settings)

    assert "Where is my parcel?" in printed
    assert "max_completion_tokens: 200" in printed


async def test_the_reference_of_the_python_sdk(settings: dict[str, str], tmp_path: Path) -> None:
    program = tmp_path / "snippets.py"
    program.write_text(REFERENCE.program)
    printed = await run([sys.executable, program], tmp_path, settings)

    assert "support 1 ['question']" in printed
    assert "France Paris" in printed
    assert "completed {" in printed
    assert "Krakow [0.0]" in printed
    assert "The prompt 'support' has no label 'beta' ['latest', 'production']" in printed

    # The same page tests the application, with the dataset that its program made and without a server.
    [suite] = REFERENCE.pytest
    (tmp_path / "test_capitals.py").write_text(suite)
    (tmp_path / "capitals.jsonl").write_text("\n".join(json.dumps(case) for case in CASES))
    pytest_here = [sys.executable, "-m", "pytest", "-q", "-p", "no:randomly", "test_capitals.py"]
    online = await run(pytest_here, tmp_path, settings)
    offline = await run([*pytest_here, "--edison-offline"], tmp_path, settings)
    assert "2 of 2 outputs passed" in online
    assert "/runs/" in online
    assert "2 of 2 outputs passed" in offline
    assert "/runs/" not in offline


async def test_the_application_in_python_is_evaluated_and_compared(
    settings: dict[str, str], tmp_path: Path
) -> None:
    [code] = APPLICATION.python
    program = tmp_path / "evaluate_bot.py"
    program.write_text(code)
    made_dataset = f"""
from edison_sdk import Edison
cases = [{{"values": {{"question": f"How far is {{town}}?"}}, "expected": town}} for town in {TOWNS}]
with Edison() as edison:
    edison.datasets.add_cases(edison.datasets.create("Questions").id, cases)
"""
    await run([sys.executable, "-c", made_dataset], tmp_path, settings)

    first = await run([sys.executable, program], tmp_path, settings)
    second = await run([sys.executable, program], tmp_path, settings)

    assert first.splitlines()[-1].startswith("cannot_tell ")
    assert second.splitlines()[-1].startswith("not_worse ")
