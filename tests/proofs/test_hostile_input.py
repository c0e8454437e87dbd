"""What only an attacker or a broken client sends: refused in the one error shape, never with a 5xx."""

import json
import socket
from collections.abc import Generator
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest

from tests.support.client import browser_at, sign_up
from tests.support.house import ServedWorld
from tests.support.postgres import TestServer
from tests.support.processes import EdisonProcess, edison_serve
from tests.support.world import API

SHAPE = {
    "code",
    "message",
    "details",
    "path",
    "retryable",
    "next_step",
    "timestamp",
    "traceId",
}
LIMIT = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Attacked:
    server: EdisonProcess
    owner: httpx.Client


@pytest.fixture(scope="module")
def attacked(postgres: TestServer, tmp_path_factory: pytest.TempPathFactory) -> Generator[Attacked]:
    home = tmp_path_factory.mktemp("attacked")
    with (
        postgres.database() as url,
        edison_serve(home, url) as server,
        browser_at(server.address) as owner,
    ):
        sign_up(owner)
        yield Attacked(server=server, owner=owner)


def assert_refused(answer: httpx.Response, *statuses: int) -> None:
    assert answer.status_code in statuses, answer.text
    assert answer.headers["content-type"] == "application/json"
    assert set(answer.json()["error"]) == SHAPE
    assert answer.json()["error"]["traceId"] == answer.headers["x-request-id"]


