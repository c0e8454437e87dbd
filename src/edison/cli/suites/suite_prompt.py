"""Prompt of a suite: found by name, or saved with a new version if its text changed."""

from dataclasses import dataclass
from typing import Any, cast

from edison.cli.api_client import Client, RequestRefused, part
from edison.cli.suites.file_checks import SuiteFile
from edison.domain.suites.suite_file.read_suite_file import WrongSuite
from edison.domain.suites.suite_file.suite_file_model import FilePrompt

TRIES = 5
KEPT = "Kept by edison run"


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteProject:
    """The project in which a suite runs."""

    client: Client
    slug: str

    @property
    def path(self) -> str:
        return f"/projects/{part(self.slug)}"

    async def named(self, what: str, name: str) -> list[dict[str, Any]]:
        """Return all prompts or datasets with exactly this name."""
        found = await self.client.every(f"{self.path}/{what}", search=name)
        return [item for item in found if item["name"] == name]


async def known_prompt(
    project: SuiteProject, file: SuiteFile, prompt: FilePrompt, place: int = 0
) -> dict[str, Any] | None:
    """Return the prompt with this name; None if it does not exist and the suite file contains its text."""
    where = ("prompt",) if file.suite.prompt is not None else ("prompts", place)
    found = await project.named("prompts", prompt.name)
    if len(found) > 1:
        raise WrongSuite(
            [
                file.problem(
                    f"{len(found)} prompts have the name {prompt.name}. Rename all but one",
                    *where,
                    "name",
                )
            ]
        )
    if not found:
        if prompt.written_here:
            return None
        raise WrongSuite([file.problem(f"There is no prompt {prompt.name}", *where, "name")])
    if found[0]["kind"] != "generator":
        raise WrongSuite([file.problem(f"{prompt.name} is a grader", *where, "name")])
    if prompt.version is not None and prompt.version > found[0]["latest"]:
        message = (
            f"{prompt.name} has no version {prompt.version}; the newest is {found[0]['latest']}"
        )
        raise WrongSuite([file.problem(message, *where, "version")])
    if prompt.label not in (None, "latest", *found[0]["labels"]):
        there_are = ", ".join(sorted(found[0]["labels"])) or "none"
        message = f"{prompt.name} has no label {prompt.label}; there are: {there_are}"
        raise WrongSuite([file.problem(message, *where, "label")])
    return found[0]


async def version_to_run(
    project: SuiteProject, suite: str, prompt: FilePrompt, known: dict[str, Any] | None
) -> dict[str, Any]:
    """Save the prompt text as a version if needed; return the version fields of the run request."""
    if not prompt.written_here:
        assert known
        if prompt.version is not None:
            return {"prompt": known["id"], "number": prompt.version}
        return {"prompt": known["id"], "label": prompt.label or "latest"}
    path = f"{project.path}/prompts"
    if known is None:
        made = await project.client.post(
            path,
            {"name": prompt.name, "description": KEPT, "content": prompt.content()},
        )
        known = cast("dict[str, Any]", made)
    for left in reversed(range(TRIES)):
        try:
            number = await _kept(project, suite, prompt, f"{path}/{known['id']}")
            return {"prompt": known["id"], "number": number}
        except RequestRefused as refused:
            # Two suites may save the same prompt at the same time; each must run its own text.
            if refused.code != "EDIT_CONFLICT" or not left:
                raise
    raise AssertionError("unreachable")


async def _kept(project: SuiteProject, suite: str, prompt: FilePrompt, path: str) -> int:
    """Set the draft to the text of the suite file; save it as a version unless it equals the newest version."""
    client, wanted = project.client, prompt.content()
    found = await client.get(path)
    if not same_content(found["draft"], wanted):
        if not found["clean"] and not found["problems"] and not _is_empty(found["draft"]):
            # A person edited the draft: save their text as a version.
            await client.post(
                f"{path}/versions",
                {
                    "changelog": f"Draft before edison run of {suite}"[:200],
                    "revision": found["revision"],
                },
            )
        found = await client.patch(path, {"content": wanted, "revision": found["revision"]})
    if found["clean"]:
        return found["latest"]
    saved = await client.post(
        f"{path}/versions",
        {"changelog": f"edison run of {suite}"[:200], "revision": found["revision"]},
    )
    return saved["number"]


def same_content(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return _essence(one) == _essence(other)


def _is_empty(content: dict[str, Any]) -> bool:
    return not _essence(content)


def _essence(content: dict[str, Any]) -> Any:
    """Remove empty parts of prompt content, so that a missing part equals an empty part."""
    output: dict[str, Any] = content.get("output") or {}
    if output.get("kind", "auto") == "auto":
        content = {name: value for name, value in content.items() if name != "output"}
    return _without_nothing(content)


def _without_nothing(value: Any) -> Any:
    if isinstance(value, dict):
        pairs = {
            name: _without_nothing(item) for name, item in cast("dict[str, Any]", value).items()
        }
        return {name: item for name, item in pairs.items() if item not in (None, "", [], {})}
    if isinstance(value, list):
        return [_without_nothing(item) for item in cast("list[Any]", value)]
    return value
