"""Something of each kind in a running server, for the paths of generated requests to name."""

import itertools
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import httpx

from edison.kit.uuids import new_id
from tests.support.client import done
from tests.support.experiment_plans import plan_body
from tests.support.house import fresh_email
from tests.support.judging import judge_body, rubric_body
from tests.support.media import png
from tests.support.reviewing import PROMPT as REVIEWED
from tests.support.reviewing import put_suggestion_from_outside
from tests.support.sql import execute
from tests.support.world import API


class LiveObjects:
    """Makes projects for one owner; each has only those objects that are asked for."""

    def __init__(self, database_url: str, owner: httpx.Client, member: dict[str, Any]) -> None:
        self._database_url = database_url
        self._owner = owner
        self._member = member
        self._numbers = itertools.count(1)
        self._lasting: LiveProject | None = None

    def lasting(self) -> "LiveProject":
        """Return the project of those who only read; it has something of each kind."""
        self._lasting = self._lasting or self.fresh(KINDS)
        return self._lasting

    def fresh(self, names: Iterable[str]) -> "LiveProject":
        """Make a project with these objects: making all of them takes longer than most requests."""
        name = f"Fuzz {next(self._numbers)}"
        project = LiveProject(self._database_url, self._owner, self._member, name)
        for kind in sorted(names):
            project.make(kind)
        return project


