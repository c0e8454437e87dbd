"""Rule: every floor (layer) and the screens divide their code into the same rooms (concepts)."""

from collections.abc import Iterator
from pathlib import Path

from tools.checks.rule import Finding, Rule, Tree

ROOMS = frozenset(
    {
        "alerts",
        "annotations",
        "arena",
        "assists",
        "audit",
        "budgets",
        "channels",
        "comments",
        "datasets",
        "demo",
        "experiments",
        "home",
        "imports",
        "judging",
        "lineage",
        "mcp",
        "models",
        "monitoring",
        "notifications",
        "people",
        "promotions",
        "prompts",
        "rate_limits",
        "reports",
        "results",
        "retention",
        "runs",
        "statistics",
        "suites",
        "trends",
    }
)
FLOORS = (
    "src/edison/api",
    "src/edison/domain",
    "src/edison/engine",
    "src/edison/services",
    "src/edison/store/repositories",
    "ui/src/features",
)
# Steps are registered with DBOS by name, so they are in one folder for all rooms.
ALSO = {"src/edison/engine": {"steps"}}
TABLES = Path("src/edison/store/tables")


def find(tree: Tree) -> Iterator[Finding]:
    seen = set[Path]()
    for path in tree.files:
        for floor in FLOORS:
            if path.is_relative_to(floor) and len(path.relative_to(floor).parts) > 1:
                room = Path(floor, path.relative_to(floor).parts[0])
                if room not in seen and room.name not in ROOMS | ALSO.get(floor, set()):
                    seen.add(room)
                    yield Finding(path=path, line=1, message=f"{room.name!r} is not a room")
        if path.parent == TABLES and path.stem not in ROOMS | {"__init__", "base"}:
            yield Finding(path=path, line=1, message=f"{path.stem!r} is not a room")


RULE = Rule(
    name="rooms",
    why="a concept must be easy to find on every floor",
    mend="move it into an existing room, or add the room to ROOMS if none fits",
    find=find,
)
