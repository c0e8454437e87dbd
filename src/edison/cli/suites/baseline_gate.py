"""Compares the run of a suite with a baseline, which it starts if there is none, and ends the run early."""

import time
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from uuid import UUID

from edison.cli.api_client import Client, RequestRefused
from edison.cli.suites.suite_prompt import SuiteProject
from edison.cli.suites.terminal_output import Screen
from edison.domain.suites.suite_file.read_suite_file import FileProblem, WrongSuite

PRODUCTION, MAIN = "production", "main"
RUN = "run:"
# A look costs the server a comparison, so there is one for each of these shares of the cells.
LOOK_EVERY = 0.05
LOOK_EVERY_S = 0.5
# The default of `max_error_share`.
FAILED_AT_MOST = 0.05
PASSES = frozenset({"better", "not_worse"})
ENDED = frozenset({"completed", "failed", "cancelled"})


class OnCannotTell(StrEnum):
    PASS = "pass"
    FAIL = "fail"


@dataclass(frozen=True, slots=True, kw_only=True)
class GateWishes:
    # `production`, `main`, or `run:` with the id or number of a run.
    baseline: str
    margin: float
    on_cannot_tell: OnCannotTell | None = None
    metric: str | None = None
    stop_early: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedCalls:
    """What an early end saved."""

    cells: int
    of_cells: int
    # Calls to targets and judges.
    calls: int
    # Estimated from the cost of the finished cells.
    usd: float


@dataclass(slots=True, kw_only=True)
class BaselineGate:
    """The comparison of one run with its baseline."""

    project: SuiteProject
    wishes: GateWishes
    screen: Screen
    path: str = ""
    # What the API is asked for, and the report of a baseline that runs only for this comparison.
    baseline: str = PRODUCTION
    fresh: dict[str, Any] | None = None
    found: dict[str, Any] | None = None
    saved: SavedCalls | None = None
    _looked_at: float = 0.0
    _looked_cells: int = 0

    @property
    def client(self) -> Client:
        return self.project.client

    async def check(self, order: dict[str, Any]) -> None:
        """Find out before anything is spent whether the named baseline can exist."""
        wanted = self.wishes.baseline
        if wanted.startswith(RUN):
            self.baseline = await self._known_run(wanted.removeprefix(RUN))
        elif wanted == PRODUCTION:
            for version in order["versions"]:
                prompt = await self.client.get(f"{self.project.path}/prompts/{version['prompt']}")
                if PRODUCTION not in prompt["labels"]:
                    raise _unusable(
                        f"--baseline production: no version of {prompt['name']} has the label production. Set it "
                        "on the page of the prompt, or compare with main or run:ID"
                    )
        else:
            self.baseline = MAIN

    async def start(self, order: dict[str, Any], path: str) -> None:
        """Look for a comparable run; start one of the production version if there is none."""
        self.path = path
        found = await self._ask()
        if found["baseline"] is not None:
            number = found["baseline"]["number"]
            self.screen.say(f"Baseline: run {number} ({self.wishes.baseline})")
        elif self.baseline == PRODUCTION:
            versions = [
                {"prompt": version["prompt"], "label": PRODUCTION} for version in order["versions"]
            ]
            name = f"{order.get('name') or 'Suite'}: production"[:200]
            body = {**order, "name": name, "versions": versions}
            fresh = await self.client.post(f"{self.project.path}/runs", body)
            self.fresh, self.baseline = fresh, fresh["id"]
            self.screen.say(f"Baseline: run {fresh['number']} of production, started now")

    async def is_decided(self, report: dict[str, Any], *, may_pass: bool) -> bool:
        """Return whether the rest of the run can change nothing. `may_pass`: a pass needs no further results."""
        if not self.wishes.stop_early or not self._is_time_to_look(report):
            return False
        if not await self.baseline_ended():
            return False
        self.found = found = await self._ask()
        if not found["settled"] or not found["open_cells"]:
            return False
        return found["verdict"] == "worse" or (may_pass and found["verdict"] in PASSES)

    async def stop(self, report: dict[str, Any]) -> None:
        """Cancel the rest of the run, and note what that saves."""
        assert self.found
        open_cells = self.found["open_cells"]
        judges = sum(scorer["kind"] in {"judge", "grader"} for scorer in report["scorers"])
        self.saved = SavedCalls(
            cells=open_cells,
            of_cells=self.found["cells"],
            calls=open_cells * (1 + judges),
            usd=float(self.found["cost"]["open_usd"]),
        )
        try:
            await self.client.post(f"{self.path}/cancel")
        except RequestRefused as refused:
            # It ended by itself in the meantime.
            if refused.status != 409:
                raise
            self.saved = None

    async def baseline_ended(self) -> bool:
        """Return whether the baseline is complete. A baseline that failed is a failure of the infrastructure."""
        if self.fresh is None:
            return True
        fresh = self.fresh
        if fresh["state"] not in ENDED:
            fresh = await self.client.get(f"{self.project.path}/runs/{fresh['id']}")
            self.fresh = fresh
        state: str = fresh["state"]
        if state in {"failed", "cancelled", "paused"}:
            why = f": {fresh['problem']}" if fresh["problem"] else ""
            raise BaselineFailed(f"The run of the production version is {state}{why}")
        for column in fresh["progress"] if state == "completed" else ():
            if column["failed"] > FAILED_AT_MOST * column["total"]:
                raise BaselineFailed(
                    f"{column['failed']:,} of {column['total']:,} calls of the production version failed"
                )
        return state == "completed"

    async def finish(self) -> dict[str, Any]:
        self.found = await self._ask()
        return self.found

    def _is_time_to_look(self, report: dict[str, Any]) -> bool:
        total = sum(column["total"] for column in report["progress"])
        done = total - sum(column["open"] for column in report["progress"])
        now = time.monotonic()
        if done - self._looked_cells < max(1, LOOK_EVERY * total):
            return False
        if now - self._looked_at < LOOK_EVERY_S:
            return False
        self._looked_cells, self._looked_at = done, now
        return True

    async def _ask(self) -> dict[str, Any]:
        body: dict[str, Any] = {"baseline": self.baseline, "margin": self.wishes.margin}
        if self.wishes.metric:
            body["metric"] = self.wishes.metric
        return await self.client.post(f"{self.path}/gate", body)

    async def _known_run(self, name: str) -> str:
        """Return the id of the run with this id or number."""
        runs = f"{self.project.path}/runs"
        if name.isdecimal():
            for run in await self.client.every(runs):
                if run["number"] == int(name):
                    return run["id"]
            raise _unusable(f"--baseline {RUN}{name}: the project has no run {name}")
        try:
            return (await self.client.get(f"{runs}/{UUID(name)}"))["id"]
        except (ValueError, RequestRefused) as error:
            if isinstance(error, RequestRefused) and error.status != 404:
                raise
            raise _unusable(
                f"--baseline {RUN}{name}: the project has no such run. Use its number or id"
            ) from None


class BaselineFailed(RuntimeError):
    """Raised if the run of the baseline did not end well."""


def _unusable(message: str) -> WrongSuite:
    return WrongSuite([FileProblem(message=message)])
