"""Choose the one verdict to name for several comparisons."""

from collections.abc import Sequence

from edison.domain.statistics.paired_comparison import Verdict

# The verdict that a person must not miss comes first.
_NOTABLE = (
    Verdict.WORSE,
    Verdict.WORSE_ON_THESE_CASES,
    Verdict.BETTER,
    Verdict.BETTER_ON_THESE_CASES,
    Verdict.INCONCLUSIVE,
    Verdict.CANNOT_TELL,
)


def most_notable(verdicts: Sequence[str]) -> str | None:
    """Return one verdict for several: worse if any is worse, else better if any is better; None without any."""
    return next((str(one) for one in _NOTABLE if one in verdicts), None)
