"""Read the graph of a prompt's versions, with scores on the nodes and verdicts on the edges."""

from dataclasses import replace

from edison.domain.ids import ProjectId, PromptId
from edison.domain.lineage.prompt_lineage import (
    MOST_NODES,
    Edge,
    Lineage,
    VersionScore,
    choose_scores,
)
from edison.domain.people.access import Actor, Permission
from edison.services.context import Context
from edison.services.lineage.edge_comparisons import compare_edges
from edison.store.unit_of_work import ReadTx


async def read_graph(
    ctx: Context,
    who: Actor,
    project: ProjectId,
    prompt: PromptId,
    *,
    metric: str | None = None,
    target: str | None = None,
) -> Lineage:
    """Return all versions of a prompt, each with its newest score for one metric and one target."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        latest = (await tx.prompts.get(project, prompt)).latest
        nodes = await tx.prompt_lineage.nodes(project, prompt, MOST_NODES)
        here = [node.version for node in nodes]
        known = set(here)
        elsewhere = {node.parent for node in nodes if node.parent} - known
        # A parent in this prompt is just older than the versions shown, so it is not the source of a fork.
        sources = [
            source
            for source in await tx.prompt_lineage.sources(project, sorted(elsewhere))
            if source.prompt != prompt
        ]
        found = await _scores(tx, project, prompt)
        main = await tx.run_panels.main_metric(project)
        tried = await tx.prompt_lineage.in_experiments(project, here)
        suggested = await tx.prompt_lineage.suggestions(project, here)
        scores = choose_scores(found, metric=metric, target=target, main=main)
        compared = await compare_edges(
            tx,
            project,
            # The first iteration of an experiment is compared with nothing there; its run still can be.
            [
                one
                for one in nodes
                if one.version not in tried or tried[one.version].evidence.verdict is None
            ],
            {one.version: one.number for one in nodes},
            scores,
            ctx.clock.now(),
        )
    measured = dict(scores.by_version)
    if not found:
        # Retention has deleted the runs; the experiments still have their scores.
        measured = {version: one.measured for version, one in tried.items() if one.measured}
    shown = known | {source.version for source in sources}
    return Lineage(
        nodes=tuple(replace(node, measured=measured.get(node.version)) for node in nodes),
        edges=tuple(
            Edge(
                begin=node.parent,
                end=node.version,
                evidence=tried[node.version].evidence if node.version in tried else None,
                comparison=compared.get(node.version),
                suggestion=suggested.get(node.version),
            )
            for node in nodes
            if node.parent in shown and node.parent is not None
        ),
        sources=tuple(sources),
        left_out=latest - len(nodes),
        metric=scores.metric,
        target=scores.target,
        metrics=scores.metrics,
        targets=scores.targets,
    )


async def _scores(tx: ReadTx, project: ProjectId, prompt: PromptId) -> list[VersionScore]:
    """Load the scores of all columns of the prompt's newest runs, newest first."""
    runs = await tx.prompt_lineage.runs(project, prompt)
    figures = await tx.run_statistics.figures(project, [run for run, _, _ in runs])
    return [
        VersionScore(
            version=plan.columns[one.column].version,
            metric=by.metric,
            place=place,
            target=one.model_name,
            figure=one.figure,
            run=run,
            column=one.column,
            cells=plan.cells,
            run_number=number,
        )
        for run, number, plan in runs
        for place, by in enumerate(figures.get(run, ()))
        for one in by.columns
        if one.figure is not None
    ]
