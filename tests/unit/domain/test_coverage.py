"""What a dataset covers, by rules that everybody can follow; and what is the same text in other clothes."""

import pytest

from edison.domain.datasets.coverage import BARS, Covered, coverage_of, gaps_in_words, length_of
from edison.domain.datasets.dataset import CaseContent
from edison.domain.datasets.language_detection import language_of
from edison.domain.datasets.near_duplicates import KnownTexts
from edison.domain.models.model_call import Message


def a_case(text: str, *tags: str) -> CaseContent:
    return CaseContent(values={"message": text}, tags=tags)


def bars_of(*cases: CaseContent) -> dict[str, Covered]:
    return {bar.name: bar for bar in coverage_of(cases).bars}


def test_no_cases_cover_nothing() -> None:
    found = coverage_of([])

    assert [bar.name for bar in found.bars] == list(BARS)
    assert {bar.share for bar in found.bars} == {0.0}


def test_the_tags_bar_is_the_share_of_tagged_cases_and_a_tag_of_one_case_is_rare() -> None:
    bars = bars_of(
        a_case("one", "a"), a_case("two", "a", "b"), a_case("three", "c"), a_case("four")
    )

    assert bars["tags"].found == ("a",)
    assert bars["tags"].rare == ("b", "c")
    assert bars["tags"].missing == ("cases without a tag",)
    assert bars["tags"].share == pytest.approx(3 / 4)


def test_nothing_that_a_case_has_is_called_missing() -> None:
    """The bars stand beside the table of the cases: what is seen there is not missing."""
    cases = [a_case("The lamp arrived and works well.", f"tag {number}") for number in range(200)]
    odd = a_case("Wo ist meine Lampe? " + "Sie ist nicht da, mail an mia@example.com. " * 60, "odd")

    bars = bars_of(*cases, odd)

    assert bars["tags"].missing == ()
    assert "odd" in bars["tags"].rare
    assert "e-mail address" in bars["entities"].rare
    assert "XL" in bars["length"].rare
    assert "German" in bars["languages"].rare
    for bar in bars.values():
        assert not {*bar.found, *bar.rare} & set(bar.missing)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("My name is Mia.", "person"), ("It came on 3 May.", "date"), ("since Monday", "date"), ("at 4:30 pm", "time"),
        ("I paid €20.50", "money"), ("we are 17", "number"), ("order AB-12345", "reference"),
        ("mail me: mia@example.com", "e-mail address"), ("see https://example.com", "link"),
    ],
)  # fmt: skip
def test_entities_are_found(text: str, kind: str) -> None:
    assert kind in bars_of(a_case(text))["entities"].found


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Can you fix this?", "vague wording"), ("Where is it? And when does it come?", "several requests"),
        ("It never worked.", "negation"), ("It is fine, but I want another.", "mixed message"),
        ("pls help, u changed it", "slang or typos"), ("THIS IS ENOUGH!!", "strong emotion"), (" ", "empty input"),
    ],
)  # fmt: skip
def test_kinds_of_ambiguity_are_found(text: str, kind: str) -> None:
    plain = bars_of(a_case("The lamp arrived yesterday and works well in the new kitchen of ours."))
    assert kind not in plain["ambiguity"].found
    assert kind in bars_of(a_case(text))["ambiguity"].found


@pytest.mark.parametrize(
    ("words", "name"), [(1, "XS"), (10, "XS"), (11, "S"), (80, "M"), (200, "L"), (201, "XL")]
)
def test_lengths_are_told_in_words(words: int, name: str) -> None:
    assert length_of("word " * words) == name


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Where is my parcel?", "English"), ("Wo ist mein Paket?", "German"), ("Où est mon colis ?", "French"),
        ("¿Dónde está mi pedido?", "Spanish"), ("我的包裹在哪里", "Chinese"), ("Где моя посылка?", "Russian"),
        ("", None), ("42", None), ("Blender AB-12", None),
    ],
)  # fmt: skip
def test_languages_are_guessed_or_left_open(text: str, language: str | None) -> None:
    assert language_of(text) == language


def test_in_a_large_dataset_one_case_is_not_enough() -> None:
    many = [a_case("The lamp arrived and works well.") for _ in range(100)]

    assert "XL" not in bars_of(*many, a_case("word " * 300))["length"].found
    assert "XL" in bars_of(*many, *(a_case("word " * 300) for _ in range(3)))["length"].found


def test_messages_count_as_their_text_and_what_is_expected_does_not() -> None:
    talk = CaseContent(
        values={"chat": (Message(role="user", content="Wo ist mein Paket?"),)},
        expected="It is at the office.",
    )

    assert bars_of(talk)["languages"].found == ("German",)


def test_gaps_are_wishes_for_the_bars_that_were_chosen() -> None:
    coverage = coverage_of([a_case("My lamp is broken.", "lamp")])

    gaps = gaps_in_words(coverage, ("tags", "length"))
    assert gaps[0] == 'tagged "lamp"'
    assert "very long: more than 200 words" in gaps
    assert not any("written in" in gap for gap in gaps)
    assert "written in German" in gaps_in_words(coverage, ("languages",))


def test_distance_is_low_for_texts_that_are_alike() -> None:
    alike, apart = KnownTexts(), KnownTexts()
    for name in ("Mia", "Noah", "Luca"):
        alike.add(f"Hello {name}, thank you")
    for text in (
        "one two three four five six",
        "seven eight nine ten eleven twelve",
        "up down left right in out",
    ):
        apart.add(text)

    assert alike.distance() < 0.7 < apart.distance() == 1.0
    assert KnownTexts().distance() == 0.0
    assert not apart.add("Seven, eight; nine: TEN eleven twelve!")
    assert len(apart) == 3
