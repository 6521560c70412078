"""The words of a question about the rules of Neo-Mechanika. They stand in `question_words.toml`, there and in the engine."""
from __future__ import annotations

from functools import cache
from importlib.resources import files

from wc3d.engine.question_search import SearchVocabulary, split_words


@cache
def load_wording() -> SearchVocabulary:
    """The words of the game and of play: which say nothing, which are one, and which may stand for another."""
    folder = files("wc3d.games.neo_mechanika.rules.book")
    return SearchVocabulary.for_game(folder.joinpath("question_words.toml").read_text(encoding="utf-8"))


def find_stems(text: str) -> list[str]:
    """The stems of a text's words, in order, without those that say nothing."""
    return load_wording().stems(split_words(text))
