"""The scorers of an experiment's runs: its judges, its judge of pairs, its safety checks."""

from collections.abc import Sequence
from typing import Any

from edison.domain.experiments.experiment_plan import Safety
from edison.domain.ids import ModelId
from edison.domain.judging.judge import JudgeVersion


def scorers_of(
    judges: Sequence[JudgeVersion],
    pairs: JudgeVersion | None,
    safety: Safety,
    moderation: ModelId | None,
) -> tuple[dict[str, Any], ...]:
    """Safety checks are shown beside the composite and are no part of it."""
    specs: list[dict[str, Any]] = [
        {"kind": "judge", "judge": str(judge.judge), "version": judge.number} for judge in judges
    ]
    if pairs is not None:
        specs.append({"kind": "pairwise", "judge": str(pairs.judge), "version": pairs.number})
    action = "block" if safety.block else "flag"
    for kind, wanted in (
        ("pii", safety.pii),
        ("jailbreak", safety.jailbreak),
        ("toxicity", safety.toxicity),
    ):
        if wanted:
            specs.append({"kind": kind, "action": action})
    if moderation is not None:
        specs.append({"kind": "moderation", "model": str(moderation), "action": action})
    return tuple(specs)
