"""Measure what pipelines and programs rely on: imports, the baseline gate, the SDK, functions as targets and MCP."""

import sys
from pathlib import Path

# The tests are not an installed package, so add the root of the repository to the path.
sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.load.show_machines import SHOW
from tests.load.showing import main

if __name__ == "__main__":
    main(SHOW)
