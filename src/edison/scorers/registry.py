"""Registry of scorers by kind: discovers plug-ins, describes them for forms, and runs them without raising."""

import asyncio
import importlib
import math
import pkgutil
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, cast

import structlog
from pydantic import ValidationError

from edison import scorers
from edison.domain.errors import InvalidInput
from edison.domain.judging.score import NotScored, Sample, Scored, ScoreOutcome
from edison.domain.models.structured_output import TooManySteps
from edison.kit.storable_text import UNSTORABLE, storable, storable_json
from edison.scorers.scorer_plugin import (
    FOUND,
    MAX_REASON,
    Plugin,
    ScorerSpec,
    TextSpec,
    cannot,
    not_applicable,
)

log = structlog.get_logger()

# Above this many characters in one chunk even fast scorers would block the event loop.
BIG_CHUNK = 200_000
MANY_SAMPLES = 100
MAX_DETAILS = 10_000
MAX_SPEC_DEPTH = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """The data that the user interface needs to offer a scorer and its form."""

    kind: str
    title: str
    description: str
    needs_expected: bool
    calls_model: bool
    # Why it is not available on this machine; such a scorer is shown as disabled.
    missing: str | None
    schema: dict[str, Any]


@cache
def plugins() -> dict[str, Plugin]:
    for module in pkgutil.iter_modules(scorers.__path__):
        importlib.import_module(f"{scorers.__name__}.{module.name}")
    return dict(sorted(FOUND.items()))


def describe() -> list[Description]:
    return [
        Description(
            kind=plugin.kind,
            title=plugin.title,
            description=plugin.description,
            needs_expected=plugin.needs_expected,
            calls_model=plugin.calls_model,
            missing=plugin.missing(),
            schema=plugin.spec.model_json_schema(),
        )
        for plugin in plugins().values()
    ]


def parse_spec(given: dict[str, Any], prefix: str = "") -> ScorerSpec:
    """Parse a scorer spec; errors name the invalid field, with `prefix` before it."""
    spec, problems = _read_spec(given, prefix)
    if spec is None:
        raise problems[0]
    return spec


def find_spec_problems(given: dict[str, Any], prefix: str = "") -> list[InvalidInput]:
    """Return all problems of a scorer spec, each with the name of its field."""
    return _read_spec(given, prefix)[1]


def _read_spec(given: dict[str, Any], prefix: str) -> tuple[ScorerSpec | None, list[InvalidInput]]:
    kind = given.get("kind")
    plugin = plugins().get(kind) if isinstance(kind, str) else None
    if plugin is None:
        message = f"Unknown kind of scorer. The kinds are {', '.join(plugins())}"
        return None, [InvalidInput(message, field=f"{prefix}kind")]
    try:
        _must_be_storable(given, prefix)
        return plugin.spec.model_validate(given), []
    except InvalidInput as error:
        return None, [error]
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False)
        return None, [_problem_of(each, prefix) for each in found]


def _problem_of(error: Any, prefix: str) -> InvalidInput:
    path = ".".join(str(part) for part in error["loc"])
    message = error["msg"].removeprefix("Value error, ")
    return InvalidInput(message, field=f"{prefix}{path}".rstrip(".") or "kind")


def read_stored_spec(given: dict[str, Any]) -> ScorerSpec:
    """Parse the spec of an existing run, even if a new run with it would be rejected.

    The run must be able to finish: an unusable spec yields an error for each answer.
    """
    try:
        return parse_spec(given)
    except InvalidInput as error:
        plugin = plugins().get(str(given.get("kind")))
        if plugin is None:
            raise
        log.warning("stored_scorer_refused", kind=plugin.kind, reason=error.message)
        return plugin.spec.model_construct(**given)


def spec_to_json(spec: ScorerSpec) -> dict[str, Any]:
    return spec.model_dump(mode="json", by_alias=True)


def needs_expected(spec: ScorerSpec) -> bool:
    """Return whether the scorer needs an expected answer in the case."""
    plugin = plugins()[spec.kind]
    return plugin.needs_expected and not plugin.brings_its_own(spec)


def missing(spec: ScorerSpec) -> str | None:
    """Return why this scorer is not available on this machine; None if it is available.

    It may start the sandbox once, so do not call it on the event loop.
    """
    return plugins()[spec.kind].missing()


async def apply(spec: ScorerSpec, sample: Sample) -> ScoreOutcome:
    return (await apply_many(spec, [sample]))[0]


async def apply_many(spec: ScorerSpec, samples: Sequence[Sample]) -> list[ScoreOutcome]:
    """Return one outcome per sample, in order. Never raises; heavy work runs outside of the event loop."""
    plugin = plugins()[spec.kind]
    if plugin.many is not None:
        return await _batch(plugin, spec, samples)
    if plugin.heavy or _is_big(samples):
        found = await asyncio.to_thread(_each, plugin, spec, samples)
    else:
        found = _each(plugin, spec, samples)
    slow = [sample for sample, verdict in zip(samples, found, strict=True) if verdict is None]
    late = iter(await _judged(plugin, plugin.slowly, spec, slow))
    return [verdict if verdict is not None else clean(next(late)) for verdict in found]


