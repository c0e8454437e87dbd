"""Limit password guesses and confirmation mails.

A sign-in attempt is counted before the password is checked, so that parallel guesses count too.
"""

import math
from datetime import datetime, timedelta

from edison.domain.errors import AccountLocked, TooManyAttempts
from edison.domain.ids import UserId
from edison.domain.people.account import CONFIRMATION_LIFETIME
from edison.kit.address_blocks import address_block
from edison.services.context import Context

SIGN_IN_BY_EMAIL = "sign_in:email"
SIGN_IN_BY_ADDRESS = "sign_in:address"
SIGN_UP_BY_ADDRESS = "sign_up:address"
PROVIDER_SIGN_IN_BY_ADDRESS = "provider_sign_in:address"
CONFIRMATION_MAIL_BY_USER = "confirmation_mail:user"
PASSWORD_RESET_BY_ADDRESS = "password_reset:address"
PASSWORD_RESET_MAIL_BY_EMAIL = "password_reset_mail:email"
PASSWORD_RESET_MAILS_WINDOW = timedelta(hours=1)


async def count_sign_in(ctx: Context, email: str, address: str) -> None:
    """Count a sign-in attempt for the account and for the IP address; raise an error above either limit."""
    now, policy = ctx.clock.now(), ctx.accounts
    async with ctx.write() as tx:
        tries, locked_until = await tx.attempts.count(
            SIGN_IN_BY_EMAIL, email, now, now + policy.lock_for
        )
        if tries == policy.lock_after_failures:
            # The lock starts at the last failed attempt.
            await tx.attempts.extend(SIGN_IN_BY_EMAIL, email, now + policy.lock_for)
        from_address, open_again = await tx.attempts.count(
            SIGN_IN_BY_ADDRESS, address_block(address), now, now + policy.attempts_window
        )
    if tries > policy.lock_after_failures:
        minutes = max(1, math.ceil((locked_until - now).total_seconds() / 60))
        raise AccountLocked(
            f"Account temporarily locked. Try again in {minutes} minutes", minutes=minutes
        )
    if from_address > policy.sign_ins_per_address:
        raise TooManyAttempts(
            "Too many login attempts. Please wait.", retry_after_s=_seconds(open_again, now)
        )


async def forget_sign_in(ctx: Context, email: str, address: str) -> None:
    """After a successful sign-in, reset the account's failures and do not count the attempt for the IP address."""
    async with ctx.write() as tx:
        await tx.attempts.forget(SIGN_IN_BY_EMAIL, email)
        await tx.attempts.give_back(SIGN_IN_BY_ADDRESS, address_block(address))


async def count_sign_up(ctx: Context, address: str) -> None:
    now, policy = ctx.clock.now(), ctx.accounts
    async with ctx.write() as tx:
        tries, open_again = await tx.attempts.count(
            SIGN_UP_BY_ADDRESS, address_block(address), now, now + policy.attempts_window
        )
    if tries > policy.sign_ups_per_address:
        raise TooManyAttempts(
            "Too many attempts, try again in 15 minutes", retry_after_s=_seconds(open_again, now)
        )


async def count_provider_sign_in(ctx: Context, address: str) -> None:
    """Limit the sign-ins with providers that an IP address starts, because each one is stored."""
    now, policy = ctx.clock.now(), ctx.accounts
    async with ctx.write() as tx:
        tries, open_again = await tx.attempts.count(
            PROVIDER_SIGN_IN_BY_ADDRESS, address_block(address), now, now + policy.attempts_window
        )
    if tries > policy.provider_sign_ins_per_address:
        raise TooManyAttempts(
            "Too many login attempts. Please wait.", retry_after_s=_seconds(open_again, now)
        )


async def count_confirmation_mail(ctx: Context, user: UserId) -> None:
    """Limit the confirmation mails of an account, because its address may belong to another person."""
    now, policy = ctx.clock.now(), ctx.accounts
    async with ctx.write() as tx:
        mails, open_again = await tx.attempts.count(
            CONFIRMATION_MAIL_BY_USER, str(user), now, now + CONFIRMATION_LIFETIME
        )
    if mails > policy.confirmation_mails:
        raise TooManyAttempts(
            "Too many confirmation mails were requested. Use the newest one",
            retry_after_s=_seconds(open_again, now),
        )


async def count_password_reset(ctx: Context, address: str) -> None:
    """Limit what one network address does with password resets; the limit is the same for every account."""
    now, policy = ctx.clock.now(), ctx.accounts
    async with ctx.write() as tx:
        tries, open_again = await tx.attempts.count(
            PASSWORD_RESET_BY_ADDRESS, address_block(address), now, now + policy.attempts_window
        )
    if tries > policy.password_resets_per_address:
        raise TooManyAttempts(
            "Too many attempts, try again in 15 minutes", retry_after_s=_seconds(open_again, now)
        )


async def may_mail_password_reset(ctx: Context, email: str) -> bool:
    """Count a password reset mail; return False above the limit.

    It is no error, because an error would tell that others asked for the same address.
    """
    now, policy = ctx.clock.now(), ctx.accounts
    async with ctx.write() as tx:
        mails, _ = await tx.attempts.count(
            PASSWORD_RESET_MAIL_BY_EMAIL, email, now, now + PASSWORD_RESET_MAILS_WINDOW
        )
    return mails <= policy.password_reset_mails


def _seconds(until: datetime, now: datetime) -> int:
    return max(1, math.ceil((until - now).total_seconds()))
