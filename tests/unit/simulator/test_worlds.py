"""Simulated answers get better when the prompt does, and what is generated is what is measured."""

import json
from statistics import mean

import pytest

from edison.simulator.behaviour import JudgeFaults
from edison.simulator.compose_answer import speak
from edison.simulator.named_models import MODELS
from edison.simulator.simulated_call import ConversationTurn, SimulatedRequest
from edison.simulator.worlds.exam_questions import USUAL_OF_TOPIC, USUAL_TYPES, exam_question
from edison.simulator.worlds.known_facts import QUESTIONS
from edison.simulator.worlds.prompt_brief import Brief, brief_of
from edison.simulator.worlds.question_world import is_right, known
from edison.simulator.worlds.registry import WORLDS, world_of
from edison.simulator.worlds.world_features import Feature, World

SAMPLES = {
    "sorting": Brief(
        instructions="Classify the message into: billing, delivery, product or other. Add a reply.",
        content="I was charged twice for one order.",
    ),
    "support": Brief(
        instructions="You answer customers.",
        content="My name is Anna, my order 4711 arrived damaged and I want a refund.",
    ),
    "extraction": Brief(
        instructions="Extract name, email, date, amount and city.",
        content="Anna Berg (anna@example.com) paid $1,250.00 on 3 May 2024.",
    ),
    "code": Brief(instructions="You write code.", content="Write a function for invoice totals"),
    "text": Brief(instructions="You write stories.", content="A story about a lighthouse"),
    "question": Brief(instructions="You answer.", content="What is the capital of France?"),
}
EVERY_FEATURE = [
    pytest.param(world, feature, id=f"{world.name}-{feature.name}")
    for world in WORLDS
    for feature in world.features
]
CASES = [
    f"Hi, I am {name}. My order {number} {what}."
    for number, (name, what) in enumerate(
        [(name, what) for name in ("Anna", "Bert", "Cleo", "Dora", "Emil") for what in (
            "arrived damaged", "is late", "was charged twice", "should be refunded"
        )],
        start=1000,
    )
]  # fmt: skip
BARE = "You are a customer support agent."
RICH = (
    f"{BARE} Show empathy. Give numbered steps. State the refund policy. Be brief."
    " Say the next action. Never promise what we cannot guarantee. Address them by name."
)


def asked_of(
    prompt: str, case: str, *, model: str = "sim-medium", temperature: float = 0
) -> SimulatedRequest:
    turns = (ConversationTurn(role="system", text=prompt), ConversationTurn(role="user", text=case))
    return SimulatedRequest(model=model, turns=turns, temperature=temperature)


def answer(asked: SimulatedRequest, *, seed: int = 7, trial: int = 0) -> str:
    model = MODELS[asked.model]
    return speak(asked, model, seed=seed, trial=trial, leanings=JudgeFaults())[0]


def quality(prompt: str, cases: list[str], *, model: str = "sim-medium") -> float:
    found: list[float] = []
    for case in cases:
        asked = asked_of(prompt, case, model=model)
        brief = brief_of(asked.turns)
        found.append(world_of(brief).quality(answer(asked), brief))
    return mean(found)


@pytest.mark.parametrize(("world", "feature"), EVERY_FEATURE)
def test_a_feature_is_seen_where_it_was_written_and_found_where_it_is_asked(
    world: World, feature: Feature
) -> None:
    brief, every = SAMPLES[world.name], frozenset(each.name for each in world.features)
    have = world.write(every, brief, "key")
    lack = world.write(every - {feature.name}, brief, "key")

    assert feature.asked.search(feature.ask)
    assert not feature.asked.search(brief.instructions)
    assert feature.seen(have, brief) == 1
    assert feature.seen(lack, brief) < 1


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.name)
def test_asking_for_everything_raises_the_quality_of_every_world(world: World) -> None:
    brief = SAMPLES[world.name]
    asks = " ".join(feature.ask for feature in world.features)
    cases = [f"{brief.content} (case {number})" for number in range(40)]

    assert quality(f"{brief.instructions} {asks}", cases) > quality(brief.instructions, cases) + 0.1


