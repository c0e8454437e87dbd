"""Certificates of promotions: signed by a real worker, verified offline, and no byte of them can change unseen."""

import random
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_asyncio
from click.testing import CliRunner

from edison.cli.main import main
from edison.processes.verify_certificate import CertificateState, verify_certificate
from edison.vault.certificate_keys import CertificateSigner
from edison.vault.key_ring import KeyRing
from tests.support.answers import granted
from tests.support.certificates import exported_certificate, tampering_found
from tests.support.postgres import TestServer
from tests.support.promotions import a_promoted_desk, but
from tests.support.world import World, vault_private_key

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def certificate(
    postgres: TestServer, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[bytes]:
    """A certificate with evidence, of a promotion that one person requested and another approved."""
    with postgres.database() as url:
        world = World(url)
        desk = await a_promoted_desk(world)
        await desk.version("Better")
        await desk.run(2, but(20, 0.9))
        ada = await desk.member("Ada")
        asked = await desk.requested(2, note="Shorter answers")
        granted(await desk.approve(asked, by=ada.browser))
        yield await exported_certificate(desk, asked, tmp_path_factory.mktemp("worker"))
        await world.close()


def _publics() -> tuple[str, ...]:
    return CertificateSigner(KeyRing([vault_private_key()])).publics


def _verify(path: Path, *options: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["verify", str(path), *options])
    return done.exit_code, done.output


async def test_a_worker_signs_and_anybody_verifies(certificate: bytes, tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    path.write_bytes(certificate)
    [public] = _publics()
    found = verify_certificate(certificate, [public])

    code, told = _verify(path, "--key", public)

    assert (code, found.state) == (0, CertificateState.VALID)
    assert "production moved to version 2 (checked), approved by Ada" in told
    assert found.content["run"]["cost_usd"] == "0.004"
    assert found.content["rules"]["margin"] == "0.020000"
    [target] = found.content["statistics"]["targets"]
    assert (target["cases"], target["verdict"]) == (40, "better")
    assert target["difference"] == "0.200000"
    assert found.content["requested"]["note"] == "Shorter answers"
    assert found.content["approved"]["author"] is False


async def test_an_unknown_key_has_its_own_exit_code(certificate: bytes, tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    path.write_bytes(certificate)

    code, told = _verify(path, "--key", "0" * 64)

    assert code == 2
    assert "not known here" in told


async def test_every_byte_of_a_certificate_counts(certificate: bytes, tmp_path: Path) -> None:
    tried, found = tampering_found(certificate, _publics(), random.Random(7))

    assert tried == len(certificate) * 3
    assert found == tried
    path = tmp_path / "certificate.json"
    path.write_bytes(certificate.replace(b'"number":2', b'"number":1'))
    assert _verify(path, "--key", _publics()[0])[0] == 1


async def test_what_is_added_or_left_out_counts_too(certificate: bytes) -> None:
    for changed in (
        b"",
        b"{}",
        b"[]",
        b"\xff",
        b"[" * 5000,
        certificate[:-1],
        certificate + b"\n",
        certificate.replace(b",", b", ", 1),
        certificate.replace(b'{"content"', b'{"content":{},"content"', 1),
        b"\xef\xbb\xbf" + certificate,
    ):
        assert verify_certificate(changed, _publics()).state is CertificateState.ALTERED
