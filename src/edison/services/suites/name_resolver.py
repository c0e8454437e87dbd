"""Resolve the names in a suite file to ids of this project, and report every unknown name with its line."""

from decimal import Decimal
from typing import Any
from uuid import UUID

from edison.domain.datasets.dataset import Split
from edison.domain.ids import JudgeId, ModelId, ProjectId, PromptId
from edison.domain.models.parameters import NOTHING_SET, Parameters
from edison.domain.money import from_usd
from edison.domain.prompts.prompt import PromptKind
from edison.domain.runs.run_order import TargetChoice
from edison.domain.runs.run_plan import ALL_CASES, MOST_COLUMNS, CaseChoice
from edison.domain.suites.recipe import (
    NAME_A_MODEL,
    DatasetRef,
    PromptRef,
    Recipe,
    SuiteTarget,
)
from edison.domain.suites.suite_file import suite_file_model
from edison.domain.suites.suite_file.read_suite_file import FileProblem, SuiteText, thresholds_of
from edison.store.repositories.suites.suite_parts import KnownPrompt, NamedJudgeRef, NamedModelRef
from edison.store.unit_of_work import ReadTx

NOBODY = UUID(int=0)


class Resolver:
    """Resolves the names in one suite file to ids of one project."""

    def __init__(self, read: SuiteText) -> None:
        self._read = read
        self._prompts: dict[str, KnownPrompt] = {}
        self._models: dict[str, list[NamedModelRef]] = {}
        self._judges: dict[str, NamedJudgeRef] = {}
        self.problems: list[FileProblem] = []
        # For each target of the recipe, its index in the file: a grid expands one target to several.
        self.target_places: list[int] = []

    async def recipe(self, tx: ReadTx, project: ProjectId) -> Recipe:
        suite = self._read.suite
        await self._look_up(tx, project, suite)
        prompts = tuple(self._prompt(place, each) for place, each in enumerate(suite.every_prompt))
        dataset = await self._dataset(tx, project, suite.dataset)
        budget = suite.budget_usd
        return Recipe(
            prompts=prompts,
            dataset=dataset,
            choice=_choice(suite.dataset),
            targets=self._targets(suite),
            scorers=tuple(self._scorer(place, each) for place, each in enumerate(suite.scorers)),
            trials=suite.trials,
            thresholds=thresholds_of(suite),
            fallback=self._fallback(suite.fallback),
            run_budget=None if budget is None else from_usd(Decimal(str(budget))),
            timeout_s=suite.timeout_s,
            # A saved suite does not reuse answers unless the file sets `reuse`.
            reuse=suite.reuse if "reuse" in suite.model_fields_set else False,
            max_error_share=suite.max_error_share,
            delivery=suite.delivery,
            after_expiry=suite.after_expiry,
        )

    async def _look_up(
        self, tx: ReadTx, project: ProjectId, suite: suite_file_model.SuiteFileModel
    ) -> None:
        """Load the ids of all names, with one query for each kind of object."""
        specs = [(scorer.kind, scorer.model_extra or {}) for scorer in suite.scorers]
        prompts = {each.name for each in suite.every_prompt}
        prompts |= {str(more["prompt"]) for kind, more in specs if kind == "grader"}
        models = {target.model for target in suite.targets}
        models |= {suite.fallback.model} if suite.fallback else set()
        models |= {str(more["model"]) for kind, more in specs if kind in NAME_A_MODEL}
        judges = {str(more["judge"]) for kind, more in specs if kind in ("judge", "pairwise")}
        self._prompts = await tx.suite_parts.prompts_named(project, prompts)
        self._models = await tx.suite_parts.models_named(project, models)
        self._judges = await tx.suite_parts.judges_named(project, judges)

    def _prompt(self, place: int, prompt: suite_file_model.FilePrompt) -> PromptRef:
        where = ("prompt",) if self._read.suite.prompt is not None else ("prompts", place)
        if prompt.written_here:
            self._lack(
                f"The text of {prompt.name} is in the file: save it with `edison run --save`, "
                "or remove it to use the prompt of the project",
                *where,
            )
        known = self._prompts.get(prompt.name)
        if known is None:
            if not prompt.written_here:
                self._lack(f"There is no prompt {prompt.name}", *where, "name")
            return PromptRef(prompt=PromptId(NOBODY))
        if known.kind is not PromptKind.GENERATOR:
            self._lack(f"{prompt.name} is a grader, not a prompt to run", *where, "name")
        if prompt.label is not None and known.resolved(None, prompt.label) is None:
            self._lack(f"{prompt.name} has no label {prompt.label}", *where, "label")
        return PromptRef(prompt=known.id, version=prompt.version, label=prompt.label)

    async def _dataset(
        self, tx: ReadTx, project: ProjectId, dataset: suite_file_model.FileDataset | None
    ) -> DatasetRef | None:
        if dataset is None:
            return None
        known = await tx.suite_parts.dataset_named(project, dataset.name)
        if dataset.cases is not None or dataset.file is not None:
            self._lack(
                f"The cases of {dataset.name} are in a file: save them with `edison run --save`, "
                "or remove them to use the dataset of the project",
                "dataset",
            )
        elif known is None:
            self._lack(f"There is no dataset {dataset.name}", "dataset", "name")
        return None if known is None else DatasetRef(id=known.id, version=dataset.version)

    def _targets(self, suite: suite_file_model.SuiteFileModel) -> tuple[SuiteTarget, ...]:
        found: list[SuiteTarget] = []
        for place, target in enumerate(suite.targets):
            choice = TargetChoice(
                model=self._model(target.model, target.credential, "targets", place),
                parameters=_parameters(target.parameters),
                grid={} if target.grid is None else _grid(target.grid),
            )
            for parameters in choice.expanded():
                found.append(SuiteTarget(model=choice.model, parameters=parameters))
                self.target_places.append(place)
                if len(found) > MOST_COLUMNS:
                    self._lack(f"A run has at most {MOST_COLUMNS} columns", "targets", place)
                    return tuple(found)
        return tuple(found)

    def _fallback(self, fallback: suite_file_model.FileFallback | None) -> SuiteTarget | None:
        if fallback is None:
            return None
        return SuiteTarget(
            model=self._model(fallback.model, fallback.credential, "fallback"),
            parameters=_parameters(fallback.parameters),
        )

    def _scorer(self, place: int, scorer: suite_file_model.Scorer) -> dict[str, Any]:
        spec = scorer.given()
        where = ("scorers", place)
        if scorer.kind in NAME_A_MODEL:
            credential = spec.pop("credential", None)
            label = None if credential is None else str(credential)
            spec["model"] = str(self._model(str(spec["model"]), label, *where))
        if scorer.kind == "grader":
            known = self._prompts.get(str(spec["prompt"]))
            if known is None or known.kind is not PromptKind.GRADER:
                self._lack(f"There is no grader {spec['prompt']}", *where, "prompt")
            else:
                spec["prompt"] = str(known.id)
        if scorer.kind in ("judge", "pairwise"):
            judge = self._judges.get(str(spec["judge"]))
            if judge is None:
                self._lack(f"There is no judge {spec['judge']}", *where, "judge")
            spec["judge"] = str(JudgeId(NOBODY) if judge is None else judge.id)
        return spec

    def _model(self, name: str, credential: str | None, *where: str | int) -> ModelId:
        found = self._models.get(name, [])
        fitting = [one for one in found if credential in (None, one.credential_label)]
        if len(fitting) == 1:
            return fitting[0].id
        if fitting:
            labels = ", ".join(one.credential_label for one in fitting)
            self._lack(
                f"Several credentials offer {name}: set credential to one of {labels}",
                *where,
                "model",
            )
        else:
            by = f" of the credential {credential}" if credential else ""
            self._lack(
                f"There is no model {name}{by}; choose one from the catalog",
                *where,
                "model",
            )
        return ModelId(NOBODY)

    def _lack(self, message: str, *place: str | int) -> None:
        self.problems.append(self._read.problem(message, *place))


def _choice(dataset: suite_file_model.FileDataset | None) -> CaseChoice:
    if dataset is None or dataset.only is None:
        return ALL_CASES
    only = dataset.only
    return CaseChoice(
        split=None if only.split is None else Split(only.split),
        tags=tuple(only.tags),
        first=only.first,
        ids=tuple(UUID(case) for case in only.ids),
    )


def _parameters(given: suite_file_model.FileParameters | None) -> Parameters:
    if given is None:
        return NOTHING_SET
    values: dict[str, Any] = given.model_dump(exclude_none=True)
    values["stop"] = tuple(given.stop)
    return Parameters(**values)


def _grid(grid: suite_file_model.Grid) -> dict[str, tuple[Any, ...]]:
    return {name: tuple(dict.fromkeys(values)) for name, values in grid if values}
