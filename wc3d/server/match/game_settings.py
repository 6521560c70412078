"""The terms of a hosted game on which players agree: the board, the options and the switches."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from wc3d._internal.data_files import shipped_folder
from wc3d.engine.dice import SeededDice
from wc3d.engine.game import Game
from wc3d.engine.options import GameOption
from wc3d.engine.ruleset import RuleSet
from wc3d.engine.ruleset_types import GamePlan
from wc3d.errors import InputError, escape_control_characters
from wc3d.registry import load_map

MAX_OPTION_VALUES = 60
"""The maximum number of values for an option that allows several."""


@dataclass(frozen=True)
class GameSettings:
    """The terms of a game, which `setup` starts.

    `board` names a shipped board, "" for that of the first setup. `plan` is None in games without
    negotiable terms.
    """

    rules: RuleSet
    setup: Mapping[str, Any]
    board: str
    plan: GamePlan | None
    headline: str

    @property
    def negotiable_options(self) -> list[GameOption]:
        """The options that both players agree on, without those that each player sets alone."""
        return (
            [option for option in self.rules.setup.options if not option.is_per_player]
            if self.plan is not None
            else []
        )

    def value_of(self, option: GameOption) -> Any:
        """Return the value of an option: a bool, a list of values, or a single value."""
        setting = self.plan.options.get(option.name) if self.plan is not None else None
        if option.is_flag:
            return bool(setting)
        return (
            [str(value) for value in setting or ()]
            if option.allows_many
            else str(setting or option.default)
        )

    def to_json(self) -> dict[str, Any]:
        """Return the board and the value of every option, as `change_settings` takes them."""
        return {
            "board": self.board,
            "options": {option.name: self.value_of(option) for option in self.negotiable_options},
        }

    def describe_lines(self) -> list[str]:
        """Describe the terms in words, as a list of lines."""
        board = self.setup.get("map", {})
        size = " by ".join(f"{side:g}" for side in board.get("size", ()))
        named = escape_control_characters(str(board.get("name") or "unnamed board"))
        return [
            self.headline,
            f"Board: {named}, {size} inches",
            *(line for o in self.negotiable_options for line in self._describe_option(o)),
        ]

    def _describe_option(self, option: GameOption) -> Iterator[str]:
        value = self.value_of(option)
        if option.is_flag:
            yield f"{option.words}: {'yes' if value else 'no'} - {option.help}"
        elif option.allows_many:
            yield f"{option.words}: {'' if value else 'none'}".rstrip()
            yield from (f"  {self._describe_part(option, part)}" for part in value)
        else:
            label = dict(self.choices_for(option)).get(value, value) or "none"
            description = (
                self.rules.setup.describe_option(option, value, self.mission) if value else ""
            )
            yield f"{option.words}: {label} - {description or option.help}"

    def _describe_part(self, option: GameOption, part: str) -> str:
        """Describe one of several values: its plain name and effect, then its name in files."""
        name, effect = self.rules.setup.option_words(option, part, self.mission)
        if not name:
            return f"{part}: {self.rules.setup.describe_option(option, part, self.mission)}"
        return f"{name}{'' if name.endswith('?') else ':'} {effect} ({part})"

    @property
    def mission(self) -> str:
        """The id of the mission, "" without a mission."""
        return str(self.setup.get("mission", ""))

    def choices_for(self, option: GameOption) -> Sequence[tuple[str, str]]:
        """Return the possible values of an option with their labels."""
        if "plan" in self.setup:  # the rules know no choices for a custom mission
            return option.choices
        choices = self.rules.setup.option_choices(option, self.mission)
        return (
            choices
            if option.allows_many or option.default or not choices
            else [("", "none"), *choices]
        )

    def form_to_json(self) -> dict[str, Any]:
        """Return the possible proposals for a page: boards, and options with their choices."""
        options = [
            {
                "name": o.name,
                "words": o.words,
                "help": o.help,
                "flag": o.is_flag,
                "many": o.allows_many,
                "choices": list(self.choices_for(o)),
                **({"groups": self._choice_groups(o)} if o.allows_many else {}),
            }
            for o in self.negotiable_options
            if o.is_flag or self.choices_for(o)
        ]
        size = tuple(self.setup.get("map", {}).get("size", ()))
        boards = (
            [(id, name) for id, name, sides in shipped_boards() if sides == size]
            if self.plan is not None
            else []
        )
        return {"boards": [("", "original board"), *boards], "options": options}

    def _choice_groups(self, option: GameOption) -> list[dict[str, Any]]:
        """Return the values of an option by their plain names: one value of each can be chosen.

        Values without a plain name are in no group.
        """
        groups: dict[str, list[tuple[str, str]]] = {}
        for value, _ in self.choices_for(option):
            name, effect = self.rules.setup.option_words(option, value, self.mission)
            if name:
                groups.setdefault(name, []).append((value, effect))
        return [{"name": name, "choices": choices} for name, choices in groups.items()]


def shipped_boards() -> tuple[tuple[str, str, tuple[float, float]], ...]:
    """Return the id, the name and the size in inches of every shipped board."""
    boards = []
    for path in sorted(shipped_folder("maps").glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        boards.append(
            (
                path.stem,
                str(data.get("name", path.stem)),
                (float(data["size"][0]), float(data["size"][1])),
            )
        )
    return tuple(boards)


def settings_from_setup(rules: RuleSet, setup: Mapping[str, Any], board: str = "") -> GameSettings:
    """Return the terms of a setup. Raises InputError."""
    game = rules.rebuild(dict(setup), SeededDice("only what is public is taken of it"))
    return GameSettings(
        rules, setup, board, rules.setup.plan_of(game), rules.text.headline(game.state)
    )


def change_settings(
    terms: GameSettings, first: Mapping[str, Any], board: Any, options: Any
) -> GameSettings:
    """Return the terms with another board and other options by name. Raises InputError.

    `board` None means the same board. `first` is the original setup.
    """
    if terms.plan is None:
        raise InputError("the options of this game cannot be changed")
    if not isinstance(options, dict):
        raise InputError("options: expected an object of names and values")
    options_by_name = {option.name: option for option in terms.negotiable_options}
    values = {name: _check_value(options_by_name, name, value) for name, value in options.items()}
    plan = replace(terms.plan, options={**terms.plan.options, **values})
    board = terms.board if board is None else board
    if board != terms.board:
        plan = replace(plan, table=_load_table(terms, first, board))
    game = terms.rules.new_game(plan, SeededDice("its setup is all that is taken of it"))
    return GameSettings(
        terms.rules,
        _drop_seed(game),
        board,
        terms.rules.setup.plan_of(game),
        terms.rules.text.headline(game.state),
    )


def _drop_seed(game: Game) -> dict[str, Any]:
    return {name: value for name, value in game.setup.items() if name != "seed"}


def _check_value(options: Mapping[str, GameOption], name: str, value: Any) -> Any:
    """Return the proposed value of an option. Raises InputError if it is invalid."""
    option = options.get(name)
    if option is None:
        raise InputError(
            f"unknown option {escape_control_characters(name[:60])}; expected one of {', '.join(options)}"
        )
    if option.is_flag and isinstance(value, bool):
        return value
    if (
        option.allows_many
        and isinstance(value, list)
        and len(value) <= MAX_OPTION_VALUES
        and all(isinstance(v, str) for v in value)
    ):
        return tuple(v[:MAX_OPTION_VALUES] for v in value)
    allowed = [choice for choice, _ in option.choices]
    if (
        not option.is_flag
        and not option.allows_many
        and isinstance(value, str)
        and (value in allowed or not (value or option.default))
    ):
        return value
    expected = (
        "true or false"
        if option.is_flag
        else "a list of values"
        if option.allows_many
        else f"one of {', '.join(allowed)}"
    )
    raise InputError(f"{name}: expected {expected}")


def _load_table(terms: GameSettings, first: Mapping[str, Any], board: Any) -> Any:
    """Load the table of a board by its name, "" for the original one. Raises InputError."""
    if board == "":
        opened = terms.rules.setup.plan_of(
            terms.rules.rebuild(dict(first), SeededDice("only its table is taken"))
        )
        assert opened is not None
        return opened.table
    sides = tuple(terms.setup.get("map", {}).get("size", ()))
    names = [id for id, _, size in shipped_boards() if size == sides]
    if board not in names:
        raise InputError(f"board: expected one of {', '.join(names)}")
    return load_map(shipped_folder("maps") / f"{board}.json", terms.rules.name)
