"""The simulated assistants give what the real ones are asked for.

True to the schema, sensible, and usable without a repair.
"""

import json
from typing import Any

import jsonschema_rs
import pytest

from edison.domain.assists.assist import (
    AssistInput,
    AssistKind,
    DraftObjectives,
    DraftPrompts,
    DraftRubric,
    GenerateCases,
    RewriteObjective,
    RewritePrompt,
)
from edison.domain.datasets.coverage import BARS, coverage_of, gaps_in_words, length_of, text_of
from edison.domain.datasets.dataset import CaseContent
from edison.domain.datasets.language_detection import language_of
from edison.engine.assists.assist_dialogue import dialogue_of
from edison.simulator.behaviour import JudgeFaults
from edison.simulator.compose_answer import speak
from edison.simulator.named_models import MODELS
from edison.simulator.simulated_call import ConversationTurn, SimulatedRequest
from edison.simulator.worlds.prompt_brief import brief_of
from edison.simulator.worlds.question_world import known
from edison.simulator.worlds.registry import world_of
from edison.simulator.worlds.simulated_judge import CRITERIA

GOALS = {
    "support": "Write helpful, empathetic replies to customers of an online shop",
    "extraction": "Extract names, dates and amounts from invoices as JSON",
    "sorting": "Classify support tickets into categories",
    "code": "Write Python functions that solve small tasks",
    "text": "Write short creative stories for children",
    "question": "Answer questions for a geography quiz about capital cities",
}


def helped(kind: AssistKind, wish: AssistInput, known: tuple[str, ...] = ()) -> dict[str, Any]:
    """Let the simulated model answer until the assistant has what it wants; never with a repair."""
    dialogue = dialogue_of(kind, wish, known, known)
    while (question := dialogue.next()) is not None:
        assert "This cannot be used" not in question.messages[-1].content
        turns = tuple(
            ConversationTurn(role=message.role, text=message.content)
            for message in question.messages
        )
        asked = SimulatedRequest(model="demo-careful", turns=turns, schema=question.output.schema)
        text, _ = speak(asked, MODELS["demo-careful"], seed=0, trial=0, leanings=JudgeFaults())
        jsonschema_rs.validate(question.output.schema, json.loads(text))
        assert len(text) / 4 < (question.parameters.max_tokens or 0)
        dialogue.hear(text)
    assert dialogue.problem is None
    assert dialogue.result is not None
    return dialogue.result


@pytest.mark.parametrize("world", GOALS)
def test_every_assistant_helps_in_every_world(world: str) -> None:
    goal = GOALS[world]
    options = helped(AssistKind.DRAFT_OBJECTIVES, DraftObjectives(hints=goal, count=5))["options"]
    assert len({option["text"] for option in options}) == 5
    for kind in (AssistKind.IMPROVE_OBJECTIVE, AssistKind.ADD_DETAILS):
        assert helped(kind, RewriteObjective(goal=goal))["changes"]
    # Judges of this world can see what the rubric asks for.
    rubric = helped(AssistKind.DRAFT_RUBRIC, DraftRubric(goal=goal))["criteria"]
    assert all(each["name"].casefold() in CRITERIA for each in rubric)

    prompts = helped(AssistKind.DRAFT_PROMPTS, DraftPrompts(goal=goal, count=5))["prompts"]
    for prompt in prompts:
        turns = [
            ConversationTurn(role="system", text=prompt["system"]),
            ConversationTurn(role="user", text=prompt["text"]),
        ]
        found = world_of(brief_of(turns))
        assert found.name == world
        # Something is left to improve.
        before = len(found.missing(prompt["text"]))
        assert before > 0
        better = helped(AssistKind.IMPROVE_PROMPT, RewritePrompt(text=prompt["text"], goal=goal))
        assert len(found.missing(better["text"])) < before
    asked_for = DraftPrompts(goal=goal, variables=("first", "second"))
    for prompt in helped(AssistKind.DRAFT_PROMPTS, asked_for)["prompts"]:
        assert "{{first}}" in prompt["text"]
        assert "{{second}}" in prompt["text"]


@pytest.mark.parametrize("kind", ["synthetic", "adversarial"])
@pytest.mark.parametrize("world", GOALS)
def test_twenty_distinct_cases_come_in_every_world(world: str, kind: Any) -> None:
    wish = GenerateCases(hints=GOALS[world], variables=("message", "customer_name"), count=20, kind=kind)  # fmt: skip
    found = helped(AssistKind.GENERATE_CASES, wish)

    assert found["made"] == 20
    assert len({case["values"]["message"] for case in found["cases"]}) == 20
    assert len({case["tags"][-1] for case in found["cases"]}) >= 3
    assert all(case["values"]["customer_name"] for case in found["cases"])
    if world == "sorting" and kind == "synthetic":
        assert all(case["expected"] in case["tags"] for case in found["cases"])


@pytest.mark.parametrize(
    "more",
    [
        {"topic": "photosynthesis", "types": ("logic", "coding"), "difficulty": "hard"},
        {"topic": "the history of bread"},
        {"types": ("math", "knowledge", "ethics", "writing", "dancing")},
        {"instructions": "Questions about tax law for beginners, with a twist"},
        {"topic": "geography", "types": ("facts",), "kind": "adversarial"},
    ],
)
def test_ten_varied_questions_come_for_a_topic_and_for_types(more: Any) -> None:
    """ARENA-3.2.3"""
    found = helped(AssistKind.GENERATE_CASES, GenerateCases(variables=("question",), **more))

    assert (found["made"], found["unusable"]) == (10, 0)
    assert found["diversity"] > 0.3
    types = more.get("types", ())
    assert {tag for case in found["cases"] for tag in case["tags"]} >= set(types)
    for case in found["cases"]:
        assert not types or set(case["tags"]) & set(types)
        assert more.get("difficulty") != "hard" or case["difficulty"] in (4, 5)


def test_a_question_with_one_answer_brings_it() -> None:
    wish = GenerateCases(variables=("question",), types=("math",), count=30)
    for case in helped(AssistKind.GENERATE_CASES, wish)["cases"]:
        truth = known(case["values"]["question"])
        assert truth is not None
        assert truth.answer == case["expected"]


def test_languages_and_lengths_are_as_wished() -> None:
    wish = GenerateCases(
        hints=GOALS["support"], variables=("message",), count=10, languages=("English", "German"), lengths=("XS", "XL")
    )  # fmt: skip
    texts = [case["values"]["message"] for case in helped(AssistKind.GENERATE_CASES, wish)["cases"]]

    assert {language_of(text) for text in texts} >= {"English", "German"}
    assert "XL" in {length_of(text) for text in texts}


def test_gaps_are_closed() -> None:
    wish = GenerateCases(hints=GOALS["support"], variables=("message",), count=20)
    cases = [_content(case) for case in helped(AssistKind.GENERATE_CASES, wish)["cases"]]
    before = coverage_of(cases)
    more = GenerateCases(
        hints="Support messages of customers", variables=("message",), count=30, gaps=gaps_in_words(before, BARS)
    )  # fmt: skip
    there = tuple(text_of(case) for case in cases)
    added = [_content(case) for case in helped(AssistKind.FILL_GAPS, more, there)["cases"]]

    after = coverage_of([*cases, *added])
    for old, new in zip(before.bars, after.bars, strict=True):
        assert new.share > old.share or old.share == 1.0, old.name


def _content(case: dict[str, Any]) -> CaseContent:
    return CaseContent(values=case["values"], tags=tuple(case["tags"]))
