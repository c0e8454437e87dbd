"""A check in JavaScript: it is translated to Python, and runs in the same sandbox as Python checks."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from edison.domain.judging.javascript_to_python import Untranslated, translate
from edison.domain.judging.score import Sample, ScoreOutcome
from edison.sandbox import sandbox_runner
from edison.scorers.python_check import PythonCheckSpec, python_check
from edison.scorers.scorer_plugin import Example, TextSpec, batch_scorer

MAX_CODE = 20_000
# An exception fails the check, as it does where such checks come from; it is not an error of the scorer.
_WRAPPER = """

def check(output, values, metadata, latency_ms, cost_usd):
    context = {{"vars": values, "config": {config!r}, "test": {{"vars": values, "metadata": metadata}}}}
    try:
        result = _assertion(output, context)
    except Exception as error:
        return {{"score": 0.0, "passed": False, "reason": type(error).__name__ + ": " + str(error)}}
    threshold = {threshold!r}
    if isinstance(result, dict):
        passed = _true(result.get("pass"))
        score = float(result.get("score", 1.0 if passed else 0.0))
        passed = passed and (threshold is None or score >= threshold)
        return {{"score": min(max(score, 0.0), 1.0), "passed": passed, "reason": _text(result.get("reason", ""))}}
    if isinstance(result, bool):
        return result
    if not _is_number(result) or result != result:
        return {{"score": 0.0, "passed": False, "reason": "The check returned neither a truth value nor a number"}}
    passed = result > 0 if threshold is None else result >= threshold
    return {{"score": min(max(float(result), 0.0), 1.0), "passed": passed}}
"""


class JavascriptCheckSpec(TextSpec, frozen=True):
    kind: Literal["javascript_check"] = "javascript_check"
    code: Annotated[
        str,
        Field(
            min_length=1,
            max_length=MAX_CODE,
            title="Code",
            description="An expression of output and context.vars, or statements with return. It gives true or false, "
            "a number from 0 to 1, or {pass, score, reason}. Conditions, texts, lists, JSON, Math, patterns and arrow "
            "functions; no loops, classes or modules",
        ),
    ] = "output.length < 200"
    threshold: Annotated[
        float | None, Field(ge=0.0, le=1.0, title="Pass at", description="Empty: above 0")
    ] = None
    config: Annotated[dict[str, Any], Field(title="Settings", description="context.config")] = (
        Field(default_factory=dict[str, Any])
    )

    @field_validator("code")
    @classmethod
    def translates(cls, given: str) -> str:
        try:
            python_of(given)
        except Untranslated as error:
            raise ValueError(
                f"The JavaScript uses {error}, which checks do not have; use a Python check instead"
            ) from None
        return given


def python_of(code: str) -> str:
    """Return the code in Python. A file of JavaScript exports one function."""
    is_file = "module.exports" in code or "export default" in code
    return translate(code, module="*" if is_file else None)


@batch_scorer(
    JavascriptCheckSpec,
    title="JavaScript check",
    missing=sandbox_runner.missing,
    examples=[
        Example(output="Paris", spec={"code": "output.toLowerCase().includes('paris')"}, value=1.0),
        Example(
            output='{"name": "Ada", "born": 1815}',
            spec={"code": "const data = JSON.parse(output); data.born > 1900"},
            value=0.0,
        ),
        Example(
            output="a b c", spec={"code": "Math.min(1, output.split(' ').length / 4)"}, value=0.75
        ),
    ],
)
async def javascript_check(
    spec: JavascriptCheckSpec, samples: Sequence[Sample]
) -> list[ScoreOutcome]:
    """Your own check in JavaScript, of which short conditions need no more than a part; it runs in the sandbox."""
    wrapper = _WRAPPER.format(threshold=spec.threshold, config=spec.config)
    code = PythonCheckSpec(code=python_of(spec.code) + wrapper, part=spec.part)
    return await python_check(code, samples)
