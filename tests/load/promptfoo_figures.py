"""Figures of the import of promptfoo configurations.

The share of assertions that map exactly is computed from thirty configurations. The agreement of rows needs promptfoo
itself: EDISON_PROMPTFOO names its program (`main.js` of the npm package). Ten configurations are then run by promptfoo
against the simulator, and the imported scorers decide the same answers.

    EDISON_PROMPTFOO=…/promptfoo/dist/src/main.js python -m tests.load.promptfoo_figures
"""

import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml

from edison.domain.datasets.dataset import CaseContent
from edison.domain.imports.import_plan import ImportPlan
from edison.domain.judging.score import NotScored, Sample
from edison.domain.models.model_call import FinishReason
from edison.scorers import registry
from tests.support.promptfoo_configs import (
    WrittenConfig,
    mapped_share,
    planned,
    written_configs,
)

PROGRAM = "EDISON_PROMPTFOO"


def promptfoo_figures() -> dict[str, Any]:
    """Return both figures; the agreement is null where promptfoo is not installed."""
    share, _, _ = mapped_share()
    program = _program()
    rows = None if not program else _agreement(program)
    return {
        "promptfoo_assertions_mapped_share": round(share, 4),
        "promptfoo_row_agreement": None if rows is None else round(rows[0], 4),
    }


def _program() -> str | None:
    return os.environ.get(PROGRAM)  # noqa: TID251 - a tool of the measurement, no setting of Edison


def _agreement(program: str) -> tuple[float, int, list[str]]:
    """Run ten configurations by promptfoo; return the share of rows on which both agree, and the differences."""
    same = total = 0
    differences: list[str] = []
    with _simulator() as address:
        for config in written_configs():
            if not config.runs:
                continue
            plan = planned(config)
            for row in _rows_of_promptfoo(program, config, address):
                if "response" not in row:
                    # This version of promptfoo does not have an assertion, or the call failed.
                    differences.append(f"{config.name}: no answer: {str(row.get('error'))[:120]}")
                    continue
                total += 1
                mine = asyncio.run(_passes(plan, row))
                if mine is row["success"]:
                    same += 1
                else:
                    differences.append(
                        f"{config.name} row {row['testIdx']}: promptfoo {row['success']}, Edison {mine}, "
                        f"answer {str(row['response']['output'])[:60]!r}, "
                        f"{_reason(row)[:160]}"
                    )
    if not total:
        raise RuntimeError("promptfoo answered no row")
    return same / total, total, differences


@contextmanager
def _simulator() -> Generator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "edison", "simulate", "--port", str(port), "--latency-ms", "0"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(300):
            with socket.socket() as trial:
                if trial.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.terminate()
        process.wait()


def _rows_of_promptfoo(program: str, config: WrittenConfig, address: str) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        for path, content in config.contents().items():
            (base / path).parent.mkdir(parents=True, exist_ok=True)
            (base / path).write_bytes(content)
        whole = {**config.config, "providers": [_provider(config, address)]}
        (base / "promptfooconfig.yaml").write_text(yaml.safe_dump(whole, sort_keys=False))
        out = base / "out.json"
        command = [
            "node",
            program,
            "eval",
            "--no-cache",
            "--no-table",
            "--no-progress-bar",
        ]
        environment = {
            "PATH": os.environ["PATH"],  # noqa: TID251 - the child gets ours
            "HOME": folder,
            "PROMPTFOO_CONFIG_DIR": folder,
            "PROMPTFOO_DISABLE_TELEMETRY": "1",
            "PROMPTFOO_DISABLE_UPDATE": "1",
            "PROMPTFOO_PYTHON": sys.executable,
        }
        done = subprocess.run(
            [*command, "-c", "promptfooconfig.yaml", "-o", str(out)],
            cwd=folder, env=environment, capture_output=True, text=True, timeout=180, check=False,
        )  # fmt: skip
        if not out.exists():
            raise RuntimeError(
                f"promptfoo failed for {config.name}: {done.stderr[-800:]}{done.stdout[-400:]}"
            )
        found: list[dict[str, Any]] = json.loads(out.read_text())["results"]["results"]
        return found


def _provider(config: WrittenConfig, address: str) -> dict[str, Any]:
    given = config.config["providers"][0]
    source = given if isinstance(given, str) else given["id"]
    settings = {"apiBaseUrl": address, "apiKey": "simulated", "temperature": 0}
    return {"id": source, "config": settings}


def _reason(row: dict[str, Any]) -> str:
    grading: dict[str, Any] = row.get("gradingResult") or {}
    return str(grading.get("reason"))


async def _passes(plan: ImportPlan, row: dict[str, Any]) -> bool | None:
    """Return whether all imported scorers pass the answer; None if one could not decide."""
    case: CaseContent = plan.datasets[0].cases[int(row["testIdx"])]
    text = row["response"]["output"]
    output = text if isinstance(text, str) else json.dumps(text)
    sample = Sample(
        output=output,
        parsed=output,
        expected=case.expected,
        values=case.values,
        metadata=case.metadata,
        finish=FinishReason.STOP,
        latency_ms=float(row.get("latencyMs") or 0),
    )
    passed = True
    for scorer in plan.scorers:
        outcome = await registry.apply(registry.parse_spec(scorer.spec), sample)
        if isinstance(outcome, NotScored):
            if outcome.problem.value == "not_applicable":
                continue
            return None
        passed = passed and outcome.passed is not False
    return passed


if __name__ == "__main__":
    share, count, others = mapped_share()
    print(f"{count} assertions, {share:.1%} map exactly; the others:")
    print("\n".join(f"  {line}" for line in others))
    found = _program()
    if found:
        agreed, rows, apart = _agreement(found)
        print(f"{rows} rows, {agreed:.1%} agree; the others:")
        print("\n".join(f"  {line}" for line in apart))
    print(json.dumps(promptfoo_figures()))
