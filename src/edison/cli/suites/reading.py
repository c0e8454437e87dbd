"""Reads a suite file from the disk; what its text means is in `domain/suites/file`."""

from dataclasses import dataclass
from pathlib import Path

from edison.domain.suites.file.reading import Problem, SuiteText, WrongSuite, read_text

MOST_BYTES = 10_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteFile(SuiteText):
    path: Path

    @property
    def data_file(self) -> Path | None:
        named = self.suite.dataset.file if self.suite.dataset else None
        return None if named is None else self.path.parent / named


def read_suite(path: Path) -> SuiteFile:
    read = read_text(_text(path))
    file = SuiteFile(suite=read.suite, lines=read.lines, path=path)
    if file.data_file is not None and not file.data_file.is_file():
        raise WrongSuite([file.problem(f"There is no file {file.data_file}", "dataset", "file")])
    return file


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise WrongSuite([Problem(message=f"{path} has more than 10 MB: put cases in a file")])
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise WrongSuite([Problem(message=f"{path}: {error.strerror}")]) from None
    except UnicodeDecodeError:
        raise WrongSuite([Problem(message=f"{path} is not UTF-8 text")]) from None
