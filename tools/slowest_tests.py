"""Print the slowest tests of some JUnit reports: `python tools/slowest_tests.py 25 reports/*.xml`."""

import sys
from pathlib import Path
from xml.etree import ElementTree


def durations(report: Path) -> list[tuple[float, str]]:
    """List duration and name of each test in a report; an unfinished report has none."""
    try:
        root = ElementTree.parse(report).getroot()
    except (OSError, ElementTree.ParseError):
        return []
    return [
        (float(case.get("time", "0")), f"{case.get('classname')}::{case.get('name')}")
        for case in root.iter("testcase")
    ]


def main(arguments: list[str]) -> None:
    count, *reports = arguments
    found = [each for report in reports for each in durations(Path(report))]
    for seconds, name in sorted(found, reverse=True)[: int(count)]:
        print(f"{seconds:7.1f} s  {name[:150]}")


if __name__ == "__main__":
    main(sys.argv[1:])
