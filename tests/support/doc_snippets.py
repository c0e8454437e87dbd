"""The code of a page of the documentation, extracted so that tests run it as it is printed."""

import re
from dataclasses import dataclass
from pathlib import Path

from tools.checks.__main__ import ROOT

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
IS_PYTEST = "@pytest.mark."
# Changes the machine; the package is installed already.
IS_INSTALLATION = "pip install"


@dataclass(frozen=True, slots=True, kw_only=True)
class PageSnippets:
    """The code blocks of a page by kind, in their order. Python blocks of a page are one program."""

    python: tuple[str, ...]
    pytest: tuple[str, ...]
    shell: tuple[str, ...]
    typescript: tuple[str, ...]

    @property
    def program(self) -> str:
        return "\n\n".join(self.python)

    @property
    def count(self) -> int:
        return len(self.python) + len(self.pytest) + len(self.shell) + len(self.typescript)


def snippets_of(page: str) -> PageSnippets:
    """Extract the code of a page of `docs/`."""
    blocks = FENCE.findall(Path(ROOT / "docs" / page).read_text())
    python = [code for language, code in blocks if language == "python"]
    return PageSnippets(
        python=tuple(code for code in python if IS_PYTEST not in code),
        pytest=tuple(code for code in python if IS_PYTEST in code),
        shell=tuple(
            code for language, code in blocks if language == "sh" and IS_INSTALLATION not in code
        ),
        typescript=tuple(code for language, code in blocks if language == "ts"),
    )
