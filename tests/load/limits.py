"""What figures must be, and which are not."""

from collections.abc import Mapping

Limits = Mapping[str, tuple[str, float]]


def missed(figures: Mapping[str, float], limits: Limits) -> list[str]:
    """A line for each figure that is not what it must be; one that was not measured is an error."""
    return [
        f"{name} is {figures[name]}, must be {how} {limit}"
        for name, (how, limit) in limits.items()
        if ((figures[name] > limit) if how == "at most" else (figures[name] < limit))
    ]
