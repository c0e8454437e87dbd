"""Suites as files: what is written is read again, and says the same."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
import yaml

from edison.domain.datasets.dataset import Split
from edison.domain.ids import DatasetId, ModelId, PromptId, SuiteId
from edison.domain.models.parameters import Parameters
from edison.domain.money import MicroUsd
from edison.domain.runs.run_plan import CaseChoice
from edison.domain.suites.recipe import (
    DatasetRef,
    PromptRef,
    Recipe,
    ScorerThreshold,
    SuiteTarget,
    Thresholds,
)
from edison.domain.suites.suite import Suite, SuiteState
from edison.domain.suites.suite_file.read_suite_file import WrongSuite, read_text, thresholds_of
from edison.domain.suites.suite_file.suite_file_model import Threshold
from edison.domain.suites.suite_file.write_suite_file import FileNames, ModelName, written

PROMPT, GRADER, JUDGE = UUID(int=1), UUID(int=2), UUID(int=3)
SMALL, LARGE, DATASET, CASE = UUID(int=4), UUID(int=5), UUID(int=6), UUID(int=7)
NAMES = FileNames(
    prompts={PROMPT: "Greeter: #1", GRADER: "yes"},
    datasets={DATASET: "007"},
    models={
        SMALL: ModelName(name="sim-small"),
        LARGE: ModelName(name="sim-large", credential="Main"),
    },
    judges={JUDGE: "Strict"},
)
WHEN = datetime(2026, 1, 1, tzinfo=UTC)
LEAST = "name: A\nprompt: {name: P}\ntargets: [{model: m}]\n"


def a_suite(recipe: Recipe, **changes: Any) -> Suite:
    return Suite(
        id=SuiteId(UUID(int=9)),
        name="Nightly / ä",
        description="Two\nlines",
        recipe=recipe,
        revision=1,
        state=SuiteState.ACTIVE,
        pause_reason=None,
        paused_until=None,
        daily_limit=changes.get("daily_limit", MicroUsd(2_500_000)),
        prompt=recipe.prompt,
        dataset=None,
        created_by=None,
        created_by_label="Someone",
        created_at=WHEN,
        updated_at=WHEN,
    )


WHOLE = Recipe(
    prompts=(PromptRef(prompt=PromptId(PROMPT), label="production"),),
    dataset=DatasetRef(id=DatasetId(DATASET), version=3),
    choice=CaseChoice(split=Split.TRAIN, tags=("on", "1"), first=5, ids=(CASE,)),
    targets=(
        SuiteTarget(model=ModelId(SMALL)),
        SuiteTarget(
            model=ModelId(LARGE),
            parameters=Parameters(temperature=0.5, stop=("no", "1")),
        ),
    ),
    scorers=(
        {"kind": "exact"},
        {"kind": "grader", "prompt": str(GRADER), "model": str(LARGE), "version": 2},
        {"kind": "judge", "judge": str(JUDGE)},
        {"kind": "moderation", "model": str(SMALL)},
    ),
    trials=2,
    thresholds=Thresholds(
        score=0.8,
        latency_p95_ms=900,
        scorers=(ScorerThreshold(scorer="exact", mean=0.5, pass_share=0.6),),
    ),
    fallback=SuiteTarget(model=ModelId(SMALL)),
    run_budget=MicroUsd(500_000),
    timeout_s=20,
    max_error_share=0.2,
)


def test_a_file_says_everything_by_name_and_is_read_again() -> None:
    text = written(a_suite(WHOLE), NAMES)
    suite = read_text(text).suite

    assert not any(str(each) in text for each in (PROMPT, GRADER, JUDGE, SMALL, LARGE, DATASET))
    assert (suite.name, suite.description) == ("Nightly / ä", "Two\nlines")
    assert suite.prompt is not None
    assert (suite.prompt.name, suite.prompt.label) == ("Greeter: #1", "production")
    assert suite.dataset is not None
    assert (suite.dataset.name, suite.dataset.version) == ("007", 3)
    assert suite.dataset.only is not None
    assert suite.dataset.only.given() == {
        "split": "train",
        "tags": ["on", "1"],
        "first": 5,
        "ids": [str(CASE)],
    }
    assert [(each.model, each.credential) for each in suite.targets] == [
        ("sim-small", None),
        ("sim-large", "Main"),
    ]
    assert suite.targets[1].parameters is not None
    assert suite.targets[1].parameters.stop == ["no", "1"]
    assert [scorer.given() for scorer in suite.scorers] == [
        {"kind": "exact"},
        {
            "kind": "grader",
            "prompt": "yes",
            "model": "sim-large",
            "credential": "Main",
            "version": 2,
        },
        {"kind": "judge", "judge": "Strict"},
        {"kind": "moderation", "model": "sim-small"},
    ]
    assert thresholds_of(suite) == WHOLE.thresholds
    assert suite.fallback is not None
    assert suite.fallback.model == "sim-small"
    assert (suite.trials, suite.budget_usd, suite.timeout_s) == (2, 0.5, 20)
    assert (suite.daily_limit_usd, suite.reuse, suite.max_error_share) == (2.5, False, 0.2)


def test_several_prompts_and_no_limit_are_said_so() -> None:
    two = Recipe(
        prompts=(
            PromptRef(prompt=PromptId(PROMPT), version=1),
            PromptRef(prompt=PromptId(PROMPT), version=2),
        ),
        targets=(SuiteTarget(model=ModelId(SMALL)),),
    )

    document = yaml.safe_load(written(a_suite(two, daily_limit=None), NAMES))
    suite = read_text(written(a_suite(two, daily_limit=None), NAMES)).suite

    assert "prompt" not in document
    assert [each.version for each in suite.every_prompt] == [1, 2]
    assert suite.daily_limit_usd is None
    assert "daily_limit_usd" in suite.model_fields_set, "no limit is not the usual limit"


@pytest.mark.parametrize(
    ("added", "words"),
    [
        ("prompts: [{name: Q}]", "Give either prompt or prompts"),
        ("thresholds: [{mean: 0.5}]", "need a scorer"),
        (
            "scorers: [{kind: exact}]\nthresholds: [{scorer: exact, score: 0.5}]",
            "remove scorer",
        ),
        ("thresholds: [{}]", "A threshold needs a scorer"),
        ("thresholds: [{score: 0.5}]", "has no scorer"),
        ("scorers: [{kind: moderation}]", "Name the model"),
        ("daily_limit_usd: 0", "greater than or equal to 0.01"),
        ("fallback: {modell: m}", "check its spelling"),
    ],
)
def test_what_cannot_be_is_told_in_words(added: str, words: str) -> None:
    with pytest.raises(WrongSuite) as wrong:
        read_text(f"{LEAST}{added}\n")

    assert any(words in str(problem) for problem in wrong.value.problems), wrong.value


def test_of_two_thresholds_the_stricter_counts() -> None:
    text = (
        f"{LEAST}scorers: [{{kind: exact}}]\n"
        "thresholds: [{score: 0.5, cost_usd: 2}, {score: 0.7}, {cost_usd: 1}]\n"
    )

    found = thresholds_of(read_text(text).suite)

    assert (found.score, found.cost_usd) == (0.7, 1)
    assert Threshold(score=0.5).scorer is None
