"""Runs one suite on a server: prepares, forecasts, starts and follows the run, and computes the verdict."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from edison.cli.api_client import Client, RequestRefused, ServerUnreachable
from edison.cli.suites.baseline_gate import BaselineGate, GateWishes, SavedCalls
from edison.cli.suites.failing_answers import FailingAnswer, find_failing_answers
from edison.cli.suites.file_checks import SuiteFile
from edison.cli.suites.find_targets import TargetNames
from edison.cli.suites.save_suite import Saving, in_words, recipe_of, save_suite
from edison.cli.suites.suite_dataset import cases_to_run, known_dataset
from edison.cli.suites.suite_prompt import SuiteProject, known_prompt, version_to_run
from edison.cli.suites.suite_verdict import SuiteVerdict, asks_for_results, judge, with_figures
from edison.cli.suites.terminal_output import Screen, forecast_in_words
from edison.domain.suites.suite_file.read_suite_file import FileProblem, WrongSuite
from edison.domain.suites.suite_file.suite_file_model import SuiteFileModel

POLL_FIRST_S = 0.2
POLL_MOST_S = 2.0
# A run that may end early is looked at more often.
POLL_MOST_WITH_GATE_S = 0.5
# Tolerate a restart of the server while following a run.
SILENT_AT_MOST_S = 90.0
IDLE_AT_MOST_S = 120.0
COMPUTED_WITHIN_S = 60.0
STOPPED = {"completed", "failed", "cancelled", "paused"}
# Problems that can be fixed in the file; all others are problems of the server.
OF_THE_FILE = {
    "bad_pair",
    "bad_parameters",
    "bad_scorer",
    "bad_timeout",
    "bad_trials",
    "bad_budget",
    "empty_prompt",
    "exam_alone",
    "is_grader",
    "judge_twice",
    "judges_one",
    "judges_pairs",
    "missing_variable",
    "no_cases",
    "no_dataset",
    "no_grader",
    "no_judge",
    "no_pairs",
    "no_version",
    "not_grader",
    "one_judge_of_pairs",
    "rubrics_differ",
    "too_many_cells",
    "too_many_columns",
    "too_many_judges",
}


class NotReady(Exception):
    """Raised if the server cannot run the suite now."""

    def __init__(self, problems: list[FileProblem]) -> None:
        super().__init__("; ".join(str(problem) for problem in problems))
        self.problems = problems


class Declined(Exception):
    """Raised if the user declines to start the run."""


@dataclass(slots=True)
class Journey:
    """Results of the command so far, which are reported even if the command ends early."""

    address: str | None = None
    report: dict[str, Any] | None = None
    forecast: dict[str, Any] | None = None
    # The saved suite and its monitor.
    saved: dict[str, Any] | None = None
    verdict: SuiteVerdict | None = None
    # The comparison with the baseline, and what was saved by stopping early.
    gate: dict[str, Any] | None = None
    saved_calls: SavedCalls | None = None
    failing: list[FailingAnswer] = field(default_factory=list[FailingAnswer])
    problems: list[FileProblem] = field(default_factory=list[FileProblem])


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    budget_usd: float | None
    wait: bool
    may_start: Callable[[], bool]
    saving: Saving | None = None
    gate: GateWishes | None = None


async def run_suite(
    client: Client, slug: str, file: SuiteFile, wishes: Wishes, screen: Screen, journey: Journey
) -> None:
    """Prepare, forecast, start and follow a run and compute its verdict. All results are stored in `journey`."""
    suite, project = file.suite, SuiteProject(client=client, slug=slug)
    prepared = await _prepared(project, file)
    order = prepared.order
    if wishes.budget_usd is not None:
        order["budget_usd"] = wishes.budget_usd
    gate = wishes.gate and BaselineGate(project=project, wishes=wishes.gate, screen=screen)
    if gate:
        await gate.check(order)
    await _forecast(project, file, order, screen, journey)
    if not wishes.may_start():
        raise Declined
    if wishes.saving is not None:
        recipe = recipe_of(suite, order, prepared.fallback)
        journey.saved = await save_suite(project, file, wishes.saving, recipe)
        for line in in_words(journey.saved):
            screen.say(line)
    run = await _started(client, project, file, order)
    journey.address = f"{client.server}{project.path}/runs/{run['id']}"
    journey.report = run
    screen.say(f"Run {run['number']}: {journey.address}")
    if not wishes.wait:
        return
    path = f"{project.path}/runs/{run['id']}"
    if gate:
        await gate.start(order, path)
        await _follow_with_gate(gate, suite, screen, journey)
    else:
        await _follow(client, path, screen, journey)
    await _assess(client, path, suite, journey)
    if gate and (journey.verdict or journey.saved_calls):
        while not await gate.baseline_ended():
            screen.rewrite("Waiting for the run of the baseline")
            await asyncio.sleep(POLL_FIRST_S)
        journey.gate = await gate.finish()
    with suppress(ServerUnreachable, RequestRefused):
        # The verdict is complete; without the server only the list of answers is missing.
        journey.failing = await find_failing_answers(client, path, journey.address, journey.report)


async def _forecast(
    project: SuiteProject,
    file: SuiteFile,
    order: dict[str, Any],
    screen: Screen,
    journey: Journey,
) -> None:
    prospect = await project.client.post(f"{project.path}/runs/forecast", order)
    journey.forecast = prospect["forecast"]
    must_be_ready(file, prospect["problems"])
    for line in forecast_in_words(prospect):
        screen.say(line)
    for warning in prospect["warnings"]:
        screen.say(f"Note: {warning['message']}")


async def _follow_with_gate(
    gate: BaselineGate, suite: SuiteFileModel, screen: Screen, journey: Journey
) -> None:
    """Follow the run; cancel its rest as soon as no further answer can change the exit code."""

    async def is_decided(report: dict[str, Any]) -> bool:
        # A threshold needs all answers; a loss fails whatever the thresholds say.
        return await gate.is_decided(report, may_pass=not suite.thresholds)

    if await _follow(gate.client, gate.path, screen, journey, is_decided):
        assert journey.report
        await gate.stop(journey.report)
        await _follow(gate.client, gate.path, screen, journey)
        journey.saved_calls = gate.saved


async def _assess(client: Client, path: str, suite: SuiteFileModel, journey: Journey) -> None:
    """Compare a completed run with the thresholds of the file."""
    if journey.report is None or journey.report["state"] != "completed":
        return
    journey.report = with_figures(await _computed(client, path, "figures_stale"))
    wanted = asks_for_results(suite)
    results = await _computed(client, f"{path}/results", "stale") if wanted else None
    journey.verdict = judge(suite, journey.report, results)


@dataclass(frozen=True, slots=True, kw_only=True)
class _PreparedSuite:
    order: dict[str, Any]
    fallback: dict[str, Any] | None


async def _prepared(project: SuiteProject, file: SuiteFile) -> _PreparedSuite:
    """Resolve all names, then save the cases and prompts of the suite."""
    suite = file.suite
    names = TargetNames(project, file)
    targets, scorers = await names.targets(suite), await names.scorers(suite)
    fallback = await names.fallback(suite)
    prompts: list[dict[str, Any] | None] = []
    dataset = None
    for place, prompt in enumerate(suite.every_prompt):
        try:
            prompts.append(await known_prompt(project, file, prompt, place))
        except WrongSuite as wrong:
            names.problems.extend(wrong.problems)
    if suite.dataset:
        try:
            dataset = await known_dataset(project, file, suite.dataset)
        except WrongSuite as wrong:
            names.problems.extend(wrong.problems)
    file.must_be_right(names.problems)
    # Save cases first: invalid rows must not leave a new prompt version behind.
    cases = await cases_to_run(project, file, suite.dataset, dataset) if suite.dataset else {}
    versions = [
        await version_to_run(project, suite.name, prompt, known)
        for prompt, known in zip(suite.every_prompt, prompts, strict=True)
    ]
    order = suite.model_dump(
        include={"name", "trials", "reuse", "budget_usd", "timeout_s"}, exclude_none=True
    )
    order |= {"versions": versions, "targets": targets, "scorers": scorers, **cases}
    return _PreparedSuite(order=order, fallback=fallback)


async def _computed(client: Client, path: str, stale: str) -> dict[str, Any]:
    """Poll `path` until the results are no longer stale; return the last response after a timeout."""
    until = time.monotonic() + COMPUTED_WITHIN_S
    while True:
        answer = await client.get(path)
        if not answer[stale] or time.monotonic() > until:
            return answer
        await asyncio.sleep(POLL_FIRST_S)


async def _started(
    client: Client, project: SuiteProject, file: SuiteFile, order: dict[str, Any]
) -> dict[str, Any]:
    try:
        return await client.post(f"{project.path}/runs", order)
    except RequestRefused as refused:
        if refused.code == "RUN_NOT_READY":
            must_be_ready(file, refused.details.get("problems") or [])
        raise


def must_be_ready(file: SuiteFile, problems: list[dict[str, Any]]) -> None:
    found = [
        (item["code"], file.problem(item["message"], *_place(file, item["field"])))
        for item in problems
    ]
    if not found:
        return
    every = [problem for _, problem in found]
    if all(code in OF_THE_FILE for code, _ in found):
        raise WrongSuite(every)
    raise NotReady(every)


def _place(file: SuiteFile, field: str) -> tuple[str | int, ...]:
    """Return the path in the suite file that corresponds to a field of the run request."""
    parts = tuple(int(part) if part.isdigit() else part for part in field.split("."))
    if parts[0] != "versions":
        return parts
    return ("prompt",) if file.suite.prompt is not None else ("prompts", *parts[1:])


async def _never(report: dict[str, Any]) -> bool:
    return False


async def _follow(
    client: Client,
    path: str,
    screen: Screen,
    journey: Journey,
    is_decided: Callable[[dict[str, Any]], Awaitable[bool]] = _never,
) -> bool:
    """Poll the run until it ends or waits for a person. Return True if `is_decided` said so before."""
    pause = POLL_FIRST_S
    heard = worked = time.monotonic()
    while True:
        try:
            report = await client.get(path)
            decided = report["state"] not in STOPPED and await is_decided(report)
        except (ServerUnreachable, RequestRefused) as error:
            if isinstance(error, RequestRefused) and error.status < 500:
                raise
            if time.monotonic() - heard > SILENT_AT_MOST_S:
                raise
            screen.rewrite("The server does not answer; trying again")
            await asyncio.sleep(POLL_MOST_S)
            continue
        heard = time.monotonic()
        journey.report = report
        screen.progress(report)
        if report["state"] in STOPPED or decided:
            screen.clear()
            return decided
        if not report["waiting_for_worker"]:
            worked = heard
        elif heard - worked > IDLE_AT_MOST_S:
            raise NotReady(
                [FileProblem(message="No worker is running. Start one with edison worker")]
            )
        await asyncio.sleep(pause)
        pause = min(pause * 1.3, POLL_MOST_S if is_decided is _never else POLL_MOST_WITH_GATE_S)
