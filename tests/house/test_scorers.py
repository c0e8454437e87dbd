"""The page about scorers says what they say of themselves, and the recipe for a new one writes one that works."""

import subprocess
import sys
from pathlib import Path

import pytest
from tools.new_scorer import SCORER, filled, main
from tools.scorer_docs import PAGE, written

from edison.scorers.registry import plugins

TRY = """
import asyncio, sys
import edison.scorers
edison.scorers.__path__.append(sys.argv[1])
from edison.domain.judging.score import Sample
from edison.scorers import registry
spec = registry.parse_spec({"kind": "tone_of_voice"})
for example in registry.plugins()["tone_of_voice"].examples:
    verdict = asyncio.run(registry.apply(spec, Sample(output=example.output, parsed=example.output)))
    print(verdict.value == example.value)
print([each.schema["title"] for each in registry.describe() if each.kind == "tone_of_voice"])
"""


def test_the_page_lists_every_scorer_as_it_is() -> None:
    """Written anew with: python -m tools.scorer_docs"""
    page = PAGE.read_text()

    assert page == written(page)
    assert all(f"(`{kind}`)" in page for kind in plugins())


def test_the_recipe_writes_a_scorer_that_is_found_and_works(tmp_path: Path) -> None:
    (tmp_path / "tone_of_voice.py").write_text(filled(SCORER, "tone_of_voice"))

    done = subprocess.run(
        [sys.executable, "-c", TRY, str(tmp_path)], capture_output=True, text=True, check=False
    )

    assert done.stdout.splitlines() == ["True", "True", "['ToneOfVoiceSpec']"], done.stderr


@pytest.mark.parametrize("arguments", [[], ["scorer"], ["scorer", "Tone!"], ["scorer", "exact"]])
def test_the_recipe_overwrites_nothing_and_says_what_it_wants(arguments: list[str]) -> None:
    assert main(arguments) == 1
