"""What a player is told with each question: the standing, the unit at hand, and the dice of each attack that is offered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Wc3d
from tests.cli.typing_in import BEGIN, Play, playing
from wc3d.cli.play.game_args import load_board
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.bots.random_player import ApproachingRandomPlayer
from wc3d.games.neo_mechanika.create_game import new_game
from wc3d.games.neo_mechanika.odds.chances import attack_odds
from wc3d.games.neo_mechanika.previews.action_words import describe_action
from wc3d.games.neo_mechanika.rules.actions import Advance, LadderStep
from wc3d.games.neo_mechanika.rules.forces.force_files import sample_force
from wc3d.games.neo_mechanika.rules.weapons import find_weapon
from wc3d.games.neo_mechanika.text.action_parser import parse_action
from wc3d.games.neo_mechanika.text.board_text import draw_board, list_terrain
from wc3d.games.neo_mechanika.text.status_words import describe_question, describe_standings

NEW = ("--seed", 3, "--names", "Anna", "Ben")
NEAR = BEGIN + "charge wolf\npass\nactivate wolf\nadvance 16,24 16,22\n"


@pytest.fixture
def play(wc3d: Wc3d, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Play:
    """Plays a game with what is typed."""
    return playing(wc3d, monkeypatch, tmp_path / "game.jsonl")


def begun(named: str, seed: int = 1) -> Game:
    """A game on that board."""
    forces = (sample_force("marcher_worlds_skirmish"), sample_force("aeternus_continuum_skirmish"))
    return new_game(load_board(named), forces, "chaos_theory", seed=seed)


def prompt(out: str, after: str) -> str:
    """What was printed from what was typed last to the next prompt."""
    return out.rsplit(f"> {after}\n", 1)[1].split("\n> ", 1)[0]


def test_the_standing_is_told_when_it_has_changed(play: Play, tmp_path: Path) -> None:
    assert "  Anna: 0 VP, 7 Arc in the well, 5 cards in hand\n  Ben: 0 VP, 7 Arc" in prompt(
        play(BEGIN, *NEW).out, "pass"
    )
    out = play(NEAR, *NEW, "--save", tmp_path / "second.jsonl").out
    assert "  Anna: 0 VP, 6 Arc in the well, 5 cards in hand\n" in prompt(out, "charge wolf")
    assert "in the well" not in prompt(out, "activate wolf")


def test_the_unit_that_acts_is_told_with_its_speed_arc_and_place(play: Play) -> None:
    out = play(NEAR, *NEW).out
    assert 'Dusk Wolf 1: SPD 6", 1 Arc, at (15, 26)\n' in prompt(out, "activate wolf")
    assert 'Dusk Wolf 1: SPD 6", 1 Arc, has advanced, at (16, 22)\n' in prompt(
        out, "advance 16,24 16,22"
    )
    assert re.search(r"\d Dusk Wolf 1, 1 Arc\n", prompt(out, "pass")), (
        "who may activate, and with how much Arc"
    )


def test_deploying_is_offered_with_what_it_costs_and_what_is_left(play: Play) -> None:
    out = play(BEGIN, *NEW).out
    assert "  5 DC left for the initial deployment\n" in prompt(out, "choose south")
    offered = prompt(out, "deploy wolf_1 15,26")
    assert "  3 DC left for the initial deployment\n" in offered and re.search(
        r"Ranger Fire Team at .*, costs 2\n", offered
    )


def test_an_attack_is_offered_with_its_dice_and_chances(play: Play) -> None:
    offered = prompt(play(NEAR, *NEW).out, "advance 16,24 16,22")
    told = r'Scourge with Dusk Wolf 1\'s Rail Gun, 16\.5" away(, in cover)?: 4 AD \+ 1 PD against (.*), hits (\d+)%; '
    found = re.search(told, offered)
    assert found is not None and found[2] == ("3 AD + 2 PD" if found[1] else "3 AD")
    assert re.search(
        r"POW 5 against ARM \d, \d health left, destroys \d+%", offered[found.start() :]
    )


def test_the_chances_told_are_those_of_the_attack() -> None:
    game = begun("crossroads", 5)
    players = {p: ApproachingRandomPlayer(p) for p in (1, 2)}
    told = 0
    while game.to_act is not None and told < 20:
        for offer in game.offers():
            for a in offer.candidates() if offer.type == "attack" else ():
                using = find_weapon(game.state, a.model, a.weapon)  # type: ignore[attr-defined]
                if using is not None and not a.mode:  # type: ignore[attr-defined]
                    odds = attack_odds(game.state, a.model, using, a.target)  # type: ignore[attr-defined]
                    assert f"hits {odds.hit:.0%}" in describe_action(game.state, a)
                    told += 1
        game.apply(players[game.to_act].choose(game.view(game.to_act)))
    assert told >= 20


def test_cards_and_abilities_are_offered_with_what_they_do(play: Play) -> None:
    offered = prompt(play(BEGIN + "charge wolf\n", *NEW).out, "charge wolf").splitlines()
    at = next(i for i, line in enumerate(offered) if re.match(r"    1 \w", line))
    assert re.match(r"        \w.*\w[.)]$|.* \.\.\.$", offered[at + 1])
    texts = [line for line in offered if line.startswith("        ")]
    assert len(texts) == len(set(texts))


@pytest.mark.slow
def test_every_question_of_a_game_can_be_told() -> None:
    """No kind of question is told wrongly: whole random games, with all that is printed before each question."""
    kinds = set()
    for seed in range(4):
        game = begun("watchtowers", seed)
        players = {p: ApproachingRandomPlayer(f"{seed}/{p}") for p in (1, 2)}
        while game.to_act is not None:
            lines = [*describe_standings(game.state), *describe_question(game.state)]
            assert all(line.startswith("  ") and len(line) < 200 for line in lines), lines
            kinds.add(type(game.state.agenda[-1]).__name__)
            game.apply(players[game.to_act].choose(game.view(game.to_act)))
    assert kinds >= {
        "ActingQuestion",
        "DeploymentQuestion",
        "InitialQuestion",
        "Reaction",
        "AmountQuestion",
        "MoveQuestion",
    }


def test_the_plan_shows_heights_thin_walls_and_ladders() -> None:
    lines = draw_board(begun("watchtowers").state)
    rows = {25 - i: line for i, line in enumerate(lines[5:32])}  # the sixth line is row 25
    assert rows[9].count("#2") >= 5, "a palisade of half an inch"
    assert rows[11][5 + 2 * 5 : 5 + 2 * 9] == "=5#4#4=5", (
        "a tower of 4.5 inches, rounded to even, and its rail"
    )
    assert rows[9][5 + 2 * 7 : 5 + 2 * 8] == "!1"
    assert '!1 tower-ladder-south: ladder at (7, 9), from 0" to 4.5"' in lines


def test_the_terrain_is_listed_with_its_measures() -> None:
    lines = list_terrain(begun("watchtowers").state)
    assert 'tower-south: structure, 4.5" high, x 5 to 9, y 9 to 13' in lines
    assert 'tower-rail-south: obstacle, 4.5" to 5.25" high, x 5 to 9, y 9.25 to 13' in lines
    assert "ditch-south: rough, flat, x 11 to 18.5, y 5 to 7" in lines


def test_a_ladder_is_meant_by_its_label() -> None:
    game = begun("watchtowers")
    game.apply(
        game.rules.play.read_action({"type": "choose", "player": game.to_act, "option": "first"})
    )
    game.apply(
        game.rules.play.read_action({"type": "choose", "player": game.to_act, "option": "north"})
    )
    action = parse_action(game, "advance wolf_1 7,8 ladder:!1@7,10")
    assert isinstance(action, Advance) and action.path[-1] == LadderStep(
        ladder="tower-ladder-south", to=(7.0, 10.0)
    )
