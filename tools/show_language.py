"""Measure the claims about names: lines, files, names that break the rules, files that start a run."""

import sys
from pathlib import Path

# The tests are not an installed package, so add the root of the repository to the path.
sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.load.show_language import SHOW
from tests.load.showing import main

if __name__ == "__main__":
    main(SHOW)
