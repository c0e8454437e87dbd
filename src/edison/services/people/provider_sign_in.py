"""Sign in with an OpenID Connect provider: authorization code flow with PKCE, state and nonce."""

import base64
import hashlib
import secrets
from dataclasses import dataclass, field
from urllib.parse import urlencode

import structlog

from edison.domain.audit.audit_chain import entry
from edison.domain.errors import NotFound, SignInRefused
from edison.domain.ids import UserId
from edison.domain.people.access import Actor, Role
from edison.domain.people.account import SESSION_LIFETIME, Registration, User
from edison.domain.people.sign_in_methods import (
    FLOW_LIFETIME,
    ExternalPerson,
    SignInFlow,
    SignInProblem,
    SignInProvider,
    own_path,
    person_from_claims,
)
from edison.kit.uuids import new_id
from edison.network.openid_provider import OpenIdProvider, ProviderFailed, Redeemed
from edison.services.context import Context
from edison.services.people.account_registration import first_account_role
from edison.services.people.attempt_limits import count_provider_sign_in
from edison.services.people.group_roles import apply_groups_of
from edison.services.people.identity import actor_of
from edison.services.people.sign_in import SignedIn, open_session
from edison.store.unit_of_work import WriteTx
from edison.vault.id_tokens import IdTokenRejected

log = structlog.get_logger(__name__)

CALLBACK = "/api/v1/sign-in/providers/{}/callback"


