"""Read a promptfoo configuration as prompts, a dataset and a suite of Edison."""

import posixpath
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from edison.domain.datasets.dataset import CaseContent
from edison.domain.errors import UnreadableFile
from edison.domain.imports.import_plan import (
    ImportNotes,
    ImportPlan,
    PlannedDataset,
    PlannedModel,
    PlannedPrompt,
    PlannedScorer,
)
from edison.domain.imports.promptfoo_graded import CRITERION, grader_prompt
from edison.domain.imports.promptfoo_models import named_model, read_models
from edison.domain.imports.promptfoo_prompts import read_prompts
from edison.domain.imports.promptfoo_read_test import GradedUse, ReadTest
from edison.domain.imports.promptfoo_tests import SpecCheck, TestReader
from edison.domain.imports.source_files import SourceFiles, as_dict
from edison.domain.imports.suite_checks import scorers_of_tests
from edison.domain.prompts.prompt import PromptKind
from edison.domain.runs.run_plan import MOST_TRIALS
from edison.domain.suites.suite import MOST_NAME

USUAL_NAMES = ("promptfooconfig.yaml", "promptfooconfig.yml", "promptfooconfig.json")
# The model that grades if the configuration names none.
USUAL_GRADER = "grader"
_READ = {
    "prompts", "providers", "targets", "tests", "scenarios", "defaultTest", "description",
    "assertionTemplates", "evaluateOptions", "$schema", "outputPath", "sharing", "tags",
}  # fmt: skip


def read_promptfoo(files: SourceFiles, notes: ImportNotes, check: SpecCheck) -> ImportPlan:
    """Read the configuration among the files. The report says what became of each part."""
    path = _config_path(files)
    beside = files.beside(path)
    config = as_dict(beside.data(posixpath.basename(path)))
    if "prompts" not in config:
        raise UnreadableFile(
            f"{path} has no prompts, so it is not a promptfoo configuration. "
            "Send promptfooconfig.yaml and the files it refers to",
            field="files",
            advice="Correct the files and import them again.",
        )
    name = " ".join(str(config.get("description") or _folder_name(path)).split())[: MOST_NAME - 20]
    prompts = read_prompts(config["prompts"], beside, notes)
    models = read_models(config.get("providers") or config.get("targets"), beside, notes)
    aliases = {new: old for each in prompts for new, old in each.aliases.items()}
    reader = TestReader(config, beside, aliases, notes, check)
    tests = reader.read()
    for key in config.keys() - _READ:
        notes.skipped(key, "option", key, "Edison has no such setting")
    graded, cases = _with_criteria(tests)
    scorers, cases = scorers_of_tests(tests, cases)
    if reader.similar_at is not None:
        spec = {"kind": "semantic_similarity", "pass_at": reader.similar_at}
        scorers.append(PlannedScorer(spec=spec, model="embedding"))
        models.append(
            PlannedModel(source="embedding", name="text-embedding-3-small", use="embedding")
        )
    moderation = next((test.moderation for test in tests if test.moderation), None)
    if moderation is not None:
        model = named_model(moderation, "moderation", {}, notes)
        if model is not None:
            models.append(model)
            scorers.append(PlannedScorer(spec={"kind": "moderation"}, model=model.source))
    for grader in graded:
        scorers.append(grader.scorer)
        models.append(grader.model)
    return ImportPlan(
        name=name,
        prompts=(
            *(PlannedPrompt(name=each.name, content=each.content) for each in prompts),
            *(grader.prompt for grader in graded),
        ),
        datasets=(PlannedDataset(name=name, cases=tuple(cases)),),
        models=tuple({(each.source, each.use): each for each in models}.values()),
        scorers=tuple(scorers),
        trials=_trials(config, notes),
        entries=notes.entries(),
    )


def _config_path(files: SourceFiles) -> str:
    for wanted in USUAL_NAMES:
        for path in files.paths:
            if posixpath.basename(path) == wanted:
                return path
    named = [path for path in files.paths if path.endswith((".yaml", ".yml", ".json"))]
    if not named:
        raise UnreadableFile(
            "There is no configuration among the files. Send promptfooconfig.yaml",
            field="files",
            advice="Correct the files and import them again.",
        )
    return named[0]


def _folder_name(path: str) -> str:
    folder = posixpath.basename(posixpath.dirname(path))
    return folder or posixpath.splitext(posixpath.basename(path))[0]


def _trials(config: dict[str, Any], notes: ImportNotes) -> int:
    repeat = as_dict(config.get("evaluateOptions")).get("repeat", 1)
    if not isinstance(repeat, int) or not 1 <= repeat <= MOST_TRIALS:
        notes.skipped("evaluateOptions", "option", "repeat", f"A run has 1 to {MOST_TRIALS} trials")
        return 1
    return repeat


class _Grader:
    def __init__(self, use: GradedUse, variable: str) -> None:
        form = use.form
        name = f"{form.name}, negated" if use.negate else form.name
        if use.negate:
            task = f"{form.task} It must NOT be so: give 1 if it is not met, and 0 if it is."
            form = replace(form, task=task)
        number = variable.removeprefix(CRITERION).strip("_")
        self.name = f"{name} {number}".strip()
        self.prompt = PlannedPrompt(
            name=self.name,
            content=grader_prompt(form, variable),
            kind=PromptKind.GRADER,
            in_suite=False,
        )
        source = use.provider or USUAL_GRADER
        found = named_model(source, "grader", {}, ImportNotes())
        self.model = found or PlannedModel(source=USUAL_GRADER, name=USUAL_GRADER, use="grader")
        spec = {"kind": "grader", "name": self.name, "pass_at": use.pass_at, "only_with": variable}
        self.scorer = PlannedScorer(spec=spec, model=self.model.source, prompt=self.name)


def _with_criteria(tests: Sequence[ReadTest]) -> tuple[list[_Grader], list[CaseContent]]:
    """Put the criteria of each case into its values, and make one grader for each kind of them."""
    graders: dict[tuple[object, ...], tuple[str, _Grader]] = {}
    cases: list[CaseContent] = []
    for test in tests:
        values = dict(test.content.values)
        nth: Counter[tuple[object, ...]] = Counter()
        for use in test.graded:
            kind = (use.form.name, use.pass_at, use.provider, use.negate)
            nth[kind] += 1
            key = (*kind, nth[kind])
            if key not in graders:
                variable = CRITERION if not graders else f"{CRITERION}_{len(graders) + 1}"
                graders[key] = (variable, _Grader(use, variable))
            values[graders[key][0]] = use.text or "(none)"
        cases.append(replace(test.content, values=values))
    return [grader for _, grader in graders.values()], cases
