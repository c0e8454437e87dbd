"""Request and response bodies of suggestions and reviews."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import Field

from edison.api.base_views import Body, DomainView, PageView, Paragraphs, Stored, UsdAmount, View
from edison.api.experiments.iteration_views import IterationCardView
from edison.domain.comments.comment import MOST_TEXT
from edison.domain.experiments.refining.guardrails import CHARACTERS, LINES, passed
from edison.domain.experiments.refining.prompt_document import text_of
from edison.domain.experiments.refining.suggestion import (
    RefinerAttempt,
    Suggestion,
    SuggestionState,
)
from edison.domain.experiments.refining.unified_diff import MOST_HUNKS, Hunk
from edison.domain.experiments.review import MOST_NOTES, MOST_REASON, ReviewDecision
from edison.domain.ids import ProjectId, SuggestionId
from edison.domain.prompts.prompt import PromptVersion
from edison.domain.prompts.prompt_rules import MOST_IN_ALL
from edison.services.experiments.reviews.proposed_change import ProposedChange, Tried, hunks_of
from edison.services.experiments.reviews.suggestion_comments import AddComment
from edison.services.experiments.reviews.suggestion_decision import (
    Approved,
    ApproveSuggestion,
    CheckChange,
    RejectSuggestion,
)
from edison.services.experiments.reviews.suggestion_queries import (
    Listed,
    SuggestionPage,
    SuggestionSheet,
)

NOTE_START = 300


class SuggestionRefView(View):
    id: UUID
    name: str


class NumberedView(View):
    id: UUID
    number: int


class ChangeExtentView(View):
    characters: float = Field(description="Changed share of the prompt's characters, 0 to 1")
    lines: float = Field(description="Changed share of its lines, 0 to 1")


class SuggestionCardView(View):
    id: UUID
    experiment: SuggestionRefView
    iteration: NumberedView
    state: SuggestionState
    note: str = Field(description="Beginning of the note; complete when one suggestion is read")
    changed: ChangeExtentView
    created_at: datetime
    automatic: bool = Field(description="Approved automatically, as the project settings allow")

    @classmethod
    def of_suggestion(
        cls, found: Suggestion, experiment: str, iteration: int, **others: object
    ) -> Self:
        return cls.copy_attributes(
            found,
            experiment=SuggestionRefView(id=found.experiment, name=experiment),
            iteration=NumberedView(id=found.iteration, number=iteration),
            changed=ChangeExtentView(
                characters=_share(found, CHARACTERS), lines=_share(found, LINES)
            ),
            **others,
        )


class SuggestionPageView(PageView[SuggestionCardView]):
    total: int = Field(description="Number of items on all pages")

    @staticmethod
    def of(queue: SuggestionPage) -> "SuggestionPageView":
        return SuggestionPageView(
            items=[_listed(each) for each in queue.page.items],
            next_cursor=queue.page.next_cursor,
            total=queue.total,
        )


class HunkLineView(View):
    kind: Literal[" ", "+", "-"]
    text: str


class HunkView(View):
    index: int
    header: str
    lines: list[HunkLineView]

    @staticmethod
    def of(index: int, hunk: Hunk) -> "HunkView":
        return HunkView(
            index=index,
            header=hunk.header,
            lines=[HunkLineView(kind=line.kind, text=line.text) for line in hunk.lines],
        )


class GuardrailView(DomainView):
    rule: str
    passed: bool
    found: float | str | None
    limit: float | str | None
    sentence: str


class WeakCriterionView(DomainView):
    name: str
    description: str
    mean: float = Field(description="Mean score on the criterion's own scale")
    scale: int


class ExemplarView(DomainView):
    """A failing answer. Each score is on the scale of its criterion."""

    ordinal: int
    run: UUID
    case: UUID | None = Field(description="null: the case was deleted")
    input: str
    output: str
    value: float
    scores: dict[str, float]
    reasons: dict[str, str]


class RefinerAttemptView(DomainView):
    """A suggestion of the refiner that the guardrails rejected."""

    diff: str
    note: str
    guardrails: list[GuardrailView]
    problem: str | None = Field(description="Why there is no diff")
    at: datetime


class ReviewCommentView(DomainView):
    id: UUID
    author: str = Field(validation_alias="author_label")
    text: str
    at: datetime = Field(validation_alias="created_at")


class ReviewView(DomainView):
    reviewer: str = Field(validation_alias="reviewer_label")
    decision: ReviewDecision
    notes: str
    at: datetime


class BaseVersionView(View):
    version: UUID
    number: int
    text: str = Field(description="The prompt as one text, to which diffs refer")


class MadeVersionView(View):
    version: UUID = Field(validation_alias="id")
    number: int


class SuggestionView(SuggestionCardView):
    revision: int
    base: BaseVersionView
    proposed_text: str
    diff: str
    hunks: list[HunkView]
    weak: list[WeakCriterionView]
    guardrails: list[GuardrailView]
    attempts: list[RefinerAttemptView] = Field(description="Rejected attempts, oldest first")
    exemplars: list[ExemplarView]
    evidence: IterationCardView
    comments: list[ReviewCommentView]
    reviews: list[ReviewView]
    locked_because: str | None
    cost_usd: UsdAmount = Field(validation_alias="cost")
    applied: MadeVersionView | None
    next: NumberedView | None = Field(description="The iteration that started with it")
    dataset: UUID | None

    @staticmethod
    def of(sheet: SuggestionSheet) -> "SuggestionView":
        found = sheet.suggestion
        return SuggestionView.of_suggestion(
            found,
            sheet.experiment.title,
            sheet.iteration.number,
            base=_base(sheet.base),
            proposed_text=text_of(found.proposed),
            hunks=_hunks(found.diff),
            attempts=_refused(found.attempts),
            evidence=IterationCardView.of_card(sheet.evidence),
            comments=sheet.comments,
            reviews=sheet.reviews,
            locked_because=sheet.locked_because,
            applied=sheet.applied,
            next=sheet.next,
            dataset=sheet.dataset,
        )


class CheckedChangeView(View):
    text: str | None = Field(description="The resulting prompt; null: the change cannot be applied")
    diff: str
    hunks: list[HunkView]
    guardrails: list[GuardrailView]
    ok: bool

    @staticmethod
    def of(tried: Tried) -> "CheckedChangeView":
        return CheckedChangeView.copy_attributes(
            tried, hunks=_hunks(tried.diff), ok=passed(tried.guardrails)
        )


class ApprovedView(View):
    suggestion: UUID
    version: NumberedView
    iteration: UUID | None = Field(description="The iteration that was started")
    ended: str | None = Field(description="Why the experiment ended instead of continuing")

    @staticmethod
    def of(suggestion: UUID, approved: Approved) -> "ApprovedView":
        return ApprovedView(
            suggestion=suggestion,
            version=NumberedView(id=approved.version, number=approved.version_number),
            iteration=approved.iteration,
            ended=approved.ended,
        )


def _listed(each: Listed) -> SuggestionCardView:
    note = each.suggestion.note[:NOTE_START]
    return SuggestionCardView.of_suggestion(
        each.suggestion, each.experiment_name, each.iteration_number, note=note
    )


def _share(found: Suggestion, rule: str) -> float:
    """Return the share of changed text that the given guardrail measured, or 0."""
    for each in found.guardrails:
        if each.rule == rule and isinstance(each.found, float):
            return each.found
    return 0.0


def _base(version: PromptVersion) -> BaseVersionView:
    return BaseVersionView(version=version.id, number=version.number, text=text_of(version.content))


def _hunks(diff: str) -> list[HunkView]:
    return [HunkView.of(index, hunk) for index, hunk in enumerate(hunks_of(diff))]


def _refused(attempts: Sequence[RefinerAttempt]) -> list[RefinerAttempt]:
    return [each for each in attempts if not passed(each.guardrails)]


# Room for the longest prompt with its part names, and more, so that the domain reports a text that is too long.
MOST_DOCUMENT = 2 * MOST_IN_ALL

Revision = Annotated[int, Field(ge=1, le=2**31 - 1, description="The reviewed revision")]
Hunks = Annotated[list[Annotated[int, Field(ge=0, lt=MOST_HUNKS)]], Field(max_length=MOST_HUNKS)]
Document = Annotated[Stored, Field(max_length=MOST_DOCUMENT)]


class ChangeBody(Body):
    """The change to apply: the whole suggestion, some of its hunks, or an edited text."""

    hunks: Hunks | None = None
    text: Document | None = Field(default=None, description="Complete text, instead of hunks")

    def to_change(self) -> ProposedChange:
        hunks = None if self.hunks is None else tuple(sorted(set(self.hunks)))
        return ProposedChange(hunks=hunks, text=self.text)


class CheckChangeBody(ChangeBody):
    def to_command(self, project: ProjectId, suggestion: UUID) -> CheckChange:
        return CheckChange(
            project=project, suggestion=SuggestionId(suggestion), change=self.to_change()
        )


class ApproveBody(ChangeBody):
    revision: Revision
    notes: Annotated[Paragraphs, Field(max_length=MOST_NOTES)] = ""
    anyway: bool = Field(
        default=False,
        description="Allow an edited text to exceed the limit of changes; other guardrails still apply",
    )

    def to_command(self, project: ProjectId, suggestion: UUID) -> ApproveSuggestion:
        return ApproveSuggestion(
            project=project,
            suggestion=SuggestionId(suggestion),
            revision=self.revision,
            change=self.to_change(),
            notes=self.notes,
            anyway=self.anyway,
        )


class RejectBody(Body):
    revision: Revision
    reason: Annotated[Paragraphs, Field(min_length=1, max_length=MOST_REASON)]

    def to_command(self, project: ProjectId, suggestion: UUID) -> RejectSuggestion:
        return RejectSuggestion(
            project=project,
            suggestion=SuggestionId(suggestion),
            revision=self.revision,
            reason=self.reason,
        )


class CommentBody(Body):
    text: Annotated[Paragraphs, Field(min_length=1, max_length=MOST_TEXT)]

    def to_command(self, project: ProjectId, suggestion: UUID) -> AddComment:
        return AddComment(project=project, suggestion=SuggestionId(suggestion), text=self.text)
