"""Check whether runs can share a leaderboard, with reasons if they cannot.

Runs are comparable if they are completed and have the same dataset version, cases and scorers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from edison.domain.ids import DatasetId, RunId
from edison.domain.runs.run_plan import CANARY_TRIGGER, QUESTIONS_TRIGGER, CaseChoice, Plan
from edison.domain.runs.run_states import RunState
from edison.domain.statistics.statistics_phrasing import count, listed
from edison.kit.digests import canonical_json, sha256_hex

# Triggers of runs that request no answers: canary runs that score stored answers again, and reviews of questions.
NOT_ANSWERS = frozenset({CANARY_TRIGGER, QUESTIONS_TRIGGER})


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """Properties that must be equal for all runs of a leaderboard."""

    dataset: DatasetId
    version: int
    panel: tuple[str, ...]
    scorers: tuple[str, ...]
    choice: CaseChoice
    cases: int
    # Digest of the case ids, only needed where the choices of cases differ; None: not computed.
    case_set: str | None = None
    # Number of the run that these terms come from, for sentences.
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    run: RunId
    number: int
    state: RunState
    trigger: str
    plan: Plan
    # Keys and names of the scorers whose mean is the grade.
    panel: tuple[str, ...]
    scorers: tuple[str, ...]
    case_set: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnequalReason:
    """Reason why a run cannot be part of a leaderboard."""

    run: RunId
    number: int
    code: str
    sentence: str

    def facts(self) -> dict[str, object]:
        return {
            "run": str(self.run),
            "number": self.number,
            "code": self.code,
            "sentence": self.sentence,
        }


def scorer_key(spec: Mapping[str, Any]) -> str:
    """Return a digest of a scorer's settings, which ignores the scorer's name."""
    return sha256_hex(canonical_json({**spec, "name": None}))


def terms_of(one: Contender) -> Terms | None:
    """Return the terms of a run, or None if the run cannot be part of any leaderboard."""
    plan = one.plan
    if standing_alone(one) or plan.dataset is None or plan.dataset_version is None:
        return None
    return Terms(
        dataset=plan.dataset,
        version=plan.dataset_version,
        panel=one.panel,
        scorers=one.scorers,
        choice=plan.choice,
        cases=plan.cases,
        case_set=one.case_set,
        number=one.number,
    )


def terms_key(terms: Terms) -> str:
    """Return a key that is equal for runs that can share a leaderboard."""
    cases = terms.case_set or [
        str(terms.choice.split),
        sorted(terms.choice.tags),
        terms.choice.first,
        sorted(str(each) for each in terms.choice.ids),
    ]
    return sha256_hex(
        canonical_json([str(terms.dataset), terms.version, sorted(terms.panel), cases])
    )[:16]


def standing_alone(one: Contender) -> list[UnequalReason]:
    """Return the reasons why a run cannot be part of any leaderboard, independent of other runs."""
    found: list[UnequalReason] = []
    if one.trigger in NOT_ANSWERS:
        found.append(_reason(one, "not_answers", "contains no answers of models"))
    if one.plan.dataset is None or one.plan.dataset_version is None:
        found.append(_reason(one, "no_dataset", "has no dataset"))
    if one.state is not RunState.COMPLETED:
        found.append(_reason(one, "not_completed", f"is {one.state}, not completed"))
    return found


def comparison_problems(one: Contender, terms: Terms) -> list[UnequalReason]:
    """Return every reason why a run does not meet the terms of a leaderboard."""
    found = standing_alone(one)
    plan = one.plan
    if plan.dataset is not None and plan.dataset != terms.dataset:
        found.append(_reason(one, "other_dataset", f"is on another dataset, “{plan.dataset_name}”"))
    elif plan.dataset is not None and plan.dataset_version != terms.version:
        found.append(
            _reason(
                one,
                "other_version",
                f"is on version {plan.dataset_version} of the dataset, not on version {terms.version}",
            )
        )
    elif plan.dataset is not None and not _same_cases(one, terms):
        found.append(
            _reason(
                one,
                "other_cases",
                f"has {count(plan.cases, 'case')} of the dataset, not the same"
                f" {count(terms.cases, 'case')} as run #{terms.number}",
            )
        )
    if sorted(one.panel) != sorted(terms.panel):
        found.append(_reason(one, "judged_otherwise", _judged_otherwise(one, terms)))
    return found


def split_comparable(
    contenders: Sequence[Contender], dataset: DatasetId, version: int, panel: Sequence[str]
) -> tuple[list[Contender], list[UnequalReason]]:
    """Return the runs that meet the terms of a leaderboard, and the reasons why the other runs do not.

    The cases of the first run that matches the dataset version and the panel are the reference for the other runs.
    """
    terms = next(
        (
            own
            for own in map(terms_of, contenders)
            if own is not None
            and (own.dataset, own.version, sorted(own.panel)) == (dataset, version, sorted(panel))
        ),
        None,
    )
    fitting: list[Contender] = []
    reasons: list[UnequalReason] = []
    for one in contenders:
        found = comparison_problems(
            one,
            terms
            or Terms(
                dataset=dataset,
                version=version,
                panel=tuple(panel),
                scorers=(),
                choice=one.plan.choice,
                cases=one.plan.cases,
                case_set=one.case_set,
            ),
        )
        reasons += found
        if not found:
            fitting.append(one)
    return fitting, reasons


def to_look_into(contenders: Sequence[Contender]) -> list[RunId]:
    """Return the runs whose case ids must be loaded, because their plans do not show whether the cases are equal.

    These runs have the same number of cases as another run, but selected the cases differently.
    """
    choices: dict[object, set[CaseChoice]] = {}
    for one in contenders:
        choices.setdefault(_size(one.plan), set()).add(one.plan.choice)
    return [one.run for one in contenders if len(choices[_size(one.plan)]) > 1]


def _size(plan: Plan) -> tuple[object, ...]:
    return plan.dataset, plan.dataset_version, plan.cases


def _same_cases(one: Contender, terms: Terms) -> bool:
    if one.plan.cases != terms.cases:
        return False
    if one.case_set is not None and terms.case_set is not None:
        return one.case_set == terms.case_set
    return one.plan.choice == terms.choice


def _judged_otherwise(one: Contender, terms: Terms) -> str:
    if not terms.number:
        return "is no longer graded as it was when the leaderboard was created"
    here, there = _names(one.scorers), _names(terms.scorers)
    if here != there:
        return f"is graded by {here}, run #{terms.number} by {there}"
    return (
        f"is graded by {here} with other settings, or in another version, than run #{terms.number}"
    )


def _names(scorers: Sequence[str]) -> str:
    return listed([f"“{name}”" for name in scorers]) if scorers else "people only"


def _reason(one: Contender, code: str, words: str) -> UnequalReason:
    return UnequalReason(
        run=one.run, number=one.number, code=code, sentence=f"Run #{one.number} {words}."
    )
