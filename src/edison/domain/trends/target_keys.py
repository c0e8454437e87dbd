"""Key and label that identify a target from run to run, regardless of the prompt version."""

from collections import Counter
from dataclasses import dataclass

from edison.domain.runs.run_plan import Column, Plan
from edison.kit.digests import canonical_json, sha256_hex

DIGEST = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class TrendedTarget:
    column: int
    key: str
    label: str


def targets_of(plan: Plan) -> tuple[TrendedTarget, ...]:
    """Return the targets in column order. Several versions of a prompt on one target are numbered in order."""
    labels = _labels(plan.columns)
    met: Counter[str] = Counter()
    found: list[TrendedTarget] = []
    for number, column in enumerate(plan.columns):
        key = target_key(column)
        met[key] += 1
        again = f"/{met[key]}" if met[key] > 1 else ""
        found.append(TrendedTarget(column=number, key=key + again, label=labels[number]))
    return tuple(found)


def target_key(column: Column) -> str:
    """Return the key of a column's target: its prompt, model and parameters."""
    about = {
        "provider": column.provider,
        "model": column.model_name,
        "parameters": column.parameters.given(),
        "prompt": str(column.prompt),
    }
    return f"{column.model_name}#{sha256_hex(canonical_json(about))[:DIGEST]}"


def _labels(columns: tuple[Column, ...]) -> list[str]:
    """Return a label for each column, as short as possible while unique, without version numbers."""
    models = [column.model_name for column in columns]
    both = [f"{column.prompt_name} on {column.model_name}" for column in columns]
    settings = [
        f"{name} ({_settings(column)})" for name, column in zip(models, columns, strict=True)
    ]
    for names in (models, both, settings):
        if len(set(names)) == len(names):
            return names
    return [f"{name} (column {number + 1})" for number, name in enumerate(both)]


def _settings(column: Column) -> str:
    given = column.parameters.given()
    return ", ".join(f"{name} {value}" for name, value in given.items()) or "as usual"
