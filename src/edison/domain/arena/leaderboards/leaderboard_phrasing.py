"""Sentences that describe a leaderboard, its entries and its cost-quality frontier."""

from collections.abc import Sequence

from edison.domain.arena.leaderboards.standings import EntryStanding
from edison.domain.results.recommendation import dollars, in_range
from edison.domain.statistics.paired_comparison import FEWEST_CASES
from edison.domain.statistics.statistics_phrasing import Measure, Reading, count, listed


def say_board(
    standings: Sequence[EntryStanding], names: Sequence[str], cases: int, measure: Measure
) -> Reading:
    """Describe which entry is first and whether this is certain.

    `standings` are sorted by rank; `names` are indexed by entry.
    """
    ranked = [one for one in standings if one.rank is not None]
    if not ranked:
        bad = [one for one in standings if one.inconclusive]
        if bad:
            return Reading(
                sentence="Inconclusive: more than one in ten answers of"
                f" {_named(bad, names)} has no usable score.",
                next_step="Repeat the failed cells.",
            )
        return Reading(
            sentence="No entry has a grade yet.",
            next_step="Score the runs, or vote on their answers.",
        )
    best = ranked[0]
    assert best.grade is not None
    on = f"On {count(cases, 'case')}"
    range_ = in_range(best.grade, measure.say)
    if len(ranked) == 1:
        return Reading(
            sentence=f"{on}, {_name(best, names)} has a {measure.name} of {range_}; there is no other entry to"
            " compare it with.",
            next_step="Add a run of another model or prompt.",
        )
    if cases < FEWEST_CASES:
        return Reading(
            sentence=f"{on}, no two entries can be told apart: any order may be chance.",
            next_step=f"Run at least {FEWEST_CASES} cases; 30 are better.",
        )
    first = [one for one in ranked if one.rank == 1]
    if len(first) == 1:
        others = f"all {len(ranked) - 1} others" if len(ranked) > 2 else _name(ranked[1], names)
        # Whether it holds for other kinds of cases is for the comparison of the runs to say.
        return Reading(
            sentence=f"On these {count(cases, 'case')}, {_name(best, names)} is better than {others}:"
            f" its {measure.name} is {range_}.",
            next_step="Use it if your traffic is like these cases, unless another is much cheaper.",
        )
    who = "all" if len(first) == len(ranked) > 2 else _named(first, names)
    return Reading(
        sentence=f"{on}, {who} share the first place: {_name(best, names)} has a {measure.name} of"
        f" {range_}, but the order may be chance.",
        next_step="Add cases to tell them apart, or take the cheapest of them.",
    )


def say_standing(one: EntryStanding, name: str, measure: Measure) -> str:
    if one.grade is None:
        return f"“{name}” has no grade yet."
    said = f"“{name}” has a {measure.name} of {in_range(one.grade, measure.say)}"
    if one.rank is None:
        lost = one.errors.target + one.errors.judge
        return f"{said}, but {count(lost, 'answer')} have no usable score: it has no rank."
    return f"{said}: rank {one.rank}{_likely(one)}."


def _likely(one: EntryStanding) -> str:
    """Return a phrase with the range of likely ranks, or an empty text if the range is just the entry's rank."""
    low, high = one.rank_low, one.rank_high
    if low == high:
        return "" if low == one.rank else f", most likely {low}"
    return f", most likely {low} to {high}"


def say_frontier(
    standings: Sequence[EntryStanding], names: Sequence[str], line: Sequence[int]
) -> str:
    """Describe which entries are on the cost-quality frontier, and which entries are dominated."""
    unpriced = [one for one in standings if one.rank is not None and one.cost_usd is None]
    unknown = f" The cost of {_named(unpriced, names)} is not known." if unpriced else ""
    if not line:
        return f"No entry has both a grade and a known cost.{unknown}"
    by_entry = {one.entry: one for one in standings}
    beaten = [one for one in standings if one.clearly_beaten]
    doubtful = [
        one for one in standings if one.beaten_by and not one.clearly_beaten and not one.on_frontier
    ]
    who = [f"“{names[entry]}” ({_price(by_entry[entry])})" for entry in line]
    said = (
        f"Only {who[0]} is on the frontier of cost and quality."
        if len(who) == 1
        else f"On the frontier, higher quality costs more: {listed(who)}."
    )
    if beaten:
        verb = "is" if len(beaten) == 1 else "are"
        said += f" {_named(beaten, names)} {verb} clearly beaten: another is better and costs less."
    if doubtful:
        verb = "is" if len(doubtful) == 1 else "are"
        said += f" {_named(doubtful, names)} {verb} not clearly worse."
    return said + unknown


def _price(one: EntryStanding) -> str:
    return (
        "free" if one.cost_usd is None or one.cost_usd.value <= 0 else dollars(one.cost_usd.value)
    )


def _name(one: EntryStanding, names: Sequence[str]) -> str:
    return f"“{names[one.entry]}”"


def _named(found: Sequence[EntryStanding], names: Sequence[str]) -> str:
    return listed([_name(one, names) for one in found])
