"""Check whether a recipe can run in this project.

A recipe can be saved despite problems that are solvable without changing the recipe.
"""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

from edison.domain.errors import SuiteNotReady
from edison.domain.ids import ProjectId
from edison.domain.people.access import Actor, Permission
from edison.domain.runs.run_order import StartProblem
from edison.domain.suites.recipe import Recipe, order_of, problems_of
from edison.engine.runs.start.plan_run import draft_run
from edison.engine.runs.start.run_draft import RunDraft
from edison.store.unit_of_work import ReadTx

# Problems that are solved outside of the recipe, such as by a new key, a price or more cases.
MAY_COME_RIGHT = frozenset(
    {
        "credential_not_ready",
        "empty_prompt",
        "missing_variable",
        "no_cases",
        "no_price",
        "scorer_missing",
    }
)


async def check_recipe(
    tx: ReadTx, who: Actor, project: ProjectId, recipe: Recipe, now: datetime
) -> RunDraft:
    """Return the draft of the run that would start now, with all problems that prevent it."""
    who.must(Permission.VIEW_PROJECT, project)
    draft = await draft_run(tx, who, order_of(project, recipe), now)
    names = [scorer.name for scorer in draft.scorers]
    # A scorer with a problem has no name yet; skip the checks of names then.
    whole = len(draft.scorers) >= len(recipe.scorers)
    draft.problems.extend(problems_of(recipe, names if whole else None))
    return draft


async def require_valid_recipe(
    tx: ReadTx, who: Actor, project: ProjectId, recipe: Recipe, now: datetime
) -> None:
    """Raise SuiteNotReady with all problems that can be solved only by changing the recipe."""
    who.must(Permission.START_RUNS, project)
    draft = await check_recipe(tx, who, project, recipe, now)
    raise_suite_not_ready(
        [problem for problem in draft.problems if problem.code not in MAY_COME_RIGHT]
    )


def raise_suite_not_ready(problems: Sequence[StartProblem]) -> None:
    if problems:
        raise SuiteNotReady(
            "; ".join(problem.message for problem in problems),
            problems=[asdict(problem) for problem in problems],
        )
