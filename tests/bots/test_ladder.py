"""Ratings explain results, and a game of the ladder is the same each time."""

from __future__ import annotations

import pytest

from wc3d.bots.ladder import LadderGame, compute_ratings, count_results, schedule_games
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA


def met(one: str, two: str, score: float, number: int = 0) -> LadderGame:
    """A game."""
    return LadderGame(f"{one}/{two}/{number}", (one, two), "chaos_theory", score, (0, 0))


def test_who_wins_three_of_four_is_some_190_elo_ahead() -> None:
    games = [met("a", "b", 1.0 if i % 4 else 0.0, i) for i in range(400)]
    one, two = compute_ratings(games, ["b", "a"])
    assert one.bot == "a" and one.elo - two.elo == pytest.approx(190.8, abs=2.0)
    assert one.low < one.elo < one.high and one.games == 400


def test_fewer_games_are_told_to_be_less_sure() -> None:
    few, many = (
        compute_ratings([met("a", "b", i % 2, i) for i in range(n)], ["a", "b"])[0] for n in (8, 80)
    )
    assert few.high - few.low > 2.5 * (many.high - many.low) and many.elo == pytest.approx(
        0.0, abs=1e-6
    )


def test_who_never_lost_still_has_a_rating() -> None:
    one, two = compute_ratings([met("a", "b", 1.0, i) for i in range(4)], ["a", "b"])
    assert one.bot == "a" and 50 < one.elo < 1000 and two.elo == pytest.approx(-one.elo)


def test_scores_are_told_from_either_side() -> None:
    games = [
        met("a", "b", 1.0),
        met("b", "a", 0.5, 1),
        met("a", "b", 0.0, 2),
        met("a", "c", 1.0, 3),
    ]
    assert count_results(games, "a", "b") == (1, 1, 1) and count_results(games, "c", "a") == (
        0,
        0,
        1,
    )


def test_games_come_in_twos_that_differ_in_the_side_alone() -> None:
    found = list(schedule_games(NEO_MECHANIKA, ["chaos_theory", "strange_matter"], [], 8))
    assert [f[:3] for f in found[::2]] == [f[:3] for f in found[1::2]]
    assert {f[0] for f in found} == {"chaos_theory", "strange_matter"} and len(
        {f[2] for f in found}
    ) > 2


def test_a_force_that_cannot_score_in_a_mission_does_not_play_it() -> None:
    engines = "aeternus_continuum_engines_full"  # no squad
    assert NEO_MECHANIKA.setup.can_score(
        engines, "strange_matter"
    ) and not NEO_MECHANIKA.setup.can_score(engines, "decay_constant")
    played = {met[2] for met in schedule_games(NEO_MECHANIKA, ["decay_constant"], [], 32)}
    assert engines not in played and len(played) == 7
    assert engines in {met[2] for met in schedule_games(NEO_MECHANIKA, ["strange_matter"], [], 32)}


@pytest.mark.parametrize(
    "boards", [["ravine", "pinewood", "crossroads"], [f"board {i}" for i in range(8)]]
)
def test_each_mission_is_played_with_all_forces_and_on_all_boards(boards: list[str]) -> None:
    missions = [mission.id for mission in NEO_MECHANIKA.setup.missions()]
    sized = {
        m: {force for force, _ in NEO_MECHANIKA.setup.forces(NEO_MECHANIKA.mission(m).size)}
        for m in missions
    }
    forces = {
        m: {force for force in sized[m] if NEO_MECHANIKA.setup.can_score(force, m)}
        for m in missions
    }
    every = {
        (mission, board, force)
        for mission in missions
        for board in boards
        for force in forces[mission]
    }
    most = max(map(len, forces.values())) * len(boards)
    assert {
        met[:3] for met in schedule_games(NEO_MECHANIKA, missions, boards, 2 * len(missions) * most)
    } == every
    for mission in missions:  # and soon: a force more each time the mission comes round
        few = [
            met[2]
            for met in schedule_games(NEO_MECHANIKA, missions, boards, 8 * len(missions))
            if met[0] == mission
        ]
        assert len(set(few)) == 4
