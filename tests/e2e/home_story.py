"""A project in full use: a prompt that got better, a review, an alert, answers to label and a budget."""

from dataclasses import dataclass

from tests.e2e.monitors_story import CASES, Watched, watched
from tests.e2e.runs_story import Ready
from tests.e2e.stage import Visitor
from tests.e2e.workbench_story import a_prompt, finish, write
from tests.support.reviewing import PROMPT, put_suggestion_from_outside

EXPERIMENT = "Warmer support answers"


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeStory:
    watched: Watched
    # The prompt that got better, and its last run.
    prompt: str
    run: str

    @property
    def ready(self) -> Ready:
        return self.watched.ready

    @property
    def path(self) -> str:
        return self.ready.path


def a_busy_project(owner: Visitor, provider: str, database: str) -> HomeStory:
    story = watched(owner, provider, database)
    ready, call = story.ready, owner.call
    # Its text is that of the suggestion's prompt, so that the suggestion applies to it.
    reviewed = ready.start(versions=[{"prompt": a_prompt(ready, "Replies", PROMPT)}])
    finish(ready, reviewed)
    project = call("GET", ready.path)["id"]
    put_suggestion_from_outside(database, project, reviewed, name=EXPERIMENT)
    prompt = a_prompt(ready, "Sums", "What is two plus two? {{question}}")
    run = ""
    for grade in (0, 1):
        if grade:
            write(ready, prompt, "Three plus three? Be exact. {{question}}")
        # Without a scorer: people alone grade, and labels would not change the figure of a scorer.
        run = ready.start(versions=[{"prompt": prompt}], scorers=[])
        finish(ready, run)
        for row in range(CASES):
            call("PUT", f"{ready.path}/runs/{run}/cells/{row}/grade", {"grade": grade})
    call("PATCH", ready.path, {"settings": {"protected_labels": []}})
    call("PUT", f"{ready.path}/prompts/{prompt}/labels/production", {"number": 1})
    call("PUT", f"{ready.path}/budget", {"limit_usd": "25"})
    queue = {"run": run, "name": "Tone", "ask": "thumbs"}
    call("POST", f"{ready.path}/annotation-queues", queue)
    story.open_alert(story.monitor("Weekday check")["id"])
    return HomeStory(watched=story, prompt=prompt, run=run)
