"""In the world of the demo project a sensible change of the prompt helps and a careless one does not."""

import re
from functools import cache

import numpy as np
import pytest

from edison.domain.demo import demo_story
from edison.domain.models.model_call import Message
from edison.domain.prompts.prompt import PromptContent
from edison.domain.prompts.template_renderer import render
from edison.domain.statistics.paired_comparison import (
    BETTER_HERE,
    Paired,
    Verdict,
    compare_scores,
)
from edison.simulator.behaviour import JudgeFaults
from edison.simulator.compose_answer import speak
from edison.simulator.named_models import MODELS
from edison.simulator.simulated_call import ConversationTurn, SimulatedRequest
from edison.simulator.worlds.prompt_brief import brief_of
from edison.simulator.worlds.registry import world_of

PRODUCTION = 1
[_MESSAGE] = demo_story.VERSIONS[PRODUCTION][0].messages
_INSTRUCTIONS, _CASE = re.split(r"(?=\n\n<message>)", _MESSAGE.content)
_APOLOGY, _STEPS, _LENGTH = (line for line in _INSTRUCTIONS.split("\n") if line.startswith("- "))

SENSIBLE = (
    _INSTRUCTIONS + "\n- Use the customer's first name and mention the order number.",
    _INSTRUCTIONS + "\n- Tell the customer what we will do next and when they will hear from us.",
    _INSTRUCTIONS + "\n- Close with a clear next step and a time frame.",
    _INSTRUCTIONS
    + "\n- Show that you have read the message: repeat the problem in your own words.",
    _INSTRUCTIONS + "\n- Greet the customer by name, and explain our return policy.",
    "Reply to the customer in a warm tone. Say sorry, list what they have to do, tell them when we will get back to"
    " them, and use their name. No more than 100 words.",
)
CARELESS = (
    "Answer the customer.",
    _INSTRUCTIONS + "\n- Reply in one sentence.",
    _INSTRUCTIONS.replace(_APOLOGY, "- Don't apologise, it makes us look guilty."),
    _INSTRUCTIONS.replace(_LENGTH, "- Write a long and detailed reply about everything."),
    _INSTRUCTIONS.replace(_STEPS, "- Do not use lists."),
    _INSTRUCTIONS + "\n- Use the same standard text for everybody.",
    _INSTRUCTIONS + "\n- Promise the customer a full refund.",
    _INSTRUCTIONS + "\n- MAKE IT REALLY GOOD!!!",
)


def _scores(content: PromptContent, model: str) -> list[float]:
    found: list[float] = []
    for case in demo_story.CASES:
        turns = tuple(
            ConversationTurn(role=message.role, text=message.content)
            for message in render(content, case.values)
        )
        asked = SimulatedRequest(model=model, turns=turns, temperature=0)
        answer, _ = speak(asked, MODELS[model], seed=7, trial=0, leanings=JudgeFaults())
        brief = brief_of(turns)
        world = world_of(brief)
        assert world.name == "support"
        found.append(
            sum(
                each.weight * round(each.scale * world.quality(answer, brief, each.name.lower()))
                for each in demo_story.CRITERIA
            )
            / demo_story.CRITERIA[0].scale
        )
    return found


@cache
def _of_version(place: int, model: str) -> list[float]:
    return _scores(demo_story.VERSIONS[place][0], model)


def _verdicts(base: int, other: PromptContent) -> list[Verdict]:
    pairs = [
        Paired(
            base=np.array(_of_version(base, model)),
            other=np.array(_scores(other, model)),
        )
        for model in demo_story.MODELS
    ]
    return [each.verdict for each in compare_scores(pairs, minimum_effect=0.02)]


def _written(instructions: str) -> PromptContent:
    return PromptContent(
        system=demo_story.VERSIONS[0][0].system,
        messages=(Message(role="user", content=instructions + _CASE),),
        parameters=demo_story.VERSIONS[0][0].parameters,
    )


def test_version_2_is_better_and_version_3_is_worse() -> None:
    assert _verdicts(0, demo_story.VERSIONS[1][0]) == [Verdict.BETTER] * 2
    assert _verdicts(1, demo_story.VERSIONS[2][0]) == [Verdict.WORSE] * 2


@pytest.mark.parametrize("instructions", SENSIBLE)
def test_a_sensible_change_of_version_2_is_better(instructions: str) -> None:
    assert _verdicts(PRODUCTION, _written(instructions)) == [Verdict.BETTER] * 2


@pytest.mark.parametrize("instructions", CARELESS)
def test_a_careless_change_of_version_2_is_not_better(instructions: str) -> None:
    assert not BETTER_HERE & set(_verdicts(PRODUCTION, _written(instructions)))


def test_the_cases_are_of_every_kind_and_some_are_held_out() -> None:
    tags = [tag for case in demo_story.CASES for tag in case.tags]
    assert len(demo_story.CASES) == 40
    assert {tags.count(topic) for topic in ("delivery", "damaged", "account", "billing", "refund")} == {8}  # fmt: skip
    assert sum(case.split == "holdout" for case in demo_story.CASES) == 10
