"""What reviewers send."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from edison.api.base_views import Body, Paragraphs, Stored
from edison.domain.experiments.refining.unified_diff import MOST_HUNKS
from edison.domain.experiments.review import MOST_COMMENT, MOST_NOTES, MOST_REASON
from edison.domain.ids import ProjectId, SuggestionId
from edison.domain.prompts.prompt_rules import MOST_SYSTEM, MOST_TEXT
from edison.services.experiments.reviews.proposed_change import ProposedChange
from edison.services.experiments.reviews.suggestion_comments import AddComment
from edison.services.experiments.reviews.suggestion_decision import (
    ApproveSuggestion,
    CheckChange,
    RejectSuggestion,
)

# Both texts of a prompt at their longest, the lines that name its parts, and room to see that it is too long.
MOST_DOCUMENT = 2 * (MOST_TEXT + MOST_SYSTEM)

Revision = Annotated[int, Field(ge=1, le=2**31 - 1, description="The one that was looked at")]
Hunks = Annotated[list[Annotated[int, Field(ge=0, lt=MOST_HUNKS)]], Field(max_length=MOST_HUNKS)]
Document = Annotated[Stored, Field(max_length=MOST_DOCUMENT)]


class ChangeBody(Body):
    """All of the suggestion, some of its hunks, or another text in its place."""

    hunks: Hunks | None = None
    text: Document | None = Field(default=None, description="Instead of hunks")

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
        description="A text of one's own may change more than a suggestion may; nothing else is excused",
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
    text: Annotated[Paragraphs, Field(min_length=1, max_length=MOST_COMMENT)]

    def to_command(self, project: ProjectId, suggestion: UUID) -> AddComment:
        return AddComment(project=project, suggestion=SuggestionId(suggestion), text=self.text)
