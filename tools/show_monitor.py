"""Measures the claims of monitors anew; `--simulations` leaves out what needs a server."""

import sys
from pathlib import Path

# The tests are no installed package; they are found from the root of the repository.
sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.load.show_monitor import OF_THE_SERVER, SAID, SIMULATED, served, simulated
from tests.load.showing import Part, show

if __name__ == "__main__":
    show(
        Part(measure=simulated, limits=SIMULATED), Part(measure=served, limits=OF_THE_SERVER), SAID
    )
