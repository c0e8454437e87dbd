"""Shifts of a judge or a model by size and shape: how often they are named, not named, or put down to another."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from edison.domain.monitoring.assessment import Cause
from tests.load.monitor_worlds import Suite, Truth, World, dice_for

SIZES = (0.03, 0.05, 0.10)
QUIET_NIGHTS = 7
SOON, LATER = 2, 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """The one who moves, by so much in the end, at once or night by night, and for how many nights one looks."""

    who: Cause
    size: float
    slides: bool
    nights: int

    def truths(self, number: int) -> list[Truth]:
        """Every other judge gets stricter, the others kinder; a model only gets worse."""
        sizes = [
            self.size * ((night + 1) / self.nights if self.slides else 1)
            for night in range(self.nights)
        ]
        if self.who is Cause.MODEL:
            return [Truth(drop=size) for size in sizes]
        return [Truth(judge=-size if number % 2 else size) for size in sizes]

    @property
    def words(self) -> str:
        points = round(self.size * 100)
        shape = f"slide over {self.nights} nights" if self.slides else "step"
        return f"{self.who} by {points} points, {shape}"


DRIFTS = tuple(
    Drift(who=who, size=size, slides=slides, nights=nights)
    for who in (Cause.JUDGE, Cause.MODEL)
    for size in SIZES
    for slides, nights in ((False, SOON), (False, LATER), (True, LATER))
)


def named_shares(drift: Drift, suites: int, seed: int = 91) -> Counter[str]:
    """In how many suites an alarm named the one who moved and nobody else, nobody, or somebody else."""
    found: Counter[str] = Counter()
    for number, dice in enumerate(dice_for(seed, suites)):
        suite = Suite(World(), dice)
        for _ in range(QUIET_NIGHTS + 1):
            suite.night(Truth())
        nights = [suite.night(truth) for truth in drift.truths(number)]
        causes = {one.cause for night in nights for one in night.findings}
        named = causes - {Cause.UNKNOWN, Cause.NOISE, None}
        found["wrong" if named - {drift.who} else "named" if named else "unnamed"] += 1
    return found


def table(suites: int, drifts: Sequence[Drift] = DRIFTS) -> list[list[str]]:
    rows = [["shift", "looked at after", "named", "not named", "wrongly named", "simulated suites"]]
    for drift in drifts:
        found = named_shares(drift, suites)
        shares = [f"{found[name] / suites:.0%}" for name in ("named", "unnamed", "wrong")]
        rows.append([drift.words, f"{drift.nights} nights", *shares, str(suites)])
    return rows
