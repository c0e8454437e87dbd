"""A leaderboard as it is told: figures with intervals, shared ranks, and who gives more for less."""

from dataclasses import dataclass, field

from edison.domain.results.run_summary import Errors, Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class BeatenBy:
    """Another entry that is no worse and no dearer, and better in one of the two, by the best guess."""

    entry: int
    # Both differences are more than chance.
    clear: bool
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryStanding:
    entry: int
    grade: Figure | None = None
    pass_rate: Figure | None = None
    # None: it has no grade, or too many of its answers have none.
    rank: int | None = None
    rank_low: int | None = None
    rank_high: int | None = None
    # Of one answer, without its judges; None: not known.
    cost_usd: Figure | None = None
    latency_p50_ms: float | None = None
    latency_p95_ms: float | None = None
    answers: int = 0
    errors: Errors = field(default_factory=Errors)
    inconclusive: bool = False
    on_frontier: bool = False
    # The same when speed counts as well.
    on_fast_frontier: bool = False
    beaten_by: tuple[BeatenBy, ...] = ()
    sentence: str = ""

    @property
    def clearly_beaten(self) -> bool:
        return any(one.clear for one in self.beaten_by)


@dataclass(frozen=True, slots=True, kw_only=True)
class TagRow:
    tag: str
    cases: int
    # By entry's number.
    grades: tuple[Figure | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaderboard:
    # Those with a rank first, by rank and grade.
    standings: tuple[EntryStanding, ...]
    cases: int
    # From the cheapest to the best.
    frontier: tuple[int, ...]
    frontier_sentence: str
    sentence: str
    next_step: str