TEXTS = {
    "NUL": "a\x00b",
    "only NUL": "\x00",
    "lone surrogate": "a\ud800b",
    "reversed pair": "\udfff\ud800",
    "right to left": "\u202egnp.exe",
    "byte order mark": "\ufeff",
    "quote": "'; DROP TABLE users; --",
    "percent": "%00%n%s",
    "like pattern": "%_\\",
    "script": "<script>alert(1)</script>",
    "long": "x" * 100_000,
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_hostile_text_in_any_field_is_stored_cleanly_or_refused(
    attacked: Attacked, text: str
) -> None:
    wire = json.dumps(text)
    bodies = {
        f"{API}/session": f'{{"email": {wire}, "password": {wire}}}',
        f"{API}/invites/offer": f'{{"token": {wire}}}',
        f"{API}/accounts": (
            f'{{"email": {wire}, "name": {wire}, "password": {wire}, '
            f'"confirm_password": {wire}, "accept_terms": true}}'
        ),
    }

    for path, body in bodies.items():
        answer = attacked.owner.post(
            path, content=body, headers={"content-type": "application/json"}
        )
        assert_refused(answer, 400, 401, 404, 429)
    made = attacked.owner.post(
        f"{API}/projects",
        content=f'{{"name": {wire}, "description": {wire}}}',
        headers={"content-type": "application/json"},
    )
    assert made.status_code in {201, 400}
    renamed = attacked.owner.patch(
        f"{API}/me", content=f'{{"name": {wire}}}', headers={"content-type": "application/json"}
    )
    assert renamed.status_code in {200, 400}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_hostile_text_in_paths_and_queries_finds_nothing(attacked: Attacked, text: str) -> None:
    wire = quote(text[:2000], safe="", errors="surrogatepass")

    for path in (f"/projects/{wire}", f"/projects/{wire}/members/{wire}"):
        assert_refused(attacked.owner.get(f"{API}{path}"), 400, 404, 405)
    for query in (f"search={wire}", f"cursor={wire}", f"role={wire}", f"limit={wire}"):
        answer = attacked.owner.get(f"{API}/projects?{query}")
        if answer.status_code != 200:
            assert_refused(answer, 400)


CURSORS = {
    "not base64": "!!!!",
    "not JSON": "bm90IGpzb24",
    "not a list": "eyJhIjoxfQ",
    "empty list": "W10",
    "too many parts": "WyIxIiwiMiIsIjMiLCI0Il0",
    "wrong types": "WyJ4IiwieSJd",
    "huge number": "WyI5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OSJd",
    "nested": "W1tbW1tbW1tbW11dXV1dXV1dXV0",
}


@pytest.mark.parametrize("cursor", CURSORS.values(), ids=CURSORS.keys())
def test_a_cursor_that_no_list_made_is_refused(attacked: Attacked, cursor: str) -> None:
    project = attacked.owner.post(f"{API}/projects", json={"name": "Cursors"}).json()["slug"]
    own = f"{API}/projects/{project}"

    for path in (f"{API}/projects", f"{API}/installation/audit"):
        assert_refused(attacked.owner.get(path, params={"cursor": cursor}), 400)
    for rest in ("members", "invites", "tokens", "audit", "activity"):
        assert_refused(attacked.owner.get(f"{own}/{rest}", params={"cursor": cursor}), 400)


BODIES: dict[str, tuple[bytes, str]] = {
    "deep lists": (b"[" * 100_000 + b"]" * 100_000, "application/json"),
    "deep objects": (b'{"a":' * 50_000 + b"1" + b"}" * 50_000, "application/json"),
    "huge number": (b'{"name": 1' + b"0" * 5_000 + b"}", "application/json"),
    "not a number": (b'{"name": NaN}', "application/json"),
    "cut off": (b'{"name": "Supp', "application/json"),
    "not UTF-8": (b'{"name": "\xff\xfe"}', "application/json"),
    "empty": (b"", "application/json"),
    "null": (b"null", "application/json"),
    "a form": (b"name=Support", "application/x-www-form-urlencoded"),
    "plain text": (b'{"name": "Support"}', "text/plain"),
    "XML": (b"<name>Support</name>", "application/xml"),
    "no type": (b'{"name": "Support"}', ""),
    "broken type": (b'{"name": "Support"}', ";;;charset=\x01"),
    "broken multipart": (b"--x\r\n\r\n", "multipart/form-data; boundary=y"),
}


@pytest.mark.parametrize(("body", "kind"), BODIES.values(), ids=BODIES.keys())
def test_a_body_that_is_no_valid_json_is_refused(
    attacked: Attacked, body: bytes, kind: str
) -> None:
    answer = attacked.owner.post(
        f"{API}/projects", content=body, headers={"content-type": kind} if kind else {}
    )

    assert_refused(answer, 400)


def test_a_body_above_the_limit_is_refused_whether_it_says_its_length_or_not(
    attacked: Attacked,
) -> None:
    path = f"{API}/projects"

    def drip() -> Generator[bytes]:
        for _ in range(LIMIT // 50_000 + 2):
            yield b" " * 50_000

    assert_refused(attacked.owner.post(path, content=b" " * (LIMIT + 1)), 413)
    assert_refused(attacked.owner.post(path, content=drip()), 413)


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "localhost@evil.example", "[::", "", "a:b:c"]
)
def test_another_host_name_is_not_served(attacked: Attacked, host: str) -> None:
    for path in (f"{API}/session", "/health", "/"):
        assert_refused(attacked.owner.get(path, headers={"host": host}), 400)


@pytest.mark.parametrize(
    "origin",
    ["null", "http://evil.example", "http://localhost.evil.example", "file://", "http://[", "%"],
)
def test_a_change_from_another_site_is_refused(attacked: Attacked, origin: str) -> None:
    answer = attacked.owner.post(
        f"{API}/projects", json={"name": "Stolen"}, headers={"origin": origin}
    )

    assert_refused(answer, 403)


@pytest.mark.parametrize(
    "shown",
    [
        "Bearer ' OR '1'='1",
        "Bearer edt_' OR '1'='1",
        "Bearer edt_",
        "Bearer " + "x" * 8_000,
        "Bearer",
        "Basic YWRtaW46YWRtaW4=",
        "bearer\tedt_x",
        "",
    ],
)
def test_a_made_up_credential_is_nobody(attacked: Attacked, shown: str) -> None:
    headers = {"authorization": shown}

    for path in ("/me", "/projects", "/installation/audit"):
        assert_refused(attacked.owner.get(f"{API}{path}", headers=headers), 401)


