"""Edit distance (Levenshtein) between the answer and the expected text."""

from typing import Annotated, Literal

from pydantic import Field
from rapidfuzz.distance import Levenshtein

from edison.domain.judging.score import Sample, ScoreOutcome
from edison.scorers.scorer_plugin import (
    MAX_TEXT,
    Example,
    PassAt,
    TextSpec,
    cannot,
    graded,
    scorer,
    text_of,
    yes_or_no,
)

# Two texts of 20,000 characters take about 30 ms, during which the library holds the GIL.
MOST_WORK = 20_000 * 20_000


class EditDistanceSpec(TextSpec, frozen=True):
    kind: Literal["edit_distance"] = "edit_distance"
    value: Annotated[
        str | None,
        Field(
            max_length=MAX_TEXT,
            title="Text",
            description="Compare with this instead of the case's expected answer",
        ),
    ] = None
    pass_at: PassAt = 0.8
    max_edits: Annotated[
        int | None,
        Field(
            ge=0,
            le=1_000_000,
            title="At most this many changes",
            description="The answer passes up to this distance, whatever its length; replaces Pass at",
        ),
    ] = None
    ignore_case: Annotated[bool, Field(title="Ignore case")] = False
    trim: Annotated[bool, Field(title="Ignore surrounding spaces")] = True


@scorer(
    EditDistanceSpec,
    title="Edit distance",
    needs_expected=True,
    brings_its_own=lambda spec: spec.value is not None,
    examples=[
        Example(output="kitten", expected="sitting", value=1 - 3 / 7),
        Example(output="Paris ", expected="Paris", value=1.0),
        Example(output="", expected="Paris", value=0.0),
        Example(output="kitten", spec={"value": "sitting", "max_edits": 3}, value=1.0),
        Example(output="kitten", spec={"value": "sitting", "max_edits": 2}, value=0.0),
    ],
)
def edit_distance(spec: EditDistanceSpec, sample: Sample) -> ScoreOutcome:
    """1 minus the Levenshtein distance divided by the length of the longer text."""
    texts = [text_of(spec, sample), sample.expected or "" if spec.value is None else spec.value]
    if spec.trim:
        texts = [text.strip() for text in texts]
    if spec.ignore_case:
        texts = [text.casefold() for text in texts]
    if len(texts[0]) * len(texts[1]) > MOST_WORK:
        return cannot("The texts are too long to compare character by character")
    distance = Levenshtein.distance(*texts)
    value = 1.0 - distance / (max(map(len, texts)) or 1)
    changes = "change" if distance == 1 else "changes"
    if spec.max_edits is not None:
        return yes_or_no(
            distance <= spec.max_edits, f"{distance} {changes} apart", distance=distance
        )
    return graded(value, spec.pass_at, f"{distance} {changes} apart", distance=distance)
