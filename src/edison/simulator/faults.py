"""Decide which fault, if any, a call gets before or instead of an answer."""

from collections import Counter
from dataclasses import replace
from math import exp
from statistics import NormalDist

from edison.simulator.behaviour import Applied, Fault, FaultKind, Latency
from edison.simulator.named_models import NamedModel
from edison.simulator.simulated_call import SimulatedAnswer, SimulatedRequest, Trouble, TroubleKind
from edison.simulator.simulated_tokens import prompt_tokens
from edison.simulator.worlds.seeded_draws import draw

_NORMAL = NormalDist()
REFUSAL = "I'm sorry, but I can't help with that (simulated refusal)."
PROSE = "What a fine idea! I would gladly talk about it (simulated prose)."
USUAL_RETRY_S = 1.0
KINDS = {
    FaultKind.RATE_LIMITED: TroubleKind.RATE_LIMITED,
    FaultKind.DOWN: TroubleKind.DOWN,
    FaultKind.UNAVAILABLE: TroubleKind.UNAVAILABLE,
    FaultKind.OVERLOADED: TroubleKind.OVERLOADED,
    FaultKind.INVALID_KEY: TroubleKind.INVALID_KEY,
    FaultKind.QUOTA: TroubleKind.QUOTA,
    FaultKind.TOO_LONG: TroubleKind.TOO_LONG,
    FaultKind.UNSUPPORTED: TroubleKind.UNSUPPORTED,
    FaultKind.COMBINATION: TroubleKind.UNSUPPORTED,
}


def standing_trouble(
    asked: SimulatedRequest, model: NamedModel | None, *, key_is_wrong: bool
) -> Trouble | None:
    """Return the error of a request with an invalid key, an unknown model or too long a prompt; otherwise None."""
    if key_is_wrong:
        return Trouble(kind=TroubleKind.INVALID_KEY, model=asked.model)
    if model is None:
        return Trouble(kind=TroubleKind.MISSING, model=asked.model)
    tokens = prompt_tokens(asked)
    if tokens > model.context_window:
        return _too_long(asked, tokens, model.context_window)
    return None


class FaultCounters:
    """Counts, for faults that affect only the first calls, how often they were applied."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def chosen(
        self,
        asked: SimulatedRequest,
        model: NamedModel,
        rules: Applied,
        *,
        attempt: int,
        about: tuple[object, ...],
    ) -> Fault | None:
        """Return the first fault that applies: the fault of the named model, then the configured faults."""
        own = (model.fault,) if model.fault else ()
        for place, fault in enumerate((*own, *rules.faults)):
            if not _concerns(fault, asked):
                continue
            name = f"{rules.faults_of}/{place}"
            if fault.first is not None and self._is_over(fault, fault.first, name, attempt):
                continue
            if fault.share >= 1 or draw("fault", fault.kind, place, *about) < fault.share:
                return fault
        return None

    def _is_over(self, fault: Fault, first: int, name: str, attempt: int) -> bool:
        if fault.each:
            return attempt > first
        self._seen[name] += 1
        return self._seen[name] > first


def _concerns(fault: Fault, asked: SimulatedRequest) -> bool:
    """Return whether the request has what the fault rejects."""
    if fault.kind is FaultKind.UNSUPPORTED:
        return fault.parameter in asked.given
    if fault.kind is FaultKind.COMBINATION:
        return fault.parameter in asked.given and bool(asked.tools) and asked.is_chat
    return True


def trouble_of(
    fault: Fault, asked: SimulatedRequest, model: NamedModel, *, protocol: str
) -> Trouble | None:
    """Return the error response of a fault; None if the fault does not cause an error response."""
    filters = fault.kind in (FaultKind.REFUSAL, FaultKind.CONTENT_FILTER)
    if filters and protocol in ("azure", "azure-responses"):
        return Trouble(kind=TroubleKind.FILTERED, model=asked.model)
    kind = KINDS.get(fault.kind)
    if kind is None:
        return None
    if kind is TroubleKind.TOO_LONG:
        return _too_long(asked, model.context_window + prompt_tokens(asked), model.context_window)
    retry = None
    if kind is TroubleKind.RATE_LIMITED:
        retry = USUAL_RETRY_S if fault.retry_after_s is None else fault.retry_after_s
    return Trouble(
        kind=kind,
        model=asked.model,
        parameter=fault.parameter,
        with_tools=fault.kind is FaultKind.COMBINATION,
        retry_after_s=retry,
    )


def altered(said: SimulatedAnswer, fault: Fault | None) -> SimulatedAnswer:
    """Return the answer with the fault applied to its content."""
    match fault.kind if fault else None:
        case FaultKind.NO_USAGE:
            return replace(said, used=None)
        case FaultKind.WRONG_USAGE:
            return replace(said, miscount=7)
        case FaultKind.OVERBILLED if fault and said.used:
            more = replace(said.used, visible=said.used.visible + fault.tokens)
            return replace(said, used=more)
        case FaultKind.REFUSAL:
            return replace(said, text=REFUSAL, refusal=REFUSAL, wishes=(), finish="stop")
        case FaultKind.CONTENT_FILTER:
            return replace(said, text="", wishes=(), finish="content_filter")
        case FaultKind.PROSE:
            return replace(said, text=PROSE, wishes=(), finish="stop")
        case _:
            return said


def latency_s(latency: Latency, tokens: int, *about: object) -> tuple[float, float]:
    """Return the seconds until the first token, and from the first token to the last."""
    chance = draw("latency", *about)
    match latency.kind:
        case "fixed":
            first = latency.ms
        case "uniform":
            first = latency.low_ms + chance * max(0.0, latency.high_ms - latency.low_ms)
        case "lognormal":
            normal = _NORMAL.inv_cdf(min(max(chance, 1e-9), 1 - 1e-9))
            first = latency.ms * exp(latency.sigma * normal)
    return first / 1000, latency.per_token_ms * tokens / 1000


def _too_long(asked: SimulatedRequest, tokens: int, most: int) -> Trouble:
    return Trouble(kind=TroubleKind.TOO_LONG, model=asked.model, tokens=tokens, most_tokens=most)
