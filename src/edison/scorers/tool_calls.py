"""Compare the tool calls of the model with the expected tool calls."""

from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from edison.domain.judging.score import Sample, ScoreOutcome
from edison.domain.models.model_call import ToolCall
from edison.scorers.scorer_plugin import Example, PassAt, ScorerSpec, cannot, graded, scorer
from edison.scorers.strict_json import NotJson, read_json, same

MOST_CALLS = 50


class WantedCall(BaseModel, frozen=True):
    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(min_length=1, max_length=64, title="Tool")]
    arguments: Annotated[
        dict[str, Any] | None,
        Field(title="Arguments", description="None: any arguments"),
    ] = None


class ToolCallsSpec(ScorerSpec, frozen=True):
    kind: Literal["tool_calls"] = "tool_calls"
    calls: Annotated[
        tuple[WantedCall, ...] | None,
        Field(
            max_length=MOST_CALLS,
            title="Expected calls",
            description="None: taken from the case's expected answer, as JSON "
            '[{"name": …, "arguments": {…}}]. An empty list: no tool may be called',
        ),
    ] = None
    arguments: Annotated[
        Literal["exact", "subset", "ignore"],
        Field(title="Arguments", description="subset: additional arguments are allowed"),
    ] = "exact"
    in_order: Annotated[bool, Field(title="In this order")] = True
    allow_others: Annotated[bool, Field(title="Allow other calls")] = False
    pass_at: PassAt = 1.0


def _called(name: str, arguments: str) -> dict[str, Any]:
    return {"tool_calls": (ToolCall(id="1", name=name, arguments=arguments),)}


WEATHER = '[{"name": "weather", "arguments": {"city": "Paris"}}]'


@scorer(
    ToolCallsSpec,
    title="Tool calls",
    needs_expected=True,
    brings_its_own=lambda spec: spec.calls is not None,
    examples=[
        Example(
            output="", expected=WEATHER, given=_called("weather", '{"city": "Paris"}'), value=1.0
        ),
        Example(
            output="", expected=WEATHER, given=_called("weather", '{"city": "Rome"}'), value=0.0
        ),
        Example(
            output="",
            spec={"calls": [{"name": "weather"}, {"name": "calendar"}]},
            given=_called("weather", "{}"),
            value=0.5,
        ),
        Example(output="Hello", spec={"calls": []}, value=1.0),
    ],
)
def tool_calls(spec: ToolCallsSpec, sample: Sample) -> ScoreOutcome:
    """The share of the expected tool calls that were made, by name, arguments and order. Others reduce the score."""
    wanted = spec.calls
    if wanted is None:
        try:
            wanted = _wanted_in(sample.expected or "")
        except ValueError as error:
            return cannot(f"The expected answer is not a list of tool calls: {error}")
    made = sample.tool_calls[: 2 * MOST_CALLS]
    fits = [[_fits(spec, want, call) for call in made] for want in wanted]
    matched = _in_order(fits) if spec.in_order else _in_any_order(fits)
    total = len(wanted) if spec.allow_others else max(len(wanted), len(sample.tool_calls))
    value = matched / total if total else 1.0
    reason = f"{matched} of {len(wanted)} expected calls were made"
    others = len(sample.tool_calls) - matched
    if others:
        reason += f", and {others} other{'s' if others > 1 else ''}"
    return graded(value, spec.pass_at, reason, called=[call.name[:64] for call in made])


def _wanted_in(expected: str) -> tuple[WantedCall, ...]:
    try:
        given: Any = read_json(expected)
        items = cast(list[Any], given if isinstance(given, list) else [given])
        if len(items) > MOST_CALLS:
            raise ValueError(f"more than {MOST_CALLS} tool calls")
        return tuple(WantedCall.model_validate(item) for item in items)
    except NotJson as error:
        raise ValueError(str(error)) from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise ValueError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from None


def _fits(spec: ToolCallsSpec, wanted: WantedCall, call: ToolCall) -> bool:
    if wanted.name != call.name:
        return False
    if wanted.arguments is None or spec.arguments == "ignore":
        return True
    try:
        given: Any = read_json(call.arguments or "{}", fence=False)
    except NotJson:
        return False
    if spec.arguments == "exact" or not isinstance(given, dict):
        return same(wanted.arguments, given)
    there = cast(dict[str, Any], given)
    return all(key in there and same(part, there[key]) for key, part in wanted.arguments.items())


def _in_order(fits: list[list[bool]]) -> int:
    """Return the length of the longest common subsequence of expected and actual calls."""
    row = [0] * (len(fits[0]) + 1 if fits else 1)
    for line in fits:
        new = [0]
        for place, fit in enumerate(line):
            new.append(row[place] + 1 if fit else max(row[place + 1], new[place]))
        row = new
    return row[-1]


def _in_any_order(fits: list[list[bool]]) -> int:
    """Return the size of the maximum matching between expected and actual calls, in any order."""
    taken: dict[int, int] = {}

    def find(want: int, tried: set[int]) -> bool:
        for call, fit in enumerate(fits[want]):
            if fit and call not in tried:
                tried.add(call)
                if call not in taken or find(taken[call], tried):
                    taken[call] = want
                    return True
        return False

    return sum(find(want, set()) for want in range(len(fits)))