@dataclass(frozen=True, slots=True, kw_only=True)
class SignInMethods:
    passwords: bool
    providers: tuple[SignInProvider, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StartedSignIn:
    """The address of the provider, and the secret that binds the sign-in to the browser."""

    url: str
    browser: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderAnswer:
    """The parameters with which the provider sends the browser back."""

    state: str
    code: str | None = field(default=None, repr=False)
    error: str | None = None
    issuer: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedSignIn:
    signed_in: SignedIn
    next_path: str
    id_token: str = field(repr=False)


def list_methods(ctx: Context, who: Actor) -> SignInMethods:
    """Return the ways to sign in. Without a provider, passwords are always possible."""
    who.anyone()
    return SignInMethods(passwords=ctx.accounts.passwords, providers=ctx.openid.configured)


async def start(ctx: Context, who: Actor, name: str, next_path: str | None) -> StartedSignIn:
    """Start a sign-in, and return the address of the provider."""
    who.anyone()
    client = _client(ctx, name)
    await count_provider_sign_in(ctx, who.origin.address)
    state, nonce, verifier, browser = (secrets.token_urlsafe(32) for _ in range(4))
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=")
    try:
        url = await client.authorization_url(
            redirect_uri=_redirect_uri(ctx, name),
            state=state,
            nonce=nonce,
            challenge=challenge.decode(),
        )
    except ProviderFailed as error:
        raise await _refuse(ctx, who, name, SignInProblem.PROVIDER, error.reason) from error
    flow = SignInFlow(
        provider=name,
        nonce=nonce,
        verifier=verifier,
        next_path=own_path(next_path),
        expires_at=ctx.clock.now() + FLOW_LIFETIME,
    )
    async with ctx.write() as tx:
        await tx.sign_in_flows.begin(state, browser, flow)
    return StartedSignIn(url=url, browser=browser)


async def finish(
    ctx: Context, who: Actor, name: str, browser: str, answer: ProviderAnswer
) -> FinishedSignIn:
    """Finish a sign-in with the answer of the provider, and open a session."""
    who.anyone()
    client = _client(ctx, name)
    async with ctx.write() as tx:
        flow = await tx.sign_in_flows.take(answer.state, browser, name)
    if flow is None or flow.expires_at <= ctx.clock.now():
        raise await _refuse(ctx, who, name, SignInProblem.EXPIRED, "unknown state")
    redeemed = await _redeem(ctx, who, client, flow, answer)
    person = person_from_claims(client.provider, redeemed.claims)
    now = ctx.clock.now()
    try:
        async with ctx.write() as tx:
            await tx.identities.lock_subject(person)
            user = await tx.identities.user_of(person)
            if user is None:
                user = await _connect(ctx, tx, who, client.provider, person)
            elif person.email and not client.provider.accepts(person.email):
                raise _problem(SignInProblem.DOMAIN)
            if user.disabled_at is not None:
                raise _problem(SignInProblem.DISABLED)
            await tx.identities.note_sign_in(person, now)
            newcomer = actor_of(user, who.origin)
            await apply_groups_of(ctx, tx, newcomer, user.id, now)
            changes = {"provider": {"old": None, "new": name}}
            tx.record(entry(newcomer, "user.login", ("user", user.id), at=now, changes=changes))
    except SignInRefused as refused:
        problem = SignInProblem(str(refused.facts["problem"]))
        raise await _refuse(ctx, who, name, problem, "not accepted") from refused
    return FinishedSignIn(
        signed_in=open_session(ctx, user, SESSION_LIFETIME),
        next_path=flow.next_path,
        id_token=redeemed.id_token,
    )


async def sign_out_address(ctx: Context, who: Actor, name: str, id_token: str) -> str | None:
    """Return the address at which the provider ends its own session; None if it has none."""
    who.anyone()
    client = ctx.openid.find(name)
    if client is None:
        return None
    try:
        address = (await client.metadata()).end_session_endpoint
    except ProviderFailed:
        return None
    if address is None:
        return None
    query = {
        "id_token_hint": id_token,
        "client_id": client.provider.client_id,
        "post_logout_redirect_uri": f"{ctx.public_url}/sign-in",
    }
    return f"{address}{'&' if '?' in address else '?'}{urlencode(query)}"


def _client(ctx: Context, name: str) -> OpenIdProvider:
    client = ctx.openid.find(name)
    if client is None:
        raise NotFound("There is no sign-in provider of this name")
    return client


def _redirect_uri(ctx: Context, name: str) -> str:
    return ctx.public_url + CALLBACK.format(name)


async def _redeem(
    ctx: Context, who: Actor, client: OpenIdProvider, flow: SignInFlow, answer: ProviderAnswer
) -> Redeemed:
    """Check who answers, and exchange the code."""
    name = client.provider.name
    try:
        names_issuer = (await client.metadata()).names_issuer
        if answer.issuer != client.provider.issuer and (names_issuer or answer.issuer is not None):
            # RFC 9207. Otherwise one provider could pass on a code that another one has issued.
            raise IdTokenRejected("The answer comes from another issuer")
        if answer.error is not None or answer.code is None:
            denied = answer.error == "access_denied"
            problem = SignInProblem.DENIED if denied else SignInProblem.PROVIDER
            raise await _refuse(ctx, who, name, problem, "the provider sent an error")
        return await client.redeem(
            code=answer.code,
            redirect_uri=_redirect_uri(ctx, name),
            verifier=flow.verifier,
            nonce=flow.nonce,
        )
    except (ProviderFailed, IdTokenRejected) as error:
        raise await _refuse(ctx, who, name, SignInProblem.PROVIDER, error.reason) from error


async def _connect(
    ctx: Context, tx: WriteTx, who: Actor, provider: SignInProvider, person: ExternalPerson
) -> User:
    """Connect a person who signs in for the first time with their account, or create one."""
    if person.email is None:
        raise _problem(SignInProblem.UNVERIFIED)
    if not provider.accepts(person.email):
        raise _problem(SignInProblem.DOMAIN)
    user = await tx.users.by_email(person.email)
    now = ctx.clock.now()
    if user is None:
        user = await _create(ctx, tx, who, provider, person)
    elif not user.email_confirmed:
        # Somebody else may have created it, and knows its password.
        raise _problem(SignInProblem.UNCONFIRMED_ACCOUNT)
    await tx.identities.add(person, user.id, now)
    tx.record(
        entry(
            actor_of(user, who.origin),
            "user.identity_added",
            ("user", user.id),
            at=now,
            changes={"provider": {"old": None, "new": provider.name}},
        )
    )
    return user


async def _create(
    ctx: Context, tx: WriteTx, who: Actor, provider: SignInProvider, person: ExternalPerson
) -> User:
    assert person.email is not None
    now = ctx.clock.now()
    user = User(
        id=UserId(new_id()),
        email=person.email,
        name=person.name,
        role=await _role_of_new(ctx, tx, provider, person.email),
        created_at=now,
        email_confirmed_at=now,
        has_password=False,
    )
    await tx.users.add(user)
    changes = {
        "email": {"old": None, "new": user.email},
        "role": {"old": None, "new": user.role},
        "email_confirmed": {"old": None, "new": True},
        "provider": {"old": None, "new": provider.name},
    }
    newcomer = actor_of(user, who.origin)
    tx.record(entry(newcomer, "user.registered", ("user", user.id), at=now, changes=changes))
    return user


async def _role_of_new(ctx: Context, tx: WriteTx, provider: SignInProvider, email: str) -> Role:
    first = await first_account_role(tx)
    if first is not None:
        return first
    if provider.create_accounts or (
        provider.create_accounts is None and ctx.accounts.registration is Registration.OPEN
    ):
        return Role.EDITOR
    invited = await tx.invites.addressed_to(email, ctx.clock.now())
    if invited and ctx.accounts.registration is not Registration.CLOSED:
        return Role.EDITOR
    raise _problem(SignInProblem.CLOSED)


def _problem(problem: SignInProblem) -> SignInRefused:
    return SignInRefused("This sign-in was refused", problem=str(problem))


async def _refuse(
    ctx: Context, who: Actor, name: str, problem: SignInProblem, reason: str
) -> SignInRefused:
    """Record a refused sign-in, and return the error. The reason is for the log of the server only."""
    log.warning("provider_sign_in_refused", provider=name, problem=str(problem), reason=reason)
    async with ctx.write() as tx:
        changes = {"problem": {"old": None, "new": str(problem)}}
        tx.record(
            entry(
                who,
                "user.login_failed",
                ("provider", name),
                at=ctx.clock.now(),
                changes=changes,
            )
        )
    return _problem(problem)
