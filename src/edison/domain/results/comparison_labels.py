"""What two columns of two runs are called where they are compared: by what differs between them."""

from dataclasses import dataclass

from edison.domain.runs.run_plan import Column, Run


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonLabel:
    # "v3 against v2 on demo-careful".
    label: str
    # In sentences, the base first.
    names: tuple[str, str]


def label_comparison(this: tuple[Run, int], other: tuple[Run, int]) -> ComparisonLabel:
    """Name the later side first; what both share is said once."""
    here, there = this[0].plan.columns[this[1]], other[0].plan.columns[other[1]]
    same_model = (here.model, here.parameters) == (there.model, there.parameters)
    if here.version != there.version and same_model:
        ours, theirs = _versions(here, there)
        return _label(ours, theirs, f" on {here.model_name}")
    if here.version == there.version and same_model and this[0].id != other[0].id:
        ours, theirs = f"run #{this[0].number}", f"run #{other[0].number}"
        return _label(ours, theirs, f", both v{here.number} on {here.model_name}")
    if here.version == there.version and here.model_name != there.model_name:
        return _label(here.model_name, there.model_name, f" with v{here.number}")
    ours, theirs = _versions(here, there)
    first, second = f"{ours} on {here.model_name}", f"{theirs} on {there.model_name}"
    if first == second:
        first, second = f"{first} (column {this[1] + 1})", f"{second} (column {other[1] + 1})"
    return _label(first, second, "")


def _versions(here: Column, there: Column) -> tuple[str, str]:
    if here.prompt == there.prompt:
        return f"v{here.number}", f"v{there.number}"
    return f"{here.prompt_name} v{here.number}", f"{there.prompt_name} v{there.number}"


def _label(ours: str, theirs: str, shared: str) -> ComparisonLabel:
    return ComparisonLabel(label=f"{ours} against {theirs}{shared}", names=(theirs, ours))
