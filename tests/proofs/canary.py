"""Puts known secrets in every place that takes one, uses all of Edison, and searches for them where none may be."""

import json
import re
import subprocess
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import httpx
import psutil

from edison.api.request_guard import SESSION_COOKIE
from edison.domain.models.provider import Provider
from edison.store.local_server import tools_folder
from edison.vault.key_file import KeyFile
from tests.contract.providers import CONTRACTS, private_key
from tests.proofs.mcp_walk import call_every_tool
from tests.proofs.needles import canary, forms, hits, needle_of
from tests.proofs.walk import ASKED, ASKED_LAST, Walk
from tests.support.applications import application_with_secrets
from tests.support.client import browser_at, done
from tests.support.echoing import echoing_server
from tests.support.house import fresh_email
from tests.support.password_server import add_sibling, locked, password_server
from tests.support.processes import EdisonProcess, free_port, running, wait_until
from tests.support.sql import execute
from tests.support.world import API

# By design these answers show a secret once, to the one person who asked for it, and are not recorded;
# nor is the Set-Cookie of a sign-in.
SHOWN_ONCE = {
    "/tokens": "the secret of a new API token",
    "/invites": "the link of a new invite",
    "/channels": "the key that a new webhook is signed with",
}
# Where secrets live, by design: the vault's and the sessions' keys, which are in nothing else either.
KEYS_FOLDER = "keys"
VARIABLE = "EDISON_CANARY_KEY"
ECHOED_VARIABLE = "EDISON_ECHOED_KEY"
WITHIN_S = 60.0


@dataclass(slots=True)
class Report:
    """Where each secret was found, and how much was searched."""

    found: list[str] = field(default_factory=list[str])
    hits: int = 0
    secrets: int = 0
    searched: dict[str, int] = field(default_factory=dict[str, int])
    # The kinds of places where a text was found that was put there to be found.
    planted: set[str] = field(default_factory=set[str])

    def __str__(self) -> str:
        sizes = ", ".join(f"{name} {size:,}" for name, size in self.searched.items())
        return f"{self.secrets} secrets, {self.hits} hits; bytes searched: {sizes}"


@dataclass(slots=True)
class Trail:
    """The secrets that were put in, and everything that came out."""

    secrets: dict[str, str] = field(default_factory=dict[str, str])
    responses: list[bytes] = field(default_factory=list[bytes])
    command_lines: set[str] = field(default_factory=set[str])
    # No secret: a description that everyone may read, to see that the search works.
    planted: str = field(default_factory=partial(canary, "planted"))

    def secret(self, name: str) -> str:
        """A new secret for this place; the simulator turns away those that say `invalid`."""
        word = "invalid" if ".invalid" in name else "Canary9!"
        return self.secrets.setdefault(name, canary(word))

    def record(self, response: httpx.Response) -> None:
        """Keep what came, but for the cookies, and unless it is a place that shows a secret once."""
        if response.headers.get("content-type", "").startswith("text/event-stream"):
            return
        response.read()
        request = response.request
        made = request.method == "POST" and response.status_code == 201
        if made and request.url.path.endswith(tuple(SHOWN_ONCE)):
            return
        shown = [
            f"{name}: {value}" for name, value in response.headers.items() if name != "set-cookie"
        ]
        told = (f"{request.method} {request.url.path} {response.status_code}", *shown, "", "")
        self.responses.append("\n".join(told).encode() + response.content)

    def note_command_lines(self) -> None:
        """Of all processes: what anyone on the machine can see with `ps`."""
        for process in psutil.process_iter(["cmdline"]):
            self.command_lines.add("\0".join(process.info["cmdline"] or ()))

    def wait_for_command(self, program: str) -> None:
        """Look until a process of this program is seen, so that a search of command lines covers it."""

        def seen() -> bool:
            self.note_command_lines()
            names = {Path(line.partition("\0")[0]).name for line in self.command_lines}
            return program in names

        wait_until(seen, WITHIN_S, f"{program} is started")


def hunt(home: Path, say: Callable[[str], None] = print) -> Report:
    """Use a real installation in `home`, then look everywhere."""
    trail = Trail()
    with (
        password_server(home / "postgres", trail.secret("database password")) as database,
        echoing_server() as echo,
        _installation(home, trail, echo, database) as (up, simulator),
    ):
        with _recording_browser(up.address, trail) as owner:
            walk = _signed_up(owner, trail, simulator)
            _fill_with_keys(walk, trail, echo)
            _use_everything(walk, trail)
            _tell_channels(walk, trail, echo)
            _mishandle(walk, trail)
            trail.note_command_lines()
        _commands(home, trail, up, database)
        _backup_and_restore(home, trail, database)
        trail.note_command_lines()
    say(f"  {len(trail.secrets)} secrets went in, {len(trail.responses)} responses came out")
    return search(home, trail)


