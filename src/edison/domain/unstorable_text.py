"""Detection of texts that PostgreSQL cannot store."""


def unstorable(text: str) -> str | None:
    """Return the reason why PostgreSQL cannot store a text, or None if it can."""
    if "\x00" in text:
        return "The text contains a zero character, which cannot be stored"
    try:
        text.encode()
    except UnicodeEncodeError:
        return "The text is not valid Unicode"
    return None
