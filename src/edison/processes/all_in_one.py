"""`edison up`: runs database, web process, worker and simulator on one machine, and restarts stopped processes."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import FrameType

from edison.kit.loop_watchdog import FROZEN_CODES
from edison.processes.find_database import database_url, local_server
from edison.processes.installation_address import (
    remove_installation_address,
    save_installation_address,
)
from edison.settings import Settings
from edison.store.backup_folder import is_being_written, stored_backups

LIFELINE = "EDISON_LIFELINE_FD"


def follow_parent(lifeline: int | None) -> None:
    """Stop this process when the parent process ends, which closes the pipe `lifeline`."""
    if lifeline is None:
        return

    def wait_for_end() -> None:
        os.read(lifeline, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait_for_end, name="lifeline", daemon=True).start()


# Long, for slow machines: a process that ends is noticed at once.
READY_WITHIN_S = 180.0
RESTART_AFTER_S = 0.1
RESTART_AT_MOST_S = 30.0
# A process that ran this long had started successfully, so the restart delay is reset.
STEADY_AFTER_S = 5.0
# Longer than the timeout of one call.
STOP_WITHIN_S = 30.0
LOG_LIMIT = 10_000_000
STATIC = Path(__file__).parent / "static"


class InstallationStartFailed(RuntimeError):
    """Raised if the installation cannot start. The message contains the reason and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartHooks:
    """How the command shows the start of an installation."""

    say: Callable[[str], None]
    # Shows a step that takes seconds, for as long as the context lasts.
    slow_step: Callable[[str], AbstractContextManager[None]]
    # Called once with the address of the first page.
    on_ready: Callable[[str], None] | None = None


