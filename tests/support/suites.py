"""Runs `edison run` as a process, with a real server and worker."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tests.support.answers import all_items, granted
from tests.support.commands import Command, Done
from tests.support.gateway import Bench
from tests.support.people import make_token

DOCS = Path(__file__).parents[2] / "docs" / "reference" / "suites.md"


def documented_example() -> str:
    """Return the first complete suite file of the documentation page."""
    return re.findall(r"```yaml\n(.*?)```", DOCS.read_text(), re.DOTALL)[0]


def a_suite(**changes: Any) -> dict[str, Any]:
    suite: dict[str, Any] = {
        "name": "Sums",
        "prompt": {"name": "Adder", "text": "Answer in one word. {{question}}"},
        "dataset": {
            "name": "Sums",
            "cases": [
                {"values": {"question": f"What is {number} plus one?"}, "expected": str(number + 1)}
                for number in range(4)
            ],
        },
        "targets": [{"model": "sim-small", "parameters": {"max_tokens": 50}}],
        "scorers": [{"kind": "length", "at_least": 1}],
        "reuse": False,
    }
    return {**suite, **changes}


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteDesk:
    """A project with simulated models, a token for it, and a folder for suite files."""

    bench: Bench
    server: str
    token: str
    folder: Path

    @property
    def command(self) -> Command:
        return Command(
            self.folder,
            self.bench.world.url,
            EDISON_SERVER=self.server,
            EDISON_TOKEN=self.token,
            EDISON_PROJECT=self.bench.project["slug"],
        )

    def write(self, suite: dict[str, Any] | str) -> str:
        path = self.folder / "suite.yaml"
        path.write_text(suite if isinstance(suite, str) else yaml.safe_dump(suite))
        return str(path)

    async def run(self, suite: dict[str, Any] | str, *options: str) -> Done:
        done = await self.command.run("run", self.write(suite), *options)
        assert self.token not in done.out + done.err
        assert "Traceback" not in done.err, done.err
        return done

    async def told(self, suite: dict[str, Any] | str, *options: str) -> dict[str, Any]:
        """Return the JSON document; check that its exit code is that of the command."""
        done = await self.run(suite, "--json", *options)
        document = json.loads(done.out)
        assert document["exit_code"] == done.code, done.err
        return document

    async def prompt(self, name: str) -> dict[str, Any]:
        return await self._named("prompts", name)

    async def dataset(self, name: str) -> dict[str, Any]:
        return await self._named("datasets", name)

    async def cases(self, name: str) -> list[dict[str, Any]]:
        dataset = await self.dataset(name)
        path = f"{self.bench.path}/datasets/{dataset['id']}/cases"
        return await all_items(self.bench.browser, path, limit=100)

    async def _named(self, what: str, name: str) -> dict[str, Any]:
        found = await all_items(self.bench.browser, f"{self.bench.path}/{what}", limit=100)
        [one] = [item for item in found if item["name"] == name]
        return one


async def a_suite_desk(bench: Bench, server: str, folder: Path) -> SuiteDesk:
    granted(await bench.add(), 201)
    made = await make_token(bench.owner, bench.project["slug"])
    return SuiteDesk(bench=bench, server=server, token=made["secret"], folder=folder)
