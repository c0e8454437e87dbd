"""`python -m tools.checks [--only NAME]`: prints every violation with the reason of the rule and a fix."""

import argparse
import sys
from pathlib import Path

from tools.checks import RULES
from tools.checks.rule import Tree

ROOT = Path(__file__).parents[2]


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.checks", description=__doc__)
    parser.add_argument("--only", choices=[rule.name for rule in RULES], help="check one rule")
    only = parser.parse_args(arguments).only
    tree = Tree(root)
    lines = [
        rule.explain(finding)
        for rule in RULES
        if only in {None, rule.name}
        for finding in rule.find(tree)
    ]
    for line in lines:
        print(line)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
