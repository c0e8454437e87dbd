"""Kill workers and the web process and restart PostgreSQL during runs.

Print the effects, and fail if a run was damaged.
"""

import asyncio
import sys
from pathlib import Path

# The tests are not an installed package, so add the root of the repository to the path.
sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.fault.run_chaos import chaos

from edison.kit.log_setup import configure_logging


def main() -> None:
    kills, web_kills, restarts = (int(text) for text in sys.argv[1:4])
    configure_logging(level="critical", service="fault")
    damage = asyncio.run(
        chaos(
            kills=kills,
            web_kills=web_kills,
            restarts=restarts,
            say=lambda line: print(line, flush=True),
        )
    )
    print(damage)
    hurt = (
        damage.not_completed
        or damage.answers_lost
        or damage.repeated_beyond_in_flight
        or damage.bill_beyond_ledger
        or damage.days_that_differ
    )
    sys.exit(1 if hurt else 0)


if __name__ == "__main__":
    main()
