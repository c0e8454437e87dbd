"""Reads a suite file from the disk; what its text means is in `domain/suites/file`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from edison.cli.suites.file_checks import find_file_problems
from edison.domain.suites.suite_file.read_suite_file import (
    FileProblem,
    SuiteText,
    WrongSuite,
    in_order,
    read_text,
)

MOST_BYTES = 10_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteFile(SuiteText):
    path: Path
    # What is wrong although the file can be read; told together with what the server finds.
    problems: tuple[FileProblem, ...] = ()

    @property
    def data_file(self) -> Path | None:
        named = self.suite.dataset.file if self.suite.dataset else None
        return None if named is None else self.path.parent / named

    def must_be_right(self, found: Sequence[FileProblem] = ()) -> None:
        """Refuse with everything that is known to be wrong, in the order of the lines."""
        if self.problems or found:
            raise WrongSuite(in_order([*self.problems, *found]))


def read_suite(path: Path) -> SuiteFile:
    """Read a suite file; its `problems` are those that do not keep it from being read."""
    read = read_text(_text(path))
    file = SuiteFile(suite=read.suite, lines=read.lines, path=path)
    problems = find_file_problems(read)
    if file.data_file is not None and not file.data_file.is_file():
        problems.append(file.problem(f"There is no file {file.data_file}", "dataset", "file"))
    return replace(file, problems=tuple(problems))


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise WrongSuite(
                [FileProblem(message=f"{path} has more than 10 MB: put cases in a file")]
            )
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise WrongSuite([FileProblem(message=f"{path}: {error.strerror}")]) from None
    except UnicodeDecodeError:
        raise WrongSuite([FileProblem(message=f"{path} is not UTF-8 text")]) from None
