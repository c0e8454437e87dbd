"""Something of each kind in a running server, for the paths of generated requests to name."""

import itertools
from typing import Any

import httpx

from edison.kit.ids import new_id
from tests.support.client import done
from tests.support.experiment_plans import plan_body
from tests.support.house import fresh_email
from tests.support.judging import judge_body, rubric_body
from tests.support.reviewing import PROMPT as REVIEWED
from tests.support.reviewing import put_suggestion_from_outside
from tests.support.sql import execute
from tests.support.world import API


class LiveObjects:
    """Made by the owner; what only a worker could bring is put in place."""

    def __init__(self, database_url: str, owner: httpx.Client, member: dict[str, Any]) -> None:
        self._database_url = database_url
        self._owner = owner
        self._member = member
        self._numbers = itertools.count(1)
        self._lasting: dict[str, str] = {}

    def lasting(self) -> dict[str, str]:
        """For those who only read: making new ones takes longer than all their requests."""
        if not self._lasting:
            self._lasting = self.fresh()
        return self._lasting

    def fresh(self) -> dict[str, str]:
        """Make a live project with something of each kind in it, to be named in paths."""
        owner, number = self._owner, next(self._numbers)
        project = done(owner.post(f"{API}/projects", json={"name": f"Fuzz {number}"}))
        path = f"{API}/projects/{project['slug']}"
        member = {"email": self._member["email"], "role": "ADMIN"}
        done(owner.post(f"{path}/invites", json=member))
        invite = {"email": fresh_email(), "role": "VIEWER"}
        pending = done(owner.post(f"{path}/invites", json=invite))
        token = {"name": "fuzz", "role": "ADMIN", "expires_in_days": 1}
        made = done(owner.post(f"{path}/tokens", json=token))
        objects = {
            **self._models(project["id"], path),
            **self._prompt(path),
            **self._dataset(path),
        }
        objects |= self._judge(path, objects["model"])
        run = self._run(path, objects)
        return {
            "project": project["slug"],
            "user": self._member["id"],
            "invite": pending["invite"]["id"],
            "token": made["token"]["id"],
            "secret": made["secret"],
            **objects,
            **run,
            **self._watched(project["id"], path, run["run"]),
            **self._board(project["id"], objects["dataset"], run["run"]),
            **self._experiment(path, objects),
            **self._suggestion(project["id"], path, objects),
            **self._assist(path, objects["model"]),
        }

    def _models(self, project: str, path: str) -> dict[str, str]:
        """Only a worker could add a working credential, and none runs: put one in place."""
        credential, model = str(new_id()), str(new_id())
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
        body = {"messages": [{"role": "user", "content": "Hello"}]}
        asked = done(self._owner.post(f"{path}/models/{model}/tries", json=body))
        return {"credential": credential, "model": model, "wanted": asked["id"]}

    def _prompt(self, path: str) -> dict[str, str]:
        content = {"messages": [{"role": "user", "content": "Answer {{question}}"}]}
        body = {"name": "Fuzz", "content": content}
        made = done(self._owner.post(f"{path}/prompts", json=body))
        done(self._owner.post(f"{path}/prompts/{made['id']}/versions", json={}))
        done(self._owner.put(f"{path}/prompts/{made['id']}/labels/kept", json={"number": 1}))
        return {"prompt": made["id"], "number": "1", "label": "kept"}

    def _judge(self, path: str, model: str) -> dict[str, str]:
        rubric = done(self._owner.post(f"{path}/rubrics", json=rubric_body()))["id"]
        made = done(self._owner.post(f"{path}/judges", json=judge_body(model, rubric)))
        return {"rubric": rubric, "judge": made["id"]}

    def _dataset(self, path: str) -> dict[str, str]:
        dataset = done(self._owner.post(f"{path}/datasets", json={"name": "Fuzz"}))["id"]
        cases = f"{path}/datasets/{dataset}/cases"
        done(self._owner.post(cases, json={"cases": [{"values": {"question": "Why?"}}]}))
        [case] = done(self._owner.get(cases))["items"]
        file = done(self._owner.post(f"{path}/imports?filename=a.csv", content=b"q\nWhy?\n"))
        # The kind is of a suspicion about a case.
        return {"dataset": dataset, "case": case["id"], "kind": "flat", "upload": file["upload"]}

    def _run(self, path: str, objects: dict[str, str]) -> dict[str, str]:
        body = {
            "versions": [{"prompt": objects["prompt"]}],
            "targets": [{"model": objects["model"]}],
            "dataset": objects["dataset"],
            "scorers": [{"kind": "exact"}],
        }
        run: str = done(self._owner.post(f"{path}/runs", json=body))["id"]
        return {"run": run, "ordinal": "0", **self._queue(path, run)}

    def _watched(self, project: str, path: str, run: str) -> dict[str, str]:
        """A suite on a schedule, with an alert and a channel that heard of it: no worker brings these two."""
        owner = self._owner
        suite = done(owner.post(f"{path}/suites/from-run", json={"run": run, "name": "Fuzz"}))["id"]
        execution = done(owner.post(f"{path}/suites/{suite}/executions", json={}))["id"]
        plan = {"suite_id": suite, "name": "Yearly", "cron": "0 0 1 1 *"}
        monitor = done(owner.post(f"{path}/monitors", json=plan))["id"]
        hook = {"name": "Fuzz", "kind": "webhook", "url": "https://hooks.example.com/in"}
        channel = done(owner.post(f"{path}/channels", json=hook))["channel"]["id"]
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
        return {
            "suite": suite,
            "execution": execution,
            "monitor": monitor,
            "channel": channel,
            "alert": alert,
            "delivery": delivery,
        }

    def _board(self, project: str, dataset: str, run: str) -> dict[str, str]:
        """Its run is not completed, and nobody completes it here: put the board in place."""
        board = str(new_id())
        execute(
            self._database_url,
            f"""
            INSERT INTO boards (id, project_id, name, dataset_id, dataset_version, panel, created_by_label, created_at)
            VALUES ('{board}', '{project}', 'Fuzz', '{dataset}', 1, '{{}}', 'Fuzz', now())
            """,
            f"INSERT INTO board_runs (board_id, run_id, position) VALUES ('{board}', '{run}', 0)",
        )
        return {"board": board}

    def _queue(self, path: str, run: str) -> dict[str, str]:
        """People label answers, and no worker brings one: put it in place."""
        execute(
            self._database_url,
            f"""
            INSERT INTO cells (run_id, ordinal, state, claim, attempt, held, held_tokens, holds, doubt, output)
            VALUES ('{run}', 0, 'answered', 0, 1, 0, 0, 0, 0, 'Yes')
            """,
        )
        body = {"run": run, "name": "Fuzz", "ask": "thumbs"}
        queue = done(self._owner.post(f"{path}/annotation-queues", json=body))["id"]
        handed = done(self._owner.post(f"{path}/annotation-queues/{queue}/next"))
        return {"queue": queue, "item": handed["item"]["id"]}

    def _experiment(self, path: str, objects: dict[str, str]) -> dict[str, str]:
        body = {"name": "Fuzz", "plan": plan_body(objects["dataset"], objects["model"])}
        made: str = done(self._owner.post(f"{path}/experiments", json=body))["id"]
        begun = done(self._owner.post(f"{path}/experiments/{made}/iterations", json={}))
        return {"experiment": made, "iteration": begun["id"]}

    def _suggestion(self, project: str, path: str, objects: dict[str, str]) -> dict[str, str]:
        """Only a worker could make one: put it in place."""
        content = {"messages": [{"role": "user", "content": REVIEWED}]}
        body = {"name": "Reviewed", "content": content}
        prompt = done(self._owner.post(f"{path}/prompts", json=body))["id"]
        order = {
            "versions": [{"prompt": prompt}],
            "targets": [{"model": objects["model"]}],
            "dataset": objects["dataset"],
        }
        run: str = done(self._owner.post(f"{path}/runs", json=order))["id"]
        put = put_suggestion_from_outside(self._database_url, project, run)
        return {"suggestion": put.suggestion}

    def _assist(self, path: str, model: str) -> dict[str, str]:
        goal = {"goal": "Write replies that help customers."}
        body = {"kind": "draft_rubric", "model": model, "input": goal}
        made: str = done(self._owner.post(f"{path}/assists", json=body))["id"]
        return {"assist": made}
