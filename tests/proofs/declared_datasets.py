"""Who may do what with datasets."""

from typing import Any

from tests.proofs.declaring import Build, Member, Request, declared, in_project
from tests.support.house import Situation
from tests.support.media import png
from tests.support.world import API


def about_dataset(rest: str = "", json: dict[str, Any] | None = None) -> Build:
    async def build(at: Situation) -> Request:
        dataset, _ = await at.house.dataset(at.project)
        return Request(path=f"{API}/projects/{at.project}/datasets/{dataset}{rest}", json=json)

    return build


def about_case(json: dict[str, Any] | None = None) -> Build:
    async def build(at: Situation) -> Request:
        dataset, case = await at.house.dataset(at.project)
        path = f"{API}/projects/{at.project}/datasets/{dataset}/cases/{case}"
        return Request(path=path, json=json)

    return build


async def save_generated(at: Situation) -> Request:
    """What a worker made, put in its place: nobody works in a house."""
    wish = {"topic": "rivers", "count": 1}
    model = str(await at.house.model(at.project))
    made = await at.house.founder.browser.post(
        f"{API}/projects/{at.project}/assists",
        json={"kind": "generate_cases", "model": model, "input": wish},
    )
    made.raise_for_status()
    assist = made.json()["id"]
    await at.house.finish_generation(assist)
    return Request(path=f"{API}/projects/{at.project}/datasets/generated", json={"assist": assist})


async def change_tags(at: Situation) -> Request:
    dataset, case = await at.house.dataset(at.project)
    path = f"{API}/projects/{at.project}/datasets/{dataset}"
    made = await at.house.founder.browser.patch(f"{path}/cases/{case}", json={"tags": ["old"]})
    made.raise_for_status()
    return Request(path=f"{path}/tags", json={"action": "rename", "tags": ["old"], "to": "new"})


async def merge(at: Situation) -> Request:
    dataset, _ = await at.house.dataset(at.project)
    source, _ = await at.house.dataset(at.project)
    path = f"{API}/projects/{at.project}/datasets/{dataset}/merge"
    return Request(path=path, json={"source": source, "leave_out_duplicates": False})


async def send_file(at: Situation) -> Request:
    return Request(
        path=f"{API}/projects/{at.project}/imports?filename=a.csv", content=b"question\nWhy?\n"
    )


async def send_picture(at: Situation) -> Request:
    return Request(path=f"{API}/projects/{at.project}/files?filename=a.png", content=png(3, 2))


async def read_picture(at: Situation) -> Request:
    digest = await at.house.picture(at.project)
    return Request(path=f"{API}/projects/{at.project}/files/{digest}")


async def check_upload(at: Situation) -> Request:
    upload = await at.house.upload(at.project)
    return Request(path=f"{API}/projects/{at.project}/imports/{upload}/check", json={})


async def import_upload(at: Situation) -> Request:
    dataset, _ = await at.house.dataset(at.project)
    upload = await at.house.upload(at.project)
    path = f"{API}/projects/{at.project}/datasets/{dataset}/import"
    return Request(path=path, json={"upload": upload})


ONE_CASE = {"cases": [{"values": {"question": "Why?"}}]}

DATASETS = (
    declared("list_datasets", Member("VIEWER"), 200, in_project("/datasets")),
    declared("create_dataset", Member("EDITOR"), 201, in_project("/datasets", {"name": "Mine"})),
    declared("read_dataset", Member("VIEWER"), 200, about_dataset()),
    declared("edit_dataset", Member("EDITOR"), 200, about_dataset(json={"description": "New"})),
    declared("remove_dataset", Member("EDITOR"), 204, about_dataset()),
    declared("list_dataset_versions", Member("VIEWER"), 200, about_dataset("/versions")),
    declared("list_project_tags", Member("VIEWER"), 200, in_project("/datasets/tags")),
    declared("list_dataset_tags", Member("VIEWER"), 200, about_dataset("/tags")),
    declared("change_dataset_tags", Member("EDITOR"), 200, change_tags),
    declared("list_dataset_origins", Member("VIEWER"), 200, about_dataset("/origins")),
    declared("merge_datasets", Member("EDITOR"), 200, merge),
    declared("save_generated_cases", Member("EDITOR"), 201, save_generated),
    declared(
        "lock_holdout", Member("EDITOR"), 200, about_dataset("/holdout-lock", {"locked": True})
    ),
    declared("deal_cases", Member("EDITOR"), 200, about_dataset("/splits", {"holdout_share": 1})),
    declared("compare_dataset_versions", Member("VIEWER"), 200, about_dataset("/compare?a=0&b=1")),
    declared("export_dataset", Member("VIEWER"), 200, about_dataset("/export")),
    declared("list_cases", Member("VIEWER"), 200, about_dataset("/cases")),
    declared("add_cases", Member("EDITOR"), 201, about_dataset("/cases", ONE_CASE)),
    declared(
        "change_cases",
        Member("EDITOR"),
        200,
        about_dataset("/cases/bulk", {"filter": {}, "add_tags": ["new"]}),
    ),
    declared("read_case", Member("VIEWER"), 200, about_case()),
    declared("edit_case", Member("EDITOR"), 200, about_case({"expected": "Because"})),
    declared("upload_file", Member("EDITOR"), 201, send_file),
    declared("add_file", Member("EDITOR"), 201, send_picture),
    declared(
        "fetch_file",
        Member("EDITOR"),
        422,
        in_project("/files/fetch", {"url": "http://127.0.0.1/a"}),
    ),
    declared("read_file", Member("VIEWER"), 200, read_picture),
    declared("check_import", Member("EDITOR"), 200, check_upload),
    declared("import_file", Member("EDITOR"), 201, import_upload),
)
