"""Spending of a period by group, with each group's share. All amounts are exact ledger sums."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Any

from edison.domain.errors import InvalidInput
from edison.domain.ids import ModelId
from edison.domain.money import ZERO, MicroUsd
from edison.domain.runs.cell import Phase

USUAL_DAYS = 30
MOST_DAYS = 731
MOST_ROWS = 500
# Range of valid days.
EARLIEST, LATEST = date(2000, 1, 1), date(2199, 12, 31)
# Most layers of a stacked chart.
MOST_LAYERS = 30
# Key of spending without a run, experiment or model.
NONE = "none"
# Key of the combined smaller layers.
OTHERS = "others"


class SpendGroup(StrEnum):
    MODEL = "model"
    PHASE = "phase"
    DAY = "day"
    RUN = "run"
    EXPERIMENT = "experiment"
    # Only for a whole installation.
    PROJECT = "project"


PHASE_NAMES: dict[Phase, str] = {
    Phase.TARGET: "Answers",
    Phase.JUDGE: "Judges",
    Phase.REFINE: "Refiner",
    Phase.ASSIST: "Assistance",
}
# Fixed labels of keys, by group.
NAMES: Mapping[SpendGroup, Mapping[str, str]] = {
    SpendGroup.MODEL: {NONE: "Unknown model", OTHERS: "Others"},
    SpendGroup.PROJECT: {OTHERS: "Others"},
    SpendGroup.PHASE: {phase.value: name for phase, name in PHASE_NAMES.items()},
    SpendGroup.RUN: {NONE: "Outside of runs"},
    SpendGroup.EXPERIMENT: {NONE: "Outside of experiments"},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """Period from `first` to `last`, both included, with filters. A filter that is None is not applied."""

    first: date
    last: date
    model: ModelId | None = None
    phase: Phase | None = None
    # Simulated money is not spending, so it is included only on request.
    simulated: bool = False

    @property
    def begins(self) -> datetime:
        return datetime.combine(self.first, time(), UTC)

    @property
    def ends(self) -> datetime:
        """First moment after the period."""
        return datetime.combine(self.last + timedelta(days=1), time(), UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    calls: int = 0
    cost: MicroUsd = ZERO
    # Amount in doubt; not included in the cost.
    doubt: MicroUsd = ZERO
    prompt_tokens: int = 0
    completion_tokens: int = 0
    # Tokens that calls in doubt may have used; not included in the other numbers.
    doubt_tokens: int = 0
    # Parts of the prompt's tokens.
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    # Part of the cost that is simulated.
    simulated: MicroUsd = ZERO
    # Part of the cost that providers billed beyond the reservations of calls.
    overrun: MicroUsd = ZERO


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedMoney:
    """Simulated cost of a period. It is shown separately if the report does not include simulated calls."""

    calls: int = 0
    cost: MicroUsd = ZERO


@dataclass(frozen=True, slots=True, kw_only=True)
class LostCalls:
    """Calls in flight when their worker stopped. `counted` is included in the amount in doubt."""

    calls: int
    counted: MicroUsd
    probable: MicroUsd
    worst: MicroUsd


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendLine:
    """Sums of one group, with the group's key."""

    key: str
    sums: Sums


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """The most expensive groups, and the total of all groups."""

    lines: Sequence[SpendLine]
    count: int
    total: Sums
    judges: MicroUsd


@dataclass(frozen=True, slots=True, kw_only=True)
class DayCost:
    """Cost of one layer of the stacked chart on one day."""

    day: date
    key: str
    cost: MicroUsd


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    text: str
    # Distinguishes two with the same name.
    apart: str = ""
    # For a project: its slug.
    slug: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendRow:
    key: str
    label: str
    sums: Sums
    # Share of the cost; None: nothing was spent.
    share: float | None
    slug: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest:
    """Sum of all groups that have no row of their own in the report."""

    rows: int
    sums: Sums


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    day: date
    key: str
    label: str
    cost: MicroUsd


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendBreakdown:
    window: Window
    group: SpendGroup
    rows: Sequence[SpendRow]
    rest: Rest | None
    total: Sums
    judges: MicroUsd
    stacked: SpendGroup
    series: Sequence[Layer]
    # Part of the amount in doubt; None: there are none.
    lost: LostCalls | None = None
    # Included in the sums only if the window says so.
    simulated: SimulatedMoney = SimulatedMoney()


