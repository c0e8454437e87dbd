"""Measure the claims about the house: starts, permissions, contract, accessibility, sign-ups."""

import sys
from pathlib import Path

# The tests are not an installed package, so add the root of the repository to the path.
sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.load.showing import main
from tests.proofs.figures import SHOW

if __name__ == "__main__":
    main(SHOW)
