"""Parser of suite files. It reports all problems at once, with line numbers."""

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
# YAML types that are read as texts here: a date, or a single equals sign.
ODD = {TAG + "timestamp", TAG + "value"}
PROMPT_TEXTS = (
    ("system",),
    ("text",),
    ("messages", "*", "content"),
    ("few_shots", "*", "user"),
    ("few_shots", "*", "assistant"),
)
# Texts stay as written: 007, yes and 1.10 are unchanged.
TEXTS = (
    ("dataset", "cases", "*", "values", "*"),
    ("dataset", "cases", "*", "values", "*", "messages", "*", "content"),
    ("dataset", "cases", "*", "expected"),
    *(("prompts", "*", *rest) for rest in PROMPT_TEXTS),
    *(("prompt", *rest) for rest in PROMPT_TEXTS),
)

# Required references of each kind of scorer.
NAMES_ITS = {
    "grader": (("prompt", "A grader needs a prompt"), ("model", "A grader needs a model")),
    "judge": (("judge", "Name the judge"),),
    "pairwise": (("judge", "Name the judge"),),
    "moderation": (("model", "Name the model"),),
    "semantic_similarity": (("model", "Name the embedding model"),),
}

Place = tuple[Hashable, ...]
Checked = TypeVar("Checked", Scorer, Threshold)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileProblem:
    """A problem of the file. `where` is the path of the field, `line` is counted from 1."""

    message: str
    where: str = ""
    line: int | None = None

    def __str__(self) -> str:
        at = f"line {self.line}: " if self.line else ""
        return f"{at}{self.where + ': ' if self.where else ''}{self.message}"


class WrongSuite(Exception):
    """Raised if the file is not a valid suite."""

    def __init__(self, problems: Sequence[FileProblem]) -> None:
        super().__init__("; ".join(str(problem) for problem in problems))
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteText:
    """Parsed suite file with the line number of each part."""

    suite: SuiteFileModel
    lines: dict[Place, int]

    def problem(self, message: str, *place: Hashable) -> FileProblem:
        return _problem(message, place, self.lines)


def read_text(text: str) -> SuiteText:
    lines: dict[Place, int] = {}
    document, repeated = _document(text, lines)
    return _read(document, lines, repeated)


def load_document(_: dict[str, Any], content: bytes) -> tuple[dict[str, Any], bytes]:
    """Parse the YAML of a suite file.

    Runs in a process with time and memory limits, because malicious YAML can be slow to parse.
    """
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
    """Validate the document that `load_document` returned."""
    if "problems" in loaded:
        raise WrongSuite([FileProblem(**problem) for problem in loaded["problems"]])
    return _read(
        loaded["document"],
        {tuple(place): line for place, line in loaded["lines"]},
        [FileProblem(**problem) for problem in loaded["repeated"]],
    )


def _read(document: Any, lines: dict[Place, int], repeated: Sequence[FileProblem]) -> SuiteText:
    """Validate the document against the schema and the additional rules; raise one error with all problems."""
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
    """Sort problems by line. Problems without a line come first."""
    return sorted(problems, key=lambda problem: problem.line or 0)


def _parts(document: Any, name: str, kind: type[Checked]) -> list[Checked | None]:
    """Parse the elements of a list separately; an invalid element becomes None."""
    given: Any = document.get(name)
    found: list[Checked | None] = []
    for part in cast("list[Any]", given) if isinstance(given, list) else []:
        try:
            found.append(kind.model_validate(part))
        except ValidationError:
            found.append(None)
    return found


def _lacks_prompt(document: Any, known: Sequence[FileProblem]) -> Iterator[FileProblem]:
    """Report a missing prompt. The schema validator reports it only if all other fields are valid."""
    if ("prompt" in document) == ("prompts" in document) and not any(
        problem.message == ONE_KIND_OF_PROMPT for problem in known
    ):
        yield FileProblem(message=ONE_KIND_OF_PROMPT)


