"""The report of an import as lines of text."""

from collections.abc import Iterator
from typing import Any

_SHOWN_AT_MOST = 60
_NOUNS = {
    "prompt": "prompts",
    "model": "models",
    "case": "cases",
    "assertion": "assertions",
    "option": "settings",
    "scorer": "scorers",
    "run": "runs",
    "dataset": "datasets",
    "variable": "variables",
}


def report_lines(found: dict[str, Any], *, dry_run: bool) -> Iterator[str]:
    """Yield counts, then each part that is not exact with its reason, then what was created."""
    report: dict[str, Any] = found if dry_run else found["report"]
    yield f"{report['name']}: {'nothing was imported (--dry-run)' if dry_run else 'imported'}"
    for count in report["counts"]:
        noun = _NOUNS.get(count["part"], count["part"])
        yield (
            f"  {noun}: {count['mapped']} mapped, {count['approximated']} approximated, "
            f"{count['skipped']} skipped"
        )
    rest = [entry for entry in report["entries"] if entry["fidelity"] != "mapped"]
    for entry in rest[:_SHOWN_AT_MOST]:
        times = f" ({entry['count']} times)" if entry["count"] > 1 else ""
        yield f"  {entry['fidelity']}: {entry['name']} at {entry['place']}{times}: {entry['reason']}"
    if len(rest) > _SHOWN_AT_MOST:
        yield f"  and {len(rest) - _SHOWN_AT_MOST} more; print all with --json"
    for model in report["models"]:
        if model["model"] is None:
            yield f"  no model for {model['source']}: choose one with --model {model['source']}=NAME"
    if not dry_run:
        yield from _created(found)


def _created(found: dict[str, Any]) -> Iterator[str]:
    for noun in ("prompts", "datasets"):
        if found[noun]:
            yield f"  created {noun}: {', '.join(each['name'] for each in found[noun])}"
    if found["suite"]:
        yield f"  created suite: {found['suite']['name']}"
    for line in found["missing"]:
        yield f"  {line}"
