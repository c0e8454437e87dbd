"""Request and response bodies of projects, their settings and members."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field

from edison.api.base_views import Body, DomainView, Line, Paragraphs, View
from edison.domain.ids import ProjectId, SuiteId
from edison.domain.models.provider import Provider
from edison.domain.money import from_usd, to_usd
from edison.domain.people.access import Permission, Role, permissions_of
from edison.domain.people.label_protection import MOST_PROTECTED, LabelProtection
from edison.domain.people.project import (
    MAX_DESCRIPTION,
    MAX_METRIC,
    MAX_NAME,
    ProjectCard,
    ProjectEdit,
    ProjectSettings,
)
from edison.domain.results.gate_margin import USUAL_MARGIN
from edison.services.people.project_archive import DeleteProject
from edison.services.people.project_creation import CreateProject
from edison.services.people.project_settings import EditProject

# The domain checks the length, with a better message.
Name = Annotated[
    Line,
    Field(examples=["Support bot"], json_schema_extra={"minLength": 1, "maxLength": MAX_NAME}),
]
ApproverRole = Literal[Role.REVIEWER, Role.EDITOR, Role.ADMIN, Role.OWNER]
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Description = Annotated[Paragraphs, Field(max_length=MAX_DESCRIPTION)]


class LabelProtectionView(DomainView):
    """A label of prompts that moves only by a promotion, and the rules for it."""

    label: str
    suite: UUID | None = Field(description="The run must be of this suite; null: any run")
    margin: float = Field(description="The loss that is accepted, from 0 to 1")
    minimum_effect: float = Field(
        description="Above 0, the version must be better by at least this, from 0 to 1"
    )
    approver_role: ApproverRole
    author_may_approve: bool


class LabelProtectionBody(Body):
    """A label of prompts that moves only by a promotion, and the rules for it."""

    label: Annotated[Line, Field(min_length=1, max_length=50)]
    suite: UUID | None = None
    margin: Share = USUAL_MARGIN
    minimum_effect: Share = 0.0
    approver_role: ApproverRole = Role.ADMIN
    author_may_approve: bool = False

    def to_protection(self) -> LabelProtection:
        return LabelProtection(
            label=self.label,
            suite=None if self.suite is None else SuiteId(self.suite),
            margin=self.margin,
            minimum_effect=self.minimum_effect,
            approver_role=self.approver_role,
            author_may_approve=self.author_may_approve,
        )


class SettingsView(View):
    default_provider: Provider
    default_budget_usd: float
    default_max_iterations: int
    allow_synthetic_datasets: bool
    require_review_approval: bool
    cost_alert_threshold: float
    retention_days: int
    answer_reuse_minutes: int
    main_metric: str = Field(description="Metric to show first if a run has it; empty: none")
    protected_labels: list[LabelProtectionView]

    @staticmethod
    def of(settings: ProjectSettings) -> "SettingsView":
        return SettingsView.copy_attributes(
            settings, default_budget_usd=float(to_usd(settings.default_budget))
        )


class SettingsBody(Body):
    """Changes of project settings. Fields that are left out keep their values."""

    default_provider: Provider | None = None
    default_budget_usd: Annotated[float, Field(ge=0.01, le=10_000)] | None = None
    default_max_iterations: Annotated[int, Field(ge=1, le=100)] | None = None
    allow_synthetic_datasets: bool | None = None
    require_review_approval: bool | None = None
    cost_alert_threshold: Annotated[float, Field(ge=0, le=1)] | None = None
    retention_days: Annotated[int, Field(ge=0, le=3650)] | None = None
    answer_reuse_minutes: Annotated[int, Field(ge=0, le=60 * 24 * 30)] | None = None
    main_metric: Annotated[Line, Field(max_length=MAX_METRIC)] | None = None
    protected_labels: (
        Annotated[list[LabelProtectionBody], Field(max_length=MOST_PROTECTED)] | None
    ) = None

    def to_values(self) -> dict[str, Any]:
        given = self.model_dump(exclude_none=True, exclude={"protected_labels"})
        if self.protected_labels is not None:
            given["protected_labels"] = tuple(one.to_protection() for one in self.protected_labels)
        budget = given.pop("default_budget_usd", None)
        if budget is not None:
            given["default_budget"] = from_usd(Decimal(str(budget)))
        return given


class ProjectSummaryView(View):
    id: UUID
    slug: str
    name: str
    description: str | None
    role: Role
    member_count: int
    dataset_count: int
    experiment_count: int
    archived_at: datetime | None
    created_at: datetime
    updated_at: datetime

    @staticmethod
    def of(card: ProjectCard) -> "ProjectSummaryView":
        return ProjectSummaryView(**summary_fields(card))


class ProjectView(ProjectSummaryView):
    settings: SettingsView
    revision: int
    permissions: list[Permission]
    demo: bool = Field(description="The demo project, which has a guide")

    @staticmethod
    def of(card: ProjectCard) -> "ProjectView":
        return ProjectView(
            **summary_fields(card),
            settings=SettingsView.of(card.project.settings),
            revision=card.project.revision,
            permissions=list(permissions_of(card.role)),
            demo=card.project.is_demo,
        )


def summary_fields(card: ProjectCard) -> dict[str, Any]:
    project = card.project
    return {
        "id": project.id,
        "slug": project.slug,
        "name": project.name,
        "description": project.description,
        "role": card.role,
        "member_count": card.member_count,
        "dataset_count": card.dataset_count,
        "experiment_count": card.experiment_count,
        "archived_at": project.archived_at,
        "created_at": project.created_at,
        "updated_at": project.updated_at,
    }


class CreateProjectBody(Body):
    name: Name
    description: Description | None = None
    settings: SettingsBody | None = None

    def to_command(self) -> CreateProject:
        return CreateProject(
            name=self.name,
            description=self.description,
            settings=self.settings.to_values() if self.settings else {},
        )


class UpdateProjectBody(Body):
    """Changes of a project. With `revision`, the request fails if someone else has changed the project since."""

    name: Name | None = None
    description: Description | None = None
    settings: SettingsBody | None = None
    revision: Annotated[int, Field(ge=1, le=2**31 - 1)] | None = None

    def to_command(self, project: ProjectId) -> EditProject:
        given = "description" in self.model_fields_set
        return EditProject(
            project=project,
            edit=ProjectEdit(
                name=self.name,
                description=self.description,
                clear_description=given and not self.description,
                settings=self.settings.to_values() if self.settings else {},
            ),
            revision=self.revision,
        )


class TransferBody(Body):
    user_id: UUID


class DeleteProjectBody(Body):
    name: Annotated[
        Line, Field(max_length=1000, description="The name of the project, typed again")
    ]

    def to_command(self, project: ProjectId) -> DeleteProject:
        return DeleteProject(project=project, name=self.name)


class MemberView(DomainView):
    user_id: UUID = Field(validation_alias="user")
    email: str
    name: str | None
    role: Role
    joined_at: datetime
    email_confirmed: bool = Field(
        description="Whether the address was confirmed by an email link, a sign-in provider or the installation's owner"
    )
    by_group: bool = Field(description="Whether a group of a sign-in provider gives the role")


class ChangeRoleBody(Body):
    role: Role