class LiveProject:
    """A project of the owner, with objects to be named in paths; what only a worker could bring is put in place."""

    def __init__(
        self, database_url: str, owner: httpx.Client, member: dict[str, Any], name: str
    ) -> None:
        self._database_url = database_url
        self._owner = owner
        self._member = member
        project = done(owner.post(f"{API}/projects", json={"name": name}))
        self._id = str(project["id"])
        self._path = f"{API}/projects/{project['slug']}"
        # Providers of the sign-in are settings, of which there are none, and nobody has this session.
        self._made = {
            "project": str(project["slug"]),
            "provider": "nobody",
            "session": "00000000-0000-4000-8000-000000000000",
        }

    def __contains__(self, name: str) -> bool:
        return name in self._made

    def __getitem__(self, name: str) -> str:
        """Return an object that was made; to make one now might meet a project that a request deleted."""
        return self._made[name]

    def make(self, name: str) -> str:
        """Make an object, and whatever it is made of."""
        if name not in self._made:
            self._made |= MAKERS[name](self)
        return self._made[name]

    def _post(self, path: str, **body: Any) -> dict[str, Any]:
        return done(self._owner.post(f"{self._path}/{path}", json=body))

    def access(self) -> dict[str, str]:
        # Becoming a member takes the member's own consent: put it in place.
        execute(
            self._database_url,
            f"""
            INSERT INTO project_members (project_id, user_id, role, joined_at)
            VALUES ('{self._id}', '{self._member["id"]}', 'ADMIN', now())
            """,
        )
        pending = self._post("invites", email=fresh_email(), role="VIEWER")
        return {"user": self._member["id"], "invite": pending["invite"]["id"]}

    def token(self) -> dict[str, str]:
        made = self._post("tokens", name="fuzz", role="ADMIN", expires_in_days=1)
        return {"token": made["token"]["id"], "secret": made["secret"]}

    def models(self) -> dict[str, str]:
        """Only a worker could add a working credential, and none runs: put one in place."""
        credential, model, project = str(new_id()), str(new_id()), self._id
        execute(
            self._database_url,
            f"""
            INSERT INTO credentials (id, project_id, provider, label, config, sealed, variables, hint,
                is_default, allow_private, status, created_by, created_at)
            SELECT '{credential}', '{project}', 'OPENAI', '{credential}', '{{}}', 'none', '{{}}', 'abcd',
                true, false, 'ready', created_by, now() FROM projects WHERE id = '{project}'
            """,
            f"""
            INSERT INTO models (id, project_id, credential_id, name, title, source, listed, corrections,
                dropped, limits, deprecated, missing, created_at)
            VALUES ('{model}', '{project}', '{credential}', 'gpt-4o', '', 'manual', '{{}}', '{{}}',
                '{{}}', '{{}}', false, false, now())
            """,
        )
        messages = [{"role": "user", "content": "Hello"}]
        asked = self._post(f"models/{model}/tries", messages=messages)
        return {"credential": credential, "model": model, "wanted": asked["id"]}

    def prompt(self) -> dict[str, str]:
        content = {"messages": [{"role": "user", "content": "Answer {{question}}"}]}
        made = self._post("prompts", name="Fuzz", content=content)
        self._post(f"prompts/{made['id']}/versions")
        done(self._owner.put(f"{self._path}/prompts/{made['id']}/labels/kept", json={"number": 1}))
        return {"prompt": made["id"], "name": "Fuzz", "number": "1", "label": "kept"}

    def judge(self) -> dict[str, str]:
        rubric = self._post("rubrics", **rubric_body())["id"]
        made = self._post("judges", **judge_body(self.make("model"), rubric))
        return {"rubric": rubric, "judge": made["id"]}

    def dataset(self) -> dict[str, str]:
        dataset = self._post("datasets", name="Fuzz")["id"]
        cases = f"datasets/{dataset}/cases"
        self._post(cases, cases=[{"values": {"question": "Why?"}}])
        [case] = done(self._owner.get(f"{self._path}/{cases}"))["items"]
        file = done(self._owner.post(f"{self._path}/imports?filename=a.csv", content=b"q\nWhy?\n"))
        picture = done(self._owner.post(f"{self._path}/files?filename=a.png", content=png(3, 2)))
        return {
            "dataset": dataset,
            "case": case["id"],
            # Of a suspicion about a case.
            "kind": "flat",
            "upload": file["upload"],
            "digest": picture["file"],
        }

    def run(self) -> dict[str, str]:
        """A run with one answer, which no worker brings: put it in place."""
        made = self._post(
            "runs",
            versions=[{"prompt": self.make("prompt")}],
            targets=[{"model": self.make("model")}],
            dataset=self.make("dataset"),
            scorers=[{"kind": "exact"}],
        )
        execute(
            self._database_url,
            f"""
            INSERT INTO cells (run_id, ordinal, state, claim, attempt, held, held_tokens, holds, doubt, output)
            VALUES ('{made["id"]}', 0, 'answered', 0, 1, 0, 0, 0, 0, 'Yes')
            """,
        )
        return {"run": made["id"], "ordinal": "0"}

    def notification(self) -> dict[str, str]:
        """The owner causes everything here and is told of nothing: put one in place."""
        notification = str(new_id())
        execute(
            self._database_url,
            f"""
            INSERT INTO notifications (id, project_id, user_id, event, subject_id, version, payload, bell, created_at)
            SELECT '{notification}', id, created_by, 'run.finished', '{notification}', 1, '{{}}', true, now()
            FROM projects WHERE id = '{self._id}'
            """,
        )
        return {"notification": notification}

    def promotion(self) -> dict[str, str]:
        """An override, because no worker completes a run here."""
        prompt = self.make("prompt")
        protected = {"settings": {"protected_labels": [{"label": "production"}]}}
        done(self._owner.patch(self._path, json=protected))
        body = {"label": "production", "number": 1, "reason": "There is no run of it yet."}
        return {"promotion": self._post(f"prompts/{prompt}/promotions/override", **body)["id"]}

    def queue(self) -> dict[str, str]:
        queue = self._post("annotation-queues", run=self.make("run"), name="Fuzz", ask="thumbs")
        handed = self._post(f"annotation-queues/{queue['id']}/next")
        return {"queue": queue["id"], "item": handed["item"]["id"]}

    def suite(self) -> dict[str, str]:
        suite = self._post("suites/from-run", run=self.make("run"), name="Fuzz")["id"]
        execution = self._post(f"suites/{suite}/executions")["id"]
        return {"suite": suite, "execution": execution}

    def alert(self) -> dict[str, str]:
        """A suite on a schedule, with an alert and its delivery, which no worker brings: put these in place."""
        suite, project = self.make("suite"), self._id
        plan = {"suite_id": suite, "name": "Yearly", "cron": "0 0 1 1 *"}
        monitor = self._post("monitors", **plan)["id"]
        hook = {"name": "Fuzz", "kind": "webhook", "url": "https://hooks.example.com/in"}
        channel = self._post("channels", **hook)["channel"]["id"]
        alert, delivery = str(new_id()), str(new_id())
        execute(
            self._database_url,
            f"""
            INSERT INTO alerts (id, project_id, suite_id, monitor_id, rule, severity, state, title, sentence,
                next_step, facts, fingerprint, seen, told, opened_at, last_seen_at)
            VALUES ('{alert}', '{project}', '{suite}', '{monitor}', 'missed', 'warning', 'open', 'Missed',
                'It did not run.', 'Start a worker.', '{{}}', '{alert}', 1, 1, now(), now())
            """,
            f"""
            INSERT INTO deliveries (id, project_id, channel_id, sequence, event, subject_id, version, payload,
                state, attempts, next_at, due_at, log, created_at, delivered_at)
            VALUES ('{delivery}', '{project}', '{channel}', 1, 'alert.opened', '{alert}', 1, '{{}}',
                'delivered', 1, now(), now(), '[]', now(), now())
            """,
        )
        return {"monitor": monitor, "channel": channel, "alert": alert, "delivery": delivery}

    def board(self) -> dict[str, str]:
        """Its run is not completed, and nobody completes it here: put the board in place."""
        board, run, dataset = str(new_id()), self.make("run"), self.make("dataset")
        execute(
            self._database_url,
            f"""
            INSERT INTO boards (id, project_id, name, dataset_id, dataset_version, panel, created_by_label, created_at)
            VALUES ('{board}', '{self._id}', 'Fuzz', '{dataset}', 1, '{{}}', 'Fuzz', now())
            """,
            f"INSERT INTO board_runs (board_id, run_id, position) VALUES ('{board}', '{run}', 0)",
        )
        return {"board": board}

    def comment(self) -> dict[str, str]:
        made = self._post("comments", kind="run", subject=self.make("run"), text="Look at this")
        return {"comment": made["id"]}

    def experiment(self) -> dict[str, str]:
        plan = plan_body(self.make("dataset"), self.make("model"))
        made = self._post("experiments", name="Fuzz", plan=plan)["id"]
        iteration = self._post(f"experiments/{made}/iterations")
        return {"experiment": made, "iteration": iteration["id"]}

    def suggestion(self) -> dict[str, str]:
        """Only a worker could make one: put it in place."""
        content = {"messages": [{"role": "user", "content": REVIEWED}]}
        prompt = self._post("prompts", name="Reviewed", content=content)["id"]
        run = self._post(
            "runs",
            versions=[{"prompt": prompt}],
            targets=[{"model": self.make("model")}],
            dataset=self.make("dataset"),
        )
        put = put_suggestion_from_outside(self._database_url, self._id, run["id"])
        return {"suggestion": put.suggestion}

    def assist(self) -> dict[str, str]:
        goal = {"goal": "Write replies that help customers."}
        made = self._post("assists", kind="draft_rubric", model=self.make("model"), input=goal)
        return {"assist": made["id"]}


