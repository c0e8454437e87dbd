"""Counts rows past their age limit in every table: by own age, by the age of their parent, or never."""

from datetime import datetime, timedelta

from edison.domain.notifications.notification import READ_KEPT_FOR, UNREAD_KEPT_FOR
from edison.domain.retention.retention_rules import PERSONAL_EVENT_DAYS, keeps_from
from edison.store.unit_of_work import UnitOfWork
from tests.support.sql import rows, value

# Housekeeping runs every ten minutes, and may have to wait for its turn.
GRACE = timedelta(minutes=30)
WORKFLOWS_STAY = timedelta(days=7)

# Tables with their own age limit, by the names that the product uses for their counts.
BY_PROJECT = {
    "tries": "playground_calls",
    "asks": "assistant_calls",
    "deliveries": "deliveries",
    "alerts": "alerts",
    "executions": "executions",
    "events": "events",
}
# Rows that are deleted with their run: rows without a run should not exist.
OF_A_RUN = {
    "run_cases": "run_id",
    "run_chunks": "run_id",
    "run_scorers": "run_id",
    "cells": "run_id",
    "cell_history": "run_id",
    "cell_marks": "run_id",
    "scores": "run_id",
    "run_columns": "run_id",
    "run_scores": "run_id",
    "run_latencies": "run_id",
    "run_statistics": "run_id",
    "calls_in_doubt": "run_id",
    "provider_batches": "run_id",
    "annotation_queues": "run_id",
    "board_runs": "run_id",
    "points": "run_id",
}
# Rows with an expiry date.
EXPIRING = {
    "answers": "expires_at",
    "attempts": "expires_at",
    "revoked_sessions": "expires_at",
    "uploads": "expires_at",
    "email_confirmations": "expires_at",
    "password_resets": "expires_at",
    "sessions": "expires_at",
    "sign_in_flows": "expires_at",
}
NEVER_AGED = {
    "alembic_version": "the schema's own",
    "annotation_items": "go with their queue",
    "annotations": "people's labels stay, and with them their run",
    "annotation_seats": "go with their queue; their time is looked at when someone asks for an answer",
    "api_tokens": "access; an expired one opens nothing",
    "audit_checkpoints": "signatures on the audit log, a chain of their own",
    "audit_heads": "the end of the audit chain",
    "audit_log": "has an age of its own, by the installation: tests/integration/test_audit_age.py",
    "boards": "made by people",
    "budgets": "balances of days and months; those of a run go with it",
    "canaries": "what monitors are measured by",
    "cases": "datasets are made by people",
    "channel_secrets": "go with their channel",
    "channels": "made by people",
    "circuits": "one row for each credential",
    "comments": "what people wrote; those on a run go with it",
    "credentials": "made by people; a removed one has no secret",
    "dataset_origins": "where a dataset came from",
    "dataset_versions": "datasets are made by people",
    "datasets": "made by people",
    "deleted_runs": "numbers of runs, for reports of spending; no content",
    "event_heads": "one row for each topic; those of a run go with it",
    "experiment_cases": "which case an experiment has in which split",
    "experiments": "made by people",
    "files": "belong to the cases of datasets, which are made by people",
    "group_roles": "access",
    "identities": "accounts",
    "invites": "access; an expired one opens nothing",
    "iterations": "what an experiment found",
    "judge_versions": "judges are made by people",
    "judges": "made by people",
    "ledger": "money that was spent",
    "limiter_paces": "one row for each model",
    "model_hours": "sums of money and calls",
    "model_latencies": "sums of calls",
    "model_prices": "explain what was spent",
    "models": "made by people",
    "monitors": "made by people",
    "notification_mails": "one row for each person whose mail is being sent",
    "notification_preferences": "made by people",
    "project_deletions": "one row for each project that is being deleted, which goes last",
    "project_members": "access",
    "project_notification_preferences": "made by people",
    "projects": "made by people",
    "promotions": "people's decisions, with the evidence they were based on",
    "prompt_labels": "prompts are made by people",
    "prompt_versions": "prompts are made by people",
    "prompts": "made by people",
    "question_dismissals": "people's decisions",
    "reviews": "people's decisions",
    "rubric_versions": "rubrics are made by people",
    "rubrics": "made by people",
    "spend_days": "sums of money",
    "suggestions": "what an experiment found",
    "suites": "made by people",
    "users": "accounts",
    "vote_seats": "go with their run",
    "votes": "people's votes, as long as their leaderboard is there",
    "workers": "processes; forgotten after a day",
}


def tables(url: str) -> set[str]:
    """Return all tables of Edison, without partitions."""
    found = rows(
        url,
        "SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
        "WHERE n.nspname = 'public' AND c.relkind IN ('r','p') AND NOT c.relispartition",
    )
    return {row[0] for row in found}


def classified() -> list[str]:
    return ["runs", "notifications", *BY_PROJECT, *OF_A_RUN, *EXPIRING, *NEVER_AGED]


async def rows_past_retention(work: UnitOfWork, url: str, now: datetime) -> dict[str, int]:
    """Count by table the rows that should have been deleted, without pinned runs."""
    found = dict.fromkeys(["runs", *BY_PROJECT], 0)
    due: list[str] = []
    async with work.read() as tx:
        for project in await tx.aged_rows.projects():
            before = keeps_from((await tx.projects.get(project)).settings.retention_days, now)
            if before is None:
                continue
            due += [str(run.id) for run in await tx.aged_runs.due(project, before, 1_000_000)]
            counts = await tx.aged_rows.counts(project, before)
            for table, kind in BY_PROJECT.items():
                found[table] += counts[kind]
    found["runs"] = len(due)
    for table, column in OF_A_RUN.items():
        found[table] = value(
            url,
            f"SELECT count(*) FROM {table} t WHERE {column} = ANY (%s::uuid[]) "
            f"OR NOT EXISTS (SELECT FROM runs r WHERE r.id = t.{column})",
            due,
        )
    for table, column in EXPIRING.items():
        found[table] = value(url, f"SELECT count(*) FROM {table} WHERE {column} < %s", now - GRACE)
    found["events"] += value(
        url,
        "SELECT count(*) FROM events WHERE topic LIKE 'user:%%' AND at < %s",
        now - timedelta(days=PERSONAL_EVENT_DAYS),
    )
    found["notifications"] = value(
        url,
        "SELECT count(*) FROM notifications WHERE created_at < %s AND (read_at IS NOT NULL OR created_at < %s)",
        now - READ_KEPT_FOR,
        now - UNREAD_KEPT_FOR,
    )
    found["dbos.workflow_status"] = value(
        url,
        "SELECT count(*) FROM dbos.workflow_status WHERE status NOT IN ('PENDING','ENQUEUED','DELAYED') "
        "AND completed_at < %s",
        int((now - WORKFLOWS_STAY - GRACE).timestamp() * 1000),
    )
    return found
