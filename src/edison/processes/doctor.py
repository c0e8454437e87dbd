"""`edison doctor`: checks an installation and returns a fix for each problem."""

import asyncio
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import psycopg

from edison.api.api_config import LOCAL_HOSTS, host_name
from edison.domain.people.account import Registration
from edison.kit.clock import SystemClock
from edison.processes.build_context import STATIC
from edison.processes.find_database import database_url
from edison.processes.installation_address import read_installation_address
from edison.processes.local_installation import is_running
from edison.processes.verify_audit import AuditReport, verify_in
from edison.settings import Settings
from edison.store.backup_folder import stored_backups
from edison.store.database import Database, libpq_url
from edison.store.migrator import OLDEST_POSTGRES, schema_state
from edison.store.postgres_backup import connected
from edison.store.unit_of_work import UnitOfWork


@dataclass(frozen=True, slots=True, kw_only=True)
class DoctorFinding:
    what: str
    found: str
    ok: bool = True
    mend: str | None = None


def examine(settings: Settings) -> list[DoctorFinding]:
    findings = [*_machine(settings)]
    try:
        url = database_url(settings)
        version = _server_version(url)
    except (psycopg.Error, OSError, RuntimeError) as error:
        mend = "check DATABASE_URL and that the server runs"
        return [
            *findings,
            DoctorFinding(what="database", found=str(error).strip(), ok=False, mend=mend),
        ]
    findings.append(
        DoctorFinding(
            what="database",
            found=f"PostgreSQL {version // 10000}",
            ok=version >= OLDEST_POSTGRES,
            mend="upgrade the server to PostgreSQL 16 or newer",
        )
    )
    findings.extend(_schema(url))
    if all(finding.ok for finding in findings if finding.what in {"database", "schema"}):
        findings.extend(asyncio.run(_in_use(settings, url)))
    return findings


def _machine(settings: Settings) -> Iterator[DoctorFinding]:
    yield DoctorFinding(what="python", found=sys.version.split()[0])
    built = (STATIC / "index.html").exists()
    yield DoctorFinding(
        what="screens",
        found="built" if built else "not built",
        ok=built,
        mend="install Edison from a wheel, or run 'just build-ui' in a checkout",
    )
    yield _key("session key", settings.session_key_file, given=bool(settings.session_key))
    yield _key("vault key", settings.vault_key_file, given=bool(settings.vault_keys))
    yield _backups(settings)
    own = host_name(settings.address.split("://", 1)[-1])
    public = own not in LOCAL_HOSTS
    yield DoctorFinding(
        what="address",
        found=_address(settings),
        ok=not public or settings.address.startswith("https://"),
        mend="set EDISON_PUBLIC_URL to an https:// address: browsers refuse our cookies without TLS",
    )
    if public:
        yield DoctorFinding(
            what="registration",
            found=str(settings.registration_policy),
            ok=settings.registration_policy is not Registration.OPEN,
            mend="set EDISON_REGISTRATION=invite, unless everyone who reaches the address may sign up",
        )
        yield DoctorFinding(
            what="proxy",
            found=settings.trusted_proxies or "none is trusted",
            ok=bool(settings.trusted_proxies),
            mend="set EDISON_TRUSTED_PROXIES to your TLS proxy's address: otherwise everyone has one "
            "address, and shares its limits on sign-ins",
        )


def _address(settings: Settings) -> str:
    """Return the configured address, and where a running server of this home listens if that is elsewhere."""
    running = read_installation_address(settings)
    if running is None or running == settings.local_address:
        return settings.address
    if settings.address == settings.local_address:
        return f"{running} (running)"
    return f"{settings.address}, running on {running}"


def _key(what: str, file: Path, *, given: bool) -> DoctorFinding:
    if given or not file.exists():
        return DoctorFinding(
            what=what, found="from the environment" if given else "made on first start"
        )
    private = not stat.S_IMODE(file.stat().st_mode) & 0o077
    return DoctorFinding(
        what=what,
        found=str(file) if private else "readable by others",
        ok=private,
        mend=f"chmod 600 {file}",
    )


def _backups(settings: Settings) -> DoctorFinding:
    """Check the automatic backups. Files that `edison backup` wrote elsewhere are not considered."""
    found = stored_backups(settings.backups)
    every = timedelta(hours=settings.hours_between_backups)
    plan = f"one every {settings.hours_between_backups:g} h" if every else "no schedule"
    if not found:
        return DoctorFinding(what="backups", found=f"none yet in {settings.backups}; {plan}")
    age = SystemClock().now() - found[0].at
    hours = age.total_seconds() / 3600
    return DoctorFinding(
        what="backups",
        found=f"{len(found)} in {settings.backups}, the newest {hours:,.1f} h old; {plan}",
        # A laptop may sleep, so one missed backup is not a problem.
        ok=not every or age < 2 * every or not is_running(settings),
        mend="check that a worker runs, and look for backup_failed in its log",
    )


def _server_version(url: str) -> int:
    with psycopg.connect(libpq_url(url), connect_timeout=5) as connection:
        return connection.info.server_version


def _schema(url: str) -> Iterator[DoctorFinding]:
    state = schema_state(url)
    if state.too_old:
        found = f"at {state.current}, made by a development version before the first release"
        mend = f"create a new database, or restore a backup of revision {state.oldest} or newer"
        yield DoctorFinding(what="schema", found=found, ok=False, mend=mend)
        return
    if not state.known:
        mend = "install the version of Edison that migrated it, or restore a backup"
        yield DoctorFinding(what="schema", found=f"unknown {state.current}", ok=False, mend=mend)
        return
    yield DoctorFinding(
        what="schema",
        found=f"at {state.current}"
        if state.up_to_date
        else f"at {state.current}, want {state.wanted}",
        ok=state.up_to_date,
        mend="edison migrate",
    )
    if state.invalid_indexes:
        yield DoctorFinding(
            what="indexes",
            found=f"unfinished: {', '.join(state.invalid_indexes)}",
            ok=False,
            mend="edison migrate",
        )


async def _in_use(settings: Settings, url: str) -> list[DoctorFinding]:
    database = Database(url, pool_size=1, application="edison-doctor")
    try:
        async with UnitOfWork(database).read() as tx:
            report = await verify_in(tx, settings)
            alive = await tx.workers.alive(SystemClock().now())
    finally:
        await database.close()
    return [*_audit(report), *_workers(url, alive)]


def _workers(url: str, alive: int) -> Iterator[DoctorFinding]:
    """Check that a worker runs if a web process runs. A stopped installation is not a problem."""
    if "edison-web" in connected(url):
        yield DoctorFinding(
            what="workers",
            found=f"{alive} running" if alive else "none has reported recently",
            ok=alive > 0,
            mend="edison worker",
        )


def _audit(report: AuditReport) -> list[DoctorFinding]:
    if not report.problems:
        whole = f"{report.entries} entries in {report.chains} chains, whole"
        signed = f", {report.unsigned} of them not signed" if report.unsigned else ""
        return [DoctorFinding(what="audit log", found=whole + signed)]
    return [
        DoctorFinding(
            what="audit log",
            found=problem,
            ok=False,
            mend="entries were changed or removed; compare with a backup. "
            "If you restored one, move audit-heads.jsonl out of EDISON_HOME",
        )
        for problem in report.problems
    ]
