"""The private keys of this machine, if it has any."""

from edison.settings import Settings
from edison.vault.key_file import KeyFile, VaultKeyProblem
from edison.vault.key_ring import KeyRing, stored_key_ring
from edison.vault.sealer import PUBLIC_MARK, read_private, split_keys


def own_key_ring(settings: Settings) -> KeyRing | None:
    given = split_keys(settings.vault_keys.get_secret_value() if settings.vault_keys else None)
    if given:
        private = [read_private(key) for key in given if not key.startswith(PUBLIC_MARK)]
        return KeyRing(private) if private else None
    file = KeyFile(settings.vault_key_file)
    try:
        return stored_key_ring(file) if file.exists() else None
    except VaultKeyProblem:
        # `edison doctor` reports a damaged key file separately.
        return None
