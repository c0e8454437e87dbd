"""The TypeScript SDK, compiled by its own configuration and run by Node against a real server."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tools.checks.__main__ import ROOT

from tests.integration.sdk.conftest import Workshop
from tests.integration.sdk.test_sdk_prompts import CHAT, CONTENT

COMPILER = ROOT / "ui" / "node_modules" / "typescript-7" / "bin" / "tsc"
CONVERSATION = [{"role": "user", "content": "Hi {{who}}"}, {"role": "assistant", "content": "Yes"}]
VALUES: dict[str, Any] = {"who": {"ä": [1, 2.5, True, None]}, "question": "{{who}} $& ?"}
PROGRAM = """
import { Edison, RequestRefused, ValuesMissing, evaluate } from "./dist/index.js";

const { EDISON_SERVER: url, EDISON_TOKEN: token, EDISON_PROJECT: project, VALUES, CONVERSATION } = process.env;
const values = JSON.parse(VALUES);
const edison = new Edison({ url, token, project });
const told = {};

const prompt = await edison.prompts.get("ts/prompt");
told.cached = (await edison.prompts.get("ts/prompt")) === prompt;
told.here = prompt.render(values).toOpenAI();
told.there = (await edison.prompts.render("ts/prompt", values)).toOpenAI();
told.anthropic = prompt.render(values).toAnthropic();
const chat = (await edison.prompts.get("ts chat")).render({ chat: JSON.parse(CONVERSATION), ignored: 1 });
told.chat = chat.messages;
try { prompt.render({}); } catch (error) { told.missing = error instanceof ValuesMissing && error.missing; }
try { await edison.prompts.get("nowhere"); } catch (error) {
  told.refused = error instanceof RequestRefused && [error.status, error.code];
}

const fn = (cell) => { if (cell.values.n === "3") throw new Error("no"); return `${cell.values.n}!`; };
const options = { application: "ts", key: "once", scorers: ["exact"], concurrency: 4 };
told.run = (await evaluate(edison, "TypeScript", fn, options)).id;
told.again = (await evaluate(edison, "TypeScript", () => { throw new Error("twice"); }, options)).id;
await edison.scores.grade(told.run, 0, 0.5, "half");
told.scores = Object.keys(await edison.scores.get(told.run));
console.log(JSON.stringify(told));
"""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("typescript")
    source = ROOT / "sdk" / "typescript"
    command = ["node", COMPILER, "-p", source / "tsconfig.json", "--outDir", folder / "dist"]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout
    shutil.copy(source / "package.json", folder)
    (folder / "program.mjs").write_text(PROGRAM)
    return folder


def test_prompts_outputs_and_scores(workshop: Workshop, compiled: Path) -> None:
    workshop.prompt("ts/prompt", CONTENT)
    workshop.prompt("ts chat", CHAT)
    with workshop.client() as edison:
        made = edison.datasets.create("TypeScript")
        edison.datasets.add_cases(
            made.id, [{"values": {"n": str(n)}, "expected": f"{n}!"} for n in range(30)]
        )
        environment = {
            **os.environ,  # noqa: TID251 - the child gets ours
            **workshop.environment(),
            "VALUES": json.dumps(VALUES),
            "CONVERSATION": json.dumps(CONVERSATION),
        }
        done = subprocess.run(
            ["node", "program.mjs"],
            cwd=compiled,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        told = json.loads(done.stdout)
        rendered = edison.prompts.get("ts/prompt").render(VALUES)
        cells = list(edison.runs.cells(told["run"]))

    assert told["here"] == told["there"] == rendered.to_openai()
    assert told["anthropic"] == rendered.to_anthropic()
    assert told["cached"] is True
    assert [(each["role"], each["content"]) for each in told["chat"]] == [
        ("user", "1"),
        ("user", "Hi {{who}}"),
        ("assistant", "Yes"),
    ]
    assert told["missing"] == ["who", "question"]
    assert told["refused"] == [404, "NOT_FOUND"]
    assert told["again"] == told["run"]
    assert [cell.output for cell in cells if cell.ordinal != 3] == [
        f"{n}!" for n in range(30) if n != 3
    ]
    assert cells[3].error == "Error: no"
    assert len(told["scores"]) == 1
