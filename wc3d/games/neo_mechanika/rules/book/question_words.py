"""The words of a question about the rules of Neo-Mechanika. They stand in `question_words.toml`, there and in the engine."""
from __future__ import annotations

from functools import cache
from importlib.resources import files

from wc3d.engine.question_search import Wording, split


@cache
def wording() -> Wording:
    """The words of the game and of play: which say nothing, which are one, and which may stand for another."""
    folder = files("wc3d.games.neo_mechanika.rules.book")
    return Wording.of_game(folder.joinpath("question_words.toml").read_text(encoding="utf-8"))


def stems(text: str) -> list[str]:
    """The stems of a text's words, in order, without those that say nothing."""
    return wording().stems(split(text))
