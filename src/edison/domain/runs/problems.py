"""Why a run cannot start."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One reason why a run cannot start; `field` is the part of the order to mend."""

    code: str
    message: str
    field: str
