"""Figures that tests record while they run, for the shows that print them."""

import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

from tests.load.showing import Say


@dataclass(frozen=True, slots=True, kw_only=True)
class Tested:
    # Those that ran, failed ones included.
    tests: int
    failed: int
    skipped: int
    # What tests recorded, by name.
    properties: dict[str, float]


def run_tests(say: Say, *tests: str) -> Tested:
    """Run tests in a process of their own; say which failed, and return what they recorded."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", f"--junitxml={report}", *tests]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
        cases = list(ET.parse(report).iter("testcase"))
    failed = [
        case.get("name")
        for case in cases
        if case.find("failure") is not None or case.find("error") is not None
    ]
    skipped = sum(1 for case in cases if case.find("skipped") is not None)
    say(f"{len(cases)} tests, {skipped} skipped, failed: {', '.join(map(str, failed)) or 'none'}")
    properties = {
        str(each.get("name")): float(str(each.get("value")))
        for case in cases
        for each in case.iter("property")
    }
    return Tested(
        tests=len(cases) - skipped, failed=len(failed), skipped=skipped, properties=properties
    )
