"""Checks of a suite file that need no server: scorers, parameters, and variables without a value."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any
from uuid import UUID

from edison.domain.errors import InvalidInput
from edison.domain.models.parameters import Parameters
from edison.domain.prompts.template_renderer import variables_in
from edison.domain.suites.suite_file.read_suite_file import (
    FileProblem,
    SuiteText,
    WrongSuite,
    in_order,
    read_text,
)
from edison.domain.suites.suite_file.suite_file_model import FilePrompt, FileTarget, SuiteFileModel
from edison.scorers.registry import find_spec_problems

# A file contains names where the server has ids; any id works to check the other fields.
ANY_ID = str(UUID(int=0))
BY_NAME = {
    "grader": ("prompt", "model"),
    "judge": ("judge",),
    "pairwise": ("judge",),
    "moderation": ("model",),
    "semantic_similarity": ("model",),
}


def find_file_problems(read: SuiteText) -> list[FileProblem]:
    """Return problems that the server would report only later, after all names are resolved."""
    return [*_scorers(read), *_parameters(read), *_variables(read)]


def _scorers(read: SuiteText) -> Iterator[FileProblem]:
    for number, scorer in enumerate(read.suite.scorers):
        spec = scorer.given()
        names = BY_NAME.get(scorer.kind, ())
        for name in names:
            spec[name] = ANY_ID
        if names:
            spec.pop("credential", None)
        for wrong in find_spec_problems(spec):
            yield read.problem(wrong.message, "scorers", number, *(wrong.field or "").split("."))


def _parameters(read: SuiteText) -> Iterator[FileProblem]:
    suite = read.suite
    for number, target in enumerate(suite.targets):
        yield from _checked(read, _combinations(target), "targets", number, "parameters")
    if suite.fallback is not None and suite.fallback.parameters is not None:
        given = suite.fallback.parameters.given()
        yield from _checked(read, [given], "fallback", "parameters")


def _checked(
    read: SuiteText, combinations: list[dict[str, Any]], *place: str | int
) -> Iterator[FileProblem]:
    seen: set[str] = set()
    for given in combinations:
        try:
            values: dict[str, Any] = {**given, "stop": tuple(given.get("stop") or ())}
            Parameters(**values).check()
        except InvalidInput as wrong:
            if wrong.message not in seen:
                seen.add(wrong.message)
                where = (*place, wrong.field or "")
                if where not in read.lines:
                    # A value of a grid.
                    where = (*place[:-1], "grid", wrong.field or "")
                yield read.problem(wrong.message, *where)


def _combinations(target: FileTarget) -> list[dict[str, Any]]:
    fixed = target.parameters.given() if target.parameters else {}
    grid = target.grid.given() if target.grid else {}
    names = sorted(name for name, values in grid.items() if values)
    return [
        {**fixed, **dict(zip(names, values, strict=True))}
        for values in product(*(grid[name] for name in names))
    ]


def _variables(read: SuiteText) -> Iterator[FileProblem]:
    """Yield a problem for each variable without a value, if the file contains prompt and cases."""
    suite = read.suite
    prompts = [prompt for prompt in suite.every_prompt if prompt.written_here]
    wanted = list(dict.fromkeys(name for prompt in prompts for name in _names_in(prompt)))
    if suite.dataset is None:
        if wanted:
            names = ", ".join(wanted)
            yield read.problem(
                f"The prompt has variables ({names}). Name a dataset that provides them",
                *_first_prompt(suite),
            )
        return
    if suite.dataset.cases is None:
        return
    there = {name for case in suite.dataset.cases for name in case.values}
    for name in wanted:
        if name not in there:
            yield read.problem(f"No case has a value for {{{{{name}}}}}", "dataset", "cases")


def _names_in(prompt: FilePrompt) -> Iterator[str]:
    shots = prompt.few_shots or []
    texts = [
        prompt.system,
        prompt.text,
        *(message.content for message in prompt.messages or []),
        *(text for shot in shots for text in (shot.user, shot.assistant)),
    ]
    for text in texts:
        yield from variables_in(text or "")


def _first_prompt(suite: SuiteFileModel) -> tuple[str | int, ...]:
    return ("prompt",) if suite.prompt is not None else ("prompts", 0)


MOST_BYTES = 10_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteFile(SuiteText):
    path: Path
    # Mistakes that do not prevent reading; reported together with those that the server finds.
    problems: tuple[FileProblem, ...] = ()

    @property
    def data_file(self) -> Path | None:
        named = self.suite.dataset.file if self.suite.dataset else None
        return None if named is None else self.path.parent / named

    def must_be_right(self, found: Sequence[FileProblem] = ()) -> None:
        """Raise an error with all problems, in line order, if there are any."""
        if self.problems or found:
            raise WrongSuite(in_order([*self.problems, *found]))


def read_suite(path: Path) -> SuiteFile:
    """Read a suite file. `problems` of the result are mistakes that did not prevent reading the file."""
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
                [
                    FileProblem(
                        message=f"{path} is larger than 10 MB. Put the cases in a separate file"
                    )
                ]
            )
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise WrongSuite([FileProblem(message=f"{path}: {error.strerror}")]) from None
    except UnicodeDecodeError:
        raise WrongSuite([FileProblem(message=f"{path} is not UTF-8 text")]) from None
