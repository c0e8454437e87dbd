"""Check whether the answer contains given texts."""

from typing import Annotated, Literal

from pydantic import Field

from edison.domain.judging.score import Sample, ScoreOutcome
from edison.scorers.scorer_plugin import (
    MAX_TEXT,
    Example,
    TextSpec,
    not_applicable,
    quoted,
    scorer,
    text_of,
    yes_or_no,
)

Wanted = Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]


class ContainsSpec(TextSpec, frozen=True):
    kind: Literal["contains"] = "contains"
    values: Annotated[
        tuple[Wanted, ...],
        Field(
            max_length=100,
            title="Texts",
            description="Search for these instead of the case's expected answer",
        ),
    ] = ()
    mode: Annotated[
        Literal["all", "any"], Field(title="How many", description="All of the texts, or any one")
    ] = "all"
    ignore_case: Annotated[bool, Field(title="Ignore case")] = True
    negate: Annotated[bool, Field(title="Must not contain")] = False


@scorer(
    ContainsSpec,
    title="Contains",
    needs_expected=True,
    brings_its_own=lambda spec: bool(spec.values),
    examples=[
        Example(output="It is Paris, of course.", expected="paris", value=1.0),
        Example(output="red and blue", spec={"values": ["red", "green"]}, value=0.0),
        Example(output="red and blue", spec={"values": ["red", "green"], "mode": "any"}, value=1.0),
        Example(
            output="As a model I cannot", spec={"values": ["as a model"], "negate": True}, value=0.0
        ),
    ],
)
def contains(spec: ContainsSpec, sample: Sample) -> ScoreOutcome:
    """Passes when the answer contains the expected text, or all (or any) of the texts given here."""
    text = text_of(spec, sample)
    wanted = spec.values or ((sample.expected or "").strip(),)
    if not all(wanted):
        return not_applicable("The expected answer is empty, so there is nothing to search for")
    if spec.ignore_case:
        text = text.casefold()
        found = [each for each in wanted if each.casefold() in text]
    else:
        found = [each for each in wanted if each in text]
    enough = len(found) == len(wanted) if spec.mode == "all" else bool(found)
    absent = [each for each in wanted if each not in found]
    if found and (enough or spec.negate):
        reason = f"Contains {quoted(found[0])}" + _and_more(len(found))
    else:
        reason = f"Does not contain {quoted(absent[0])}" + _and_more(len(absent))
    return yes_or_no(enough != spec.negate, reason, found=len(found), wanted=len(wanted))


def _and_more(count: int) -> str:
    return f" and {count - 1} more" if count > 1 else ""
