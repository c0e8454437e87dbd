"""Recipes: stored as they are, turned into orders, and taken from runs."""

from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.datasets.dataset import Split
from edison.domain.errors import InvalidInput
from edison.domain.ids import DatasetId, ModelId, ProjectId, PromptId, VersionId
from edison.domain.models.parameters import NOTHING_SET, Parameters
from edison.domain.money import MicroUsd
from edison.domain.prompts.prompt import LATEST
from edison.domain.runs.run_plan import ALL_CASES, CaseChoice, Column, Plan
from edison.domain.suites.recipe import (
    DatasetRef,
    PromptRef,
    Recipe,
    ScorerThreshold,
    SuiteTarget,
    Thresholds,
    order_of,
    problems_of,
    recipe_from_json,
    recipe_to_json,
    target_from_json,
    target_to_json,
)
from edison.domain.suites.recipe_from_run import Following, recipe_of
from edison.domain.suites.suite import check_daily_limit, check_name

PROJECT = ProjectId(UUID(int=1))
PROMPT, OTHER = PromptId(UUID(int=2)), PromptId(UUID(int=3))
SMALL, LARGE = ModelId(UUID(int=4)), ModelId(UUID(int=5))
DATASET = DatasetId(UUID(int=6))
WARM = Parameters(temperature=0.7)

ids = st.uuids()
shares = st.none() | st.floats(0, 1)
targets = st.builds(
    SuiteTarget,
    model=ids.map(ModelId),
    parameters=st.builds(
        Parameters,
        temperature=st.none() | st.floats(0, 2),
        stop=st.lists(st.text(min_size=1, max_size=4), max_size=3).map(tuple),
    ),
)
recipes = st.builds(
    Recipe,
    prompts=st.lists(
        st.builds(
            PromptRef,
            prompt=ids.map(PromptId),
            version=st.none() | st.integers(1, 99),
            label=st.none() | st.sampled_from(["production", LATEST]),
        ),
        max_size=3,
    ).map(tuple),
    dataset=st.none()
    | st.builds(DatasetRef, id=ids.map(DatasetId), version=st.none() | st.integers(1, 9)),
    choice=st.builds(
        CaseChoice,
        split=st.none() | st.sampled_from(Split),
        tags=st.lists(st.text(max_size=5), max_size=3).map(tuple),
        first=st.none() | st.integers(1, 9),
        ids=st.lists(ids, max_size=2).map(tuple),
    ),
    targets=st.lists(targets, max_size=3).map(tuple),
    scorers=st.lists(
        st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5), max_size=3),
        max_size=2,
    ).map(tuple),
    trials=st.integers(1, 20),
    thresholds=st.builds(
        Thresholds,
        score=shares,
        pass_rate=shares,
        scorers=st.lists(
            st.builds(ScorerThreshold, scorer=st.text(min_size=1, max_size=5), mean=shares),
            max_size=2,
        ).map(tuple),
    ),
    fallback=st.none() | targets,
    run_budget=st.none() | st.integers(1, 10**9).map(MicroUsd),
    reuse=st.booleans(),
)


def a_recipe(**changes: Any) -> Recipe:
    recipe = Recipe(
        prompts=(PromptRef(prompt=PROMPT, label="production"),),
        dataset=DatasetRef(id=DATASET),
        targets=(SuiteTarget(model=SMALL), SuiteTarget(model=LARGE, parameters=WARM)),
        scorers=({"kind": "exact"},),
    )
    return replace(recipe, **changes)


@given(recipes)
def test_what_is_read_back_equals_what_was_stored(recipe: Recipe) -> None:
    assert recipe_from_json(recipe_to_json(recipe)) == recipe


@given(targets)
def test_an_override_is_read_back_as_it_was(target: SuiteTarget) -> None:
    assert target_from_json(target_to_json(target)) == target


def test_an_order_asks_anew_and_never_for_a_draft() -> None:
    recipe = a_recipe(
        prompts=(
            PromptRef(prompt=PROMPT),
            PromptRef(prompt=OTHER, version=3),
            PromptRef(prompt=OTHER, label="production"),
        ),
        trials=2,
        run_budget=MicroUsd(50_000),
    )

    order = order_of(PROJECT, recipe, name="Nightly", series="suite:1")

    assert [(each.number, each.label) for each in order.versions] == [
        (None, LATEST),
        (3, None),
        (None, "production"),
    ]
    assert [(each.model, each.parameters) for each in order.targets] == [
        (SMALL, NOTHING_SET),
        (LARGE, WARM),
    ]
    assert (order.dataset, order.dataset_version) == (DATASET, None)
    assert (order.reuse, order.trials, order.budget) == (False, 2, 50_000)
    assert (order.name, order.trigger, order.series) == ("Nightly", "suite", "suite:1")


def test_an_override_takes_the_place_of_all_targets() -> None:
    """PSM-EXEC-4."""
    override = SuiteTarget(model=LARGE, parameters=Parameters(seed=7))

    order = order_of(PROJECT, a_recipe(), override)

    assert [(each.model, each.parameters) for each in order.targets] == [
        (LARGE, Parameters(seed=7))
    ]


