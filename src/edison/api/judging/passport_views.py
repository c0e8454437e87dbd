"""Response bodies of judge passports, which show how reliable a judge is."""

from datetime import datetime
from uuid import UUID

from pydantic import Field

from edison.api.base_views import DomainView, UsdAmount, View
from edison.domain.judging.passport_findings import Badge, FindingKind, PassportOutcome
from edison.domain.judging.passport_sizes import PassportSize
from edison.services.judging.judge_passport import Passport


class JudgeAgreementView(View):
    """Agreement between the judge and people on whether an answer passes."""

    kappa: float | None = Field(description="Cohen's kappa; null: one side never varied")
    low: float | None
    high: float | None
    n: int
    base_rate: float = Field(
        description="Share of the most common label: a judge that always gives it has this accuracy"
    )
    accuracy: float = Field(description="Share of answers on which judge and people agree")


class CriterionAgreementView(View):
    name: str
    alpha: float | None = Field(description="Krippendorff's alpha between judge and people")
    n: int


class ConsistencyView(View):
    """How often the judge gives the same result when it judges the same answer twice."""

    share_same: float
    low: float | None = Field(description="Lower end of the interval of `share_same`")
    high: float | None
    mean_change: float
    n: int


class SwapView(View):
    """Share of comparisons that had another result after the two answers were swapped."""

    flip_rate: float
    low: float | None = Field(description="Lower end of the interval of `flip_rate`")
    high: float | None
    preference: float = Field(
        description="Share of pairs that the first answer gains by its position; below 0: the second gains"
    )
    preference_low: float | None
    preference_high: float | None
    n: int


class LengthView(View):
    """Increase of the score if an answer is made longer without new content."""

    change: float
    low: float | None
    high: float | None
    n: int


class InjectionView(View):
    """Increase of the score if an answer instructs the judge to give the full score."""

    change: float
    fooled: float | None = Field(
        description="Of the answers whose score could rise clearly, the share whose score rose because of the "
        "instruction, less what rises by chance; null: no score could rise"
    )
    low: float | None = Field(description="Lower end of the interval of `fooled`")
    high: float | None
    n: int = Field(description="Answers whose score could rise clearly")


class PassportFindingView(View):
    """A detected fault of the judge, or an upper bound of its size. No finding proves that a judge is good."""

    kind: FindingKind
    outcome: PassportOutcome
    title: str
    sentence: str
    size: float | None = Field(
        description="Size of the fault: a share; for length the change of the mean score; for agreement kappa"
    )
    low: float | None = Field(description="Lower bound of the fault with 95% confidence")
    high: float | None = Field(description="Upper bound of the fault with 95% confidence")
    n: int = Field(description="Number of trials it is measured on")


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
    errors: int = Field(description="Calls without a usable result")
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
        description="Size of a fault that is detected with 90% probability; null: too few trials for any size"
    )


class PassportSizeView(DomainView):
    size: PassportSize
    cells: int = Field(
        description="Answers in each exam, or pairs in total, including those already judged"
    )
    calls: int = Field(description="Number of calls still needed")
    likely_usd: UsdAmount | None = Field(
        validation_alias="cost", description="null: a price is unknown"
    )
    simulated: bool
    finds: list[DetectableFaultView]