def window_of(
    first: date | None,
    last: date | None,
    today: date,
    *,
    model: ModelId | None = None,
    phase: Phase | None = None,
    simulated: bool = False,
) -> Window:
    """Build the window. A missing `first` or `last` is chosen so that the period has the default length.

    If both are missing, the period ends today.
    """
    for day, field in ((first, "from"), (last, "to")):
        if day is not None and not EARLIEST <= day <= LATEST:
            raise InvalidInput(f"Days are from {EARLIEST} to {LATEST}", field=field)
    month = timedelta(days=USUAL_DAYS - 1)
    if last is None:
        last = today if first is None else max(first, min(first + month, today))
    if first is None:
        first = last - month
    if first > last:
        raise InvalidInput("The period ends before it begins", field="from")
    if (last - first).days >= MOST_DAYS:
        raise InvalidInput(f"A period has at most {MOST_DAYS} days", field="from")
    return Window(first=first, last=last, model=model, phase=phase, simulated=simulated)


def labels_of(group: SpendGroup, keys: Sequence[str], names: Mapping[str, Name]) -> dict[str, str]:
    """Return a label for each key. Equal names are made distinct by adding details."""
    known = NAMES.get(group, {})
    wanted = dict.fromkeys(keys)
    times = Counter(names[key].text for key in wanted if key in names)
    labels: dict[str, str] = {}
    for key in wanted:
        name = names.get(key)
        if name is None:
            labels[key] = known.get(key, key)
        elif name.apart and times[name.text] > 1:
            labels[key] = f"{name.text} ({name.apart})"
        else:
            labels[key] = name.text
    return labels


def rows_of(
    group: SpendGroup, lines: Sequence[SpendLine], total: Sums, names: Mapping[str, Name]
) -> tuple[SpendRow, ...]:
    labels = labels_of(group, [line.key for line in lines], names)
    return tuple(
        SpendRow(
            key=line.key,
            label=labels[line.key],
            sums=line.sums,
            share=share_of(line.sums, total),
            slug=names[line.key].slug if line.key in names else None,
        )
        for line in lines
    )


def spending_of(
    window: Window,
    group: SpendGroup,
    found: Lines,
    names: Mapping[str, Name],
    *,
    stacked: SpendGroup,
    days: Sequence[DayCost],
    layers: Mapping[str, Name],
    simulated: SimulatedMoney,
    lost: LostCalls | None = None,
) -> SpendBreakdown:
    """Build the report. `names` belong to the rows, `layers` to the layers of the stacked chart."""
    labels = labels_of(stacked, [one.key for one in days], layers)
    return SpendBreakdown(
        window=window,
        group=group,
        rows=rows_of(group, found.lines, found.total, names),
        rest=rest_of(found),
        total=found.total,
        judges=found.judges,
        lost=lost,
        simulated=simulated,
        stacked=stacked,
        series=tuple(
            Layer(day=one.day, key=one.key, label=labels[one.key], cost=one.cost) for one in days
        ),
    )


def rest_of(found: Lines) -> Rest | None:
    left = found.count - len(found.lines)
    if left <= 0:
        return None
    return Rest(rows=left, sums=less(found.total, summed([line.sums for line in found.lines])))


def share_of(sums: Sums, total: Sums) -> float | None:
    return sums.cost / total.cost if total.cost else None


FIELDS = (
    "calls",
    "cost",
    "doubt",
    "prompt_tokens",
    "completion_tokens",
    "doubt_tokens",
    "cache_read_tokens",
    "cache_write_tokens",
    "simulated",
    "overrun",
)


def summed(parts: Sequence[Sums]) -> Sums:
    values: dict[str, Any] = {name: sum(getattr(part, name) for part in parts) for name in FIELDS}
    return Sums(**values)


def less(whole: Sums, part: Sums) -> Sums:
    return Sums(**{name: getattr(whole, name) - getattr(part, name) for name in FIELDS})


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenDay:
    day: date
    sums: Sums


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenUse:
    window: Window
    total: Sums
    days: Sequence[TokenDay]
    models: Sequence[SpendRow]
