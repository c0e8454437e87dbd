"""`just new scorer NAME`: creates a working scorer with its test and documentation."""

import re
import sys
from pathlib import Path

from tools.scorer_docs import PAGE, written

ROOT = Path(__file__).parents[1]

SCORER = '''"""Does the answer contain a wanted word? (State here, as a question, what {name} checks.)"""

from typing import Annotated, Literal

from pydantic import Field

from edison.domain.judging.score import Sample, ScoreOutcome
from edison.scorers.scorer_plugin import Example, TextSpec, scorer, text_of, yes_or_no


class {Class}Spec(TextSpec, frozen=True):
    """Each field becomes a field of the form on the screen."""

    kind: Literal["{name}"] = "{name}"
    wanted: Annotated[str, Field(min_length=1, max_length=1000, title="Wanted")] = "please"


@scorer(
    {Class}Spec,
    title="{Title}",
    # Tried by tests/contract/test_every_scorer.py.
    examples=[
        Example(output="Yes, please", value=1.0),
        Example(output="Yes", value=0.0),
    ],
)
def {name}(spec: {Class}Spec, sample: Sample) -> ScoreOutcome:
    """Passes when the answer contains the wanted word. (This sentence is shown on the screen.)"""
    found = spec.wanted in text_of(spec, sample)
    return yes_or_no(found, "The word is there" if found else "The word is not there")
'''

TEST = '''"""Tests of the scorer {name}."""

from tests.unit.scorers.judging import judged, value


def test_the_wanted_word_passes_and_its_absence_fails() -> None:
    assert value(judged("{name}", "yes please", wanted="please")) == 1.0
    assert value(judged("{name}", "yes", wanted="please")) == 0.0
'''


def filled(template: str, name: str) -> str:
    words = name.split("_")
    fills = {
        "{name}": name,
        "{Class}": "".join(word.capitalize() for word in words),
        "{Title}": " ".join(words).capitalize(),
    }
    for blank, fill in fills.items():
        template = template.replace(blank, fill)
    return template


def main(arguments: list[str]) -> int:
    if len(arguments) != 2 or arguments[0] != "scorer":
        print("Give a name: just new scorer tone", file=sys.stderr)
        return 1
    name = arguments[1]
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,39}", name):
        print("Use lower-case letters, digits and underscores, for example: tone", file=sys.stderr)
        return 1
    scorer = ROOT / "src/edison/scorers" / f"{name}.py"
    test = ROOT / "tests/unit/scorers" / f"test_{name}.py"
    for path in (scorer, test):
        if path.exists():
            print(f"{path.relative_to(ROOT)} exists already", file=sys.stderr)
            return 1
    for path, template in ((scorer, SCORER), (test, TEST)):
        path.write_text(filled(template, name))
        print(f"wrote {path.relative_to(ROOT)}")
    PAGE.write_text(written(PAGE.read_text()))
    print(f"wrote {PAGE.relative_to(ROOT)}")
    print(f"Next: fill it in, then: just test unit/scorers; just test contract -k {name}")
    print("After each change, update its documentation: python -m tools.scorer_docs")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
