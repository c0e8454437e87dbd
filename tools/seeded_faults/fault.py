"""Describe one seeded fault: an exact change to one file and the tests that must fail because of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

SCREENS = "ui/"
# The tiers that run on every change. Load tests and browser tests are too slow to be the only check of a fault.
TIERS = (
    "tests/unit/",
    "tests/house/",
    "tests/contract/",
    "tests/integration/",
    "tests/proofs/",
    "tests/fault/",
    "ui/src/",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One test that should fail because of a fault: a pytest id, or a Vitest file and a part of the test's name."""

    file: str
    name: str

    @classmethod
    def parse(cls, text: str) -> "Check":
        file, separator, name = text.partition("::")
        if not separator or not name:
            raise ValueError(f"{text!r} is not a test id of the form file::name")
        return cls(file=file, name=name)

    @property
    def runs_in_vitest(self) -> bool:
        return self.file.startswith(SCREENS)

    @property
    def function(self) -> str:
        """Return the name of the test function, without the parameters in brackets."""
        return self.name.partition("[")[0]

    def __str__(self) -> str:
        return f"{self.file}::{self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeededFault:
    """A realistic mistake. `old` must occur exactly once in `file`; it is replaced by `new`."""

    name: str
    # The effect on a user of Edison, in one sentence.
    breaks: str
    file: str
    old: str
    new: str
    # Ids of tests that should fail. One failure is enough.
    caught_by: tuple[str, ...]
    # Set only if the fault makes a test hang: a timeout then means that it was caught.
    hangs: bool = False

    @property
    def checks(self) -> tuple[Check, ...]:
        return tuple(Check.parse(text) for text in self.caught_by)


class StaleFault(Exception):
    """The code has changed: the text to replace does not occur exactly once."""


def plant(fault: SeededFault, text: str) -> str:
    """Return the text with the fault; raise StaleFault unless the text to replace occurs exactly once."""
    found = text.count(fault.old)
    if found != 1:
        raise StaleFault(f"{fault.file} contains the text to replace {found} times, not once")
    if fault.old == fault.new:
        raise StaleFault("The old and the new text are the same")
    return text.replace(fault.old, fault.new)


def why_stale(fault: SeededFault, root: Path) -> str | None:
    """Explain why a fault cannot be planted in this tree; None if it can."""
    path = root / fault.file
    if not path.is_file():
        return f"{fault.file} does not exist"
    try:
        plant(fault, path.read_text())
    except StaleFault as stale:
        return str(stale)
    missing = [check.file for check in fault.checks if not (root / check.file).is_file()]
    return f"{missing[0]} does not exist" if missing else None


def checks_of(faults: Iterable[SeededFault]) -> list[Check]:
    """Return all tests that the faults name, without duplicates, in order."""
    return list(dict.fromkeys(check for fault in faults for check in fault.checks))
