"""The versions of a prompt as a graph, with scores on them and verdicts between them."""

from dataclasses import replace

from edison.domain.access import Actor, Permission, ProjectId
from edison.domain.prompt_lineage import MOST_NODES, Edge, Lineage
from edison.domain.prompts import PromptId
from edison.services.context import Context


async def read_graph(ctx: Context, who: Actor, project: ProjectId, prompt: PromptId) -> Lineage:
    """Every version, made by hand or suggested; what an experiment measured goes before other runs."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        latest = (await tx.prompts.get(project, prompt)).latest
        nodes = await tx.prompt_lineage.nodes(project, prompt, MOST_NODES)
        here = [node.version for node in nodes]
        known = set(here)
        elsewhere = {node.parent for node in nodes if node.parent} - known
        # A parent that is older than the oldest shown is a version of this prompt, and no fork's beginning.
        sources = [
            source
            for source in await tx.prompt_lineage.sources(project, sorted(elsewhere))
            if source.prompt != prompt
        ]
        measured = await tx.prompt_lineage.measured(project, prompt)
        tried = await tx.prompt_lineage.in_experiments(project, here)
        suggested = await tx.prompt_lineage.suggestions(project, here)
    measured |= {version: one.measured for version, one in tried.items() if one.measured}
    shown = known | {source.version for source in sources}
    return Lineage(
        nodes=tuple(replace(node, measured=measured.get(node.version)) for node in nodes),
        edges=tuple(
            Edge(
                begin=node.parent,
                end=node.version,
                evidence=tried[node.version].evidence if node.version in tried else None,
                suggestion=suggested.get(node.version),
            )
            for node in nodes
            if node.parent in shown and node.parent is not None
        ),
        sources=tuple(sources),
        left_out=latest - len(nodes),
    )
