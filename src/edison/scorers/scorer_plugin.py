"""Definition of scorers: a spec that people fill in, a function over samples, and metadata."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from edison.domain.judging.score import NotScored, Sample, Scored, ScoreOutcome, ScoreProblem

MAX_REASON = 500
MAX_TEXT = 100_000
# How much of a text is quoted in a reason.
MAX_QUOTED = 60


class ScorerSpec(BaseModel, frozen=True):
    """Base class of scorer settings, which are stored with the run, so that a score can always be explained."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    kind: str
    name: Annotated[str, Field(max_length=80, title="Name", description="Shown on screens")] = ""


class TextSpec(ScorerSpec, frozen=True):
    """Base class of settings of text scorers.

    An answer that breaks its output contract has no parsed part, and fails.
    """

    part: Annotated[
        Literal["parsed", "raw"],
        Field(
            title="Which part",
            description="parsed: what the output contract extracts, such as the inside of <response>. "
            "raw: the whole answer",
        ),
    ] = "parsed"


PassAt = Annotated[
    float,
    Field(ge=0.0, le=1.0, title="Pass at", description="The answer passes from this score upwards"),
]

S = TypeVar("S", bound=ScorerSpec)
One = Callable[[S, Sample], ScoreOutcome]
Many = Callable[[S, Sequence[Sample]], Awaitable[list[ScoreOutcome]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A sample with its expected outcome, shown in the documentation and checked by a test."""

    output: str
    value: float
    expected: str | None = None
    spec: dict[str, Any] = field(default_factory=dict[str, Any])
    # Other fields of the sample, such as latency_ms.
    given: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class Plugin:
    kind: str
    title: str
    description: str
    spec: type[ScorerSpec]
    needs_expected: bool
    # Whether a spec contains its own expected value, so that the case needs none.
    brings_its_own: Callable[[Any], bool]
    calls_model: bool
    # Takes more than a few microseconds per sample: always runs off the event loop.
    heavy: bool
    # Why it is not available on this machine, or None.
    missing: Callable[[], str | None]
    examples: tuple[Example, ...]
    one: Callable[[Any, Sample], ScoreOutcome] | None = None
    # Judges samples for which `one` raised TooManySteps, in a limited process.
    slowly: Callable[[Any, Sequence[Sample]], Awaitable[list[ScoreOutcome]]] | None = None
    many: Callable[[Any, Sequence[Sample]], Awaitable[list[ScoreOutcome]]] | None = None


# Filled by the decorators below when a plug-in's module is imported.
FOUND: dict[str, Plugin] = {}


def scorer(
    spec: type[S],
    *,
    title: str,
    needs_expected: bool = False,
    brings_its_own: Callable[[S], bool] = lambda _: False,
    calls_model: bool = False,
    heavy: bool = False,
    slowly: Many[S] | None = None,
    missing: Callable[[], str | None] = lambda: None,
    examples: Sequence[Example] = (),
) -> Callable[[One[S]], One[S]]:
    """Register a function that scores one sample. Its docstring is the description in the user interface."""

    def register(function: One[S]) -> One[S]:
        _keep(
            Plugin(
                kind=_kind_of(spec),
                title=title,
                description=_words_of(function),
                spec=spec,
                needs_expected=needs_expected,
                brings_its_own=brings_its_own,
                calls_model=calls_model,
                heavy=heavy,
                missing=missing,
                examples=tuple(examples),
                one=function,
                slowly=slowly,
            )
        )
        return function

    return register


def batch_scorer(
    spec: type[S],
    *,
    title: str,
    needs_expected: bool = False,
    brings_its_own: Callable[[S], bool] = lambda _: False,
    missing: Callable[[], str | None] = lambda: None,
    examples: Sequence[Example] = (),
) -> Callable[[Many[S]], Many[S]]:
    """Register a function that scores many samples at once, because its startup is expensive."""

    def register(function: Many[S]) -> Many[S]:
        _keep(
            Plugin(
                kind=_kind_of(spec),
                title=title,
                description=_words_of(function),
                spec=spec,
                needs_expected=needs_expected,
                brings_its_own=brings_its_own,
                calls_model=False,
                heavy=True,
                missing=missing,
                examples=tuple(examples),
                many=function,
            )
        )
        return function

    return register


def _keep(plugin: Plugin) -> None:
    there = FOUND.get(plugin.kind)
    if there is not None and there.spec.__module__ != plugin.spec.__module__:
        raise ValueError(f"Two scorers are named {plugin.kind}")
    FOUND[plugin.kind] = plugin


def _kind_of(spec: type[ScorerSpec]) -> str:
    return str(spec.model_fields["kind"].default)


def _words_of(function: Callable[..., Any]) -> str:
    return " ".join((function.__doc__ or "").split())


def text_of(spec: TextSpec, sample: Sample) -> str:
    """Return the part of the answer that the spec selects; the registry has already failed answers without it."""
    return sample.output if spec.part == "raw" else sample.parsed or ""


def yes_or_no(passed: bool, reason: str, **details: Any) -> Scored:
    return Scored(value=1.0 if passed else 0.0, passed=passed, reason=reason, details=details)


def graded(value: float, pass_at: float | None, reason: str, **details: Any) -> Scored:
    """Return a score from 0 to 1; it passes from `pass_at` on."""
    value = min(max(value, 0.0), 1.0)
    passed = None if pass_at is None else value >= pass_at
    return Scored(value=value, passed=passed, reason=reason, details=details)


def cannot(reason: str) -> NotScored:
    """Return an error of the scorer, which says nothing about the answer."""
    return NotScored(problem=ScoreProblem.SCORER_ERROR, reason=reason)


def not_applicable(reason: str) -> NotScored:
    return NotScored(problem=ScoreProblem.NOT_APPLICABLE, reason=reason)


def quoted(text: str) -> str:
    """Return the beginning of a text in quotes, on one line."""
    line = " ".join(text[: MAX_QUOTED * 2].split())
    return f'"{line}"' if len(line) <= MAX_QUOTED else f'"{line[: MAX_QUOTED - 1]}…"'
