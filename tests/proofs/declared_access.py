"""Who may do what, written down by hand and not derived from the code.

The permission matrix compares it with the code.
"""

from datetime import timedelta
from typing import Any
from uuid import UUID

from edison.domain.ids import UserId
from edison.domain.people.api_token import CONFIRMATION_PREFIX, new_secret
from tests.proofs.declared_alerts import ALERTS
from tests.proofs.declared_annotations import ANNOTATIONS
from tests.proofs.declared_assists import ASSISTS
from tests.proofs.declared_boards import BOARDS
from tests.proofs.declared_channels import CHANNELS
from tests.proofs.declared_comments import COMMENTS
from tests.proofs.declared_datasets import DATASETS
from tests.proofs.declared_executions import EXECUTIONS
from tests.proofs.declared_experiment_control import EXPERIMENT_CONTROL
from tests.proofs.declared_experiments import EXPERIMENTS
from tests.proofs.declared_imports import IMPORTS
from tests.proofs.declared_judges import JUDGES
from tests.proofs.declared_mcp import MCP
from tests.proofs.declared_monitors import MONITORS
from tests.proofs.declared_notifications import NOTIFICATIONS
from tests.proofs.declared_people import PEOPLE
from tests.proofs.declared_promotions import PROMOTIONS
from tests.proofs.declared_prompts import PROMPTS
from tests.proofs.declared_questions import QUESTIONS
from tests.proofs.declared_reports import REPORTS
from tests.proofs.declared_results import RESULTS
from tests.proofs.declared_reviews import REVIEWS
from tests.proofs.declared_runs import RUNS
from tests.proofs.declared_spending import SPENDING
from tests.proofs.declared_suites import SUITES
from tests.proofs.declaring import ROLES as ROLES
from tests.proofs.declaring import Access as Access
from tests.proofs.declaring import (
    Build,
    Everyone,
    InstallationOwner,
    Known,
    Member,
    Nobody,
    Request,
    Role,
    SignedIn,
    fixed,
    in_project,
)
from tests.proofs.declaring import Declared as Declared
from tests.proofs.declaring import Machine as Machine
from tests.proofs.declaring import declared as _declared
from tests.support.house import Person, Situation, fresh_email
from tests.support.world import API, PASSWORD


async def sign_up_someone(_: Situation) -> Request:
    body: dict[str, Any] = {"email": fresh_email(), "accept_terms": True}
    return Request(
        path=f"{API}/accounts", json={**body, "password": PASSWORD, "confirm_password": PASSWORD}
    )


async def sign_in_someone(at: Situation) -> Request:
    someone = await at.house.person()
    return Request(path=f"{API}/session", json={"email": someone.email, "password": PASSWORD})


async def change_own_password(_: Situation) -> Request:
    new = "Another-horse-8!"
    return Request(
        path=f"{API}/me/password",
        json={"current_password": PASSWORD, "password": new, "confirm_password": new},
    )


async def delete_own_account(at: Situation) -> Request:
    # A machine has no account, so all it can try is that of someone else.
    email = (at.asking or at.house.founder).email
    return Request(path=f"{API}/me/delete", json={"email": email, "password": PASSWORD})


def about_account(rest: str, *, typed: bool = False) -> Build:
    async def build(at: Situation) -> Request:
        someone = await at.house.person()
        body = {"email": someone.email} if typed else None
        return Request(path=f"{API}/accounts/{someone.id}{rest}", json=body)

    return build


async def delete_named(at: Situation) -> Request:
    path = f"{API}/projects/{at.project}"
    project = await at.house.founder.browser.get(path)
    return Request(path=f"{path}/delete", json={"name": project.json()["name"]})


async def restore_archived(at: Situation) -> Request:
    path = f"{API}/projects/{at.project}"
    (await at.house.founder.browser.post(f"{path}/archive")).raise_for_status()
    return Request(path=f"{path}/restore")


async def transfer_to_member(at: Situation) -> Request:
    heir = await at.house.join(await at.house.person(), at.project, "VIEWER")
    return Request(path=f"{API}/projects/{at.project}/transfer", json={"user_id": heir.id})


def about_member(role: Role, json: dict[str, Any] | None = None) -> Build:
    async def build(at: Situation) -> Request:
        member = await at.house.join(await at.house.person(), at.project, role)
        return Request(path=f"{API}/projects/{at.project}/members/{member.id}", json=json)

    return build


