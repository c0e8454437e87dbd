"""Builds the service context, gateway settings and key ring of a process from the settings."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from edison import __version__
from edison.api.api_config import LOCAL_HOSTS, ApiConfig, host_name
from edison.channels.email import Mailer, SmtpServer
from edison.domain.models.credential import KeyVariable
from edison.domain.people.account import AccountPolicy
from edison.engine.launcher import Launcher
from edison.engine.runtime import engine_is_behind, migrate_engine
from edison.events.topic_wakeups import TopicWakeups
from edison.kit.clock import SystemClock
from edison.network.openid_provider import OpenIdProviders
from edison.processes.sign_in_providers import sign_in_providers
from edison.services.context import Context, GatewayPolicy, ImportPolicy
from edison.settings import Settings
from edison.store.database import Database
from edison.store.database_roles import create_roles, grant_again
from edison.store.migrator import SchemaState, connection_to, migrate
from edison.store.unit_of_work import UnitOfWork
from edison.vault.key_ring import KeyRing, load_key_ring, ready_sealer
from edison.vault.password_hasher import Passwords
from edison.vault.session_tokens import SessionSigner, session_key

STATIC = Path(__file__).parent / "static"
DOCS_SITE = Path(__file__).parent / "docs_site"


def migrate_all(url: str, *, before: Callable[[SchemaState], None] | None = None) -> SchemaState:
    """Migrate the tables of Edison and of DBOS; call `before` first if a migration is needed."""
    return migrate(url, also=_finish_migration, also_behind=engine_is_behind, before=before)


def _finish_migration(url: str) -> None:
    migrate_engine(url)
    with connection_to(url) as connection:
        grant_again(connection)


def create_database_roles(url: str) -> dict[str, bool]:
    """Create separate database roles for web processes and workers; return which of them are new."""
    with connection_to(url) as connection:
        return create_roles(connection)


def build_context(settings: Settings, url: str, database: Database) -> Context:
    pem = settings.session_key.get_secret_value() if settings.session_key else None
    return Context(
        work=UnitOfWork(database),
        clock=SystemClock(),
        accounts=AccountPolicy(
            registration=settings.registration_policy,
            sign_ins_per_address=settings.sign_ins_per_address,
            sign_ups_per_address=settings.sign_ups_per_address,
            session_ends_after=timedelta(days=settings.session_days),
            passwords=settings.password_sign_in,
        ),
        openid=OpenIdProviders(sign_in_providers(settings)),
        passwords=Passwords(),
        sessions=SessionSigner(session_key(pem, settings.session_key_file)),
        gateway=build_gateway_policy(settings),
        launcher=Launcher(url),
        wakeups=TopicWakeups(url),
        public_url=settings.address,
        mail_configured=settings.smtp_host is not None,
        version=__version__,
        imports=ImportPolicy(
            most_bytes=settings.import_mb * 1024 * 1024,
            most_rows=settings.import_rows,
            most_seconds=settings.import_seconds,
        ),
    )


def build_gateway_policy(settings: Settings) -> GatewayPolicy:
    given = settings.vault_keys.get_secret_value() if settings.vault_keys else None
    return GatewayPolicy(
        sealer=ready_sealer(given, settings.vault_key_file, SystemClock().now()),
        key_variables=key_variables(settings),
        private_endpoints=settings.private_endpoints_allowed,
        simulator_url=settings.simulator_url,
        test_within_s=settings.credential_test_s,
    )


def build_key_ring(settings: Settings) -> KeyRing:
    """Load the private keys, which only workers and the command line need."""
    given = settings.vault_keys.get_secret_value() if settings.vault_keys else None
    return load_key_ring(given, settings.vault_key_file, SystemClock().now())


def key_variables(settings: Settings) -> tuple[KeyVariable, ...]:
    return tuple(KeyVariable.parse(text) for text in settings.key_variables)


def build_api_config(settings: Settings) -> ApiConfig:
    own = host_name(settings.address.split("://", 1)[-1])
    return ApiConfig(
        public_url=settings.address,
        allowed_hosts=frozenset({*LOCAL_HOSTS, own, *settings.allowed_hosts}),
        static_dir=STATIC,
        docs_dir=DOCS_SITE,
        requests_per_minute=settings.requests_per_minute,
        max_upload_bytes=settings.import_mb * 1024 * 1024,
        metrics_token=settings.metrics_token.get_secret_value() if settings.metrics_token else None,
    )


def build_mailer(settings: Settings) -> Mailer | None:
    if settings.smtp_host is None:
        return None
    return Mailer(
        SmtpServer(
            host=settings.smtp_host,
            port=settings.smtp_port,
            user=settings.smtp_user,
            password=settings.smtp_password.get_secret_value() if settings.smtp_password else None,
            sender=settings.smtp_from,
        )
    )
