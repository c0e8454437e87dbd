"""Detection of texts that PostgreSQL cannot store."""


def unstorable(text: str) -> str | None:
    """Return why a text cannot be stored, or None."""
    if "\x00" in text:
        return "The text contains a zero character, which cannot be stored"
    try:
        text.encode()
    except UnicodeEncodeError:
        return "The text is not valid Unicode"
    return None
