"""Every game can be begun with what it offers: each mission, each option."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.conformance.games import PLAYERS, Case
from wc3d.engine.options import GameOption
from wc3d.errors import InputError
from wc3d.registry import game_entry, load_object


def test_the_registry_names_the_game(case: Case) -> None:
    entry = game_entry(case.named)
    assert game_entry(entry.name) is entry and case.rules is load_object(entry.rules)
    assert (entry.name, entry.title) == (case.rules.name, case.rules.title)
    assert tuple(case.rules.setup.options) == (load_object(entry.options) if entry.options else ())


def test_the_first_mission_of_each_size_can_be_played_with_what_is_offered_first(
    case: Case,
) -> None:
    missions = case.rules.setup.missions()
    assert missions and len({mission.id for mission in missions}) == len(missions)
    firsts = {mission.size: mission for mission in reversed(missions)}
    for mission in firsts.values():
        assert mission.name
        plan = case.plan(mission=mission)
        assert plan.table.size == mission.table
        game = case.rules.new_game(plan)
        assert game.to_act in PLAYERS and game.offers()
        assert case.rules.text.player_names(game.state) == plan.names


def test_every_mission_has_a_board_and_forces(case: Case) -> None:
    for mission in case.rules.setup.missions():
        plan = case.plan(mission=mission)
        assert plan.table.size == mission.table
        offered = {named for named, _ in case.rules.setup.forces(mission.size)}
        assert set(mission.forces) - {""} <= offered or not offered


def values(option: GameOption) -> list[Any]:
    """Some values an option may have."""
    one: list[Any] = [True, False] if not option.choices else [value for value, _ in option.choices]
    return [(value, value) for value in one] if option.is_per_player else one


def test_every_option_can_be_chosen(case: Case) -> None:
    for option in case.rules.setup.options:
        assert option.name and option.words and option.help
        for value in values(option)[:4] if not option.allows_many else ():
            game = case.rules.new_game(case.plan(**{option.name: value}))
            assert game.to_act in PLAYERS
            again = case.rules.rebuild(game.setup, game.dice)
            assert again.digest() == game.digest()


def test_a_game_is_its_setup_and_its_dice(case: Case) -> None:
    game = case.new()
    again = case.rules.rebuild(game.setup, game.dice)
    assert again.digest() == game.digest() and again.setup == game.setup


def test_a_plan_without_a_seed_is_another_game_each_time(case: Case) -> None:
    # Some games begin in only two ways (who goes first), so this draws until one differs.
    plan = replace(case.plan(), seed=None)
    first = case.rules.new_game(plan).digest()
    assert any(case.rules.new_game(plan).digest() != first for _ in range(100))


def test_unknown_missions_and_forces_are_refused(case: Case) -> None:
    if case.rules.setup.forces(case.entry.size):
        with pytest.raises(InputError):
            case.rules.setup.force("no such force", case.entry.id, 1)
