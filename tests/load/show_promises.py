"""The parts of `just show promises`: attacks, stopped workers, the audit log, and the life of data."""

import tempfile
from pathlib import Path

from tests.fault.stopped_workers import Found, stop_workers
from tests.load.recorded_figures import run_tests
from tests.load.showing import Figures, Part, Say, Show
from tests.load.time_budget import TimeBudget
from tests.proofs.wheel import build_wheel, install

# The tests in these files that are marked as attacks.
ATTACKS = (
    "-m",
    "attack",
    "tests/integration/test_database_roles.py",
    "tests/integration/test_stored_format.py",
    "tests/integration/test_invite_takeover.py",
    "tests/integration/test_schema_bomb.py",
    "tests/integration/test_upload_bomb.py",
    "tests/integration/test_audit_checkpoints.py",
)
AUDITED = "tests/proofs/test_audited_routes.py::test_every_mutating_route_leaves_an_audit_entry"
RETAINED = "tests/integration/test_retention.py::test_no_row_is_past_its_age_after_the_night"
ERASED = "tests/integration/test_project_deletion.py::test_nothing_is_left_of_a_deleted_project"
STOPS, QUIET_KILLS = 10, 4
CELLS, QUIET_CELLS = 4_000, 2_000

LIMITS: dict[str, tuple[str, float]] = {
    "attacks_tried": ("at least", 40),
    "attacks_skipped": ("at most", 0),
    "attacks_succeeded": ("at most", 0),
    "kills": ("at least", STOPS),
    "terms": ("at least", STOPS),
    "answers_lost": ("at most", 0),
    "repeats_unexplained": ("at most", 0),
    "runs_not_completed": ("at most", 0),
    "pauses_for_doubt": ("at most", 0),
    "repeats_beyond_slots_per_kill": ("at most", 0),
    "answered_and_lost_per_kill": ("at most", 20),
    "resumed_after_s": ("at most", 5),
    "repeats_per_term": ("at most", 0),
    "mutating_routes": ("more than", 0),
    "routes_without_audit": ("at most", 0),
    "audit_tests_failed": ("at most", 0),
    "rows_past_retention": ("at most", 0),
    "orphan_rows_after_project_deletion": ("at most", 0),
    "lifecycle_tests_failed": ("at most", 0),
}


def attacks(say: Say, _: TimeBudget) -> Figures:
    found = run_tests(say, *ATTACKS)
    return {
        "attacks_tried": found.tests,
        "attacks_skipped": found.skipped,
        "attacks_succeeded": found.failed,
    }


def quiet(say: Say, _: TimeBudget) -> Figures:
    """Kill the worker of the installed wheel on a machine that has nothing else to do."""
    with tempfile.TemporaryDirectory(prefix="edison-wheel-") as folder:
        edison = install(build_wheel(Path(folder)), Path(folder))
        found = stop_workers(
            kills=QUIET_KILLS, terms=0, cells=QUIET_CELLS, program=(str(edison),), say=say
        )
    say(str(found))
    return {"answered_and_lost_per_kill": max(found.answered_and_lost_per_kill)}


def stops(say: Say, _: TimeBudget) -> Figures:
    """Kill and terminate the worker of the installed wheel while something else burns a core."""
    with tempfile.TemporaryDirectory(prefix="edison-wheel-") as folder:
        edison = install(build_wheel(Path(folder)), Path(folder))
        found = stop_workers(
            kills=STOPS,
            terms=STOPS,
            cells=CELLS,
            burns_a_core=True,
            program=(str(edison),),
            say=say,
        )
    say(str(found))
    return figures_of(found)


def figures_of(found: Found) -> Figures:
    return {
        "kills": found.kills,
        "terms": found.terms,
        "answers_lost": found.answers_lost,
        "repeats_unexplained": found.repeats_unexplained,
        "runs_not_completed": int(found.state != "completed"),
        "pauses_for_doubt": found.pauses,
        "repeats_beyond_slots_per_kill": found.beyond_slots,
        "resumed_after_s": max(found.resumed_after_s),
        "repeats_per_term": max(found.repeats_per_term),
    }


def audit_log(say: Say, _: TimeBudget) -> Figures:
    found = run_tests(say, AUDITED)
    return {**found.properties, "audit_tests_failed": found.failed + found.skipped}


def data_lifecycle(say: Say, _: TimeBudget) -> Figures:
    found = run_tests(say, RETAINED, ERASED)
    return {**found.properties, "lifecycle_tests_failed": found.failed + found.skipped}


SHOW = Show(
    parts=(
        Part(
            name="attacks",
            measure=attacks,
            share_s=150,
            figures=("attacks_tried", "attacks_skipped", "attacks_succeeded"),
        ),
        Part(
            name="audit-log",
            measure=audit_log,
            share_s=60,
            figures=("mutating_routes", "routes_without_audit", "audit_tests_failed"),
        ),
        Part(
            name="data-lifecycle",
            measure=data_lifecycle,
            share_s=60,
            figures=(
                "rows_past_retention",
                "orphan_rows_after_project_deletion",
                "lifecycle_tests_failed",
            ),
        ),
        Part(name="quiet", measure=quiet, share_s=100, figures=("answered_and_lost_per_kill",)),
        Part(
            name="stops",
            measure=stops,
            share_s=200,
            figures=(
                "kills",
                "terms",
                "answers_lost",
                "repeats_unexplained",
                "runs_not_completed",
                "pauses_for_doubt",
                "repeats_beyond_slots_per_kill",
                "resumed_after_s",
                "repeats_per_term",
            ),
        ),
    ),
    keys=(
        "attacks_tried",
        "attacks_succeeded",
        "kills",
        "terms",
        "answers_lost",
        "repeats_beyond_slots_per_kill",
        "answered_and_lost_per_kill",
        "resumed_after_s",
        "repeats_per_term",
        "mutating_routes",
        "routes_without_audit",
        "rows_past_retention",
        "orphan_rows_after_project_deletion",
    ),
    limits=(LIMITS,),
)
