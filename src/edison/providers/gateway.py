"""Gateway for all model calls: rate limiting, circuit breaker, retries, timing and pricing.

A call returns an outcome and never raises.
"""

import asyncio
import random
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

import structlog

from edison.domain.ids import CredentialId, ModelId, ProjectId
from edison.domain.models.circuit_breaker import COUNTS
from edison.domain.models.media_prices import file_tokens
from edison.domain.models.model_api import ModelApi
from edison.domain.models.model_call import (
    USUAL,
    Answered,
    CallOutcome,
    CallPolicy,
    Failed,
    FailureCode,
    ModelCall,
)
from edison.domain.models.parameters import KEPT
from edison.domain.models.price import Price
from edison.domain.models.provider import Endpoint, Provider
from edison.domain.models.refused_parameter import named_refusal
from edison.domain.models.schema_fallback import JSON_SCHEMA, in_json_mode
from edison.domain.rate_limits.allocation import DeadlinePassed, RateLimits
from edison.providers.breaker_client import Breaker
from edison.providers.call_attempt import (
    CallAttempts,
    OnText,
    not_taken,
    without_refused_parameters,
)
from edison.providers.call_files import CallFiles, FileGone
from edison.providers.rate_limiter import Limiter, Permit
from edison.providers.wire.registry import RESPONSES_WIRES

log = structlog.get_logger(__name__)

