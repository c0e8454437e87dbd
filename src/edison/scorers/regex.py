"""Check whether the answer matches a regular expression. RE2 takes linear time, so that no pattern blocks a worker."""

from functools import lru_cache
from typing import Annotated, Any, Literal, cast

import re2
from pydantic import Field, field_validator

from edison.domain.judging.score import Sample, ScoreOutcome
from edison.scorers.scorer_plugin import Example, TextSpec, quoted, scorer, text_of, yes_or_no

MAX_PATTERN = 2_000
MAX_MEMORY = 8 << 20
# The package has no types.
RE2 = cast(Any, re2)


class BadPattern(ValueError):
    """The pattern cannot be compiled; the message says why."""


@lru_cache(maxsize=256)
def _compiled(pattern: str, ignore_case: bool, multiline: bool, dot_all: bool) -> Any:
    options = RE2.Options()
    options.log_errors = False
    options.never_capture = True
    options.max_mem = MAX_MEMORY
    flags = "".join(
        letter
        for letter, wanted in (("i", ignore_case), ("m", multiline), ("s", dot_all))
        if wanted
    )
    # RE2 works on UTF-8 bytes: passing bytes saves a copy of the text for each match.
    whole = (f"(?{flags})" if flags else "").encode() + pattern.encode()
    try:
        return RE2.compile(whole, options)
    except RE2.error as error:
        words: Any = error.args[0] if error.args else b""
        why = words.decode(errors="replace") if isinstance(words, bytes) else str(words)
        raise BadPattern(why) from None


class RegexSpec(TextSpec, frozen=True):
    kind: Literal["regex"] = "regex"
    pattern: Annotated[
        str,
        Field(
            min_length=1,
            max_length=MAX_PATTERN,
            title="Pattern",
            description="RE2 syntax, without look-around and back-references. "
            r"\d, \w and \b match ASCII only; \p{L} and \p{N} match every script",
        ),
    ]
    whole: Annotated[
        bool, Field(title="Whole answer", description="The pattern must match the whole answer")
    ] = False
    ignore_case: Annotated[bool, Field(title="Ignore case")] = False
    multiline: Annotated[bool, Field(title="^ and $ match at lines")] = False
    dot_all: Annotated[bool, Field(title=". matches line breaks")] = False
    negate: Annotated[bool, Field(title="Must not match")] = False

    @field_validator("pattern")
    @classmethod
    def compiles(cls, given: str) -> str:
        try:
            _compiled(given, False, False, False)
        except BadPattern as error:
            raise ValueError(
                f"The pattern cannot be used: {error}. Look-around and back-references are not "
                "supported; use a Python check instead"
            ) from None
        return given


@scorer(
    RegexSpec,
    title="Pattern",
    examples=[
        Example(output="Order 66 is ready", spec={"pattern": r"\b\d+\b"}, value=1.0),
        Example(output="Order 66", spec={"pattern": r"\d+", "whole": True}, value=0.0),
        Example(output="Sorry, no", spec={"pattern": "^sorry", "ignore_case": True}, value=1.0),
        Example(output="fine", spec={"pattern": "sorry", "negate": True}, value=1.0),
    ],
)
def regex(spec: RegexSpec, sample: Sample) -> ScoreOutcome:
    """Passes when the pattern matches a part of the answer, or the whole answer. Any pattern takes linear time."""
    pattern = _compiled(spec.pattern, spec.ignore_case, spec.multiline, spec.dot_all)
    text = text_of(spec, sample).encode(errors="replace")
    found = pattern.fullmatch(text) if spec.whole else pattern.search(text)
    if found is None:
        return yes_or_no(spec.negate, f"{quoted(spec.pattern)} does not match")
    match = found.group()[:400].decode(errors="replace")
    return yes_or_no(not spec.negate, f"Matches {quoted(match)}")
