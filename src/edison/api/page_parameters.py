"""The query parameters of every list."""

from typing import Annotated

from fastapi import Depends, Query

from edison.api.base_views import Line
from edison.domain.people.project import MAX_METRIC
from edison.kit.pagination import MAX_LIMIT, PageRequest


def get_page(
    cursor: Annotated[
        str | None, Query(max_length=300, description="`next_cursor` of the page before")
    ] = None,
    limit: Annotated[int, Query(ge=1, le=MAX_LIMIT)] = 20,
) -> PageRequest:
    return PageRequest.of(limit, cursor)


WantedPage = Annotated[PageRequest, Depends(get_page)]


WantedMetric = Annotated[
    Line | None,
    Query(
        max_length=MAX_METRIC,
        description="The key of a metric; without it the main metric, else a grader, else the composite",
    ),
]
