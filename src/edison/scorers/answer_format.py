"""Check whether the answer is, or holds, JSON, HTML or XML."""

import json
import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from typing import Annotated, Any, Literal
from xml.etree import ElementTree

from pydantic import Field, field_validator

from edison.domain.judging.score import Sample, ScoreOutcome
from edison.domain.models.model_call import OutputFormat
from edison.domain.models.structured_output import problem_with_schema
from edison.sandbox.schema_checks import Unfinished, find_problems
from edison.scorers.scorer_plugin import (
    Example,
    ScorerSpec,
    batch_scorer,
    cannot,
    yes_or_no,
)
from edison.scorers.strict_json import NotJson, read_json

FOUND_AT_MOST = 50
_TAG = re.compile(r"</?[a-zA-Z][a-zA-Z0-9-]*(?:\s[^<>]*)?/?>")
_CLOSED = re.compile(
    r"</[a-zA-Z][a-zA-Z0-9-]*\s*>|<[a-zA-Z][^<>]*/>|<(?:br|hr|img|input|meta|link)\b", re.IGNORECASE
)
_VOID = frozenset(
    {
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "source",
        "track",
        "wbr",
    }
)
# HTML lets these end without a closing tag.
_OPTIONAL = frozenset(
    {"html", "head", "body", "p", "li", "td", "th", "tr", "dt", "dd", "option", "tbody", "thead"}
)
_KNOWN = re.compile(
    r"<(?:!doctype html|(?:html|head|body|div|span|p|a|img|h[1-6]|ul|ol|li|table|tr|td|th|form|input|button|script"
    r"|style|link|meta|br|hr|section|article|nav|header|footer|main|em|strong|b|i|code|pre|blockquote|label|select)\b)",
    re.IGNORECASE,
)


class AnswerFormatSpec(ScorerSpec, frozen=True):
    kind: Literal["answer_format"] = "answer_format"
    format: Annotated[Literal["json", "html", "xml"], Field(title="Format")] = "json"
    where: Annotated[
        Literal["whole", "inside"],
        Field(title="Where", description="whole: the answer is nothing else. inside: a part of it"),
    ] = "whole"
    json_schema: Annotated[
        dict[str, Any], Field(title="JSON schema", description="For JSON; empty: any JSON")
    ] = Field(default_factory=dict[str, Any])
    elements: Annotated[
        tuple[str, ...],
        Field(max_length=100, title="Elements", description="For XML: paths such as root.child"),
    ] = ()

    @field_validator("json_schema")
    @classmethod
    def usable(cls, given: dict[str, Any]) -> dict[str, Any]:
        problem = problem_with_schema(given) if given else None
        if problem is not None:
            raise ValueError(problem)
        return given


@batch_scorer(
    AnswerFormatSpec,
    title="Format",
    examples=[
        Example(output='{"city": "Paris"}', value=1.0),
        Example(output='Here: {"city": "Paris"}', value=0.0),
        Example(output='Here: {"city": "Paris"}', spec={"where": "inside"}, value=1.0),
        Example(output="<p>Hello</p>", spec={"format": "html"}, value=1.0),
        Example(output="a < b", spec={"format": "html", "where": "inside"}, value=0.0),
        Example(output="<a><b>1</b></a>", spec={"format": "xml", "elements": ["a.b"]}, value=1.0),
        Example(output="<a><b>1</a>", spec={"format": "xml"}, value=0.0),
    ],
)
async def answer_format(spec: AnswerFormatSpec, samples: Sequence[Sample]) -> list[ScoreOutcome]:
    """Passes when the answer is, or holds, JSON, HTML or XML; JSON can have to fit a schema."""
    if spec.format != "json":
        check = _html if spec.format == "html" else _xml
        return [check(spec, sample.output) for sample in samples]
    found = [list(_json_texts(spec, sample.output)) for sample in samples]
    if not spec.json_schema:
        return [yes_or_no(bool(each), "Valid JSON" if each else "No valid JSON") for each in found]
    wanted = OutputFormat(kind="schema", schema=spec.json_schema)
    problems = iter(await find_problems([(text, wanted) for each in found for text in each]))
    return [_best([next(problems) for _ in each]) for each in found]


