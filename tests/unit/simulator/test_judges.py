"""Judges agree with the quality that is there, on the scale asked for, but for the leanings they are given."""

import json
from statistics import mean
from typing import Any

import pytest

from edison.domain.arena.question_review import GOAL
from edison.simulator.behaviour import JudgeFaults
from edison.simulator.compose_answer import speak
from edison.simulator.named_models import MODELS
from edison.simulator.simulated_call import ConversationTurn, SimulatedRequest
from edison.simulator.worlds.prompt_brief import Brief
from edison.simulator.worlds.support_world import SUPPORT

CASE = "My order 4711 arrived damaged and I want a refund."
EVERY = frozenset(feature.name for feature in SUPPORT.features)
BRIEF = Brief(instructions="Customer support", content=CASE)
GOOD = SUPPORT.write(EVERY, BRIEF, "key")
BAD = SUPPORT.write(frozenset(), BRIEF, "key")
EXACT = JudgeFaults(noise=0)
SCORE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "score": {"type": "integer", "minimum": 1, "maximum": 10},
        "reason": {"type": "string"},
    },
    "required": ["score", "reason"],
}


def judge(
    prompt: str,
    schema: dict[str, Any] | None,
    leanings: JudgeFaults = EXACT,
    model: str = "sim-judge",
) -> Any:
    turns = (ConversationTurn(role="user", text=prompt),)
    asked = SimulatedRequest(model=model, turns=turns, schema=schema, temperature=0)
    text = speak(asked, MODELS[model], seed=7, trial=0, leanings=leanings)[0]
    return json.loads(text) if schema else text


def prompt_for(answer: str, criteria: str = "empathy, completeness and brevity") -> str:
    return (
        f"Grade the reply of a customer support agent for {criteria}, from 1 to 10.\n"
        f"<input>{CASE}</input>\n<answer>{answer}</answer>"
    )


def score(answer: str, leanings: JudgeFaults = EXACT) -> int:
    return judge(prompt_for(answer), SCORE, leanings)["score"]


def test_a_good_answer_gets_the_top_and_a_bad_one_does_not() -> None:
    assert score(GOOD) == 10
    assert score(BAD) <= 3


def test_each_feature_that_is_lost_costs_points() -> None:
    found = [score(SUPPORT.write(EVERY - {name}, BRIEF, "key")) for name in sorted(EVERY)]

    assert all(points < 10 for points in found)
    assert mean(found) > score(BAD)


def test_a_criterion_is_judged_by_what_belongs_to_it() -> None:
    schema = {
        "type": "object",
        "properties": {
            name: {"type": "number", "minimum": 0, "maximum": 1} for name in ("empathy", "brevity")
        },
    }
    cold = SUPPORT.write(EVERY - {"empathy"}, BRIEF, "key")

    assert judge(prompt_for(cold), schema) == {"empathy": 0, "brevity": 1}


def test_lists_of_criteria_are_filled_in_the_order_of_the_prompt() -> None:
    item = {
        "type": "object",
        "properties": {
            "criterion": {"type": "string"},
            "score": {"type": "integer", "minimum": 1, "maximum": 5},
            "reason": {"type": "string"},
        },
    }
    schema = {"type": "object", "properties": {"scores": {"type": "array", "items": item}}}
    cold = SUPPORT.write(EVERY - {"empathy"}, BRIEF, "key")

    found = judge(prompt_for(cold), schema)["scores"]

    assert [(each["criterion"], each["score"]) for each in found] == [
        ("empathy", 1),
        ("completeness", 5),
        ("brevity", 5),
    ]


@pytest.mark.parametrize("scale", [(0, 1), (1, 5), (0, 100)])
def test_the_scale_of_the_prompt_is_kept(scale: tuple[int, int]) -> None:
    schema: dict[str, Any] = {"type": "object", "properties": {"score": {"type": "integer"}}}
    text = prompt_for(GOOD).replace("from 1 to 10", f"from {scale[0]} to {scale[1]}")

    assert judge(text, schema)["score"] == scale[1]


def test_any_model_judges_when_it_is_asked_to_grade() -> None:
    assert judge(prompt_for(GOOD), SCORE, model="sim-medium")["score"] == 10


def test_without_a_schema_the_judgement_is_readable() -> None:
    text = judge(prompt_for(GOOD), None)

    assert "Score: 10/10" in text
    assert "Reason: " in text


def test_leanings_move_the_scores_the_way_they_say() -> None:
    middling = SUPPORT.write(EVERY - {"empathy", "policy", "steps"}, BRIEF, "key")
    wordy = SUPPORT.write(frozenset({"empathy"}), BRIEF, "key")

    assert score(middling, JudgeFaults(noise=0, leniency=0.3)) > score(middling)
    assert score(wordy, JudgeFaults(noise=0, length_bias=0.5)) > score(wordy)
    noisy = {score(f"{middling} {mark}", JudgeFaults(noise=0.3)) for mark in range(12)}
    assert len(noisy) > 2


@pytest.mark.parametrize("first", [True, False])
def test_the_better_of_two_wins_unless_the_judge_looks_at_the_place(first: bool) -> None:
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {"winner": {"enum": ["A", "B"], "type": "string"}},
    }
    one, two = (GOOD, BAD) if first else (BAD, GOOD)
    text = (
        "Judge which reply of the customer support agent is better.\n"
        f"<answer_a>{one}</answer_a>\n<answer_b>{two}</answer_b>"
    )

    assert judge(text, schema)["winner"] == ("A" if first else "B")
    assert judge(text, schema, JudgeFaults(noise=0, position_bias=1))["winner"] == "A"


def test_questions_of_a_test_are_told_apart() -> None:
    names = ("clarity", "difficulty", "relevance", "originality")
    scale = {"type": "integer", "minimum": 0, "maximum": 10}
    schema = {"type": "object", "properties": dict.fromkeys(names, scale), "required": [*names]}

    def grades(question: str) -> dict[str, int]:
        wall = "data-0a1b2c3d"
        texts = {"input": "A test about railway timetables.", "output": question}
        walled = "\n".join(
            f'<{wall} name="{name}">\n{text}\n</{wall}>' for name, text in texts.items()
        )
        return judge(f"{GOAL}\n\n{walled}", schema)

    easy = grades("Which railway is it?")
    hard = grades(
        "Explain why a railway timetable with 3 trains an hour fails "
        "if each step is 2 minutes late, and compare 2 ways out."
    )
    astray = grades("What do cats dream of")

    assert hard["difficulty"] > easy["difficulty"]
    assert astray["relevance"] < min(easy["relevance"], hard["relevance"])
    assert astray["clarity"] < easy["clarity"]
