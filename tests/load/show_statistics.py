"""The parts of `just show statistics`, and what the figures must be."""

from tests.load import statistics_judges, statistics_simulations
from tests.load.judging import repaid_calls
from tests.load.results_dashboard import dashboard_p95_ms
from tests.load.showing import Figures, Part, Say, Show
from tests.load.statistics_simulations import COVERAGES
from tests.load.time_budget import TimeBudget

RUNS = 2_000
# More than a thousand, so that the share is known to half a point.
SAME_AGAINST_SAME = 4_000
FAMILIES = 1_000
EXAMS = 300

# Of simulations, then of what runs at them.
AT_MOST: dict[str, tuple[str, float]] = {
    **dict.fromkeys(COVERAGES, ("at most", 0.97)),
    "aa_false_share": ("at most", 0.05),
    "aa_false_share_passes": ("at most", 0.05),
    "power_gap": ("at most", 0.03),
    "family_error": ("at most", 0.05),
}
AT_LEAST: dict[str, tuple[str, float]] = {
    **dict.fromkeys(COVERAGES, ("at least", 0.93)),
    "judges_told_apart": ("at least", 5),
}
OF_THE_SERVER: dict[str, tuple[str, float]] = {
    "dashboard_p95_ms": ("at most", 500),
    "repaid_calls": ("at most", 0),
}


def simulated(say: Say, _: TimeBudget) -> Figures:
    """Measure everything that needs no server."""
    figures: Figures = {}
    for name, covers in COVERAGES.items():
        found = covers(RUNS)
        figures[name] = round(found.share, 4)
        say(f"{name.replace('_', ' ')}: {found}")
    figures["aa_false_share"] = statistics_simulations.false_alarms(SAME_AGAINST_SAME)
    figures["aa_false_share_passes"] = statistics_simulations.false_alarms_of_passes(
        SAME_AGAINST_SAME
    )
    say(
        f"the same against the same, {SAME_AGAINST_SAME:,} times: "
        f"{figures['aa_false_share']:.1%} called better or worse"
        f" by score, {figures['aa_false_share_passes']:.1%} by passes"
    )
    figures["family_error"] = statistics_simulations.family_errors(FAMILIES)
    say(f"ten comparisons, {FAMILIES:,} times: {figures['family_error']:.1%} with a false alarm")
    promises = statistics_simulations.power_promises(RUNS)
    for promise in promises:
        say(f"power, {promise}")
    figures["power_gap"] = round(max(promise.gap for promise in promises), 4)
    shares = statistics_judges.recognised(EXAMS)
    say(
        f"planted judges recognised: {', '.join(f'{name} {share:.0%}' for name, share in shares.items())}"
    )
    figures["judges_told_apart"] = statistics_judges.told_apart(shares)
    return figures


def dashboard(say: Say, _: TimeBudget) -> Figures:
    p95_ms = dashboard_p95_ms(say)
    say(f"dashboard of 100,000 cells while another run is executed, fsync on: p95 {p95_ms:.0f} ms")
    return {"dashboard_p95_ms": round(p95_ms, 1)}


def judging(say: Say, budget: TimeBudget) -> Figures:
    """Count judge calls that were paid for twice after kills of workers."""
    figures = repaid_calls(say, budget)
    say(f"judging through kills of workers: {figures}")
    return figures


SHOW = Show(
    parts=(
        Part(
            name="simulations",
            measure=simulated,
            share_s=80,
            figures=tuple(dict.fromkeys((*AT_MOST, *AT_LEAST))),
            needs_server=False,
        ),
        Part(name="dashboard", measure=dashboard, share_s=90, figures=("dashboard_p95_ms",)),
        Part(
            name="judging",
            measure=judging,
            share_s=400,
            figures=("repaid_calls", "judged_cells", "judge_kills"),
        ),
    ),
    keys=(
        *("aa_false_share", "coverage_mean", "coverage_proportion", "coverage_ranking"),
        *("coverage_corrected", "power_gap", "family_error", "dashboard_p95_ms"),
        *("judges_told_apart", "repaid_calls", "judged_cells", "judge_kills"),
    ),
    limits=(AT_MOST, AT_LEAST, OF_THE_SERVER),
)
