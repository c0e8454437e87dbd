"""Time-ordered ids, so that new primary keys are adjacent in the index."""

from uuid import UUID

from uuid_utils.compat import uuid7


def new_id() -> UUID:
    """Return a new UUIDv7: unique, sorted by time of creation."""
    return uuid7()


def is_uuid(text: str) -> bool:
    """Return whether a text is a UUID; distinguishes ids from slugs."""
    try:
        UUID(text)
    except ValueError:
        return False
    return True
