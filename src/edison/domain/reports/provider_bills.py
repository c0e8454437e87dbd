"""Parser of providers' cost exports (CSV): billed amounts by day (UTC) and model."""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal, InvalidOperation

from edison.domain.money import MicroUsd, from_usd


class WrongBill(ValueError):
    """Raised if the file cannot be parsed as a cost export. The message names the line and the reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BillColumns:
    """Names of the CSV columns that contain the day, the model and the cost in dollars."""

    day: str
    model: str
    cost: str
    # Column of the currency; other currencies cannot be compared. None: all rows are in dollars.
    currency: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BilledLine:
    day: date
    # As written by the provider; empty if a row names none.
    model: str
    cost: MicroUsd


# Known exports; the first whose columns the file has is used.
SHAPES: Mapping[str, Sequence[BillColumns]] = {
    "openai": (
        BillColumns(
            day="start_time_iso", model="line_item", cost="amount_value", currency="amount_currency"
        ),
        BillColumns(
            day="start_time", model="line_item", cost="amount_value", currency="amount_currency"
        ),
    ),
    "anthropic": (BillColumns(day="usage_date_utc", model="model", cost="cost_usd"),),
}
# "gpt-4o-mini-2024-07-18, cached input": the part after the comma is the kind of token.
_KIND_OF_TOKEN = re.compile(r",.*$")
_DATED = re.compile(r"-(\d{4}-\d{2}-\d{2}|\d{8}|latest)$")


def read_bill(text: str, columns: BillColumns) -> list[BilledLine]:
    """Parse all rows; raise an error that names the first invalid line. Rows without a cost are skipped."""
    reader = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))
    found = [name.strip() for name in reader.fieldnames or []]
    reader.fieldnames = found
    for name in (columns.day, columns.model, columns.cost):
        if name not in found:
            listed = ", ".join(found) or "none"
            raise WrongBill(f"The file has no column {name}; its columns are: {listed}")
    return [line for number, row in enumerate(reader, 2) if (line := _line(row, columns, number))]


def detect_columns(text: str) -> BillColumns:
    """Detect the columns from the header, which differs between providers."""
    head = next(csv.reader(io.StringIO(text.removeprefix("\ufeff"))), list[str]())
    names = {name.strip() for name in head}
    for shapes in SHAPES.values():
        for columns in shapes:
            if {columns.day, columns.model, columns.cost} <= names:
                return columns
    raise WrongBill(
        "This is not a cost export of OpenAI or Anthropic. Name its columns with --day, --model and --cost"
    )


def plain_model(name: str) -> str:
    """Normalize a model name: remove the date and use the spelling of display names."""
    plain = _KIND_OF_TOKEN.sub("", name).strip().lower()
    plain = re.sub(r"[\s._]+", "-", plain.rsplit("/", 1)[-1])
    return _DATED.sub("", plain)


def _line(row: Mapping[str, str | None], columns: BillColumns, number: int) -> BilledLine | None:
    said = (row.get(columns.cost) or "").strip()
    if not said:
        return None
    try:
        cost = Decimal(said.removeprefix("$").replace(",", ""))
    except InvalidOperation:
        raise WrongBill(f"Line {number}: {said!r} is not an amount of dollars") from None
    if not cost.is_finite():
        raise WrongBill(f"Line {number}: {said!r} is not an amount of dollars")
    currency = (row.get(columns.currency) or "usd") if columns.currency else "usd"
    if currency.strip().lower() != "usd":
        raise WrongBill(f"Line {number} is in {currency.strip()}; only US dollars can be compared")
    model = (row.get(columns.model) or "").strip()
    return BilledLine(
        day=_day(row.get(columns.day) or "", number), model=model, cost=from_usd(cost)
    )


def _day(said: str, number: int) -> date:
    """Parse a date, a timestamp, or seconds since 1970; return the day in UTC."""
    said = said.strip()
    try:
        if said.isdigit() and len(said) > len("20261118"):
            return datetime.fromtimestamp(int(said), UTC).date()
        moment = datetime.fromisoformat(said)
    except (ValueError, OverflowError, OSError):
        raise WrongBill(f"Line {number}: {said!r} is not a day such as 2026-11-18") from None
    return (moment if moment.tzinfo is None else moment.astimezone(UTC)).date()
