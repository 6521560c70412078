"""How a game ends (pp. 22, ~50)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.neo_mechanika.rules.playing import begun
from wc3d.engine.agenda import Resolution
from wc3d.engine.dice import ScriptedDice
from wc3d.games.neo_mechanika.rules.all_handlers import FRAME_STEPS
from wc3d.games.neo_mechanika.rules.book.rulings import GameOptions
from wc3d.games.neo_mechanika.rules.events import Conceded, GameEnded
from wc3d.games.neo_mechanika.rules.missions.book_missions import MISSIONS
from wc3d.games.neo_mechanika.rules.missions.victory import apply_mercy_rule, concede, end_by_points
from wc3d.games.neo_mechanika.rules.turn.pulse import GameFrame
from wc3d.games.neo_mechanika.rules.turn.turn import TurnFrame


def game(one: int = 0, two: int = 0, **more: Any) -> Resolution:
    state = begun(**more).with_player(1, points=one).with_player(2, points=two)
    return Resolution(state, ScriptedDice(), FRAME_STEPS)


@pytest.mark.rule("NM-VIC-01")
@pytest.mark.parametrize("id", MISSIONS)
@pytest.mark.parametrize(("points", "winner"), [((3, 2), 1), ((0, 1), 2), ((12, 3), 1)])
def test_the_player_with_more_victory_points_wins(
    id: str, points: tuple[int, int], winner: int
) -> None:
    r = game(*points, mission=MISSIONS[id])
    end_by_points(r, GameFrame())
    assert r.state.over and r.state.winner == winner


@pytest.mark.rule("NM-SIL-122")
@pytest.mark.parametrize("points", [0, 7])
def test_equal_points_are_a_draw(points: int) -> None:
    r = game(points, points)
    end_by_points(r, GameFrame())
    assert r.state.over and r.state.winner == 0


@pytest.mark.rule("NM-VIC-02")
@pytest.mark.rule("NM-VIC-03")
@pytest.mark.rule("NM-SIL-01")
@pytest.mark.rule("NM-SKM-07")
@pytest.mark.parametrize("id", ["strange_matter", "boiling_point"])
def test_nobody_loses_by_losing_everything_unless_the_mercy_rule_is_played(id: str) -> None:
    r = game(0, 3, mission=MISSIONS[id])
    apply_mercy_rule(r, TurnFrame(player=2))
    assert not r.state.over
    end_by_points(r, GameFrame())
    assert r.state.winner == 2
    played = game(0, 3, mission=MISSIONS[id], options=GameOptions(mercy=True))
    apply_mercy_rule(played, TurnFrame(player=2))
    assert played.events == [GameEnded(1, "mercy")] and played.state.over


@pytest.mark.rule("NM-SIL-01")
@pytest.mark.parametrize(
    "left", [{"at": {"2.scourge.1": (20, 20)}}, {"gates": {"2.gate.1": ((20, 20), 1)}}]
)
def test_a_unit_or_a_void_gate_in_play_is_enough_to_go_on(left: dict[str, Any]) -> None:
    r = game(options=GameOptions(mercy=True), **left)
    apply_mercy_rule(r, TurnFrame(player=2))
    assert not r.state.over


@pytest.mark.rule("NM-SIL-01")
@pytest.mark.parametrize("player", [1, 2])
def test_conceding_gives_the_game_to_the_other_whatever_the_points(player: int) -> None:
    r = game(*((9, 0) if player == 1 else (0, 9)))
    concede(r, player)
    assert r.events == [Conceded(player), GameEnded(3 - player, "conceded")]
    assert r.state.over and r.state.winner == 3 - player
