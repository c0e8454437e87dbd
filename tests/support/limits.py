"""A project for rate limits, for tests that use only the rate limiter."""

from uuid import UUID, uuid4

from edison.domain.ids import CredentialId, ProjectId
from tests.support.sql import execute

CREDENTIAL = CredentialId(UUID(int=7))


def new_project(url: str) -> ProjectId:
    user, project = uuid4(), uuid4()
    execute(
        url,
        "INSERT INTO users (id, email, password_hash, role, created_at, sessions_valid_from) "
        f"VALUES ('{user}', '{user}@example.com', '-', 'EDITOR', now(), now())",
        "INSERT INTO projects (id, slug, name, settings, revision, created_by, created_at, updated_at) "
        f"VALUES ('{project}', '{project}', 'Paced', '{{}}', 1, '{user}', now(), now())",
    )
    return ProjectId(project)
