"""What results need to know of a run besides its cells: plan, panel, rubric, pairs."""

from edison.domain.access import ProjectId
from edison.domain.results.pairwise import Pairing
from edison.domain.results.shapes import Measure, RubricOfRun
from edison.domain.results.summarising import About
from edison.domain.runs.marks import PAIRWISE, Panel
from edison.domain.runs.plan import RunId
from edison.store.repositories.run_panels import PanelScorer, panel_among
from edison.store.unit_of_work import ReadTx


async def describe(tx: ReadTx, project: ProjectId, run: RunId) -> About:
    found = await tx.runs.get(project, run)
    scorers = await tx.run_panels.scorers(project, run)
    panel = panel_among(scorers)
    rubric = await _rubric(tx, project, panel)
    return About(
        plan=found.plan,
        panel=panel,
        measure=_measure(scorers, panel, rubric),
        rubric=rubric,
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


def _measure(
    scorers: list[PanelScorer], panel: Panel, rubric: RubricOfRun | None
) -> Measure | None:
    names = [one.name for one in scorers if one.number in panel.scorers]
    if rubric is not None:
        return Measure(kind="composite", name=rubric.name, scorers=panel.scorers)
    if names:
        return Measure(kind="scorer", name=names[0], scorers=panel.scorers)
    return Measure(kind="people", name="Grades of people", scorers=())
