"""Everything is set by environment variables, and has a default."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic import ValidationError

from edison.api.event_stream import KEEPALIVE_S
from edison.domain.ids import UserId
from edison.domain.people.access import Role
from edison.domain.people.account import Registration, User
from edison.kit.uuids import new_id
from edison.settings import Settings
from edison.vault.session_tokens import SessionSigner, session_key


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """OPS-14.1.1, .2"""
    given = {
        "EDISON_HOME": "~/somewhere",
        "EDISON_PORT": "9000",
        "EDISON_LOG_LEVEL": "debug",
        "EDISON_REGISTRATION": "invite",
        "EDISON_ALLOWED_HOSTS": "One.example.com, two.example.com",
        "EDISON_SMTP_HOST": "mail.example.com",
        "DATABASE_URL": "postgresql://edison:pa55@db/edison",
    }
    for name, value in given.items():
        monkeypatch.setenv(name, value)

    settings = Settings()

    assert settings.home == Path("~/somewhere").expanduser()
    assert (settings.port, settings.log_level) == (9000, "debug")
    assert settings.registration is Registration.INVITE
    assert settings.allowed_hosts == ("one.example.com", "two.example.com")
    assert (settings.smtp_host, settings.smtp_port) == ("mail.example.com", 587)
    assert settings.database_url
    assert settings.database_url.get_secret_value() == given["DATABASE_URL"]
    assert "pa55" not in repr(settings)


def test_the_session_key_comes_from_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """OPS-14.1.1: two web processes with the same key read each other's sessions, and write no file."""
    pem = session_key(None, tmp_path / "elsewhere" / "session.pem")
    monkeypatch.setenv("EDISON_SESSION_KEY", pem)
    signers: list[SessionSigner] = []
    for name in ("one", "two"):
        monkeypatch.setenv("EDISON_HOME", str(tmp_path / name))
        settings = Settings()
        assert settings.session_key
        given = settings.session_key.get_secret_value()
        signers.append(SessionSigner(session_key(given, settings.session_key_file)))
        assert "PRIVATE KEY" not in repr(settings)
    now = datetime.now(UTC)
    user = User(
        id=UserId(new_id()), email="ada@example.com", name=None, role=Role.EDITOR, created_at=now
    )

    token, claims = signers[0].issue(user, now, timedelta(days=1))

    assert signers[1].read(token, now) == claims
    assert not (tmp_path / "one").exists()


def test_without_a_session_key_each_home_has_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """OPS-14.1.1"""
    monkeypatch.delenv("EDISON_SESSION_KEY", raising=False)

    keys = {session_key(None, tmp_path / name / "keys" / "session.pem") for name in ("one", "two")}

    assert Settings().session_key is None
    assert len(keys) == 2


def test_our_own_name_of_the_database_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://other")
    monkeypatch.setenv("EDISON_DATABASE_URL", "postgresql://ours")

    url = Settings().database_url

    assert url
    assert url.get_secret_value() == "postgresql://ours"


@pytest.mark.parametrize(
    ("changes", "address"),
    [
        ({}, "http://localhost:8080"),
        ({"host": "0.0.0.0", "port": 80}, "http://localhost:80"),
        ({"host": "10.0.0.7"}, "http://10.0.0.7:8080"),
        ({"public_url": "https://edison.example.com/"}, "https://edison.example.com"),
    ],
)
def test_the_address_is_what_people_type(changes: dict[str, object], address: str) -> None:
    assert Settings().model_copy(update=changes).address == address


def test_nonsense_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("EDISON_PORT", "99999"), ("EDISON_LOG_LEVEL", "loud")):
        monkeypatch.setenv(name, value)
        with pytest.raises(ValidationError):
            Settings()
        monkeypatch.delenv(name)


@pytest.mark.parametrize(
    ("changes", "registration", "private"),
    [
        ({}, Registration.OPEN, True),
        ({"host": "::1"}, Registration.OPEN, True),
        ({"host": "0.0.0.0"}, Registration.INVITE, False),
        ({"host": "::"}, Registration.INVITE, False),
        ({"host": "10.0.0.7"}, Registration.INVITE, False),
        # A proxy on the same machine hands the public address on to localhost.
        ({"public_url": "https://edison.example.com"}, Registration.INVITE, False),
        ({"public_url": "http://localhost:9000"}, Registration.OPEN, True),
        ({"host": "0.0.0.0", "registration": Registration.OPEN}, Registration.OPEN, False),
        ({"host": "0.0.0.0", "private_endpoints": True}, Registration.INVITE, True),
        ({"registration": Registration.CLOSED}, Registration.CLOSED, True),
        ({"private_endpoints": False}, Registration.OPEN, False),
    ],
)
def test_what_was_not_set_is_strict_where_other_machines_come(
    changes: dict[str, object], registration: Registration, private: bool
) -> None:
    settings = Settings().model_copy(update=changes)

    assert settings.registration_policy is registration
    assert settings.private_endpoints_allowed is private


def test_one_message_names_the_settings_that_became_strict() -> None:
    def said(**changes: object) -> str | None:
        return Settings().model_copy(update=changes).stricter_defaults

    both = said(host="0.0.0.0")
    assert both
    assert "EDISON_REGISTRATION=invite" in both
    assert "EDISON_PRIVATE_ENDPOINTS=false" in both
    one = said(host="0.0.0.0", registration=Registration.INVITE)
    assert one
    assert "EDISON_REGISTRATION" not in one
    assert said() is None
    assert said(host="0.0.0.0", registration=Registration.OPEN, private_endpoints=False) is None


def test_a_quiet_stream_gives_a_sign_every_15_seconds() -> None:
    """FR-EE-002.7"""
    assert KEEPALIVE_S == 15
