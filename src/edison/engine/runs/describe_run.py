"""Load the description of a run that its results need: plan, judges, rubric, metrics and compared pairs."""

from edison.domain.ids import ProjectId, RunId
from edison.domain.results.build_summary import RunDescription
from edison.domain.results.pairwise_results import Pairing
from edison.domain.results.run_summary import RubricOfRun
from edison.domain.runs.cell_labels import PAIRWISE, Panel
from edison.store.repositories.results.run_panels import panel_among
from edison.store.unit_of_work import ReadTx


async def describe_run(tx: ReadTx, project: ProjectId, run: RunId) -> RunDescription:
    found = await tx.runs.get(project, run)
    scorers = await tx.run_panels.scorers(project, run)
    panel = panel_among(scorers)
    rubric = await _rubric(tx, project, panel)
    return RunDescription(
        plan=found.plan,
        panel=panel,
        rubric=rubric,
        metrics=await tx.run_panels.metrics_among(
            project, scorers, labelled=await tx.run_panels.are_labelled(project, run)
        ),
        pairings=tuple(
            Pairing(scorer=one.number, a=int(one.spec["a"]), b=int(one.spec["b"]))
            for one in scorers
            if one.kind == PAIRWISE and not one.exam
        ),
    )


async def _rubric(tx: ReadTx, project: ProjectId, panel: Panel) -> RubricOfRun | None:
    if panel.rubric is None:
        return None
    found = await tx.run_panels.rubric(project, *panel.rubric)
    if found is None:
        return None
    id_, version = panel.rubric
    criteria = found.rubric.criteria
    return RubricOfRun(
        id=id_,
        version=version,
        name=found.name,
        scale=found.rubric.scale,
        criteria=tuple(criterion.name for criterion in criteria),
        weights=tuple(criterion.weight for criterion in criteria),
        scales=tuple(criterion.scale for criterion in criteria),
    )
