"""Names, slugs, settings and edits of projects."""

import re
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.errors import InvalidInput, ProjectArchived
from edison.domain.ids import ProjectId
from edison.domain.models.provider import Provider
from edison.domain.money import MICRO, MicroUsd
from edison.domain.people.project import (
    MAX_SLUG,
    Project,
    ProjectEdit,
    ProjectSettings,
    base_slug,
    check_name,
    difference,
    free_slug,
    slug_family,
)
from edison.kit.uuids import is_uuid

NAMES = st.text(alphabet=st.sampled_from("abzABZ019 -_\t"), min_size=1, max_size=100)


def a_project(**changes: Any) -> Project:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    values: dict[str, Any] = {
        "id": ProjectId(UUID(int=1)),
        "slug": "bot",
        "name": "Bot",
        "description": "Answers",
        "settings": ProjectSettings(),
        "revision": 1,
        "created_at": now,
        "updated_at": now,
    }
    return Project(**{**values, **changes})


def slug_of_the_specification(name: str) -> str:
    """FR-PM-001.14 to the letter."""
    text = re.sub(r"[^a-z0-9\s-]", "", name.lower())
    return re.sub(r"-+", "-", re.sub(r"\s+", "-", text))[:50]


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Support Bot", "support-bot"),
        ("  Spaces   inside  ", "spaces-inside"),
        ("Under_score", "underscore"),
        ("a - b", "a-b"),
        ("--x--", "x"),
        ("UPPER", "upper"),
        ("___", "project"),
        ("-", "project"),
        ("x" * 80, "x" * 50),
        ("a" * 49 + " b", "a" * 49),
    ],
)
def test_a_name_makes_a_slug(name: str, slug: str) -> None:
    assert base_slug(name) == slug


@given(NAMES)
def test_a_slug_is_that_of_the_specification_without_loose_hyphens(name: str) -> None:
    assert base_slug(name) == (slug_of_the_specification(name).strip("-") or "project")


@given(st.text(max_size=200))
def test_any_text_makes_a_slug_that_can_stand_in_an_address(text: str) -> None:
    slug = base_slug(text)

    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug)
    assert len(slug) <= MAX_SLUG


@given(NAMES, st.integers(0, 30))
def test_a_slug_is_free_and_numbered_from_one(name: str, others: int) -> None:
    base = base_slug(name)
    taken: set[str] = set()
    for _ in range(others):
        taken.add(free_slug(base, taken))

    slug = free_slug(base, taken)

    assert slug not in taken
    assert not is_uuid(slug)
    assert slug_family(slug) == slug_family(base)
    assert slug == base or re.fullmatch(re.escape(base) + r"-\d+", slug)


def test_the_first_free_number_is_taken() -> None:
    """FR-PM-001.15"""
    assert free_slug("bot", {"bot", "bot-1", "bot-3"}) == "bot-2"


@pytest.mark.parametrize("name", ["0190b5c4-7d3e-7c62-9d5a-0123456789ab", "d" * 32, "a" * 31])
def test_no_slug_can_be_taken_for_an_id(name: str) -> None:
    taken: set[str] = set()
    for _ in range(20):
        slug = free_slug(base_slug(name), taken)
        assert not is_uuid(slug)
        taken.add(slug)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "Name is required"),
        (" \t ", "Name is required"),
        ("x" * 101, "Name too long"),
        ("a/b", "Only alphanumeric, spaces, hyphens, underscores"),
        ("é", "Only alphanumeric, spaces, hyphens, underscores"),
    ],
)
def test_a_bad_name_is_refused_in_the_words_of_the_specification(name: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=message) as refusal:
        check_name(name)
    assert refusal.value.field == "name"


def test_a_name_is_trimmed_and_may_have_100_characters() -> None:
    assert check_name("  My_bot-2 ") == "My_bot-2"
    assert check_name("x" * 100) == "x" * 100


@pytest.mark.parametrize(
    ("setting", "least", "most", "step"),
    [
        ("default_budget", MICRO // 100, 10_000 * MICRO, 1),
        ("default_max_iterations", 1, 100, 1),
        ("cost_alert_threshold", 0.0, 1.0, 0.000001),
        ("retention_days", 0, 3650, 1),
    ],
)
def test_a_setting_has_a_range(setting: str, least: Any, most: Any, step: Any) -> None:
    for inside in (least, most):
        assert getattr(ProjectSettings(**{setting: inside}), setting) == inside
    for outside in (least - step, most + step):
        with pytest.raises(InvalidInput, match="out of range") as refusal:
            ProjectSettings(**{setting: outside})
        assert (refusal.value.field or "").startswith("settings.")


def test_not_a_number_is_outside_every_range() -> None:
    with pytest.raises(InvalidInput):
        ProjectSettings(cost_alert_threshold=float("nan"))


EDITS = st.builds(
    ProjectEdit,
    name=st.none() | st.sampled_from(["Bot", "Other"]),
    description=st.none() | st.sampled_from(["Answers", "Asks"]),
    clear_description=st.booleans(),
    settings=st.fixed_dictionaries(
        {},
        optional={
            "default_provider": st.sampled_from(Provider),
            "default_budget": st.integers(MICRO, 9 * MICRO).map(MicroUsd),
            "require_review_approval": st.booleans(),
            "retention_days": st.integers(0, 3650),
        },
    ),
)


def in_words(project: Project) -> dict[str, Any]:
    """What people may see of a project's editable part; money in dollars."""
    words: dict[str, Any] = {
        "name": project.name,
        "description": project.description,
        **asdict(project.settings),
    }
    words["default_budget_usd"] = words.pop("default_budget") / MICRO
    return words


@given(EDITS)
def test_an_edit_changes_what_it_names_and_the_difference_tells_it(edit: ProjectEdit) -> None:
    before = a_project()

    after = edit.apply(before)
    changes = difference(before, after)

    assert after.name == (edit.name or before.name)
    wanted = None if edit.clear_description else edit.description or before.description
    assert after.description == wanted
    told = {name: (pair["old"], pair["new"]) for name, pair in changes.items()}
    assert told == {
        name: (old, new)
        for name, old in in_words(before).items()
        if old != (new := in_words(after)[name])
    }
    assert (after.id, after.slug, after.revision) == (before.id, before.slug, before.revision)
    assert difference(after, edit.apply(after)) == {}


def test_an_edit_out_of_range_is_refused() -> None:
    with pytest.raises(InvalidInput):
        ProjectEdit(settings={"retention_days": -1}).apply(a_project())


def test_an_archived_project_does_not_change() -> None:
    a_project().must_be_live()

    with pytest.raises(ProjectArchived):
        a_project(archived_at=datetime(2026, 1, 1, tzinfo=UTC)).must_be_live()
