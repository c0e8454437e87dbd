"""The guard of this folder works."""

import socket
import subprocess
import sys

import pytest


def test_no_unit_test_reaches_the_network() -> None:
    with socket.socket() as probe, pytest.raises(RuntimeError, match=r"socket\.connect"):
        probe.connect(("127.0.0.1", 9))
    with pytest.raises(RuntimeError, match=r"socket\.getaddrinfo"):
        socket.getaddrinfo("localhost", 80)


def test_no_unit_test_starts_a_process() -> None:
    with pytest.raises(RuntimeError, match=r"subprocess\.Popen"):
        subprocess.run([sys.executable, "-c", ""], check=True)
