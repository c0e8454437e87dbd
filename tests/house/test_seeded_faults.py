"""The seeded faults: each can still be planted, the tests that notice it exist, and a result is judged soundly."""

import ast
import re
from pathlib import Path

import pytest
from tools.seeded_faults import FAULTS
from tools.seeded_faults.__main__ import ROOT, main
from tools.seeded_faults.fault import TIERS, Check, SeededFault, StaleFault, plant, why_stale
from tools.seeded_faults.prove import Outcome, judge, why_broken
from tools.seeded_faults.run_checks import Ran, names_of

FEWEST = 20
LONGEST_LIST = 3
NIGHTLY = "nightly"
CHECKS = sorted({str(check) for fault in FAULTS for check in fault.checks})
FAULT = SeededFault(
    name="one_more",
    breaks="Everything counts one more.",
    file="src/edison/count.py",
    old="return 1",
    new="return 2",
    caught_by=("tests/unit/test_count.py::test_one",),
)
NOTICED = "tests/unit/test_count.py::test_one[a]"


def ran(
    exit_code: int | None, *, passed: str | None = None, failed: str | None = None, other: str = ""
) -> Ran:
    return Ran(
        exit_code=exit_code,
        passed=frozenset({passed} if passed else ()),
        failed=frozenset({failed} if failed else ()),
        other=frozenset({other} if other else ()),
        seconds=1.0,
        tail="",
    )


def test_there_are_enough_faults_and_their_names_are_unique() -> None:
    names = [fault.name for fault in FAULTS]

    assert len(names) >= FEWEST
    assert sorted(set(names)) == sorted(names)
    assert all(re.fullmatch(r"[a-z][a-z0-9_]+", name) for name in names)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_can_be_planted_in_exactly_one_place(fault: SeededFault) -> None:
    assert why_stale(fault, ROOT) is None, (
        "change the fault's file or old text to what is there now"
    )

    planted = plant(fault, (ROOT / fault.file).read_text())

    if fault.file.endswith(".py"):
        # A file that cannot be read would fail at every test and prove nothing.
        ast.parse(planted)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_is_in_the_product_and_says_what_a_user_suffers(fault: SeededFault) -> None:
    assert fault.file.startswith(("src/edison/", "ui/src/"))
    assert fault.breaks.endswith(".")
    assert 1 <= len(fault.caught_by) <= LONGEST_LIST


@pytest.mark.parametrize("text", CHECKS)
def test_a_named_test_exists_in_a_tier_that_runs_on_every_change(text: str) -> None:
    check = Check.parse(text)

    assert check.file.startswith(TIERS)
    source = (ROOT / check.file).read_text()
    if check.runs_in_vitest:
        assert re.search(rf"""["'`]{re.escape(check.name)}""", source)
    else:
        module = ast.parse(source)
        assert check.function in functions(module)
        marks = [ast.unparse(mark) for mark in functions(module)[check.function].decorator_list]
        assert not [mark for mark in marks if NIGHTLY in mark]
        assert f"mark.{NIGHTLY}" not in marks_of_module(module)


def functions(module: ast.Module) -> dict[str, ast.FunctionDef | ast.AsyncFunctionDef]:
    return {
        node.name: node
        for node in module.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def marks_of_module(module: ast.Module) -> str:
    assigned = [node for node in module.body if isinstance(node, ast.Assign)]
    return " ".join(ast.unparse(node) for node in assigned if "pytestmark" in ast.unparse(node))


@pytest.mark.parametrize("text", ["return 3", "return 1\nreturn 1"], ids=["gone", "twice"])
def test_a_fault_without_exactly_one_place_is_stale(tmp_path: Path, text: str) -> None:
    (tmp_path / "src" / "edison").mkdir(parents=True)
    (tmp_path / FAULT.file).write_text(text)

    with pytest.raises(StaleFault):
        plant(FAULT, text)
    assert "times, not once" in (why_stale(FAULT, tmp_path) or "")


def test_a_fault_whose_file_or_test_is_gone_is_stale(tmp_path: Path) -> None:
    assert why_stale(FAULT, tmp_path) == f"{FAULT.file} does not exist"
    (tmp_path / "src" / "edison").mkdir(parents=True)
    (tmp_path / FAULT.file).write_text("return 1")

    assert why_stale(FAULT, tmp_path) == "tests/unit/test_count.py does not exist"


@pytest.mark.parametrize(
    ("result", "outcome"),
    [
        (ran(1, failed=NOTICED), Outcome.CAUGHT),
        (ran(0, passed=NOTICED), Outcome.MISSED),
        # An error in a fixture: exit code 1, and no test has failed.
        (ran(1, other=NOTICED), Outcome.MISSED),
        # Interrupted, wrong call, nothing collected.
        (ran(2, failed=NOTICED), Outcome.MISSED),
        (ran(4), Outcome.MISSED),
        (ran(5), Outcome.MISSED),
        (ran(None), Outcome.TIMED_OUT),
    ],
)
def test_only_a_test_that_failed_has_caught_a_fault(result: Ran, outcome: Outcome) -> None:
    assert judge(FAULT, [result])[0] is outcome


def test_a_timeout_counts_only_for_a_fault_that_makes_tests_hang() -> None:
    hanging = SeededFault(
        name="hangs",
        breaks="It waits for ever.",
        file=FAULT.file,
        old=FAULT.old,
        new=FAULT.new,
        caught_by=FAULT.caught_by,
        hangs=True,
    )

    assert judge(hanging, [ran(None)])[0] is Outcome.CAUGHT


@pytest.mark.parametrize(
    ("baseline", "words"),
    [
        (ran(0, passed=NOTICED), None),
        (ran(1, failed=NOTICED), "fails or is skipped"),
        (ran(0, other=NOTICED), "fails or is skipped"),
        (ran(0, passed="tests/unit/test_count.py::test_one_more"), "did not run"),
        (ran(4), "did not run"),
    ],
)
def test_a_check_that_does_not_pass_without_the_fault_is_broken(
    baseline: Ran, words: str | None
) -> None:
    found = why_broken(FAULT, [baseline])

    assert (found is None) if words is None else (found is not None and words in found)


def test_results_are_matched_by_the_whole_name_or_by_a_part_on_screens() -> None:
    server = Check.parse("tests/unit/test_count.py::test_one")
    screens = Check.parse("ui/src/count.test.ts::counts one")
    results = frozenset(
        {NOTICED, f"{server}_more", f"{server}", "ui/src/count.test.ts::sums counts one"}
    )

    assert names_of(server, results) == {NOTICED, str(server)}
    assert names_of(screens, results) == {"ui/src/count.test.ts::sums counts one"}
    with pytest.raises(ValueError, match="file::name"):
        Check.parse("tests/unit/test_count.py")


def test_the_faults_can_be_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0

    printed = capsys.readouterr().out
    assert all(fault.name in printed and fault.breaks in printed for fault in FAULTS)
