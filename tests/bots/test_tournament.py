"""A series of games: fair to all who meet, and every game the same whenever and wherever it is played."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from wc3d import load_map
from wc3d.bots import tournament as series_module
from wc3d.bots.tournament import EndlessError, Entrant, Series, begin_game, play_game
from wc3d.games.neo_mechanika.rules.cards import CARDS
from wc3d.games.neo_mechanika.rules.forces.force_files import (
    SKIRMISH_LIMITS,
    check_force,
    sample_force,
    sample_names,
)

NAMES = [
    name for name in sample_names() if check_force(sample_force(name), CARDS(), SKIRMISH_LIMITS)
][:3]
THREE = tuple(Entrant(name, sample_force(name)) for name in NAMES)
MISSIONS = ("chaos_theory", "boiling_point")
SERIES = Series(
    THREE, MISSIONS, "crossroads", load_map("maps/crossroads.json"), ("random", "random")
)


@pytest.mark.parametrize(
    "bots", [("random", "random"), ("recruit", "random")], ids=["one bot", "two bots"]
)
def test_in_a_cycle_all_meet_all_alike(bots: tuple[str, str]) -> None:
    series = replace(SERIES, bots=bots)
    assert series.games_per_cycle == 3 * 2 * (4 if len(set(bots)) == 2 else 2)
    for begun in (0, series.games_per_cycle):
        met = Counter(
            (*(e.name for e in g.entrants), *g.bots, g.mission)
            for g in map(series.plan_game, range(begun, begun + series.games_per_cycle))
        )
        assert set(met.values()) == {1}
        mirrored = {
            (two, one, other_bot, bot, mission) for one, two, bot, other_bot, mission in met
        }
        assert mirrored == set(met)
        for name in NAMES:
            assert (
                sum(key[0] == name for key in met)
                == sum(key[1] == name for key in met)
                == series.games_per_cycle // 3
            )


@pytest.mark.parametrize("count", [2, 3, 4, 7, 8])
def test_all_pairs_meet_once_and_cut_short_all_have_played_about_as_much(count: int) -> None:
    entries = tuple(Entrant(str(n), THREE[0].force) for n in range(count))
    pairs = replace(SERIES, entrants=entries).pairings
    assert sorted(tuple(sorted(e.name for e in pair)) for pair in pairs) == list(
        combinations(map(str, range(count)), 2)
    )
    played = dict.fromkeys(entries, 0)
    for pair in pairs:
        for entry in pair:
            played[entry] += 1
        assert max(played.values()) - min(played.values()) <= 2


def test_in_a_bout_whoever_wins_the_roll_does_so_with_each_force() -> None:
    for bout in range(3):
        games = [begin_game(SERIES, SERIES.plan_game(2 * bout + n)) for n in (0, 1)]
        assert games[0].to_act == games[1].to_act
        assert games[0].setup["forces"] == games[1].setup["forces"][::-1]
        assert games[0].setup["seed"] == games[1].setup["seed"]


@pytest.mark.slow
def test_a_game_is_the_same_played_alone() -> None:
    in_turn = [play_game(SERIES, n) for n in (3, 4)]
    alone = play_game(SERIES, 4)
    assert alone.model_dump(exclude={"seconds"}) == in_turn[1].model_dump(exclude={"seconds"})
    assert in_turn[0].state != alone.state
    assert replace(SERIES, seed="2").plan_game(4) == SERIES.plan_game(4)
    assert play_game(replace(SERIES, seed="2"), 4).state != alone.state


def test_a_random_force_is_a_new_one_in_each_game_and_legal() -> None:
    faction = CARDS().factions()[0]
    series = replace(SERIES, entrants=(Entrant(f"random:{faction}"),))
    brought = [begin_game(series, series.plan_game(n)).setup["forces"] for n in (0, 1, 0)]
    assert brought[0] == brought[2]
    assert brought[0] != brought[1]
    assert brought[0][0] != brought[0][1]


def test_the_digest_tells_every_change_of_what_is_played() -> None:
    other = THREE[1].force
    changed = (
        replace(SERIES, entrants=THREE[:2]),
        replace(SERIES, entrants=(Entrant(NAMES[0], other), *THREE[1:])),
        replace(SERIES, missions=MISSIONS[::-1]),
        replace(SERIES, table=load_map("maps/pinewood.json")),
        replace(SERIES, bots=("recruit", "random")),
        replace(SERIES, seed="2"),
        replace(SERIES, options={"mercy": True}),
    )
    assert len({s.digest for s in (SERIES, *changed)}) == len(changed) + 1
    assert replace(SERIES).digest == SERIES.digest


def test_a_game_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series_module, "MAX_ACTIONS", 5)
    with pytest.raises(EndlessError, match="did not end within 5 actions"):
        play_game(SERIES, 0)