def search(home: Path, trail: Trail) -> Report:
    """Look in the responses, the command lines, and every file of the installation but its key files."""
    secrets = {**trail.secrets, **_key_material(home)}
    needles = {name: forms(needle_of(secret)) for name, secret in secrets.items()}
    planted = forms(needle_of(trail.planted))
    report = Report(secrets=len(secrets))

    def look(kind: str, where: str, content: bytes) -> None:
        report.searched[kind] = report.searched.get(kind, 0) + len(content)
        if hits(content, planted):
            report.planted.add(kind)
        for name, looked_for in needles.items():
            if count := hits(content, looked_for):
                report.hits += count
                report.found.append(f"{name}: {count} in {where}")

    for response in trail.responses:
        look("responses", response.partition(b"\n")[0].decode(), response)
    look("command lines", "command lines", "\n".join(sorted(trail.command_lines)).encode())
    for path in sorted(home.rglob("*")):
        place = path.relative_to(home)
        if path.is_file() and place.parts[0] != KEYS_FOLDER:
            kind = "database files" if place.parts[0] == "postgres" else "other files"
            look(kind, str(place), path.read_bytes())
    return report


@contextmanager
def _installation(
    home: Path, trail: Trail, echo: str, database: str
) -> Generator[tuple[EdisonProcess, str]]:
    port = free_port()
    options = ("--port", str(port), "--latency-ms", "5")
    simulator = EdisonProcess(home / "simulator", "simulate", *options, port=port)
    with running(simulator):
        simulator.wait_until_ready(path="/simulator")
        address = f"http://127.0.0.1:{port}"
        variables = f"{VARIABLE}@{address},{ECHOED_VARIABLE}@{echo}"
        settings = _settings(trail, variables)
        up = EdisonProcess(home, "up", settings=settings, database_url=database)
        with running(up):
            up.wait_until_ready(path="/health")
            yield up, address


def _settings(trail: Trail, variables: str) -> dict[str, str]:
    return {
        "log_level": "debug",
        "requests_per_minute": "1000000",
        "sign_ins_per_address": "100000",
        "key_variables": variables,
        VARIABLE.removeprefix("EDISON_"): trail.secret("variable"),
        ECHOED_VARIABLE.removeprefix("EDISON_"): trail.secret("variable that is echoed"),
        "metrics_token": trail.secret("metrics token"),
        # Nothing listens there: sending fails, and says so in the log.
        "smtp_host": "127.0.0.1",
        "smtp_port": str(free_port()),
        "smtp_user": "edison",
        "smtp_password": trail.secret("mail password"),
    }


@contextmanager
def _recording_browser(address: str, trail: Trail) -> Generator[httpx.Client]:
    with browser_at(address) as client:
        client.event_hooks["response"].append(trail.record)
        yield client


def _signed_up(owner: httpx.Client, trail: Trail, simulator: str) -> Walk:
    email, password = fresh_email(), trail.secret("password")
    body = {"email": email, "password": password, "confirm_password": password}
    done(owner.post(f"{API}/accounts", json={**body, "accept_terms": True}))
    wrong = {"email": email, "password": trail.secret("wrong password")}
    assert owner.post(f"{API}/session", json=wrong).status_code == 401
    done(owner.post(f"{API}/session", json={"email": email, "password": password}))
    # The last part of it is the signature, which is what makes it worth having.
    trail.secrets["session"] = owner.cookies[SESSION_COOKIE].split(".")[-1]
    project = done(
        owner.post(f"{API}/projects", json={"name": "Canaries", "description": trail.planted})
    )
    return Walk(owner=owner, project=project["slug"], simulator=simulator)


