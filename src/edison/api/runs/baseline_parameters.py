"""Query parameters of routes that compare a run with a baseline."""

from typing import Annotated
from uuid import UUID

from fastapi import Depends, Query

from edison.api.base_views import WantedMetric
from edison.api.request_identity import CurrentProject
from edison.domain.ids import RunId
from edison.services.results.baseline_verdict import BaselineKind, WantedBaseline


def baselined(
    run: UUID,
    project: CurrentProject,
    baseline: Annotated[
        BaselineKind | UUID,
        Query(
            description="The run to compare with: the latest completed run before (`previous`), the latest of the "
            "version labelled `production`, the latest that was marked as `main`, or the id of a run"
        ),
    ] = BaselineKind.PREVIOUS,
    metric: WantedMetric = None,
) -> WantedBaseline:
    return WantedBaseline(
        project=project,
        run=RunId(run),
        baseline=RunId(baseline) if isinstance(baseline, UUID) else baseline,
        metric=metric or None,
    )


Baselined = Annotated[WantedBaseline, Depends(baselined)]
