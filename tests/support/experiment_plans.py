"""A valid plan for a dataset with the column `question` and one model for all purposes."""

from typing import Any

GOAL = "Answer questions of visitors of a museum in one sentence that a child understands."
TEXT = """You answer questions that visitors of a museum of natural history ask.
Answer in one sentence.

{{question}}"""


def criteria_body() -> list[dict[str, Any]]:
    return [
        {"name": "Accuracy", "description": "What it says is right", "weight": 0.6, "scale": 5},
        {"name": "Clarity", "description": "A child understands it", "weight": 0.4, "scale": 5},
    ]


def plan_body(dataset: str, model: str, **changes: Any) -> dict[str, Any]:
    body: dict[str, Any] = {
        "goal": GOAL,
        "criteria": criteria_body(),
        "prompt_name": "Museum guide",
        "content": {"messages": [{"role": "user", "content": TEXT}]},
        "dataset": dataset,
        "holdout_share": 0,
        "targets": [{"model": model}],
        "judges": [{"model": model}],
        "refiner": model,
    }
    return {**body, **changes}
