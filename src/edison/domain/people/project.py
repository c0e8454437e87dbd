"""Projects: name, slug, settings, and the rules for changing them."""

import re
from collections.abc import Collection
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from typing import Any

from edison.domain.errors import InvalidInput, ProjectArchived
from edison.domain.ids import ProjectId, UserId
from edison.domain.models.provider import Provider
from edison.domain.money import MICRO, MicroUsd, to_usd
from edison.domain.people.access import Role
from edison.domain.people.label_protection import (
    USUAL_PROTECTIONS,
    LabelProtection,
    check_protections,
    protection_to_json,
)
from edison.kit.uuids import is_uuid

NAME = re.compile(r"[a-zA-Z0-9\s\-_]+")
MAX_NAME = 100
MAX_DESCRIPTION = 1000
MAX_SLUG = 50
MAX_METRIC = 250
DEFAULT_DATASET_NAME = "Golden"
DEMO_NAME = "Demo support replies"
DEFAULT_BUDGET = MicroUsd(100 * MICRO)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectSettings:
    """Settings of a project. `retention_days` of 0 keeps everything."""

    default_provider: Provider = Provider.OPENAI
    default_budget: MicroUsd = DEFAULT_BUDGET
    default_max_iterations: int = 10
    allow_synthetic_datasets: bool = True
    require_review_approval: bool = True
    cost_alert_threshold: float = 0.8
    retention_days: int = 90
    # How long a cached answer may be used for an identical call; 0 turns the cache off.
    answer_reuse_minutes: int = 60
    # Key of the metric shown first, in every run that has it; empty: none.
    main_metric: str = ""
    # Labels of prompts that move only by a promotion.
    protected_labels: tuple[LabelProtection, ...] = USUAL_PROTECTIONS

    def __post_init__(self) -> None:
        _within("default_budget_usd", self.default_budget, MICRO // 100, 10_000 * MICRO)
        _within("default_max_iterations", self.default_max_iterations, 1, 100)
        _within("cost_alert_threshold", self.cost_alert_threshold, 0, 1)
        _within("retention_days", self.retention_days, 0, 3650)
        _within("answer_reuse_minutes", self.answer_reuse_minutes, 0, 60 * 24 * 30)
        _within("main_metric", len(self.main_metric), 0, MAX_METRIC)
        check_protections(self.protected_labels)

    def protection_of(self, label: str) -> LabelProtection | None:
        """Return the protection of a label; None: everybody who may edit prompts moves it."""
        return next((one for one in self.protected_labels if one.label == label), None)


SETTING_NAMES = tuple(setting.name for setting in fields(ProjectSettings))


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """A project, which owns all other data."""

    id: ProjectId
    slug: str
    name: str
    description: str | None
    settings: ProjectSettings
    revision: int
    created_at: datetime
    updated_at: datetime
    archived_at: datetime | None = None

    @property
    def is_demo(self) -> bool:
        """Return whether this is a demo project, by its slug, which does not change with its name."""
        return slug_family(self.slug) == base_slug(DEMO_NAME)

    def must_be_live(self) -> None:
        """Raise an error if the project is archived."""
        if self.archived_at is not None:
            raise ProjectArchived("This project is archived and cannot be changed")


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectCard:
    """A project in a member's project list."""

    project: Project
    role: Role
    member_count: int
    dataset_count: int
    # Without archived ones.
    experiment_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    user: UserId
    email: str
    name: str | None
    role: Role
    joined_at: datetime
    email_confirmed: bool
    # Whether a group of a sign-in provider gives the role.
    by_group: bool = False

    @property
    def label(self) -> str:
        return self.name or self.email


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectEdit:
    """Requested changes of a project. A field that is None stays unchanged."""

    name: str | None = None
    description: str | None = None
    clear_description: bool = False
    settings: dict[str, Any] = field(default_factory=dict[str, Any])

    def apply(self, project: Project) -> Project:
        description = self.description if self.description is not None else project.description
        return replace(
            project,
            name=project.name if self.name is None else check_name(self.name),
            description=None if self.clear_description else description,
            settings=replace(project.settings, **self.settings),
        )


def check_name(name: str) -> str:
    name = name.strip()
    if not name:
        raise InvalidInput("Name is required", field="name")
    if len(name) > MAX_NAME:
        raise InvalidInput("Name too long", field="name")
    if not NAME.fullmatch(name):
        raise InvalidInput("Only alphanumeric, spaces, hyphens, underscores", field="name")
    return name


def base_slug(name: str) -> str:
    """Convert a name to a kebab-case slug, or to `project` if no usable characters remain."""
    text = re.sub(r"[^a-z0-9\s-]", "", name.lower())
    text = re.sub(r"-+", "-", re.sub(r"\s+", "-", text))[:MAX_SLUG].strip("-")
    return text or "project"


def slug_family(base: str) -> str:
    """Return the prefix that a slug shares with its numbered variants."""
    return re.sub(r"(-[0-9]+)+$", "", base)


def free_slug(base: str, taken: Collection[str]) -> str:
    """Append a number to the slug until it is unused and does not look like an id."""
    slug, counter = base, 1
    while slug in taken or is_uuid(slug):
        slug, counter = f"{base}-{counter}", counter + 1
    return slug


def difference(before: Project, after: Project) -> dict[str, dict[str, Any]]:
    """Return the old and new value of each changed field, for the audit log."""
    pairs: dict[str, tuple[Any, Any]] = {
        "name": (before.name, after.name),
        "description": (before.description, after.description),
    }
    for name in SETTING_NAMES:
        pairs[name] = (getattr(before.settings, name), getattr(after.settings, name))
    # Readable for people: dollars under the name that the API uses.
    old_budget, new_budget = pairs.pop("default_budget")
    pairs["default_budget_usd"] = (float(to_usd(old_budget)), float(to_usd(new_budget)))
    pairs["protected_labels"] = (_protections(before), _protections(after))
    return {name: {"old": old, "new": new} for name, (old, new) in pairs.items() if old != new}


def _protections(project: Project) -> list[dict[str, Any]]:
    return [protection_to_json(one) for one in project.settings.protected_labels]


def _within(name: str, value: float, least: float, most: float) -> None:
    if not least <= value <= most:
        raise InvalidInput(f"{name} is out of range", field=f"settings.{name}")
