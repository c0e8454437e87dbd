"""The query parameter that names a metric, the same on every route that shows a score."""

from typing import Annotated

from fastapi import Query

from edison.api.base_views import Line
from edison.domain.people.project import MAX_METRIC

WantedMetric = Annotated[
    Line | None,
    Query(
        max_length=MAX_METRIC,
        description="The key of a metric; without it the main metric, else a grader, else the composite",
    ),
]
