"""All figures of the statistics in one go, within ten minutes; and what they must be."""

from collections.abc import Callable

from tests.load import statistics_judges, statistics_simulations
from tests.load.judging import repaid_calls
from tests.load.results_dashboard import dashboard_p95_ms
from tests.load.statistics_simulations import COVERAGES

Figures = dict[str, float]
Say = Callable[[str], None]

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
# Those that are said last; the others are in the lines before.
SAID = (
    *("aa_false_share", "coverage_mean", "coverage_proportion", "coverage_ranking"),
    *("coverage_corrected", "power_gap", "family_error", "dashboard_p95_ms"),
    *("judges_told_apart", "repaid_calls"),
)


def simulated(say: Say) -> Figures:
    """Everything that needs no server."""
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


def served(say: Say) -> Figures:
    """What is measured on a running server."""
    dashboard = dashboard_p95_ms()
    say(f"dashboard of 100,000 cells while a run is writing: p95 {dashboard:.0f} ms")
    repaid = repaid_calls()
    say(f"judging through kills of workers: {repaid} calls paid for twice")
    return {"dashboard_p95_ms": round(dashboard, 1), "repaid_calls": repaid}
