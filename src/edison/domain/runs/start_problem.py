"""Why a run cannot start."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class StartProblem:
    """One reason why a run cannot start; `field` is the part of the order to mend."""

    code: str
    message: str
    field: str
