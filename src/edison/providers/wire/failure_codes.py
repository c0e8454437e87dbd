"""Map a provider's error to a failure code: by its error code, then its message, then its HTTP status."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from edison.domain.models.model_call import Failed, FailureCode
from edison.providers.wire.error_text import refused_parameter, shown, speaks_of_combination
from edison.providers.wire.retry_after import retry_after_seconds

_RATE, _QUOTA, _KEY = FailureCode.RATE_LIMITED, FailureCode.QUOTA, FailureCode.INVALID_KEY
_LONG, _BAD, _REFUSED = FailureCode.TOO_LONG, FailureCode.BAD_REQUEST, FailureCode.REFUSED
_TIMEOUT, _PROVIDER = FailureCode.TIMED_OUT, FailureCode.PROVIDER_ERROR

NO_MODEL = "model_not_found"


@dataclass(frozen=True, slots=True, kw_only=True)
class Complaint:
    """A provider's error, parsed from the response body."""

    message: str = ""
    # Most specific first: OpenAI's code before its type, Google's reason before its status.
    codes: tuple[str, ...] = ()
    parameter: str = ""
    # Retry delay given in the body, as Google does.
    wait_s: float | None = None
    # Set where only the module of the protocol can distinguish a rate limit from a quota.
    known: FailureCode | None = None


# Compared in lower case. General ones (invalid_request_error, api_error) are missing: the status is more specific.
CODES: dict[str, FailureCode] = {
    "insufficient_quota": _QUOTA,
    "billing_hard_limit_reached": _QUOTA,
    "billing_not_active": _QUOTA,
    "billing_error": _QUOTA,
    "billing_disabled": _QUOTA,
    "enforced_spend_limit_reached": _QUOTA,
    "servicequotaexceededexception": _QUOTA,
    "rate_limit_exceeded": _RATE,
    "rate_limit_error": _RATE,
    "overloaded_error": _RATE,
    "resource_exhausted": _RATE,
    "throttlingexception": _RATE,
    "toomanyrequestsexception": _RATE,
    "modelnotreadyexception": _RATE,
    "invalid_api_key": _KEY,
    "authentication_error": _KEY,
    "permission_error": _KEY,
    "unauthenticated": _KEY,
    "permission_denied": _KEY,
    "api_key_invalid": _KEY,
    "api_key_service_blocked": _KEY,
    "accessdeniedexception": _KEY,
    "unrecognizedclientexception": _KEY,
    "invalidsignatureexception": _KEY,
    "signaturedoesnotmatch": _KEY,
    "incompletesignature": _KEY,
    "incompletesignatureexception": _KEY,
    "missingauthenticationtokenexception": _KEY,
    "invalidclienttokenid": _KEY,
    "expiredtokenexception": _KEY,
    "invalid_grant": _KEY,
    "invalid_client": _KEY,
    "content_filter": _REFUSED,
    "content_policy_violation": _REFUSED,
    "responsibleaipolicyviolation": _REFUSED,
    # Errors of a response (openai client 3.49.0, `types/responses/response_error.py`, 2026-11-18).
    "invalid_prompt": _REFUSED,
    "bio_policy": _REFUSED,
    "data_residency_mismatch": _BAD,
    "context_length_exceeded": _LONG,
    "exceed_context_size_error": _LONG,
    "string_above_max_length": _LONG,
    "request_too_large": _LONG,
    "request_body_too_large_after_decoding": _LONG,
    NO_MODEL: _BAD,
    "deploymentnotfound": _BAD,
    "deadline_exceeded": _TIMEOUT,
    "timeout_error": _TIMEOUT,
    "modeltimeoutexception": _TIMEOUT,
    "validationexception": _BAD,
    "modelerrorexception": _PROVIDER,
}

STATUSES: dict[int, FailureCode] = {
    401: _KEY,
    402: _QUOTA,
    403: _KEY,
    407: _PROVIDER,
    408: _TIMEOUT,
    413: _LONG,
    424: _PROVIDER,
    429: _RATE,
    504: _TIMEOUT,
    524: _TIMEOUT,
    529: _RATE,
}

