"""Routes with which owners of the installation administer people, and of password resets."""

from typing import Annotated
from uuid import UUID

from fastapi import Query

from edison.api.api_router import ApiRouter, Exactly
from edison.api.base_views import Line, PageView, WantedPage
from edison.api.error_responses import problems
from edison.api.people.administration_views import (
    PersonRecordView,
    PersonView,
    RequestPasswordResetBody,
    ResetPasswordBody,
)
from edison.api.request_identity import CurrentActor, Services
from edison.domain.ids import TokenId, UserId
from edison.domain.people.person_record import PersonFilter
from edison.services.people import installation_owners, password_reset, people_administration

router = ApiRouter(prefix="/installation/people", tags=["people"])


@router.get("", responses=Exactly(problems(400, 401, 403)))
async def list_people(
    who: CurrentActor,
    ctx: Services,
    page: WantedPage,
    search: Annotated[Line | None, Query(max_length=100)] = None,
    state: PersonFilter | None = None,
) -> PageView[PersonView]:
    """List the people of this installation, newest account first.

    Only for an owner of the installation. `search` looks in names and addresses.
    """
    found = await people_administration.list_people(ctx, who, page, search, state)
    return PageView(
        items=[PersonView.of(person) for person in found.items], next_cursor=found.next_cursor
    )


@router.get("/{user}", responses=Exactly(problems(400, 401, 403, 404)))
async def read_person(user: UUID, who: CurrentActor, ctx: Services) -> PersonRecordView:
    """Get a person with projects, sessions and API tokens. Only for an owner of the installation."""
    record = await people_administration.read_person(ctx, who, UserId(user))
    return PersonRecordView.of(record, who)


@router.post("/{user}/disable", responses=Exactly(problems(400, 401, 403, 404, 409)))
async def disable_person(user: UUID, who: CurrentActor, ctx: Services) -> PersonView:
    """Disable an account: its sessions end, its API tokens are refused, and it cannot sign in.

    Only for an owner of the installation. Monitors that the person created continue.
    """
    return PersonView.of(await people_administration.disable_person(ctx, who, UserId(user)))


@router.post("/{user}/enable", responses=Exactly(problems(400, 401, 403, 404)))
async def enable_person(user: UUID, who: CurrentActor, ctx: Services) -> PersonView:
    """Enable a disabled account. Its API tokens work again. Only for an owner of the installation."""
    return PersonView.of(await people_administration.enable_person(ctx, who, UserId(user)))


@router.post("/{user}/require-password-change", responses=Exactly(problems(400, 401, 403, 404)))
async def require_password_change(user: UUID, who: CurrentActor, ctx: Services) -> PersonView:
    """End all sessions of a person, whose next sign-in needs a new password.

    Only for an owner of the installation.
    """
    found = await people_administration.require_password_change(ctx, who, UserId(user))
    return PersonView.of(found)


@router.post(
    "/{user}/password-reset-mail",
    status_code=202,
    responses=Exactly(problems(400, 401, 403, 404, 409)),
)
async def mail_password_reset(user: UUID, who: CurrentActor, ctx: Services) -> None:
    """Mail a person a link that sets a new password. Only for an owner of the installation."""
    await people_administration.mail_password_reset(ctx, who, UserId(user))


@router.put("/{user}/ownership", responses=Exactly(problems(400, 401, 403, 404, 409)))
async def make_installation_owner(user: UUID, who: CurrentActor, ctx: Services) -> PersonView:
    """Make a person an owner of the installation. Only for an owner of the installation."""
    return PersonView.of(await installation_owners.make_owner(ctx, who, UserId(user)))


@router.delete("/{user}/ownership", responses=Exactly(problems(400, 401, 403, 404, 409)))
async def remove_installation_owner(user: UUID, who: CurrentActor, ctx: Services) -> PersonView:
    """Make an owner of the installation an ordinary person. The last owner stays owner."""
    return PersonView.of(await installation_owners.remove_owner(ctx, who, UserId(user)))


@router.delete("/{user}/sessions", status_code=204, responses=Exactly(problems(400, 401, 403, 404)))
async def end_person_sessions(user: UUID, who: CurrentActor, ctx: Services) -> None:
    """End all sessions of a person. Only for an owner of the installation."""
    await people_administration.end_sessions(ctx, who, UserId(user))


@router.delete(
    "/{user}/sessions/{session}",
    status_code=204,
    responses=Exactly(problems(400, 401, 403, 404)),
)
async def end_person_session(user: UUID, session: UUID, who: CurrentActor, ctx: Services) -> None:
    """End one session of a person. Only for an owner of the installation."""
    await people_administration.end_session(ctx, who, UserId(user), str(session))


@router.delete("/{user}/tokens", status_code=204, responses=Exactly(problems(400, 401, 403, 404)))
async def revoke_person_tokens(user: UUID, who: CurrentActor, ctx: Services) -> None:
    """Revoke all API tokens that a person created. Only for an owner of the installation."""
    await people_administration.revoke_tokens(ctx, who, UserId(user))


@router.delete(
    "/{user}/tokens/{token}", status_code=204, responses=Exactly(problems(400, 401, 403, 404))
)
async def revoke_person_token(user: UUID, token: UUID, who: CurrentActor, ctx: Services) -> None:
    """Revoke one API token that a person created. Only for an owner of the installation."""
    await people_administration.revoke_tokens(ctx, who, UserId(user), TokenId(token))


password_resets_router = ApiRouter(prefix="/password-resets", tags=["accounts"])


@password_resets_router.post("", status_code=202, responses=Exactly(problems(400, 403, 409, 429)))
async def request_password_reset(
    body: RequestPasswordResetBody, who: CurrentActor, ctx: Services
) -> None:
    """Mail a link that sets a new password, if the address has an account. No sign-in is needed.

    The response is the same for every address. The link works once, for 30 minutes.
    """
    await password_reset.request_password_reset(ctx, who, body.email)


@password_resets_router.post(
    "/complete", status_code=204, responses=Exactly(problems(400, 403, 404, 429))
)
async def reset_password(body: ResetPasswordBody, who: CurrentActor, ctx: Services) -> None:
    """Set a new password with a mailed link. All sessions of the account end."""
    await password_reset.reset_password(ctx, who, body.to_command())
