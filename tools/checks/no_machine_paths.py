"""Rule: no file contains a path of a developer's machine or the address of a package registry."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.checks.rule import Finding, Rule, Tree

# Joined from parts, so that this file does not match itself. The home of the user `edison` is
# allowed: it is in the container.
MACHINE = re.compile(
    r"(?<![\w.\-/}])/(?:"
    + "|".join(("work", "root", r"home/(?!edison\b)\w+", r"Users/\w+"))
    + r")/[\w.]"
    r"|[A-Z]:\\\\?Users\\"
)
REGISTRY = re.compile(
    r"\b(?:"
    + "|".join(
        (r"py" r"pi\.org", r"python" r"hosted\.org", r"npm" r"js\.(?:org|com)", r"yarn" r"pkg\.com")
    )
    + r")|https?://[^/\s\"']*(?:artifact|registry|mirror)[^/\s\"']*",
    re.IGNORECASE,
)
ADDRESS = re.compile(r"https?://[^\"\s]*")
BINARY = {".png", ".jpg", ".ico", ".woff", ".woff2", ".gif", ".webp", ".pdf"}


def find(tree: Tree) -> Iterator[Finding]:
    for path in tree.files:
        if path.suffix in BINARY:
            continue
        allowed: set[str] = set()
        if path.name == "package-lock.json":
            allowed = _funding_links(tree.text(path))
        is_lock = _is_lock(path)
        for number, line in enumerate(tree.text(path).splitlines(), start=1):
            for message in _complaints(line, is_lock=is_lock, allowed=allowed):
                yield Finding(path=path, line=number, message=message)


def _complaints(line: str, *, is_lock: bool, allowed: set[str]) -> Iterator[str]:
    found = MACHINE.search(line)
    if found:
        yield f"contains a path of one machine ({found.group()}...)"
    if REGISTRY.search(line):
        yield "contains the address of a package registry"
    elif is_lock and any(address not in allowed for address in ADDRESS.findall(line)):
        yield "a lock file contains an address"


def _is_lock(path: Path) -> bool:
    return (
        path.suffix == ".lock"
        or path.name.endswith(("-lock.json", "-lock.yaml"))
        or path.is_relative_to("requirements")
    )


def _funding_links(text: str) -> set[str]:
    """Return the donation links that npm writes; nothing is downloaded from them."""
    packages: dict[str, dict[str, Any]] = json.loads(text).get("packages", {})
    return {
        address
        for package in packages.values()
        for address in ADDRESS.findall(json.dumps(package.get("funding", "")))
    }


RULE = Rule(
    name="no_machine_paths",
    why="a path or mirror of one machine does not work on others, and reveals how the machine is set up",
    mend="use a path relative to the file; lock with hashes and without addresses",
    find=find,
)
