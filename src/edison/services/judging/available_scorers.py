"""List the available scorers, and try a scorer on a sample without a run."""

import asyncio
from typing import Any

from edison.domain.errors import InvalidInput
from edison.domain.ids import ProjectId
from edison.domain.judging.score import Sample, ScoreOutcome
from edison.domain.people.access import Actor, Permission
from edison.scorers import registry
from edison.scorers.registry import Description
from edison.services.context import Context

__all__ = ["Description", "list_scorers", "try_scorer"]


async def list_scorers(ctx: Context, who: Actor, project: ProjectId) -> list[Description]:
    """List all kinds of scorers, with the JSON schemas of their settings."""
    who.must(Permission.VIEW_PROJECT, project)
    # In a thread: the first call starts the sandbox to check whether it works.
    return await asyncio.to_thread(registry.describe)


async def try_scorer(
    ctx: Context, who: Actor, project: ProjectId, spec: dict[str, Any], sample: Sample
) -> ScoreOutcome:
    """Score one sample exactly as in a run. Nothing is stored, and no model is called."""
    who.must(Permission.START_RUNS, project)
    async with ctx.read() as tx:
        (await tx.projects.get(project)).must_be_live()
    wanted = registry.parse_spec(spec, prefix="spec.")
    if registry.plugins()[wanted.kind].calls_model:
        raise InvalidInput("This scorer calls a model. Start a small run to try it", field="spec")
    return await registry.apply(wanted, sample)
