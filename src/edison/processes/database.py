"""Finds the database. Light on imports: `edison up` waits for nothing it does not need."""

from edison.settings import Settings


def database_url(settings: Settings) -> str:
    """The given server's address, or that of the local one, which is started if need be."""
    if settings.database_url is not None:
        return settings.database_url.get_secret_value()
    from edison.store.local_server import LocalServer

    return LocalServer(settings.local_database).url()
