"""Exports of OpenAI: evals with their graders and runs, and reusable prompts (`pmpt_…`)."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from edison.domain.datasets.dataset import CaseContent, CaseValue
from edison.domain.errors import UnreadableFile
from edison.domain.imports.import_plan import (
    ImportNotes,
    ImportPlan,
    PlannedDataset,
    PlannedModel,
    PlannedPrompt,
    PlannedScorer,
)
from edison.domain.imports.nunjucks_text import (
    NotConstant,
    convert_template,
    plain_text,
    render_constant,
    value_at,
)
from edison.domain.imports.openai_graders import (
    GraderPlan,
    UnmappedGrader,
    check_of_grader,
    prompt_of_grader,
)
from edison.domain.imports.openai_messages import content_of, model_of
from edison.domain.imports.promptfoo_read_test import ReadTest
from edison.domain.imports.source_files import MissingFile, SourceFiles, as_dict, as_list
from edison.domain.imports.suite_checks import scorers_of_tests

SpecCheck = Callable[[dict[str, Any]], str | None]
_ITEM = re.compile(r"\{\{\s*item\.")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    evals: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    runs: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    prompts: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    items: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])


def read_openai(files: SourceFiles, notes: ImportNotes, check: SpecCheck) -> ImportPlan:
    """Read evals, runs, data and reusable prompts from JSON and JSONL files."""
    found = _Found()
    for path in files.paths:
        data = files.data(path)
        if not isinstance(data, str):
            for each in _objects(data):
                _sort(each, found)
    if not (found.evals or found.prompts or found.runs):
        raise UnreadableFile(
            "The files hold neither an eval nor a reusable prompt of OpenAI",
            field="files",
            advice="Send the JSON of an eval (`object: eval`), of its runs, or of a prompt (`pmpt_…`).",
        )
    prompts = [_reusable(each, notes) for each in found.prompts]
    models = [model for each in found.prompts if (model := model_of(each, notes)) is not None]
    plan = ImportPlan(name="OpenAI import", prompts=tuple(prompts), models=tuple(models))
    if found.evals or found.runs:
        plan = _with_eval(plan, found, files, notes, check)
    return replace(
        plan,
        models=tuple({(each.source, each.use): each for each in plan.models}.values()),
        entries=notes.entries(),
    )


def _objects(data: Any) -> Iterator[dict[str, Any]]:
    for each in as_list(data) if isinstance(data, list) else [data]:
        fields = as_dict(each)
        if fields.get("object") == "list" or (
            isinstance(fields.get("data"), list) and "id" not in fields
        ):
            yield from _objects(fields.get("data"))
            continue
        yield fields
        for name in ("eval", "runs", "prompts", "evals"):
            if name in fields and name != fields.get("object"):
                yield from _objects(fields[name])


def _sort(each: dict[str, Any], found: _Found) -> None:
    kind = str(each.get("object", ""))
    if str(each.get("id", "")).startswith("pmpt_") or kind == "prompt":
        found.prompts.append(each)
    elif kind == "eval" or "testing_criteria" in each:
        found.evals.append(each)
    elif kind == "eval.run" or "data_source" in each:
        found.runs.append(each)
    elif "item" in each:
        found.items.append(each)


def _reusable(given: dict[str, Any], notes: ImportNotes) -> PlannedPrompt:
    name = str(given.get("name") or given.get("id") or "Prompt")
    content, problems = content_of(given)
    place = str(given.get("id") or name)
    if problems:
        notes.approximated(place, "prompt", name, "; ".join(problems[:3]))
    else:
        notes.mapped(place, "prompt", name)
    version = given.get("version")
    about = f"Reusable prompt {given.get('id', '')} of OpenAI"
    return PlannedPrompt(
        name=name,
        content=content,
        description=f"{about}, version {version}" if version else about,
        labels=("production",),
    )


def _with_eval(
    plan: ImportPlan, found: _Found, files: SourceFiles, notes: ImportNotes, check: SpecCheck
) -> ImportPlan:
    given = found.evals[0] if found.evals else {}
    for other in found.evals[1:]:
        notes.skipped(
            str(other.get("id", "")),
            "dataset",
            str(other.get("name", "eval")),
            "One eval at a time",
        )
    name = str(given.get("name") or "OpenAI eval")
    prompts, models = list(plan.prompts), list(plan.models)
    items = [as_dict(each["item"]) for each in found.items]
    for number, run in enumerate(found.runs):
        _run(run, f"runs[{number}]", files, prompts, models, items, notes)
    unique = list({plain_text(item): item for item in items}.values())
    graders = list(_graders(given, notes))
    plans = [each for each in graders if each.prompt is not None]
    tests = [
        _test(item, graders, notes if place == 0 else ImportNotes(), check)
        for place, item in enumerate(unique)
    ]
    scorers, cases = scorers_of_tests(tests, [test.content for test in tests])
    for each in plans:
        assert each.prompt is not None
        prompts.append(each.prompt)
        models.append(PlannedModel(source=each.model, name=each.model, use="grader"))
        spec = {"kind": "grader", "name": each.name, "pass_at": each.pass_at}
        scorers.append(PlannedScorer(spec=spec, model=each.model, prompt=each.name))
    if not unique:
        notes.skipped(
            "data", "dataset", name, "Its data is a stored file: download it and send it too"
        )
    else:
        notes.mapped("data", "dataset", name, f"{len(unique)} cases")
    return replace(
        plan,
        name=name,
        prompts=tuple(prompts),
        models=tuple(models),
        datasets=(PlannedDataset(name=name, cases=tuple(cases)),) if cases else (),
        scorers=tuple(scorers),
    )


def _run(
    run: dict[str, Any],
    place: str,
    files: SourceFiles,
    prompts: list[PlannedPrompt],
    models: list[PlannedModel],
    items: list[dict[str, Any]],
    notes: ImportNotes,
) -> None:
    source = as_dict(run.get("data_source"))
    data = as_dict(source.get("source"))
    if as_list(data.get("content")):
        items += [as_dict(as_dict(each).get("item")) for each in as_list(data["content"])]
    elif data.get("id"):
        try:
            items += [
                as_dict(as_dict(each).get("item", each))
                for each in as_list(files.data(f"{data['id']}.jsonl"))
            ]
        except MissingFile:
            reason = f"Download the file and send it as {data['id']}.jsonl"
            notes.skipped(place, "dataset", str(data["id"]), reason)
    template = as_dict(source.get("input_messages"))
    messages = as_list(template.get("template"))
    if messages:
        content, problems = content_of(
            {"messages": _plain_items(messages), **as_dict(source.get("sampling_params"))}
        )
        label = str(run.get("name") or f"Run {len(prompts) + 1}")
        if all(each.content != content for each in prompts):
            prompts.append(PlannedPrompt(name=label, content=content))
            if problems:
                notes.approximated(place, "prompt", label, "; ".join(problems[:3]))
            else:
                notes.mapped(place, "prompt", label)
    model = model_of({**source, **as_dict(source.get("sampling_params"))}, notes)
    if model is not None:
        models.append(model)
    notes.skipped(
        place, "run", str(run.get("name") or run.get("id") or place),
        "Its answers are not imported; run the suite, or upload them as an application run",
    )  # fmt: skip


def _plain_items(messages: list[Any]) -> list[Any]:
    return [
        {**as_dict(each), "content": _without_item(as_dict(each).get("content"))}
        for each in messages
    ]


def _without_item(content: Any) -> Any:
    if isinstance(content, str):
        return _ITEM.sub("{{", content)
    if isinstance(content, list):
        return [
            {**as_dict(p), "text": _without_item(as_dict(p).get("text"))} for p in as_list(content)
        ]
    fields = as_dict(content)
    return _without_item(fields.get("text")) if fields else content


def _graders(given: dict[str, Any], notes: ImportNotes) -> Iterator[GraderPlan]:
    for number, grader in enumerate(as_list(given.get("testing_criteria"))):
        fields = as_dict(grader)
        name = str(fields.get("name") or fields.get("type") or f"Grader {number + 1}")
        place = f"testing_criteria[{number}]"
        try:
            planned = prompt_of_grader(name, place, fields)
        except UnmappedGrader as error:
            notes.skipped(place, "scorer", f"{fields.get('type')}: {name}", str(error))
            continue
        if planned.prompt is not None:
            notes.mapped(place, "scorer", f"{fields.get('type')}: {name}", planned.note)
        yield planned


def _test(
    item: dict[str, Any], graders: list[GraderPlan], notes: ImportNotes, check: SpecCheck
) -> ReadTest:
    values: dict[str, CaseValue] = {name: plain_text(value) for name, value in item.items()}
    checks: list[dict[str, Any]] = []
    for each in graders:
        if each.prompt is not None:
            continue
        name = f"{each.fields.get('type')}: {each.name}"
        try:
            planned, differs = check_of_grader(each, lambda text: _constant(text, item))
            problem = check(planned["spec"])
            if problem is not None:
                raise UnmappedGrader(problem)
        except (UnmappedGrader, NotConstant) as error:
            notes.skipped(each.place, "scorer", name, str(error))
            continue
        checks.append(planned)
        if differs:
            notes.approximated(each.place, "scorer", name, differs)
        else:
            notes.mapped(each.place, "scorer", name)
    for path in _paths(graders):
        values.setdefault(re.sub(r"\W+", "_", path), plain_text(value_at(path, item)))
    return ReadTest(
        content=CaseContent(values=values or {"case": "1"}),
        checks=tuple(checks),
        pass_at=None,
        graded=(),
        moderation=None,
    )


def _paths(graders: list[GraderPlan]) -> set[str]:
    texts = [m.content for each in graders if each.prompt for m in each.prompt.content.messages]
    return {old for text in texts for old in convert_template(text).aliases.values()}


def _constant(text: str, item: dict[str, Any]) -> str:
    return render_constant(text, {"item": item})
