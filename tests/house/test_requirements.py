"""The list of requirements keeps its own rules: its sums are right, and what is ticked names a test that exists."""

import re
from collections import Counter

from tools.checks.__main__ import ROOT

PAGE = (ROOT / "docs" / "requirements.md").read_text()
STATUSES = ("done", "differs", "open", "out of scope")
ID = re.compile(r"[A-Z][A-Z0-9]*-[\w.-]+")
NAMED = re.compile(r"(tests/(?:\w+/)+\w+\.py)::(test_\w+)(\.\.\.)?")


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


ROWS = [row for row in map(cells, PAGE.splitlines()) if len(row) == 5 and ID.fullmatch(row[0])]


def counted() -> dict[str, list[int]]:
    by = Counter((milestone.replace("—", "none"), status) for _, _, milestone, status, _ in ROWS)
    milestones = dict.fromkeys(milestone for milestone, _ in by)
    table = {name: [by[name, status] for status in STATUSES] for name in milestones}
    table["all"] = [sum(column) for column in zip(*table.values(), strict=True)]
    return {name: [*numbers, sum(numbers)] for name, numbers in table.items()}


def stated() -> dict[str, list[int]]:
    begin = PAGE.index("| milestone | done |")
    lines = PAGE[begin:].split("\n\n", 1)[0].splitlines()[2:]
    return {name: [int(number) for number in numbers] for name, *numbers in map(cells, lines)}


def test_the_table_at_the_top_counts_what_is_below() -> None:
    assert stated() == counted()


def test_every_row_has_a_known_status() -> None:
    assert len(ROWS) > 1000
    assert {row[3] for row in ROWS} <= set(STATUSES)


def test_ids_are_unique() -> None:
    assert [name for name, times in Counter(row[0] for row in ROWS).items() if times > 1] == []


def test_what_is_done_names_a_test() -> None:
    silent = [row[0] for row in ROWS if row[3] == "done" and not row[4]]

    assert silent == []


def test_a_file_of_tests_that_is_named_exists() -> None:
    there = {path.name for path in (ROOT / "tests").rglob("test_*.py")}
    named = {name for row in ROWS for name in re.findall(r"\btest_\w+\.py\b", row[4])}

    assert len(named) > 10
    assert sorted(named - there) == []


def test_a_test_that_is_named_exists() -> None:
    """A name that ends in `...` is the beginning of one."""
    missing: list[str] = []
    found = [each for row in ROWS for each in NAMED.findall(row[4])]
    for file, name, shortened in found:
        end = "" if shortened else r"\("
        if not re.search(rf"^(?:async )?def {name}{end}", (ROOT / file).read_text(), re.MULTILINE):
            missing.append(f"{file}::{name}{shortened}")

    assert len(found) > 100
    assert sorted(set(missing)) == []


def test_what_is_out_of_scope_has_a_reason() -> None:
    assert [row[0] for row in ROWS if row[3] == "out of scope" and not row[4]] == []
