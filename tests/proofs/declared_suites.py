"""Who may do what with suites."""

from itertools import count

import yaml

from tests.proofs.declaring import Build, Member, Request, declared, in_project
from tests.support.house import Situation
from tests.support.saved_suites import recipe_body
from tests.support.world import API

_numbers = count(1)


async def a_new_suite(at: Situation) -> Request:
    recipe = recipe_body(await at.house.order(at.project))
    body = {"name": f"Mine {next(_numbers)}", "recipe": recipe}
    return Request(path=f"{API}/projects/{at.project}/suites", json=body)


async def of_a_run(at: Situation) -> Request:
    body = {"run": await at.house.run(at.project), "name": f"Of a run {next(_numbers)}"}
    return Request(path=f"{API}/projects/{at.project}/suites/from-run", json=body)


def about_suite(rest: str = "", json: dict[str, object] | None = None) -> Build:
    async def build(at: Situation) -> Request:
        suite = await at.house.suite(at.project)
        return Request(path=f"{API}/projects/{at.project}/suites/{suite}{rest}", json=json)

    return build


async def an_archived_suite(at: Situation) -> Request:
    suite = await at.house.suite(at.project)
    path = f"{API}/projects/{at.project}/suites/{suite}"
    (await at.house.founder.browser.post(f"{path}/archive")).raise_for_status()
    return Request(path=f"{path}/restore")


async def a_changed_file(at: Situation) -> Request:
    """A suite goes out as a file and comes back with another number of trials."""
    path = f"{API}/projects/{at.project}/suites"
    suite = await at.house.suite(at.project)
    found = await at.house.founder.browser.get(f"{path}/{suite}/file")
    document = {**yaml.safe_load(found.text), "trials": 3}
    return Request(path=f"{path}/file", json={"text": yaml.safe_dump(document)})


SUITES = (
    declared("list_suites", Member("VIEWER"), 200, in_project("/suites")),
    # A suite spends money, by hand or on a schedule: as runs.
    declared("create_suite", Member("EDITOR"), 201, a_new_suite),
    declared("create_suite_from_run", Member("EDITOR"), 201, of_a_run),
    declared("import_suite_file", Member("EDITOR"), 200, a_changed_file),
    declared("read_suite", Member("VIEWER"), 200, about_suite()),
    declared(
        "edit_suite", Member("EDITOR"), 200, about_suite("", {"revision": 1, "description": "New"})
    ),
    declared("delete_suite", Member("EDITOR"), 204, about_suite()),
    declared("archive_suite", Member("EDITOR"), 200, about_suite("/archive")),
    declared("restore_suite", Member("EDITOR"), 200, an_archived_suite),
    declared("duplicate_suite", Member("EDITOR"), 201, about_suite("/duplicate", {})),
    declared("export_suite_file", Member("VIEWER"), 200, about_suite("/file")),
)