def _fill_with_keys(walk: Walk, trail: Trail, echo: str) -> None:
    """Keys that work, keys that do not, servers that repeat them, and addresses with a key inside."""
    walk.add_every_provider(trail.secret)
    for contract in CONTRACTS:
        if contract.keys:
            body = walk.body_of(contract, trail.secret, "invalid")
            assert walk.add(contract.provider, "Does not work", **body).is_client_error
    for room in ("shut", "open", "broken"):
        secrets = {"api_key": trail.secret(f"echoed by {room}")}
        added = walk.add(
            Provider.COMPATIBLE,
            f"Echo {room}",
            config={"base_url": f"{echo}/{room}/v1"},
            secrets=secrets,
            allow_private=True,
        )
        assert added.is_success is (room != "shut"), added.text
    token, query = trail.secret("header of an application"), trail.secret("query of an application")
    application = application_with_secrets(walk.simulator, token, query)
    added = walk.add(Provider.APPLICATION, "Application", **application)
    assert added.is_success, added.text
    nobody = f"http://127.0.0.1:{free_port()}"
    secrets = {"api_key": trail.secret("unreachable")}
    config = {"base_url": f"{nobody}/v1"}
    refused = walk.add(
        Provider.OPENAI, "Nobody", config=config, secrets=secrets, allow_private=True
    )
    assert refused.is_error
    inside = trail.secret("inside an address")
    for base_url in (f"http://{inside}@127.0.0.1/v1", f"{nobody}/v1?key={inside}"):
        config = {"base_url": base_url}
        walk.add(Provider.OPENAI, "Inside", config=config, secrets=secrets, allow_private=True)
    for variable, base_url in ((VARIABLE, walk.simulator), (ECHOED_VARIABLE, f"{echo}/open")):
        added = walk.add(
            Provider.COMPATIBLE,
            f"From {variable}",
            config={"base_url": f"{base_url}/v1"},
            variables={"api_key": variable},
            allow_private=True,
        )
        assert added.is_success, added.text


def _use_everything(walk: Walk, trail: Trail) -> None:
    owner, place = walk.owner, walk.place
    for credential in done(owner.get(f"{place}/credentials", params={"limit": 100}))["items"]:
        address = f"{place}/credentials/{credential['id']}"
        done(owner.patch(address, json={"label": f"{credential['label']} renamed"}))
        done(owner.post(f"{address}/test"))
    models = walk.models()
    for names in (ASKED, (ASKED_LAST,)):
        asked = [model for model in models if model["name"] in names]
        walk.ask(asked, "What is the capital of France?")
    token = done(owner.post(f"{place}/tokens", json={"name": "Canary", "role": "VIEWER"}))
    trail.secrets["API token"] = token["secret"]
    bearer = {"authorization": f"Bearer {token['secret']}"}
    with httpx.Client(base_url=owner.base_url, headers=bearer, timeout=60) as machine:
        machine.event_hooks["response"].append(trail.record)
        done(machine.get(f"{place}/credentials"))
        machine.post(f"{place}/credentials", json={"provider": token["secret"]})
    trail.secrets["agent token"] = call_every_tool(
        owner, place, trail.record, trail.secret("misplaced")
    )
    invited = {"email": fresh_email(), "role": "VIEWER"}
    invite = done(owner.post(f"{place}/invites", json=invited))
    trail.secrets["invite"] = invite["link"].split("/")[-1].split("#")[-1].split("=")[-1]
    done(owner.post(f"{API}/invites/offer", json={"token": trail.secrets["invite"]}))
    walk.look_around()
    trail.responses.append(walk.events().encode())
    metrics = {"authorization": f"Bearer {trail.secret('metrics token')}"}
    assert owner.get("/metrics", headers=metrics).is_success
    assert owner.get("/metrics", headers={"authorization": "Bearer wrong"}).is_error
    page = owner.get("/")
    for asset in re.findall(r'(?:src|href)="(/[^"]+)"', page.text):
        owner.get(asset)


def _tell_channels(walk: Walk, trail: Trail, echo: str) -> None:
    """Send to channels whose address is their key.

    The server repeats what it hears, and the log of deliveries keeps what it said.
    """
    channels = f"{walk.place}/channels"
    for kind in ("webhook", "slack"):
        for room in ("shut", "broken"):
            secret = trail.secret(f"{kind} to {room}")
            body = {"name": f"{kind} {room}", "kind": kind, "allow_private": True}
            added = done(
                walk.owner.post(channels, json={**body, "url": f"{echo}/{room}/hooks/{secret}"})
            )
            if kind == "webhook":
                trail.secrets[f"signature of {room}"] = added["signing_secret"]
            channel = f"{channels}/{added['channel']['id']}"
            assert done(walk.owner.post(f"{channel}/test"))["state"] != "delivered"
            done(walk.owner.get(f"{channel}/deliveries"))
    inside = trail.secret("inside a channel's address")
    for url in (f"https://{inside}@example.com/hooks", f"ftp://example.com/{inside}", inside):
        body = {"name": "Inside", "kind": "webhook", "url": url}
        assert walk.owner.post(channels, json=body).is_client_error
    done(walk.owner.get(channels))


