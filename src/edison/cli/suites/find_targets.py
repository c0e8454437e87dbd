"""Resolves the names of models, graders and judges in a suite file to ids."""

from typing import Any
from uuid import UUID

from edison.cli.suites.file_checks import SuiteFile
from edison.cli.suites.suite_prompt import SuiteProject
from edison.domain.suites.suite_file.read_suite_file import FileProblem
from edison.domain.suites.suite_file.suite_file_model import FileTarget, Scorer, SuiteFileModel

MOST_SEARCHED = 100


class TargetNames:
    """Cache of resolved names. It collects the names that are not found."""

    def __init__(self, project: SuiteProject, file: SuiteFile) -> None:
        self._project = project
        self._file = file
        self._models: dict[str, list[dict[str, Any]]] = {}
        self.problems: list[FileProblem] = []

    async def targets(self, suite: SuiteFileModel) -> list[dict[str, Any]]:
        return [await self._target(number, target) for number, target in enumerate(suite.targets)]

    async def fallback(self, suite: SuiteFileModel) -> dict[str, Any] | None:
        given = suite.fallback
        if given is None:
            return None
        target = {name: value for name, value in given.given().items() if name != "credential"}
        target["model"] = await self._model(given.model, given.credential, ("fallback", "model"))
        return target

    async def scorers(self, suite: SuiteFileModel) -> list[dict[str, Any]]:
        return [await self._scorer(number, scorer) for number, scorer in enumerate(suite.scorers)]

    async def _target(self, number: int, target: FileTarget) -> dict[str, Any]:
        order = target.given()
        order.pop("credential", None)
        order["model"] = await self._model(
            target.model, target.credential, ("targets", number, "model")
        )
        return order

    async def _scorer(self, number: int, scorer: Scorer) -> dict[str, Any]:
        spec = scorer.given()
        if scorer.kind == "grader":
            place = ("scorers", number)
            label = spec.pop("credential", None)
            spec["model"] = await self._model(spec["model"], label, (*place, "model"))
            spec["prompt"] = await self._grader(spec["prompt"], (*place, "prompt"))
        if scorer.kind in ("moderation", "semantic_similarity"):
            label = spec.pop("credential", None)
            spec["model"] = await self._model(spec["model"], label, ("scorers", number, "model"))
        if scorer.kind in ("judge", "pairwise"):
            spec["judge"] = await self._judge(spec["judge"], ("scorers", number, "judge"))
        return spec

    async def _model(self, name: str, credential: str | None, place: tuple[Any, ...]) -> str:
        if _is_id(name):
            return name
        if name not in self._models:
            found = await self._project.client.every(
                f"{self._project.path}/models", search=name[:MOST_SEARCHED]
            )
            self._models[name] = [model for model in found if model["name"] == name]
        fitting = [
            model
            for model in self._models[name]
            if credential is None or model["credential_label"] == credential
        ]
        if len(fitting) == 1:
            return fitting[0]["id"]
        if fitting:
            labels = ", ".join(sorted(model["credential_label"] for model in fitting))
            self._lack(
                f"Several credentials offer {name}. Set `credential` to one of {labels}", place
            )
        else:
            by = f" of the credential {credential}" if credential else ""
            self._lack(
                f"There is no model {name}{by} in the project {self._project.slug}; "
                "see the model catalog",
                place,
            )
        return ""

    async def _grader(self, name: str, place: tuple[Any, ...]) -> str:
        if _is_id(name):
            return name
        found = [
            prompt
            for prompt in await self._project.named("prompts", name)
            if prompt["kind"] == "grader"
        ]
        if len(found) == 1:
            return found[0]["id"]
        self._lack(
            f"{len(found)} graders are called {name}" if found else f"There is no grader {name}",
            place,
        )
        return ""

    async def _judge(self, name: str, place: tuple[Any, ...]) -> str:
        """Return the id of a judge by its name, which is unique in a project."""
        if _is_id(name):
            return name
        for judge in await self._project.client.every(f"{self._project.path}/judges"):
            if judge["name"] == name:
                return judge["id"]
        self._lack(f"There is no judge {name} in the project {self._project.slug}", place)
        return ""

    def _lack(self, message: str, place: tuple[Any, ...]) -> None:
        self.problems.append(self._file.problem(message, *place))


def _is_id(text: str) -> bool:
    try:
        return str(UUID(text)) == text.lower()
    except ValueError:
        return False
