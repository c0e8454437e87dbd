"""Delimiters for untrusted texts, which do not occur in the texts."""

import hashlib
from collections.abc import Sequence


class Delimiters:
    """Delimiters derived from a hash of the texts, so that equal texts have equal delimiters."""

    def __init__(self, texts: Sequence[str]) -> None:
        whole = hashlib.sha256()
        for text in texts:
            # With its length, so that different lists of texts give different input.
            raw = text.encode("utf-8", "surrogatepass")
            whole.update(f"{len(raw)}:".encode() + raw)
        self.name = f"data-{whole.hexdigest()[:16]}"
        while any(self.name in text for text in texts):
            whole.update(b"again")
            self.name = f"data-{whole.hexdigest()[:16]}"

    def around(self, what: str, text: str) -> str:
        return f'<{self.name} name="{what}">\n{text}\n</{self.name}>'
