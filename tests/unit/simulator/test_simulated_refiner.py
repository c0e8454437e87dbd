"""Improvers add what is missing, one thing at a time, until nothing is."""

import json
from typing import Any

from edison.simulator.behaviour import JudgeFaults
from edison.simulator.compose_answer import speak
from edison.simulator.named_models import MODELS
from edison.simulator.simulated_call import ConversationTurn, SimulatedRequest
from edison.simulator.worlds.simulated_refiner import LAST_RESORT
from edison.simulator.worlds.support_world import SUPPORT
from tests.unit.simulator.test_worlds import CASES, quality

BARE = "You are a customer support agent."


def improve(prompt: str, *, more: str = "", schema: dict[str, Any] | None = None) -> str:
    text = f"Improve this prompt. {more}\n<prompt>\n{prompt}\n</prompt>"
    asked = SimulatedRequest(
        model="sim-large", turns=(ConversationTurn(role="user", text=text),), schema=schema
    )
    return speak(asked, MODELS["sim-large"], seed=7, trial=0, leanings=JudgeFaults())[0]


def test_a_prompt_gets_better_round_by_round_until_nothing_is_missing() -> None:
    prompts = [BARE]
    while not prompts[-1].endswith(LAST_RESORT):
        prompts.append(improve(prompts[-1]))
        assert len(prompts) < 12
    found = [quality(prompt, CASES) for prompt in prompts]

    assert len(prompts) == len(SUPPORT.features) + 2
    assert found == sorted(found)
    assert found[-1] > found[0] + 0.3


def test_what_the_feedback_speaks_of_comes_first() -> None:
    assert "Be brief" in improve(BARE, more="The judges complain about brevity.")


def test_a_diff_is_given_where_a_diff_is_asked_for() -> None:
    lines = improve(BARE, more="Answer with a unified diff.").splitlines()

    assert lines[:2] == ["--- prompt", "+++ prompt"]
    assert f" {BARE}" in lines
    assert len([line for line in lines[2:] if line.startswith("+")]) == 1


def test_a_schema_is_filled_with_the_prompt_and_the_reason() -> None:
    text = {"type": "string"}
    schema = {"type": "object", "properties": {"improved_prompt": text, "rationale": text}}

    found = json.loads(improve(BARE, schema=schema))

    assert found["improved_prompt"].startswith(BARE)
    assert "empathy" in found["rationale"]
