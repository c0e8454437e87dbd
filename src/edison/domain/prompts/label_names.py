"""Names of labels of prompt versions."""

import re

from edison.domain.errors import InvalidInput

# Always the newest version of a prompt; it is not stored.
LATEST = "latest"
_LABEL = re.compile(r"[a-z0-9][a-z0-9._-]{0,49}")


def check_label(label: str) -> None:
    if label == LATEST:
        raise InvalidInput("`latest` is always the newest version and cannot be set", field="label")
    if not _LABEL.fullmatch(label):
        raise InvalidInput(
            "A label has 1 to 50 lower case letters, digits, dots, hyphens and underscores",
            field="label",
        )
