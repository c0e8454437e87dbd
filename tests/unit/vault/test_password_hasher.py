"""Password hashing."""

import pytest

from edison.vault.password_hasher import Passwords


async def test_the_cost_is_twelve() -> None:
    """FR-UM-002.8, NFR-4.4.1"""
    assert (await Passwords().hash("Correct-horse-7!")).startswith("$2b$12$")


async def test_a_password_matches_its_own_hash_only() -> None:
    passwords = Passwords(cost=4)
    stored = await passwords.hash("Correct-horse-7!")

    assert await passwords.matches("Correct-horse-7!", stored)
    for other in ("correct-horse-7!", "Correct-horse-7", "Correct-horse-7! ", ""):
        assert not await passwords.matches(other, stored)


async def test_two_hashes_of_one_password_differ() -> None:
    passwords = Passwords(cost=4)

    assert await passwords.hash("same") != await passwords.hash("same")


@pytest.mark.parametrize("password", ["", "nobody", "nobody has this password", "\0"])
async def test_nobody_has_any_password(password: str) -> None:
    assert not await Passwords(cost=4).matches(password, None)


async def test_every_character_counts_however_long_the_password_is() -> None:
    """bcrypt alone reads 72 bytes and stops at a zero."""
    passwords = Passwords(cost=4)
    long = "é" * 127

    stored = await passwords.hash(long + "a")
    assert await passwords.matches(long + "a", stored)
    assert not await passwords.matches(long + "b", stored)

    zero = await passwords.hash("before\0after")
    assert not await passwords.matches("before\0other", zero)
