"""What players agree on before a hosted game: the board, and the options and switches of its rules, in words and as values."""
from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from wc3d._internal.data_files import shipped
from wc3d.engine.dice import SeededDice
from wc3d.engine.game import Game
from wc3d.engine.options import Option
from wc3d.engine.ruleset import RuleSet
from wc3d.engine.ruleset_types import GamePlan
from wc3d.errors import InputError, visible
from wc3d.registry import load_map

MOST_VALUES = 60
"""Values that an option of many may be given."""


@dataclass(frozen=True)
class GameTerms:
    """How a game is to be played. `setup` begins it; `board` names a shipped board, "" that of the setup given first.

    `plan` is what else could be agreed on, None in games in which nothing can.
    """

    rules: RuleSet
    setup: Mapping[str, Any]
    board: str
    plan: GamePlan | None
    headline: str

    @property
    def options(self) -> list[Option]:
        """What can be agreed on besides the board: not what each player chooses for themselves."""
        return [option for option in self.rules.options if not option.each] if self.plan is not None else []

    def value(self, option: Option) -> Any:
        """How an option stands: True or False, a list of values, or the one that is meant."""
        setting = self.plan.options.get(option.name) if self.plan is not None else None
        if option.flag:
            return bool(setting)
        return [str(value) for value in setting or ()] if option.many else str(setting or option.default)

    def values(self) -> dict[str, Any]:
        """The board and how each option stands, as `changed` takes it."""
        return {"board": self.board, "options": {option.name: self.value(option) for option in self.options}}

    def lines(self) -> list[str]:
        """All of it in words, a line each."""
        board = self.setup.get("map", {})
        size = " by ".join(f"{side:g}" for side in board.get("size", ()))
        named = visible(str(board.get("name") or "unnamed board"))
        return [self.headline, f'Board: {named}, {size} inches', *(line for o in self.options for line in self._option_lines(o))]

    def _option_lines(self, option: Option) -> Iterator[str]:
        value = self.value(option)
        if option.flag:
            yield f"{option.words}: {'yes' if value else 'no'} - {option.help}"
        elif option.many:
            yield f"{option.words}: {'' if value else 'none'}".rstrip()
            yield from (f"  {part}: {self.rules.option_words(option, part, self.mission)}" for part in value)
        else:
            label = dict(self.choices(option)).get(value, value) or "none"
            description = self.rules.option_words(option, value, self.mission) if value else ""
            yield f"{option.words}: {label} - {description or option.help}"

    @property
    def mission(self) -> str:
        """The mission, as options are asked about it."""
        return str(self.setup.get("mission", ""))

    def choices(self, option: Option) -> Sequence[tuple[str, str]]:
        """The values that an option may have."""
        if "plan" in self.setup:  # a mission of their own: nothing more is known of it than of any
            return option.choices
        choices = self.rules.option_choices(option, self.mission)
        return choices if option.many or option.default or not choices else [("", "none"), *choices]

    def form(self) -> dict[str, Any]:
        """What can be proposed instead, for a page: boards, and options with their choices."""
        options = [
            {"name": o.name, "words": o.words, "help": o.help, "flag": o.flag, "many": o.many, "choices": list(self.choices(o))}
            for o in self.options if o.flag or self.choices(o)
        ]  # fmt: skip
        size = tuple(self.setup.get("map", {}).get("size", ()))
        boards = [(id, name) for id, name, sides in known_boards() if sides == size] if self.plan is not None else []
        return {"boards": [("", "original board"), *boards], "options": options}


@cache
def known_boards() -> tuple[tuple[str, str, tuple[float, float]], ...]:
    """The boards that come with the program: the id, the name and the size of each, in inches."""
    boards = []
    for path in sorted(shipped("maps").glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        boards.append((path.stem, str(data.get("name", path.stem)), (float(data["size"][0]), float(data["size"][1]))))
    return tuple(boards)


def terms_of(rules: RuleSet, setup: Mapping[str, Any], board: str = "") -> GameTerms:
    """The terms that a setup stands for. Raises InputError."""
    game = rules.rebuild(dict(setup), SeededDice("only what is public is taken of it"))
    return GameTerms(rules, setup, board, rules.plan_of(game), rules.headline(game.state))


def changed(terms: GameTerms, first: Mapping[str, Any], board: Any, options: Any) -> GameTerms:
    """Other terms: another board (None: the same), and other options by name. `first` is the setup that was given first.

    Raises InputError for what cannot be.
    """
    if terms.plan is None:
        raise InputError("the options of this game cannot be changed")
    if not isinstance(options, dict):
        raise InputError("options: expected an object of names and values")
    options_by_name = {option.name: option for option in terms.options}
    values = {name: _value(options_by_name, name, value) for name, value in options.items()}
    plan = replace(terms.plan, options={**terms.plan.options, **values})
    board = terms.board if board is None else board
    if board != terms.board:
        plan = replace(plan, table=_table(terms, first, board))
    game = terms.rules.new_game(plan, SeededDice("its setup is all that is taken of it"))
    return GameTerms(terms.rules, _without_seed(game), board, terms.rules.plan_of(game), terms.rules.headline(game.state))


def _without_seed(game: Game) -> dict[str, Any]:
    return {name: value for name, value in game.setup.items() if name != "seed"}


def _value(options: Mapping[str, Option], name: str, value: Any) -> Any:
    """A value that is proposed for an option. Raises InputError."""
    option = options.get(name)
    if option is None:
        raise InputError(f"{visible(name[:60])}: expected one of {', '.join(options)}")
    if option.flag and isinstance(value, bool):
        return value
    if option.many and isinstance(value, list) and len(value) <= MOST_VALUES and all(isinstance(v, str) for v in value):
        return tuple(v[:MOST_VALUES] for v in value)
    allowed = [choice for choice, _ in option.choices]
    if not option.flag and not option.many and isinstance(value, str) and (value in allowed or not (value or option.default)):
        return value
    expected = "true or false" if option.flag else "a list of values" if option.many else f"one of {', '.join(allowed)}"
    raise InputError(f"{name}: expected {expected}")


def _table(terms: GameTerms, first: Mapping[str, Any], board: Any) -> Any:
    """The table of a board by its name, "" for the first. Raises InputError."""
    if board == "":
        opened = terms.rules.plan_of(terms.rules.rebuild(dict(first), SeededDice("only its table is taken")))
        assert opened is not None
        return opened.table
    sides = tuple(terms.setup.get("map", {}).get("size", ()))
    names = [id for id, _, size in known_boards() if size == sides]
    if board not in names:
        raise InputError(f"board: expected one of {', '.join(names)}")
    return load_map(shipped("maps") / f"{board}.json", terms.rules.name)
