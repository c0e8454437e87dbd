"""How the versions of a prompt came from each other, and what is known of each: a graph for a screen to draw."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from edison.domain.prompts import VersionId, VersionOrigin
from edison.domain.results.shapes import Figure

# A graph of more than these is no picture any more; the newest are shown.
MOST_NODES = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What a version came to, where it was last measured. `scale` is the rubric's; None: from 0 to 1."""

    composite: Figure
    scale: int | None
    # None: the run is not known any more.
    run: UUID | None
    run_number: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    version: VersionId
    number: int
    parent: VersionId | None
    labels: tuple[str, ...]
    origin: VersionOrigin
    author: str
    changelog: str
    at: datetime
    measured: Measured | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The version of another prompt that a fork began with."""

    version: VersionId
    prompt: UUID
    prompt_name: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What an experiment found out about a version: held against which, and with what verdict."""

    experiment: UUID
    experiment_name: str
    iteration: UUID
    iteration_number: int
    verdict: str | None
    effect: Figure | None
    sentence: str | None
    # The number of the version that it was held against; not always the parent.
    against: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """`suggestion` is the one that made the version, if one did."""

    begin: VersionId
    end: VersionId
    evidence: Evidence | None
    suggestion: UUID | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lineage:
    """Oldest first. `left_out` counts older versions that are not in it."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    sources: tuple[Source, ...]
    left_out: int
