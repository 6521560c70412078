"""Where a game is begun, its missions tell how they are won, and battlegroups what they are made of and how they play."""
import pytest

from wc3d.games.warmachine.rules.forces import sample_forces
from wc3d.games.warmachine.ruleset import WARMACHINE
from wc3d.games.warmachine.text.force_words import force_words


@pytest.mark.rule("WM-VIC-01")
def test_every_mission_tells_how_it_is_won():
    for mission in WARMACHINE.missions():
        assert "warcaster from play to win" in mission.told and "draw" in mission.told and len(mission.told) < 260
        assert ("Units" in mission.told) == (mission.size == "army")


def test_battlegroups_tell_their_models_and_how_they_play():
    told = {id: force_words(id) for units in (False, True) for id, _ in sample_forces(units)}
    assert told["khador"].startswith("3 models: Kommander Sorscha (FOC 6, 6 spells), Juggernaut, Destroyer. ")
    assert told["khador"].endswith(" Slow, heavy armor, melee with a few guns.")
    assert "2 Deathripper" in told["cryx"] and told["cryx"].endswith("Fast, light armor, melee.")
    assert told["pikes_and_rifles"].startswith("14 models: ")
    assert len(set(told.values())) == len(told) and all(words.endswith(".") for words in told.values())
    assert WARMACHINE.force_words("random:cygnar", "battle").startswith("A random warcaster and three random warjacks")


def test_the_form_of_a_new_game_shows_both():
    from wc3d.window.start.new_game import NewGame

    new = NewGame(WARMACHINE)
    assert new.entry.told and new.force_words(1) and new.force_words(1) != new.force_words(2)
