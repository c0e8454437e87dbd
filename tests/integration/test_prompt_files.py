"""`edison prompts pull` and `push` through the real command and a real server: files, versions and conflicts."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import yaml

from tests.support.answers import granted
from tests.support.world import API, Person, World


async def edison(address: str, token: str, slug: str, *words: str) -> tuple[int, str]:
    access = ["--server", address, "--token", token, "--project", slug]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "edison", *words, *access),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await process.communicate()
    return process.returncode or 0, said.decode()


async def a_project(world: World) -> tuple[Person, str, str, str]:
    owner = await world.person()
    slug = (await owner.create_project())["slug"]
    body: dict[str, Any] = {
        "name": "Support bot",
        "content": {
            "system": "Be kind.\nBe short.",
            "messages": [{"role": "user", "content": "{{question}}"}],
        },
    }
    path = f"{API}/projects/{slug}/prompts"
    prompt = granted(await owner.browser.post(path, json=body), 201)
    save = {"changelog": "The first version"}
    granted(await owner.browser.post(f"{path}/{prompt['id']}/versions", json=save), 201)
    tokens = await owner.browser.post(
        f"{API}/projects/{slug}/tokens", json={"name": "git", "role": "EDITOR"}
    )
    return owner, slug, f"{path}/{prompt['id']}", granted(tokens, 201)["secret"]


async def save_on_the_server(owner: Person, path: str, text: str) -> None:
    was = granted(await owner.browser.get(path))
    content = {**was["draft"], "system": text}
    granted(await owner.browser.patch(path, json={"content": content, "revision": was["revision"]}))
    save = {"changelog": "Changed on the screen"}
    granted(await owner.browser.post(f"{path}/versions", json=save), 201)


async def test_a_change_in_a_file_becomes_a_version_and_a_conflict_is_refused(
    world: World, tmp_path: Path
) -> None:
    owner, slug, path, token = await a_project(world)
    folder, file = str(tmp_path / "prompts"), tmp_path / "prompts" / "support-bot.yaml"
    async with world.served() as address:
        access = (address, token, slug)

        pulled = await edison(*access, "prompts", "pull", folder)
        again = await edison(*access, "prompts", "pull", folder)
        first = file.read_text()
        file.write_text(first.replace("Be short.", "Be brief."))
        pushed = await edison(*access, "prompts", "push", folder, "-m", "Say brief")
        unchanged = await edison(*access, "prompts", "push", folder)
        await save_on_the_server(owner, path, "Be quick.")
        file.write_text(file.read_text().replace("Be brief.", "Be precise."))
        refused = await edison(*access, "prompts", "push", folder)
        kept = await edison(*access, "prompts", "pull", folder)
        after = granted(await owner.browser.get(path))
        merged = yaml.safe_load(file.read_text()) | {"version": 3}
        file.write_text(yaml.safe_dump(merged))
        pushed_merged = await edison(*access, "prompts", "push", folder, "-m", "Merge both")

    assert pulled[0] == again[0] == 0, pulled
    assert "up to date" in again[1]
    assert "system: |-\n  Be kind.\n  Be short.\n" in first
    assert pushed == (0, f"pushed {file}: version 2\n")
    assert "Nothing has changed" in unchanged[1]
    assert refused[0] == kept[0] == 1
    assert "the server has version 3" in refused[1]
    assert (after["latest"], after["draft"]["system"]) == (3, "Be quick.")
    assert pushed_merged[0] == 0, pushed_merged
    newest = granted(await owner.browser.get(f"{path}/versions/4"))
    assert newest["content"]["system"] == "Be kind.\nBe precise."
    assert newest["changelog"] == "Merge both"
