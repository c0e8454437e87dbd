"""Every screen with a list or a table, in the project with long names."""

from dataclasses import dataclass

from tests.e2e.long_names_story import LongNames


@dataclass(frozen=True, slots=True, kw_only=True)
class ListScreen:
    name: str
    path: str
    # The accessible name of a table that has to be there; none: a list of something else.
    table: str | None = None
    # Seen by the owner of the installation only.
    by_ada: bool = False


def list_screens(story: LongNames) -> list[ListScreen]:
    at = story.path
    run, dataset, suite = (
        f"{at}/runs/{story.run}",
        f"{at}/datasets/{story.dataset}",
        f"{at}/suites/{story.suite}",
    )
    experiment, settings = f"{at}/experiments/{story.experiment}", f"{at}/settings"
    return [
        ListScreen(name="projects", path="/projects"),
        ListScreen(name="home", path=at),
        ListScreen(name="prompts", path=f"{at}/prompts", table="Prompts of this project"),
        ListScreen(name="prompt", path=f"{at}/prompts/{story.prompt}"),
        ListScreen(name="prompt-compared", path=f"{at}/prompts/{story.prompt}?a=1&b=2"),
        ListScreen(name="datasets", path=f"{at}/datasets", table="Datasets of this project"),
        ListScreen(name="cases", path=dataset, table="Cases"),
        ListScreen(name="dataset-versions", path=f"{dataset}?view=versions"),
        ListScreen(name="dataset-quality", path=f"{dataset}?view=quality", table="Questions and suspicions"),
        ListScreen(name="dataset-judges", path=f"{dataset}?view=judges", table="Questions and the scores"),
        ListScreen(name="runs", path=f"{at}/runs", table="Runs of this project"),
        ListScreen(name="run", path=run, table="Summary by column"),
        ListScreen(name="results", path=f"{run}/results", table="Results by column"),
        ListScreen(name="results-models", path=f"{run}/results?view=models", table="Models of this run"),
        ListScreen(name="results-criteria", path=f"{run}/results?view=criteria"),
        ListScreen(name="results-slices", path=f"{run}/results?view=slices"),
        ListScreen(name="results-ranking", path=f"{run}/results?view=ranking"),
        ListScreen(name="workbench", path=f"{at}/workbench/{story.prompt}?run={story.run}"),
        ListScreen(name="judges", path=f"{at}/judges", table="Judges of this project"),
        ListScreen(name="judge", path=f"{at}/judges/{story.judge}"),
        ListScreen(name="rubric", path=f"{at}/judges/rubrics/{story.rubric}"),
        ListScreen(name="annotate", path=f"{at}/annotate"),
        ListScreen(name="queue", path=f"{at}/annotate/{story.queue}"),
        ListScreen(name="reviews", path=f"{at}/reviews"),
        ListScreen(name="experiments", path=f"{at}/experiments"),
        ListScreen(name="experiment", path=experiment, table="Iterations of this experiment"),
        ListScreen(name="experiment-report", path=f"{experiment}/report", table="Models of this experiment"),
        ListScreen(name="suites", path=f"{at}/suites", table="Suites of this project"),
        ListScreen(name="suite", path=suite, table="Runs of this suite"),
        ListScreen(name="suite-executions", path=f"{suite}?tab=executions", table="Runs of this suite"),
        ListScreen(name="suite-recipe", path=f"{suite}?tab=recipe"),
        ListScreen(name="alerts", path=f"{at}/alerts", table="Alerts"),
        ListScreen(name="alert", path=f"{at}/alerts/{story.alert}"),
        ListScreen(name="boards", path=f"{at}/arena", table="Leaderboards of this project"),
        ListScreen(name="board", path=f"{at}/arena/{story.board}", table="Leaderboard"),
        ListScreen(name="models", path=f"{at}/models", table="Models of this project"),
        ListScreen(name="reports", path=f"{at}/reports", table="Cost by model"),
        ListScreen(name="reports-by-run", path=f"{at}/reports?group=run", table="Cost by run"),
        ListScreen(name="members", path=f"{settings}/members", table="Members of this project"),
        ListScreen(name="credentials", path=f"{settings}/credentials", table="Credentials of this project"),
        ListScreen(name="tokens", path=f"{settings}/tokens", table="Tokens of this project"),
        ListScreen(name="channels", path=f"{settings}/channels", table="Channels of this project"),
        ListScreen(name="audit", path=f"{settings}/audit", table="Audit log, newest first"),
        ListScreen(name="installation-audit", path="/installation/audit", table="Audit log", by_ada=True),
        ListScreen(name="installation-people", path="/installation/people", table="People of this", by_ada=True),
        ListScreen(name="installation-reports", path="/installation/reports", table="Cost by project", by_ada=True),
    ]  # fmt: skip