@pytest.mark.parametrize(
    "cookie", ["x", "a.b.c", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.", "\u00e9", "x" * 4_000]
)
def test_a_made_up_session_is_nobody(attacked: Attacked, cookie: str) -> None:
    answer = httpx.get(
        f"{attacked.server.address}{API}/me",
        headers={b"cookie": f"edison_session={cookie}".encode()},
        timeout=60,
    )

    assert_refused(answer, 401)


RAW = {
    "oversized header": b"GET /health HTTP/1.1\r\nhost: localhost\r\nx: "
    + b"a" * 200_000
    + b"\r\n\r\n",
    "many headers": b"GET /health HTTP/1.1\r\nhost: localhost\r\n" + b"x: y\r\n" * 50_000 + b"\r\n",
    "two lengths": (
        b"POST /api/v1/session HTTP/1.1\r\nhost: localhost\r\n"
        b"content-length: 5\r\ncontent-length: 6\r\n\r\nhello!"
    ),
    "negative length": b"POST /api/v1/session HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n",
    "length and chunks": (
        b"POST /api/v1/session HTTP/1.1\r\nhost: localhost\r\n"
        b"content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"
    ),
    "no host": b"GET /health HTTP/1.0\r\n\r\n",
    "two hosts": b"GET /health HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\n\r\n",
    "header injection": b"GET /health\r\nx: y HTTP/1.1\r\nhost: localhost\r\n\r\n",
    "absolute address": b"GET http://evil.example/health HTTP/1.1\r\nhost: evil.example\r\n\r\n",
    "raw bytes in the path": b"GET /api/v1/\xff\xfe HTTP/1.1\r\nhost: localhost\r\n\r\n",
    "unknown method": b"BREW /api/v1/session HTTP/1.1\r\nhost: localhost\r\n\r\n",
    "another protocol": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
}


@pytest.mark.parametrize("request_bytes", RAW.values(), ids=RAW.keys())
def test_broken_http_ends_in_a_4xx_or_a_closed_connection(
    attacked: Attacked, request_bytes: bytes
) -> None:
    with socket.create_connection(("127.0.0.1", attacked.server.port), timeout=20) as connection:
        try:
            connection.sendall(request_bytes)
            connection.shutdown(socket.SHUT_WR)
            answer = connection.recv(65_536)
        except OSError:
            answer = b""

    assert answer == b"" or answer.startswith(b"HTTP/1.1 4"), answer[:200]
    assert attacked.server.answers()


TRAVERSALS = (
    "/../secret.txt",
    "/..%2fsecret.txt",
    "/%2e%2e/secret.txt",
    "/%2e%2e%2fsecret.txt",
    "/..%5csecret.txt",
    "/assets/../../secret.txt",
    "/assets/%2e%2e/%2e%2e/secret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "/%252e%252e/secret.txt",
    "//secret.txt",
    "/%00/secret.txt",
    "/assets/%00",
    "/assets/link.txt",
    "/\u202esecret.txt",
    "/" + "a" * 5_000,
    "/assets/" + "a" * 5_000,
    "/" + "a/" * 2_000,
)


@pytest.mark.parametrize("path", TRAVERSALS)
async def test_no_path_leaves_the_folder_of_the_screens(
    database_url: str, tmp_path: Path, path: str
) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    screens = tmp_path / "screens"
    (screens / "assets").mkdir(parents=True)
    (screens / "index.html").write_text("<!doctype html>")
    (screens / "assets" / "link.txt").symlink_to(tmp_path / "secret.txt")
    world = ServedWorld(database_url)
    world.config = replace(world.config, static_dir=screens)

    try:
        async with world.served() as address, httpx.AsyncClient(base_url=address) as client:
            # httpx tidies paths; the raw target is what an attacker's program sends.
            request = client.build_request("GET", "/")
            request.url = request.url.copy_with(raw_path=quote(path, safe="/%.").encode())
            answer = await client.send(request)
    finally:
        await world.close()

    assert answer.status_code in {200, 400, 404}
    assert "secret" not in answer.text
    if answer.status_code != 200:
        assert_refused(answer, 400, 404)
