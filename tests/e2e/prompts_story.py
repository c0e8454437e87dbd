"""A project with prompts in it: some with a history, one labelled production, one just begun."""

from dataclasses import dataclass
from typing import Any

from tests.e2e.stage import Stage, Visitor

FIRST = """You answer questions of customers of {{company}}.

Question: {{question}}

Answer in a friendly tone. Write at most three sentences."""

SECOND = """You answer questions of customers of {{company}}.

<question>
{{question}}
</question>

Answer in a friendly tone. Write at most two sentences.
If you do not know the answer, say so."""

THIRD = """You answer questions of customers of {{company}} about their plan ({{plan}}).

<question>
{{question}}
</question>

Answer in a calm, friendly tone. Write at most two sentences.
If you do not know the answer, say so and offer a person to talk to.

Give your answer as JSON with the fields "answer" and "confident" inside <response> tags."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompts:
    slug: str
    # Four versions, production at the second, and a draft that has gone on.
    answer: str
    # Nothing but a name.
    begun: str
    empty_slug: str


def tell_the_prompt_story(stage: Stage) -> Prompts:
    ada, grace = stage.ada, stage.viewer
    slug = ada.call(
        "POST", "/projects", {"name": "Support prompts", "settings": {"protected_labels": []}}
    )["slug"]
    grace.join(ada, f"/projects/{slug}", "EDITOR")
    at = f"/projects/{slug}/prompts"
    answer = ada.call(
        "POST",
        at,
        {
            "name": "Support answer",
            "description": "Answers a customer's question in the voice of the brand.",
            "content": content(FIRST),
        },
    )["id"]
    save(ada, at, answer, "First words that worked in the pilot.")
    write(ada, at, answer, content(SECOND))
    save(
        ada, at, answer, "Question in tags; shorter answers; allowed to say that it does not know."
    )
    write(ada, at, answer, content(THIRD, system="You are the support desk of {{company}}."))
    save(grace, at, answer, "Asks for JSON, so that the app can show a hand-over button.")
    ada.call("PUT", f"{at}/{answer}/labels/production", {"number": 2})
    ada.call("PUT", f"{at}/{answer}/labels/staging", {"number": 3})
    ada.call("POST", f"{at}/{answer}/versions/2/restore")
    write(ada, at, answer, full(THIRD))
    for name, kind, text in (
        (
            "Helpfulness judge",
            "grader",
            "Grade the answer from 1 to 10.\n\n{{question}}\n\n{{output}}",
        ),
        (
            "Ticket triage",
            "generator",
            "Sort the ticket into one of {{categories}}.\n\n{{ticket}}\n\nAnswer in JSON.",
        ),
        (
            "Refund policy check",
            "grader",
            "Does the answer follow {{policy}}? Say yes or no.\n\n{{output}}",
        ),
    ):
        made = ada.call("POST", at, {"name": name, "kind": kind, "content": content(text)})["id"]
        save(ada, at, made, "")
    begun = ada.call("POST", at, {"name": "Newsletter intro"})["id"]
    empty = ada.call("POST", "/projects", {"name": "Nothing written"})["slug"]
    return Prompts(slug=slug, answer=answer, begun=begun, empty_slug=empty)


def content(text: str, system: str = "") -> dict[str, Any]:
    return {"system": system, "messages": [{"role": "user", "content": text}]}


def full(text: str) -> dict[str, Any]:
    """Something in every part."""
    return {
        **content(text, system="You are the support desk of {{company}}. Never promise a date."),
        "few_shots": [
            {
                "user": "How do I change my password?",
                "assistant": '<response>{"answer": "Under Settings, Security.", "confident": true}</response>',
            }
        ],
        "tools": [
            {
                "name": "look_up_order",
                "description": "Finds an order by its number",
                "parameters": {
                    "type": "object",
                    "properties": {"number": {"type": "string"}},
                    "required": ["number"],
                },
            }
        ],
        "parameters": {"temperature": 0.2, "max_tokens": 400},
    }


def write(who: Visitor, at: str, prompt: str, content: dict[str, Any]) -> None:
    revision = who.call("GET", f"{at}/{prompt}")["revision"]
    who.call("PATCH", f"{at}/{prompt}", {"content": content, "revision": revision})


def save(who: Visitor, at: str, prompt: str, changelog: str) -> None:
    who.call("POST", f"{at}/{prompt}/versions", {"changelog": changelog})
