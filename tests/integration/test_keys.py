"""The keys of the vault from the server's command line: listed, changed under load, and cleared away."""

import stat
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest

from edison.domain.ids import CredentialId, ProjectId, UserId
from edison.domain.models.credential import Credential
from edison.domain.models.provider import Provider
from edison.kit.uuids import new_id
from edison.vault.key_file import KeyFile
from edison.vault.key_ring import KeyRing, load_key_ring, new_key, ready_sealer
from edison.vault.sealer import new_private, sealed_with
from tests.support.commands import Command
from tests.support.sql import execute, rows
from tests.support.world import API, World


class Vault:
    """One installation's keys and secrets."""

    def __init__(self, world: World, home: Path, **settings: str) -> None:
        self.world = world
        self.file = home / "keys" / "vault.json"
        self.given = settings.get("EDISON_VAULT_KEYS")
        self.edison = Command(home, world.url, **settings)

    def ring(self) -> KeyRing:
        return load_key_ring(self.given, self.file, self.world.clock.now())

    async def keep(self, secret: str) -> CredentialId:
        """Store a credential as the web process does."""
        now = self.world.clock.now()
        person = await self.world.person()
        project = await person.create_project()
        credential = Credential(
            id=CredentialId(new_id()),
            provider=Provider.OPENAI,
            label="Ours",
            config={},
            hint="",
            created_at=now,
        )
        sealed = ready_sealer(self.given, self.file, now).seal(secret, credential.id)
        async with self.world.ctx.work.write() as tx:
            await tx.credentials.add(
                ProjectId(UUID(project["id"])), credential, UserId(UUID(person.id)), sealed
            )
        return credential.id

    def sealed(self) -> dict[CredentialId, str]:
        found = rows(self.world.url, "SELECT id, sealed FROM credentials ORDER BY id")
        return {CredentialId(id): sealed for id, sealed in found}

    def opened(self, ring: KeyRing | None = None) -> list[str]:
        ring = ring or self.ring()
        return [ring.open(sealed, place) for place, sealed in self.sealed().items()]

    def keys_in_use(self) -> set[str]:
        return {sealed_with(sealed) for sealed in self.sealed().values()}


@pytest.fixture
def vault(world: World, tmp_path: Path) -> Vault:
    return Vault(world, tmp_path)


async def test_a_rotation_seals_everything_anew_and_nobody_has_to_restart(vault: Vault) -> None:
    """SEC-11.1.1"""
    first = await vault.keep("sk-one")
    await vault.keep("sk-two")
    await vault.keep("sk-three")
    worker = vault.ring()
    [old] = worker.ids
    before = vault.sealed()

    done = await vault.edison.run("keys", "rotate")

    assert done.code == 0, done.err
    assert "Encrypted 3 secrets with it" in done.out
    [new] = vault.keys_in_use()
    assert new != old
    assert not set(before.values()) & set(vault.sealed().values())
    # The worker that was running opens what it never saw sealed, and what was sealed before.
    assert vault.opened(worker) == ["sk-one", "sk-two", "sk-three"]
    assert worker.open(before[first], first) == "sk-one"
    await vault.keep("sk-four")
    assert vault.keys_in_use() == {new}
    assert stat.S_IMODE(vault.file.stat().st_mode) == 0o600


async def test_a_rotation_is_recorded_in_the_audit_log(vault: Vault) -> None:
    await vault.keep("sk-one")
    await vault.edison.run("keys", "rotate", "--prune")

    found = rows(
        vault.world.url,
        "SELECT action, entity_id FROM audit_log WHERE action LIKE 'vault.%' ORDER BY number",
    )
    [key] = vault.ring().ids
    assert found == [("vault.rotated", key), ("vault.pruned", key)]


async def test_an_interrupted_rotation_goes_on_with_the_key_it_began_with(vault: Vault) -> None:
    one, two = await vault.keep("sk-one"), await vault.keep("sk-two")
    begun = KeyFile(vault.file).add(new_key(vault.world.clock.now())).keys[0].id
    half = vault.ring().seal("sk-one", one)
    execute(vault.world.url, f"UPDATE credentials SET sealed = '{half}' WHERE id = '{one}'")

    done = await vault.edison.run("keys", "rotate")

    assert done.code == 0, done.err
    assert f"Key {begun} encrypts new secrets\nEncrypted 1 secrets with it" in done.out
    assert vault.keys_in_use() == {begun}
    assert vault.sealed()[one] == half
    assert vault.ring().open(vault.sealed()[two], two) == "sk-two"
    again = await vault.edison.run("keys", "rotate")
    assert "New key" in again.out
    assert len(vault.ring().ids) == 3


@pytest.mark.nightly
async def test_an_old_key_is_kept_while_something_needs_it(vault: Vault) -> None:
    await vault.keep("sk-one")
    [old] = vault.ring().ids
    KeyFile(vault.file).add(new_key(vault.world.clock.now()))

    early = await vault.edison.run("keys", "prune")
    assert (early.code, old in early.err) == (1, True)
    assert "edison keys rotate" in early.err
    assert vault.opened() == ["sk-one"]

    assert (await vault.edison.run("keys", "rotate")).code == 0
    late = await vault.edison.run("keys", "prune")

    assert (late.code, late.out.strip()) == (0, f"Removed {old}")
    assert old not in vault.ring().ids
    assert vault.opened() == ["sk-one"]
    nothing = await vault.edison.run("keys", "prune")
    assert (nothing.code, "No old keys" in nothing.out) == (0, True)


