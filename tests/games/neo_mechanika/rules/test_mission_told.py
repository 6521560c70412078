"""What a mission is about is told from the mission itself; what a force is made of, from its cards."""
import pytest

from wc3d.games.neo_mechanika.rules.forces.named_forces import force_words, sample_forces
from wc3d.games.neo_mechanika.rules.mission_plans import Mission, ObjectivePlan, Worth
from wc3d.games.neo_mechanika.rules.missions.mission import MISSIONS, mission_entry
from wc3d.games.neo_mechanika.rules.missions.told import told_of


@pytest.mark.parametrize("id", MISSIONS)
def test_every_mission_tells_its_objectives_and_when_they_score(id):
    told = told_of(MISSIONS[id])
    assert mission_entry(id).told == told and 40 < len(told) < 260
    assert ("activation" in told) == (MISSIONS[id].scored == "activation")
    assert ("remove" in told) == bool(MISSIONS[id].removed[0])


def test_what_the_dice_remove_is_told_with_its_rounds():
    assert told_of(MISSIONS["chaos_theory"]).endswith("Dice remove Com Towers: 1 after round 1, 1 after round 2.")
    assert told_of(MISSIONS["uncertainty_principle"]).endswith(": 2 after round 1, 1 after round 2.")


def test_a_mission_of_one_s_own_tells_what_is_its_own():
    hill = ObjectivePlan("hill", "The Hill", "hill", (15, 15), holders=("solo",), worth=Worth((2, 2, 2)))
    assert told_of(Mission("hill", "King of the Hill", "", (hill,), True)) == (
        "The Hill, secured by solos: 2 VP. Objectives score at the end of each Pulse round."
    )


def test_forces_tell_their_units_and_how_they_play():
    for name, _ in sample_forces("skirmish"):
        assert force_words(name).startswith("7 units, DC ") and force_words(name).endswith(".")
    words = force_words("marcher_worlds_skirmish")
    assert "DC 11" in words and "2 Dusk Wolf" in words and "Accurate" in words
    assert force_words("random:empyreans").startswith("Well armored")
