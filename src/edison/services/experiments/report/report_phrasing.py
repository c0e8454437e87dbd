"""Format the figures of a report for all file formats, with the words and digits of the screens."""

from decimal import Decimal

from edison.domain.money import to_usd
from edison.domain.reports.spend_breakdown import PHASE_NAMES
from edison.domain.results.run_summary import Figure
from edison.domain.runs.cell import Phase
from edison.domain.statistics.estimates import digits_of, interval_text
from edison.services.experiments.report.experiment_report import FinalReport

VERDICT_WORDS = {
    "better": "better",
    "worse": "worse",
    "better_on_these_cases": "better on these cases",
    "worse_on_these_cases": "worse on these cases",
    "cannot_tell": "cannot tell",
    "equal": "no difference",
}


def score(figure: Figure | None, scale: int | None) -> str:
    """Format a score on the scale of the rubric with its interval, such as 4.1 (3.9 to 4.3)."""
    if figure is None:
        return "no score"
    return interval_text(figure.value, figure.low, figure.high, scale or 1)


def change(figure: Figure | None, scale: int | None) -> str:
    if figure is None:
        return ""
    by = scale or 1
    digits = digits_of(by)
    low, high = sorted((figure.low * by, figure.high * by))
    return f"{figure.value * by:+.{digits}f} ({low:+.{digits}f} to {high:+.{digits}f})"


def verdict(word: str | None) -> str:
    return "" if word is None else VERDICT_WORDS.get(word, word.replace("_", " "))


def money(usd: Decimal | None) -> str:
    if usd is None:
        return "unknown"
    if usd and abs(usd) < Decimal("0.001"):
        digits = f"{usd:.6f}".rstrip("0")
        return f"${digits}{'0' * (4 - len(digits.split('.')[1]))}"
    return f"${usd:.4f}" if usd and abs(usd) < Decimal("0.1") else f"${usd:,.2f}"


def duration(seconds: float | None) -> str:
    if seconds is None:
        return "not finished"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    parts = [(days, "d"), (hours, "h"), (minutes, "min"), (rest, "s")]
    said = [f"{count} {unit}" for count, unit in parts if count][:2]
    return " ".join(said) or "0 s"


def count(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def cost_rows(report: FinalReport) -> list[tuple[str, str, str, str, str]]:
    """Return phase, cost, amount in doubt, calls and tokens as texts for each phase, and the total."""
    total = report.summary
    rows = [
        (phase(one.phase), to_usd(one.cost), to_usd(one.doubt), one.calls, one.tokens)
        for one in report.costs
    ]
    calls = sum(one.calls for one in report.costs)
    rows.append(("Total", total.cost_usd, total.doubt_usd, calls, total.tokens))
    return [
        (name, money(cost), money(doubt) if doubt else "", f"{made:,}", f"{tokens:,}")
        for name, cost, doubt, made, tokens in rows
    ]


def phase(of: Phase) -> str:
    return PHASE_NAMES[of]
