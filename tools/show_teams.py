"""Measure what a company relies on: sign-in, protected labels, certificates and notifications."""

import sys
from pathlib import Path

# The tests are not an installed package, so add the root of the repository to the path.
sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.load.show_teams import SHOW
from tests.load.showing import main

if __name__ == "__main__":
    main(SHOW)
