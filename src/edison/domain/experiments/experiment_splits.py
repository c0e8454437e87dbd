"""Draw the three splits of an experiment: train, validation and holdout.

The refiner sees only train cases, candidates are accepted or rejected on validation cases, and the holdout is used
once, for the final check.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from uuid import UUID

# A refiner is shown at most ten failing answers, so most cases are more useful for acceptance.
TRAIN_SHARE = 0.3
# With 9 cases a candidate that wins all of them (p = 2 / 2**9) would fail the threshold of the fifth use.
FEWEST_VALIDATION = 10
# Without the hold-out; 4 of them are for training.
FEWEST_CASES = 14


class ExperimentSplit(StrEnum):
    TRAIN = "train"
    VALIDATION = "validation"
    HOLDOUT = "holdout"


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseDraw:
    """Seed, dataset version and size of each split. The split of each case is stored separately."""

    seed: int
    dataset_version: int
    train: int
    validation: int
    holdout: int


def seed_of(experiment: UUID) -> int:
    """Return a seed derived from the random bits of the experiment's id."""
    return experiment.int & 0x7FFF_FFFF


def draw_validation(cases: Iterable[UUID], seed: int) -> frozenset[UUID]:
    """Draw the validation cases; the other cases are train cases. Return an empty set if there are too few cases.

    The result does not depend on the order of the cases.
    """
    drawn = sorted(cases, key=lambda case: sha256(f"{seed}:{case}".encode()).digest())
    validation = drawn[round(len(drawn) * TRAIN_SHARE) :]
    return frozenset(validation if len(validation) >= FEWEST_VALIDATION else ())
