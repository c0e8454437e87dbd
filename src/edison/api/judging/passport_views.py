"""A judge's passport as it goes out."""

from datetime import datetime
from uuid import UUID

from pydantic import Field

from edison.api.base_views import DomainView, UsdAmount, View
from edison.domain.judging.passport_findings import Badge, FindingKind, PassportOutcome
from edison.domain.judging.passport_sizes import PassportSize
from edison.services.judging.judge_passport import Passport


class JudgeAgreementView(View):
    """With what people said, answer by answer: passed or not."""

    kappa: float | None = Field(description="null: people or judge always said the same")
    low: float | None
    high: float | None
    n: int
    base_rate: float = Field(
        description="How often people gave their commonest verdict: who always says that is right so often"
    )
    accuracy: float = Field(description="The share on which judge and people say the same")


class CriterionAgreementView(View):
    name: str
    alpha: float | None = Field(description="Krippendorff's alpha between judge and people")
    n: int


class ConsistencyView(View):
    """Asked the same question again."""

    share_same: float
    low: float | None = Field(description="Of share_same")
    high: float | None
    mean_change: float
    n: int


class SwapView(View):
    """The share of comparisons that changed when the two answers changed places."""

    flip_rate: float
    low: float | None = Field(description="Of flip_rate")
    high: float | None
    preference: float = Field(
        description="Share of pairs that the answer shown first gains by its position; below 0: the second"
    )
    preference_low: float | None
    preference_high: float | None
    n: int


class LengthView(View):
    """How much a longer answer that says no more is scored higher."""

    change: float
    low: float | None
    high: float | None
    n: int


class InjectionView(View):
    """How much an answer gains that orders the judge to give full marks."""

    change: float
    fooled: float | None = Field(
        description="Share of the answers whose score could rise clearly and did so because of the order, "
        "less what rises by chance; null: no score could rise"
    )
    low: float | None = Field(description="Of fooled")
    high: float | None
    n: int = Field(description="Answers whose score could rise clearly")


class PassportFindingView(View):
    """A fault that was found, or the size above which it is ruled out. Nothing says that a judge is good."""

    kind: FindingKind
    outcome: PassportOutcome
    title: str
    sentence: str
    size: float | None = Field(
        description="Of the fault: a share, for length a change of the mean score, for agreement kappa"
    )
    low: float | None = Field(description="The fault is larger with a confidence of 95 %")
    high: float | None = Field(description="The fault is smaller with a confidence of 95 %")
    n: int = Field(description="Trials that it is measured on")


class PassportSourceView(View):
    run: UUID
    number: int
    name: str
    cells: int


class PassportSummaryView(View):
    badge: Badge
    kappa: float | None
    labels: int = Field(description="Answers that both the judge and people have judged")
    labels_needed: int = Field(description="So many more until the agreement says something")
    verdicts: int
    errors: int
    cost_per_verdict_usd: float | None

    @staticmethod
    def of(passport: Passport) -> "PassportSummaryView":
        return PassportSummaryView.copy_attributes(
            passport,
            kappa=passport.agreement.kappa if passport.agreement else None,
            labels=passport.agreement.n if passport.agreement else 0,
        )


class PassportView(View):
    judge: UUID
    version: int
    validated: bool
    badge: Badge
    agreement: JudgeAgreementView | None
    criteria: list[CriterionAgreementView]
    consistency: ConsistencyView | None
    swap: SwapView | None
    length: LengthView | None
    injection: InjectionView | None
    cost_per_verdict_usd: float | None
    verdicts: int
    errors: int = Field(description="Questions that came to no verdict")
    labels_needed: int = Field(description="So many more until the agreement says something")
    findings: list[PassportFindingView]
    sources: list[PassportSourceView] = Field(description="Runs that it judged, newest first")
    computed_at: datetime

    @staticmethod
    def of(passport: Passport) -> "PassportView":
        return PassportView.copy_attributes(passport, validated=passport.badge == "validated")


class DetectableFaultView(View):
    kind: FindingKind
    trials: int = Field(description="Cases with an answer that can show the fault")
    size: float | None = Field(
        description="A fault of this size is found with a probability of 90 %; null: too few trials for any size"
    )


class PassportSizeView(DomainView):
    size: PassportSize
    cells: int = Field(
        description="Answers in each exam, or pairs in all, with those that were asked before"
    )
    calls: int = Field(description="Still to be made")
    likely_usd: UsdAmount | None = Field(
        validation_alias="cost", description="null: a price is not known; never zero"
    )
    simulated: bool
    finds: list[DetectableFaultView]
