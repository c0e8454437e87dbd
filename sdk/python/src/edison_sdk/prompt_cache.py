"""Cache of prompts in memory, with a copy in a file for times when the server cannot be reached."""

import contextlib
import json
import os
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from edison_sdk.calls import Answer
from edison_sdk.prompts import Prompt

TTL_S = 60.0
STALE_FOR_S = 600.0
FORMAT = 1
Freshness = Literal["fresh", "stale", "expired", "missing"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptKey:
    """What was asked for: a name with a label or a version."""

    name: str
    label: str | None = None
    version: int | None = None

    def __str__(self) -> str:
        wanted = (
            f"version={self.version}" if self.version else f"label={self.label or 'production'}"
        )
        return f"{self.name}?{wanted}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptEntry:
    prompt: Prompt
    etag: str | None
    checked_at: float


class PromptCache:
    """Keeps prompts for `ttl_s`. For `stale_for_s` more they are returned and refreshed in the background."""

    def __init__(
        self,
        ttl_s: float = TTL_S,
        stale_for_s: float = STALE_FOR_S,
        fallback: str | os.PathLike[str] | None = None,
    ) -> None:
        self._ttl_s, self._stale_for_s = ttl_s, stale_for_s
        self._fallback = None if fallback is None else Path(fallback)
        self._entries: dict[PromptKey, PromptEntry] = {}
        self._refreshing: set[PromptKey] = set()
        self._lock = threading.Lock()

    def find(self, key: PromptKey) -> tuple[Freshness, PromptEntry | None]:
        """Return the entry and how old it is."""
        with self._lock:
            entry = self._entries.get(key)
        if entry is None:
            return "missing", None
        age = time.monotonic() - entry.checked_at
        if age <= self._ttl_s:
            return "fresh", entry
        return ("stale" if age <= self._ttl_s + self._stale_for_s else "expired"), entry

    def store(self, key: PromptKey, answer: Answer) -> Prompt:
        """Keep the prompt of an answer. After 304 the prompt that is known counts as fresh again."""
        with self._lock:
            known = self._entries.get(key)
            if answer.status == 304 and known is not None:
                prompt, etag = known.prompt, known.etag
            else:
                prompt = Prompt.model_validate(answer.body)
                etag = answer.headers.get("etag")
            self._entries[key] = PromptEntry(prompt=prompt, etag=etag, checked_at=time.monotonic())
            if answer.status != 304:
                self._save(key, prompt)
        return prompt

    def last_known(self, key: PromptKey) -> Prompt | None:
        """Return the copy to use if the server cannot be asked: from memory, or from the file."""
        with self._lock:
            entry = self._entries.get(key)
            saved = None if entry else self._load().get(str(key))
        if entry is not None:
            return entry.prompt.model_copy(update={"stale": True})
        return None if saved is None else Prompt.model_validate({**saved, "stale": True})

    def begin_refresh(self, key: PromptKey) -> bool:
        """Return whether the caller shall refresh this key: only one does at a time."""
        with self._lock:
            if key in self._refreshing:
                return False
            self._refreshing.add(key)
            return True

    def end_refresh(self, key: PromptKey) -> None:
        with self._lock:
            self._refreshing.discard(key)

    def clear(self) -> None:
        """Forget what is in memory; the file stays."""
        with self._lock:
            self._entries.clear()

    def _load(self) -> dict[str, Any]:
        if self._fallback is None:
            return {}
        try:
            saved = json.loads(self._fallback.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return saved["prompts"] if isinstance(saved, dict) and saved.get("format") == FORMAT else {}  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]

    def _save(self, key: PromptKey, prompt: Prompt) -> None:
        """Write the file anew. A reader sees the old or the new file, never a part of one."""
        if self._fallback is None:
            return
        prompts = {**self._load(), str(key): prompt.model_dump(mode="json", by_alias=True)}
        body = json.dumps({"format": FORMAT, "prompts": prompts}, ensure_ascii=False, indent=1)
        # The copy is for bad times; a full disk must not stop the application in good ones.
        with contextlib.suppress(OSError):
            self._fallback.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self._fallback.parent, prefix=".edison-")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(body)
            Path(name).replace(self._fallback)
