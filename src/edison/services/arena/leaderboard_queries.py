"""List leaderboards, and list runs that can be added to a leaderboard."""

from dataclasses import dataclass
from datetime import datetime

from edison.domain.arena.leaderboards.equal_terms import (
    Contender,
    Terms,
    UnequalReason,
    comparison_problems,
    standing_alone,
    terms_key,
    terms_of,
)
from edison.domain.ids import DatasetId, ProjectId, RunId
from edison.domain.people.access import Actor, Permission
from edison.kit.pagination import Page, PageRequest
from edison.services.arena.leaderboard_runs import load_contenders
from edison.services.context import Context
from edison.store.repositories.arena.leaderboards import ListedBoard

__all__ = ["Candidates", "LeaderboardCandidate", "ListedBoard", "WantedCandidates"]

# Older runs are found in the dataset's list of runs.
MOST_CANDIDATES = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedCandidates:
    project: ProjectId
    dataset: DatasetId
    version: int | None = None
    # The run that the candidates must be comparable with.
    like: RunId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderboardCandidate:
    contender: Contender
    name: str
    created_at: datetime
    # Runs with equal terms can share a leaderboard; None: the run cannot be on any leaderboard.
    terms: str | None
    reasons: tuple[UnequalReason, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    # The run that `reasons` compare the candidates with.
    reference: RunId | None
    items: tuple[LeaderboardCandidate, ...]


async def list_boards(
    ctx: Context, who: Actor, project: ProjectId, page: PageRequest
) -> Page[ListedBoard]:
    """List leaderboards, newest first."""
    who.must(Permission.VIEW_PROJECT, project)
    async with ctx.read() as tx:
        return await tx.boards.page(project, page)


async def list_candidates(ctx: Context, who: Actor, wanted: WantedCandidates) -> Candidates:
    """List runs of a dataset, newest first, with reasons why a run cannot be compared with the reference run."""
    who.must(Permission.VIEW_PROJECT, wanted.project)
    async with ctx.read() as tx:
        await tx.datasets.get(wanted.project, wanted.dataset)
        ids = await tx.boards.runs_on(wanted.project, wanted.dataset, MOST_CANDIDATES)
        if wanted.like is not None and wanted.like not in ids:
            ids.append(wanted.like)
        everyone, runs = await load_contenders(tx, wanted.project, ids)
    reference = _reference(everyone, wanted)
    terms = None if reference is None else terms_of(reference)
    shown = [
        one
        for one in everyone
        if wanted.version is None or one.plan.dataset_version == wanted.version
    ]
    return Candidates(
        reference=None if reference is None else reference.run,
        items=tuple(
            LeaderboardCandidate(
                contender=one,
                name=runs[one.run].name,
                created_at=runs[one.run].created_at,
                terms=None if (own := terms_of(one)) is None else terms_key(own),
                reasons=tuple(_against(one, terms)),
            )
            for one in shown
        ),
    )


def _reference(everyone: list[Contender], wanted: WantedCandidates) -> Contender | None:
    """Return the requested run, or the newest run of the dataset version that can be on a leaderboard."""
    if wanted.like is not None:
        return next((one for one in everyone if one.run == wanted.like and terms_of(one)), None)
    return next(
        (
            one
            for one in everyone
            if terms_of(one) is not None and wanted.version in (None, one.plan.dataset_version)
        ),
        None,
    )


def _against(one: Contender, terms: Terms | None) -> list[UnequalReason]:
    return standing_alone(one) if terms is None else comparison_problems(one, terms)
