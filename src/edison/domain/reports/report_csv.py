"""Reports as CSV files. Amounts are exact, and text that a spreadsheet would treat as a formula is escaped."""

import csv
import io
from collections.abc import Sequence
from enum import StrEnum

from edison.domain.datasets.case_files import FORMULA_STARTS
from edison.domain.money import MicroUsd, to_usd
from edison.domain.reports.burn_down import BurnDown
from edison.domain.reports.reprice_usage import Repricing
from edison.domain.reports.savings import Savings
from edison.domain.reports.spend_breakdown import SpendGroup, SpendRow, Sums

# Byte order mark: tells a spreadsheet that the file is UTF-8.
MARK = "\ufeff"
SUMS = (
    "calls", "cost_usd", "in_doubt_usd", "prompt_tokens", "completion_tokens", "in_doubt_tokens",
    "cache_read_tokens", "cache_write_tokens", "simulated_usd", "overrun_usd",
)  # fmt: skip


class ReportFormat(StrEnum):
    JSON = "json"
    CSV = "csv"


def spending_head(group: SpendGroup) -> str:
    first = (str(group),) if group is SpendGroup.DAY else (str(group), f"{group}_id")
    return MARK + _line([*first, *SUMS, "share"])


def spending_line(group: SpendGroup, row: SpendRow) -> str:
    first = (row.label,) if group is SpendGroup.DAY else (row.label, row.key)
    share = "" if row.share is None else f"{row.share:.6f}"
    return _line([*map(_harmless, first), *_sums(row.sums), share])


def tokens_head() -> str:
    return MARK + _line(["day", "model", "model_id", *SUMS])


def tokens_line(day: str, label: str, key: str, sums: Sums) -> str:
    return _line([day, _harmless(label), key, *_sums(sums)])


def burn_down_lines(report: BurnDown) -> list[str]:
    lines = [MARK + _line(["day", "spent_usd", "spent_so_far_usd", "limit_usd"])]
    so_far = 0
    for one in report.days:
        so_far += one.spent
        cells = [one.day.isoformat(), _usd(one.spent), _usd(MicroUsd(so_far)), _usd(report.limit)]
        lines.append(_line(cells))
    return lines


def savings_lines(report: Savings) -> list[str]:
    head = ["model", "model_id", "reused_calls", "reused_usd", "cached_tokens", "cached_usd"]
    return [
        MARK + _line(head),
        *(
            _line(
                [
                    _harmless(one.label),
                    one.key,
                    str(one.reused.calls),
                    _usd(one.reused.saved),
                    str(one.cached_tokens),
                    _usd(one.cached),
                ]
            )
            for one in report.models
        ),
    ]


def repricing_lines(report: Repricing) -> list[str]:
    head = ["model", "model_id", *SUMS, "repriced_as", "repriced_usd"]
    return [
        MARK + _line(head),
        *(
            _line(
                [
                    _harmless(one.row.label),
                    one.row.key,
                    *_sums(one.row.sums),
                    _harmless(report.label),
                    _usd(one.cost),
                ]
            )
            for one in report.rows
        ),
    ]


def _sums(sums: Sums) -> list[str]:
    return [
        str(sums.calls),
        _usd(sums.cost),
        _usd(sums.doubt),
        str(sums.prompt_tokens),
        str(sums.completion_tokens),
        str(sums.doubt_tokens),
        str(sums.cache_read_tokens),
        str(sums.cache_write_tokens),
        _usd(sums.simulated),
        _usd(sums.overrun),
    ]


def _usd(amount: MicroUsd | None) -> str:
    """Format an amount; return an empty text for an unknown amount, to distinguish it from zero."""
    return "" if amount is None else f"{to_usd(amount):f}"


def _harmless(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def _line(cells: Sequence[str]) -> str:
    text = io.StringIO(newline="")
    csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\r\n").writerow(cells)
    return text.getvalue()
