"""Files of cases over the API: recognized by their bytes, stored once, bounded, and served so that nothing runs."""

import hashlib

import pytest
from aiohttp import web

from tests.contract.providers import a_server
from tests.support.answers import granted, refused
from tests.support.datasets import a_dataset, question, stored
from tests.support.media import jpeg, pdf, png, wav
from tests.support.sql import rows, value
from tests.support.world import World

PICTURE = png(64, 48)


async def test_a_file_is_stored_once_and_served_as_it_is(world: World) -> None:
    dataset = await a_dataset(await world.person())

    first = await stored(dataset, PICTURE, "holiday/cat.png")
    again = await stored(dataset, PICTURE, "copy.png")

    digest = hashlib.sha256(PICTURE).hexdigest()
    assert (first["file"], first["name"], first["kind"]) == (digest, "cat.png", "image")
    assert (first["media_type"], first["width"], first["height"]) == ("image/png", 64, 48)
    assert again["file"] == digest
    assert value(world.url, "SELECT count(*) FROM files") == 1
    served = await dataset.browser.get(f"{dataset.project}/files/{digest}")
    assert served.content == PICTURE
    assert served.headers["content-type"] == "image/png"
    assert served.headers["content-disposition"] == "inline; filename*=UTF-8''cat.png"
    assert served.headers["x-content-type-options"] == "nosniff"
    assert served.headers["content-security-policy"] == "default-src 'none'; sandbox"


async def test_the_type_is_that_of_the_bytes_and_not_of_the_name(world: World) -> None:
    dataset = await a_dataset(await world.person())

    found = await stored(dataset, jpeg(640, 480), "evil.html")
    served = await dataset.browser.get(f"{dataset.project}/files/{found['file']}")

    assert found["media_type"] == served.headers["content-type"] == "image/jpeg"


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "a.png"),
        (b"<!doctype html><script>alert(1)</script>", "a.pdf"),
        (b"", "a.png"),
        (pdf(protected=True), "a.pdf"),
    ],
)
async def test_what_a_browser_could_run_is_refused(world: World, content: bytes, name: str) -> None:
    dataset = await a_dataset(await world.person())
    answer = await dataset.browser.post(
        f"{dataset.project}/files", params={"filename": name}, content=content
    )

    refused(answer, 400, "INVALID_FORMAT")
    assert value(world.url, "SELECT count(*) FROM files") == 0


async def test_a_pdf_is_downloaded_and_not_shown(world: World) -> None:
    dataset = await a_dataset(await world.person())
    found = await stored(dataset, pdf(3), "Bericht für März.pdf")

    served = await dataset.browser.get(f"{dataset.project}/files/{found['file']}")

    assert (found["kind"], found["pages"]) == ("pdf", 3)
    assert served.headers["content-disposition"].startswith("attachment; filename*=UTF-8''Bericht")


async def test_a_file_that_is_too_large_is_refused(world: World) -> None:
    dataset = await a_dataset(await world.person())
    answer = await dataset.browser.post(
        f"{dataset.project}/files",
        params={"filename": "a.png"},
        content=PICTURE + bytes(10 * 1024 * 1024),
    )

    refused(answer, 413, "FILE_TOO_LARGE")


