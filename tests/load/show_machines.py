"""The parts of `just show machines`: what pipelines and programs rely on."""

from tests.load.gate_worlds import gate_figures
from tests.load.machine_figures import (
    command_figures,
    mcp_figures,
    promptfoo_figures,
    sdk_figures,
    snippet_figures,
)
from tests.load.showing import Figures, Part, Say, Show
from tests.load.time_budget import TimeBudget

LIMITS: dict[str, tuple[str, float]] = {
    "promptfoo_assertions_mapped_share": ("at least", 0.9),
    "promptfoo_row_agreement": ("at least", 0.98),
    "gate_aa_false_in_100": ("at most", 5),
    "gate_caught_in_100": ("at least", 95),
    "gate_infrastructure_misread": ("at most", 0),
    "sdk_import_ms": ("at most", 150),
    "function_target_ratio": ("at most", 1.3),
}


def gate(say: Say, budget: TimeBudget) -> Figures:
    """Run as many trials as the share of the time allows, up to a hundred of each kind."""
    return gate_figures(say, budget)


PARTS = (
    Part(
        name="gate",
        measure=gate,
        share_s=355,
        figures=("gate_aa_false_in_100", "gate_caught_in_100", "gate_infrastructure_misread"),
    ),
    Part(
        name="command-start",
        measure=command_figures,
        share_s=20,
        figures=("cli_help_ms",),
        needs_server=False,
    ),
    Part(
        name="sdk",
        measure=sdk_figures,
        share_s=80,
        figures=("sdk_import_ms", "function_target_ratio"),
    ),
    Part(
        name="promptfoo",
        measure=promptfoo_figures,
        share_s=50,
        figures=("promptfoo_assertions_mapped_share", "promptfoo_row_agreement"),
        needs_server=False,
    ),
    Part(name="mcp", measure=mcp_figures, share_s=30, figures=("mcp_tools",)),
    Part(
        name="snippets",
        measure=snippet_figures,
        share_s=30,
        figures=("snippets_run",),
        needs_server=False,
    ),
)
SHOW = Show(
    parts=PARTS,
    keys=(
        "promptfoo_assertions_mapped_share",
        "promptfoo_row_agreement",
        "gate_aa_false_in_100",
        "gate_caught_in_100",
        "gate_infrastructure_misread",
        "sdk_import_ms",
        "cli_help_ms",
        "function_target_ratio",
        "mcp_tools",
        "snippets_run",
    ),
    limits=(LIMITS,),
)
