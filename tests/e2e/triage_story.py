"""A project with the triage task: prompt, grader, cases and simulated models, made through the API."""

from typing import Any

from edison.domain.datasets.dataset import CaseContent
from edison.domain.prompts.prompt import PromptContent, content_to_json
from tests.e2e.stage import Visitor
from tests.support import triage_task


def make_triage(owner: Visitor, at: str) -> dict[str, Any]:
    """Create the task in the project at this path, and return the ids of its parts."""
    owner.call("POST", f"{at}/credentials", {"provider": "SIMULATED", "label": "Simulated"})
    dataset = owner.call("POST", f"{at}/datasets", {"name": triage_task.DATASET_NAME})["id"]
    cases = [_case(case) for case in triage_task.CASES]
    owner.call("POST", f"{at}/datasets/{dataset}/cases", {"cases": cases})
    return {
        "prompt": _prompt(owner, at, triage_task.PROMPT_NAME, "generator", triage_task.PROMPT),
        "grader": _prompt(owner, at, triage_task.GRADER_NAME, "grader", triage_task.GRADER),
        "dataset": dataset,
        "models": [_model(owner, at, name) for name in triage_task.MODELS],
        "judge": _model(owner, at, triage_task.JUDGE),
    }


def _prompt(owner: Visitor, at: str, name: str, kind: str, content: PromptContent) -> str:
    body = {"name": name, "kind": kind, "content": content_to_json(content)}
    made = owner.call("POST", f"{at}/prompts", body)["id"]
    owner.call("POST", f"{at}/prompts/{made}/versions", {"changelog": "First version"})
    return made


def _case(case: CaseContent) -> dict[str, Any]:
    return {"values": case.values, "expected": case.expected, "tags": list(case.tags)}


def _model(owner: Visitor, at: str, name: str) -> str:
    found = owner.call("GET", f"{at}/models?search={name}&limit=100")["items"]
    return next(
        one["id"] for one in found if one["name"] == name and one["provider"] == "SIMULATED"
    )