async def leave(at: Situation) -> Request:
    # A machine is no member, so all it can try is to make someone else leave.
    own = (at.asking or at.house.founder).id
    return Request(path=f"{API}/projects/{at.project}/members/{own}")


async def invite_with_account(at: Situation) -> Request:
    email = (await at.house.person()).email
    return Request(
        path=f"{API}/projects/{at.project}/invites", json={"email": email, "role": "EDITOR"}
    )


async def invite_without_account(at: Situation) -> Request:
    body = {"email": fresh_email(), "role": "EDITOR"}
    return Request(path=f"{API}/projects/{at.project}/invites", json=body)


def about_invite(rest: str = "") -> Build:
    async def build(at: Situation) -> Request:
        invite, _ = await at.house.invite(at.project)
        return Request(path=f"{API}/projects/{at.project}/invites/{invite}{rest}")

    return build


async def read_offer(at: Situation) -> Request:
    _, secret = await at.house.invite(at.project)
    return Request(path=f"{API}/invites/offer", json={"token": secret})


async def accept_own_invite(at: Situation) -> Request:
    return Request(path=f"{API}/invites/accept", json={"token": at.secret})


async def own_confirmation(at: Situation) -> Request:
    secret = new_secret(CONFIRMATION_PREFIX)
    if at.asking is not None:
        until = at.house.world.clock.now() + timedelta(days=1)
        async with at.house.world.ctx.write() as tx:
            await tx.users.expect_confirmation(_user(at.asking), secret.digest, until)
    return Request(path=f"{API}/me/email/confirm", json={"token": secret.text})


async def vouch_for_someone(at: Situation) -> Request:
    return Request(path=f"{API}/accounts/{(await at.house.person()).id}/email/confirm")


def about_received_invite(rest: str = "") -> Build:
    """An invite to whoever asks, whose address is confirmed."""

    async def build(at: Situation) -> Request:
        project = str((await at.house.project())["slug"])
        email = at.asking.email if at.asking else fresh_email()
        invite, _ = await at.house.invite(project, email)
        if at.asking is not None:
            async with at.house.world.ctx.write() as tx:
                await tx.users.confirm_email(_user(at.asking), at.house.world.clock.now())
        return Request(path=f"{API}/me/invites/{invite}{rest}")

    return build


def _user(person: Person) -> UserId:
    return UserId(UUID(person.id))


async def about_token(at: Situation) -> Request:
    token, _ = await at.house.token(at.project)
    return Request(path=f"{API}/projects/{at.project}/tokens/{token}")


def about_credential(rest: str = "", json: dict[str, Any] | None = None) -> Build:
    async def build(at: Situation) -> Request:
        credential = await at.house.credential(at.project)
        path = f"{API}/projects/{at.project}/credentials/{credential}{rest}"
        return Request(path=path, json=json)

    return build


def about_model(rest: str = "", json: dict[str, Any] | None = None) -> Build:
    async def build(at: Situation) -> Request:
        model = await at.house.model(at.project)
        return Request(path=f"{API}/projects/{at.project}/models/{model}{rest}", json=json)

    return build


async def add_model(at: Situation) -> Request:
    credential = await at.house.credential(at.project)
    body = {"credential_id": str(credential), "name": "gpt-4o"}
    return Request(path=f"{API}/projects/{at.project}/models", json=body)


async def about_try(at: Situation) -> Request:
    _, asked = await at.house.asked(at.project)
    return Request(path=f"{API}/projects/{at.project}/tries/{asked}")


NEW_KEY = {"provider": "OPENAI", "label": "Key", "secrets": {"api_key": "sk-0123456789abcdef"}}
ASK = {"messages": [{"role": "user", "content": "Hello"}]}
NO_ROLES: dict[str, Any] = {"roles": []}
NEW_TOKEN = {"name": "CI", "role": "VIEWER", "expires_in_days": 30}

