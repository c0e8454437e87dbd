"""Rules of emails, passwords and lifetimes."""

from datetime import UTC, datetime, timedelta
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.errors import InvalidEmail, InvalidInput, WeakPassword
from edison.domain.people.account import (
    MAX_EMAIL,
    MAX_PASSWORD,
    AccountPolicy,
    check_confirmation,
    check_password,
    normal_email,
    session_lifetime,
    wants_renewal,
)

MESSAGES = {
    "length": "Password must be at least 12 characters",
    "uppercase": "Must contain uppercase letter",
    "lowercase": "Must contain lowercase letter",
    "number": "Must contain number",
    "special": "Must contain special character",
}


def unmet_by_the_specification(password: str) -> list[str]:
    """FR-UM-001.5 to .9, written down once more and in another way."""
    met = {
        "length": len(password) >= 12,
        "uppercase": any("A" <= letter <= "Z" for letter in password),
        "lowercase": any("a" <= letter <= "z" for letter in password),
        "number": any("0" <= letter <= "9" for letter in password),
        "special": any(not letter.isalnum() for letter in password),
    }
    return [name for name, good in met.items() if not good]


def refusal_of(password: str) -> WeakPassword | None:
    try:
        check_password(password)
    except WeakPassword as error:
        return error
    return None


def unmet_by(password: str) -> list[str]:
    refusal = refusal_of(password)
    if refusal is None:
        return []
    unmet = cast(list[str], refusal.facts["unmet"])
    assert (refusal.field, refusal.message) == ("password", MESSAGES[unmet[0]])
    return unmet


@given(st.text(alphabet=st.sampled_from("aZ0!é \n"), max_size=MAX_PASSWORD))
def test_a_password_meets_exactly_the_rules_of_the_specification(password: str) -> None:
    assert unmet_by(password) == unmet_by_the_specification(password)


@given(st.text(max_size=MAX_PASSWORD))
def test_any_text_is_judged_like_that(password: str) -> None:
    assert unmet_by(password) == unmet_by_the_specification(password)


@pytest.mark.parametrize("special", "!@#$%^&*-_?.,:;+=~`'\"|/\\()[]{}<> €§°🔑")
def test_each_character_that_is_no_letter_and_no_number_counts(special: str) -> None:
    check_password("CorrectHorse7" + special)


@pytest.mark.parametrize("other", ["é", "ß", "²", "三"])
def test_letters_and_numbers_of_any_script_are_not_special(other: str) -> None:
    assert unmet_by("aB1" + other * 12) == ["special"]
    assert "number" in unmet_by("²" * 12)


def test_a_password_ends_at_128_characters() -> None:
    longest = "Correct-horse7!" + "x" * (MAX_PASSWORD - 15)
    check_password(longest)

    with pytest.raises(WeakPassword, match="at most 128"):
        check_password(longest + "x")


def test_the_confirmation_is_compared_to_the_letter() -> None:
    check_confirmation("Same", "Same")

    with pytest.raises(InvalidInput, match="Passwords don't match") as refusal:
        check_confirmation("Same", "same")
    assert refusal.value.field == "confirm_password"


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("Ada@Example.COM", "ada@example.com"),
        ("ada.b+tag@example.com", "ada.b+tag@example.com"),
        ("ada@intranet.local", "ada@intranet.local"),
        ("o'brien@example.com", "o'brien@example.com"),
        ("jürgen@example.com", "jürgen@example.com"),
        ("ju\u0308rgen@example.com", "jürgen@example.com"),
        ("ada@EXÄMPLE.com", "ada@exämple.com"),
    ],
)
def test_an_email_has_one_spelling(text: str, stored: str) -> None:
    assert normal_email(text) == stored


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ada",
        "ada@",
        "@example.com",
        "ada@@example.com",
        "a b@example.com",
        "ada@exa mple.com",
        "ada@example..com",
        ".ada@example.com",
        "ada@example.com\n",
        "ada\x00@example.com",
        "ada@" + "a" * 250 + ".com",
    ],
)
def test_what_is_no_email_is_refused(text: str) -> None:
    with pytest.raises(InvalidEmail, match="Invalid email format"):
        normal_email(text)


@given(st.text(max_size=300))
def test_any_text_is_an_email_in_its_normal_form_or_refused(text: str) -> None:
    try:
        stored = normal_email(text)
    except InvalidEmail:
        return
    assert normal_email(stored) == stored
    assert stored == stored.lower()
    assert len(text) <= MAX_EMAIL
    assert "@" in stored


@given(st.emails())
def test_every_email_of_the_standard_has_one_spelling_or_none(text: str) -> None:
    try:
        stored = normal_email(text)
    except InvalidEmail:
        with pytest.raises(InvalidEmail):
            normal_email(text.upper())
    else:
        assert normal_email(text.upper()) == stored


def test_a_session_lasts_a_week_or_a_month() -> None:
    assert session_lifetime(remember=False) == timedelta(days=7)
    assert session_lifetime(remember=True) == timedelta(days=30)


@pytest.mark.parametrize(("left", "renewed"), [(86_399, True), (86_400, False), (-1, True)])
def test_a_session_wants_renewal_in_its_last_day(left: int, renewed: bool) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    end = now + timedelta(days=9)

    assert wants_renewal(now + timedelta(seconds=left), now, end) is renewed


def test_a_session_is_not_renewed_beyond_its_end() -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    end = now + timedelta(hours=1)

    assert not wants_renewal(end, now, end)


def test_the_limits_are_those_of_the_specification() -> None:
    """FR-UM-002.6, .9"""
    policy = AccountPolicy()

    assert (policy.lock_after_failures, policy.lock_for) == (5, timedelta(minutes=15))
    assert (policy.sign_ins_per_address, policy.attempts_window) == (5, timedelta(minutes=15))