MAKERS: Mapping[str, Callable[[LiveProject], dict[str, str]]] = {
    **dict.fromkeys(("user", "invite"), LiveProject.access),
    **dict.fromkeys(("token", "secret"), LiveProject.token),
    **dict.fromkeys(("credential", "model", "wanted"), LiveProject.models),
    **dict.fromkeys(("prompt", "name", "number", "label"), LiveProject.prompt),
    **dict.fromkeys(("dataset", "case", "kind", "upload", "digest"), LiveProject.dataset),
    **dict.fromkeys(("rubric", "judge"), LiveProject.judge),
    **dict.fromkeys(("run", "ordinal"), LiveProject.run),
    **dict.fromkeys(("queue", "item"), LiveProject.queue),
    **dict.fromkeys(("suite", "execution"), LiveProject.suite),
    **dict.fromkeys(("monitor", "channel", "alert", "delivery"), LiveProject.alert),
    "notification": LiveProject.notification,
    "promotion": LiveProject.promotion,
    "board": LiveProject.board,
    "comment": LiveProject.comment,
    **dict.fromkeys(("experiment", "iteration"), LiveProject.experiment),
    "suggestion": LiveProject.suggestion,
    "assist": LiveProject.assist,
}
# What paths name.
KINDS = frozenset({"project", *MAKERS})
