"""Templates to begin an experiment with."""

from collections.abc import Sequence

from edison.domain.experiments.templates.experiment_template import Template
from edison.domain.experiments.templates.registry import TEMPLATES
from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor, Permission
from edison.services.context import Context


async def list_templates(ctx: Context, who: Actor, project: ProjectId) -> Sequence[Template]:
    who.must(Permission.VIEW_PROJECT, project)
    del ctx
    return TEMPLATES
