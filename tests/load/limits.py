"""What figures must be, and which are not."""

from collections.abc import Callable, Iterable, Mapping

Limits = Mapping[str, tuple[str, float]]

HOLDS: dict[str, Callable[[float, float], bool]] = {
    "at most": lambda figure, limit: figure <= limit,
    "at least": lambda figure, limit: figure >= limit,
    "more than": lambda figure, limit: figure > limit,
}


def missed(figures: Mapping[str, float], limits: Limits) -> list[str]:
    """Return a line for each figure that misses its limit; a limit without a figure is skipped."""
    return [
        f"{name} is {figures[name]}, must be {how} {limit}"
        for name, (how, limit) in limits.items()
        if name in figures and not HOLDS[how](figures[name], limit)
    ]


def not_measured(figures: Mapping[str, float], names: Iterable[str]) -> list[str]:
    """Return a line for each figure that is missing."""
    return [f"{name} was not measured" for name in names if name not in figures]
