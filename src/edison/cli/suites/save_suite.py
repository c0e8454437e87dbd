"""Saves a suite in the project (`--save`) and schedules it (`--cron`). An existing suite is overwritten."""

from dataclasses import asdict, dataclass
from itertools import product
from typing import Any

from edison.cli.api_client import RequestRefused
from edison.cli.suites.file_checks import SuiteFile
from edison.cli.suites.suite_prompt import SuiteProject
from edison.domain.suites.suite_file.read_suite_file import FileProblem, WrongSuite, thresholds_of
from edison.domain.suites.suite_file.suite_file_model import SuiteFileModel

TRIES = 5
MOST_MONITOR_NAME = 100
STATES = ("active", "paused", "archived")


@dataclass(frozen=True, slots=True, kw_only=True)
class Saving:
    name: str
    cron: str | None = None
    timezone: str = "UTC"


def recipe_of(
    suite: SuiteFileModel, order: dict[str, Any], fallback: dict[str, Any] | None
) -> dict[str, Any]:
    """Convert a run request to a recipe, with the label of the file or else the version that was just saved."""
    recipe: dict[str, Any] = {
        "prompts": [
            {
                "prompt": version["prompt"],
                "version": version.get("number"),
                "label": version.get("label"),
            }
            for version in order["versions"]
        ],
        "targets": [one for target in order["targets"] for one in _each(target)],
        "scorers": order["scorers"],
        "trials": suite.trials,
        "thresholds": asdict(thresholds_of(suite)),
        "fallback": fallback,
        "run_budget_usd": order.get("budget_usd"),
        "timeout_s": suite.timeout_s,
        # Do not reuse answers unless the file says so: old answers hide changes of a model.
        "reuse": suite.reuse if "reuse" in suite.model_fields_set else False,
        "max_error_share": suite.max_error_share,
        "delivery": str(suite.delivery),
        "after_expiry": str(suite.after_expiry),
    }
    if "dataset" in order:
        recipe["dataset"] = {"id": order["dataset"], "version": order.get("dataset_version")}
        recipe["choice"] = order.get("choice", {})
    return recipe


async def save_suite(
    project: SuiteProject, file: SuiteFile, saving: Saving, recipe: dict[str, Any]
) -> dict[str, Any]:
    """Save the suite, and its monitor if a schedule is given; return suite and monitor."""
    if saving.cron is not None:
        # Check the schedule before saving anything.
        await _check_schedule(project, saving)
    suite, created = await _kept(project, file.suite, saving, recipe)
    kept: dict[str, Any] = {
        "id": suite["id"],
        "name": suite["name"],
        "created": created,
        "address": f"{project.client.server}{project.path}/suites/{suite['id']}",
        "monitor": None,
    }
    if saving.cron is not None:
        monitor = await _scheduled(project, saving, suite)
        kept["monitor"] = {
            name: monitor[name] for name in ("id", "name", "cron", "timezone", "words")
        }
    return kept


def in_words(kept: dict[str, Any]) -> list[str]:
    lines = [
        f"{'Saved' if kept['created'] else 'Changed'} the suite {kept['name']}: {kept['address']}"
    ]
    if kept["monitor"]:
        lines.append(f"It runs {kept['monitor']['words']}")
    return lines


async def _kept(
    project: SuiteProject, suite: SuiteFileModel, saving: Saving, recipe: dict[str, Any]
) -> tuple[dict[str, Any], bool]:
    path = f"{project.path}/suites"
    body: dict[str, Any] = {"name": saving.name, "recipe": recipe}
    if "description" in suite.model_fields_set:
        body["description"] = suite.description
    if "daily_limit_usd" in suite.model_fields_set:
        body["daily_limit_usd"] = suite.daily_limit_usd
    for left in reversed(range(TRIES)):
        known = await _named(project, saving.name)
        try:
            if known is None:
                return await project.client.post(path, body), True
            changed = {**body, "revision": known["revision"]}
            return await project.client.patch(f"{path}/{known['id']}", changed), False
        except RequestRefused as refused:
            # Another person saved the suite at the same time: save again.
            if refused.code not in ("EDIT_CONFLICT", "DUPLICATE_NAME") or not left:
                raise
    raise AssertionError("unreachable")


async def _named(project: SuiteProject, name: str) -> dict[str, Any] | None:
    for state in STATES:
        found = await project.client.every(f"{project.path}/suites", search=name, state=state)
        for suite in found:
            if suite["name"].lower() == name.lower():
                if state == "archived":
                    message = f"The suite {suite['name']} is archived. Restore it first, or choose another name"
                    raise WrongSuite([FileProblem(message=message, where="--save")])
                return suite
    return None


async def _check_schedule(project: SuiteProject, saving: Saving) -> None:
    assert saving.cron is not None
    seen = await project.client.get(
        f"{project.path}/schedule-preview", cron=saving.cron, timezone=saving.timezone
    )
    if seen["problem"]:
        raise WrongSuite([FileProblem(message=seen["problem"], where="--cron")])


async def _scheduled(
    project: SuiteProject, saving: Saving, suite: dict[str, Any]
) -> dict[str, Any]:
    """Create or change the monitor that has the name of the suite. Other monitors are not changed."""
    path = f"{project.path}/monitors"
    name = suite["name"][:MOST_MONITOR_NAME].rstrip()
    schedule = {"cron": saving.cron, "timezone": saving.timezone}
    for monitor in await project.client.every(path, suite=suite["id"]):
        if monitor["name"].lower() == name.lower():
            changed = {**schedule, "enabled": True, "revision": monitor["revision"]}
            return await project.client.patch(f"{path}/{monitor['id']}", changed)
    body = {**schedule, "suite_id": suite["id"], "name": name}
    return await project.client.post(path, body)


def _each(target: dict[str, Any]) -> list[dict[str, Any]]:
    """Expand the parameter grid of a target, because a recipe lists each combination."""
    grid: dict[str, list[Any]] = {
        name: values for name, values in target.get("grid", {}).items() if values
    }
    names = sorted(grid)
    return [
        {
            "model": target["model"],
            "parameters": {
                **(target.get("parameters") or {}),
                **dict(zip(names, values, strict=True)),
            },
        }
        for values in product(*(dict.fromkeys(grid[name]) for name in names))
    ]
