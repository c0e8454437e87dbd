"""A model server that knows nothing of Edison. For each question it notes when it arrived and when it was answered.

Started as a process of its own: `python -m tests.fault.counting_server PORT LATENCY_MS`.
"""

import asyncio
import sys
import time

from aiohttp import web

MODEL = "counted"
PROMPT_TOKENS, ANSWER_TOKENS = 30, 120

_log: list[list[str | float | None]] = []


async def answer(request: web.Request) -> web.StreamResponse:
    body = await request.json()
    question = body["messages"][-1]["content"]
    # The question, its arrival, when all of the answer was sent, and when its end began to be sent.
    seen: list[str | float | None] = [question, time.time(), None, None]
    number = len(_log)
    _log.append(seen)
    await asyncio.sleep(request.app["latency_s"])
    response = web.json_response(
        {
            "id": f"answer-{number}",
            "object": "chat.completion",
            "created": int(time.time()),
            "model": MODEL,
            "choices": [
                {
                    "index": 0,
                    "message": {"role": "assistant", "content": f"{number}: {question}"},
                    "finish_reason": "stop",
                }
            ],
            "usage": {
                "prompt_tokens": PROMPT_TOKENS,
                "completion_tokens": ANSWER_TOKENS,
                "total_tokens": PROMPT_TOKENS + ANSWER_TOKENS,
            },
        }
    )
    try:
        await response.prepare(request)
        sent = time.time()
        await response.write_eof()
        seen[2:] = [time.time(), sent]
    except ConnectionResetError:
        # Whoever asked is gone.
        pass
    return response


async def models(_: web.Request) -> web.Response:
    return web.json_response({"object": "list", "data": [{"id": MODEL, "object": "model"}]})


async def log(_: web.Request) -> web.Response:
    return web.json_response(_log)


async def count(_: web.Request) -> web.Response:
    return web.json_response(len(_log))


def main() -> None:
    app = web.Application()
    app["latency_s"] = float(sys.argv[2]) / 1000
    app.router.add_post("/v1/chat/completions", answer)
    app.router.add_get("/v1/models", models)
    app.router.add_get("/log", log)
    app.router.add_get("/count", count)
    web.run_app(app, host="127.0.0.1", port=int(sys.argv[1]), print=None, access_log=None)


if __name__ == "__main__":
    main()
