"""Suggestions as reviewers see them."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal
from uuid import UUID

from pydantic import Field

from edison.api.base_views import PageView, View
from edison.api.experiments.iteration_views import IterationCardView
from edison.api.runs.run_views import usd
from edison.domain.experiments.refining.guardrails import CHARACTERS, LINES, Guardrail, passed
from edison.domain.experiments.refining.prompt_document import text_of
from edison.domain.experiments.refining.refiner_evidence import Exemplar, Weak
from edison.domain.experiments.refining.suggestion import (
    RefinerAttempt,
    Suggestion,
    SuggestionState,
)
from edison.domain.experiments.refining.unified_diff import Hunk
from edison.domain.experiments.review import Comment, ReviewDecision, SuggestionReview
from edison.domain.prompts.prompt import PromptVersion
from edison.services.experiments.reviews.proposed_change import Tried, hunks_of
from edison.services.experiments.reviews.suggestion_decision import Approved
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
    characters: float = Field(description="Share of the prompt's characters, 0 to 1")
    lines: float = Field(description="Share of its lines")


class SuggestionCardView(View):
    id: UUID
    experiment: SuggestionRefView
    iteration: NumberedView
    state: SuggestionState
    note: str = Field(description="How it begins; all of it when one suggestion is read")
    changed: ChangeExtentView
    created_at: datetime
    automatic: bool = Field(description="Approved without a person, as the project allows")


class SuggestionPageView(PageView[SuggestionCardView]):
    total: int = Field(description="Of all pages")

    @staticmethod
    def of(queue: SuggestionPage) -> "SuggestionPageView":
        return SuggestionPageView(
            items=[SuggestionCardView(**_listed(each)) for each in queue.page.items],
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


class GuardrailView(View):
    rule: str
    passed: bool
    found: float | str | None
    limit: float | str | None
    sentence: str

    @staticmethod
    def of(each: Guardrail) -> "GuardrailView":
        return GuardrailView(
            rule=each.rule,
            passed=each.passed,
            found=each.found,
            limit=each.limit,
            sentence=each.sentence,
        )


class WeakCriterionView(View):
    name: str
    description: str
    mean: float = Field(description="On the criterion's own scale")
    scale: int

    @staticmethod
    def of(weak: Weak) -> "WeakCriterionView":
        return WeakCriterionView(
            name=weak.name, description=weak.description, mean=weak.mean, scale=weak.scale
        )


class ExemplarView(View):
    """An answer that failed; scores are on the criteria's own scales."""

    ordinal: int
    run: UUID
    case: UUID | None = Field(description="null: the case is gone")
    input: str
    output: str
    value: float
    scores: dict[str, float]
    reasons: dict[str, str]

    @staticmethod
    def of(each: Exemplar) -> "ExemplarView":
        return ExemplarView(
            ordinal=each.ordinal,
            run=each.run,
            case=each.case,
            input=each.input,
            output=each.output,
            value=each.value,
            scores=dict(each.scores),
            reasons=dict(each.reasons),
        )


class RefinerAttemptView(View):
    """What the refiner proposed and guardrails refused."""

    diff: str
    note: str
    guardrails: list[GuardrailView]
    problem: str | None = Field(description="Why there is no diff at all")
    at: datetime

    @staticmethod
    def of(attempt: RefinerAttempt) -> "RefinerAttemptView":
        return RefinerAttemptView(
            diff=attempt.diff,
            note=attempt.note,
            guardrails=[GuardrailView.of(each) for each in attempt.guardrails],
            problem=attempt.problem,
            at=attempt.at,
        )


class ReviewCommentView(View):
    id: UUID
    author: str
    text: str
    at: datetime

    @staticmethod
    def of(comment: Comment) -> "ReviewCommentView":
        return ReviewCommentView(
            id=comment.id, author=comment.author_label, text=comment.text, at=comment.at
        )


class ReviewView(View):
    reviewer: str
    decision: ReviewDecision
    notes: str
    at: datetime

    @staticmethod
    def of(review: SuggestionReview) -> "ReviewView":
        return ReviewView(
            reviewer=review.reviewer_label,
            decision=review.decision,
            notes=review.notes,
            at=review.at,
        )


