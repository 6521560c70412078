"""Where a game is begun, its missions tell how they are won, and battlegroups what they are made of and how they play."""

import pytest

from wc3d.games.warmachine.rules.forces import sample_forces
from wc3d.games.warmachine.ruleset import WARMACHINE
from wc3d.games.warmachine.text.force_description import describe_force


@pytest.mark.rule("WM-VIC-01")
def test_every_mission_tells_how_it_is_won():
    for mission in WARMACHINE.setup.missions():
        assert (
            "warcaster from play to win" in mission.summary
            and "draw" in mission.summary
            and len(mission.summary) < 260
        )
        assert ("Units" in mission.summary) == (mission.size == "army")


def test_battlegroups_tell_their_models_and_how_they_play():
    told = {id: describe_force(id) for units in (False, True) for id, _ in sample_forces(units)}
    assert told["khador"].startswith(
        "3 models: Kommander Sorscha (FOC 6, 6 spells), Juggernaut, Destroyer. "
    )
    assert told["khador"].endswith(" Slow, heavy armor, melee with a few guns.")
    assert "2 Deathripper" in told["cryx"] and told["cryx"].endswith("Fast, light armor, melee.")
    assert told["pikes_and_rifles"].startswith("14 models: ")
    assert len(set(told.values())) == len(told) and all(
        words.endswith(".") for words in told.values()
    )
    assert WARMACHINE.setup.describe_force("random:cygnar").startswith(
        "A random warcaster and three random warjacks"
    )


def test_the_form_of_a_new_game_shows_both():
    from wc3d.window.start.new_game import NewGame

    new = NewGame(WARMACHINE)
    assert (
        new.mission_entry.summary
        and new.describe_force(1)
        and new.describe_force(1) != new.describe_force(2)
    )
