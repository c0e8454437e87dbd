"""Finds the database. Light on imports: `edison up` waits for nothing it does not need."""

from edison.settings import Settings
from edison.store.local_server import LocalServer


def database_url(settings: Settings) -> str:
    """The given server's address, or that of the local one, which is started if need be."""
    server = local_server(settings)
    if server is not None:
        return server.url()
    assert settings.database_url
    return settings.database_url.get_secret_value()


def local_server(settings: Settings) -> LocalServer | None:
    """The server that comes with Edison, running, unless another one is named."""
    return LocalServer(settings.local_database) if settings.database_url is None else None
