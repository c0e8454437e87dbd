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
_CLAUDE_SHARES = {"minimal": 0.0, "low": 0.2, "medium": 0.5, "high": 0.8}
_CLAUDE_EFFORTS = {"minimal": "low", "low": "low", "medium": "medium", "high": "high"}
_GEMINI_BUDGETS = {"none": 0, "minimal": 512, "low": 2048, "medium": 8192, "high": 24_576}
# Thinking cannot be turned off for these models.
_GEMINI_LEVELS = {
    "none": "MINIMAL",
    "minimal": "MINIMAL",
    "low": "LOW",
    "medium": "MEDIUM",
    "high": "HIGH",
}


def claude_thinking(call: ModelCall, limit: int) -> tuple[dict[str, Any] | None, str | None]:
    """Return Claude's `thinking` and `effort` parameters; both are None if no effort is set."""
    effort = call.parameters.reasoning_effort
    if effort is None:
        return None, None
    if effort == "none":
        return {"type": "disabled"}, None
    if not _CLAUDE_BUDGET.search(call.model):
        return {"type": "adaptive"}, _CLAUDE_EFFORTS[effort]
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
    return {"thinkingLevel": _GEMINI_LEVELS[effort]}


def is_older_gemini(model: str) -> bool:
    """Return whether the Gemini model is older than generation 3; such models cannot combine tools and JSON output."""
    return _GEMINI_BUDGET.search(model) is not None
