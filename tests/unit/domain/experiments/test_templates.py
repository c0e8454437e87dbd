"""Templates are whole, and the simulator knows what each is about: so a demo of one can get better."""

import pytest

from edison.domain.datasets.case_rules import problems_of as problems_of_case
from edison.domain.experiments.experiment_plan import ExperimentPlan
from edison.domain.experiments.plan_problems import problems
from edison.domain.experiments.templates.experiment_template import Template
from edison.domain.experiments.templates.registry import TEMPLATES
from edison.domain.prompts.template_renderer import render, variables_of
from edison.simulator.simulated_call import ConversationTurn
from edison.simulator.worlds.prompt_brief import Brief, brief_of
from edison.simulator.worlds.registry import world_of

WORLDS = {
    "customer-support": "support",
    "creative-writing": "text",
    "data-extraction": "extraction",
    "code-generation": "code",
}
by_id = pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.id)


@by_id
def test_a_template_leaves_only_models_and_judges_to_choose(template: Template) -> None:
    plan = ExperimentPlan(goal=template.goal, criteria=template.criteria, content=template.content)

    # The dataset is made of its cases.
    assert {problem.step for problem in problems(plan)} == {4, 5, 6}
    assert len(template.cases) == 20
    assert all(problems_of_case(case) == () for case in template.cases)
    texts = {str(value) for case in template.cases for value in case.values.values()}
    assert len(texts) == 20
    assert {name for case in template.cases for name in case.values} == set(
        variables_of(template.content)
    )
    # Easy and hard ones, of many kinds.
    assert {case.difficulty for case in template.cases} == {1, 2, 3, 4, 5}
    assert len({tag for case in template.cases for tag in case.tags}) >= 6


@by_id
def test_a_suggestion_of_one_sentence_keeps_within_the_guardrails(template: Template) -> None:
    """At most 15 % of the characters and 20 % of the lines may change."""
    [message] = template.content.messages

    assert len(message.content) >= 900
    assert len(message.content.splitlines()) >= 8


@by_id
def test_the_simulator_knows_what_a_template_is_about(template: Template) -> None:
    """Who answers, who judges and who improves must see the same world; and much must be missing yet."""
    wanted = WORLDS[template.id]
    rubric = "\n".join(f"{each.name}: {each.description}" for each in template.criteria)
    for case in template.cases:
        [message] = render(template.content, case.values)
        asked = brief_of([ConversationTurn(role="user", text=message.content)])
        told = Brief(instructions=f"{template.goal}\n{rubric}", content=asked.content)
        assert world_of(asked).name == wanted, asked.content
        assert world_of(told).name == wanted, asked.content
        assert len(world_of(asked).missing(asked.instructions)) >= 4
    [seed] = template.content.messages
    assert world_of(Brief(instructions=seed.content, content=seed.content)).name == wanted


def test_customer_support_is_judged_as_the_specification_says() -> None:
    criteria = TEMPLATES[0].criteria

    assert [(each.name, each.weight, each.scale) for each in criteria] == [
        ("Helpfulness", 0.35, 5),
        ("Empathy", 0.25, 5),
        ("Accuracy", 0.25, 5),
        ("Conciseness", 0.15, 5),
    ]
