"""Create, change and remove leaderboards. A leaderboard contains runs that can be compared."""

from dataclasses import dataclass, replace
from typing import Any

from edison.domain.arena.leaderboards.equal_terms import (
    Contender,
    UnequalReason,
    split_comparable,
    standing_alone,
)
from edison.domain.arena.leaderboards.leaderboard_entries import (
    MOST_ENTRIES,
    Board,
    check_name,
    check_runs,
    entries_of,
)
from edison.domain.comments.comment import SubjectKind
from edison.domain.errors import InvalidInput, UnequalTerms
from edison.domain.events import (
    BOARD_CHANGED,
    BOARD_CREATED,
    BOARD_REMOVED,
)
from edison.domain.ids import BoardId, ProjectId, RunId
from edison.domain.people.access import Actor, Permission
from edison.kit.uuids import new_id
from edison.services.arena.leaderboard_runs import load_contenders
from edison.services.context import Context
from edison.services.permission_check import require_live_project


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeBoard:
    project: ProjectId
    name: str
    runs: tuple[RunId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeBoard:
    """A change of a leaderboard; None keeps a value."""

    project: ProjectId
    board: BoardId
    name: str | None = None
    runs: tuple[RunId, ...] | None = None


async def make_board(ctx: Context, who: Actor, cmd: MakeBoard) -> Board:
    """Create a leaderboard. All runs must have the dataset version and the scorers of the first run."""
    who.must(Permission.START_RUNS, cmd.project)
    name, runs = check_name(cmd.name), check_runs(cmd.runs)
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.START_RUNS)
        everyone, _ = await load_contenders(tx, cmd.project, runs)
        first = everyone[0]
        dataset, version = first.plan.dataset, first.plan.dataset_version
        if dataset is None or version is None or standing_alone(first):
            raise _refused([reason for one in everyone for reason in standing_alone(one)])
        _must_fit(everyone, split_comparable(everyone, dataset, version, first.panel)[1])
        board = Board(
            id=BoardId(new_id()),
            name=name,
            dataset=dataset,
            dataset_name=first.plan.dataset_name,
            dataset_version=version,
            panel=first.panel,
            runs=runs,
            created_by=who.user,
            created_by_label=who.label,
            created_at=tx.now,
        )
        await tx.boards.add(cmd.project, board)
        changes = {"name": {"old": None, "new": name}, "runs": {"old": [], "new": _plain(runs)}}
        tx.note(
            BOARD_CREATED, ("board", board.id), changes, name=board.name, changed=sorted(changes)
        )
    return board


async def change_board(ctx: Context, who: Actor, cmd: ChangeBoard) -> Board:
    """Change the name or the runs of a leaderboard. Its dataset version and scorers do not change."""
    who.must(Permission.START_RUNS, cmd.project)
    async with ctx.change(who, cmd.project) as tx:
        await require_live_project(tx, Permission.START_RUNS)
        was = await tx.boards.get(cmd.project, cmd.board, lock=True)
        board = replace(
            was,
            name=was.name if cmd.name is None else check_name(cmd.name),
            runs=was.runs if cmd.runs is None else check_runs(cmd.runs),
        )
        if board.runs != was.runs:
            everyone, _ = await load_contenders(tx, cmd.project, board.runs)
            _must_fit(
                everyone,
                split_comparable(everyone, board.dataset, board.dataset_version, board.panel)[1],
            )
        changes: dict[str, Any] = {}
        if board.name != was.name:
            changes["name"] = {"old": was.name, "new": board.name}
        if board.runs != was.runs:
            changes["runs"] = {"old": _plain(was.runs), "new": _plain(board.runs)}
        if changes:
            await tx.boards.change(cmd.project, board)
            tx.note(
                BOARD_CHANGED,
                ("board", board.id),
                changes,
                name=board.name,
                changed=sorted(changes),
            )
    return board


async def remove_board(ctx: Context, who: Actor, project: ProjectId, board: BoardId) -> None:
    """Remove a leaderboard. Its runs and votes stay stored."""
    who.must(Permission.START_RUNS, project)
    async with ctx.change(who, project) as tx:
        await require_live_project(tx, Permission.START_RUNS)
        found = await tx.boards.get(project, board, lock=True)
        await tx.boards.remove(project, board, tx.now)
        await tx.comments.remove_of(project, [SubjectKind.BOARD], board)
        changes = {"name": {"old": found.name, "new": None}}
        tx.note(
            BOARD_REMOVED, ("board", found.id), changes, name=found.name, changed=sorted(changes)
        )


def _must_fit(everyone: list[Contender], reasons: list[UnequalReason]) -> None:
    if reasons:
        raise _refused(reasons)
    entries = entries_of([one.plan for one in everyone])
    if len(entries) > MOST_ENTRIES:
        raise InvalidInput(
            f"These runs have {len(entries)} entries; a leaderboard takes at most {MOST_ENTRIES}",
            field="runs",
        )


def _refused(reasons: list[UnequalReason]) -> UnequalTerms:
    return UnequalTerms(
        " ".join(dict.fromkeys(reason.sentence for reason in reasons)),
        reasons=[reason.facts() for reason in reasons],
    )


def _plain(runs: tuple[RunId, ...]) -> list[str]:
    return [str(run) for run in runs]
