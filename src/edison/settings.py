"""What an installation can set, from the environment. Only composition roots read it."""

from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AliasChoices, Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from edison.domain.people.account import Registration
from edison.kit.address_blocks import is_loopback

LOCAL_BACKUP_HOURS = 24.0
SHORTEST_AUDIT_DAYS = 365


class Settings(BaseSettings):
    """Every name below is an environment variable with the prefix EDISON_."""

    model_config = SettingsConfigDict(env_prefix="EDISON_", extra="ignore", populate_by_name=True)

    home: Path = Field(
        default=Path("~/.edison"), description="Folder for the local database and keys"
    )
    database_url: SecretStr | None = Field(
        default=None,
        validation_alias=AliasChoices("EDISON_DATABASE_URL", "DATABASE_URL"),
        description="A PostgreSQL 16 or newer; without it a local one is started",
    )
    host: str = "127.0.0.1"
    port: int = Field(default=8080, ge=0, le=65535)
    public_url: str | None = Field(
        default=None, description="The address people type, such as https://edison.example.com"
    )
    allowed_hosts: Annotated[tuple[str, ...], NoDecode] = Field(
        default=(), description="More host names to answer to, separated by commas"
    )
    trusted_proxies: str = Field(
        default="", description="Addresses whose X-Forwarded-For is believed, separated by commas"
    )
    registration: Registration | None = Field(
        default=None,
        description="Who may make an account: open, invite or closed. Without it `open` on "
        "localhost and `invite` on any other address",
    )
    session_days: int = Field(
        default=30,
        ge=1,
        le=365,
        description="Days after which a session ends, however often it was renewed",
    )
    sign_in_providers: SecretStr | None = Field(
        default=None, description="OpenID Connect providers that people may sign in with, as JSON"
    )
    sign_in_providers_file: Path | None = Field(
        default=None, description="File with these providers, read at the start of a web process"
    )
    sign_in_private_network: bool = Field(
        default=False, description="Whether these providers may have private addresses"
    )
    password_sign_in: bool = Field(
        default=True, description="Whether people may sign in and sign up with a password"
    )
    sign_ins_per_address: int = Field(default=5, ge=1)
    sign_ups_per_address: int = Field(default=20, ge=1)
    requests_per_minute: int = Field(
        default=1000, ge=10, description="API calls one address may make in a minute"
    )
    session_key: SecretStr | None = Field(
        default=None, description="RSA private key in PEM; share it among several web processes"
    )
    vault_keys: SecretStr | None = Field(
        default=None,
        description="Keys that seal provider secrets, newest first, separated by commas; "
        "otherwise a file in the home folder",
    )
    key_variables: Annotated[tuple[str, ...], NoDecode] = Field(
        default=(),
        description="Environment variables of the workers that a credential may name, "
        "as NAME or NAME@https://origin, separated by commas",
    )
    private_endpoints: bool | None = Field(
        default=None,
        description="Whether admins of a project may let a credential reach private addresses. "
        "Without it `true` on localhost and `false` on any other address",
    )
    statement_timeout_s: float = Field(
        default=30.0,
        ge=1,
        le=3600,
        description="Seconds that one statement for a web request may take in the database",
    )
    simulator_url: str | None = Field(
        default=None,
        description="Where a simulator runs, for trying Edison without a key; "
        "`edison up` starts one",
    )
    model_timeout_s: float = Field(
        default=60.0, gt=0, le=3600, description="Seconds that one attempt at a model call may take"
    )
    calls_at_once: int = Field(
        default=128,
        ge=1,
        le=2000,
        description="Calls of runs that one worker makes at the same time, all runs together; "
        "the limits of a model are set in the catalog and hold for all workers",
    )
    batch_poll_s: float = Field(
        default=60.0,
        ge=0.1,
        le=3600,
        description="Seconds between two polls of a batch at a provider; the pause grows to five minutes",
    )
    scheduling: Literal["on", "off"] = Field(
        default="on",
        description="Whether workers start what monitors have due; set it alike on all workers. "
        "`off`: nothing starts by itself, and what was due meanwhile counts as missed",
    )
    credential_test_s: float = Field(
        default=45.0,
        gt=0,
        description="Seconds that adding a credential waits for a worker to try it",
    )
    import_mb: int = Field(
        default=10, ge=1, le=100, description="Megabytes that a file of cases may have"
    )
    import_rows: int = Field(
        default=10_000, ge=1, le=100_000, description="Rows that a file of cases may have"
    )
    import_seconds: int = Field(
        default=20,
        ge=1,
        # Twice as much may pass on the clock, and a transaction is open for a minute at most.
        le=20,
        description="Seconds of processor time that reading a file of cases may take",
    )
    archive_dir: Path | None = Field(
        default=None,
        description="Folder of the workers into which runs are written before retention deletes them; "
        "without it they are deleted for good",
    )
    server: str | None = Field(
        default=None,
        description="Address of the Edison that `edison run` and `edison mcp` use; else this machine's",
    )
    token: SecretStr | None = Field(
        default=None, description="API token of a project, for `edison run` and `edison mcp`"
    )
    project: str | None = Field(
        default=None, description="Slug of the project in which `edison run` runs suites"
    )
    audit_checkpoint_s: float = Field(
        default=300.0,
        ge=1,
        le=86_400,
        description="Seconds between two signatures of a worker on the audit log",
    )
    audit_retention_days: int = Field(
        default=1095,
        ge=0,
        le=36_500,
        description="Days that entries of the audit log are kept, at least 365; 0: for good",
    )
    audit_heads_file: Path | None = Field(
        default=None,
        description="Where workers keep copies of the signatures on the audit log; "
        "otherwise audit-heads.jsonl in the home folder",
    )
    backup_every: float | None = Field(
        default=None,
        ge=0,
        le=24 * 90,
        description="Hours between backups that workers make; 0: none. "
        "Without it 24 for the local database, and none for a server of yours",
    )
    backup_keep: int = Field(
        default=7, ge=1, le=10_000, description="How many backups of each kind are kept"
    )
    backup_folder: Path | None = Field(
        default=None, description="Folder of those backups; else `backups` in the home folder"
    )
    metrics_token: SecretStr | None = None
    migrate_on_start: bool = True
    worker_name: str | None = Field(
        default=None,
        description="Name of this worker; no two that run may share one",
    )
    lifeline_fd: int | None = Field(
        default=None, description="Set by `edison up` for the processes it starts"
    )
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    smtp_host: str | None = None
    smtp_port: int = 587
    smtp_user: str | None = None
    smtp_password: SecretStr | None = None
    smtp_from: str = "edison@localhost"

    @field_validator("home")
    @classmethod
    def _expand(cls, home: Path) -> Path:
        return home.expanduser().absolute()

    @field_validator("audit_retention_days")
    @classmethod
    def _keep_a_year(cls, days: int) -> int:
        if 0 < days < SHORTEST_AUDIT_DAYS:
            raise ValueError(f"The audit log is kept for at least {SHORTEST_AUDIT_DAYS} days")
        return days

    @field_validator("allowed_hosts", mode="before")
    @classmethod
    def _split_hosts(cls, value: object) -> object:
        return _split(value.lower()) if isinstance(value, str) else value

    @field_validator("key_variables", mode="before")
    @classmethod
    def _split_variables(cls, value: object) -> object:
        return _split(value) if isinstance(value, str) else value

    @property
    def address(self) -> str:
        """Where people reach this installation."""
        if self.public_url:
            return self.public_url.rstrip("/")
        return self.local_address

    @property
    def local_address(self) -> str:
        """Where this machine reaches it, also if people come through a proxy."""
        host = "localhost" if self.host in {"127.0.0.1", "0.0.0.0", "::", "::1"} else self.host
        return f"http://{host}:{self.port}"

    @property
    def local_only(self) -> bool:
        """Whether only this machine reaches the installation, as far as the settings tell."""
        own = urlsplit(self.address).hostname or ""
        return is_loopback(self.host) and is_loopback(own)

    @property
    def registration_policy(self) -> Registration:
        if self.registration is not None:
            return self.registration
        return Registration.OPEN if self.local_only else Registration.INVITE

    @property
    def private_endpoints_allowed(self) -> bool:
        return self.local_only if self.private_endpoints is None else self.private_endpoints

    @property
    def stricter_defaults(self) -> str | None:
        """Say which defaults are stricter because other machines reach this installation."""
        if self.local_only:
            return None
        chosen = (
            "EDISON_REGISTRATION=invite (accounts by invite only; the first account can always be made)"
            if self.registration is None
            else None,
            "EDISON_PRIVATE_ENDPOINTS=false (credentials and channels reach public addresses only)"
            if self.private_endpoints is None
            else None,
        )
        said = " and ".join(text for text in chosen if text)
        if not said:
            return None
        return (
            f"Edison listens on {self.host} for {self.address}, which is more than this machine. "
            f"So the defaults are {said}. Set them yourself to choose."
        )

    @property
    def session_key_file(self) -> Path:
        return self.home / "keys" / "session.pem"

    @property
    def vault_key_file(self) -> Path:
        return self.home / "keys" / "vault.json"

    @property
    def journal(self) -> Path:
        """Answers that have arrived at a worker and are not committed yet."""
        return self.home / "journal"

    @property
    def audit_heads(self) -> Path:
        return self.audit_heads_file or self.home / "audit-heads.jsonl"

    @property
    def local_database(self) -> Path:
        return self.home / "postgres"

    @property
    def backups(self) -> Path:
        return (self.backup_folder or self.home / "backups").expanduser().absolute()

    @property
    def hours_between_backups(self) -> float:
        """The local database is in the care of nobody else; whoever runs a server backs it up."""
        if self.backup_every is not None:
            return self.backup_every
        return LOCAL_BACKUP_HOURS if self.database_url is None else 0.0


def _split(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())