async def test_a_project_stores_a_limited_number_of_files(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("edison.services.datasets.case_media.FILES_AT_MOST", 2)
    dataset = await a_dataset(await world.person())
    for width in (1, 2, 2):
        await stored(dataset, png(width, 1))

    answer = await dataset.browser.post(
        f"{dataset.project}/files", params={"filename": "a.png"}, content=png(3, 1)
    )

    assert "at most 2 files" in refused(answer, 400, "BAD_REQUEST")["message"]


async def test_a_case_names_a_file_and_gets_what_is_known_about_it(world: World) -> None:
    dataset = await a_dataset(await world.person())
    found = await stored(dataset, PICTURE, "cat.png")
    lie = {"file": found["file"], "media_type": "text/html", "width": 9_999, "size": 1}

    await dataset.add({"values": {"image": lie, "question": "What is it?"}})

    [case] = await dataset.cases()
    assert case["values"]["image"] == found
    [(kept,)] = rows(world.url, "SELECT values -> 'image' FROM cases")
    assert kept == {
        "file": found["file"],
        "media_type": "image/png",
        "name": "cat.png",
        "size": len(PICTURE),
        "width": 64,
        "height": 48,
    }
    # What was read can be sent back as it is.
    edited = await dataset.browser.patch(
        f"{dataset.path}/cases/{case['id']}", json={"values": case["values"], "expected": "A cat"}
    )
    assert granted(edited)["values"]["image"] == found


async def test_a_message_of_a_case_may_hold_files(world: World) -> None:
    dataset = await a_dataset(await world.person())
    found = await stored(dataset, wav(2), "hello.wav")
    message = {"role": "user", "content": "Listen: ", "files": [{"file": found["file"], "at": 8}]}

    await dataset.add({"values": {"talk": {"messages": [message]}}})

    [case] = await dataset.cases()
    [file] = case["values"]["talk"]["messages"][0]["files"]
    assert (file["at"], file["kind"], file["seconds"]) == (8, "audio", 2.0)


async def test_only_a_user_message_holds_files_and_a_case_a_limited_number(world: World) -> None:
    dataset = await a_dataset(await world.person())
    file = {"file": (await stored(dataset, PICTURE))["file"]}
    talk = {"messages": [{"role": "assistant", "content": "See", "files": [file]}]}
    many = {f"image{number}": file for number in range(101)}

    for values, problem in (({"talk": talk}, "Only a user message"), (many, "at most 100 files")):
        answer = await dataset.browser.post(
            f"{dataset.path}/cases", json={"cases": [{"values": values}]}
        )
        assert problem in refused(answer, 400, "BAD_REQUEST")["message"]


async def test_a_file_of_another_project_is_not_found(world: World) -> None:
    theirs = await a_dataset(await world.person("Eve"))
    found = await stored(theirs, PICTURE)
    ours = await a_dataset(await world.person("Ada"))

    served = await ours.browser.get(f"{ours.project}/files/{found['file']}")
    through = await ours.browser.get(f"{theirs.project}/files/{found['file']}")
    used = await ours.browser.post(
        f"{ours.path}/cases", json={"cases": [{"values": {"image": {"file": found["file"]}}}]}
    )

    refused(served, 404, "NOT_FOUND")
    refused(through, 404, "NOT_FOUND")
    problem = refused(used, 400, "BAD_REQUEST")
    assert problem["path"] == "cases.0.values.image"
    assert "not stored in this project" in problem["message"]


async def test_a_viewer_reads_files_and_stores_none(world: World) -> None:
    owner = await world.person("Ada")
    project = (await owner.create_project())["slug"]
    dataset = await a_dataset(owner, project)
    found = await stored(dataset, PICTURE)
    viewer = await world.member(owner, project, "VIEWER")

    read = await viewer.browser.get(f"{dataset.project}/files/{found['file']}")
    sent = await viewer.browser.post(
        f"{dataset.project}/files", params={"filename": "a.png"}, content=png(5, 5)
    )

    assert read.status_code == 200
    refused(sent, 403, "FORBIDDEN")


async def test_cases_of_text_are_stored_as_before(world: World) -> None:
    dataset = await a_dataset(await world.person())
    await dataset.add(
        question("One"), {"values": {"talk": {"messages": [{"role": "user", "content": "Hi"}]}}}
    )

    kept = [row[0] for row in rows(world.url, "SELECT values FROM cases ORDER BY position")]

    assert kept == [
        {"question": "One"},
        {"talk": {"messages": [{"role": "user", "content": "Hi"}]}},
    ]


async def test_a_url_is_fetched_once_and_stored(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    dataset = await a_dataset(await world.person())
    fetched: list[str] = []

    async def serve(request: web.BaseRequest) -> web.StreamResponse:
        fetched.append(request.path)
        if request.path == "/moved.png":
            return web.Response(status=302, headers={"location": "/cat.png"})
        if request.path == "/large.png":
            return web.Response(body=bytes(11 * 1024 * 1024))
        return web.Response(body=PICTURE, content_type="text/html")

    async with a_server(serve) as address:
        path = f"{dataset.project}/files/fetch"
        private = await dataset.browser.post(path, json={"url": f"{address}/cat.png"})
        refused(private, 422, "FORBIDDEN_ADDRESS")
        assert fetched == []

        # The test has no public server.
        monkeypatch.setattr("edison.services.datasets.case_media.PRIVATE_ALLOWED", True)
        url = f"{address}/my%20cat.png?size=1"
        found = granted(await dataset.browser.post(path, json={"url": url}), 201)
        moved = await dataset.browser.post(path, json={"url": f"{address}/moved.png"})
        large = await dataset.browser.post(path, json={"url": f"{address}/large.png"})

    assert (found["name"], found["kind"], found["width"]) == ("my cat.png", "image", 64)
    assert "status 302" in refused(moved, 400, "BAD_REQUEST")["message"]
    assert large.status_code in (413, 422)
    assert fetched == ["/my cat.png", "/moved.png", "/large.png"]
    served = await dataset.browser.get(f"{dataset.project}/files/{found['file']}")
    assert served.content == PICTURE
    assert len(fetched) == 3
    entries = "SELECT count(*) FROM audit_log WHERE action = 'file.stored'"
    assert value(world.url, entries) == 1


@pytest.mark.parametrize(
    "url",
    [
        "http://169.254.169.254/latest/meta-data",
        "file:///etc/passwd",
        "http://localhost:5432/",
        "x",
    ],
)
async def test_no_address_inside_of_the_network_is_fetched(world: World, url: str) -> None:
    dataset = await a_dataset(await world.person())

    answer = await dataset.browser.post(f"{dataset.project}/files/fetch", json={"url": url})

    refused(answer, 422, "FORBIDDEN_ADDRESS")
