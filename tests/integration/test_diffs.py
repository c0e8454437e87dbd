"""The program `patch` judges the diffs that Edison makes."""

import shutil
import subprocess
from pathlib import Path

import pytest

from edison.domain.experiments.refining.unified_diff import unified

TEXT = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten"


@pytest.mark.skipif(shutil.which("patch") is None, reason="needs the program patch as a judge")
@pytest.mark.parametrize(
    "after",
    [
        TEXT.replace("five", "5\n5.5"),
        TEXT.replace("one\n", "").replace("ten", "ten\neleven"),
        f"zero\n{TEXT}\n",
    ],
)
def test_the_program_patch_agrees(after: str, tmp_path: Path) -> None:
    # A file ends with a line break, which a prompt does not.
    (tmp_path / "prompt.txt").write_text(f"{TEXT}\n")
    subprocess.run(["patch", "-p1"], cwd=tmp_path, input=unified(TEXT, after).encode(), check=True)
    assert (tmp_path / "prompt.txt").read_text() == f"{after}\n"