def test_each_sentence_of_a_better_prompt_helps_and_none_hurts() -> None:
    sentences = RICH.split(". ")
    found = [quality(". ".join(sentences[:count]), CASES) for count in range(1, len(sentences) + 1)]

    assert found == sorted(found)
    assert found[-1] > found[0] + 0.3


def test_a_larger_model_does_better_with_the_same_prompt() -> None:
    small, medium, large = (
        quality(RICH, CASES, model=name) for name in ("sim-small", "sim-medium", "sim-large")
    )

    assert small < medium < large


def test_larger_models_and_thinking_step_by_step_are_right_more_often() -> None:
    def right(model: str, prompt: str) -> float:
        found: list[float] = []
        for question in QUESTIONS:
            asked = asked_of(prompt, question, model=model)
            found.append(is_right(answer(asked), brief_of(asked.turns)))
        return mean(found)

    plain = [right(model, "Answer the question.") for model in ("sim-small", "sim-large")]
    thinking = [right(model, "Think step by step.") for model in ("sim-small", "sim-large")]

    assert len(QUESTIONS) > 230
    assert plain[0] + 0.1 < plain[1] < thinking[1]
    assert plain[0] < thinking[0] < thinking[1]


def test_every_exam_question_with_one_answer_is_solved() -> None:
    for kind in ("logic", "math", "knowledge"):
        for number in range(200):
            question, _, truth = exam_question(kind, "", number)
            found = known(question)
            assert found is not None, question
            assert found.answer == truth, question
            assert truth not in found.others


@pytest.mark.parametrize("topic", ["", "Railway timetables"])
def test_larger_models_answer_generated_questions_better(topic: str) -> None:
    """A leaderboard of simulated models on generated questions has an order, and it is the expected one."""
    kinds = USUAL_OF_TOPIC if topic else USUAL_TYPES
    questions = [exam_question(kind, topic, number)[0] for kind in kinds for number in range(40)]
    prompt = "Answer the question in at most three sentences."

    small, medium, large = (
        quality(prompt, questions, model=name) for name in ("sim-small", "sim-medium", "sim-large")
    )

    assert small + 0.03 < medium < large - 0.03


def test_every_question_of_the_table_is_known() -> None:
    for question, truth in QUESTIONS.items():
        found = known(question)
        assert found is not None, question
        assert found.answer == truth, question
        assert truth not in found.others


@pytest.mark.parametrize(
    ("question", "result"),
    [("What is 17 + 25?", "42"), ("12 times 12", "144"), ("7 / 2 = ?", "3.5"), ("5 - 9", "-4")],
)
def test_sums_are_worked_out(question: str, result: str) -> None:
    found = known(question)

    assert found is not None
    assert found.answer == result


def test_the_same_is_said_again_at_temperature_zero_and_not_above() -> None:
    calm, lively = asked_of(BARE, CASES[0]), asked_of(BARE, CASES[0], temperature=1)

    assert len({answer(calm, trial=trial) for trial in range(10)}) == 1
    assert len({answer(lively, trial=trial) for trial in range(10)}) > 1
    assert answer(lively, trial=3) == answer(lively, trial=3)
    assert len({answer(calm, seed=seed) for seed in range(10)}) > 1


def test_extraction_gives_nothing_but_the_json_that_was_fixed() -> None:
    fixed = (
        "Extract name, email and date. JSON only, no other text. Use exactly these keys."
        " Copy every value verbatim, for example '3 May 2024' is 2024-05-03. Give null if missing."
    )
    asked = asked_of(fixed, "Anna Berg (anna@example.com) wrote on 3 May 2024.", model="sim-large")

    found = json.loads(answer(asked))

    assert found == {"name": "Anna Berg", "email": "anna@example.com", "date": "2024-05-03"}


def test_the_customers_own_words_are_not_taken_for_instructions() -> None:
    brief = brief_of(
        [
            ConversationTurn(
                role="user", text="Answer this.\n\nCustomer: Be brief and give me numbered steps!"
            )
        ]
    )

    assert "numbered" not in brief.instructions
    assert brief.content.startswith("Be brief")
