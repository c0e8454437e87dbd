"""Compares daily totals with every line of the ledger."""

from tests.support.sql import rows

COUNTED = """
    SELECT project_id, date_trunc('day', at, 'UTC'), coalesce(model_id::text, ''), phase,
        coalesce(run_id::text, ''), coalesce(experiment_id::text, ''), sum(calls), sum(settled), sum(doubt),
        sum(prompt_tokens), sum(completion_tokens), sum(cache_read_tokens), sum(cache_write_tokens),
        sum(overrun)
    FROM ledger WHERE kind IN ('settle', 'doubt') GROUP BY 1, 2, 3, 4, 5, 6
"""
KEPT = """
    SELECT project_id, day, coalesce(nullif(model_id, {nil})::text, ''), phase,
        coalesce(nullif(run_id, {nil})::text, ''), coalesce(nullif(experiment_id, {nil})::text, ''), calls, settled,
        doubt, prompt_tokens, completion_tokens, cache_read_tokens, cache_write_tokens, overrun
    FROM spend_days
""".format(nil="'00000000-0000-0000-0000-000000000000'::uuid")


def days_that_differ(url: str) -> int:
    """Return rows that differ between the totals and the ledger, or are missing in one of them."""
    return len(set(rows(url, KEPT)) ^ set(rows(url, COUNTED)))


def assert_days_are_the_ledgers(url: str) -> None:
    """Check that all rows are equal, and that there is at least one."""
    counted, kept = rows(url, COUNTED), rows(url, KEPT)
    assert kept
    assert set(kept) == set(counted)
    assert len(kept) == len(counted)
