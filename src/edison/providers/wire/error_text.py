"""Make providers' error messages safe to show, and find the rejected parameter in them."""

import re

from edison.domain.models.schema_fallback import JSON_SCHEMA
from edison.kit.redaction import HIDDEN, SECRET_TEXTS

MESSAGE_AT_MOST = 500
_READ_AT_MOST = 4000

_KEYS = (
    *SECRET_TEXTS,
    re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*", re.DOTALL),
    re.compile(r"\b(?:sk|pk|rk|gsk|xai|hf|r8|nvapi|pplx)[-_][\w*.-]{4,}"),
    re.compile(r"\bAIza[\w-]{10,}"),
    re.compile(r"\bya29\.[\w.-]+"),
    re.compile(r"\b(?:AKIA|ASIA)[A-Z0-9]{8,}"),
    # Hex and base62 keys have no prefix: long, without a dash, with letters and digits.
    re.compile(r"\b(?=[a-zA-Z]*\d)(?=\d*[a-zA-Z])[a-zA-Z0-9]{32,}\b"),
    re.compile(r"(?<=api key provided: )[^\s'\"]+", re.IGNORECASE),
)
# Not `token`: "max_tokens: 5000" must stay readable.
_NAMED_KEY = re.compile(
    r"""((?:api[_ -]?key|secret|password|authorization|access[_ ]token)\w*\\?['"]?\s*[=:]\s*)"""
    r"""(?!\[hidden\])\\?['"]?[^\s,;'"}\\]+""",
    re.IGNORECASE,
)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]+")
_TAGS = re.compile(r"<(?:script|style)\b.*?</(?:script|style)>|<[^>]*>", re.DOTALL | re.IGNORECASE)

ALIASES: dict[str, str] = {
    "max_tokens": "max_tokens",
    "max_completion_tokens": "max_tokens",
    "max_output_tokens": "max_tokens",
    "maxoutputtokens": "max_tokens",
    "maxtokens": "max_tokens",
    "temperature": "temperature",
    "top_p": "top_p",
    "topp": "top_p",
    "top_k": "top_k",
    "topk": "top_k",
    "frequency_penalty": "frequency_penalty",
    "frequencypenalty": "frequency_penalty",
    "frequency penalty": "frequency_penalty",
    "presence_penalty": "presence_penalty",
    "presencepenalty": "presence_penalty",
    "presence penalty": "presence_penalty",
    "penalty": "frequency_penalty",
    "seed": "seed",
    "stop": "stop",
    "stop_sequences": "stop",
    "stopsequences": "stop",
    "stop sequences": "stop",
    "reasoning_effort": "reasoning_effort",
    "reasoning.effort": "reasoning_effort",
    "output_config.effort": "reasoning_effort",
    "effort": "reasoning_effort",
    "reasoning": "reasoning_effort",
    "reasoningconfig": "reasoning_effort",
    "thinking": "reasoning_effort",
    "thinking_config": "reasoning_effort",
    "thinkingconfig": "reasoning_effort",
    "thinking_level": "reasoning_effort",
    "thinkinglevel": "reasoning_effort",
    "thinking_budget": "reasoning_effort",
    "thinkingbudget": "reasoning_effort",
}
_UNSUPPORTED_CODES = frozenset({"unsupported_parameter", "unsupported_value", "unknown_parameter"})
_UNSUPPORTED = re.compile(
    r"unsupported|not support|invalid value: \W?json_schema"
    r"|n't support|not (?:be )?(?:permitted|allowed|enabled|available|recognized)"
    r"|unrecognized|unknown|unexpected|deprecated|extra_forbidden|cannot find field"
    r"|cannot (?:both )?be (?:specified|used|set|combined|disabled)|may only be set|only works in thinking",
    re.IGNORECASE,
)
# What providers say when a parameter is refused only together with something else, read on 2026-11-18:
# OpenAI (openai-openapi issue 541): "Function tools with reasoning_effort are not supported for gpt-5.4 in
# /v1/chat/completions"; Anthropic (guide to extended thinking): "`temperature` may only be set to 1 when thinking is
# enabled", "`temperature` and `top_p` cannot both be specified".
_COMBINED = re.compile(
    r"\btools? with\b|\bin /v1/|\bboth be\b|may only be set|only works in thinking"
    r"|\b(?:together|in combination|combined) with\b|\bwhen (?:thinking|reasoning|tools?|tool_choice|using)\b"
    r"|\bat the same time\b|mutually exclusive",
    re.IGNORECASE,
)
# What rejects the format as such: "Invalid parameter: 'response_format' of type 'json_schema' is not supported with
# this model" (OpenAI and Azure, langchain issue 31490), "invalid value: `json_schema`, supported values are: ..." (a
# compatible server, agno issue 2553), both read on 2026-11-19. What only rejects this schema is not learned.
_SCHEMA = re.compile(r"json_schema|response_?json_?schema|structured outputs?", re.IGNORECASE)
_WRONG_SCHEMA = re.compile(
    r"invalid (?:json )?schema|in context=|additionalproperties|keyword|properties", re.IGNORECASE
)
# "stop" is an English word: it counts only if it is written as a name.
_NAME = re.compile(
    r"(?<![\w.])(?:body\.|generation_?config\.)?(?:(?P<quoted>(?<=[`'\"\[])stop(?=[`'\"\]]))|(?P<plain>"
    + "|".join(re.escape(name) for name in sorted(ALIASES, key=len, reverse=True) if name != "stop")
    + r"))(?!\w)",
    re.IGNORECASE,
)


def shown(message: str) -> str:
    """Return the provider's message, truncated and without keys, tags and control characters."""
    text = message[:_READ_AT_MOST]
    if text.lstrip()[:1] == "<":
        text = _TAGS.sub(" ", text)
    text = " ".join(_CONTROL.sub(" ", text).split())
    for pattern in _KEYS:
        text = pattern.sub(HIDDEN, text)
    text = _NAMED_KEY.sub(rf"\1{HIDDEN}", text)
    return text if len(text) <= MESSAGE_AT_MOST else f"{text[: MESSAGE_AT_MOST - 1]}…"


def speaks_of_combination(message: str) -> bool:
    """Return whether the message refuses a parameter only together with something else."""
    return _COMBINED.search(message[:1000]) is not None


def refused_parameter(message: str, codes: tuple[str, ...], named: str) -> str | None:
    """Return the Edison name of the parameter that the provider rejects, if any."""
    head = message[:1000]
    says_so = not _UNSUPPORTED_CODES.isdisjoint(codes) or _UNSUPPORTED.search(head)
    if not says_so:
        return None
    if named.lower() in ALIASES:
        return ALIASES[named.lower()]
    if _SCHEMA.search(f"{named} {head}") and not _WRONG_SCHEMA.search(head):
        return JSON_SCHEMA
    found = _NAME.search(head)
    return ALIASES[(found["quoted"] or found["plain"]).lower()] if found else None
