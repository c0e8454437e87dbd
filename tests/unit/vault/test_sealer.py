"""Sealed secrets: written by anyone with the public key, read by the private key, in their own place only."""

import base64
import logging
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest
from nacl.public import PrivateKey, SealedBox

from edison.vault.key_file import VaultKeyProblem
from edison.vault.key_ring import CannotOpen, KeyMissing, KeyRing, load_key_ring
from edison.vault.sealer import (
    Sealer,
    load_sealer,
    new_private,
    public_text,
    read_private,
    read_public,
    sealed_with,
)

HERE = UUID(int=1)
ELSEWHERE = UUID(int=2)
SECRET = "sk-a-secret-of-é-someone"
NOW = datetime(2026, 1, 1, tzinfo=UTC)
NO_FILE = Path("/nonexistent/vault.json")


def ring(*keys: str) -> KeyRing:
    return load_key_ring(",".join(keys), NO_FILE, NOW)


def test_what_the_public_key_seals_the_private_key_opens() -> None:
    """SEC-11.1.2"""
    key = new_private()
    sealer = load_sealer(public_text(read_public(key)), NO_FILE)

    sealed = sealer.seal(SECRET, HERE)

    assert ring(key).open(sealed, HERE) == SECRET
    version, key_id, encoded = sealed.split(":")
    assert (version, key_id) == ("v1", sealer.key_id)
    assert SECRET.encode() not in base64.b64decode(encoded, validate=True)


def test_the_public_key_opens_nothing() -> None:
    """SEC-11.1.2"""
    public = public_text(read_public(new_private()))

    with pytest.raises(VaultKeyProblem, match="can seal but not unseal"):
        ring(public)
    assert not hasattr(load_sealer(public, NO_FILE), "open")


def test_two_seals_of_one_secret_differ() -> None:
    sealer = Sealer(PrivateKey.generate().public_key)

    assert sealer.seal(SECRET, HERE) != sealer.seal(SECRET, HERE)


def test_a_secret_copied_to_another_place_does_not_open() -> None:
    keys = ring(new_private())

    with pytest.raises(CannotOpen, match="another credential"):
        keys.open(keys.seal(SECRET, HERE), ELSEWHERE)


def test_the_newest_key_seals_and_every_key_opens() -> None:
    old, new = new_private(), new_private()
    before, after = ring(old), ring(new, old)

    assert after.open(before.seal(SECRET, HERE), HERE) == SECRET
    assert sealed_with(after.seal(SECRET, HERE)) == ring(new).newest.key_id
    assert after.ids == (ring(new).newest.key_id, before.newest.key_id)


def test_without_its_key_a_secret_stays_closed_and_says_which_key_to_restore() -> None:
    lost = ring(new_private())
    sealed = lost.seal(SECRET, HERE)

    with pytest.raises(KeyMissing, match="Restore the vault key file") as caught:
        ring(new_private()).open(sealed, HERE)

    assert lost.newest.key_id in str(caught.value)


def test_a_changed_secret_does_not_open() -> None:
    keys = ring(new_private())
    sealed = keys.seal(SECRET, HERE)
    head, _, encoded = sealed.rpartition(":")
    raw = bytearray(base64.b64decode(encoded))
    raw[40] ^= 1
    changed = (
        f"{head}:{base64.b64encode(raw).decode()}",
        f"{head}:{encoded[:-8]}",
        f"{head}:",
        f"{head}:***",
        sealed.replace("v1:", "v2:"),
        f"{sealed}:more",
        SECRET,
        "",
    )

    for text in changed:
        with pytest.raises(CannotOpen, match="damaged") as caught:
            keys.open(text, HERE)
        assert SECRET not in str(caught.value)


@pytest.mark.parametrize("inner", [b"no json", b"[]", b"{}", b'{"place": 1}', b"\xff"])
def test_a_well_sealed_text_that_is_none_of_ours_does_not_open(inner: bytes) -> None:
    key = new_private()
    keys = ring(key)
    sealed = base64.b64encode(SealedBox(read_public(key)).encrypt(inner)).decode()

    with pytest.raises(CannotOpen, match="damaged"):
        keys.open(f"v1:{keys.newest.key_id}:{sealed}", HERE)


def test_a_key_that_cannot_be_read_is_refused_without_being_quoted() -> None:
    key = new_private()
    for text in (key[:-3], key + "AAAA", key[4:], "edk_", f"edk_{'*' * 43}", "hunter2"):
        with pytest.raises(VaultKeyProblem) as caught:
            ring(text)
        assert text[4:] == "" or text[4:] not in str(caught.value)


def test_no_secret_shows_in_a_representation_or_a_log(caplog: pytest.LogCaptureFixture) -> None:
    key = new_private()
    keys = ring(key)
    raw = repr(bytes(read_private(key)))

    with caplog.at_level(logging.DEBUG):
        keys.open(keys.seal(SECRET, HERE), HERE)
        shown = f"{keys!r} {keys} {keys.newest!r} {load_sealer(key, NO_FILE)!r} {caplog.text}"

    for hidden in (key, key.removeprefix("edk_"), raw, SECRET):
        assert hidden not in shown
    assert keys.newest.key_id in shown
