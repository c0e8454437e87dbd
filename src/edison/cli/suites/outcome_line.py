"""Last lines of the output of `edison run`: the cost, and PASS or FAIL."""

from decimal import Decimal
from typing import Any

from edison.cli.suites.suite_verdict import Exit, SuiteVerdict
from edison.cli.suites.terminal_output import Style, dollars
from edison.domain.models.provider import Provider

AGAINST_BASELINE = {
    "better": "better than the baseline",
    "not_worse": "not worse than the baseline",
    "worse": "worse than the baseline",
    "cannot_tell": "nobody can tell whether it is worse than the baseline",
}


def spending_line(report: dict[str, Any]) -> str:
    """Return the sentence about the cost of a run. It explains a cost of $0 and simulated money."""
    spent = Decimal(str(report["budget"]["settled_usd"]))
    why = _why_nothing(report) if spent == 0 else _why_simulated(report)
    saved = sum(
        (Decimal(str(column.get("saved_usd", 0))) for column in report["progress"]), Decimal()
    )
    if spent == 0 and saved:
        why += f" (originally {dollars(saved)})"
    return f"Spent {dollars(spent)}" + (f": {why}" if why else "")


def _why_nothing(report: dict[str, Any]) -> str:
    progress = report["progress"]
    answered = sum(column["answered"] + column["malformed"] for column in progress)
    reused = sum(column.get("reused", 0) for column in progress)
    if not answered:
        return "no model gave an answer"
    if reused >= answered:
        return (
            f"all {answered:,} answers were reused from earlier calls. "
            "Set `reuse: false` to call the models again"
        )
    free = "the price of every model called is $0 in the catalog"
    return f"{reused:,} answers were reused, and {free}" if reused else free


def _why_simulated(report: dict[str, Any]) -> str:
    columns = report["plan"]["columns"]
    if all(column.get("provider") == Provider.SIMULATED for column in columns):
        return "simulated money, no provider was paid"
    return ""


def outcome_line(
    code: int,
    verdict: SuiteVerdict | None,
    style: Style,
    *,
    file: str,
    mistakes: int,
    started: bool,
    gate: dict[str, Any] | None = None,
) -> str | None:
    """Return PASS or FAIL with the reason; None if the user interrupted the command or did not wait for the run."""
    if code == Exit.INTERRUPTED:
        return None
    missed = verdict is not None and verdict.exit == Exit.MISSED
    if gate is not None and code in (Exit.OK, Exit.MISSED, Exit.INCONCLUSIVE) and not missed:
        said = AGAINST_BASELINE[gate["verdict"]] if gate["baseline"] else "there is no baseline yet"
        return f"{_gate_word(code, style)}  {said}"
    if code == Exit.OK:
        return None if verdict is None else f"{style.good('PASS')}  {_reached(verdict)}"
    return f"{style.bad('FAIL')}  {_why(code, verdict, file, mistakes, started=started)}"


def _gate_word(code: int, style: Style) -> str:
    if code == Exit.INCONCLUSIVE:
        return style.doubtful("CANNOT TELL")
    return style.bad("FAIL") if code else style.good("PASS")


def _reached(verdict: SuiteVerdict) -> str:
    if not verdict.checks:
        return "all answers received; the file sets no threshold"
    return f"{_count(len(verdict.checks), 'threshold')} reached"


def _why(
    code: int, verdict: SuiteVerdict | None, file: str, mistakes: int, *, started: bool
) -> str:
    if code == Exit.WRONG_FILE:
        return f"{_count(mistakes, 'mistake')} in {file}; nothing was started"
    if code == Exit.INCONCLUSIVE and verdict is not None:
        return f"not enough evidence: {verdict.doubts[0]}"
    if code == Exit.MISSED and verdict is not None:
        missed = sum(not check.reached for check in verdict.checks)
        return f"{missed:,} of {_count(len(verdict.checks), 'threshold')} missed"
    return "the run did not finish" if started else "nothing was started"


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
