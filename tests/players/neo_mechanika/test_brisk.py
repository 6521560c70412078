"""Who plays on in looking ahead charges units and brings others into play, as a regular does."""
from __future__ import annotations

from tests.players.neo_mechanika.test_regular import RANGERS, SCOURGE, squad
from tests.warcaster.fighting import armed
from tests.warcaster.playing import at_step, begun, play
from wc3d.players.neo_mechanika.brisk import BriskPlayer
from wc3d.warcaster.actions import Charge, PlaceGate
from wc3d.warcaster.missions.mission import mission

WOLF = "1.dusk_wolf.1"


def test_it_charges_who_can_fight_and_is_still_to_act() -> None:
    places = {WOLF: (10, 10), "1.combat_engineer.1": (40, 4), SCOURGE: (10, 18)}
    for tokens, charged in (((), WOLF), ((WOLF,), "1.combat_engineer.1")):
        state = begun([armed("battle_rifle"), "combat_engineer"], at=places, tokens=tokens)
        assert BriskPlayer(1).choose(at_step(state, "charging").view(1)) == Charge(player=1, on=charged)


def test_it_puts_a_void_gate_for_a_unit_to_come() -> None:
    at = {**squad(RANGERS, 9, 15), SCOURGE: (40, 44)}
    game = play(["ranger_fire_team", "ranger_fire_team"], at=at, step="gate", mission=mission("decay_constant"))
    assert isinstance(BriskPlayer(1).choose(game.view(1)), PlaceGate)