def apply_now(spec: ScorerSpec, sample: Sample) -> ScoreOutcome:
    """Score one sample synchronously, for scorers that need no other process."""
    plugin = plugins()[spec.kind]
    return _one(plugin, spec, sample) or cannot("The answer takes too long to check synchronously")


def settled(spec: ScorerSpec, sample: Sample) -> ScoreOutcome | None:
    """Return an outcome that needs neither the scorer nor a call; otherwise None.

    Such outcomes are: the case lacks the expected answer that the scorer needs, or the answer is malformed.
    """
    if sample.expected is None and needs_expected(spec):
        return not_applicable("The case has no expected answer")
    if sample.parsed is None and isinstance(spec, TextSpec) and spec.part == "parsed":
        why = (sample.malformed or "it breaks its output contract")[:MAX_REASON]
        return Scored(value=0.0, passed=False, reason=f"The answer is malformed: {why}")
    return None


def _is_big(samples: Sequence[Sample]) -> bool:
    if len(samples) > MANY_SAMPLES:
        return True
    return sum(len(each.output) + len(each.expected or "") for each in samples) > BIG_CHUNK


def _each(plugin: Plugin, spec: ScorerSpec, samples: Sequence[Sample]) -> list[ScoreOutcome | None]:
    return [_one(plugin, spec, sample) for sample in samples]


def _one(plugin: Plugin, spec: ScorerSpec, sample: Sample) -> ScoreOutcome | None:
    """Score one sample; return None if it may take long and needs a process with limits."""
    try:
        known = settled(spec, sample)
        if known is not None:
            return clean(known)
        if plugin.one is None:
            return cannot("This scorer works on many samples at once only")
        return clean(plugin.one(spec, sample))
    except TooManySteps:
        return None
    except Exception as error:
        return _failed(plugin, error)


async def _batch(plugin: Plugin, spec: ScorerSpec, samples: Sequence[Sample]) -> list[ScoreOutcome]:
    known = [settled(spec, sample) for sample in samples]
    open_ones = [sample for sample, verdict in zip(samples, known, strict=True) if verdict is None]
    judged = await _judged(plugin, plugin.many, spec, open_ones)
    rest = iter(judged)
    return [clean(verdict if verdict is not None else next(rest)) for verdict in known]


async def _judged(
    plugin: Plugin,
    judge: Callable[[Any, Sequence[Sample]], Awaitable[list[ScoreOutcome]]] | None,
    spec: ScorerSpec,
    samples: Sequence[Sample],
) -> list[ScoreOutcome]:
    if not samples:
        return []
    try:
        if judge is None:
            raise TooManySteps
        judged = await judge(spec, samples)
        if len(judged) != len(samples):
            raise ValueError(f"{len(judged)} verdicts for {len(samples)} samples")
    except Exception as error:
        return [_failed(plugin, error)] * len(samples)
    return judged


def _failed(plugin: Plugin, error: Exception) -> NotScored:
    """Log an exception of a scorer and return an error, so that a defect does not look like a bad answer."""
    log.error("scorer_failed", kind=plugin.kind, error=type(error).__name__)
    return cannot(f"The scorer failed: {type(error).__name__}")


def clean(verdict: ScoreOutcome) -> ScoreOutcome:
    """Return the outcome with reason and details truncated and storable; an invalid value becomes an error."""
    reason = verdict.reason
    if len(reason) > MAX_REASON:
        reason = reason[: MAX_REASON - 1] + "…"
    reason = storable(reason)
    if isinstance(verdict, NotScored):
        return verdict if reason is verdict.reason else replace(verdict, reason=reason)
    if not math.isfinite(verdict.value) or not 0.0 <= verdict.value <= 1.0:
        return cannot(f"The scorer gave {verdict.value}, which is not between 0 and 1")
    details = verdict.details
    if details:
        details = storable_json(details) if len(repr(details)) <= MAX_DETAILS else {"cut": True}
    if reason is verdict.reason and details is verdict.details:
        return verdict
    return replace(verdict, reason=reason, details=details)


def _must_be_storable(given: dict[str, Any], prefix: str) -> None:
    left: list[tuple[Any, str, int]] = [(given, "", 0)]
    while left:
        value, path, depth = left.pop()
        if depth > MAX_SPEC_DEPTH:
            raise InvalidInput("It is nested too deeply", field=f"{prefix}{path}")
        if isinstance(value, str) and UNSTORABLE.search(value):
            raise InvalidInput(
                "The text holds characters that cannot be stored", field=f"{prefix}{path}"
            )
        if isinstance(value, float) and not math.isfinite(value):
            raise InvalidInput("The number is not finite", field=f"{prefix}{path}")
        if isinstance(value, dict):
            pairs = cast(dict[str, Any], value)
            for key, part in pairs.items():
                below = f"{path}.{key}" if path else key
                left += [(key, below, depth + 1), (part, below, depth + 1)]
        elif isinstance(value, list):
            left += [(part, path, depth + 1) for part in cast(list[Any], value)]
