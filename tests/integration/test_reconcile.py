"""`edison reconcile`: a real run's ledger beside a provider's bill."""

from decimal import Decimal
from pathlib import Path

from tests.support.commands import Command, Done
from tests.support.gateway import Gateway
from tests.support.runs import RunBench, a_run_bench
from tests.support.sql import rows

HEAD = "start_time_iso,amount_value,amount_currency,line_item\n"
BOOKED = """
SELECT to_char(l.at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), m.name, sum(l.settled) FROM ledger l
JOIN models m ON m.id = l.model_id WHERE l.kind <> 'reserve' AND l.project_id = %s GROUP BY 1, 2 ORDER BY 1, 2
"""


async def test_a_bill_that_agrees_one_that_does_not_and_one_that_cannot_be_read(
    gateway: Gateway, tmp_path: Path
) -> None:
    runs = await a_run_bench(await gateway.bench(), cases=5)
    run = await runs.start()
    await runs.finished(run.id)
    booked = rows(runs.url, BOOKED, runs.project)
    assert sum(settled for _, _, settled in booked) > 0

    same = await _reconcile(runs, tmp_path, _bill(booked, share=Decimal(1)), tolerance="0")
    tenth = await _reconcile(runs, tmp_path, _bill(booked, share=Decimal(10)), tolerance="0")
    euros = await _reconcile(runs, tmp_path, _bill(booked).replace("usd", "eur"))

    assert (same.code, same.err) == (0, "")
    assert all(model in same.out for _, model, _ in booked)
    assert same.out.splitlines()[-1].split()[-1] == "$0.0000"
    assert tenth.code == 1
    assert "differ by more than" in tenth.out
    assert euros.code == 1
    assert "only US dollars can be compared" in euros.err


def _bill(booked: list[tuple[str, str, int]], share: Decimal = Decimal(1)) -> str:
    """Each model's day in two lines, as a provider splits it by kind of token."""
    lines = [HEAD]
    for day, model, settled in booked:
        dollars = Decimal(settled) * share / 1_000_000
        for part, kind in ((dollars / 4, "input"), (dollars - dollars / 4, "output")):
            lines.append(f'{day}T00:00:00+00:00,{part:f},usd,"{model}-2025-01-31, {kind}"\n')
    return "".join(lines)


async def _reconcile(runs: RunBench, folder: Path, bill: str, tolerance: str = "0.01") -> Done:
    file = folder / "bill.csv"
    file.write_text(bill)
    slug = runs.bench.project["slug"]
    given = ("--provider", "SIMULATED", "--project", slug, "--tolerance", tolerance)
    return await Command(folder, runs.url).run("reconcile", str(file), *given)
