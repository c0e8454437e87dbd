"""Client of Edison: prompts at run time, datasets, runs, scores, and evaluation of your own application.

Modules are loaded when a name is first used, so that importing the package costs almost nothing.
"""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from edison_sdk.async_client import AsyncEdison
    from edison_sdk.client import Edison
    from edison_sdk.errors import (
        BudgetExceeded,
        Conflict,
        EdisonError,
        InvalidRequest,
        NotAuthenticated,
        NotFound,
        PermissionDenied,
        RateLimited,
        RequestRefused,
        ServerError,
        ServerUnreachable,
        ValuesMissing,
    )
    from edison_sdk.evaluation import Evaluation, Output, evaluate, evaluate_async
    from edison_sdk.prompts import Prompt, RenderedPrompt
    from edison_sdk.views import Case, Cell, Dataset, OpenCell, Run

_ERRORS = (
    "BudgetExceeded",
    "Conflict",
    "EdisonError",
    "InvalidRequest",
    "NotAuthenticated",
    "NotFound",
    "PermissionDenied",
    "RateLimited",
    "RequestRefused",
    "ServerError",
    "ServerUnreachable",
    "ValuesMissing",
)
_MODULES = {
    "AsyncEdison": "async_client",
    "Edison": "client",
    **dict.fromkeys(_ERRORS, "errors"),
    **dict.fromkeys(("Evaluation", "Output", "evaluate", "evaluate_async"), "evaluation"),
    **dict.fromkeys(("Prompt", "RenderedPrompt"), "prompts"),
    **dict.fromkeys(("Case", "Cell", "Dataset", "OpenCell", "Run"), "views"),
}

__all__ = [
    "AsyncEdison",
    "BudgetExceeded",
    "Case",
    "Cell",
    "Conflict",
    "Dataset",
    "Edison",
    "EdisonError",
    "Evaluation",
    "InvalidRequest",
    "NotAuthenticated",
    "NotFound",
    "OpenCell",
    "Output",
    "PermissionDenied",
    "Prompt",
    "RateLimited",
    "RenderedPrompt",
    "RequestRefused",
    "Run",
    "ServerError",
    "ServerUnreachable",
    "ValuesMissing",
    "evaluate",
    "evaluate_async",
]


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
