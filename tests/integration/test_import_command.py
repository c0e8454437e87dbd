"""`edison import` through the real command and a real server: what it sends, reports and creates."""

import json
from pathlib import Path

import yaml

from tests.integration.test_prompt_files import a_project, edison
from tests.support.answers import granted
from tests.support.world import API, Person, World

CONFIG = {
    "description": "Capitals",
    "prompts": ["What is the capital of {{ country }}?"],
    "providers": ["openai:gpt-unknown"],
    "tests": [
        {
            "vars": {"country": "file://france.txt"},
            "assert": [
                {"type": "icontains", "value": "paris"},
                {"type": "webhook", "value": "http://127.0.0.1/never"},
            ],
        },
        "file://more.csv",
    ],
}


def a_folder(folder: Path) -> Path:
    (folder / "france.txt").write_text("France")
    (folder / "more.csv").write_text("country,__expected\nPeru,icontains: lima\n")
    (folder / "private.txt").write_text("nothing refers to this file")
    config = folder / "promptfooconfig.yaml"
    config.write_text(yaml.safe_dump(CONFIG))
    return config


async def datasets_of(person: Person, slug: str) -> dict[str, str]:
    """Return the ids of the datasets by name."""
    listed = granted(await person.browser.get(f"{API}/projects/{slug}/datasets"))["items"]
    return {each["name"]: each["id"] for each in listed}


async def test_a_configuration_is_reported_and_then_imported(world: World, tmp_path: Path) -> None:
    owner, slug, _, token = await a_project(world)
    config = str(a_folder(tmp_path))
    async with world.served() as address:
        access = (address, token, slug)

        tried = await edison(*access, "import", "promptfoo", config, "--dry-run")
        before = await datasets_of(owner, slug)
        imported = await edison(*access, "import", "promptfoo", config)

    assert tried[0] == 0, tried[1]
    assert "nothing was imported (--dry-run)" in tried[1]
    assert "cases: 2 mapped, 0 approximated, 0 skipped" in tried[1]
    assert "skipped: webhook at" in tried[1]
    assert "no model for openai:gpt-unknown: choose one with --model" in tried[1]
    assert set(before) == {"Golden"}
    assert imported[0] == 0, imported[1]
    after = await datasets_of(owner, slug)
    [added] = [after[name] for name in after.keys() - before.keys()]
    path = f"{API}/projects/{slug}/datasets/{added}/cases"
    cases = granted(await owner.browser.get(path))["items"]
    assert [case["values"]["country"] for case in cases] == ["France", "Peru"]


async def test_prompts_of_langfuse_are_imported_as_json_says(world: World, tmp_path: Path) -> None:
    owner, slug, _, token = await a_project(world)
    file = tmp_path / "prompts.json"
    prompt = {"type": "text", "name": "Greeter", "version": 3, "prompt": "Greet {{name}}."}
    file.write_text(json.dumps({"data": [prompt]}))
    async with world.served() as address:
        code, said = await edison(address, token, slug, "import", "langfuse", str(file), "--json")

    assert code == 0, said
    assert [each["name"] for each in json.loads(said)["prompts"]] == ["Greeter"]
    listed = granted(await owner.browser.get(f"{API}/projects/{slug}/prompts"))["items"]
    assert {each["name"] for each in listed} == {"Support bot", "Greeter"}


async def test_a_token_without_the_role_imports_nothing(world: World, tmp_path: Path) -> None:
    owner, slug, _, _ = await a_project(world)
    asked = {"name": "reader", "role": "VIEWER"}
    made = await owner.browser.post(f"{API}/projects/{slug}/tokens", json=asked)
    token = granted(made, 201)["secret"]
    async with world.served() as address:
        code, said = await edison(
            address, token, slug, "import", "promptfoo", str(a_folder(tmp_path))
        )

    assert code != 0
    assert "Traceback" not in said
    assert set(await datasets_of(owner, slug)) == {"Golden"}
