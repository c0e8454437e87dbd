"""What a test of promptfoo has become: a case, its checks, and the criteria that a model grades."""

from dataclasses import dataclass
from typing import Any

from edison.domain.datasets.dataset import CaseContent
from edison.domain.imports.promptfoo_graded import GradedForm
from edison.domain.imports.source_files import as_dict, as_list


@dataclass(frozen=True, slots=True, kw_only=True)
class GradedUse:
    """A criterion of a case that a model grades."""

    form: GradedForm
    text: str
    pass_at: float | None
    # The provider id that the configuration names for grading; empty: the usual one.
    provider: str
    negate: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTest:
    """A test with all its assertions mapped. `checks` are for the scorer of the case's own checks."""

    content: CaseContent
    checks: tuple[dict[str, Any], ...]
    pass_at: float | None
    graded: tuple[GradedUse, ...]
    moderation: str | None


class CollectedChecks:
    """What the assertions of one test have become so far."""

    def __init__(self) -> None:
        self.checks: list[dict[str, Any]] = []
        self.graded: list[GradedUse] = []
        self.expected: str | None = None
        self.moderation: str | None = None


def weighed(check: dict[str, Any], fields: dict[str, Any], *, negate: bool) -> dict[str, Any]:
    weight = fields.get("weight")
    if isinstance(weight, int | float) and weight != 1:
        check["weight"] = float(weight)
    if negate:
        check["negate"] = True
    if fields.get("metric"):
        check["name"] = str(fields["metric"])[:80]
    return check


def threshold_of(fields: dict[str, Any]) -> dict[str, Any]:
    threshold = fields.get("threshold")
    return {"pass_at": float(threshold)} if isinstance(threshold, int | float) else {}


def tools_of(config: dict[str, Any]) -> list[Any]:
    """Return the tools that the models of the configuration have."""
    for provider in as_list(config.get("providers")) + as_list(config.get("targets")):
        settings = as_dict(as_dict(provider).get("config"))
        for name in ("tools", "functions"):
            if as_list(settings.get(name)):
                return as_list(settings[name])
    return []
