"""Cases as batches of rows in JSON, as the store adds them: made beforehand, since it takes time."""

import json
from collections.abc import Sequence

from edison.domain.datasets.case_json import content_to_json
from edison.domain.datasets.case_rules import search_text
from edison.domain.datasets.dataset import CaseContent
from edison.kit.uuids import new_id

ROWS_AT_ONCE = 1_000


def batch_cases(contents: Sequence[CaseContent]) -> tuple[str, ...]:
    """Make batches of rows for the store, each with ids of its own."""
    return tuple(
        json.dumps(
            [
                case_row(content, start + place)
                for place, content in enumerate(contents[start : start + ROWS_AT_ONCE], 1)
            ],
            ensure_ascii=False,
        )
        for start in range(0, len(contents), ROWS_AT_ONCE)
    )


def case_row(content: CaseContent, place: int) -> dict[str, object]:
    return {
        **content_to_json(content),
        "id": str(new_id()),
        "case_id": str(new_id()),
        "place": place,
        "search": search_text(content),
    }
