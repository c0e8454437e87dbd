"""A provider that returns scripted answers in order; it lists one model."""

import json
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

MODEL = "scripted"


class ScriptedRefiner:
    """The scripted answers, and the requests it received."""

    def __init__(self) -> None:
        self.url = ""
        self.script: list[str] = []
        self.asked: list[dict[str, Any]] = []

    def says(self, diff: str, note: str = "A small change.") -> None:
        self.script.append(f"<diff>\n{diff}</diff>\n\n<note>\n{note}\n</note>")

    def answer(self, body: dict[str, Any]) -> dict[str, Any]:
        self.asked.append(body)
        text = self.script.pop(0) if self.script else "I have nothing to say."
        return completion(text, MODEL, len(self.asked))


def completion(text: str, model: str, number: int) -> dict[str, Any]:
    return {
        "id": f"said-{number}",
        "object": "chat.completion",
        "created": 1,
        "model": model,
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": text},
                "finish_reason": "stop",
            }
        ],
        "usage": {"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100},
    }


@contextmanager
def scripted_refiner() -> Generator[ScriptedRefiner]:
    refiner = ScriptedRefiner()
    with serving_chat(refiner.answer, (MODEL,)) as refiner.url:
        yield refiner


@contextmanager
def serving_chat(
    answer: Callable[[dict[str, Any]], dict[str, Any]], models: Sequence[str]
) -> Generator[str]:
    """Serve chat completions of these models over HTTP; yield the address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            listed = [{"id": model, "object": "model"} for model in models]
            self._say({"object": "list", "data": listed})

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)))
            self._say(answer(body))

        def log_message(self, format: str, *args: object) -> None:
            pass

        def _say(self, value: object) -> None:
            body = json.dumps(value).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
