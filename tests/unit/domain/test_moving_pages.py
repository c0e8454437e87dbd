"""The configurations on the pages about moving to Edison are read as the pages say."""

import re
from pathlib import Path

from edison.domain.imports.import_plan import ImportNotes, counts_of
from edison.domain.imports.openai_evals import read_openai
from edison.domain.imports.promptfoo_config import read_promptfoo
from edison.domain.imports.source_files import SourceFiles
from tests.support.promptfoo_configs import spec_problem

PAGES = Path(__file__).parents[3] / "docs" / "how-to"


def snippet(page: str, language: str) -> bytes:
    text = (PAGES / page).read_text()
    found = re.search(rf"```{language}\n(.*?)```", text, re.DOTALL)
    assert found is not None, f"{page} has no {language}"
    return found[1].encode()


def test_the_configuration_on_the_page_of_promptfoo_maps_exactly() -> None:
    files = SourceFiles({"promptfooconfig.yaml": snippet("move-from-promptfoo.md", "yaml")})

    plan = read_promptfoo(files, ImportNotes(), spec_problem)

    counts = counts_of(plan.entries)["assertion"]
    assert (counts.mapped, counts.approximated, counts.skipped) == (6, 0, 0)
    assert [scorer.spec["kind"] for scorer in plan.scorers] == ["case_checks", "latency", "grader"]
    assert len(plan.datasets[0].cases) == 2


def test_the_eval_on_the_page_of_openai_becomes_a_prompt_cases_and_checks() -> None:
    files = SourceFiles({"eval.json": snippet("move-from-openai-evals.md", "json")})

    plan = read_openai(files, ImportNotes(), spec_problem)

    assert plan.prompts[0].content.messages[0].content == "Label this ticket: {{text}}"
    assert [case.values["text"] for case in plan.datasets[0].cases] == ["It broke", "I love it"]
    check = plan.datasets[0].cases[0].metadata["checks"][0]["spec"]
    assert (check["kind"], check["values"], check["ignore_case"]) == ("contains", ["defect"], True)
    assert [model.name for model in plan.models] == ["gpt-5-mini"]


def test_a_reusable_prompt_keeps_its_variables_and_its_settings() -> None:
    prompt = b"""{"id": "pmpt_1", "object": "prompt", "version": "3", "model": "gpt-5", "temperature": 0.2,
      "instructions": "Be short.", "input": [
      {"role": "user", "content": [{"type": "input_text", "text": "Hi {{name}}"}]}]}"""

    plan = read_openai(SourceFiles({"p.json": prompt}), ImportNotes(), spec_problem)

    content = plan.prompts[0].content
    assert (content.system, content.messages[0].content) == ("Be short.", "Hi {{name}}")
    assert content.parameters.temperature == 0.2
    assert plan.prompts[0].labels == ("production",)
