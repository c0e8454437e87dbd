"""Questions that a model writes, tags, merging, and what answers and judges tell about questions."""

import re
from collections.abc import Callable, Generator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.dataset_story import a_dataset
from tests.e2e.inspection import complaints_of, faults_of, settle
from tests.e2e.questions_story import Questioned, questioned
from tests.e2e.simulating import simulating
from tests.e2e.stage import Stage, Visitor

OpenPage = Callable[..., Page]
Step = Callable[[Page], None]


@pytest.fixture(scope="module")
def story(stage: Stage) -> Generator[Questioned]:
    with simulating() as provider:
        yield questioned(Visitor(stage.url).sign_up("Quinn Questions"), provider)


@pytest.mark.core
def test_ten_questions_become_a_dataset_that_says_where_they_came_from(
    story: Questioned, open_page: OpenPage
) -> None:
    page = open_page(story.ready.owner)
    page.goto(f"{story.ready.path}/datasets")
    page.get_by_role("link", name="Generate").click()
    _generate(page, "Railway timetables")
    questions = page.get_by_role("list", name="Questions").get_by_role("listitem")
    expect(questions).to_have_count(10)

    # What was paid for is there again after a reload.
    page.reload()
    expect(questions).to_have_count(10)
    page.get_by_role("checkbox", name="Keep question 2", exact=True).click()
    name = page.get_by_label("Name of the new dataset")
    name.fill("Railway questions")
    page.get_by_role("button", name="Save 9 questions").click()

    expect(page.get_by_role("heading", name="Railway questions", level=1)).to_be_visible()
    expect(page.get_by_text("9 questions written by")).to_be_visible()
    page.get_by_role("button", name="Details").click()
    expect(page.get_by_role("dialog")).to_contain_text("about Railway timetables")


def test_generation_says_what_is_missing_before_anything_is_asked(
    story: Questioned, open_page: OpenPage
) -> None:
    page = open_page(story.ready.owner)
    page.goto(f"{story.ready.path}/datasets/generate")
    page.get_by_role("button", name="Generate", exact=True).click()
    expect(page.get_by_text("Describe the questions: enter")).to_be_visible()
    page.get_by_label("Number of questions").fill("0")
    expect(page.get_by_text("A whole number from 1 to 500")).to_be_visible()


def test_tags_are_renamed_merged_and_removed_on_all_cases(
    story: Questioned, open_page: OpenPage
) -> None:
    owner = story.ready.owner
    dataset = a_dataset(owner, story.ready.slug, 9, "Tagged")
    page = open_page(owner)
    page.goto(f"{story.ready.path}/datasets/{dataset}")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name="Tags…").click()
    page.get_by_role("button", name="Rename billing").click()
    page.get_by_label("New name of “billing”").fill("money")
    page.get_by_role("button", name="Rename", exact=True).click()
    expect(page.get_by_role("button", name="Rename money")).to_be_visible()
    page.get_by_role("button", name="Remove money").click()
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(page.get_by_role("button", name="Rename money")).to_have_count(0)


def test_another_dataset_is_merged_without_what_is_there(
    story: Questioned, open_page: OpenPage
) -> None:
    owner, slug = story.ready.owner, story.ready.slug
    into = a_dataset(owner, slug, 3, "Small one")
    a_dataset(owner, slug, 5, "Larger one")
    page = open_page(owner)
    page.goto(f"{story.ready.path}/datasets/{into}")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name="Merge another dataset…").click()
    page.get_by_label("Dataset to copy cases from").click()
    page.get_by_role("option", name="Larger one").click()
    page.get_by_role("button", name="Merge 5 cases").click()
    expect(page.get_by_text("2 cases added, 3 duplicates left out")).to_be_visible()
    expect(page.get_by_text("2 cases merged from Larger one")).to_be_visible()


def test_too_few_answers_are_said_instead_of_a_good_result(
    story: Questioned, open_page: OpenPage
) -> None:
    """Four models answered each question once, and five answers are needed."""
    page = open_page(story.ready.owner)
    page.goto(f"{story.dataset}?view=quality")

    expect(page.get_by_role("main")).to_contain_text("do not have enough answers (4 of 5)")
    expect(page.get_by_role("main")).not_to_contain_text("looks bad,")


