"""A server whose error messages repeat the request, including the key; it lists one model."""

import json
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MODEL = "echo"


class _Echo(BaseHTTPRequestHandler):
    """Under `/shut` every request is rejected; elsewhere the listing works and calls fail."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        if self.path.startswith("/shut"):
            self._complain(401)
        else:
            self._say(200, {"object": "list", "data": [{"id": MODEL, "object": "model"}]})

    def do_POST(self) -> None:
        self._complain(500 if self.path.startswith("/broken") else 400)

    def log_message(self, format: str, *args: object) -> None:
        pass

    def _complain(self, status: int) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0)).decode()
        shown = self.headers.get("authorization", "") or self.headers.get("x-api-key", "")
        key = shown.removeprefix("Bearer ")
        heard = "; ".join(f"{name} was {value}" for name, value in self.headers.items())
        # First in a form that no pattern matches, then in all usual forms.
        message = (
            f"We have no customer {key} at {self.path}. You sent {shown} with {heard} and {body}"
        )
        self._say(status, {"error": {"message": message, "type": key, "code": key, "param": key}})

    def _say(self, status: int, value: object) -> None:
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def echoing_server() -> Generator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Echo)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
