"""Map Edison's reasoning effort to the parameter of each provider and model generation."""

import re
from typing import Any

from edison.domain.models.model_call import ModelCall

# The generations that take a token budget; later Claude models take an effort instead.
_CLAUDE_BUDGET = re.compile(
    r"claude-(?:[23]|(?:opus|sonnet|haiku)-4(?:-[015])?(?:$|[^\d-]|-\d{6}))"
)
_GEMINI_BUDGET = re.compile(r"gemini-[12]")

CLAUDE_BUDGET_AT_LEAST = 1024
# A share, not a number: thinking counts against the limit, and the answer has to fit as well.
_CLAUDE_SHARES = {
    "minimal": 0.0,
    "low": 0.2,
    "medium": 0.5,
    "high": 0.8,
    "xhigh": 0.9,
    "max": 0.95,
}
# Turns thinking off only between tool calls, and rejects "disabled" (platform.claude.com, "What's new in Claude
# Sonnet 5.5", 2026-11-19).
_CLAUDE_BETWEEN_TOOLS = re.compile(r"claude-sonnet-5-5")
# They reject a forced tool (platform.claude.com, "What's new" of Opus 5.5 and Sonnet 5.5, 2026-11-19).
_CLAUDE_NEVER_FORCED = re.compile(r"claude-(?:opus|sonnet)-5-5|claude-fable-5-1")
_GEMINI_BUDGETS = {
    "none": 0,
    "minimal": 512,
    "low": 2048,
    "medium": 8192,
    "high": 24_576,
    "xhigh": 24_576,
    "max": 24_576,
}


def claude_thinking(call: ModelCall, limit: int) -> tuple[dict[str, Any] | None, str | None]:
    """Return Claude's `thinking` and `effort` parameters; both are None if no effort is set."""
    effort = call.parameters.reasoning_effort
    if effort is None:
        return None, None
    if effort == "none":
        between = _CLAUDE_BETWEEN_TOOLS.search(call.model)
        return {"type": "between_tools" if between else "disabled"}, None
    if not _CLAUDE_BUDGET.search(call.model):
        # There is no "minimal"; all other efforts have the same names.
        return {"type": "adaptive"}, "low" if effort == "minimal" else effort
    budget = max(CLAUDE_BUDGET_AT_LEAST, int(limit * _CLAUDE_SHARES[effort]))
    # A turn with a tool call would have to repeat its thinking, which we do not store.
    has_tool_turns = any(message.tool_calls for message in call.messages)
    if budget >= limit or has_tool_turns:
        return None, None
    return {"type": "enabled", "budget_tokens": budget}, None


def gemini_thinking(call: ModelCall) -> dict[str, Any] | None:
    effort = call.parameters.reasoning_effort
    if effort is None:
        return None
    if _GEMINI_BUDGET.search(call.model):
        return {"thinkingBudget": _GEMINI_BUDGETS[effort]}
    # Thinking cannot be turned off for these models. Levels that a model lacks are sent: it rejects them by name.
    return {"thinkingLevel": "MINIMAL" if effort == "none" else effort.upper()}


def can_force_tool(model: str) -> bool:
    """Return whether a Claude model accepts `tool_choice` with a forced tool."""
    return _CLAUDE_NEVER_FORCED.search(model) is None


def is_older_gemini(model: str) -> bool:
    """Return whether the Gemini model is older than generation 3; such models cannot combine tools and JSON output."""
    return _GEMINI_BUDGET.search(model) is not None
