"""Seeded faults: realistic mistakes, each with the tests that must fail because of it."""

from tools.seeded_faults.fault import SeededFault
from tools.seeded_faults.faults import access, engine, money, network, scorers, screens, statistics

GROUPS: tuple[tuple[str, tuple[SeededFault, ...]], ...] = (
    ("access", access.FAULTS),
    ("network", network.FAULTS),
    ("money", money.FAULTS),
    ("engine", engine.FAULTS),
    ("statistics", statistics.FAULTS),
    ("scorers", scorers.FAULTS),
    ("screens", screens.FAULTS),
)
FAULTS: tuple[SeededFault, ...] = tuple(fault for _, group in GROUPS for fault in group)
