"""Compute the passport of a judge version: its reliability on everything that it has judged in a project."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from math import isfinite, nan

from edison.domain.ids import JudgeId, ProjectId, RunId
from edison.domain.judging.judge import Exam, JudgeMode, JudgeVersion
from edison.domain.judging.passport_figures import (
    AskedAgain,
    Labelled,
    PassportFigures,
    Samples,
    Swapped,
    passport,
)
from edison.domain.judging.passport_findings import (
    ENOUGH_LABELS,
    Badge,
    FindingKind,
    PassportFinding,
    PassportOutcome,
    badge_of,
    verdict_on_judge,
)
from edison.domain.runs.cell_labels import PASS_AT
from edison.scorers.judge_prompts import chosen_cells
from edison.store.repositories.judging.judge_verdicts import ExamCell, LabelledVerdict, Use
from edison.store.unit_of_work import ReadTx

MOST_SOURCES = 50
# Findings about judges of single answers. Pairwise judges have no exams: they always judge both orders.
OF_SINGLE_ANSWERS = {FindingKind.LENGTH, FindingKind.INJECTION}


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementFigure:
    # None: all labels or all verdicts are equal, so kappa is undefined.
    kappa: float | None
    low: float | None
    high: float | None
    n: int
    base_rate: float
    accuracy: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionFigure:
    name: str
    alpha: float | None
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsistencyFigure:
    share_same: float
    low: float | None
    high: float | None
    mean_change: float
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapFigure:
    flip_rate: float
    low: float | None
    high: float | None
    # Position bias: above 0 favours the answer shown first, below 0 the second.
    preference: float
    preference_low: float | None
    preference_high: float | None
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LengthFigure:
    change: float
    low: float | None
    high: float | None
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class InjectionFigure:
    change: float
    # Share of the answers whose score had room to rise; None: there were none.
    fooled: float | None
    low: float | None
    high: float | None
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PassportSource:
    run: RunId
    number: int
    name: str
    cells: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Passport:
    judge: JudgeId
    version: int
    badge: Badge
    agreement: AgreementFigure | None
    criteria: Sequence[CriterionFigure]
    consistency: ConsistencyFigure | None
    swap: SwapFigure | None
    length: LengthFigure | None
    injection: InjectionFigure | None
    cost_per_verdict_usd: float | None
    verdicts: int
    errors: int
    labels_needed: int
    findings: Sequence[PassportFinding]
    sources: Sequence[PassportSource]
    computed_at: datetime


@dataclass(slots=True)
class _Gathered:
    uses: Sequence[Use] = ()
    labelled: Sequence[LabelledVerdict] = ()
    exams: dict[Exam, AskedAgain] = field(default_factory=dict[Exam, AskedAgain])
    swapped: Swapped | None = None


async def passports_of(
    tx: ReadTx, project: ProjectId, versions: Sequence[JudgeVersion], now: datetime
) -> dict[JudgeId, Passport]:
    """Compute the passports of judge versions. `versions` has at most one version of each judge."""
    made: dict[JudgeId, Passport] = {}
    for version in versions:
        found = await _gathered(tx, project, version)
        # In a thread: slow with thousands of labels, and a page may show fifty judges.
        made[version.judge] = await asyncio.to_thread(_made, version, found, now)
    return made


async def _gathered(tx: ReadTx, project: ProjectId, version: JudgeVersion) -> _Gathered:
    uses = await tx.judge_verdicts.uses(project, version.judge, version.number)
    found = _Gathered(uses=[use for use in uses if not use.spec.get("exam")])
    if not found.uses:
        return found
    if version.content.mode is JudgeMode.PAIRWISE:
        found.labelled = await tx.judge_verdicts.preferred(project, found.uses)
        orders = await tx.judge_verdicts.swapped(project, found.uses)
        if orders:
            found.swapped = Swapped(
                flipped=[each.flipped for each in orders],
                first_won=[each.first_won for each in orders],
                cases=[each.case for each in orders],
            )
        return found
    found.labelled = await tx.judge_verdicts.labelled(project, found.uses)
    plain = {use.run: use.scorer for use in found.uses}
    for exam in (Exam.REPEAT, Exam.PADDED, Exam.INJECTED):
        cells = await _exam_cells([use for use in uses if use.spec.get("exam") == exam], plain)
        twice = await tx.judge_verdicts.examined(project, cells) if cells else []
        if twice:
            found.exams[exam] = AskedAgain(
                before=[each.before for each in twice],
                after=[each.after for each in twice],
                cases=[each.case for each in twice],
                cells=[(each.run, each.ordinal) for each in twice],
                passes_at=version.content.pass_at,
            )
    return found


async def _exam_cells(exams: Sequence[Use], plain: Mapping[RunId, int]) -> list[ExamCell]:
    """Return the cells of each exam, recomputed from the exam's settings, because a search in all scores is slow."""
    found: list[ExamCell] = []
    for use in exams:
        if use.run not in plain:
            continue
        # In a thread: this hashes the number of every cell, which is slow in a large run.
        chosen = await asyncio.to_thread(
            chosen_cells, use.cells, use.spec["cells"] or use.cells, use.spec.get("skips", 0)
        )
        found += [
            ExamCell(
                run=use.run,
                ordinal=ordinal,
                scorer=plain[use.run],
                exam=use.scorer,
                per_case=use.per_case,
            )
            for ordinal in sorted(chosen)
        ]
    return found


