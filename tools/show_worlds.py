"""Simulate experiments in worlds whose truth is known, and write the table into docs/explanation/experiments.md.

The last line on standard output is one JSON object with the figures.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

# The tests are not an installed package, so add the root of the repository to the path.
sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.load.edit_worlds import EDIT_WORLDS
from tests.load.simulated_experiments import SEEDS, WorldFigures, figures_of

PAGE = Path(__file__).parents[1] / "docs" / "explanation" / "experiments.md"
BEGINS, ENDS = "<!-- worlds: begin, written by just worlds -->", "<!-- worlds: end -->"
HEAD = (
    "world",
    "what an edit does",
    "simulations",
    "false *better*",
    "false *better* without splits",
    "true gains kept",
    "mean gain",
    "mean regret",
    "mean calls",
    "mean spend",
)


def table(rows: Sequence[WorldFigures]) -> str:
    lines = [HEAD, ["--"] * len(HEAD), *(_row(each) for each in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def write(rows: Sequence[WorldFigures], page: Path = PAGE) -> None:
    text = page.read_text()
    before, rest = text.split(BEGINS)
    _, after = rest.split(ENDS)
    page.write_text(f"{before}{BEGINS}\n\n{table(rows)}\n\n{ENDS}{after}")


def summary(rows: Sequence[WorldFigures]) -> dict[str, float]:
    by_name = {each.world.name: each for each in rows}
    kept = [
        (each.gains_kept_share * each.true_gains, each.true_gains)
        for each in rows
        if each.gains_kept_share is not None
    ]
    return {
        "null_better_share": by_name["null"].false_better_share,
        "overfit_better_share": by_name["overfit"].false_better_share,
        "gains_kept_share": round(sum(one for one, _ in kept) / sum(all_ for _, all_ in kept), 4),
        "simulations": min(each.simulations for each in rows),
    }


def _row(each: WorldFigures) -> Sequence[str]:
    kept = each.gains_kept_share
    return (
        each.world.name,
        each.world.told,
        str(each.simulations),
        f"{each.false_better_share:.1%}",
        f"{each.false_better_share_on_seen:.1%}",
        "no true gain" if kept is None else f"{kept:.0%} of {each.true_gains}",
        f"{each.mean_gain:.3f}",
        f"{each.mean_regret:.3f}",
        f"{each.mean_calls:,.0f}",
        f"${each.mean_usd:.2f}",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=SEEDS)
    parser.add_argument("--print-only", action="store_true", help="leave the page as it is")
    wanted = parser.parse_args()
    rows: list[WorldFigures] = []
    for world in EDIT_WORLDS:
        rows.append(figures_of(world, wanted.seeds))
        print(" | ".join(_row(rows[-1])), file=sys.stderr, flush=True)
    if not wanted.print_only:
        write(rows)
    print(json.dumps(summary(rows)))


if __name__ == "__main__":
    main()
