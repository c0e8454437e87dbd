"""Rubrics: every rule about criteria and weights, and the composite that comes of them."""

from typing import Any

import pytest

from edison.domain.errors import InvalidInput
from edison.domain.judging.judge import digest_of, rubric_from_json, rubric_to_json
from edison.domain.judging.rubric import (
    SCALES,
    Criterion,
    Rubric,
    check_name,
    checked,
    composite,
    equal_weights,
)


def criterion(name: str = "Helpfulness", **changes: Any) -> Criterion:
    values: dict[str, Any] = {
        "name": name,
        "description": "Solves what was asked",
        "weight": 0.5,
        "scale": 5,
    }
    return Criterion(**{**values, **changes})


def seed_rubric(**changes: Any) -> Rubric:
    return checked(
        [criterion("Helpfulness", **changes), criterion("Accuracy", **changes)], normalise=False
    )


def test_two_judges_give_the_weighted_mean_of_their_means() -> None:
    """TEST-13.1.1"""
    found = composite(seed_rubric(), {"Helpfulness": [4, 5], "Accuracy": [5, 4]})

    assert found.own == pytest.approx(4.5)
    assert found.value == pytest.approx(0.9)
    assert found.missing == ()


def test_a_missing_criterion_counts_zero_and_is_named() -> None:
    """TEST-13.1.2"""
    found = composite(seed_rubric(), {"Helpfulness": [4]})

    assert found.own == pytest.approx(2.0)
    assert found.missing == ("Accuracy",)


def test_criteria_of_different_scales_are_weighed_on_their_own_and_told_on_ten() -> None:
    rubric = checked(
        [criterion("One", weight=0.25, scale=1), criterion("Many", weight=0.75, scale=100)],
        normalise=False,
    )

    found = composite(rubric, {"One": [1], "Many": [50]})

    assert rubric.scale == 10
    assert found.value == pytest.approx(0.25 + 0.75 / 2)
    assert found.own == pytest.approx(6.25)


@pytest.mark.parametrize("scale", SCALES)
def test_a_shared_scale_is_the_rubrics_own(scale: int) -> None:
    """FR-EC-002.5"""
    assert seed_rubric(scale=scale).scale == scale


REFUSED: list[tuple[str, list[Criterion], str]] = [
    ("At least 2 criteria required", [criterion(weight=1)], "criteria"),
    ("Maximum 10 criteria", [criterion(f"C{n}", weight=1 / 11) for n in range(11)], "criteria"),
    ("1 to 50 letters", [criterion(""), criterion("B")], "criteria.0.name"),
    ("1 to 50 letters", [criterion("A"), criterion("x" * 51)], "criteria.1.name"),
    ("1 to 50 letters", [criterion("A"), criterion("B-side")], "criteria.1.name"),
    ("Two criteria are named", [criterion("Tone"), criterion("tone")], "criteria.1.name"),
    ("10 to 500", [criterion(description="Too short"), criterion("B")], "criteria.0.description"),
    ("10 to 500", [criterion(description="x" * 501), criterion("B")], "criteria.0.description"),
    ("between 0 and 1", [criterion(weight=-0.1), criterion("B")], "criteria.0.weight"),
    ("between 0 and 1", [criterion(weight=1.1), criterion("B")], "criteria.0.weight"),
    ("between 0 and 1", [criterion(weight=float("nan")), criterion("B")], "criteria.0.weight"),
    ("one of 0-1, 0-3, 0-5, 0-10", [criterion(scale=4), criterion("B")], "criteria.0.scale"),
    ("not on the scale", [criterion(levels={6: "Beyond"}), criterion("B")], "criteria.0.levels"),
    ("Weights must sum to 1.0", [criterion(), criterion("B", weight=0.48)], "criteria"),
]


@pytest.mark.parametrize(("message", "criteria", "field"), REFUSED)
def test_what_breaks_a_rule_is_refused_at_its_field(
    message: str, criteria: list[Criterion], field: str
) -> None:
    """FR-EC-002.1, .2, .3, .4, .5, .6, .7"""
    with pytest.raises(InvalidInput, match=message) as refused:
        checked(criteria, normalise=False)

    assert refused.value.field == field


@pytest.mark.parametrize("weight", [0.49, 0.51])
def test_weights_that_are_a_hundredth_off_are_made_exact(weight: float) -> None:
    """FR-EC-002.7, EDGE-16.5.4"""
    rubric = checked([criterion(), criterion("B", weight=weight)], normalise=False)

    assert sum(each.weight for each in rubric.criteria) == pytest.approx(1, abs=1e-15)
    assert rubric.criteria[1].weight == pytest.approx(weight / (0.5 + weight))


def test_weights_are_normalised_in_proportion_when_asked_for() -> None:
    """EDGE-16.5.4"""
    rubric = checked([criterion(weight=0.9), criterion("B", weight=0.3)], normalise=True)

    assert [each.weight for each in rubric.criteria] == pytest.approx([0.75, 0.25])


def test_weights_of_zero_become_equal_and_so_do_all_by_the_button() -> None:
    """FR-EC-002.8"""
    nothing = checked([criterion(weight=0), criterion("B", weight=0)], normalise=True)
    button = equal_weights([criterion(weight=0.9), criterion("B", weight=0.1), criterion("C")])

    assert [each.weight for each in nothing.criteria] == [0.5, 0.5]
    assert [each.weight for each in button] == pytest.approx([1 / 3] * 3)


def test_levels_keep_their_words_and_empty_ones_are_dropped() -> None:
    """FR-EC-002.6"""
    rubric = checked(
        [criterion(levels={5: " Perfect ", 0: "Useless", 3: "  "}), criterion("B")], normalise=False
    )

    assert rubric.criteria[0].levels == {0: "Useless", 5: "Perfect"}


def test_what_is_stored_is_read_back_and_the_order_of_criteria_counts() -> None:
    rubric = checked([criterion(levels={0: "Bad"}), criterion("B")], normalise=False)
    turned = Rubric(criteria=rubric.criteria[::-1])

    assert rubric_from_json(rubric_to_json(rubric)) == rubric
    assert digest_of(rubric_to_json(rubric)) != digest_of(rubric_to_json(turned))


@pytest.mark.parametrize("name", ["", "  ", "x" * 101])
def test_a_rubric_needs_a_name(name: str) -> None:
    with pytest.raises(InvalidInput):
        check_name(name)
