"""A prompt with a history: versions by hand and by suggestion, a branch, scores and verdicts.

And a prompt with 107 versions.
"""

import json
from dataclasses import dataclass
from typing import Any

from edison.kit.uuids import new_id
from tests.e2e.prompts_story import content, save, write
from tests.e2e.stage import Stage, Visitor
from tests.support.sql import execute, rows

TEXTS = (
    (
        "You answer questions of customers of {{company}}.\n\nQuestion: {{question}}",
        "Begun with what worked in the pilot",
    ),
    (
        "You answer questions of customers of {{company}}.\nBe kind.\n\nQuestion: {{question}}",
        "Asks for a kind tone, because empathy was the weakest criterion",
    ),
    (
        "You answer questions of customers of {{company}}.\nBe kind. Name the next step.\n\nQuestion: {{question}}",
        "Names the next step, so that nobody has to ask again",
    ),
    (
        (
            "You answer questions of customers of {{company}}.\n"
            "Be kind. Name the next step. Cite the policy.\n\nQuestion: {{question}}"
        ),
        "Cites the policy where one applies",
    ),
)
# Of versions 1 to 5: how good, against which iteration, with what verdict.
SCORES: tuple[tuple[float, int | None, str | None, float], ...] = (
    (0.52, None, None, 0.0),
    (0.66, 1, "better_on_these_cases", 0.14),
    (0.78, 2, "better", 0.12),
    (0.77, 3, "cannot_tell", -0.01),
    (0.55, 3, "worse", -0.23),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lineage:
    owner: Visitor
    slug: str
    prompt: str
    long: str

    @property
    def path(self) -> str:
        return f"/projects/{self.slug}/prompts/{self.prompt}"

    @property
    def long_path(self) -> str:
        return f"/projects/{self.slug}/prompts/{self.long}"


def tell_the_lineage_story(stage: Stage, database: str) -> Lineage:
    owner = stage.ada
    project = owner.call(
        "POST", "/projects", {"name": "Versions and verdicts", "settings": {"protected_labels": []}}
    )
    at = f"/projects/{project['slug']}/prompts"
    prompt: str = owner.call(
        "POST", at, {"name": "Support answer", "content": content(TEXTS[0][0])}
    )["id"]
    for number, (text, why) in enumerate(TEXTS):
        if number:
            write(owner, at, prompt, content(text))
        save(owner, at, prompt, why)
    _edit(owner, f"{at}/{prompt}", TEXTS[1][0].replace("kind", "brief"), 2)
    owner.call("PUT", f"{at}/{prompt}/labels/production", {"number": 3})
    _experiment(database, project["id"], prompt)
    long: str = owner.call("POST", at, {"name": "Many words", "content": content("One")})["id"]
    save(owner, at, long, "The first of many versions")
    _many(database, long)
    return Lineage(owner=owner, slug=project["slug"], prompt=prompt, long=long)


def _edit(owner: Visitor, path: str, text: str, parent: int) -> None:
    revision = owner.call("GET", path)["revision"]
    written = owner.call("PATCH", path, {"content": content(text), "revision": revision})
    body = {"changelog": "Tries short answers instead", "parent": parent}
    owner.call("POST", f"{path}/versions", {**body, "revision": written["revision"]})


def _experiment(database: str, project: str, prompt: str) -> None:
    """As the loop leaves it, without its runs."""
    experiment = str(new_id())
    plan = json.dumps({"criteria": [{"name": "Empathy", "description": "Kind", "weight": 1, "scale": 5}]})  # fmt: skip
    versions = rows(
        database,
        "SELECT id, number FROM prompt_versions WHERE prompt_id = %s ORDER BY number",
        prompt,
    )
    execute(
        database,
        f"""INSERT INTO experiments (id, project_id, number, name, description, state, plan, step, revision,
            prompt_id, targets, created_by_label, created_at, updated_at)
            VALUES ('{experiment}', '{project}', 1, 'Warmer answers', '', 'completed', '{plan}', 7, 1,
            '{prompt}', '[]', 'Ada', now(), now())""",
        *(
            f"""INSERT INTO iterations (id, project_id, experiment_id, number, state, version_id, version_number,
                composite, verdict, gained, partial, notes, stages, created_at)
                VALUES ('{new_id()}', '{project}', '{experiment}', {number}, 'completed', '{version}', {number},
                '{json.dumps(figure(score[0]))}', {verdict(score)}, {str(score[2]).startswith("better")}, false,
                '[]', '[]', now())"""
            for (version, number), score in zip(versions, SCORES, strict=True)
        ),
    )


def figure(value: float, half: float = 0.06) -> dict[str, Any]:
    return {
        "value": value,
        "low": value - half,
        "high": value + half,
        "n": 40,
        "clusters": 20,
        "method": "t",
    }


def verdict(score: tuple[float, int | None, str | None, float]) -> str:
    _, against, word, effect = score
    if word is None:
        return "NULL"
    told = {
        "against": against,
        "verdict": word,
        "effect": figure(effect),
        "p": 0.01,
        "cases": 20,
        "sentence": f"iteration is {word}",
    }
    return f"'{json.dumps(told)}'"


def _many(database: str, prompt: str) -> None:
    execute(
        database,
        f"""INSERT INTO prompt_versions (id, project_id, prompt_id, number, parent_id, content, digest,
            changelog, origin, author_label, created_at)
            SELECT gen_random_uuid(), project_id, prompt_id, n, NULL, content, digest || n,
                'Change number ' || n, 'saved', author_label, created_at
            FROM prompt_versions, generate_series(2, 107) n WHERE prompt_id = '{prompt}'""",
        f"UPDATE prompts SET latest = 107 WHERE id = '{prompt}'",
    )
