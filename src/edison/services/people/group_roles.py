"""Give roles in projects to the groups of sign-in providers. Only the owner of the installation may.

A membership by group is a row like any other, written in the transaction that changes the groups of a person or the
roles of groups. So a change counts from the next request on, for sessions and for API tokens.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from edison.domain.audit.audit_chain import entry
from edison.domain.errors import InvalidInput, NotFound
from edison.domain.events import MEMBER_ADDED, MEMBER_REMOVED, MEMBER_ROLE_CHANGED
from edison.domain.ids import UserId
from edison.domain.people.access import Actor, Role
from edison.domain.people.sign_in_methods import GroupRole, SeatChange, seat_changes
from edison.engine.project_tx import ProjectTx
from edison.services.context import Context
from edison.store.unit_of_work import WriteTx


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveGroupRole:
    """A role for a group, with the project named by its slug."""

    issuer: str
    group: str
    project: str
    role: Role


async def list_group_roles(ctx: Context, who: Actor) -> list[GroupRole]:
    who.must_own_installation()
    async with ctx.read() as tx:
        return await tx.group_roles.all()


async def save_group_roles(
    ctx: Context, who: Actor, roles: Sequence[GiveGroupRole]
) -> list[GroupRole]:
    """Replace all roles of groups, and change the memberships that they give."""
    who.must_own_installation()
    now = ctx.clock.now()
    async with ctx.write() as tx:
        await tx.group_roles.hold()
        before = await tx.group_roles.all()
        wanted = await _resolve(ctx, tx, roles, {each.issuer for each in before})
        await tx.group_roles.replace_all(wanted)
        changes = {"roles": {"old": _lines(before), "new": _lines(wanted)}}
        tx.record(entry(who, "group_roles.changed", ("installation", "-"), at=now, changes=changes))
        by_group, by_hand = await tx.group_roles.stored(None, {each.project for each in wanted})
        for change in seat_changes(await tx.group_roles.wanted(), by_group, by_hand):
            await _apply(ctx, tx, who, change, now)
        return await tx.group_roles.all()


async def apply_groups_of(
    ctx: Context, tx: WriteTx, who: Actor, user: UserId, now: datetime
) -> None:
    """Change the memberships of a person after the provider has stated their groups."""
    await tx.group_roles.hold()
    by_group, by_hand = await tx.group_roles.stored(user, ())
    for change in seat_changes(await tx.group_roles.wanted(user), by_group, by_hand):
        await _apply(ctx, tx, who, change, now)


async def _resolve(
    ctx: Context, tx: WriteTx, roles: Sequence[GiveGroupRole], known: set[str]
) -> list[GroupRole]:
    known = known | {each.issuer for each in ctx.openid.configured}
    found: list[GroupRole] = []
    for each in roles:
        project = await tx.projects.resolve(each.project)
        if project is None:
            raise NotFound(f"There is no project {each.project}", field="roles")
        if each.issuer not in known:
            raise InvalidInput(f"{each.issuer} is not a provider of this installation")
        found.append(
            GroupRole(
                issuer=each.issuer,
                group=each.group,
                project=project,
                slug=each.project,
                role=each.role,
            )
        )
    counted = Counter((each.issuer, each.group, each.project) for each in found)
    if any(count > 1 for count in counted.values()):
        raise InvalidInput("A group has two roles in the same project", field="roles")
    return found


async def _apply(ctx: Context, tx: WriteTx, who: Actor, change: SeatChange, now: datetime) -> None:
    await tx.group_roles.apply(change, now)
    person = await tx.users.get(change.user)
    project_tx = ProjectTx(tx, who, change.project, now, ctx.launcher)
    changes = {
        "role": {"old": change.old, "new": change.new},
        "by": {"old": None, "new": "group"},
    }
    facts = {"user_id": str(change.user), "label": person.label}
    if change.new is None:
        kind = MEMBER_REMOVED
    elif change.old is None:
        kind, facts = MEMBER_ADDED, {**facts, "role": str(change.new)}
    else:
        kind = MEMBER_ROLE_CHANGED
        facts |= {"role": str(change.new), "was": str(change.old)}
    project_tx.record_entry(kind, ("member", change.user), changes)
    project_tx.emit_event(kind, **facts)


def _lines(roles: Sequence[GroupRole]) -> list[str]:
    return sorted(f"{each.issuer} {each.group}: {each.role} in {each.slug}" for each in roles)