def _document(text: str, lines: dict[Place, int]) -> tuple[Any, list[FileProblem]]:
    """Parse the YAML; return the document and a problem for each duplicate key."""
    try:
        loader = yaml.SafeLoader(text)
        try:
            root = loader.get_single_node()
            if not isinstance(root, yaml.MappingNode):
                raise WrongSuite(
                    [
                        FileProblem(
                            message="A suite file must begin with its name. See /docs/reference/suites"
                        )
                    ]
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
            [FileProblem(message=f"Not valid YAML: {error.problem}", line=line)]
        ) from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        said = str(error).splitlines()[0] if str(error) else "it is nested too deeply"
        raise WrongSuite([FileProblem(message=f"Not valid YAML: {said}")]) from None


class _Walk:
    """Visitor of YAML nodes: records line numbers, keeps texts as written, and reports problems that YAML ignores."""

    def __init__(self, lines: dict[Place, int]) -> None:
        self._lines = lines
        self._parts = 0
        # Other parts of a file with a duplicate key can still be read.
        self.repeated: list[FileProblem] = []

    def problems_of(self, node: yaml.Node, place: Place = ()) -> list[FileProblem]:
        self._parts += 1
        # YAML aliases may repeat a part, or refer to themselves.
        if self._parts > MOST_PARTS or len(place) > MOST_DEPTH:
            raise WrongSuite([FileProblem(message="The file is nested too deeply, or too large")])
        line: int = node.start_mark.line + 1
        self._lines.setdefault(place, line)
        if isinstance(node, yaml.ScalarNode) and (
            node.tag in ODD or (node.tag != TAG + "null" and _is_text(place))
        ):
            node.tag = TAG + "str"
        if node.tag not in PLAIN:
            return [
                _problem(f"{node.tag.removeprefix(TAG)} is not allowed here", place, self._lines)
            ]
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
                    message="A key must be a text; values that begin with {{ need quotes", line=line
                )
                continue
            # Keys are names: `on` and 1 are texts here.
            if key.tag != TAG + "merge":
                key.tag = TAG + "str"
            name = str(key.value)
            where = place if key.tag == TAG + "merge" else (*place, name)
            if name in seen:
                self.repeated.append(
                    FileProblem(message="occurs twice", where=_path(where), line=line)
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
    """Yield the problems that a schema cannot express."""
    known = [scorer for scorer in scorers if scorer is not None]
    names = scorer_names(known)
    for number, threshold in enumerate(thresholds):
        # An invalid scorer may be the one that a threshold names.
        if threshold is None or len(known) < len(scorers):
            continue
        if threshold.scorer is not None and threshold.scorer not in names:
            there_are = ", ".join(names) or "none"
            yield _problem(
                f"The scorer {threshold.scorer} does not exist. Scorers: {there_are}",
                ("thresholds", number, "scorer"),
                lines,
            )
        if threshold.scorer is None and not names and (threshold.score or threshold.pass_rate):
            yield _problem("The suite has no scorer. Add a scorer", ("thresholds", number), lines)
    for number, scorer in enumerate(scorers):
        if scorer is None:
            continue
        for name, message in NAMES_ITS.get(scorer.kind, ()):
            if not isinstance((scorer.model_extra or {}).get(name), str):
                yield _problem(message, ("scorers", number, name), lines)


def _in_words(item: Any, lines: dict[Place, int]) -> FileProblem:
    words = {
        "missing": "is missing",
        "extra_forbidden": "is not a known field; check its spelling",
    }.get(item["type"], str(item["msg"]).removeprefix("Value error, "))
    return _problem(words, tuple(item["loc"]), lines)


def _problem(message: str, place: Place, lines: dict[Place, int]) -> FileProblem:
    """Build a problem with the line of its part, or of the nearest parent that has a line."""
    # Pydantic adds which of several forms it tried.
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
    """Merge the thresholds of a suite file. Of two thresholds for the same figure, the stricter one applies."""

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