@pytest.mark.parametrize(
    ("scorer", "asks"),
    [("exact", False), ("judge", True), ("grader", True), ("pairwise", True), ("python", False)],
)
def test_a_recipe_knows_whether_a_model_judges(scorer: str, asks: bool) -> None:
    assert a_recipe(scorers=({"kind": scorer},)).asks_a_judge is asks


def test_every_threshold_that_cannot_be_is_told() -> None:
    wrong = a_recipe(
        prompts=(PromptRef(prompt=PROMPT, version=1, label="production"),),
        thresholds=Thresholds(
            score=1.2,
            cost_usd=0,
            latency_p95_ms=-1,
            scorers=(ScorerThreshold(scorer="tone", mean=0.5),),
        ),
        max_error_share=2,
    )

    fields = [problem.field for problem in problems_of(wrong, ["exact"])]

    assert fields == [
        "thresholds.score",
        "thresholds.cost_usd",
        "thresholds.latency_p95_ms",
        "thresholds.scorers.0",
        "max_error_share",
        "prompts.0",
    ]
    assert list(problems_of(a_recipe(thresholds=Thresholds(score=0.7)), ["exact"])) == []
    nothing = a_recipe(scorers=(), thresholds=Thresholds(score=0.7))
    assert [problem.field for problem in problems_of(nothing, [])] == ["thresholds"]


@pytest.mark.parametrize("name", ["", "   ", "x" * 201])
def test_a_name_is_a_name(name: str) -> None:
    with pytest.raises(InvalidInput):
        check_name(name)


def test_a_daily_limit_is_at_least_a_cent() -> None:
    assert check_daily_limit(None) is None
    assert check_daily_limit(MicroUsd(10_000)) == 10_000
    with pytest.raises(InvalidInput):
        check_daily_limit(MicroUsd(9_999))


def column(prompt: PromptId, number: int, model: ModelId) -> Column:
    return Column(
        prompt=prompt,
        prompt_name="P",
        version=VersionId(UUID(int=100 + number)),
        number=number,
        model=model,
        model_name="M",
        provider="SIMULATED",
        credential_label="Main",
        parameters=NOTHING_SET,
    )


def a_plan(*columns: Column) -> Plan:
    return Plan(
        columns=columns,
        dataset=DATASET,
        dataset_name="D",
        dataset_version=4,
        choice=ALL_CASES,
        cases=3,
        trials=2,
        reuse=True,
        chunk_size=20,
        timeout_s=30,
    )


FOUR = (
    column(PROMPT, 1, SMALL),
    column(PROMPT, 1, LARGE),
    column(PROMPT, 2, SMALL),
    column(PROMPT, 2, LARGE),
)


def test_a_run_becomes_its_recipe_as_it_was() -> None:
    recipe = recipe_of(a_plan(*FOUR), [{"kind": "exact", "name": ""}])

    assert recipe.prompts == (
        PromptRef(prompt=PROMPT, version=1),
        PromptRef(prompt=PROMPT, version=2),
    )
    assert recipe.targets == (SuiteTarget(model=SMALL), SuiteTarget(model=LARGE))
    assert recipe.dataset == DatasetRef(id=DATASET, version=4)
    assert (recipe.trials, recipe.timeout_s, recipe.scorers) == (2, 30, ({"kind": "exact"},))
    assert recipe.reuse is False, "a suite asks anew, whatever the run did"


def test_versions_of_one_prompt_that_follow_a_label_are_one() -> None:
    following = Following(label="production", newest_cases=True)

    recipe = recipe_of(a_plan(*FOUR), [], following)

    assert recipe.prompts == (PromptRef(prompt=PROMPT, label="production"),)
    assert recipe.dataset == DatasetRef(id=DATASET, version=None)


def pair(a: int, b: int) -> dict[str, Any]:
    name = f"Pairs: column {b + 1} against {a + 1}"
    return {"kind": "pairwise", "judge": "j", "version": 2, "a": a, "b": b, "name": name}


def test_all_pairs_are_one_judge_again_and_some_stay_some() -> None:
    every = [pair(a, b) for a in range(4) for b in range(a + 1, 4)]

    whole = recipe_of(a_plan(*FOUR), every)
    some = recipe_of(a_plan(*FOUR), every[:2])

    assert whole.scorers == ({"kind": "pairwise", "judge": "j", "version": 2, "name": "Pairs"},)
    assert [(spec["a"], spec["b"], spec["name"]) for spec in some.scorers] == [
        (0, 1, "Pairs"),
        (0, 2, "Pairs"),
    ]


def test_exams_of_a_judge_are_no_part_of_what_is_watched() -> None:
    judge = {"kind": "judge", "judge": "j", "version": 1, "exam": ""}
    exam = {**judge, "exam": "repeat", "cells": 20}

    assert [spec["kind"] for spec in recipe_of(a_plan(*FOUR), [judge, exam]).scorers] == ["judge"]
