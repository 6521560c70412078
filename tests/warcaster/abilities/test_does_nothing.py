"""Nobody is asked about what would do nothing, and no Arc is taken for it; a game begun before is played as it was begun."""
from __future__ import annotations

from dataclasses import replace

import pytest

from tests.warcaster.abilities.kit import options, use
from tests.warcaster.fighting import activated, dice, fight, hurl, jack, told
from tests.warcaster.playing import at_step, begun, refused
from wc3d.engine.game import Game
from wc3d.warcaster import events
from wc3d.warcaster.actions import Activate, Pass, Play, Use
from wc3d.warcaster.state import State

RAIDERS, SCOURGE, BRAND, RAPTOR, WOLF = "1.vassal_raiders.1", "2.scourge.1", "1.firebrand.1", "1.strike_raptor.1", "1.dusk_wolf.1"
HURST, SABERS, FOE = "1.mira_hurst.1", "1.saber_strike_force.1", "2.hunter.1"
GATE = "2.gate.1"


def arc(game: Game, unit: str) -> int:
    """The Arc on a unit."""
    return game.state.units[unit].arc


def shot(state: State) -> Game:
    """A Raider hits the Scourge with its spiker."""
    game = activated(state, RAIDERS)
    hurl(game, f"{RAIDERS}.a", "spiker", SCOURGE, dice(1, 4), dice(0, 3), *([] if state.setup.rulings == 1 else [dice(0, 5)]))
    return game


@pytest.mark.rule("NM-SIL-117")
def test_carrion_ablator_is_not_asked_for_who_is_corroded_already() -> None:
    state = begun(["vassal_raiders"], ["scourge"], at={f"{RAIDERS}.a": (20, 20), SCOURGE: (20, 28)}, arc={RAIDERS: 1})
    corroded = state.with_model(SCOURGE, effects=("corrosion",))
    assert not options(shot(corroded)) and arc(shot(corroded), RAIDERS) == 1
    before = shot(replace(corroded, setup=replace(corroded.setup, rulings=1)))
    assert options(before) == {("carrion_ablator", f"{RAIDERS}.a")}


def test_power_attack_is_not_asked_for_whose_systems_fail_already() -> None:
    brand = jack("firebrand", cortex="recon_cortex", arm=["fusion_glaive"])
    state = begun([brand], ["scourge"], at={BRAND: (20, 20), SCOURGE: (20, 22.5)}, arc={BRAND: 1})
    game = activated(state.with_model(SCOURGE, effects=("system_failure:ranged",)), BRAND)
    hurl(game, BRAND, "fusion_glaive", SCOURGE, dice(1, 5), dice(0, 3), dice(0, 6))
    assert not options(game) and arc(game, BRAND) == 1


def test_null_blast_is_asked_only_where_somebody_has_arc_once_it_is_paid() -> None:
    missile = jack("strike_raptor", cortex="ace_cortex", shoulder=["vortex_missile"])
    for away, power in ((8, 1), (2.2, 1)):  # near enough, its own last Arc is the price
        game = fight([missile], ["scourge"], {RAPTOR: (20, 20), SCOURGE: (20, 20 + away)}, arc={RAPTOR: power})
        hurl(game, RAPTOR, "vortex_missile", SCOURGE, dice(1, 5), dice(0, 3), dice(0, 5))
        assert not options(game) and arc(game, RAPTOR) == power
    gate = fight([missile], ["scourge"], {RAPTOR: (20, 20), SCOURGE: (20, 28)}, arc={RAPTOR: 1}, gates={GATE: ((22, 28.5), 1)})
    hurl(gate, RAPTOR, "vortex_missile", SCOURGE, dice(1, 5), dice(0, 3))
    assert options(gate) == {("null_blast", RAPTOR)}


def test_cleave_is_asked_only_with_somebody_in_reach() -> None:
    wolf = jack("dusk_wolf", cortex="scout_cortex", arm=["ripper"])
    for beside in (False, True):
        at = {WOLF: (20, 20), FOE: (20, 21.9), "2.hunter.2": (21.8, 20) if beside else (40, 40)}
        game = fight([wolf], ["hunter", "hunter"], at, arc={WOLF: 1})
        hurl(game, WOLF, "ripper", FOE, dice(1, 5), dice(0, 4), dice(3, 5))
        assert not game.state.on_table(FOE)
        assert options(game) == ({("cleave", WOLF)} if beside else set())


@pytest.mark.rule("NM-PUL-06")
def test_eclipse_drive_is_not_asked_in_the_last_turn_before_all_tokens_go() -> None:
    for turn, asked in ((1, True), (8, True), (9, False), (10, False)):
        state = begun(["saber_strike_force"], ["hunter"], at={f"{SABERS}.a": (20, 20), FOE: (40, 40)}, arc={SABERS: 1})
        game = at_step(state, "activation", turn=turn)
        game.apply(Activate(player=1, unit=SABERS))
        game.apply(Pass(player=1))
        assert options(game) == ({("eclipse_drive", f"{SABERS}.a")} if asked else set()), turn


def test_nobody_pays_for_what_does_nothing() -> None:
    for charged in (False, True):
        at = {HURST: (20, 20), SCOURGE: (20, 23)}
        game = fight(["mira_hurst"], ["scourge"], at, arc={HURST: 1, SCOURGE: int(charged)})
        spike = Use(player=1, ability="void_disruptor", model=HURST)
        if charged:
            use(game, "void_disruptor", HURST)
            assert (arc(game, HURST), arc(game, SCOURGE)) == (0, 0)
        else:
            assert refused(game, spike).code == "does_nothing"
            assert not any(a == spike for offer in game.offers() for a in offer.candidates())


@pytest.mark.rule("NM-ACT-03")
def test_what_happens_by_itself_and_does_nothing_is_not_told() -> None:
    cannon = jack("firebrand", cortex="recon_cortex", shoulder=["null_cannon"])
    for charged in (0, 1):
        game = fight([cannon], ["scourge"], {BRAND: (20, 20), SCOURGE: (20, 28)}, arc={SCOURGE: charged})
        happened = hurl(game, BRAND, "null_cannon", SCOURGE, dice(1, 4), dice(0, 3), dice(0, 6))
        assert len(told(happened, events.AbilityUsed)) == charged


def test_a_card_that_does_nothing_says_so() -> None:
    for tokens in ([], [WOLF]):
        at = {WOLF: (20, 20), FOE: (40, 40)}
        state = begun(["dusk_wolf"], ["hunter"], at=at, hands={1: ["impulse_inducer"]}, tokens=tokens)
        happened = at_step(state, "cypher").apply(Play(player=1, card="impulse_inducer", on=WOLF))
        assert len(told(happened, events.NothingDone)) == (0 if tokens else 1)
