"""Format the figures of a report in the same way for all file formats."""

from decimal import Decimal

from edison.domain.results.run_summary import Figure

PHASE_NAMES = {
    "target": "Execution",
    "judge": "Judging",
    "refine": "Refinement",
    "assist": "Assistance",
}
VERDICT_WORDS = {
    "better": "better",
    "worse": "worse",
    "better_on_these_cases": "better on these cases",
    "worse_on_these_cases": "worse on these cases",
    "cannot_tell": "cannot tell",
    "equal": "no difference",
}


def score(figure: Figure | None, scale: int | None) -> str:
    """Format a score on the scale of the rubric with half the width of its interval, such as 4.1 ± 0.2."""
    if figure is None:
        return "no score"
    by = scale or 1
    digits = 2 if scale else 3
    half = (figure.high - figure.low) / 2 * by
    return f"{figure.value * by:.{digits}f} ± {half:.{digits}f}"


def change(figure: Figure | None, scale: int | None) -> str:
    if figure is None:
        return ""
    by = scale or 1
    digits = 2 if scale else 3
    low, high = sorted((figure.low * by, figure.high * by))
    return f"{figure.value * by:+.{digits}f} ({low:+.{digits}f} to {high:+.{digits}f})"


def verdict(word: str | None) -> str:
    return "" if word is None else VERDICT_WORDS.get(word, word.replace("_", " "))


def money(usd: Decimal | None) -> str:
    if usd is None:
        return "unknown"
    if usd == 0:
        return "$0"
    return f"${usd:,.2f}" if abs(usd) >= 1 else f"${usd:.4f}"


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


def phase(name: str) -> str:
    return PHASE_NAMES.get(name, name)
