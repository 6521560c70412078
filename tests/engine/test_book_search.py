"""The search in a made-up book of a kitchen: words, forms, phrases, known questions, typos, and what comes before what."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from wc3d.engine.book_search import BookSearch, SearchEntry, SearchVocabulary, split_words

WORDING = """
stop = "a the do i my is it in of and to for"
light = "when howlong"
[phrases]
howlong = "how long"
loaf = "piece of bread / bread piece"
discard = "throw * away"
[same]
bake = "baked baking oven"
bread = "loafs"
[meant]
dough = "bread"
"""

ENTRIES = [
    SearchEntry("boil", [("Eggs are boiled for six minutes.", 1.0)], ["how long does an egg cook"]),
    SearchEntry(
        "bake",
        [("Bread is baked at 220 degrees until brown.", 1.0)],
        ["when is the bread done", "heat for a crust"],
    ),
    SearchEntry("knife", [("A sharp knife is safer than a blunt one.", 1.0)]),
    SearchEntry("waste", [("Discard what smells sour.", 1.0)]),
    SearchEntry("told twice", [("A knife is dried by hand, never baking.", 1.0)], worth=0.5),
]


@pytest.fixture(scope="module")
def kitchen() -> BookSearch:
    return BookSearch(ENTRIES, SearchVocabulary.from_toml(WORDING))


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("boiling eggs", "boil"),
        ("how long do eggs cook?", "boil"),
        ("is my bread baking", "bake"),
        ("crust", "bake"),
        ("dough", "bake"),
        ("loafs", "bake"),
        ("throw the old milk away", "waste"),
        ("sharp knives knife", "knife"),
    ],
)
def test_a_question_finds_its_entry_first(kitchen: BookSearch, question: str, first: str) -> None:
    assert kitchen.find_entries(question)[0] == first


@pytest.mark.parametrize("question", ["minuets", "boild", "eegs for brekfast", "egggs"])
def test_a_misspelt_word_is_the_known_one_like_it(kitchen: BookSearch, question: str) -> None:
    assert kitchen.find_entries(question)[0] == "boil"


@pytest.mark.parametrize("nothing", ["", "?!", "do I", "when", "how long", "xyzzy", "vwx qqqq"])
def test_nothing_is_found_for_nothing(kitchen: BookSearch, nothing: str) -> None:
    assert kitchen.find_entries(nothing) == []


def test_what_is_worth_less_comes_later(kitchen: BookSearch) -> None:
    assert kitchen.find_entries("knife") == ["knife", "told twice"]
    even = [
        SearchEntry(entry.id, entry.texts, entry.known_questions) for entry in reversed(ENTRIES)
    ]
    assert (
        BookSearch(even, SearchVocabulary.from_toml(WORDING)).find_entries("knife")[0]
        == "told twice"
    )


def test_a_known_question_weighs_more_than_words_elsewhere() -> None:
    entries = [
        SearchEntry("plain", [("soup soup soup is hot", 1.0)]),
        SearchEntry("known", [("Broth.", 1.0)], ["is the soup hot"]),
    ]
    assert BookSearch(entries, SearchVocabulary.from_toml(WORDING)).find_entries("is soup hot") == [
        "known",
        "plain",
    ]


def test_words_that_follow_each_other_weigh_more() -> None:
    apart = SearchEntry("apart", [("red cups hold wine and green ones hold tea", 1.0)])
    together = SearchEntry("next", [("green tea leaves dry in red tins", 1.0)])
    assert (
        BookSearch([apart, together], SearchVocabulary.from_toml(WORDING)).find_entries(
            "green tea"
        )[0]
        == "next"
    )


@pytest.mark.parametrize("game", ["neo_mechanika", "warmachine"])
def test_no_word_of_the_game_says_nothing(game: str) -> None:
    own = (
        files(f"wc3d.games.{game}.rules.book")
        .joinpath("search_vocabulary.toml")
        .read_text(encoding="utf-8")
    )
    wording = SearchVocabulary.for_game(own)
    general = files("wc3d.engine").joinpath("search_vocabulary.toml").read_text(encoding="utf-8")
    words = {**tomllib.loads(general)["same"], **tomllib.loads(own).get("same", {})}
    assert len(words) > 50 and [word for word in words if not wording.stems([word])] == []


def test_words_forms_and_phrases() -> None:
    wording = SearchVocabulary.from_toml(WORDING)
    assert len({wording.stem(word) for word in ("bake", "bakes", "baked", "baking", "oven")}) == 1
    assert wording.stems(split_words("A piece of bread, a bread piece")) == ["loaf", "loaf"]
    assert wording.stems(split_words("throw it all away")) == ["discard", "all"]
    far = split_words("throw one two three four away")
    assert wording.stems(far) == list(map(wording.stem, far))
    assert split_words("It's 40mm, isn’t it?") == ["its", "40", "mm", "isnt", "it"]
