"""`edison reconcile`: compare the ledger with a provider's bill."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from edison.cli.plain_errors import report_errors_plainly
from edison.settings import Settings

if TYPE_CHECKING:
    from edison.domain.reports.bill_against_ledger import ReconciledLine

MODEL_COLUMNS = 34


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "--provider", help="Provider of the bill, such as OPENAI; detected for known exports."
)
@click.option("--day", help="Column with the day (UTC), for other files.")
@click.option("--model", help="Column with the model, for other files.")
@click.option("--cost", help="Column with the cost in US dollars, for other files.")
@click.option(
    "--project", help="Slug of the project that uses this account. Default: all projects."
)
@click.option(
    "--tolerance",
    type=click.FloatRange(min=0),
    default=0.01,
    show_default=True,
    help="Allowed difference of a line in dollars; above it the exit code is 1.",
)
@report_errors_plainly
def reconcile(
    file: Path,
    provider: str | None,
    day: str | None,
    model: str | None,
    cost: str | None,
    project: str | None,
    tolerance: float,
) -> None:
    """Compare a provider's cost export (CSV) with the ledger, by day and model."""
    from edison.domain.models.provider import Provider
    from edison.domain.reports.provider_bills import BillColumns
    from edison.processes.reconcile_bill import reconcile_file

    if provider is not None and provider.upper() not in set(Provider):
        raise click.UsageError(f"Unknown provider {provider}. Use one of {', '.join(Provider)}")
    columns = None
    if day or model or cost:
        if not (day and model and cost and provider):
            raise click.UsageError(
                "The format of this file is unknown. Pass --provider, --day, --model and --cost"
            )
        columns = BillColumns(day=day, model=model, cost=cost)
    lines = reconcile_file(
        Settings(),
        file,
        provider=provider and provider.upper(),
        columns=columns,
        project=project,
    )
    if not lines:
        click.echo("The file contains no costs")
        return
    _print(lines)
    apart = [line for line in lines if not _agrees(line, tolerance)]
    if apart:
        click.echo(
            f"\n{len(apart)} of {len(lines)} lines differ by more than ${tolerance:.2f}. A provider also bills "
            "calls of this account\nthat Edison did not make."
        )
    sys.exit(1 if apart else 0)


def _agrees(line: "ReconciledLine", tolerance: float) -> bool:
    return line.is_explained or abs(line.difference) <= tolerance * 1e6


def _print(lines: "list[ReconciledLine]") -> None:
    click.echo(
        f"{'day':10}  {'model':{MODEL_COLUMNS}}  {'ledger':>12}  {'provider':>12}  {'difference':>12}"
    )
    for line in lines:
        doubt = f"  (${line.in_doubt / 1e6:.4f} in doubt)" if line.in_doubt else ""
        click.echo(
            f"{line.day}  {_short(line.model or 'no model'):{MODEL_COLUMNS}}  {_usd(line.ledger):>12}  "
            f"{_usd(line.billed):>12}  {_usd(line.difference, sign=True):>12}{doubt}"
        )
    ledger, billed = sum(line.ledger for line in lines), sum(line.billed for line in lines)
    click.echo(
        f"{'total':10}  {'':{MODEL_COLUMNS}}  {_usd(ledger):>12}  {_usd(billed):>12}  "
        f"{_usd(billed - ledger, sign=True):>12}"
    )


def _usd(micro: int, *, sign: bool = False) -> str:
    mark = "-" if micro < 0 else "+" if sign and micro > 0 else ""
    return f"{mark}${abs(micro) / 1e6:,.4f}"


def _short(text: str) -> str:
    # The file is untrusted and may contain control sequences of a terminal.
    plain = "".join(letter if letter.isprintable() else "?" for letter in text)
    return plain if len(plain) <= MODEL_COLUMNS else plain[: MODEL_COLUMNS - 1] + "…"
