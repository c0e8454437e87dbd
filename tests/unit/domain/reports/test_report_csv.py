"""Reports as files: exact money, and nothing that a spreadsheet would run."""

import csv
import io
from collections.abc import Sequence
from datetime import UTC, date, datetime

from edison.domain.money import MicroUsd
from edison.domain.reports.burn_down import burn_down
from edison.domain.reports.report_csv import (
    burn_down_lines,
    repricing_lines,
    savings_lines,
    spending_head,
    spending_line,
    tokens_head,
    tokens_line,
)
from edison.domain.reports.reprice_usage import repricing_of
from edison.domain.reports.savings import ReusedAnswers, savings_of
from edison.domain.reports.spend_breakdown import (
    Name,
    SpendGroup,
    SpendLine,
    SpendRow,
    Sums,
    Window,
)

EVIL = "=HYPERLINK(1)"
SUMS = Sums(calls=3, cost=MicroUsd(1_234_567), doubt=MicroUsd(1), prompt_tokens=10)
WINDOW = Window(first=date(2026, 11, 1), last=date(2026, 11, 16))


def read(lines: Sequence[str]) -> list[dict[str, str]]:
    text = "".join(lines)
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


def test_spending_has_exact_money_and_no_formula() -> None:
    row = SpendRow(key="1", label=EVIL, sums=SUMS, share=1 / 3)

    [line] = read([spending_head(SpendGroup.RUN), spending_line(SpendGroup.RUN, row)])

    assert (line["run"], line["run_id"]) == ("'" + EVIL, "1")
    assert (line["cost_usd"], line["in_doubt_usd"]) == ("1.234567", "0.000001")
    assert (line["calls"], line["prompt_tokens"], line["share"]) == ("3", "10", "0.333333")


def test_days_have_no_id_and_nothing_has_no_share() -> None:
    row = SpendRow(key="2026-11-16", label="2026-11-16", sums=Sums(), share=None)

    [line] = read([spending_head(SpendGroup.DAY), spending_line(SpendGroup.DAY, row)])

    assert (line["day"], line["share"], line["cost_usd"]) == ("2026-11-16", "", "0")
    assert "day_id" not in line


def test_tokens_have_a_line_for_each_day_and_model() -> None:
    [line] = read([tokens_head(), tokens_line("2026-11-16", EVIL, "1", SUMS)])

    assert (line["day"], line["model"], line["prompt_tokens"]) == ("2026-11-16", "'" + EVIL, "10")


def test_a_burn_down_adds_up() -> None:
    days = {date(2026, 11, day): MicroUsd(500_000) for day in (1, 3)}
    report = burn_down(
        days, limit=MicroUsd(2), held=MicroUsd(0), now=datetime(2026, 11, 4, tzinfo=UTC)
    )

    found = read(burn_down_lines(report))

    assert [line["spent_so_far_usd"] for line in found] == ["0.5", "1"]
    assert found[0]["limit_usd"] == "0.000002"


def test_what_is_unknown_is_left_empty() -> None:
    lines = [SpendLine(key="1", sums=Sums(cost=MicroUsd(5), prompt_tokens=9, cache_read_tokens=9))]
    names = {"1": Name(text=EVIL)}
    repriced = repricing_of(WINDOW, lines, names, model="x", label="@x", price=None)
    savings = savings_of(WINDOW, lines, {"1": ReusedAnswers(calls=1, saved=MicroUsd(7))}, names, {})

    [other], [saved] = read(repricing_lines(repriced)), read(savings_lines(savings))

    assert (other["model"], other["repriced_as"], other["repriced_usd"]) == ("'" + EVIL, "'@x", "")
    assert (saved["model"], saved["reused_usd"], saved["cached_usd"]) == (
        "'" + EVIL,
        "0.000007",
        "",
    )