class AllInOne:
    def __init__(self, settings: Settings, hooks: StartHooks, *, no_backup: bool = False) -> None:
        self._settings = settings
        self._hooks = hooks
        self._say = hooks.say
        self._no_backup = no_backup
        self._children: dict[str, subprocess.Popen[bytes]] = {}
        self._started: dict[str, float] = {}
        self._arguments: dict[str, tuple[str, ...]] = {}
        self._stopping = False
        self._at_once = False
        self._lifeline = os.pipe()
        self._simulator_port: int | None = None

    def run(self) -> None:
        """Start all processes and restart those that end, until a stop signal."""
        began = time.monotonic()
        settings = self._settings
        settings.home.mkdir(parents=True, exist_ok=True, mode=0o700)
        _must_be_free(settings.host, settings.port)
        where = "your server" if settings.database_url else f"local, in {settings.local_database}"
        self._say(f"  database  {where}")
        is_new = settings.database_url is None and not settings.local_database.exists()
        with self._hooks.slow_step("  creating  the database") if is_new else nullcontext():
            self._database = local_server(settings)
            self._url = self._database.url() if self._database else database_url(settings)
        for sign in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sign, self._on_signal)
        if settings.simulator_url is None:
            self._simulator_port = _free_port()
        # Start the others after the web process, so that the first page is ready sooner.
        known = stored_backups(settings.backups)
        self._start("serve", *(["--no-backup"] if self._no_backup else []))
        with self._hooks.slow_step("  creating  the tables") if is_new else nullcontext():
            self._wait_until_ready()
        save_installation_address(settings, settings.local_address)
        for saved in stored_backups(settings.backups):
            if saved not in known:
                self._say(f"  backup    {saved.file}, written before the migration")
        self._start("worker")
        if self._simulator_port:
            self._start("simulate", "--port", str(self._simulator_port))
        if not (STATIC / "index.html").exists():
            self._say("  screens   not built: run 'just build-ui', or install Edison from a wheel")
        if settings.stricter_defaults:
            self._say(f"  defaults  {settings.stricter_defaults}")
        self._say(f"  logs      {settings.home / 'logs'}")
        self._say(f"  ready     {settings.address}  ({time.monotonic() - began:.1f} s)")
        if self._hooks.on_ready is not None and not self._stopping:
            self._hooks.on_ready(settings.address)
        self._watch()
        self._stop_all()

    def _start(self, command: str, *arguments: str) -> None:
        environment = {
            **os.environ,  # noqa: TID251 - children inherit all of it
            "EDISON_DATABASE_URL": self._url,
            "EDISON_HOME": str(self._settings.home),
            "EDISON_PORT": str(self._settings.port),
            "EDISON_HOST": self._settings.host,
            # The same name after each start: a worker resumes the work of its own name at once.
            "EDISON_WORKER_NAME": self._settings.worker_name or _worker_name(self._settings.home),
            # They get the address of the local database like that of an external server.
            "EDISON_BACKUP_EVERY": str(self._settings.hours_between_backups),
            LIFELINE: str(self._lifeline[0]),
        }
        if self._simulator_port:
            environment["EDISON_SIMULATOR_URL"] = f"http://127.0.0.1:{self._simulator_port}"
        self._started[command] = time.monotonic()
        self._arguments[command] = arguments
        with _log_file(self._settings.home / "logs" / f"{command}.log").open("ab") as log:
            self._children[command] = subprocess.Popen(
                [sys.executable, "-m", "edison", command, *arguments],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=(self._lifeline[0],),
                # Ctrl-C in a terminal reaches only this process, which then stops the others in order.
                start_new_session=True,
            )

    def _wait_until_ready(self) -> None:
        host = "127.0.0.1" if self._settings.host in {"0.0.0.0", "::"} else self._settings.host
        host = f"[{host}]" if ":" in host else host
        deadline = time.monotonic() + READY_WITHIN_S
        while time.monotonic() < deadline and not self._stopping:
            if self._children["serve"].poll() is not None:
                raise InstallationStartFailed(f"The web process ended: {self._last_words('serve')}")
            try:
                request = urllib.request.Request(
                    f"http://{host}:{self._settings.port}/readiness", headers={"Host": "localhost"}
                )
                with urllib.request.urlopen(request, timeout=2) as answer:
                    if answer.status == 200:
                        return
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
            if is_being_written(self._settings.backups):
                # The backup of a large database takes longer than the start timeout.
                deadline = time.monotonic() + READY_WITHIN_S
        if not self._stopping:
            raise InstallationStartFailed(
                f"Not ready after {READY_WITHIN_S:.0f} s; try 'edison doctor'"
            )

    def _last_words(self, command: str) -> str:
        path = self._settings.home / "logs" / f"{command}.log"
        lines = path.read_text(errors="replace").strip().splitlines() if path.exists() else []
        return f"{lines[-1] if lines else 'its log is empty'}\n  Its log is {path}"

    def _watch(self) -> None:
        failures: dict[str, int] = {}
        while not self._stopping:
            for name, child in list(self._children.items()):
                code = child.poll()
                if code is None or self._stopping:
                    continue
                lived = time.monotonic() - self._started[name]
                failures[name] = 0 if lived > STEADY_AFTER_S else failures.get(name, 0) + 1
                # A process that fails at once will fail again: increase the delay, up to half a minute.
                wait = min(RESTART_AFTER_S * 2 ** failures[name], RESTART_AT_MOST_S)
                why = (
                    "was frozen and ended itself" if code in FROZEN_CODES else f"ended with {code}"
                )
                self._say(f"  {name} {why}, starting it again")
                self._sleep(wait)
                if not self._stopping:
                    self._start(name, *self._arguments[name])
            self._sleep(0.2)

    def _sleep(self, seconds: float) -> None:
        """Sleep, but return early on a stop signal or if the database ends."""
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self._stopping:
            time.sleep(min(0.1, seconds))
            self._revive_database()

    def _revive_database(self) -> None:
        try:
            if self._database and self._database.revive():
                self._say("  the database had ended and was started again")
        except subprocess.SubprocessError as error:
            # For example a full disk: keep trying, so that it recovers when the cause is gone.
            self._say(f"  the database ended and does not start ({type(error).__name__})")
            time.sleep(RESTART_AT_MOST_S / 6)

    def _stop_all(self) -> None:
        self._say("  stopping")
        remove_installation_address(self._settings)
        for child in self._children.values():
            child.terminate()
        began = time.monotonic()
        deadline = began + self._settings.model_timeout_s + STOP_WITHIN_S
        told = False
        while any(child.poll() is None for child in self._children.values()):
            if self._at_once or time.monotonic() > deadline:
                for child in self._children.values():
                    child.kill()
            if not told and time.monotonic() - began > 2:
                told = True
                self._say(
                    "  waiting for calls in progress, which are paid for (Ctrl-C again: end at once)"
                )
            time.sleep(0.05)

    def _on_signal(self, _: int, __: FrameType | None) -> None:
        self._at_once = self._stopping
        self._stopping = True


def _worker_name(home: Path) -> str:
    """Return a worker name that is unique for home folder and machine, because installations may share a database."""
    return f"{socket.gethostname()}-{sha256(str(home).encode()).hexdigest()[:6]}"


def _must_be_free(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise InstallationStartFailed(
                f"Port {port} on {host} is not free ({error.strerror}). "
                f"Choose another: edison up --port {port + 1}"
            ) from error


def _free_port() -> int:
    """Return a free port for the simulator."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _log_file(path: Path) -> Path:
    """Rotate the log file if it is large; there are at most two files."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if path.exists() and path.stat().st_size > LOG_LIMIT:
        path.replace(path.with_suffix(".log.1"))
    return path
