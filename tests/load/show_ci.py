"""The parts of `just show ci`: what the tests catch, how many there are, and how long lines are."""

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.load.showing import Figures, Part, Say, Show
from tests.load.time_budget import TimeBudget

ROOT = Path(__file__).parents[2]
# Of both tiers: a test with the marker `nightly` is left out of the change tier.
ROOMS = ("unit", "house", "contract", "integration", "proofs", "e2e", "fault")
# The nightly tier runs all of it.
NIGHTLY_ROOM = "load"
COLLECTED = re.compile(r"^(?:no|(\d+)(?:/\d+)?) tests? collected(?: \((\d+) deselected\))?", re.M)
FENCE = re.compile(r"\s*(```|~~~)")
# What stands before the text of a line: quotes, list items, headings.
MARKERS = re.compile(r"^(?:\s*(?:>|[-*+]|\d+[.)]|#+)\s)*\s*")
INSTALL = re.compile(r"^pip install (\S+)", re.M)

LIMITS: dict[str, tuple[str, float]] = {
    "seeded_faults": ("more than", 0),
    "seeded_faults_missed": ("at most", 0),
    "longest_python_line": ("at most", 120),
    "longest_ui_line": ("at most", 120),
    "longest_markdown_line": ("at most", 120),
    "install_name_matches": ("at least", 1),
}


def seeded_faults(say: Say, _: TimeBudget) -> Figures:
    """Plant faults one at a time and count those that a test of the change tier notices."""
    # The exit code is 1 if one was missed; then the last line says how many.
    output = _output(sys.executable, "-m", "tools.seeded_faults", "--json", codes=(0, 1))
    say(output)
    found = json.loads(output.splitlines()[-1])
    planted, caught = found["seeded_faults"], found["seeded_faults_caught"]
    return {
        "seeded_faults": planted,
        "seeded_faults_caught": caught,
        "seeded_faults_missed": planted - caught,
    }


def tests_by_tier(say: Say, _: TimeBudget) -> Figures:
    """Count the tests that each tier runs."""
    nightly, change = _collect("-m", "nightly", *(f"tests/{room}" for room in ROOMS))
    load, _not_run = _collect(f"tests/{NIGHTLY_ROOM}")
    screens = _screen_tests()
    say(
        f"change tier: {change} with pytest, {screens} with vitest; nightly: {nightly} and {load} of tests/load"
    )
    return {"change_tier_tests": change + screens, "nightly_tests": nightly + load}


def _collect(*arguments: str) -> tuple[int, int]:
    """Return how many tests pytest selects and deselects; an error in a test module is an error here."""
    plain = ("-o", "addopts=-q --import-mode=importlib -p no:cacheprovider")
    output = _output(sys.executable, "-m", "pytest", "--collect-only", *plain, *arguments)
    counts = COLLECTED.search(output)
    if counts is None:
        raise RuntimeError(f"pytest said nothing about tests collected:\n{output[-2000:]}")
    return int(counts[1] or 0), int(counts[2] or 0)


def _screen_tests() -> int:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tests.json"
        _output("npx", "vitest", "list", f"--json={path}", cwd=ROOT / "ui")
        return len(json.loads(path.read_text()))


def text(say: Say, _: TimeBudget) -> Figures:
    """Measure the longest lines in characters, and compare the name to install with the package's."""
    longest = {
        "longest_python_line": _longest(_lines_of("*.py")),
        "longest_ui_line": _longest(
            (place, line)
            for place, line in _lines_of("ui/src/*.ts", "ui/src/*.tsx", "ui/src/*.css")
            if ".gen.ts" not in place
        ),
        "longest_markdown_line": _longest(
            (f"{path}:{number}", line)
            for path in _tracked("*.md")
            for number, line in breakable_lines((ROOT / path).read_text())
        ),
    }
    for name, (length, place) in longest.items():
        say(f"{name}: {length} at {place}")
    readme, package = (ROOT / "README.md").read_text(), (ROOT / "pyproject.toml").read_text()
    return {
        **{name: length for name, (length, _place) in longest.items()},
        "install_name_matches": int(install_name_matches(readme, package)),
    }


def breakable_lines(markdown: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that could be wrapped: not rows of tables, fenced code, or a single word or link."""
    fence = ""
    for number, line in enumerate(markdown.splitlines(), start=1):
        found = FENCE.match(line)
        if found and fence in ("", found[1]):
            fence = "" if fence else found[1]
        elif (
            not fence and not line.lstrip().startswith("|") and " " in MARKERS.sub("", line).strip()
        ):
            yield number, line


def install_name_matches(readme: str, package: str) -> bool:
    """Tell whether each `pip install` line of the README names the package."""
    names = set(INSTALL.findall(readme))
    return names == {tomllib.loads(package)["project"]["name"]}


def _tracked(*patterns: str) -> list[str]:
    names = _output("git", "ls-files", "-z", "--", *patterns).split("\0")
    return [name for name in names if name and (ROOT / name).is_file()]


def _lines_of(*patterns: str) -> Iterator[tuple[str, str]]:
    for path in _tracked(*patterns):
        for number, line in enumerate((ROOT / path).read_text().splitlines(), start=1):
            yield f"{path}:{number}", line


def _longest(lines: Iterable[tuple[str, str]]) -> tuple[int, str]:
    """Return the length of the longest line in characters, and where it is."""
    return max(((len(line), place) for place, line in lines), default=(0, "nowhere"))


def _output(*command: str, cwd: Path = ROOT, codes: tuple[int, ...] = (0,)) -> str:
    done = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode not in codes:
        raise RuntimeError(
            f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout[-4000:]}"
        )
    return done.stdout.strip()


OF_TEXT = (
    *("longest_python_line", "longest_ui_line", "longest_markdown_line"),
    "install_name_matches",
)
SHOW = Show(
    parts=(
        Part(name="text", measure=text, share_s=20, figures=OF_TEXT),
        Part(
            name="tests",
            measure=tests_by_tier,
            share_s=100,
            figures=("change_tier_tests", "nightly_tests"),
        ),
        Part(
            name="faults",
            measure=seeded_faults,
            share_s=450,
            figures=("seeded_faults", "seeded_faults_caught", "seeded_faults_missed"),
        ),
    ),
    keys=(
        *("seeded_faults", "seeded_faults_caught", "change_tier_tests", "nightly_tests"),
        *OF_TEXT,
    ),
    limits=(LIMITS,),
)
