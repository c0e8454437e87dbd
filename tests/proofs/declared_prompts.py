"""Who may do what with prompts."""

from typing import Any

from tests.proofs.declaring import Build, Member, Request, declared, in_project
from tests.support.house import Situation
from tests.support.world import API

CONTENT = {"messages": [{"role": "user", "content": "Answer {{question}}"}]}


def about_prompt(
    rest: str = "", json: dict[str, Any] | None = None, *, saved: bool = True
) -> Build:
    async def build(at: Situation) -> Request:
        prompt = await at.house.prompt(at.project, saved=saved)
        return Request(path=f"{API}/projects/{at.project}/prompts/{prompt}{rest}", json=json)

    return build


def about_named_prompt(rest: str = "", json: dict[str, Any] | None = None) -> Build:
    """A saved prompt by its name, with the label that it has."""

    async def build(at: Situation) -> Request:
        prompt = await at.house.prompt(at.project)
        path = f"{API}/projects/{at.project}/prompts"
        name = (await at.house.founder.browser.get(f"{path}/{prompt}")).json()["name"]
        return Request(path=f"{path}/by-name/{name}{rest}", json=json)

    return build


def about_changed_prompt(rest: str) -> Build:
    """One whose draft says something new."""

    async def build(at: Situation) -> Request:
        prompt = await at.house.prompt(at.project, changed=True)
        return Request(path=f"{API}/projects/{at.project}/prompts/{prompt}{rest}")

    return build


PROMPTS = (
    declared("list_prompts", Member("VIEWER"), 200, in_project("/prompts")),
    declared(
        "create_prompt",
        Member("EDITOR"),
        201,
        in_project("/prompts", {"name": "Mine", "content": CONTENT}),
    ),
    declared(
        "render_prompt", Member("VIEWER"), 200, in_project("/prompts/render", {"content": CONTENT})
    ),
    declared(
        "convert_prompt", Member("VIEWER"), 200, in_project("/prompts/convert", {"text": "{a}"})
    ),
    declared("read_named_prompt", Member("VIEWER"), 200, about_named_prompt("?label=kept")),
    declared(
        "render_named_prompt",
        Member("VIEWER"),
        200,
        about_named_prompt("/render", {"version": 1, "values": {"question": "Why?"}}),
    ),
    declared("read_prompt", Member("VIEWER"), 200, about_prompt()),
    declared(
        "edit_prompt",
        Member("EDITOR"),
        200,
        about_prompt(json={"content": {"system": "New"}, "revision": 1}),
    ),
    declared("remove_prompt", Member("EDITOR"), 204, about_prompt()),
    declared("duplicate_prompt", Member("EDITOR"), 201, about_prompt("/duplicate", {})),
    declared("list_prompt_versions", Member("VIEWER"), 200, about_prompt("/versions")),
    declared(
        "save_prompt_version", Member("EDITOR"), 201, about_prompt("/versions", {}, saved=False)
    ),
    declared("read_prompt_graph", Member("VIEWER"), 200, about_prompt("/lineage")),
    declared("read_prompt_version", Member("VIEWER"), 200, about_prompt("/versions/1")),
    declared("read_prompt_lineage", Member("VIEWER"), 200, about_prompt("/versions/1/lineage")),
    declared("export_prompt_version", Member("VIEWER"), 200, about_prompt("/versions/1/markdown")),
    declared("compare_prompt_versions", Member("VIEWER"), 200, about_prompt("/compare?a=1&b=1")),
    declared(
        "restore_prompt_version",
        Member("EDITOR"),
        201,
        about_changed_prompt("/versions/1/restore"),
    ),
    declared(
        "fork_prompt_version",
        Member("EDITOR"),
        201,
        about_prompt("/versions/1/fork", {"name": "Fork"}),
    ),
    declared(
        "move_prompt_label",
        Member("EDITOR"),
        200,
        about_prompt("/labels/staging", {"number": 1}),
    ),
    declared("drop_prompt_label", Member("EDITOR"), 200, about_prompt("/labels/kept")),
)