# Tried in this order on any 4xx, before the codes: a general code often hides a special case.
WORDS: tuple[tuple[re.Pattern[str], FailureCode], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), code)
    for pattern, code in (
        (
            r"context (?:length|window|size|limit)|maximum context|prompt is too long"
            r"|input is too long|too many input tokens|request too large"
            r"|input token count.{0,60}exceeds|exceeds? the (?:maximum|max) (?:number of )?(?:input )?tokens"
            r"|input length.{0,80}exceed|prompt.{0,40}longer than|maximum (?:prompt|model) length",
            _LONG,
        ),
        (
            r"credit balance is too low|exceeded your current quota|insufficient (?:credits|funds|balance|quota)"
            r"|reached your specified (?:api )?usage limits|credits? (?:are|is|have been) depleted"
            r"|spending (?:cap|limit)|enable billing|billing (?:hard limit|account|is disabled)"
            r"|never purchased credits",
            _QUOTA,
        ),
        (
            r"api key not valid|invalid api key|incorrect api key|api key (?:has )?expired"
            r"|security token included in the request is invalid|no auth credentials"
            r"|invalid (?:x-api-key|subscription key|bearer token)",
            _KEY,
        ),
        (
            r"content management policy|content[_ ]policy|safety system|was flagged|is flagged"
            r"|responsible ai|content filter(?:ing)? policy|usage polic(?:y|ies)",
            _REFUSED,
        ),
    )
)
_ABOUT_MODEL = re.compile(r"\bmodels?\b|\bdeployment\b", re.IGNORECASE)
_NO_SUCH_MODEL = re.compile(
    r"model identifier is invalid|not a valid model|model .{0,120}(?:not found|does not exist)",
    re.IGNORECASE | re.DOTALL,
)


def named(status: int, headers: Mapping[str, str], complaint: Complaint) -> Failed:
    """Return the failure for an error response: code, message to show, and retry delay."""
    if 300 <= status < 400:
        moved = "The provider answered with a redirect, and redirects are not followed."
        return Failed(code=_PROVIDER, message=moved, status=status)
    code = _code(status, complaint)
    message = shown(complaint.message) or f"The provider answered with status {status}."
    return Failed(
        code=code,
        message=message,
        status=status,
        provider_code=_provider_code(status, code, complaint),
        parameter=refused_parameter(complaint.message, complaint.codes, complaint.parameter)
        if code is _BAD
        else None,
        combined=code is _BAD and speaks_of_combination(complaint.message),
        retry_after_s=retry_after_seconds(status, headers, complaint.message, complaint.wait_s),
    )


def named_in_stream(complaint: Complaint) -> Failed:
    """Return the failure for an error inside a stream, where the HTTP status is 200."""
    numbers = [int(code) for code in complaint.codes if code.isascii() and code.isdecimal()]
    told = next((number for number in numbers if 400 <= number < 600), None)
    guessed = 400 if "invalid_request_error" in complaint.codes else 500
    return replace(named(told or guessed, {}, complaint), status=told)


def _code(status: int, complaint: Complaint) -> FailureCode:
    if complaint.known is not None:
        return complaint.known
    if 400 <= status < 500:
        # Only the beginning: later parts may repeat the prompt, which can contain anything.
        head = complaint.message[:600]
        for words, code in WORDS:
            if words.search(head):
                return code
    for given in complaint.codes:
        if given.lower() in CODES:
            return CODES[given.lower()]
    return STATUSES.get(status, _BAD if 400 <= status < 500 else _PROVIDER)


def _provider_code(status: int, code: FailureCode, complaint: Complaint) -> str | None:
    message = complaint.message[:600]
    lacks_model = status == 404 and _ABOUT_MODEL.search(message)
    if code is _BAD and (lacks_model or _NO_SUCH_MODEL.search(message)):
        return NO_MODEL
    return shown(complaint.codes[0])[:100] if complaint.codes else None
