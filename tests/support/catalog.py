"""Credentials and models written directly to the database, for tests of other features."""

from edison.domain.ids import CredentialId, ModelId, ProjectId, UserId
from edison.domain.models.capabilities import UNKNOWN
from edison.domain.models.credential import Credential, CredentialStatus
from edison.domain.models.provider import Provider
from edison.kit.clock import SystemClock
from edison.kit.uuids import new_id
from edison.store.repositories.models.catalog_models import FoundModel
from edison.store.unit_of_work import WriteTx


async def a_credential(
    tx: WriteTx,
    project: ProjectId,
    by: UserId,
    *,
    provider: Provider = Provider.OPENAI,
    status: CredentialStatus = CredentialStatus.READY,
) -> CredentialId:
    credential = Credential(
        id=CredentialId(new_id()),
        provider=provider,
        label=f"Key {new_id()}",
        config={},
        hint="abcd",
        status=status,
        created_at=SystemClock().now(),
    )
    await tx.credentials.add(project, credential, by, "v1:none:none")
    return credential.id


async def a_model(
    tx: WriteTx, project: ProjectId, credential: CredentialId, name: str = "gpt-4o-mini"
) -> ModelId:
    found = FoundModel(name=name, title=name, capabilities=UNKNOWN)
    return await tx.catalog.add(project, credential, found, "manual", SystemClock().now())
