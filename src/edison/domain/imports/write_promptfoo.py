"""Writer of promptfoo configurations: prompts, providers, tests and assertions, with a list of what is left out."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import yaml

from edison.domain.datasets.dataset import CaseContent
from edison.domain.imports.promptfoo_written_checks import NotWritable, write_check
from edison.domain.models.attached_file import AttachedFile
from edison.domain.models.provider import Provider
from edison.domain.prompts.prompt import PromptContent

_PREFIXES = {
    Provider.OPENAI: "openai:chat",
    Provider.ANTHROPIC: "anthropic:messages",
    Provider.GEMINI: "google",
    Provider.VERTEX: "vertex",
    Provider.BEDROCK: "bedrock",
    Provider.AZURE: "azure:chat",
    Provider.OLLAMA: "ollama:chat",
    # Servers with the protocol of OpenAI; their address is a setting of the provider.
    Provider.COMPATIBLE: "openai:chat",
}
_CHECKS = "checks"


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenTarget:
    provider: Provider
    name: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptfooParts:
    """What a configuration is written from."""

    name: str
    prompts: Sequence[PromptContent]
    targets: Sequence[WrittenTarget]
    scorers: Sequence[Mapping[str, Any]]
    cases: Sequence[CaseContent]
    trials: int = 1


def write_promptfoo(parts: PromptfooParts) -> str:
    """Write a configuration as YAML. Comments at its top say what promptfoo has no counterpart for."""
    left_out: dict[str, None] = {}
    whole, by_expected = _divided(parts.scorers, left_out)
    document: dict[str, Any] = {
        "description": parts.name,
        "prompts": [_prompt(each, left_out) for each in parts.prompts],
        "providers": list(_providers(parts.targets, left_out)),
    }
    if whole:
        document["defaultTest"] = {"assert": whole}
    if parts.trials > 1:
        document["evaluateOptions"] = {"repeat": parts.trials}
    document["tests"] = [_test(case, by_expected, left_out) for case in parts.cases]
    said = "".join(f"# {' '.join(line.split())}\n" for line in left_out)
    return said + yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=100)


def _divided(
    scorers: Iterable[Mapping[str, Any]], left_out: dict[str, None]
) -> tuple[list[dict[str, Any]], list[Mapping[str, Any]]]:
    """Divide scorers into assertions of all tests, and those that are written with each test."""
    whole: list[dict[str, Any]] = []
    by_case: list[Mapping[str, Any]] = []
    for spec in scorers:
        if spec["kind"] == "case_checks":
            by_case.append(spec)
            continue
        try:
            whole.append(write_check(spec, None))
        except NotWritable as problem:
            if problem.needs_expected:
                by_case.append(spec)
            else:
                left_out[f"Not exported: {spec['kind']}: {problem}"] = None
    return whole, by_case


def _prompt(content: PromptContent, left_out: dict[str, None]) -> str:
    if content.tools:
        left_out["Not exported: the tools of the prompt; set them in the provider's config"] = None
    messages = [("system", content.system)] if content.system else []
    for shot in content.few_shots:
        messages += [("user", shot.user), ("assistant", shot.assistant)]
    messages += [(message.role, message.content) for message in content.messages]
    if any("{%" in text or "{#" in text for _, text in messages):
        left_out["Check the prompts: promptfoo reads {% and {# in them as template syntax"] = None
    if len(messages) == 1 and messages[0][0] == "user":
        return messages[0][1]
    return json.dumps(
        [{"role": role, "content": text} for role, text in messages], ensure_ascii=False, indent=2
    )


def _providers(targets: Sequence[WrittenTarget], left_out: dict[str, None]) -> Iterable[Any]:
    for target in targets:
        prefix = _PREFIXES.get(target.provider)
        if prefix is None:
            left_out[f"Not exported: the target {target.name}: promptfoo cannot call it"] = None
            continue
        source = f"{prefix}:{target.name}"
        yield {"id": source, "config": dict(target.parameters)} if target.parameters else source


def _test(
    case: CaseContent, scorers: Sequence[Mapping[str, Any]], left_out: dict[str, None]
) -> dict[str, Any]:
    found: dict[str, Any] = {"vars": dict(_variables(case, left_out))}
    asserted: list[dict[str, Any]] = []
    for spec in scorers:
        if spec["kind"] == "case_checks":
            listed = case.metadata.get(spec.get("field", _CHECKS), ())
            asserted += _own_checks(cast("list[dict[str, Any]]", listed), left_out)
        elif case.expected is not None:
            try:
                asserted.append(write_check(spec, case.expected))
            except NotWritable as problem:
                left_out[f"Not exported: {spec['kind']}: {problem}"] = None
    if asserted:
        found["assert"] = asserted
    metadata = {name: value for name, value in case.metadata.items() if name != _CHECKS}
    if metadata:
        found["metadata"] = metadata
    return found


def _own_checks(
    checks: Sequence[Mapping[str, Any]], left_out: dict[str, None]
) -> Iterable[dict[str, Any]]:
    """Write the checks of a case. One that cannot be written does not keep the others from it."""
    for check in checks:
        spec = check.get("spec")
        if spec is None:
            left_out["Not exported: sets of checks of a case"] = None
            continue
        # Both the check and its scorer can be negated.
        negate = bool(spec.get("negate")) != bool(check.get("negate"))
        try:
            found = write_check({**spec, "negate": negate}, None)
        except NotWritable as problem:
            left_out[f"Not exported: {spec['kind']}: {problem}"] = None
            continue
        if check.get("weight", 1) != 1:
            found["weight"] = check["weight"]
        yield found


def _variables(case: CaseContent, left_out: dict[str, None]) -> Iterable[tuple[str, Any]]:
    for name, value in case.values.items():
        if isinstance(value, str):
            yield name, value
        elif isinstance(value, AttachedFile):
            left_out["Not exported: files of cases"] = None
        else:
            left_out["Not exported: conversations in variables"] = None