DECLARED: tuple[Declared, ...] = (
    # Watching machines. Metrics are for this machine only, and the proofs run on it.
    _declared("health", Everyone(), 200, fixed("/health")),
    _declared("readiness", Everyone(), 200, fixed("/readiness")),
    _declared("metrics", Everyone(), 200, fixed("/metrics")),
    # The contract, and what is no part of it.
    _declared("GET /api/v1/openapi.json", Everyone(), 200, fixed(f"{API}/openapi.json")),
    _declared("HEAD /api/v1/openapi.json", Everyone(), 200, fixed(f"{API}/openapi.json")),
    _declared("GET /api/{rest:path}", Nobody(), 404, fixed("/api/v1/nothing/here")),
    _declared("HEAD /api/{rest:path}", Nobody(), 404, fixed("/api/v1/nothing/here")),
    # Accounts.
    _declared("get_session", Everyone(), 200, fixed(f"{API}/session")),
    _declared("register", Everyone(), 201, sign_up_someone, spends_account=True),
    _declared("sign_in", Everyone(), 200, sign_in_someone, spends_account=True),
    _declared("sign_out", SignedIn(), 204, fixed(f"{API}/session"), spends_account=True),
    _declared("export_me", SignedIn(), 200, fixed(f"{API}/me/export")),
    _declared("delete_me", SignedIn(), 204, delete_own_account, spends_account=True),
    _declared("export_account", InstallationOwner(), 200, about_account("/export")),
    _declared("delete_account", InstallationOwner(), 204, about_account("/delete", typed=True)),
    _declared("get_me", SignedIn(), 200, fixed(f"{API}/me")),
    _declared("update_me", SignedIn(), 200, fixed(f"{API}/me", {"name": "Ada"})),
    _declared("change_password", SignedIn(), 204, change_own_password, spends_account=True),
    _declared(
        "sign_out_everywhere", SignedIn(), 204, fixed(f"{API}/me/sessions"), spends_account=True
    ),
    # No mail is sent in the proofs, so who may ask for one is told that there is none (409).
    _declared(
        "send_confirmation_mail", SignedIn(), 409, fixed(f"{API}/me/email/confirmation-mail")
    ),
    _declared("confirm_email", SignedIn(), 200, own_confirmation),
    _declared("vouch_for_email", InstallationOwner(), 200, vouch_for_someone),
    _declared("follow_me", SignedIn(), 200, fixed(f"{API}/me/events?after=0"), stream=True),
    # Sign-in with providers. None is configured in the proofs, so the browser is sent to the sign-in page.
    _declared("get_sign_in_methods", Everyone(), 200, fixed(f"{API}/sign-in/methods")),
    _declared(
        "start_provider_sign_in", Everyone(), 303, fixed(f"{API}/sign-in/providers/none/start")
    ),
    _declared(
        "finish_provider_sign_in",
        Everyone(),
        303,
        fixed(f"{API}/sign-in/providers/none/callback?state=s&code=c"),
    ),
    _declared("sign_out_of_provider", Everyone(), 303, fixed(f"{API}/sign-in/sign-out")),
    _declared("list_group_roles", InstallationOwner(), 200, fixed(f"{API}/group-roles")),
    _declared("save_group_roles", InstallationOwner(), 200, fixed(f"{API}/group-roles", NO_ROLES)),
    # Projects.
    _declared("list_projects", SignedIn(), 200, fixed(f"{API}/projects")),
    _declared("create_project", SignedIn(), 201, fixed(f"{API}/projects", {"name": "Mine"})),
    _declared("get_project", Member("VIEWER"), 200, in_project()),
    _declared("read_project_home", Member("VIEWER"), 200, in_project("/home")),
    _declared("count_waiting", Member("VIEWER"), 200, in_project("/waiting")),
    _declared("list_project_metrics", Member("VIEWER"), 200, in_project("/metrics")),
    _declared("update_project", Member("ADMIN"), 200, in_project(json={"description": "New"})),
    _declared("preview_retention", Member("VIEWER"), 200, in_project("/retention")),
    _declared("archive_project", Member("OWNER"), 200, in_project("/archive")),
    _declared("restore_project", Member("OWNER"), 200, restore_archived, alone=True),
    _declared("delete_project", Member("OWNER"), 204, delete_named, alone=True),
    _declared("transfer_project", Member("OWNER", tokens=False), 200, transfer_to_member),
    # Members.
    _declared("list_members", Member("VIEWER"), 200, in_project("/members")),
    _declared(
        "change_member_role", Member("ADMIN"), 200, about_member("VIEWER", {"role": "EDITOR"})
    ),
    _declared(
        "change_member_role",
        Member("OWNER"),
        200,
        about_member("ADMIN", {"role": "OWNER"}),
        "make an owner",
    ),
    _declared(
        "change_member_role",
        Member("OWNER"),
        200,
        about_member("OWNER", {"role": "ADMIN"}),
        "change an owner",
    ),
    _declared("remove_member", Member("ADMIN"), 204, about_member("EDITOR")),
    _declared("remove_member", Member("OWNER"), 204, about_member("OWNER"), "remove an owner"),
    _declared("remove_member", Member("VIEWER", tokens=False), 204, leave, "leave"),
    # Invites. Someone without an account is invited by a person.
    _declared("list_invites", Member("ADMIN"), 200, in_project("/invites")),
    _declared("create_invite", Member("ADMIN"), 201, invite_with_account, "has an account"),
    _declared(
        "create_invite", Member("ADMIN", tokens=False), 201, invite_without_account, "has none"
    ),
    _declared("renew_invite", Member("ADMIN"), 200, about_invite("/link")),
    _declared("revoke_invite", Member("ADMIN"), 204, about_invite()),
    _declared("read_invite", Everyone(), 200, read_offer),
    _declared("accept_invite", SignedIn(), 200, accept_own_invite, spends_account=True),
    _declared("list_my_invites", SignedIn(), 200, fixed(f"{API}/me/invites")),
    _declared("accept_my_invite", SignedIn(), 200, about_received_invite("/accept")),
    _declared("decline_my_invite", SignedIn(), 204, about_received_invite()),
    # Tokens, made by people only.
    _declared("list_tokens", Member("ADMIN"), 200, in_project("/tokens")),
    _declared("create_token", Member("ADMIN", tokens=False), 201, in_project("/tokens", NEW_TOKEN)),
    _declared("revoke_token", Member("ADMIN"), 204, about_token),
    # Credentials, added by people only. No worker runs in the proofs: who may have a key tried is told so (503).
    _declared("list_providers", Known(), 200, fixed(f"{API}/providers")),
    _declared("list_credentials", Member("VIEWER"), 200, in_project("/credentials")),
    _declared(
        "add_credential", Member("ADMIN", tokens=False), 503, in_project("/credentials", NEW_KEY)
    ),
    _declared("edit_credential", Member("ADMIN"), 200, about_credential(json={"label": "New"})),
    _declared("test_credential", Member("ADMIN"), 503, about_credential("/test")),
    _declared("remove_credential", Member("ADMIN"), 204, about_credential()),
    # The catalog.
    _declared("list_models", Member("VIEWER"), 200, in_project("/models")),
    _declared("add_model", Member("ADMIN"), 201, add_model),
    _declared("read_model", Member("VIEWER"), 200, about_model()),
    _declared("edit_model", Member("ADMIN"), 200, about_model(json={"limits": {"concurrency": 4}})),
    _declared("remove_model", Member("ADMIN"), 204, about_model()),
    _declared("price_model", Member("ADMIN"), 200, about_model("/price", {"choice": "free"})),
    _declared("list_model_prices", Member("VIEWER"), 200, about_model("/prices")),
    _declared("read_model_usage", Member("VIEWER"), 200, about_model("/usage")),
    # Asking models costs money, so it needs a role that may spend it.
    _declared("ask_model", Member("EDITOR"), 202, about_model("/tries", ASK)),
    _declared("list_tries", Member("VIEWER"), 200, about_model("/tries")),
    _declared("read_try", Member("VIEWER"), 200, about_try),
    # Trying a scorer costs nothing, but it runs code: it is for those who start runs.
    _declared("list_scorers", Member("VIEWER"), 200, in_project("/scorers")),
    _declared(
        "test_scorer",
        Member("EDITOR"),
        200,
        in_project(
            "/scorers/test",
            {"spec": {"kind": "exact"}, "sample": {"output": "a", "expected": "a"}},
        ),
    ),
    *PEOPLE,
    *PROMPTS,
    *NOTIFICATIONS,
    *PROMOTIONS,
    *DATASETS,
    *QUESTIONS,
    *RUNS,
    *IMPORTS,
    *JUDGES,
    *ASSISTS,
    *EXPERIMENTS,
    *EXPERIMENT_CONTROL,
    *REPORTS,
    *SPENDING,
    *REVIEWS,
    *RESULTS,
    *ANNOTATIONS,
    *SUITES,
    *EXECUTIONS,
    *MONITORS,
    *ALERTS,
    *CHANNELS,
    *COMMENTS,
    *BOARDS,
    *MCP,
    # History.
    _declared("list_audit", Member("ADMIN"), 200, in_project("/audit")),
    _declared(
        "list_installation_audit", InstallationOwner(), 200, fixed(f"{API}/installation/audit")
    ),
    _declared("list_activity", Member("VIEWER"), 200, in_project("/activity")),
    _declared("follow_project", Member("VIEWER"), 200, in_project("/events?after=0"), stream=True),
)
