"""Measure claims by worlds and bills that the code under test cannot read."""

import sys
from pathlib import Path

# The tests are no installed package; they are found from the root of the repository.
sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.load.show_outside import SHOW
from tests.load.showing import main

if __name__ == "__main__":
    main(SHOW)
