"""Base of the house rules: name, reason, fix, and a function that finds violations."""

import ast
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

UNTRACKED_FOLDERS = {".git", ".venv", "node_modules", "__pycache__"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One violation of a rule."""

    path: Path
    line: int
    message: str


class Tree:
    """The files that belong to the repository, and their syntax."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @cached_property
    def files(self) -> list[Path]:
        """Return the files that git tracks or would track, relative to the root."""
        if (self.root / ".git").exists():
            listed = subprocess.run(
                ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
                cwd=self.root,
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            found = [Path(name) for name in listed.split("\0") if name]
        else:
            found = [path.relative_to(self.root) for path in self.root.rglob("*")]
        return sorted(
            path
            for path in found
            if (self.root / path).is_file() and not UNTRACKED_FOLDERS & set(path.parts)
        )

    def under(self, folder: str, suffix: str = ".py") -> list[Path]:
        return [
            path for path in self.files if path.is_relative_to(folder) and path.suffix == suffix
        ]

    def text(self, path: Path) -> str:
        return (self.root / path).read_text(errors="replace")

    def module(self, path: Path) -> ast.Module:
        return ast.parse(self.text(path), filename=str(path))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    name: str
    why: str
    mend: str
    find: Callable[[Tree], Iterable[Finding]]

    def explain(self, finding: Finding) -> str:
        return (
            f"{finding.path}:{finding.line} {self.name}: {finding.message}"
            f" — {self.why} — {self.mend}"
        )


def body_without_docstring(
    function: ast.FunctionDef | ast.AsyncFunctionDef,
) -> list[ast.stmt]:
    return function.body[1:] if ast.get_docstring(function) is not None else function.body
