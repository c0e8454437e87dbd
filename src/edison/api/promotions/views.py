"""Request and response bodies of promotions."""

from datetime import datetime
from typing import Annotated, Self
from uuid import UUID

from pydantic import Field

from edison.api.base_views import Body, DomainView, Line, Paragraphs, View
from edison.domain.ids import ProjectId, PromotionId, PromptId, RunId
from edison.domain.promotions.promotion import (
    LEAST_REASON,
    MOST_TEXT,
    PromotionKind,
    PromotionState,
)
from edison.domain.results.gate_rule import GateVerdict
from edison.services.promotions.label_overrides import OverrideLabel, RollBackLabel
from edison.services.promotions.promotion_commands import DecidePromotion, RequestPromotion
from edison.services.promotions.promotion_queries import PromotionReport

LabelName = Annotated[Line, Field(min_length=1, max_length=50)]
VersionNumber = Annotated[int, Field(ge=1, le=2**31 - 1)]
Note = Annotated[Paragraphs, Field(max_length=MOST_TEXT)]


class RequirementView(DomainView):
    """One condition of a promotion."""

    name: str = Field(description="`version`, `holder`, `run`, `baseline` or `verdict`")
    met: bool
    sentence: str


class PromotedPromptView(View):
    id: UUID
    name: str


class PromotionActorView(View):
    """A person, or an API token."""

    id: UUID | None = Field(description="null: an API token")
    name: str


class PromotionCheckView(DomainView):
    """Whether a version could get a label now, and on which evidence."""

    protected: bool = Field(description="false: the label moves without a promotion")
    label: str
    number: int
    current_number: int | None = Field(description="The version that has the label; null: none")
    kind: PromotionKind
    run: UUID | None = Field(description="The given run, or the newest that can be compared")
    baseline_run: UUID | None = Field(
        description="The run of the version that has the label; it can be the same run"
    )
    verdict: GateVerdict | None = Field(description="null: there is nothing to compare with")
    sentence: str
    requirements: list[RequirementView]
    may_request: bool = Field(description="You may request the promotion, and it would be accepted")
    may_approve: bool = Field(description="You could approve the promotion")
    may_override: bool = Field(description="You may move the label without evidence")


class PromotionView(View):
    """A request to move a protected label to a version, and what was decided."""

    id: UUID
    prompt: PromotedPromptView
    label: str
    number: int
    from_number: int | None = Field(
        description="The version that had the label when this was requested; null: none"
    )
    kind: PromotionKind
    state: PromotionState
    run: UUID | None
    baseline_run: UUID | None
    verdict: GateVerdict | None
    sentence: str
    requirements: list[RequirementView] = Field(
        description="Of a promotion that waits: checked now if it is read alone, in lists as of the request. Of a "
        "decided one: as of the decision"
    )
    requested_by: PromotionActorView
    requested_at: datetime
    decided_by: PromotionActorView | None
    decided_at: datetime | None
    note: str = Field(description="Of the person who requested it")
    reason: str = Field(
        description="Of the person who decided: of the override, the rollback, the rejection or the approval"
    )
    author_approved: bool = Field(
        description="It was approved by a person who created the version or requested the promotion"
    )
    signed: bool = Field(description="A worker has signed the certificate")
    may_approve: bool
    may_reject: bool
    may_withdraw: bool

    @classmethod
    def of(cls, report: PromotionReport) -> Self:
        found = report.promotion
        decided = found.decided_by_label
        return cls.copy_attributes(
            found,
            prompt=PromotedPromptView(id=found.prompt, name=found.prompt_name),
            requirements=[RequirementView.of(one) for one in found.requirements],
            requested_by=PromotionActorView(id=found.requested_by, name=found.requested_by_label),
            decided_by=None
            if decided is None
            else PromotionActorView(id=found.decided_by, name=decided),
            may_approve=report.may_approve,
            may_reject=report.may_reject,
            may_withdraw=report.may_withdraw,
        )


class RequestPromotionBody(Body):
    label: LabelName
    number: VersionNumber
    run: UUID | None = Field(
        default=None, description="The run to compare; default: the newest that can be compared"
    )
    note: Note = ""

    def to_command(self, project: ProjectId, prompt: UUID) -> RequestPromotion:
        return RequestPromotion(
            project=project,
            prompt=PromptId(prompt),
            label=self.label,
            number=self.number,
            run=None if self.run is None else RunId(self.run),
            note=self.note,
        )


class ApprovePromotionBody(Body):
    note: Note = ""

    def to_command(self, project: ProjectId, promotion: UUID) -> DecidePromotion:
        return DecidePromotion(project=project, promotion=PromotionId(promotion), note=self.note)


class RejectPromotionBody(Body):
    note: Annotated[Note, Field(min_length=1)]

    def to_command(self, project: ProjectId, promotion: UUID) -> DecidePromotion:
        return DecidePromotion(project=project, promotion=PromotionId(promotion), note=self.note)


class OverrideLabelBody(Body):
    label: LabelName
    number: VersionNumber
    # The domain checks the length of the trimmed text.
    reason: Annotated[Note, Field(json_schema_extra={"minLength": LEAST_REASON})]

    def to_command(self, project: ProjectId, prompt: UUID) -> OverrideLabel:
        return OverrideLabel(
            project=project,
            prompt=PromptId(prompt),
            label=self.label,
            number=self.number,
            reason=self.reason,
        )


class RollBackLabelBody(Body):
    label: LabelName
    reason: Note = ""

    def to_command(self, project: ProjectId, prompt: UUID) -> RollBackLabel:
        return RollBackLabel(
            project=project, prompt=PromptId(prompt), label=self.label, reason=self.reason
        )
