"""Error responses of OpenAI and Azure, which use different formats in the same protocol."""

from edison.simulator.protocols.protocol_base import compact
from edison.simulator.simulated_call import Json, SimulatedReply, Trouble, TroubleKind

INVALID = "invalid_request_error"


def openai_trouble(trouble: Trouble) -> SimulatedReply:
    status, message, kind, parameter, code = _said_by_openai(trouble)
    error = {"message": message, "type": kind, "param": parameter, "code": code}
    return SimulatedReply(status=status, body=compact({"error": error}))


def azure_trouble(trouble: Trouble) -> SimulatedReply:
    match trouble.kind:
        case TroubleKind.RATE_LIMITED:
            seconds = max(1, round(trouble.retry_after_s or 1))
            message = (
                "Requests to the ChatCompletions_Create Operation have exceeded the call rate limit"
                f" of this simulated deployment. Please retry after {seconds} seconds."
            )
            return _azure(429, "429", message)
        case TroubleKind.INVALID_KEY:
            message = (
                "Access denied due to invalid subscription key or wrong API endpoint. Make sure to"
                " provide a valid key for an active subscription."
            )
            return _azure(401, "401", message)
        case TroubleKind.MISSING:
            message = "The API deployment for this resource does not exist."
            return _azure(404, "DeploymentNotFound", message)
        case TroubleKind.FILTERED:
            return _azure_filtered()
        case _:
            return openai_trouble(trouble)


def _said_by_openai(  # noqa: C901 - a table, one row per kind
    trouble: Trouble,
) -> tuple[int, str, str | None, str | None, str | None]:
    """Return status, message, type, parameter and code of an error."""
    model, parameter = trouble.model, trouble.parameter
    match trouble.kind:
        case TroubleKind.RATE_LIMITED:
            wait = round((trouble.retry_after_s or 0) * 1000)
            message = f"Rate limit reached for {model} on requests. Please try again in {wait}ms."
            return 429, message, "requests", None, "rate_limit_exceeded"
        case TroubleKind.QUOTA:
            message = "You exceeded your current quota, please check your plan and billing details."
            return 429, message, "insufficient_quota", None, "insufficient_quota"
        case TroubleKind.INVALID_KEY:
            return 401, "Incorrect API key provided.", INVALID, None, "invalid_api_key"
        case TroubleKind.MISSING:
            message = f"The model `{model}` does not exist or you do not have access to it."
            return 404, message, INVALID, None, "model_not_found"
        case TroubleKind.TOO_LONG:
            message = (
                f"This model's maximum context length is {trouble.most_tokens} tokens. However, your"
                f" messages resulted in {trouble.tokens} tokens. Please reduce the length of the messages."
            )
            return 400, message, INVALID, "messages", "context_length_exceeded"
        case TroubleKind.UNSUPPORTED if trouble.with_tools:
            return 400, _combination(model), INVALID, parameter, None
        case TroubleKind.UNSUPPORTED if trouble.parameter == "json_schema":
            message = "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."
            return 400, message, INVALID, "response_format", None
        case TroubleKind.UNSUPPORTED:
            message = f"Unsupported parameter: '{parameter}' is not supported with this model."
            return 400, message, INVALID, parameter, "unsupported_parameter"
        case TroubleKind.FILTERED:
            message = "Your request was rejected by the safety system."
            return 400, message, INVALID, None, "content_policy_violation"
        case TroubleKind.BAD_REQUEST:
            return 400, trouble.detail, INVALID, None, None
        case TroubleKind.DOWN:
            message = "The server had an error while processing your request."
            return 500, message, "server_error", None, None
        case TroubleKind.UNAVAILABLE | TroubleKind.OVERLOADED:
            message = "The engine is currently overloaded, please try again later."
            return 503, message, "service_unavailable_error", None, None


def _combination(model: str) -> str:
    # The words of GPT-5.4; GPT-5.6 adds "or set reasoning_effort to 'none'" (openai-openapi issue 541 of 2026-05-18,
    # webmcp-tools issue 417 of 2026-09-03, both read on 2026-11-18). Its `code` is null in both.
    return (
        f"Function tools with reasoning_effort are not supported for {model} in /v1/chat/completions."
        " Please use /v1/responses instead."
    )


def _azure(status: int, code: str, message: str) -> SimulatedReply:
    return SimulatedReply(
        status=status, body=compact({"error": {"code": code, "message": message}})
    )


def _azure_filtered() -> SimulatedReply:
    result = {"hate": {"filtered": True, "severity": "high"}}
    error: Json = {
        "message": "The response was filtered due to the prompt triggering the content management policy.",
        "type": None,
        "param": "prompt",
        "code": "content_filter",
        "status": 400,
        "innererror": {
            "code": "ResponsibleAIPolicyViolation",
            "content_filter_result": result,
        },
    }
    return SimulatedReply(status=400, body=compact({"error": error}))
