"""What a mission is about is told from the mission itself; what a force is made of, from its cards."""

import pytest

from wc3d.games.neo_mechanika.rules.forces.named_forces import describe_force, sample_forces
from wc3d.games.neo_mechanika.rules.mission_plans import Mission, ObjectivePlan, Worth
from wc3d.games.neo_mechanika.rules.missions.book_missions import MISSIONS, mission_entry
from wc3d.games.neo_mechanika.rules.missions.mission_text import describe_mission


@pytest.mark.parametrize("id", MISSIONS)
def test_every_mission_tells_its_objectives_and_when_they_score(id):
    told = describe_mission(MISSIONS[id])
    assert mission_entry(id).summary == told and 40 < len(told) < 260
    assert ("activation" in told) == (MISSIONS[id].scored == "activation")
    assert ("remove" in told) == bool(MISSIONS[id].removed[0])


def test_what_the_dice_remove_is_told_with_its_rounds():
    assert describe_mission(MISSIONS["chaos_theory"]).endswith(
        "Dice remove Com Towers: 1 after round 1, 1 after round 2."
    )
    assert describe_mission(MISSIONS["uncertainty_principle"]).endswith(
        ": 2 after round 1, 1 after round 2."
    )


def test_a_mission_of_one_s_own_tells_what_is_its_own():
    hill = ObjectivePlan(
        "hill", "The Hill", "hill", (15, 15), holders=("solo",), worth=Worth((2, 2, 2))
    )
    assert describe_mission(Mission("hill", "King of the Hill", "", (hill,), True)) == (
        "The Hill, secured by solos: 2 VP. Objectives score at the end of each Pulse round."
    )


def test_forces_tell_their_units_and_how_they_play():
    for name, _ in sample_forces("skirmish"):
        assert describe_force(name).startswith("7 units, DC ") and describe_force(name).endswith(
            "."
        )
    words = describe_force("marcher_worlds_skirmish")
    assert "DC 11" in words and "2 Dusk Wolf" in words and "Accurate" in words
    assert describe_force("random:empyreans").startswith("Well armored")
