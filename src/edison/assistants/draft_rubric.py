"""Assistant that drafts a rubric from an objective.

It has 4 to 6 criteria on a scale of 0 to 5; weights are at most 40 % each and sum to 1.
"""

import re
from math import fsum, isfinite
from typing import Any

from edison.assistants.assistant_dialogue import (
    TEXT,
    Dialogue,
    Json,
    OneQuestion,
    UnusableAnswer,
    closed,
    list_of,
    question,
    rule,
)
from edison.assistants.read_answer import list_in, maybe_text, object_at, object_in, text_in
from edison.domain.assists.assist import DraftRubric
from edison.domain.errors import InvalidInput
from edison.domain.judging.rubric import (
    FEWEST_DESCRIPTION,
    MOST_CRITERION_NAME,
    MOST_DESCRIPTION,
    Criterion,
    checked,
)
from edison.kit.delimiters import Delimiters

FEWEST = 4
MOST = 6
SCALE = 5
MOST_WEIGHT = 0.4
MOST_LEVEL = 300
_NO_NAME = re.compile(r"[^a-zA-Z0-9 ]+")

SYSTEM = f"""You are a prompt evaluation expert. Based on the user's objective, propose a balanced rubric with \
{FEWEST}-{MOST} criteria.

Guidelines:
- Cover all important aspects of the objective
- Balance high-level goals (helpfulness) with specific requirements (accuracy)
- Suggest reasonable weights (no criterion > 40%)
- Use 0-{SCALE} scale for all criteria
- Names have letters, digits and spaces only; descriptions have {FEWEST_DESCRIPTION}-{MOST_DESCRIPTION} characters \
and say what can be seen in an output
- "lowest" says what an output with 0 looks like, "highest" what one with {SCALE} looks like

Return JSON:
{{"criteria": [{{"name": "Criterion Name", "description": "Clear description of what to evaluate", "weight": 0.25, \
"lowest": "...", "highest": "..."}}]}}"""


def dialogue(wish: DraftRubric) -> Dialogue:
    walls = Delimiters([wish.goal])
    one = closed(
        {"name": TEXT, "description": TEXT, "weight": {"type": "number"}, "lowest": TEXT, "highest": TEXT}
    )  # fmt: skip
    asked = question(
        f"{SYSTEM}\n\n{rule(walls)}",
        [
            f"Objective:\n{walls.around('objective', wish.goal)}",
            f"Generate a rubric with {FEWEST}-{MOST} evaluation criteria. Weights must sum to 1.0.",
        ],
        name="rubric",
        schema=closed({"criteria": list_of(one)}),
        temperature=0.3,
    )
    return OneQuestion(asked, read)


def read(said: str) -> Json:
    items = list_in(object_in(said), "criteria", least=FEWEST, most=MOST)
    criteria = [_criterion(object_at(items, place, "criteria")) for place in range(len(items))]
    if fsum(each.weight for each in criteria) <= 0:
        raise UnusableAnswer("the weights sum to nothing")
    try:
        rubric = checked(_bounded(criteria), normalise=True)
    except InvalidInput as wrong:
        raise UnusableAnswer(wrong.message) from None
    return {
        "criteria": [
            {
                "name": each.name,
                "description": each.description,
                "weight": weight,
                "scale": each.scale,
                "levels": {str(level): words for level, words in each.levels.items()},
            }
            for each, weight in zip(
                rubric.criteria, _shown([each.weight for each in rubric.criteria]), strict=True
            )
        ]
    }


def _criterion(found: Json) -> Criterion:
    weight: Any = found.get("weight")
    if isinstance(weight, bool) or not isinstance(weight, int | float) or not isfinite(weight):
        raise UnusableAnswer('"weight" is missing or no number')
    if not 0 <= weight <= 100:
        raise UnusableAnswer('"weight" is not between 0 and 1')
    ends = {
        0: maybe_text(found, "lowest", most=MOST_LEVEL),
        SCALE: maybe_text(found, "highest", most=MOST_LEVEL),
    }
    name = " ".join(_NO_NAME.sub(" ", text_in(found, "name", most=200)).split())
    if not 1 <= len(name) <= MOST_CRITERION_NAME:
        raise UnusableAnswer(f'"name" has no 1 to {MOST_CRITERION_NAME} letters, digits and spaces')
    return Criterion(
        name=name,
        description=text_in(found, "description", least=FEWEST_DESCRIPTION, most=MOST_DESCRIPTION),
        weight=float(weight),
        scale=SCALE,
        levels={level: words for level, words in ends.items() if words},
    )


def _bounded(criteria: list[Criterion]) -> list[Criterion]:
    """Scale the weights to a sum of 1; the excess of weights above 40 % is distributed to the others in proportion."""
    total = fsum(each.weight for each in criteria)
    weights = [each.weight / total for each in criteria]
    for _ in criteria:
        over = fsum(max(0.0, weight - MOST_WEIGHT) for weight in weights)
        if over <= 1e-9:
            break
        room = [0.0 if weight >= MOST_WEIGHT else weight or 1e-6 for weight in weights]
        share = over / fsum(room)
        weights = [
            min(weight, MOST_WEIGHT) + part * share
            for weight, part in zip(weights, room, strict=True)
        ]
    return [
        Criterion(
            name=each.name,
            description=each.description,
            weight=weight,
            scale=each.scale,
            levels=each.levels,
        )
        for each, weight in zip(criteria, weights, strict=True)
    ]


def _shown(weights: list[float]) -> list[float]:
    """Round the weights to whole percents that sum to exactly 1 (largest remainder method)."""
    percents = [int(weight * 100) for weight in weights]
    left = 100 - sum(percents)
    order = sorted(range(len(weights)), key=lambda at: percents[at] - weights[at] * 100)
    for at in order[:left]:
        percents[at] += 1
    return [percent / 100 for percent in percents]
