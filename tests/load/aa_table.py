"""Write the table of A/A worlds into docs/explanation/statistics.md."""

from collections.abc import Sequence
from pathlib import Path

from tests.load.aa_worlds import (
    EFFECTS,
    POWER_SIMULATIONS,
    SIZES,
    WORLDS,
    Cell,
    Shares,
    figures_of,
    measure,
    most_by_chance,
)
from tests.load.showing import Figures, Say

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "statistics.md"
START, END = "<!-- table of A/A worlds: start -->", "<!-- table of A/A worlds: end -->"


def measure_all(say: Say, power_simulations: int = POWER_SIMULATIONS) -> list[Cell]:
    """Measure every world with every number of cases."""
    cells: list[Cell] = []
    for world in WORLDS:
        of_world = [measure(world, cases, power_simulations=power_simulations) for cases in SIZES]
        worst = max(of_world, key=lambda cell: cell.false.called)
        say(
            f"{world.name}: at most {worst.false.called:.1%} false verdicts, with {worst.cases} cases"
        )
        cells += of_world
    return cells


def aa_figures(say: Say) -> Figures:
    """Measure the figures for a show: `worst_aa_false_share` and `aa_worlds`."""
    return figures_of(measure_all(say, power_simulations=0))


def failures_of(cells: Sequence[Cell]) -> list[str]:
    """Return a line for each cell with more false verdicts than 5 % and chance explain."""
    return [
        f"{cell.world.name}, {cell.cases} cases: {cell.false.called:.2%} of {cell.simulations:,}"
        for cell in cells
        if cell.false.called > most_by_chance(cell.simulations)
    ]


def table_of(cells: Sequence[Cell]) -> str:
    heads = [
        "differences",
        "cases",
        "false verdicts",
        "on these cases only",
        *(f"power {effect:g}" for effect in EFFECTS),
        "simulations",
    ]
    rows = [heads, ["--", *["-:"] * (len(heads) - 1)], *(_row(cell) for cell in cells)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def write_table(cells: Sequence[Cell], page: Path = PAGE) -> None:
    """Replace what stands between the two markers of the page."""
    before, rest = page.read_text().split(START)
    _, after = rest.split(END)
    page.write_text(f"{before}{START}\n\n{table_of(cells)}\n\n{END}{after}")


def _row(cell: Cell) -> list[str]:
    return [
        cell.world.name,
        f"{cell.cases}",
        f"{100 * cell.false.called:.1f} %",
        f"{100 * cell.false.only_here:.1f} %",
        *(_power(cell.power[effect]) for effect in EFFECTS),
        f"{cell.simulations:,}; {cell.power_simulations:,} for each power",
    ]


def _power(found: Shares) -> str:
    return f"{100 * found.called:.0f} of {100 * found.without_guard:.0f} %"