def _made(version: JudgeVersion, found: _Gathered, now: datetime) -> Passport:
    figures = passport(
        Samples(
            labelled=_labelled(version, found.labelled),
            repeated=found.exams.get(Exam.REPEAT),
            padded=found.exams.get(Exam.PADDED),
            injected=found.exams.get(Exam.INJECTED),
            swapped=found.swapped,
            verdicts=sum(use.verdicts for use in found.uses),
            errors=sum(use.errors for use in found.uses),
            cost_micro_usd=sum(use.cost for use in found.uses),
        )
    )
    agreement = _agreement(version, figures, found.labelled)
    return Passport(
        judge=version.judge,
        version=version.number,
        badge=badge_of(figures),
        agreement=agreement,
        criteria=[
            CriterionFigure(
                name=each.name,
                alpha=_finite(each.alpha.value) if each.alpha else None,
                n=each.alpha.n if each.alpha else 0,
            )
            for each in figures.criteria
        ],
        consistency=_consistency(figures),
        swap=_swap(figures),
        length=_length(figures),
        injection=_injection(figures),
        cost_per_verdict_usd=figures.cost_per_verdict_usd,
        verdicts=figures.verdicts,
        errors=figures.errors,
        labels_needed=max(0, ENOUGH_LABELS - (agreement.n if agreement else 0)),
        findings=_findings(version, figures, agreement),
        sources=_sources(found.uses),
        computed_at=now,
    )


def _labelled(version: JudgeVersion, given: Sequence[LabelledVerdict]) -> Labelled | None:
    if not given:
        return None
    names = version.rubric.names if version.rubric else ()
    criteria: dict[str, tuple[list[float], list[float]]] = {}
    for place, name in enumerate(names):
        people = [nan if each.given is None else each.given.get(name, nan) for each in given]
        if all(value != value for value in people):
            continue
        judge = [_at(each.criteria, place) for each in given]
        criteria[name] = (judge, people)
    return Labelled(
        judge=[each.value for each in given],
        people=[each.grade for each in given],
        cases=[each.case for each in given],
        judge_passes_at=_passes_at(version),
        people_pass_at=PASS_AT,
        criteria=criteria,
    )


def _at(values: Sequence[float | None] | None, place: int) -> float:
    value = values[place] if values is not None and place < len(values) else None
    return nan if value is None else value


def _passes_at(version: JudgeVersion) -> float:
    # A pairwise judge has no threshold.
    return 0.5 if version.content.mode is JudgeMode.PAIRWISE else version.content.pass_at


def _agreement(
    version: JudgeVersion, figures: PassportFigures, given: Sequence[LabelledVerdict]
) -> AgreementFigure | None:
    found = figures.agreement
    if found is not None:
        return AgreementFigure(
            kappa=_finite(found.value),
            low=_finite(found.low),
            high=_finite(found.high),
            n=found.n,
            base_rate=found.base_rate,
            accuracy=found.accuracy,
        )
    if not given:
        return None
    people = [each.grade >= PASS_AT for each in given]
    judge = [each.value >= _passes_at(version) for each in given]
    passed = sum(people) / len(people)
    same = sum(one == other for one, other in zip(people, judge, strict=True)) / len(people)
    return AgreementFigure(
        kappa=None,
        low=None,
        high=None,
        n=len(given),
        base_rate=max(passed, 1 - passed),
        accuracy=same,
    )


def _findings(
    version: JudgeVersion, figures: PassportFigures, agreement: AgreementFigure | None
) -> list[PassportFinding]:
    findings = verdict_on_judge(figures)
    if version.content.mode is JudgeMode.PAIRWISE:
        findings = [each for each in findings if each.kind not in OF_SINGLE_ANSWERS]
    if agreement is None or agreement.kappa is not None:
        return findings
    # If all labels are equal, agreement cannot be distinguished from chance.
    alike = PassportFinding(
        kind=FindingKind.AGREEMENT,
        n=agreement.n,
        outcome=PassportOutcome.NOT_ENOUGH,
        title="Not enough labels: all labels are equal",
        sentence=f"On {agreement.n} labelled cells all labels are equal, so it is unknown"
        " whether the judge can tell good from bad answers. Label both good and bad answers.",
    )
    return [alike if each.kind is FindingKind.AGREEMENT else each for each in findings]


def _consistency(figures: PassportFigures) -> ConsistencyFigure | None:
    found = figures.consistency
    return found and ConsistencyFigure(
        share_same=found.share_same.value,
        low=_finite(found.share_same.low),
        high=_finite(found.share_same.high),
        mean_change=found.mean_change,
        n=found.share_same.n,
    )


def _swap(figures: PassportFigures) -> SwapFigure | None:
    if figures.swap_flips is None:
        return None
    rate, preference = figures.swap_flips.flip_rate, figures.swap_flips.preference
    return SwapFigure(
        flip_rate=rate.value,
        low=_finite(rate.low),
        high=_finite(rate.high),
        preference=preference.value,
        preference_low=_finite(preference.low),
        preference_high=_finite(preference.high),
        n=rate.n,
    )


def _length(figures: PassportFigures) -> LengthFigure | None:
    found = figures.length_bias
    return found and LengthFigure(
        change=found.value, low=_finite(found.low), high=_finite(found.high), n=found.n
    )


def _injection(figures: PassportFigures) -> InjectionFigure | None:
    found = figures.injection
    fooled = found and found.fooled
    return found and InjectionFigure(
        change=found.change.value,
        fooled=fooled and fooled.value,
        low=fooled and _finite(fooled.low),
        high=fooled and _finite(fooled.high),
        n=fooled.n if fooled else 0,
    )


def _finite(value: float) -> float | None:
    return value if isfinite(value) else None


def _sources(uses: Sequence[Use]) -> list[PassportSource]:
    found: dict[RunId, PassportSource] = {}
    for use in uses:
        there = found.get(use.run)
        cells = use.verdicts + (there.cells if there else 0)
        found[use.run] = PassportSource(run=use.run, number=use.number, name=use.name, cells=cells)
    return list(found.values())[:MOST_SOURCES]
