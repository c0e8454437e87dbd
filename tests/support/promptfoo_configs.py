"""Thirty configurations of promptfoo, written for the tests in the style of public repositories."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from edison.domain.imports.import_plan import ImportNotes, ImportPlan, counts_of
from edison.domain.imports.promptfoo_config import read_promptfoo
from edison.domain.imports.source_files import SourceFiles
from edison.scorers.registry import find_spec_problems

FOLDER = Path(__file__).parent / "promptfoo"


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenConfig:
    name: str
    config: dict[str, Any]
    files: dict[str, str]
    # Has only assertions that both tools can decide without a model that grades.
    runs: bool

    def contents(self) -> dict[str, bytes]:
        whole = {"promptfooconfig.yaml": yaml.safe_dump(self.config, sort_keys=False), **self.files}
        return {path: text.encode() for path, text in whole.items()}


def written_configs() -> list[WrittenConfig]:
    found: list[WrittenConfig] = []
    for path in sorted(FOLDER.glob("*.yaml")):
        for each in yaml.safe_load(path.read_text()):
            found.append(
                WrittenConfig(
                    name=each["name"],
                    config=each["config"],
                    files=each.get("files", {}),
                    runs=each.get("run", False),
                )
            )
    return found


def spec_problem(spec: dict[str, Any]) -> str | None:
    problems = find_spec_problems(spec)
    return problems[0].message if problems else None


def planned(config: WrittenConfig) -> ImportPlan:
    return read_promptfoo(SourceFiles(config.contents()), ImportNotes(), spec_problem)


def mapped_share() -> tuple[float, int, list[str]]:
    """Return the share of assertions that map exactly, their number, and every other one with its reason."""
    mapped = total = 0
    others: list[str] = []
    for config in written_configs():
        plan = planned(config)
        counts = counts_of(plan.entries).get("assertion")
        if counts is None:
            continue
        mapped, total = mapped + counts.mapped, total + counts.total
        others += [
            f"{config.name} {each.place}: {each.name} {each.fidelity} ({each.count}): {each.reason}"
            for each in plan.entries
            if each.part == "assertion" and each.fidelity != "mapped"
        ]
    return mapped / total, total, others
