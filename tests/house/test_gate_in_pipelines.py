"""The GitHub Action and the GitLab template: what their scripts do, and that their options exist."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
import yaml
from tools.checks.__main__ import ROOT

from edison.cli.run_command import run

ACTION = ROOT / "deploy" / "github-action"
TEMPLATE = ROOT / "deploy" / "gitlab" / "edison-gate.yml"
MARK = "<!-- edison-gate -->"
GH = """#!/usr/bin/env bash
echo "$@" >> "$GH_LOG"
if [[ "$*" == *--jq* ]]; then cat "$GH_KNOWN"; fi
"""


def _options(text: str) -> set[str]:
    known = set(re.findall(r"(?<![\w-])--[a-z-]+", text))
    return known & {option for parameter in run.params for option in parameter.opts}


def _environment(folder: Path, **more: str) -> dict[str, str]:
    path = os.environ["PATH"]  # noqa: TID251 - the scripts need the programs of this machine
    return {"PATH": f"{folder}:{path}", "HOME": str(folder), **more}


def test_they_use_options_that_exist_and_write_the_same_files() -> None:
    wanted = {"--yes", "--baseline", "--margin", "--on-cannot-tell", "--mark-main"}

    for text in ((ACTION / "run_gate.sh").read_text(), TEMPLATE.read_text()):
        assert _options(text) >= wanted | {"--junit", "--markdown"}
    action = yaml.safe_load((ACTION / "action.yml").read_text())
    assert action["runs"]["using"] == "composite"
    assert yaml.safe_load(TEMPLATE.read_text())[".edison-gate"]["artifacts"]["when"] == "always"


def test_every_input_of_the_action_is_used() -> None:
    text = (ACTION / "action.yml").read_text()

    for name in yaml.safe_load(text)["inputs"]:
        assert f"inputs.{name}" in text, name


def test_the_script_keeps_the_exit_code_for_the_last_step(tmp_path: Path) -> None:
    (tmp_path / "suite.yaml").write_text("name: Nothing else\n")
    names = ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")
    files = {name: str(tmp_path / name) for name in names}
    given = {"BASELINE": "main", "MARGIN": "0.02", "ON_CANNOT_TELL": "", "MAIN_BRANCH": "main"}

    done = subprocess.run(
        ["bash", str(ACTION / "run_gate.sh")],
        cwd=tmp_path,
        env=_environment(tmp_path, SUITE="suite.yaml", **files, **given),
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert "exit-code=64" in (tmp_path / "GITHUB_OUTPUT").read_text()
    assert (tmp_path / "GITHUB_STEP_SUMMARY").read_text().startswith(MARK)
    assert json.loads((tmp_path / "edison-gate.json").read_text())["exit_code"] == 64


@pytest.mark.parametrize(
    ("known", "wanted"),
    [("", "--method POST repos/o/r/issues/7/comments"), ("42\n", "issues/comments/42")],
)
def test_there_is_one_comment_that_is_updated(tmp_path: Path, known: str, wanted: str) -> None:
    gh = tmp_path / "gh"
    gh.write_text(GH)
    gh.chmod(0o755)
    (tmp_path / "edison-gate.md").write_text(f"{MARK}\nBetter")
    (tmp_path / "known").write_text(known)
    log = tmp_path / "log"
    files = {"GH_LOG": str(log), "GH_KNOWN": str(tmp_path / "known")}

    subprocess.run(
        ["bash", str(ACTION / "write_comment.sh")],
        cwd=tmp_path,
        env=_environment(tmp_path, GITHUB_REPOSITORY="o/r", NUMBER="7", **files),
        check=True,
    )

    calls = log.read_text().splitlines()
    assert len(calls) == 2
    assert wanted in calls[1]
    assert "body=@edison-gate.md" in calls[1]