async def test_the_list_shows_who_seals_what_and_never_a_key(vault: Vault) -> None:
    await vault.keep("sk-one")
    [old] = vault.ring().ids
    new = KeyFile(vault.file).add(new_key(vault.world.clock.now())).keys[0].id
    await vault.keep("sk-two")
    await vault.keep("sk-three")
    lost = load_key_ring(new_private(), vault.file, vault.world.clock.now())
    four = await vault.keep("sk-four")
    sealed = lost.seal("sk-four", four)
    execute(vault.world.url, f"UPDATE credentials SET sealed = '{sealed}' WHERE id = '{four}'")

    done = await vault.edison.run("keys", "list")

    assert done.code == 0, done.err
    lines = [" ".join(line.split()) for line in done.out.splitlines()]
    assert lines == [
        f"{new} today 2 secrets encrypts new secrets",
        f"{old} today 1 secrets",
        f"{lost.newest.key_id} 1 secrets KEY IS MISSING",
    ]
    for key in KeyFile(vault.file).read().keys:
        assert key.private not in done.out + done.err


async def test_a_secret_that_cannot_be_opened_does_not_stop_the_others(vault: Vault) -> None:
    lost = load_key_ring(new_private(), vault.file, vault.world.clock.now())
    one = await vault.keep("sk-one")
    await vault.keep("sk-two")
    sealed = lost.seal("sk-one", one)
    execute(vault.world.url, f"UPDATE credentials SET sealed = '{sealed}' WHERE id = '{one}'")

    done = await vault.edison.run("keys", "rotate", "--prune")

    assert (done.code, "Encrypted 1 secrets with it" in done.out) == (1, True)
    assert f"1 secrets encrypted with {lost.newest.key_id} cannot be decrypted" in done.err
    assert vault.sealed()[one] == sealed
    assert len(vault.ring().ids) == 2


@pytest.mark.nightly
async def test_keys_from_the_environment_are_changed_there(world: World, tmp_path: Path) -> None:
    old, new = new_private(), new_private()
    before = Vault(world, tmp_path, EDISON_VAULT_KEYS=old)
    await before.keep("sk-one")

    told = await before.edison.run("keys", "rotate")
    assert told.code == 1
    assert "put the new key first in EDISON_VAULT_KEYS" in told.err

    after = Vault(world, tmp_path, EDISON_VAULT_KEYS=f"{new}, {old}")
    early = await after.edison.run("keys", "prune")
    assert (early.code, "still encrypted" in early.err) == (1, True)
    done = await after.edison.run("keys", "rotate")
    assert (done.code, "Encrypted 1 secrets with it" in done.out) == (0, True), done.err
    late = await after.edison.run("keys", "prune")
    assert "Remove them from EDISON_VAULT_KEYS yourself" in late.err
    listed = await after.edison.run("keys", "list")

    assert Vault(world, tmp_path, EDISON_VAULT_KEYS=new).opened() == ["sk-one"]
    assert not after.file.exists()
    said = "".join(each.out + each.err for each in (told, early, done, late, listed))
    assert "edk_" not in said
    assert before.ring().newest.key_id in listed.out


async def test_a_new_key_is_printed_for_who_wants_to_set_one(vault: Vault) -> None:
    done = await vault.edison.run("keys", "new")

    assert done.code == 0, done.err
    ring = load_key_ring(done.out, vault.file, vault.world.clock.now())
    public = done.err.split()[-1]
    assert ready_sealer(public, vault.file, vault.world.clock.now()).key_id == ring.newest.key_id
    assert not vault.file.exists()


async def test_a_key_file_that_others_may_read_stops_the_command(vault: Vault) -> None:
    await vault.keep("sk-one")
    vault.file.chmod(0o644)

    done = await vault.edison.run("keys", "list")

    assert done.code == 1
    assert f"chmod 600 {vault.file}" in done.err
    assert "Traceback" not in done.err


async def test_a_rotation_seals_the_secrets_of_channels_anew_too(
    world: World, tmp_path: Path
) -> None:
    vault = Vault(world, tmp_path)
    sealer = ready_sealer(None, vault.file, world.clock.now())
    world.ctx = replace(world.ctx, gateway=replace(world.ctx.gateway, sealer=sealer))
    person = await world.person()
    project = (await person.create_project())["slug"]
    url = "https://hooks.example.com/in/a-long-path-that-is-a-key"
    body = {"name": "On call", "kind": "webhook", "url": url}
    made = await person.browser.post(f"{API}/projects/{project}/channels", json=body)
    key = made.json()["signing_secret"]
    [old] = vault.ring().ids

    done = await vault.edison.run("keys", "rotate", "--prune")

    assert done.code == 0, done.err
    assert "Encrypted 2 secrets with it" in done.out
    ring = vault.ring()
    found = rows(world.url, "SELECT id, sealed, purpose FROM channel_secrets")
    assert ring.ids != (old,)
    opened = {purpose: ring.open(sealed, place) for place, sealed, purpose in found}
    assert opened == {"url": url, "key": key}
