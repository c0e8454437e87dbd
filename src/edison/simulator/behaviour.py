"""Behaviour of the simulator: latency, limits and faults, for all models or for those that match a pattern."""

from enum import StrEnum
from fnmatch import fnmatchcase
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Share = Annotated[float, Field(ge=0, le=1)]
Milliseconds = Annotated[float, Field(ge=0, le=3_600_000)]


class Setting(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Latency(Setting):
    """Latency: `fixed` is always `ms`; `uniform` is from `low_ms` to `high_ms`; `lognormal` has the median `ms`."""

    kind: Literal["fixed", "uniform", "lognormal"] = "fixed"
    ms: Milliseconds = 0
    low_ms: Milliseconds = 0
    high_ms: Milliseconds = 0
    sigma: Annotated[float, Field(ge=0, le=3)] = 0.4
    per_token_ms: Milliseconds = 0


class SimulatedLimits(Setting):
    """Rate limits: accepted requests per sliding second, and tokens per sliding minute.

    Prompt tokens count when a call is accepted, completion tokens when it is answered.
    """

    requests_per_second: Annotated[int, Field(ge=1)] | None = None
    tokens_per_minute: Annotated[int, Field(ge=1)] | None = None
    concurrent: Annotated[int, Field(ge=1)] | None = None
    retry_after: Literal["seconds", "ms", "none"] = "seconds"
    # Sends `x-ratelimit-*` (or the provider's own names) with every answer.
    headers: bool = False


class FaultKind(StrEnum):
    RATE_LIMITED = "429"
    DOWN = "500"
    UNAVAILABLE = "503"
    OVERLOADED = "529"
    INVALID_KEY = "401"
    QUOTA = "quota"
    HANG = "hang"
    DRIP = "drip"
    GARBAGE = "garbage"
    TRUNCATED = "truncated"
    NO_USAGE = "no_usage"
    WRONG_USAGE = "wrong_usage"
    # Reports and charges more output than the request allowed.
    OVERBILLED = "overbilled"
    REFUSAL = "refusal"
    CONTENT_FILTER = "content_filter"
    # Answers in prose, whatever format was requested.
    PROSE = "prose"
    TOO_LONG = "too_long"
    UNSUPPORTED = "unsupported"
    # Rejects the parameter only together with tools, and only in chat completions, as OpenAI does since GPT-5.4.
    COMBINATION = "combination"
    REDIRECT = "redirect"
    RESET = "reset"


class Fault(Setting):
    kind: FaultKind
    share: Share = 1.0
    # Only for this many first calls: of the server, or of each call key with `each`.
    first: Annotated[int, Field(ge=1)] | None = None
    each: bool = False
    # For `unsupported` and `combination`: the rejected parameter.
    parameter: str = "temperature"
    # For `redirect`: the target.
    to: str = "http://127.0.0.1:9/elsewhere"
    # For `429`: the retry delay, in place of that of the limits.
    retry_after_s: Annotated[float, Field(ge=0)] | None = None
    # For `overbilled`: how many output tokens are added.
    tokens: Annotated[int, Field(ge=1, le=1_000_000)] = 1_000
    # For `drip`: the pause between two bytes.
    gap_s: Annotated[float, Field(ge=0, le=3600)] = 1.0


class JudgeFaults(Setting):
    """Defects of simulated judges: noise as a share of the scale, and biases that an exam should detect."""

    noise: Share = 0.05
    length_bias: Annotated[float, Field(ge=-1, le=1)] = 0.0
    position_bias: Annotated[float, Field(ge=-1, le=1)] = 0.0
    leniency: Annotated[float, Field(ge=-1, le=1)] = 0.0
    # Gives random verdicts, another one each time.
    random: bool = False
    # Follows instructions in the judged text.
    gullible: bool = False
    # Omits a part in this share of its verdicts, until it is corrected; or always, if it is stubborn.
    sloppy: Share = 0.0
    stubborn: bool = False


class BatchRules(Setting):
    """How batches end. Those of a real provider take up to a day."""

    # Time until all requests are answered.
    seconds: Annotated[float, Field(ge=0, le=86_400)] = 0
    # Answers only this many requests; the others expire.
    expires_after: Annotated[int, Field(ge=0)] | None = None
    # Rejects each batch as a whole, with this error code.
    rejected: str = ""
    # Delays the response to an upload, and to a submission after it was accepted.
    upload_seconds: Annotated[float, Field(ge=0, le=3600)] = 0
    submission_seconds: Annotated[float, Field(ge=0, le=3600)] = 0
    # Accepts this many submissions and resets their connections.
    lost_submissions: Annotated[int, Field(ge=0)] = 0


class ModelBehaviour(Setting):
    """The behaviour of the models that match a pattern; missing values default to the behaviour of all models."""

    latency: Latency | None = None
    limits: SimulatedLimits | None = None
    faults: tuple[Fault, ...] | None = None
    judging: JudgeFaults | None = None
    worse: Share | None = None


class Behaviour(Setting):
    latency: Latency = Latency()
    limits: SimulatedLimits = SimulatedLimits()
    faults: tuple[Fault, ...] = ()
    judging: JudgeFaults = JudgeFaults()
    batches: BatchRules = BatchRules()
    # Simulates models that silently became worse: they lost this share of their skill. More `leniency` simulates a
    # judge that became more lenient.
    worse: Share = 0.0
    # Answers are padded to this many characters, to test large ones; the padding is not billed.
    answer_characters: int = Field(default=0, ge=0, le=1_000_000)
    # Patterns such as `sim-small` or `gpt-*`; the first match wins.
    models: dict[str, ModelBehaviour] = {}

    def pattern_for(self, model: str) -> str | None:
        return next((name for name in self.models if fnmatchcase(model, name)), None)

    def with_rules(self, pattern: str, rules: ModelBehaviour) -> "Behaviour":
        return self.model_copy(update={"models": {**self.models, pattern: rules}})


class Applied(Setting):
    """The behaviour of one model; `limits_of` and `faults_of` are the patterns that share its counters."""

    latency: Latency
    limits: SimulatedLimits
    limits_of: str
    faults: tuple[Fault, ...]
    faults_of: str
    judging: JudgeFaults
    worse: float
    answer_characters: int


EVERYONE = ""


def applied(behaviour: Behaviour, model: str) -> Applied:
    pattern = behaviour.pattern_for(model)
    rules = behaviour.models[pattern] if pattern is not None else ModelBehaviour()
    name = pattern or EVERYONE
    return Applied(
        latency=rules.latency or behaviour.latency,
        limits=rules.limits or behaviour.limits,
        limits_of=name if rules.limits else EVERYONE,
        faults=behaviour.faults if rules.faults is None else rules.faults,
        faults_of=EVERYONE if rules.faults is None else name,
        judging=rules.judging or behaviour.judging,
        worse=behaviour.worse if rules.worse is None else rules.worse,
        answer_characters=behaviour.answer_characters,
    )
