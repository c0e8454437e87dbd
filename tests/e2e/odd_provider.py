"""A provider in this process whose listing and answers a test chooses: long, hostile, slow, broken off."""

import json
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

SLOW = "gpt-slow"


class OddProvider:
    """Speaks the chat completions protocol; each name in `answers` is a model and what it says."""

    def __init__(self, answers: dict[str, str]) -> None:
        self.answers = answers
        # How many calls of a model are cut off in the middle of the answer before one succeeds.
        self.cuts: dict[str, int] = {}
        # Calls of the slow model wait for this.
        self.released = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self.url = f"http://localhost:{self._server.server_port}"

    def serve(self) -> None:
        self._server.serve_forever(poll_interval=0.05)

    def close(self) -> None:
        self.released.set()
        self._server.shutdown()
        self._server.server_close()

    def said(self, model: str) -> str:
        if model == SLOW:
            self.released.wait(60)
        return self.answers.get(model, "Yes.")

    def cut(self, model: str) -> bool:
        left = self.cuts.get(model, 0)
        self.cuts[model] = max(0, left - 1)
        return left > 0


def _handler(odd: OddProvider) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            listed = [{"id": name} for name in sorted(odd.answers)]
            self._send("application/json", json.dumps({"object": "list", "data": listed}))

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            said = odd.said(asked["model"])
            usage = {
                "prompt_tokens": 12,
                "completion_tokens": len(said) // 4 + 1,
                "total_tokens": 13 + len(said) // 4,
            }
            choice = {"index": 0, "finish_reason": "stop"}
            base = {"id": "odd", "model": asked["model"], "usage": usage}
            if asked.get("stream"):
                delta = {"role": "assistant", "content": said}
                event = json.dumps({**base, "choices": [{**choice, "delta": delta}]})
                content = f"data: {event}\n\ndata: [DONE]\n\n"
                kind = "text/event-stream"
            else:
                message = {"role": "assistant", "content": said}
                content = json.dumps({**base, "choices": [{**choice, "message": message}]})
                kind = "application/json"
            self._send(kind, content, cut=odd.cut(asked["model"]))

        def _send(self, kind: str, text: str, *, cut: bool = False) -> None:
            content = text.encode()
            self.send_response(200)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content[:10] if cut else content)

        def log_message(self, format: str, *args: Any) -> None:
            """Tests are quiet."""

    return Handler


@contextmanager
def odd_provider(answers: dict[str, str]) -> Generator[OddProvider]:
    odd = OddProvider(answers)
    thread = threading.Thread(target=odd.serve, daemon=True)
    thread.start()
    try:
        yield odd
    finally:
        odd.close()
        thread.join(10)
