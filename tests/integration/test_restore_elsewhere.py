"""A backup of one installation becomes another one, on an empty server, with its data and its keys."""

import shutil
from pathlib import Path

import httpx
import pytest

from edison.kit.digests import sha256_hex
from edison.store.local_server import LocalServer
from tests.support.client import browser_at, done, sign_up_body
from tests.support.password_server import password_server
from tests.support.processes import EdisonProcess, free_port, running
from tests.support.sql import everything
from tests.support.world import API, PASSWORD

EMAIL = "ada@example.com"


@pytest.mark.nightly
def test_a_restored_installation_starts_and_opens_its_keys(tmp_path: Path) -> None:
    """NFR-4.4.21: rows and contents of every table are what they were, on another server and in another home."""
    old, new, port = tmp_path / "old", tmp_path / "new", free_port()
    simulator = EdisonProcess(tmp_path / "sim", "simulate", "--port", str(port), port=port)
    with running(simulator):
        simulator.wait_until_ready(path="/simulator")
        with running(EdisonProcess(old, "up", settings={"backup_every": "0"})) as up:
            up.wait_until_ready(path="/health")
            with browser_at(up.address) as ada:
                place = _fill(ada, f"http://127.0.0.1:{port}")
        server = LocalServer(old / "postgres")
        before = _contents(server.url())
        saved = EdisonProcess(old, "backup", "all.dump")
        assert saved.wait() == 0, saved.output
        server._server.cleanup()  # pyright: ignore[reportPrivateUsage]
        # As the documentation says: the keys travel apart from the database.
        shutil.copytree(old / "keys", new / "keys")
        shutil.copy(old / "all.dump", new)

        with password_server(tmp_path / "server", PASSWORD) as url:
            restored = EdisonProcess(new, "restore", "all.dump", database_url=url)
            assert restored.wait() == 0, restored.output
            assert _contents(url) == before
            assert before["public.credentials"][0] == 1
            assert before["dbos.workflow_status"][0] > 0

            with running(EdisonProcess(new, "up", database_url=url)) as up:
                up.wait_until_ready(path="/health")
                with browser_at(up.address) as ada:
                    done(ada.post(f"{API}/session", json={"email": EMAIL, "password": PASSWORD}))
                    [found] = done(ada.get(f"{place}/credentials"))["items"]
                    tested = done(ada.post(f"{place}/credentials/{found['id']}/test"))
    assert tested["status"] == "ready", tested


def _fill(ada: httpx.Client, simulator: str) -> str:
    """Make an account, a project and a credential whose key is sealed."""
    done(ada.post(f"{API}/accounts", json=sign_up_body(EMAIL)))
    project = done(
        ada.post(f"{API}/projects", json={"name": "Everything", "description": "Ünïcode\n\ttext"})
    )
    place = f"{API}/projects/{project['slug']}"
    credential = {
        "provider": "OPENAI",
        "label": "Sealed",
        "config": {"base_url": f"{simulator}/v1"},
        "secrets": {"api_key": "sk-a-key-that-only-the-vault-opens"},
        "allow_private": True,
    }
    added = done(ada.post(f"{place}/credentials", json=credential))
    assert added["status"] == "ready", added
    return place


def _contents(url: str) -> dict[str, tuple[int, str]]:
    """Row count and content hash of every table, those of the engine too."""
    return {
        table: (len(found), sha256_hex("\n".join(found)))
        for table, found in everything(url).items()
    }
