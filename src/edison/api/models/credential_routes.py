"""Routes of a project's provider credentials."""

from uuid import UUID

from edison.api.api_router import ApiRouter, Exactly
from edison.api.base_views import PageView, WantedPage
from edison.api.error_responses import problems
from edison.api.models.credential_views import (
    AddCredentialBody,
    CredentialCardView,
    CredentialView,
    EditCredentialBody,
    ProvidersView,
    ProviderView,
)
from edison.api.request_identity import CurrentActor, CurrentProject, Services
from edison.domain.ids import CredentialId
from edison.services.models import credential_check, credential_commands, credential_setup

router = ApiRouter(tags=["credentials"])
ROOM = "/projects/{project}/credentials"


@router.get("/providers", responses=Exactly(problems(401)))
async def list_providers(who: CurrentActor, ctx: Services) -> ProvidersView:
    """List the providers, each with the fields that its credentials need."""
    forms = await credential_commands.provider_forms(ctx, who)
    return ProvidersView(
        items=[ProviderView.of(form) for form in forms],
        key_variables=[variable.name for variable in ctx.gateway.key_variables],
        private_endpoints=ctx.gateway.private_endpoints,
    )


@router.get(ROOM)
async def list_credentials(
    project: CurrentProject, who: CurrentActor, ctx: Services, page: WantedPage
) -> PageView[CredentialCardView]:
    """List provider credentials. Secrets are never returned."""
    found = await credential_commands.list_credentials(ctx, who, project, page)
    return PageView(
        items=[CredentialCardView.of_card(card) for card in found.items],
        next_cursor=found.next_cursor,
    )


@router.post(ROOM, status_code=201, responses=problems(422, 503))
async def add_credential(
    body: AddCredentialBody, project: CurrentProject, who: CurrentActor, ctx: Services
) -> CredentialView:
    """Test a key with its provider and store it if it works. The response is sent after the test."""
    return CredentialView.of(
        await credential_setup.add_credential(ctx, who, body.to_command(project))
    )


@router.patch(ROOM + "/{credential}", responses=problems(422))
async def edit_credential(
    credential: UUID,
    body: EditCredentialBody,
    project: CurrentProject,
    who: CurrentActor,
    ctx: Services,
) -> CredentialView:
    """Change the label, make the credential the default of its provider, or allow private addresses.

    A key cannot be changed: delete the credential and add a new one.
    """
    return CredentialView.of(
        await credential_commands.edit_credential(ctx, who, body.to_command(project, credential))
    )


@router.post(ROOM + "/{credential}/test", responses=problems(503))
async def test_credential(
    credential: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> CredentialView:
    """Test the key again and refresh its list of models.

    The result of the test is in `status` and `problem`.
    """
    return CredentialView.of(
        await credential_check.check_credential(ctx, who, project, CredentialId(credential))
    )


@router.delete(ROOM + "/{credential}", status_code=204)
async def remove_credential(
    credential: UUID, project: CurrentProject, who: CurrentActor, ctx: Services
) -> None:
    """Delete a credential and remove its models from the catalog."""
    await credential_commands.remove_credential(ctx, who, project, CredentialId(credential))
