"""Result of reading another tool's files: what to create in a project, and a report of every part that was read."""

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

from pydantic import TypeAdapter

from edison.domain.datasets.dataset import CaseContent
from edison.domain.models.parameters import NOTHING_SET, Parameters
from edison.domain.prompts.prompt import PromptContent, PromptKind

MOST_ENTRIES = 2_000


class Fidelity(StrEnum):
    # The same meaning in Edison.
    MAPPED = "mapped"
    # Close, but it can decide differently; the reason says how.
    APPROXIMATED = "approximated"
    SKIPPED = "skipped"


PartKind = Literal[
    "prompt", "model", "case", "assertion", "option", "scorer", "run", "dataset", "variable"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportEntry:
    """One part of the source, and what became of it."""

    # Where it is in the source, such as `tests[2].assert[0]`.
    place: str
    part: PartKind
    # Its name in the other tool, such as `icontains`.
    name: str
    fidelity: Fidelity
    # Why it is not the same, or what it became.
    reason: str = ""
    # How many equal parts the entry stands for.
    count: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedPrompt:
    name: str
    content: PromptContent
    kind: PromptKind = PromptKind.GENERATOR
    description: str = ""
    labels: tuple[str, ...] = ()
    # Part of the suite, as a prompt to run.
    in_suite: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedDataset:
    name: str
    cases: tuple[CaseContent, ...]
    description: str = ""


ModelUse = Literal["target", "grader", "embedding", "moderation"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedModel:
    """A model that the source names; a person maps it to a model of the catalog."""

    # Its id in the other tool, such as `openai:gpt-5-mini`.
    source: str
    # The name to look for in the catalog.
    name: str
    use: ModelUse
    parameters: Parameters = NOTHING_SET


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedScorer:
    """A scorer of the suite. `model` and `prompt` name what the service replaces by an id."""

    spec: dict[str, Any]
    model: str | None = None
    prompt: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportPlan:
    name: str
    prompts: tuple[PlannedPrompt, ...] = ()
    datasets: tuple[PlannedDataset, ...] = ()
    models: tuple[PlannedModel, ...] = ()
    scorers: tuple[PlannedScorer, ...] = ()
    trials: int = 1
    entries: tuple[ReportEntry, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FidelityCounts:
    mapped: int = 0
    approximated: int = 0
    skipped: int = 0

    @property
    def total(self) -> int:
        return self.mapped + self.approximated + self.skipped


def counts_of(entries: tuple[ReportEntry, ...]) -> dict[str, FidelityCounts]:
    """Count the entries of each kind of part by fidelity."""
    found: dict[str, Counter[str]] = {}
    for entry in entries:
        found.setdefault(entry.part, Counter())[entry.fidelity.value] += entry.count
    return {part: FidelityCounts(**count) for part, count in found.items()}


class ImportNotes:
    """Collects the report while a source is read. Equal parts of a series become one entry with a count."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, Fidelity, str], ReportEntry] = {}

    def mapped(self, place: str, part: PartKind, name: str, became: str = "") -> None:
        self._add(place, part, name, Fidelity.MAPPED, became)

    def approximated(self, place: str, part: PartKind, name: str, reason: str) -> None:
        self._add(place, part, name, Fidelity.APPROXIMATED, reason)

    def skipped(self, place: str, part: PartKind, name: str, reason: str) -> None:
        self._add(place, part, name, Fidelity.SKIPPED, reason)

    def _add(self, place: str, part: PartKind, name: str, fidelity: Fidelity, reason: str) -> None:
        key = (part, name, fidelity, reason)
        was = self._found.get(key)
        self._found[key] = ReportEntry(
            place=place if was is None else was.place,
            part=part,
            name=name[:200],
            fidelity=fidelity,
            reason=reason[:500],
            count=1 if was is None else was.count + 1,
        )

    def entries(self) -> tuple[ReportEntry, ...]:
        """Return all entries, those that need attention first."""
        order = [Fidelity.SKIPPED, Fidelity.APPROXIMATED, Fidelity.MAPPED]
        return tuple(sorted(self._found.values(), key=lambda each: order.index(each.fidelity)))


_PLAN = TypeAdapter(ImportPlan)


def plan_to_json(plan: ImportPlan) -> dict[str, Any]:
    return _PLAN.dump_python(plan, mode="json")


def plan_from_json(value: dict[str, Any]) -> ImportPlan:
    return _PLAN.validate_python(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseChecks:
    """The checks that one case brings along, as the scorer `case_checks` reads them from its metadata."""

    checks: tuple[dict[str, Any], ...] = ()
    pass_at: float | None = None
    metadata: dict[str, Any] = field(default_factory=dict[str, Any])

    def in_metadata(self) -> dict[str, Any]:
        more: dict[str, Any] = {"checks": list(self.checks)} if self.checks else {}
        if self.pass_at is not None and self.checks:
            more["pass_at"] = self.pass_at
        return {**self.metadata, **more}
