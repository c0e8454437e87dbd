"""A real HTTP server in a thread of the test that takes messages, and can be told to refuse them."""

import json
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

PATH = "/hooks/a-path-that-is-a-key-wxyz"


@dataclass(slots=True)
class Receiver:
    port: int
    status: int = 204
    taken: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}{PATH}"


@contextmanager
def receiving() -> Generator[Receiver]:
    receiver = Receiver(port=0)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"] or 0))
            if receiver.status < 300:
                receiver.taken.append(json.loads(body))
            self.send_response(receiver.status)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Silent: what arrived is in `taken`."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver.port = server.server_address[1]
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
