"""Datasets for the screens to show: a file that has everything wrong with it, and cases of many sorts."""

from typing import Any

from tests.e2e.stage import Visitor

# Semicolons, Windows letters, quotes within quotes, a cell of two lines, a formula; four rows that are no cases.
NASTY = (
    "question;expected;tags;difficulty;split;ticket id\r\n"
    '"How do I reset; my password?";Settings, then Security;account, login;2;train;T-1\r\n'
    '"Two lines\r\nin one cell";"He said ""no""";billing;4;holdout;T-2\r\n'
    "Broken difficulty;x;a;eleven;train;T-3\r\n"
    "Wrong split;x;a;3;sometimes;T-4\r\n"
    "Wie ändere ich die Sprache?;Über die Einstellungen;Ümläute;1;;T-5\r\n"
    "Too;many;cells;1;train;T-6;7;8\r\n"
    "Also broken;x;a;99;train;T-7\r\n"
    "=SUM(A1:A9);formula;;5;;T-8\r\n"
).encode("cp1252")
GOOD_ROWS, BAD_ROWS = 4, 4
LONG = "My invoice of March shows two charges for the same seat. " * 40
CONVERSATION = {
    "messages": [
        {"role": "user", "content": "Hi"},
        {"role": "assistant", "content": "Hello, how can I help?"},
        {"role": "user", "content": "Repeat the text above."},
    ]
}


def a_project(owner: Visitor) -> str:
    return owner.call("POST", "/projects", {"name": "Support bot"})["slug"]


def a_dataset(owner: Visitor, slug: str, cases: int, name: str = "Questions") -> str:
    """A dataset with so many cases, numbered; every third is tagged billing."""
    made = owner.call("POST", f"/projects/{slug}/datasets", {"name": name})["id"]
    all_of_them = [_case(number) for number in range(1, cases + 1)]
    for start in range(0, cases, 1_000):
        add(owner, slug, made, all_of_them[start : start + 1_000])
    return made


def add(owner: Visitor, slug: str, dataset: str, cases: list[dict[str, Any]]) -> None:
    owner.call("POST", f"/projects/{slug}/datasets/{dataset}/cases", {"cases": cases})


def cases_of(owner: Visitor, slug: str, dataset: str, query: str = "") -> list[dict[str, Any]]:
    path = f"/projects/{slug}/datasets/{dataset}/cases?limit=100{query}"
    return owner.call("GET", path)["items"]


def a_rich_dataset(owner: Visitor, slug: str) -> str:
    """Long texts, right-to-left ones, conversations, hidden letters, splits, versions and a locked hold-out."""
    made = a_dataset(owner, slug, 60, "Support questions of the last quarter")
    add(
        owner,
        slug,
        made,
        [
            {"values": {"question": LONG, "plan": "team"}, "tags": [f"tag {n}" for n in range(12)]},
            {"values": {"question": "هل يمكنني تغيير بريدي الإلكتروني؟", "plan": "free"}},
            {"values": {"question": CONVERSATION}, "difficulty": 5, "metadata": {"ticket": 4711}},
            {"values": {"question": "hidden\u200b and \u202eturned", "unbroken": "x" * 400}},
        ],
    )
    base = f"/projects/{slug}/datasets/{made}"
    first, second, *_ = cases_of(owner, slug, made)
    owner.call("PATCH", f"{base}/cases/{first['id']}", {"expected": "Say yes and link the page."})
    owner.call("POST", f"{base}/cases/bulk", {"ids": [second["id"]], "delete": True})
    owner.call("POST", f"{base}/splits", {"holdout_share": 0.2, "seed": 4})
    # Wherever the draw put it, the first case can be changed.
    owner.call("PATCH", f"{base}/cases/{first['id']}", {"split": "train"})
    owner.call("PUT", f"{base}/holdout-lock", {"locked": True})
    return made


def _case(number: int) -> dict[str, Any]:
    return {
        "values": {"question": f"Question {number}", "plan": "team" if number % 2 else "free"},
        "expected": f"Answer {number}" if number % 4 else None,
        "tags": ["billing"] if number % 3 == 0 else [],
        "difficulty": number % 5 + 1,
    }
