"""Finds or starts the database. This module imports little, so that `edison up` starts fast."""

from edison.settings import Settings
from edison.store.local_server import LocalServer


def database_url(settings: Settings) -> str:
    """Return the URL of the configured database, or of the local one, which is started if needed."""
    server = local_server(settings)
    if server is not None:
        return server.url()
    assert settings.database_url
    return settings.database_url.get_secret_value()


def local_server(settings: Settings) -> LocalServer | None:
    """Start the database server that comes with Edison; return None if another database is configured."""
    return LocalServer(settings.local_database) if settings.database_url is None else None
