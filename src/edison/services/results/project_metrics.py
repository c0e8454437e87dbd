"""List the metrics of a project, from which its main metric is chosen."""

from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor, Permission
from edison.domain.results.run_metrics import PEOPLE, Metric
from edison.services.context import Context

# So many of the newest runs say what the project measures by.
RUNS_AT_MOST = 300


async def list_metrics(ctx: Context, who: Actor, project: ProjectId) -> tuple[Metric, ...]:
    """Return what the newest runs are measured by; labels by people are no metric to choose."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        found = await tx.run_statistics.metrics(project, RUNS_AT_MOST)
    return tuple(one for one in found if one.kind != PEOPLE)
