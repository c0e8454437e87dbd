"""The file of the vault's keys: made once, private, changed whole, followed by who uses it."""

import json
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest

from edison.vault.key_file import KeyFile, VaultKeyProblem
from edison.vault.key_ring import KeyMissing, load_key_ring, new_key, ready_sealer
from edison.vault.sealer import sealed_with

HERE = UUID(int=1)
NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "keys" / "vault.json"


def test_a_key_is_made_once_and_only_we_may_read_it(file: Path) -> None:
    """SEC-11.1.1"""
    first = load_key_ring(None, file, NOW)
    text = file.read_text()

    assert load_key_ring("", file, NOW).ids == first.ids
    assert file.read_text() == text
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert {path.name for path in file.parent.iterdir()} == {
        "vault.json",
        "vault.public.json",
        "vault.lock",
    }


def test_who_starts_together_gets_the_same_key(file: Path) -> None:
    """Threads: each has a part file of its own and races for the same link, as processes do."""
    with ThreadPoolExecutor(16) as threads:
        started = [threads.submit(load_key_ring, None, file, NOW) for _ in range(48)]
        sealing = [threads.submit(ready_sealer, None, file, NOW) for _ in range(16)]
        ids = {each.result().newest.key_id for each in started}
        ids |= {each.result().key_id for each in sealing}

    assert len(ids) == 1
    assert not list(file.parent.glob("*.part"))


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660])
def test_a_file_that_others_may_read_is_refused(file: Path, mode: int) -> None:
    load_key_ring(None, file, NOW)
    file.chmod(mode)

    with pytest.raises(VaultKeyProblem, match=f"chmod 600 {file}"):
        load_key_ring(None, file, NOW)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"keys": []}', '{"keys": [{"private": "edk_x"}]}', "\xff"]
)
def test_a_damaged_file_is_refused_and_left_as_it_is(file: Path, text: str) -> None:
    file.parent.mkdir()
    file.write_bytes(text.encode("latin-1"))
    file.chmod(0o600)

    with pytest.raises(VaultKeyProblem, match="damaged") as caught:
        load_key_ring(None, file, NOW)

    assert "edk_" not in str(caught.value)
    assert file.read_bytes() == text.encode("latin-1")


def test_the_web_process_reads_the_public_key_only(file: Path) -> None:
    """SEC-11.1.2"""
    ring = load_key_ring(None, file, NOW)
    file.chmod(0o000)
    file.rename(file.with_suffix(".away"))

    sealed = ready_sealer(None, file, NOW).seal("secret", HERE)

    assert ring.open(sealed, HERE) == "secret"
    assert not file.exists()
    public = KeyFile(file).public.read_text()
    assert "edk_" not in public
    assert set(json.loads(public)) == {"id", "public"}


def test_a_new_key_is_used_by_who_runs_already(file: Path) -> None:
    sealer = ready_sealer(None, file, NOW)
    worker = load_key_ring(None, file, NOW)
    before = sealer.seal("before", HERE)

    KeyFile(file).add(new_key(NOW))
    after = sealer.seal("after", HERE)

    assert sealed_with(after) != sealed_with(before)
    assert (worker.open(after, HERE), worker.open(before, HERE)) == ("after", "before")
    assert worker.newest.key_id == sealed_with(after)


def test_a_key_that_is_in_no_file_is_missing(file: Path, tmp_path: Path) -> None:
    sealed = load_key_ring(None, tmp_path / "other" / "vault.json", NOW).seal("x", HERE)

    with pytest.raises(KeyMissing, match=f"not in {file}"):
        load_key_ring(None, file, NOW).open(sealed, HERE)


def test_a_restored_key_file_corrects_the_public_one(file: Path) -> None:
    """Otherwise new secrets would be sealed with a key that is gone."""
    first = load_key_ring(None, file, NOW)
    kept = file.read_text()
    sealer = ready_sealer(None, file, NOW)
    KeyFile(file).add(new_key(NOW))
    file.write_text(kept)

    load_key_ring(None, file, NOW)

    assert sealer.key_id == first.newest.key_id


def test_two_changes_at_once_lose_no_key(file: Path) -> None:
    load_key_ring(None, file, NOW)
    keys = [new_key(NOW) for _ in range(12)]

    with ThreadPoolExecutor(6) as threads:
        list(threads.map(KeyFile(file).add, keys))

    stored = KeyFile(file).read()
    assert {key.id for key in keys} < {key.id for key in stored.keys}
    assert len(stored.keys) == 13
    assert json.loads(KeyFile(file).public.read_text())["id"] == stored.keys[0].id


def test_keys_are_removed_for_good_but_never_the_newest(file: Path) -> None:
    ring = load_key_ring(None, file, NOW)
    newest = KeyFile(file).add(new_key(NOW)).keys[0]

    left = KeyFile(file).remove(frozenset({newest.id, *ring.ids}))

    assert [key.id for key in left.keys] == [newest.id]
    assert ring.ids[0] not in file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_write_that_fails_leaves_the_old_file(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_key_ring(None, file, NOW)
    text = file.read_text()

    def full(*_: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        KeyFile(file).add(new_key(NOW))

    assert file.read_text() == text
    assert not list(file.parent.glob("*.part"))


def test_no_key_shows_in_a_representation(file: Path) -> None:
    load_key_ring(None, file, NOW)
    stored = KeyFile(file).read()

    assert stored.keys[0].private not in repr(stored)
    assert stored.keys[0].id in repr(stored)
