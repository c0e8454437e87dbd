"""Checks that each case brings along in its metadata: any scorers that call no model, with weights and thresholds."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, cast

from pydantic import Field

from edison.domain.errors import InvalidInput
from edison.domain.judging.score import NotScored, Sample, Scored, ScoreOutcome
from edison.scorers import registry
from edison.scorers.scorer_plugin import (
    Example,
    ScorerSpec,
    batch_scorer,
    cannot,
    not_applicable,
    quoted,
    yes_or_no,
)

CHECKS = "checks"
PASS_AT = "pass_at"
CHECKS_AT_MOST = 200
DEPTH_AT_MOST = 5
_TINY = 1e-9


class CaseChecksSpec(ScorerSpec, frozen=True):
    kind: Literal["case_checks"] = "case_checks"
    field: Annotated[
        str,
        Field(
            min_length=1,
            max_length=100,
            title="Field",
            description="The field of the case's metadata that lists its checks",
        ),
    ] = CHECKS


@dataclass(frozen=True, slots=True, kw_only=True)
class _Check:
    """A scorer, or a set of checks, with its share in the score of the case."""

    name: str
    weight: float
    negate: bool
    # For a set; None: all must pass.
    pass_at: float | None = None
    spec: str | None = None
    inner: tuple["_Check", ...] = ()


class _WrongCheck(ValueError):
    """The case lists something that is not a check; the message says what."""


_EXAMPLE = {"checks": [{"spec": {"kind": "contains", "values": ["red"]}}]}


@batch_scorer(
    CaseChecksSpec,
    title="Checks of the case",
    examples=[
        Example(output="red and blue", given={"metadata": _EXAMPLE}, value=1.0),
        Example(output="blue", given={"metadata": _EXAMPLE}, value=0.0),
        Example(
            output="blue",
            given={"metadata": {"checks": [{**_EXAMPLE["checks"][0], "negate": True}]}},
            value=1.0,
        ),
    ],
)
async def case_checks(spec: CaseChecksSpec, samples: Sequence[Sample]) -> list[ScoreOutcome]:
    """Passes when the answer passes the checks that its case lists in its metadata. Imports write them."""
    read = [_checks_of(spec, sample) for sample in samples]
    found: dict[tuple[int, str], ScoreOutcome] = {}
    wanted: dict[str, list[int]] = {}
    for place, checks in enumerate(read):
        if isinstance(checks, _Check):
            for each in _specs_in(checks):
                wanted.setdefault(each, []).append(place)
    for text, places in wanted.items():
        unique = list(dict.fromkeys(places))
        outcomes = await _apply(text, [samples[place] for place in unique])
        found.update({(place, text): one for place, one in zip(unique, outcomes, strict=True)})
    return [
        _outcome(checks, place, found) if isinstance(checks, _Check) else checks
        for place, checks in enumerate(read)
    ]


def _checks_of(spec: CaseChecksSpec, sample: Sample) -> "_Check | NotScored":
    listed = sample.metadata.get(spec.field)
    if not listed:
        return not_applicable("The case lists no checks")
    given: dict[str, Any] = {"checks": listed}
    if spec.field == CHECKS and PASS_AT in sample.metadata:
        given[PASS_AT] = sample.metadata[PASS_AT]
    try:
        whole = _read(given, 0)
    except _WrongCheck as error:
        return cannot(f"The checks of the case cannot be used: {error}")
    if len(list(_specs_in(whole))) > CHECKS_AT_MOST:
        return cannot(f"A case has at most {CHECKS_AT_MOST} checks")
    return whole


def _read(given: Any, depth: int) -> _Check:
    if not isinstance(given, dict) or depth > DEPTH_AT_MOST:
        raise _WrongCheck("a check is an object with `spec` or `checks`")
    fields = cast("dict[str, Any]", given)
    spec, inner = fields.get("spec"), fields.get("checks")
    if isinstance(spec, dict):
        settings = cast("dict[str, Any]", spec)
        kind = str(settings.get("kind"))
        plugin = registry.plugins().get(kind)
        if plugin is None or plugin.calls_model or kind == "case_checks":
            raise _WrongCheck(f"{kind[:60]} is not a scorer that a case can have")
        name = str(fields.get("name") or settings.get("name") or plugin.title)
    elif isinstance(inner, list) and inner:
        name = str(fields.get("name") or "Set")
    else:
        raise _WrongCheck("a check is an object with `spec` or `checks`")
    return _Check(
        name=name[:80],
        weight=_number(fields.get("weight", 1.0), "weight") or 0.0,
        negate=bool(fields.get("negate", False)),
        pass_at=_number(fields.get(PASS_AT), PASS_AT),
        spec=json.dumps(spec, sort_keys=True) if isinstance(spec, dict) else None,
        inner=()
        if isinstance(spec, dict)
        else tuple(_read(each, depth + 1) for each in cast("list[Any]", inner)),
    )


def _number(value: Any, name: str) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1e6:
        raise _WrongCheck(f"`{name}` must be a number from 0 upwards")
    return float(value)


def _specs_in(check: _Check) -> list[str]:
    return ([] if check.spec is None else [check.spec]) + [
        text for each in check.inner for text in _specs_in(each)
    ]


async def _apply(text: str, samples: list[Sample]) -> list[ScoreOutcome]:
    try:
        spec = registry.parse_spec(json.loads(text))
    except InvalidInput as error:
        return [cannot(f"A check of the case cannot be used: {error.message}")] * len(samples)
    return await registry.apply_many(spec, samples)


def _outcome(check: _Check, place: int, found: dict[tuple[int, str], ScoreOutcome]) -> ScoreOutcome:
    """Return the score of a check: that of its scorer, or the weighted mean of its set."""
    if check.spec is not None:
        return _turned(found[place, check.spec], negate=check.negate)
    outcomes = [(each, _outcome(each, place, found)) for each in check.inner]
    total = weights = 0.0
    failed: list[str] = []
    for each, outcome in outcomes:
        if isinstance(outcome, NotScored):
            return NotScored(problem=outcome.problem, reason=f"{each.name}: {outcome.reason}")
        total += outcome.value * each.weight
        weights += each.weight
        # A weight of 0 only measures.
        if outcome.passed is False and each.weight > 0:
            failed.append(f"{each.name}: {outcome.reason}")
    value = total / weights if weights else 1.0
    passed = not failed if check.pass_at is None else value + _TINY >= check.pass_at
    reason = f"Passes all {len(outcomes)} checks" if not failed else "; ".join(failed)
    details = {"checks": [_line(each, outcome) for each, outcome in outcomes]}
    scored = Scored(value=min(value, 1.0), passed=passed, reason=reason, details=details)
    return _turned(scored, negate=check.negate)


def _turned(outcome: ScoreOutcome, *, negate: bool) -> ScoreOutcome:
    if not negate or isinstance(outcome, NotScored):
        return outcome
    if outcome.value in {0.0, 1.0}:
        return yes_or_no(not outcome.passed, f"Must not be: {outcome.reason}")
    return Scored(
        value=1.0 - outcome.value,
        passed=not outcome.passed,
        reason=f"Must not be: {outcome.reason}",
    )


def _line(check: _Check, outcome: ScoreOutcome) -> dict[str, Any]:
    if isinstance(outcome, NotScored):
        return {"name": check.name, "problem": str(outcome.problem)}
    return {
        "name": check.name,
        "value": round(outcome.value, 4),
        "passed": outcome.passed,
        "reason": quoted(outcome.reason)[1:-1],
    }
