"""Time-ordered ids, so that primary keys stay local in the index as tables grow."""

from uuid import UUID

from uuid_utils.compat import uuid7


def new_id() -> UUID:
    """Make a UUIDv7: unique everywhere, sorted by time of creation."""
    return uuid7()


def is_uuid(text: str) -> bool:
    """Tell whether a text is a UUID; used to keep slugs and ids apart."""
    try:
        UUID(text)
    except ValueError:
        return False
    return True