def _mishandle(walk: Walk, trail: Trail) -> None:
    """Send keys where they do not belong, and in bodies that cannot be read: errors must not repeat them."""
    key = trail.secret("mishandled")
    credentials = f"{walk.place}/credentials"
    bodies: tuple[object, ...] = (
        {"provider": "OPENAI", "label": "x", "secrets": {"api_key": [key]}},
        {"provider": "OPENAI", "label": "x", "secrets": {"api_key": {"key": key}}},
        {"provider": "OPENAI", "label": "x", "secrets": key},
        {"provider": "OPENAI", "label": "x", "api_key": key},
        {"provider": "OPENAI", "label": "x", "config": {"api_key": key}},
        {"provider": "OPENAI", "label": "x", "variables": {"api_key": key}},
        {"provider": "OPENAI", "label": "x", "secrets": {"api_key": f"{key}\n{key}"}},
        {"provider": "OPENAI", "label": "x", "secrets": {"api_key": key * 1000}},
        {"provider": "VERTEX", "label": "x", "secrets": {"service_account": f"{{{key}"}},
        {"provider": key, "label": "x"},
        [key],
        key,
    )
    for body in bodies:
        assert walk.owner.post(credentials, json=body).is_client_error, body
    for content in (f'{{"secrets": {{"api_key": "{key}"', f"api_key={key}"):
        headers = {"content-type": "application/json"}
        answer = walk.owner.post(credentials, content=content, headers=headers)
        assert answer.is_client_error
    account = {"client_email": key, "private_key": f"-----BEGIN PRIVATE KEY-----\n{key}"}
    config = {"project_id": "p", "location": "here", "base_url": walk.simulator}
    answer = walk.add(
        Provider.VERTEX,
        "Damaged",
        config=config,
        secrets={"service_account": json.dumps(account)},
        allow_private=True,
    )
    assert answer.is_client_error
    change = {"current_password": key, "password": key, "confirm_password": key}
    assert walk.owner.post(f"{API}/me/password", json=change).is_client_error


def _commands(home: Path, trail: Trail, up: EdisonProcess, database: str) -> None:
    """Run the command line beside the installation; what it says is in files of the home folder."""
    settings = _settings(trail, VARIABLE)
    for command in (
        ("doctor",),
        ("keys", "list"),
        ("keys", "rotate", "--prune"),
        ("keys", "list"),
    ):
        run = EdisonProcess(home, *command, port=up.port, settings=settings, database_url=database)
        while run.process.poll() is None:
            trail.note_command_lines()
            time.sleep(0.05)
        assert run.process.returncode == 0, run.output


def _backup_and_restore(home: Path, trail: Trail, database: str) -> None:
    """Look at PostgreSQL's tools while they hold a connection: a lock keeps them at work until they were seen."""
    backup = home / "backup.dump"
    with locked(database, "projects"):
        saving = EdisonProcess(home, "backup", backup.name, database_url=database)
        trail.wait_for_command("pg_dump")
    assert saving.wait() == 0, saving.output
    other = add_sibling(database, "trial")
    execute(other, "CREATE TABLE in_the_way (id int)")
    with locked(other, "in_the_way"):
        restoring = EdisonProcess(home, "restore", backup.name, database_url=other)
        trail.wait_for_command("psql")
    assert restoring.wait() == 0, restoring.output
    tools = tools_folder()
    unpack = str(tools / "pg_restore") if tools else "pg_restore"
    plain = f"--file={home / 'backup.sql'}"
    subprocess.run([unpack, plain, str(backup)], check=True, timeout=WITHIN_S)


def _key_material(home: Path) -> dict[str, str]:
    """The keys of the installation itself, which belong in their own files only."""
    stored = KeyFile(home / KEYS_FOLDER / "vault.json").read()
    found = {f"vault key {key.id}": key.private for key in stored.keys}
    session = (home / KEYS_FOLDER / "session.pem").read_text().splitlines()
    found["session key"] = session[len(session) // 2]
    # A line of the service account's private key; its newlines are escaped in JSON.
    found["service account's private key"] = private_key().splitlines()[3]
    return found
