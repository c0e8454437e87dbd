"""Rules of accounts: email addresses, passwords and the lifetime of sessions."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from email_validator import SPECIAL_USE_DOMAIN_NAMES, EmailNotValidError, validate_email

from edison.domain.errors import AccountDisabled, InvalidEmail, InvalidInput, WeakPassword
from edison.domain.ids import UserId
from edison.domain.people.access import Role

MAX_EMAIL = 255
MAX_PASSWORD = 128
SESSION_LIFETIME = timedelta(days=7)
REMEMBERED_LIFETIME = timedelta(days=30)
RENEW_BEFORE_EXPIRY = timedelta(days=1)
# Requests in flight with the old token while another one renewed it are still accepted for this long. A browser that
# never received the new token has to sign in again afterwards.
RENEWAL_GRACE = timedelta(seconds=30)
CONFIRMATION_LIFETIME = timedelta(days=1)
PASSWORD_RESET_LIFETIME = timedelta(minutes=30)
# The time of use of a session is saved only this often, because otherwise every read would be a write.
SESSION_IS_NOTED_EVERY = timedelta(minutes=5)

# Intranets use .local, which the library rejects unless it is removed from its list.
if "local" in SPECIAL_USE_DOMAIN_NAMES:
    SPECIAL_USE_DOMAIN_NAMES.remove("local")

PASSWORD_RULES: dict[str, tuple[re.Pattern[str], str]] = {
    "length": (re.compile(r".{12}", re.DOTALL), "Password must be at least 12 characters"),
    "uppercase": (re.compile(r"[A-Z]"), "Must contain uppercase letter"),
    "lowercase": (re.compile(r"[a-z]"), "Must contain lowercase letter"),
    "number": (re.compile(r"[0-9]"), "Must contain number"),
    "special": (re.compile(r"[\W_]"), "Must contain special character"),
}


class Registration(StrEnum):
    """Who may create an account."""

    OPEN = "open"
    INVITE = "invite"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """A person with an account."""

    id: UserId
    email: str
    name: str | None
    role: Role
    created_at: datetime
    # When it was confirmed that this person reads mail at the address: by a mailed link, or by the owner of the
    # installation. Anyone can enter somebody else's address.
    email_confirmed_at: datetime | None = None
    disabled_at: datetime | None = None
    password_change_required: bool = False

    def must_be_enabled(self) -> None:
        """Raise an error if an owner of the installation disabled the account."""
        if self.disabled_at is not None:
            raise AccountDisabled("This account is disabled")

    # False for an account that signs in with a provider only.
    has_password: bool = True

    @property
    def email_confirmed(self) -> bool:
        return self.email_confirmed_at is not None

    @property
    def label(self) -> str:
        return self.name or self.email


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountPolicy:
    """Account settings of an installation."""

    registration: Registration = Registration.OPEN
    lock_after_failures: int = 5
    lock_for: timedelta = timedelta(minutes=15)
    sign_ins_per_address: int = 5
    sign_ups_per_address: int = 20
    attempts_window: timedelta = timedelta(minutes=15)
    confirmation_mails: int = 5
    # Per account in an hour, and per network address in the window of attempts.
    password_reset_mails: int = 3
    password_resets_per_address: int = 10
    # Whether people may sign in and sign up with a password. Otherwise a sign-in provider is needed.
    passwords: bool = True
    provider_sign_ins_per_address: int = 100
    # Absolute lifetime of a session after the password was entered, however often it is renewed.
    session_ends_after: timedelta = REMEMBERED_LIFETIME


def normal_email(text: str) -> str:
    """Return the normalized form of an email address, which is used for storage and lookup."""
    if len(text) > MAX_EMAIL:
        raise InvalidEmail("Invalid email format", field="email")
    try:
        # Checking deliverability would need DNS.
        found = validate_email(text, check_deliverability=False, globally_deliverable=False)
    except EmailNotValidError as error:
        raise InvalidEmail("Invalid email format", field="email") from error
    return found.normalized.lower()


def check_password(password: str) -> None:
    """Raise an error that names every rule the password violates."""
    unmet = [name for name, (pattern, _) in PASSWORD_RULES.items() if not pattern.search(password)]
    if unmet:
        raise WeakPassword(PASSWORD_RULES[unmet[0]][1], field="password", unmet=unmet)
    if len(password) > MAX_PASSWORD:
        raise WeakPassword(
            f"Password must be at most {MAX_PASSWORD} characters", field="password", unmet=[]
        )


def check_confirmation(password: str, confirmation: str) -> None:
    if password != confirmation:
        raise InvalidInput("Passwords don't match", field="confirm_password")


def session_lifetime(*, remember: bool) -> timedelta:
    return REMEMBERED_LIFETIME if remember else SESSION_LIFETIME


def wants_renewal(expires_at: datetime, now: datetime, ends_at: datetime) -> bool:
    """Return whether a session expires soon and can still be extended before its absolute end."""
    return expires_at - now < RENEW_BEFORE_EXPIRY and expires_at < ends_at
