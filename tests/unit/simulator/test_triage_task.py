"""The demo's models differ as their titles say, on the demo's own cases and prompts."""

import json
from dataclasses import dataclass
from statistics import mean

import pytest

from edison.domain.judging.score import Scored
from edison.domain.models.model_call import Message
from edison.domain.prompts.output_contract import detected, parse
from edison.domain.prompts.prompt import PromptContent
from edison.domain.prompts.template_renderer import Values, render
from edison.scorers.grader import grade_of
from edison.simulator.behaviour import JudgeFaults
from edison.simulator.compose_answer import speak
from edison.simulator.faults import latency_s
from edison.simulator.named_models import MODELS
from edison.simulator.simulated_call import ConversationTurn, SimulatedRequest
from edison.simulator.simulated_tokens import tokens_of
from edison.simulator.worlds.sorting_world import categories_in, category_for
from tests.support import triage_task


def ask(model: str, content: PromptContent, values: Values, *, trial: int = 0) -> str:
    turns = tuple(
        ConversationTurn(role=message.role, text=message.content)
        for message in render(content, values)
    )
    asked = SimulatedRequest(model=model, turns=turns, temperature=content.parameters.temperature)
    return speak(asked, MODELS[model], seed=7, trial=trial, leanings=JudgeFaults())[0]


def plain(text: str) -> str:
    return ask("sim-medium", PromptContent(messages=(Message(role="user", content=text),)), {})


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """One column of the demo's grid: a grade for each case, None where the answer is malformed."""

    grades: list[float | None]

    @property
    def mean(self) -> float:
        return mean(grade or 0.0 for grade in self.grades)


def column(model: str) -> Seen:
    grades: list[float | None] = []
    for case in triage_task.CASES:
        parsed = parse(
            detected(triage_task.PROMPT), None, ask(model, triage_task.PROMPT, case.values)
        ).text
        if parsed is None:
            grades.append(None)
            continue
        values = {**case.values, "expected": case.expected or "", "output": parsed}
        verdict = grade_of(ask(triage_task.JUDGE, triage_task.GRADER, values))
        assert isinstance(verdict, Scored), verdict
        grades.append(verdict.value)
    return Seen(grades=grades)


def test_the_grid_has_greens_reds_yellows_and_something_malformed() -> None:
    careful, quick, loose = (column(model) for model in triage_task.MODELS)

    assert careful.mean > loose.mean > quick.mean
    assert careful.mean > 0.85
    assert quick.mean < 0.7
    assert None in loose.grades
    assert None not in [*careful.grades, *quick.grades]
    graded = [grade for seen in (careful, quick, loose) for grade in seen.grades if grade is not None]  # fmt: skip
    assert sum(grade > 0.9 for grade in graded) > len(graded) / 3
    assert sum(grade < 0.3 for grade in graded) > 3
    assert sum(0.4 < grade < 0.8 for grade in graded) > 3


def test_the_simulator_knows_the_category_of_every_case_of_the_demo() -> None:
    categories = categories_in(triage_task.PROMPT.messages[0].content)

    assert categories == ("billing", "delivery", "product", "account", "other")
    for case in triage_task.CASES:
        message = case.values["message"]
        assert isinstance(message, str)
        assert category_for(message, categories) == case.expected


def test_asked_again_the_demo_says_the_same() -> None:
    for model in triage_task.MODELS:
        first, again = (
            ask(model, triage_task.PROMPT, triage_task.CASES[0].values, trial=trial)
            for trial in (0, 1)
        )
        assert first == again


@pytest.mark.parametrize("model", triage_task.MODELS)
def test_an_answer_of_the_demo_takes_as_long_as_a_person_likes_to_watch(model: str) -> None:
    latency = MODELS[model].latency
    assert latency is not None
    for number, case in enumerate(triage_task.CASES):
        first, rest = latency_s(
            latency, tokens_of(ask(model, triage_task.PROMPT, case.values)), number
        )
        assert 0.25 <= first + rest <= 1.6
    # The others answer at once, as tests want it.
    assert MODELS["sim-medium"].latency is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Explain how rainbows form.", "how rainbows form"),
        ("Hello!", "How can I help you"),
        ("What are the benefits of walking to work?", "the benefits of walking to work"),
        ("Translate 'good morning' into French", "."),
    ],
)
def test_a_prompt_without_variables_gets_something_that_looks_like_an_answer(
    text: str, says: str
) -> None:
    found = plain(text)

    assert says in found
    assert "simulated" in found


def test_tags_that_a_prompt_asks_for_are_there_in_every_world() -> None:
    found = plain("Answer inside <response></response> tags. What is the capital of France?")

    assert parse("response", None, found).text


def test_sorting_answers_in_json_where_that_is_asked_for() -> None:
    found = plain(
        "Classify into: positive, negative or neutral. Answer in JSON.\n\n"
        "Text: This is the worst coffee I ever had, I hate it."
    )

    assert json.loads(found)["category"] in {"positive", "negative", "neutral"}
