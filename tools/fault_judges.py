"""Kill workers while three judges score thousands of answers.

Print the effects, and fail if a call was paid for twice.
"""

import asyncio
import sys
from pathlib import Path

# The tests are not an installed package, so add the root of the repository to the path.
sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.load.judging import judged

from edison.kit.log_setup import configure_logging


def main() -> None:
    cells, kills = (int(text) for text in sys.argv[1:3])
    configure_logging(level="critical", service="fault")
    found = asyncio.run(judged(cells, kills, say=lambda line: print(line, flush=True)))
    in_flight = sum(found.in_flight.values())
    print(
        f"{found.cells} cells, {found.kills} kills: {found.asked} calls, {in_flight} in progress at kills, "
        f"{found.continued} dialogues continued, {found.repaid} paid twice, {found.scores_missing} scores missing, "
        f"{found.errors} errors, {found.bill_beyond_ledger} micro-dollars beyond the ledger, {found.state}, "
        f"{found.seconds:.0f} s"
    )
    hurt = found.repaid or found.scores_missing or found.bill_beyond_ledger
    sys.exit(1 if hurt or found.state != "completed" else 0)


if __name__ == "__main__":
    main()
