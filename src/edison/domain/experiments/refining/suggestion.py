"""Suggestions to change a prompt, from the refiner's first attempt to a person's decision, with JSON conversion."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from pydantic import TypeAdapter

from edison.domain.experiments.refining.guardrails import Guardrail
from edison.domain.experiments.refining.refiner_evidence import Exemplar, Weak
from edison.domain.ids import SuggestionId, VersionId
from edison.domain.money import MicroUsd
from edison.domain.prompts.prompt import PromptContent


class SuggestionState(StrEnum):
    PENDING = "pending"
    APPLIED = "applied"
    REJECTED = "rejected"
    # A guardrail stopped it, or the refiner gave nothing usable; it is shown and cannot be approved.
    BLOCKED = "blocked"
    # Replaced by another suggestion before a decision.
    SUPERSEDED = "superseded"


@dataclass(frozen=True, slots=True, kw_only=True)
class RefinerAttempt:
    """One answer of the refiner, with the results of the guardrails."""

    diff: str
    note: str
    guardrails: tuple[Guardrail, ...]
    at: datetime
    # Why there is no diff: the call failed, or its answer could not be parsed.
    problem: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    id: SuggestionId
    experiment: UUID
    iteration: UUID
    # Counts decisions and edits, to detect concurrent changes.
    revision: int
    state: SuggestionState
    base_version: VersionId
    diff: str
    # The prompt after the change; the base itself if the diff could not be applied.
    proposed: PromptContent
    note: str
    weak: tuple[Weak, ...] = ()
    exemplars: tuple[Exemplar, ...] = ()
    guardrails: tuple[Guardrail, ...] = ()
    # All attempts; the suggested one is last.
    attempts: tuple[RefinerAttempt, ...] = ()
    automatic: bool = False
    cost: MicroUsd = field(default=MicroUsd(0))
    created_at: datetime
    decided_at: datetime | None = None
    applied_version: VersionId | None = None


WEAK = TypeAdapter(tuple[Weak, ...])
EXEMPLARS = TypeAdapter(tuple[Exemplar, ...])
GUARDRAILS = TypeAdapter(tuple[Guardrail, ...])
ATTEMPTS = TypeAdapter(tuple[RefinerAttempt, ...])


def parts_to_json(suggestion: Suggestion) -> dict[str, list[dict[str, Any]]]:
    return {
        "weak": WEAK.dump_python(suggestion.weak, mode="json"),
        "exemplars": EXEMPLARS.dump_python(suggestion.exemplars, mode="json"),
        "guardrails": GUARDRAILS.dump_python(suggestion.guardrails, mode="json"),
        "attempts": ATTEMPTS.dump_python(suggestion.attempts, mode="json"),
    }