class BaseVersionView(View):
    version: UUID
    number: int
    text: str = Field(description="The prompt as one text, as diffs speak of it")


class MadeVersionView(View):
    version: UUID
    number: int


class SuggestionView(SuggestionCardView):
    revision: int
    base: BaseVersionView
    proposed_text: str
    diff: str
    hunks: list[HunkView]
    weak: list[WeakCriterionView]
    guardrails: list[GuardrailView]
    attempts: list[RefinerAttemptView] = Field(description="Those that were refused, oldest first")
    exemplars: list[ExemplarView]
    evidence: IterationCardView
    comments: list[ReviewCommentView]
    reviews: list[ReviewView]
    locked_because: str | None
    cost_usd: Decimal
    applied: MadeVersionView | None
    next: NumberedView | None = Field(description="The iteration that began with it")
    dataset: UUID | None

    @staticmethod
    def of(sheet: SuggestionSheet) -> "SuggestionView":
        found = sheet.suggestion
        return SuggestionView(
            **_card(found, sheet.experiment.title, sheet.iteration.number, found.note),
            revision=found.revision,
            base=_base(sheet.base),
            proposed_text=text_of(found.proposed),
            diff=found.diff,
            hunks=_hunks(found.diff),
            weak=[WeakCriterionView.of(each) for each in found.weak],
            guardrails=[GuardrailView.of(each) for each in found.guardrails],
            attempts=[RefinerAttemptView.of(each) for each in _refused(found.attempts)],
            exemplars=[ExemplarView.of(each) for each in found.exemplars],
            evidence=IterationCardView.of_card(sheet.evidence),
            comments=[ReviewCommentView.of(each) for each in sheet.comments],
            reviews=[ReviewView.of(each) for each in sheet.reviews],
            locked_because=sheet.locked_because,
            cost_usd=usd(found.cost),
            applied=None
            if sheet.applied is None
            else MadeVersionView(version=sheet.applied.id, number=sheet.applied.number),
            next=None
            if sheet.next is None
            else NumberedView(id=sheet.next.id, number=sheet.next.number),
            dataset=sheet.dataset,
        )


class CheckedChangeView(View):
    text: str | None = Field(description="The prompt as it would be; null if it does not apply")
    diff: str
    hunks: list[HunkView]
    guardrails: list[GuardrailView]
    ok: bool

    @staticmethod
    def of(tried: Tried) -> "CheckedChangeView":
        return CheckedChangeView(
            text=tried.text,
            diff=tried.diff,
            hunks=_hunks(tried.diff),
            guardrails=[GuardrailView.of(each) for each in tried.guardrails],
            ok=passed(tried.guardrails),
        )


class ApprovedView(View):
    suggestion: UUID
    version: NumberedView
    iteration: UUID | None = Field(description="The one that has begun")
    ended: str | None = Field(description="Why the experiment ended instead")

    @staticmethod
    def of(suggestion: UUID, approved: Approved) -> "ApprovedView":
        return ApprovedView(
            suggestion=suggestion,
            version=NumberedView(id=approved.version, number=approved.version_number),
            iteration=approved.iteration,
            ended=approved.ended,
        )


def _listed(each: Listed) -> dict[str, Any]:
    note = each.suggestion.note[:NOTE_START]
    return _card(each.suggestion, each.experiment_name, each.iteration_number, note)


def _card(found: Suggestion, experiment: str, iteration: int, note: str) -> dict[str, Any]:
    return {
        "id": found.id,
        "experiment": SuggestionRefView(id=found.experiment, name=experiment),
        "iteration": NumberedView(id=found.iteration, number=iteration),
        "state": found.state,
        "note": note,
        "changed": ChangeExtentView(
            characters=_share(found, CHARACTERS), lines=_share(found, LINES)
        ),
        "created_at": found.created_at,
        "automatic": found.automatic,
    }


def _share(found: Suggestion, rule: str) -> float:
    """As the guardrails measured it."""
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
