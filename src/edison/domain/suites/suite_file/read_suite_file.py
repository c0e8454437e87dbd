"""Reads the text of a suite file, and says everything that is wrong with it at once, with the lines."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeVar, cast

import yaml
from pydantic import ValidationError

from edison.domain.suites.recipe import ScorerThreshold, Thresholds
from edison.domain.suites.suite_file import suite_file_model
from edison.domain.suites.suite_file.suite_file_model import (
    ONE_KIND_OF_PROMPT,
    Scorer,
    SuiteFileModel,
    Threshold,
    scorer_names,
)

MOST_PARTS = 1_000_000
MOST_DEPTH = 60

TAG = "tag:yaml.org,2002:"
PLAIN = {TAG + name for name in ("map", "seq", "str", "int", "float", "bool", "null", "merge")}
# A date, or an equals sign alone: for us a text.
ODD = {TAG + "timestamp", TAG + "value"}
PROMPT_TEXTS = (
    ("system",),
    ("text",),
    ("messages", "*", "content"),
    ("few_shots", "*", "user"),
    ("few_shots", "*", "assistant"),
)
# Texts are what is written: 007, yes and 1.10 stay as they are.
TEXTS = (
    ("dataset", "cases", "*", "values", "*"),
    ("dataset", "cases", "*", "values", "*", "messages", "*", "content"),
    ("dataset", "cases", "*", "expected"),
    *(("prompts", "*", *rest) for rest in PROMPT_TEXTS),
    *(("prompt", *rest) for rest in PROMPT_TEXTS),
)

# Of which prompt, model or judge a scorer speaks.
NAMES_ITS = {
    "grader": (("prompt", "A grader names its prompt"), ("model", "A grader names its model")),
    "judge": (("judge", "Say which judge"),),
    "pairwise": (("judge", "Say which judge"),),
    "moderation": (("model", "Say which model"),),
}

Place = tuple[Hashable, ...]
Checked = TypeVar("Checked", Scorer, Threshold)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileProblem:
    """`where` is the path in the file, `line` counts from 1."""

    message: str
    where: str = ""
    line: int | None = None

    def __str__(self) -> str:
        at = f"line {self.line}: " if self.line else ""
        return f"{at}{self.where + ': ' if self.where else ''}{self.message}"


class WrongSuite(Exception):
    """The file cannot be run as it is."""

    def __init__(self, problems: Sequence[FileProblem]) -> None:
        super().__init__("; ".join(str(problem) for problem in problems))
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteText:
    """What a text says, and in which line each part of it is."""

    suite: SuiteFileModel
    lines: dict[Place, int]

    def problem(self, message: str, *place: Hashable) -> FileProblem:
        return _problem(message, place, self.lines)


def read_text(text: str) -> SuiteText:
    lines: dict[Place, int] = {}
    document, repeated = _document(text, lines)
    return _read(document, lines, repeated)


def load_document(_: dict[str, Any], content: bytes) -> tuple[dict[str, Any], bytes]:
    """Read the YAML of a suite file; a task for a process with limits, since a file can be made slow."""
    lines: dict[Place, int] = {}
    try:
        document, repeated = _document(content.decode(), lines)
    except WrongSuite as wrong:
        return {"problems": [asdict(problem) for problem in wrong.problems]}, b""
    return {
        "document": document,
        "lines": [[place, line] for place, line in lines.items()],
        "repeated": [asdict(problem) for problem in repeated],
    }, b""


def read_document(loaded: dict[str, Any]) -> SuiteText:
    """Go on with what `load_document` gave."""
    if "problems" in loaded:
        raise WrongSuite([FileProblem(**problem) for problem in loaded["problems"]])
    return _read(
        loaded["document"],
        {tuple(place): line for place, line in loaded["lines"]},
        [FileProblem(**problem) for problem in loaded["repeated"]],
    )


def _read(document: Any, lines: dict[Place, int], repeated: Sequence[FileProblem]) -> SuiteText:
    """Check the shape and what goes beyond it; one kind of mistake does not hide the other."""
    wrong = list(repeated)
    try:
        suite = SuiteFileModel.model_validate(document)
    except ValidationError as error:
        wrong += [_in_words(item, lines) for item in error.errors()]
        scorers = _parts(document, "scorers", Scorer)
        wrong += _beyond_shape(scorers, _parts(document, "thresholds", Threshold), lines)
        wrong += _lacks_prompt(document, wrong)
        raise WrongSuite(in_order(wrong)) from None
    wrong += _beyond_shape(suite.scorers, suite.thresholds, lines)
    if wrong:
        raise WrongSuite(in_order(wrong))
    return SuiteText(suite=suite, lines=lines)


def in_order(problems: Sequence[FileProblem]) -> list[FileProblem]:
    """Sort by line; what has none comes first."""
    return sorted(problems, key=lambda problem: problem.line or 0)


def _parts(document: Any, name: str, kind: type[Checked]) -> list[Checked | None]:
    """Read the parts of a list one by one; None stands for one that is wrong by itself."""
    given: Any = document.get(name)
    found: list[Checked | None] = []
    for part in cast("list[Any]", given) if isinstance(given, list) else []:
        try:
            found.append(kind.model_validate(part))
        except ValidationError:
            found.append(None)
    return found


def _lacks_prompt(document: Any, known: Sequence[FileProblem]) -> Iterator[FileProblem]:
    """The schema says this only of a file whose other parts are right."""
    if ("prompt" in document) == ("prompts" in document) and not any(
        problem.message == ONE_KIND_OF_PROMPT for problem in known
    ):
        yield FileProblem(message=ONE_KIND_OF_PROMPT)


def _document(text: str, lines: dict[Place, int]) -> tuple[Any, list[FileProblem]]:
    """Give what the YAML says, and the keys that are there twice."""
    try:
        loader = yaml.SafeLoader(text)
        try:
            root = loader.get_single_node()
            if not isinstance(root, yaml.MappingNode):
                raise WrongSuite(
                    [FileProblem(message="A suite file begins with its name: see docs/suites.md")]
                )
            walk = _Walk(lines)
            wrong = walk.problems_of(root)
            if wrong:
                raise WrongSuite(in_order([*wrong, *walk.repeated]))
            return cast(Any, loader).construct_document(root), walk.repeated
        finally:
            cast(Any, loader).dispose()
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        raise WrongSuite(
            [FileProblem(message=f"No valid YAML: {error.problem}", line=line)]
        ) from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        said = str(error).splitlines()[0] if str(error) else "it is nested too deeply"
        raise WrongSuite([FileProblem(message=f"No valid YAML: {said}")]) from None


class _Walk:
    """Notes the line of each part, keeps texts as they are written, and finds what YAML would swallow."""

    def __init__(self, lines: dict[Place, int]) -> None:
        self._lines = lines
        self._parts = 0
        # The rest of a file with a key twice can still be read.
        self.repeated: list[FileProblem] = []

    def problems_of(self, node: yaml.Node, place: Place = ()) -> list[FileProblem]:
        self._parts += 1
        # References may repeat a part, or hold themselves.
        if self._parts > MOST_PARTS or len(place) > MOST_DEPTH:
            raise WrongSuite([FileProblem(message="The file is nested too deeply, or too large")])
        line: int = node.start_mark.line + 1
        self._lines.setdefault(place, line)
        if isinstance(node, yaml.ScalarNode) and (
            node.tag in ODD or (node.tag != TAG + "null" and _is_text(place))
        ):
            node.tag = TAG + "str"
        if node.tag not in PLAIN:
            return [_problem(f"{node.tag.removeprefix(TAG)} is not known here", place, self._lines)]
        if isinstance(node, yaml.SequenceNode):
            return [
                problem
                for number, part in enumerate(cast("list[yaml.Node]", node.value))
                for problem in self.problems_of(part, (*place, number))
            ]
        if isinstance(node, yaml.MappingNode):
            return list(self._in_mapping(node, place))
        return []

    def _in_mapping(self, node: yaml.MappingNode, place: Place) -> Iterator[FileProblem]:
        seen: set[str] = set()
        for key, value in cast("list[tuple[yaml.Node, yaml.Node]]", node.value):
            line: int = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode):
                yield FileProblem(
                    message="A key is a text; what begins with {{ needs quotes", line=line
                )
                continue
            # Keys are names: `on` and 1 are no truth value and no number.
            if key.tag != TAG + "merge":
                key.tag = TAG + "str"
            name = str(key.value)
            where = place if key.tag == TAG + "merge" else (*place, name)
            if name in seen:
                self.repeated.append(
                    FileProblem(message="is here twice", where=_path(where), line=line)
                )
            seen.add(name)
            if where is not place:
                self._lines[where] = line
            yield from self.problems_of(value, where)


def _is_text(place: Place) -> bool:
    return any(
        len(place) == len(pattern)
        and all(wanted in ("*", part) for wanted, part in zip(pattern, place, strict=True))
        for pattern in TEXTS
    )


def _beyond_shape(
    scorers: Sequence[Scorer | None],
    thresholds: Sequence[Threshold | None],
    lines: dict[Place, int],
) -> Iterator[FileProblem]:
    """What a schema cannot say."""
    known = [scorer for scorer in scorers if scorer is not None]
    names = scorer_names(known)
    for number, threshold in enumerate(thresholds):
        # A scorer that is wrong may be the one that a threshold names.
        if threshold is None or len(known) < len(scorers):
            continue
        if threshold.scorer is not None and threshold.scorer not in names:
            there_are = ", ".join(names) or "none"
            yield _problem(
                f"There is no scorer {threshold.scorer}; there are: {there_are}",
                ("thresholds", number, "scorer"),
                lines,
            )
        if threshold.scorer is None and not names and (threshold.score or threshold.pass_rate):
            yield _problem("Nothing is scored: add a scorer", ("thresholds", number), lines)
    for number, scorer in enumerate(scorers):
        if scorer is None:
            continue
        for name, message in NAMES_ITS.get(scorer.kind, ()):
            if not isinstance((scorer.model_extra or {}).get(name), str):
                yield _problem(message, ("scorers", number, name), lines)


def _in_words(item: Any, lines: dict[Place, int]) -> FileProblem:
    words = {
        "missing": "is missing",
        "extra_forbidden": "is not known here; is it misspelled?",
    }.get(item["type"], str(item["msg"]).removeprefix("Value error, "))
    return _problem(words, tuple(item["loc"]), lines)


def _problem(message: str, place: Place, lines: dict[Place, int]) -> FileProblem:
    """With the line of the part itself, or of what it should be in."""
    # The library adds which of several forms it tried.
    while place and place[-1] in ("str", "Messages") and place not in lines:
        place = place[:-1]
    line = next(
        (lines[place[:end]] for end in range(len(place), 0, -1) if place[:end] in lines), None
    )
    return FileProblem(message=message, where=_path(place), line=line)


def _path(place: Place) -> str:
    text = ""
    for part in place:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text


def thresholds_of(suite: suite_file_model.SuiteFileModel) -> Thresholds:
    """Of two that say the same, the stricter one counts."""

    def least(name: str) -> float | None:
        said = [value for each in suite.thresholds if (value := getattr(each, name)) is not None]
        return max(said, default=None)

    def most(name: str) -> float | None:
        said = [value for each in suite.thresholds if (value := getattr(each, name)) is not None]
        return min(said, default=None)

    return Thresholds(
        score=least("score"),
        pass_rate=least("pass_rate"),
        cost_usd=most("cost_usd"),
        latency_p95_ms=most("latency_p95_ms"),
        scorers=tuple(
            ScorerThreshold(scorer=each.scorer, mean=each.mean, pass_share=each.pass_share)
            for each in suite.thresholds
            if each.scorer is not None
        ),
    )