# Approximate characters per token; used for rate limits only, never for billing.
CHARACTERS_PER_TOKEN = 4
USUAL_ANSWER_TOKENS = 256
# A slot that arrives at the last moment is still used for an attempt.
SHORTEST_TIMEOUT_S = 0.1
SPEAKS_OF_STREAMS = re.compile(r"\bstream", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallTarget:
    """A model of a project, ready to be called."""

    project: ProjectId
    endpoint: Endpoint
    model: str
    price: Price | None
    limits: RateLimits
    # Parameters that this model is known not to support.
    unsupported: frozenset[str] = frozenset()
    # Parameters that this model has rejected before. They are left out only where Edison set them by itself.
    learned: frozenset[str] = frozenset()
    catalog_id: ModelId | None = None

    def left_out_of(self, call: ModelCall) -> frozenset[str]:
        return self.unsupported | (self.learned & call.adaptable)


# Called before each attempt that has a slot, with the number of earlier attempts that may have been
# charged; returns whether it may be sent. This is where money is reserved.
Admit = Callable[[int], Awaitable[bool]]
HELD_BACK = Failed(
    code=FailureCode.HELD_BACK, message="Not sent: the budget has no room for it now", attempts=0
)

# Called once per model and process with the rejected parameter and the provider's message.
OnRefusedParameter = Callable[[CallTarget, str, str], Awaitable[None]]


@dataclass(slots=True)
class _Course:
    """The progress of one call over its attempts."""

    deadline: float
    attempts: int = 0
    failures: int = 0
    doubtful: int = 0
    # Whether the last attempt requested a stream.
    streamed: bool = False
    # Defaults of Edison that the provider refuses in this call only, because of what else the call has.
    adapted: set[str] = field(default_factory=set[str])


class Gateway:
    def __init__(
        self,
        *,
        attempts: CallAttempts,
        limiter: Limiter,
        breaker: Breaker,
        on_refused_parameter: OnRefusedParameter,
        files: CallFiles | None = None,
    ) -> None:
        self._attempts = attempts
        self._files = files or CallFiles(_no_files)
        self._limiter = limiter
        self._breaker = breaker
        self._on_refused_parameter = on_refused_parameter
        # Learned since the catalog was read.
        self._learned: dict[tuple[CredentialId, str, ModelApi], frozenset[str]] = {}
        # Models that reject streaming, or do not report usage in a stream, are called without it from then on.
        self._unstreamed: set[tuple[CredentialId, str]] = set()
        # Attempts that were sent and have not ended.
        self.on_their_way = 0

    async def call(
        self,
        target: CallTarget,
        call: ModelCall,
        *,
        key: str,
        policy: CallPolicy = USUAL,
        on_text: OnText | None = None,
        admit: Admit | None = None,
    ) -> CallOutcome:
        """Call a model until it answers, fails permanently, or the time is over.

        `key` identifies the call to the provider and is the same for each attempt. With `on_text` the answer is
        streamed.
        """
        course = _Course(deadline=asyncio.get_running_loop().time() + policy.deadline_s)
        while True:
            sent, dropped = self._sendable(target, call, course)
            outcome = await self._admitted(target, sent, key, course, policy, on_text, admit)
            if isinstance(outcome, Failed) and (
                self._learns_to_wait(target, outcome, course)
                or await self._goes_on(target, sent, outcome, course, policy)
            ):
                continue
            if isinstance(outcome, Failed):
                endpoint = target.endpoint
                both = endpoint.provider in RESPONSES_WIRES
                outcome = named_refusal(outcome, sent, endpoint.api, has_both=both)
            return replace(
                outcome,
                attempts=course.attempts,
                dropped=dropped,
                doubtful=course.doubtful,
            )

    def sendable(self, target: CallTarget, call: ModelCall) -> tuple[ModelCall, tuple[str, ...]]:
        """Return a call as the model accepts it, and the names of what was adapted, without sending it."""
        return self._sendable(target, call, _Course(deadline=0.0))

    async def close(self) -> None:
        await self._limiter.close()
        await self._attempts.close()

    def _sendable(
        self, target: CallTarget, call: ModelCall, course: _Course
    ) -> tuple[ModelCall, tuple[str, ...]]:
        """Return the call as the model accepts it, and the names of what was adapted."""
        sent, dropped = without_refused_parameters(call, self._left_out(target, call, course))
        learned = target.learned | self._learned.get(_place(target), frozenset())
        if call.output.kind == "schema" and JSON_SCHEMA in learned:
            return in_json_mode(sent), (*dropped, JSON_SCHEMA)
        return sent, dropped

    def _left_out(self, target: CallTarget, call: ModelCall, course: _Course) -> frozenset[str]:
        endpoint = target.endpoint
        learned = self._learned.get(_place(target), frozenset()) | course.adapted
        return not_taken(
            endpoint.provider, endpoint.api, target.left_out_of(call) | (learned & call.adaptable)
        )

    async def _admitted(
        self,
        target: CallTarget,
        call: ModelCall,
        key: str,
        course: _Course,
        policy: CallPolicy,
        on_text: OnText | None,
        admit: Admit | None,
    ) -> CallOutcome:
        project, credential = target.project, target.endpoint.credential
        admission = await self._breaker.admits(project, credential)
        if not admission.admitted:
            return Failed(
                code=FailureCode.UNAVAILABLE,
                message="Not sent: the provider failed too often and its circuit breaker is open",
                retry_after_s=self._breaker.wait_s(admission),
            )
        outcome: CallOutcome = Failed(
            code=FailureCode.RATE_LIMITED,
            message="Not sent before the deadline: the rate limit of the provider is reached",
        )
        try:
            async with self._limiter.permit(
                project,
                credential,
                target.model,
                target.limits,
                tokens=_tokens_about(call),
                deadline=course.deadline,
            ) as permit:
                if admit is not None and not await admit(course.doubtful):
                    outcome = HELD_BACK
                else:
                    outcome = await self._attempt(target, call, key, course, policy, on_text)
                    _tell(permit, outcome)
        except DeadlinePassed:
            course.deadline = 0.0
        finally:
            await self._tell_breaker(project, credential, outcome, admission.trial)
        course.doubtful += outcome.doubtful
        return outcome

    async def _attempt(
        self,
        target: CallTarget,
        call: ModelCall,
        key: str,
        course: _Course,
        policy: CallPolicy,
        on_text: OnText | None,
    ) -> CallOutcome:
        course.attempts += 1
        left = course.deadline - asyncio.get_running_loop().time()
        timeout = max(SHORTEST_TIMEOUT_S, min(target.endpoint.timeout_s or policy.timeout_s, left))
        place = (target.endpoint.credential, target.model)
        if place in self._unstreamed or target.endpoint.provider is Provider.APPLICATION:
            on_text = None
        course.streamed = on_text is not None
        self.on_their_way += 1
        try:
            async with self._files.loaded(target.project, call) as sent:
                outcome = await self._attempts.make(
                    target.endpoint, target.price, sent, key, timeout, on_text
                )
        except FileGone as gone:
            return Failed(code=FailureCode.BAD_REQUEST, message=str(gone))
        finally:
            self.on_their_way -= 1
        if on_text is not None and isinstance(outcome, Answered) and outcome.usage is None:
            self._unstreamed.add(place)
        return outcome

    async def _tell_breaker(
        self, project: ProjectId, credential: CredentialId, outcome: CallOutcome, trial: bool
    ) -> None:
        if isinstance(outcome, Answered):
            await self._breaker.succeeded(project, credential, trial=trial)
        elif outcome.code in COUNTS:
            await self._breaker.failed(project, credential, trial=trial)
        elif trial:
            await self._breaker.gave_up(project, credential)

    async def _goes_on(
        self,
        target: CallTarget,
        sent: ModelCall,
        failed: Failed,
        course: _Course,
        policy: CallPolicy,
    ) -> bool:
        """Return whether to make another attempt, after waiting for it."""
        if await self._adapts(target, sent, failed, course):
            return True
        if not failed.retryable or (not target.endpoint.repeatable and failed.may_have_run):
            return False
        now = asyncio.get_running_loop().time()
        if failed.code is FailureCode.RATE_LIMITED:
            # The limiter knows when the next slot is available; only the deadline ends the wait.
            return now < course.deadline
        course.failures += 1
        if course.failures >= policy.attempts:
            return False
        wait = policy.wait_s(course.failures, random.uniform(-1, 1), failed.retry_after_s)
        if now + wait >= course.deadline:
            return False
        log.warning(
            "model_call_retried",
            provider=str(target.endpoint.provider),
            model=target.model,
            attempt=course.attempts,
            of=policy.attempts,
            wait_s=round(wait, 2),
            code=str(failed.code),
        )
        await asyncio.sleep(wait)
        return True

    def _learns_to_wait(self, target: CallTarget, failed: Failed, course: _Course) -> bool:
        """Disable streaming for a model that rejects it; return whether to repeat the call.

        Several concurrent calls may be rejected before this takes effect; each of them is repeated.
        """
        if (
            not course.streamed
            or failed.code is not FailureCode.BAD_REQUEST
            or not SPEAKS_OF_STREAMS.search(f"{failed.parameter or ''} {failed.message}")
        ):
            return False
        self._unstreamed.add((target.endpoint.credential, target.model))
        return True

    async def _adapts(
        self, target: CallTarget, sent: ModelCall, failed: Failed, course: _Course
    ) -> bool:
        """Leave out a rejected parameter that Edison set by itself; return whether to repeat the call.

        The parameter is left out of all further calls, unless the model rejects it only in combination with others.
        For a rejected JSON schema there is a fallback that asks for the same, so it may be of a user.
        """
        parameter = failed.parameter
        if parameter is None or not _is_adaptable(parameter, sent, failed):
            return False
        if failed.combined:
            course.adapted.add(parameter)
            return True
        place = _place(target)
        known = self._learned.get(place, frozenset())
        if parameter not in known:
            self._learned[place] = known | {parameter}
            await self._on_refused_parameter(target, parameter, failed.message)
        return True


async def _no_files(project: ProjectId, digest: str) -> bytes | None:
    return None


def _is_adaptable(parameter: str, sent: ModelCall, failed: Failed) -> bool:
    """Return whether the call can be repeated without what was rejected."""
    if failed.code is not FailureCode.BAD_REQUEST:
        return False
    if parameter == JSON_SCHEMA:
        return sent.output.kind == "schema" and not failed.combined
    return parameter in sent.adaptable - KEPT and parameter in sent.parameters.given()


def _place(target: CallTarget) -> tuple[CredentialId, str, ModelApi]:
    return target.endpoint.credential, target.model, target.endpoint.api


def _tokens_about(call: ModelCall) -> int:
    characters = sum(len(message.content) for message in call.messages)
    answer = call.parameters.max_tokens or USUAL_ANSWER_TOKENS if call.task == "chat" else 0
    files = sum(
        file_tokens(each, call.model) for message in call.messages for each in message.files
    )
    return characters // CHARACTERS_PER_TOKEN + files + answer


def _tell(permit: Permit, outcome: CallOutcome) -> None:
    match outcome:
        case Answered():
            permit.succeeded(tokens=outcome.usage.total if outcome.usage else None)
        case Failed(code=FailureCode.RATE_LIMITED):
            permit.refused(retry_after_s=outcome.retry_after_s)
        case Failed():
            permit.failed()
