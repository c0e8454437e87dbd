"""Differences between two executions of a suite, shown in alerts and in the trend."""

from collections.abc import Iterator, Sequence
from typing import Any

from edison.domain.models.parameters import Parameters
from edison.domain.runs.run_plan import Column, Plan
from edison.domain.suites.execution import ChangeOf, ExecutionChange

Specs = Sequence[dict[str, Any]]
# Fields in which a scorer names its model or judge.
_BY = {"judge": "judge", "pairwise": "judge", "grader": "prompt"}


def changes_between(
    old: Plan, old_scorers: Specs, new: Plan, new_scorers: Specs
) -> tuple[ExecutionChange, ...]:
    """Return the differences. Labels in the recipe are already resolved to version numbers in plans and scorers."""
    return (
        *_prompts(old, new),
        *_dataset(old, new),
        *_targets(old, new),
        *_judges(old_scorers, new_scorers),
        *_scorers(old_scorers, new_scorers),
    )


def _prompts(old: Plan, new: Plan) -> Iterator[ExecutionChange]:
    before = {column.prompt: column for column in old.columns}
    seen: set[Any] = set()
    for column in new.columns:
        was = before.get(column.prompt)
        if column.prompt in seen:
            continue
        seen.add(column.prompt)
        if was is None:
            yield ExecutionChange(
                what=ChangeOf.PROMPT,
                words=f"Different prompt: {column.prompt_name} v{column.number}",
                new=f"{column.prompt_name} v{column.number}",
            )
        elif was.version != column.version:
            yield ExecutionChange(
                what=ChangeOf.PROMPT,
                words=f"{column.prompt_name}: v{was.number} became v{column.number}",
                old=f"v{was.number}",
                new=f"v{column.number}",
                entity=str(column.prompt),
            )


def _dataset(old: Plan, new: Plan) -> Iterator[ExecutionChange]:
    if old.dataset != new.dataset:
        yield ExecutionChange(
            what=ChangeOf.DATASET,
            words=f"Different dataset: {new.dataset_name or 'none'}",
            old=old.dataset_name or None,
            new=new.dataset_name or None,
        )
    elif old.dataset_version != new.dataset_version:
        yield ExecutionChange(
            what=ChangeOf.DATASET,
            words=f"{new.dataset_name}: v{old.dataset_version} became v{new.dataset_version}",
            old=f"v{old.dataset_version}",
            new=f"v{new.dataset_version}",
        )
    elif old.choice != new.choice:
        yield ExecutionChange(
            what=ChangeOf.DATASET,
            words=f"Different cases: {old.cases} became {new.cases}",
            old=str(old.cases),
            new=str(new.cases),
        )


def _targets(old: Plan, new: Plan) -> Iterator[ExecutionChange]:
    before, after = _names(old), _names(new)
    gone = [name for key, name in before.items() if key not in after]
    come = [name for key, name in after.items() if key not in before]
    if not gone and not come:
        return
    said = [f"without {', '.join(gone)}"] if gone else []
    said += [f"with {', '.join(come)}"] if come else []
    yield ExecutionChange(
        what=ChangeOf.TARGETS,
        words=f"Different targets: {' and '.join(said)}",
        old=", ".join(gone) or None,
        new=", ".join(come) or None,
    )


def _names(plan: Plan) -> dict[tuple[Any, Parameters], str]:
    return {(column.model, column.parameters): _target(column) for column in plan.columns}


def _target(column: Column) -> str:
    return f"{column.model_name} ({column.provider})"


def _judges(old: Specs, new: Specs) -> Iterator[ExecutionChange]:
    before = {_asked(spec): spec for spec in old if _asked(spec)}
    for spec in new:
        was = before.get(_asked(spec))
        if was is None or _asked(spec) is None or was.get("version") == spec.get("version"):
            continue
        yield ExecutionChange(
            what=ChangeOf.JUDGE,
            words=f"{_name(spec)}: v{was.get('version')} became v{spec.get('version')}",
            old=f"v{was.get('version')}",
            new=f"v{spec.get('version')}",
        )


def _asked(spec: dict[str, Any]) -> tuple[Any, ...] | None:
    by = _BY.get(str(spec.get("kind")))
    if by is None:
        return None
    return tuple(spec.get(part) for part in ("kind", by, "exam", "a", "b"))


def _scorers(old: Specs, new: Specs) -> Iterator[ExecutionChange]:
    before, after = [_bare(spec) for spec in old], [_bare(spec) for spec in new]
    gone = [_name(spec) for spec, bare in zip(old, before, strict=True) if bare not in after]
    come = [_name(spec) for spec, bare in zip(new, after, strict=True) if bare not in before]
    if gone or come:
        yield ExecutionChange(
            what=ChangeOf.SCORERS,
            words="Other scorers",
            old=", ".join(gone) or None,
            new=", ".join(come) or None,
        )


def _bare(spec: dict[str, Any]) -> dict[str, Any]:
    """Return the scorer settings without name (no effect on scores) and version (reported separately)."""
    return {key: value for key, value in spec.items() if key not in ("version", "name")}


def _name(spec: dict[str, Any]) -> str:
    return str(spec.get("name") or spec.get("kind"))
