"""Runs Edison where every packet for another machine is seen: in a network of its own whose only way out is watched."""

import json
import os
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from edison.domain.models.provider import Provider
from tests.proofs.needles import canary
from tests.proofs.walk import Walk
from tests.support.applications import application_with_secrets
from tests.support.client import browser_at, done, sign_up
from tests.support.processes import EdisonProcess, free_port, running
from tests.support.world import API

ROOT = Path(__file__).parents[2]
WITHIN_S = 400.0
IDLE_S = 8.0
# Two ends of one wire: what goes out at one is heard at the other, and goes nowhere.
OUT, HEARD = "out0", "heard0"
SET_UP = (
    "ip link set lo up",
    f"ip link add {OUT} type veth peer name {HEARD}",
    # No questions about who is there: the packet itself goes out at once.
    f"ip link set {OUT} arp off",
    f"ip link set {OUT} up",
    f"ip link set {HEARD} up",
    f"ip address add 198.51.100.2/24 dev {OUT}",
    f"ip -6 address add 2001:db8:1::2/64 dev {OUT} nodad",
    f"ip route add default dev {OUT}",
    f"ip -6 route add default dev {OUT}",
)
# Names are asked for over the wire too, whatever this machine's own settings are.
NAME_SERVER = "nameserver 203.0.113.53\noptions timeout:1 attempts:1\n"
ELSEWHERE = ("192.0.2.1", "2001:db8:2::1")
ICMPV6 = 58


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Packets for other machines, by where they were going."""

    packets: int
    to: dict[str, int]
    models: int
    providers: int
    # Heard after two connections and a name were asked for on purpose; nobody listening would hear none.
    planted: dict[str, int]


class Refused(RuntimeError):
    """This machine does not let us make a network of our own."""


def watch(say: Callable[[str], None] = print) -> Report:
    """Start a network of its own, and Edison inside it."""
    must_be_possible()
    ended = subprocess.run(
        ["unshare", "--net", "--mount", sys.executable, "-m", "tests.proofs.foreign"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        timeout=WITHIN_S,
        check=True,
    )
    report = Report(**json.loads(ended.stdout.strip().splitlines()[-1]))
    say(
        f"  {report.packets} packets left; of a planted attempt {sum(report.planted.values())} were heard"
    )
    return report


def must_be_possible() -> None:
    if sys.platform != "linux" or os.geteuid() != 0:
        raise Refused("needs Linux and root, to make a network of its own")
    try:
        tried = subprocess.run(
            ["unshare", "--net", "--mount", "ip", "link", "add", OUT, "type", "veth"],
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError as error:
        raise Refused(f"needs the command {error.filename}") from error
    if tried.returncode != 0:
        raise Refused(f"this machine does not permit it: {tried.stderr.strip()}")


class Wire:
    """The far end of the only way out. What was heard waits in the socket until it is read."""

    def __init__(self) -> None:
        for command in SET_UP:
            subprocess.run(command.split(), check=True)
        every_protocol = 0x0003
        self._socket = socket.socket(
            socket.AF_PACKET, socket.SOCK_RAW, socket.ntohs(every_protocol)
        )
        self._socket.bind((HEARD, 0))
        self._socket.setblocking(False)

    def heard(self) -> dict[str, int]:
        found: Counter[str] = Counter()
        while True:
            try:
                frame = self._socket.recv(65_535)
            except BlockingIOError:
                return dict(found)
            if to := destination(frame):
                found[to] += 1


def destination(frame: bytes) -> str | None:
    """Where a frame wants to go; None for the kernel's own talk about IPv6 neighbours."""
    kind = struct.unpack("!H", frame[12:14])[0]
    packet = frame[14:]
    if kind == 0x0800:
        return socket.inet_ntop(socket.AF_INET, packet[16:20])
    if kind == 0x86DD:
        # Multicast reports have a header in between, which the kernel alone sends.
        if packet[6] in (ICMPV6, 0):
            return None
        return socket.inet_ntop(socket.AF_INET6, packet[24:40])
    return f"frame of kind {kind:#06x}"


def inside() -> Report:
    wire = Wire()
    with tempfile.NamedTemporaryFile("w", suffix=".conf") as names:
        names.write(NAME_SERVER)
        names.flush()
        subprocess.run(["mount", "--bind", names.name, "/etc/resolv.conf"], check=True)
        with tempfile.TemporaryDirectory(prefix="edison-alone-") as home:
            providers, models = _use(Path(home))
        heard = wire.heard()
        _leave_on_purpose()
        planted = wire.heard()
        # The file is still mounted; the namespace ends with this process, and with it the mount.
    return Report(
        packets=sum(heard.values()), to=heard, models=models, providers=providers, planted=planted
    )


def _use(home: Path) -> tuple[int, int]:
    port = free_port()
    options = ("--port", str(port), "--latency-ms", "5")
    simulator = EdisonProcess(home / "simulator", "simulate", *options, port=port)
    up = EdisonProcess(home, "up")
    with running(simulator), running(up):
        simulator.wait_until_ready(path="/simulator")
        up.wait_until_ready(path="/health")
        with browser_at(up.address) as owner:
            sign_up(owner)
            project = done(owner.post(f"{API}/projects", json={"name": "Alone"}))
            walk = Walk(owner=owner, project=project["slug"], simulator=f"http://127.0.0.1:{port}")
            added = walk.add_every_provider(lambda _: canary("key"))
            application = application_with_secrets(walk.simulator, canary("key"), canary("query"))
            added.append(done(walk.add(Provider.APPLICATION, "Application", **application)))
            models = walk.models()
            _price_and_ask(walk, models)
            walk.look_around("/metrics")
        for command in (("doctor",), ("keys", "rotate")):
            run = EdisonProcess(home, *command, port=up.port)
            assert run.wait(60) == 0, run.output
        # What would be fetched now and then is fetched soon after a start, if at all.
        time.sleep(IDLE_S)
    return len({each["provider"] for each in added}), len(models)


def _price_and_ask(walk: Walk, models: list[dict[str, object]]) -> None:
    one_each = {model["provider"]: model for model in models if model["name"] == "sim-medium"}
    for other_name in (Provider.VERTEX, Provider.APPLICATION):
        one_each[other_name] = next(model for model in models if model["provider"] == other_name)
    outcomes = walk.ask(list(one_each.values()), "What is the capital of France?")
    assert all(outcome["answer"] for outcome in outcomes), outcomes


def _leave_on_purpose() -> None:
    for address in ELSEWHERE:
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as leaving:
            leaving.settimeout(0.2)
            try:
                leaving.connect((address, 443))
            except OSError:
                continue
    try:
        socket.getaddrinfo("somewhere.example.com", 443)
    except socket.gaierror:
        return


if __name__ == "__main__":
    print(json.dumps(asdict(inside())))