def _best(problems: list[Any]) -> ScoreOutcome:
    if not problems:
        return yes_or_no(False, "No valid JSON")
    if any(problem is None for problem in problems):
        return yes_or_no(True, "Fits the schema")
    unfinished = next((each for each in problems if isinstance(each, Unfinished)), None)
    return cannot(unfinished.message) if unfinished else yes_or_no(False, str(problems[0]))


def _json_texts(spec: AnswerFormatSpec, text: str) -> Iterator[str]:
    """Yield the JSON of an answer: all of it, or each object and list inside of it."""
    try:
        read_json(text, fence=False)
        yield text
        return
    except NotJson:
        if spec.where == "whole":
            return
    decoder, at, count = json.JSONDecoder(), 0, 0
    while count < FOUND_AT_MOST:
        starts = [place for place in (text.find("{", at), text.find("[", at)) if place >= 0]
        if not starts:
            return
        at = min(starts)
        try:
            _, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at += 1
            continue
        count += 1
        yield text[at:end]
        at = end


def _html(spec: AnswerFormatSpec, text: str) -> ScoreOutcome:
    if spec.where == "inside":
        tags = len(_TAG.findall(text))
        passed = bool(_KNOWN.search(text)) or (tags > 1 and _CLOSED.search(text) is not None)
        return yes_or_no(passed, "Holds HTML" if passed else "Holds no HTML")
    whole = text.strip()
    if not (whole.startswith("<") and whole.endswith(">") and _KNOWN.search(whole)):
        return yes_or_no(False, "Is not HTML from beginning to end")
    if whole.startswith("<?xml"):
        return yes_or_no(False, "Is XML, not HTML")
    parser = _Balance()
    parser.feed(whole)
    parser.close()
    problem = parser.problem or (f"<{parser.open[-1]}> is not closed" if parser.unclosed else None)
    return yes_or_no(problem is None, problem or "Valid HTML")


class _Balance(HTMLParser):
    """Follows the open tags of HTML, and text outside of all tags."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.problem: str | None = None

    @property
    def unclosed(self) -> bool:
        return any(tag not in _OPTIONAL for tag in self.open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open[-1] != tag and self.open[-1] in _OPTIONAL:
            self.open.pop()
        if self.open and self.open[-1] == tag:
            self.open.pop()
        elif tag not in _VOID and self.problem is None:
            self.problem = f"</{tag}> closes nothing"

    def handle_data(self, data: str) -> None:
        if not self.open and data.strip() and self.problem is None:
            self.problem = "There is text outside of the tags"


def _xml(spec: AnswerFormatSpec, text: str) -> ScoreOutcome:
    whole = text.strip()
    candidates = [whole] if spec.where == "whole" else _fragments(whole)
    problem = "Holds no XML"
    for each in candidates[:FOUND_AT_MOST]:
        found = _xml_problem(each, spec.elements)
        if found is None:
            return yes_or_no(True, "Well-formed XML")
        problem = found
    return yes_or_no(False, problem)


def _fragments(text: str) -> list[str]:
    """Return the parts of a text from an opening tag to its last closing tag."""
    found: list[str] = []
    at = 0
    for match in re.finditer(r"<([A-Za-z_][\w:.-]*)(?:\s[^<>]*)?(/?)>", text):
        if match.start() < at or len(found) >= FOUND_AT_MOST:
            continue
        if match.group(2):
            found.append(match.group())
            continue
        closing = f"</{match.group(1)}>"
        end = text.rfind(closing, match.end())
        if end >= 0:
            at = end + len(closing)
            found.append(text[match.start() : at])
    return found


def _xml_problem(text: str, elements: tuple[str, ...]) -> str | None:
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        return "XML with own entities is not read"
    try:
        # Without a document type there are no entities to expand.
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError) as error:
        return f"Not well-formed XML: {error}"
    for path in elements:
        first, *rest = path.split(".")
        if root.tag != first or (rest and root.find("/".join(rest)) is None):
            return f"There is no element {path}"
    return None