def test_a_suspected_question_is_dismissed_taken_up_again_and_retired(
    story: Questioned, open_page: OpenPage
) -> None:
    page = open_page(story.ready.owner)
    page.goto(f"{story.dataset}?view=quality&suspicion=duplicate")
    table = page.get_by_role("table", name="Questions and suspicions")
    expect(table.get_by_role("row")).to_have_count(2)
    page.get_by_role("button", name="Dismiss Duplicate").click()
    expect(page.get_by_text("No suspicious questions")).to_be_visible()
    page.get_by_role("radio", name="With dismissed (1)").click()
    page.get_by_role("button", name="Restore").click()
    expect(page.get_by_role("button", name="Dismiss Duplicate")).to_be_visible()
    page.get_by_role("checkbox").first.click()
    page.get_by_role("button", name="Retire…").click()
    page.get_by_role("button", name="Retire 1 question").click()
    expect(page.get_by_text("1 question retired, version")).to_be_visible()


def test_judges_read_the_questions_and_give_reasons(story: Questioned, open_page: OpenPage) -> None:
    page = open_page(story.ready.owner)
    page.goto(f"{story.dataset}?view=judges")
    table = page.get_by_role("table", name="Questions and the scores of the judges")
    expect(table.get_by_role("columnheader")).to_have_count(5)
    table.get_by_role("button", expanded=False).first.click()
    expect(page.get_by_role("region", name="What ")).to_have_count(2)
    page.get_by_role("button", name="As added").click()
    page.get_by_role("menuitemradio", name="Judges disagree most").click()
    expect(page).to_have_url(re.compile("by=spread"))


def test_every_screen_of_questions_is_accessible_and_whole(
    open_page: OpenPage, story: Questioned
) -> None:
    wrong: list[str] = []
    context = open_page(story.ready.owner).context
    for name, (path, step) in _screens(story).items():
        page = context.new_page()
        complaints = complaints_of(page)
        page.goto(path)
        page.get_by_role("heading", level=1).wait_for()
        settle(page)
        step(page)
        settle(page)
        wrong += faults_of(page, f"questions-{name}") + complaints
        page.close()

    assert wrong == []


def _screens(story: Questioned) -> dict[str, tuple[str, Step]]:
    one, generate = story.dataset, f"{story.ready.path}/datasets/generate"
    return {
        "generate": (generate, _stay),
        "generated": (generate, lambda page: _generate(page, "Bridges")),
        "quality": (f"{one}?view=quality", _stay),
        "quality-all": (f"{one}?view=quality&show=all", _choose_first),
        "quality-table": (f"{one}?view=quality", lambda page: _press(page, "Show as a table")),
        "judges": (f"{one}?view=judges", _stay),
        "judges-open": (f"{one}?view=judges", _open_first),
        "judges-start": (f"{one}?view=judges", lambda page: _press(page, "Judge the questions")),
        "tags": (one, lambda page: _menu(page, "Tags…")),
        "merge": (one, lambda page: _menu(page, "Merge another dataset…")),
    }


def _stay(_: Page) -> None:
    """The address alone shows the screen."""


def _generate(page: Page, topic: str) -> None:
    page.get_by_label("Topic").fill(topic)
    page.get_by_role("button", name="logic", exact=True).click()
    page.get_by_role("button", name="Generate", exact=True).click()
    expect(page.get_by_role("button", name="Save 10 questions")).to_be_enabled(timeout=60_000)


def _press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).first.click()


def _choose_first(page: Page) -> None:
    page.get_by_role("checkbox").first.click()
    page.get_by_text("1 question selected").wait_for()


def _open_first(page: Page) -> None:
    page.get_by_role("table").get_by_role("button", expanded=False).first.click()


def _menu(page: Page, name: str) -> None:
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name=name).click()
    page.get_by_role("dialog").wait_for()
