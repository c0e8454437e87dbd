"""Texts that PostgreSQL cannot hold, said in words before it says it in its own."""


def unstorable(text: str) -> str | None:
    """Why a text cannot be stored, if it cannot."""
    if "\x00" in text:
        return "The text holds a zero character, which cannot be stored"
    try:
        text.encode()
    except UnicodeEncodeError:
        return "The text is not valid Unicode"
    return None
