"""What is spiked for in the own activation: enemies' Arc, tokens, one strong weapon, units that are put elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.neo_mechanika.rules.abilities.kit import (
    is_so,
    options,
    put_at,
    skip,
    use,
    value,
    waits_for,
)
from tests.games.neo_mechanika.rules.fighting import (
    activated,
    damage,
    dice,
    fight,
    hurl,
    jack,
    pools,
    told,
)
from tests.games.neo_mechanika.rules.playing import asked, begun, refused, until
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.actions import Activate, Advance, Attack, Place, Use
from wc3d.games.neo_mechanika.rules.state import State

MIRA = "1.mira_hurst.1"
SIEGE = "1.paladin_siegebreaker.1"
SABERS = "1.saber_guardians.1"
TEAM = "2.ranger_fire_team.1"
SCOURGE = "2.scourge.1"
FOE = "2.hunter.1"
GATE = "2.gate.1"
LARGE = 25 / 25.4
MEDIUM = 20 / 25.4
SMALL = 15 / 25.4


def arc(game: Game, unit: str) -> int:
    return game.state.units[unit].arc


def goes_on(game: Game) -> bool:
    """Does the activation go on?"""
    return waits_for(game, "ActingQuestion", 1)


# Void Disruptor.


def disrupted(arcs: int = 1, **more: Any) -> State:
    """A Doctor Hurst among enemies with Arc: one 5" away, one farther, a squad with two models near, a gate."""
    at = {
        MIRA: (20, 20),
        "2.scourge.1": (20, 25 + LARGE + SMALL),
        "2.scourge.2": (14.99 - LARGE - SMALL, 20),
        f"{TEAM}.a": (22, 20),
        f"{TEAM}.b": (22, 22),
        "1.scourge.1": (20, 17),
    }
    charged = {MIRA: arcs, "2.scourge.1": 2, "2.scourge.2": 1, TEAM: 1, "1.scourge.1": 1}
    return begun(
        ["mira_hurst", "scourge"],
        ["scourge", "scourge", "ranger_fire_team", *more.pop("north", ())],
        at=at | more.pop("at", {}),
        arc=charged | more.pop("arc", {}),
        **more,
    )


def test_void_disruptor_takes_an_arc_from_each_enemy_unit_within_five_inches() -> None:
    state = disrupted(gates={GATE: ((18, 22), 2)})
    game = activated(state, MIRA)
    well = game.state.players[2].well
    use(game, "void_disruptor", MIRA)
    left = {u: arc(game, u) for u in (MIRA, "2.scourge.1", "2.scourge.2", TEAM, "1.scourge.1")}
    assert left == {MIRA: 0, "2.scourge.1": 1, "2.scourge.2": 1, TEAM: 0, "1.scourge.1": 1}
    assert (
        game.state.gates[GATE].arc == 2 and game.state.players[2].well == well + 2 and goes_on(game)
    )
    game.undo()
    assert arc(game, TEAM) == 1 and arc(game, MIRA) == 1


@pytest.mark.rule("NM-SIL-44")
def test_void_disruptor_takes_nothing_from_the_empty_and_is_used_once_for_an_arc() -> None:
    game = activated(disrupted(arc={TEAM: 0}), MIRA)
    use(game, "void_disruptor", MIRA)
    assert arc(game, TEAM) == 0
    again = Use(player=1, ability="void_disruptor", model=MIRA)
    assert refused(game, again).code == "already_used"
    empty = activated(disrupted(0), MIRA)
    skip(empty)  # her Arc Exchange
    assert refused(empty, again).code == "no_arc"
    aimed = Use(player=1, ability="void_disruptor", model=MIRA, target=TEAM)
    assert refused(activated(disrupted(), MIRA), aimed).code == "no_target"
    next_to = activated(disrupted(), "1.scourge.1")
    skip(next_to)  # her Arc Amplifier
    assert refused(next_to, again).code == "wrong_unit"


@pytest.mark.rule("NM-ARC-08")
def test_void_disruptor_switches_off_what_needs_arc_among_enemies_and_on_herself() -> None:
    raxis = "2.hierotheos_raxis.1"
    game = activated(
        disrupted(north=["hierotheos_raxis"], at={raxis: (20, 22.5)}, arc={raxis: 1}), MIRA
    )
    assert is_so(game.state, "2.scourge.1", "cover") and is_so(game.state, MIRA, "cover")
    assert value(game.state, "2.scourge.1", "STR") == 6
    use(game, "void_disruptor", MIRA)
    assert not is_so(game.state, "2.scourge.1", "cover") and not is_so(game.state, MIRA, "cover")
    assert value(game.state, "2.scourge.1", "STR") == 5


# Eclipse Drive.


def sabers(arcs: int = 1, **more: Any) -> Game:
    """Saber Guardians in their activation, with a Hunter on their side."""
    at = {
        f"{SABERS}.a": (20, 20),
        f"{SABERS}.b": (22, 20),
        "1.hunter.1": (30, 20),
        FOE: (40, 40),
        **more.pop("at", {}),
    }
    return fight(
        ["saber_guardians", "hunter"], ["hunter"], at, unit=SABERS, arc={SABERS: arcs}, **more
    )


@pytest.mark.rule("NM-ACT-02")
def test_eclipse_drive_spares_the_unit_its_token_for_an_arc_at_the_end() -> None:
    game = sabers()
    assert (
        refused(game, Use(player=1, ability="eclipse_drive", model=f"{SABERS}.a")).code
        == "unknown_ability"
    )
    skip(game)
    assert waits_for(game, "Reaction", 1) and options(game) == {
        ("eclipse_drive", f"{SABERS}.a")
    }  # once for the squad
    use(game, "eclipse_drive", f"{SABERS}.a")
    assert not game.state.units[SABERS].token and arc(game, SABERS) == 0
    for other in (sabers(), sabers(0)):
        skip(other)
        if options(other):
            skip(other)
        assert other.state.units[SABERS].token


def test_eclipse_drive_is_not_for_the_activation_of_another() -> None:
    at = {f"{SABERS}.a": (20, 20), "1.hunter.1": (22, 20), FOE: (40, 40)}
    game = fight(["saber_guardians", "hunter"], ["hunter"], at, unit="1.hunter.1", arc={SABERS: 1})
    skip(game)
    assert game.state.units["1.hunter.1"].token and asked(game) == "ActivationQuestion"


@pytest.mark.rule("NM-TRN-06")
def test_eclipse_drive_gives_no_second_activation_in_the_turn_but_the_next_one() -> None:
    game = sabers()
    skip(game)
    use(game, "eclipse_drive", f"{SABERS}.a")
    assert asked(game) == "ActivationQuestion"
    assert refused(game, Activate(player=1, unit=SABERS)).code == "one_unit_and_a_solo"
    until(game, "ActivationQuestion", 2)
    until(game, "ActivationQuestion", 1)
    assert game.check(Activate(player=1, unit=SABERS))


def test_eclipse_drive_is_a_warjacks_with_an_avatar_head_and_ends_with_its_own_activation() -> None:
    sentinel = "1.sentinel.1"
    at = {sentinel: (20, 20), FOE: (40, 40)}
    game = fight([jack("sentinel", cortex="avatar_cortex")], ["hunter"], at, arc={sentinel: 2})
    skip(game)
    use(game, "eclipse_drive", sentinel)
    assert (
        arc(game, sentinel) == 1 and not game.state.units[sentinel].token and not options(game)
    )  # once: that is all there is
    until(game, "ActivationQuestion", 1)
    game.apply(Activate(player=1, unit=sentinel))
    skip(game)
    skip(game)
    assert game.state.units[sentinel].token  # what was spared was that activation's


def test_eclipse_drive_is_not_asked_of_a_squad_that_died_in_its_activation() -> None:
    nemesis = "2.nemesis.1"
    north = [jack("nemesis", cortex="impulse_reciprocator_cortex", arm=["hellstormer"])]
    game = fight(
        ["saber_guardians"],
        north,
        {f"{SABERS}.a": (20, 20), nemesis: (20, 30)},
        arc={SABERS: 1, nemesis: 1},
    )
    hurl(game, f"{SABERS}.a", "reticulum", nemesis, dice(1, 5), dice(0, 3))
    use(game, "impulse_reciprocator", nemesis, dice(0, 5))
    hurl(
        game,
        nemesis,
        "hellstormer",
        f"{SABERS}.a",
        (0,),
        dice(1, 4),
        dice(0, 3),
        dice(3, 5),
        player=2,
    )
    assert not game.state.units[SABERS].is_in_play and not options(game)


# Power Focus.


def focused(arcs: int = 1, north: tuple[Any, ...] = ("scourge",), **more: Any) -> Game:
    at = {SIEGE: (20, 20), SCOURGE: (20, 28), **more.pop("at", {})}
    return fight(
        ["paladin_siegebreaker"], list(north), at, arc={SIEGE: arcs, **more.pop("arc", {})}, **more
    )


FOCUS = Use(player=1, ability="power_focus", model=SIEGE)
REROLL = ("power_focus", SIEGE)


@pytest.mark.rule("NM-SIL-46")
@pytest.mark.rule("NM-SIL-98")
def test_power_focus_gives_three_dice_a_reroll_and_one_weapon() -> None:
    game = focused()
    use(game, "power_focus", SIEGE)
    assert arc(game, SIEGE) == 0
    first = hurl(game, SIEGE, "castigator_missiles", SCOURGE, dice(0, 6), dice(1, 3))
    assert pools(first) == [
        ("attack", 3, 3),
        ("defence", 3, 0),
    ]  # the Arc that was spent is no die any more
    assert waits_for(game, "Reaction", 1) and options(game) == {REROLL}
    again = use(game, "power_focus", SIEGE, dice(2, 6), dice(0, 5))
    assert pools(again) == [("attack", 3, 3), ("damage", 4, 1)] and goes_on(
        game
    )  # one reroll, no second
    other = Attack(player=1, model=SIEGE, weapon="radliffe_x9", target=SCOURGE)
    assert refused(game, other).code == "one_weapon"


def test_power_focus_may_be_left_unrolled_and_ends_with_the_activation() -> None:
    game = focused()
    use(game, "power_focus", SIEGE)
    hurl(game, SIEGE, "castigator_missiles", SCOURGE, dice(1, 6), dice(0, 3))
    assert damage(skip(game, dice(0, 5))) == [(SCOURGE, 0)]
    skip(game)
    assert game.state.units[SIEGE].boosts == ()


def test_power_focus_comes_before_the_attacks_once_and_for_an_arc() -> None:
    late = focused()
    hurl(late, SIEGE, "castigator_missiles", SCOURGE, dice(0, 4), dice(0, 3), dice(0, 4))
    assert refused(late, FOCUS).code == "too_late"
    used = focused()
    use(used, "power_focus", SIEGE)
    assert refused(used, FOCUS).code == "already_used"
    assert refused(focused(0), FOCUS).code == "no_arc"
    plain = focused()
    hurl(plain, SIEGE, "castigator_missiles", SCOURGE, dice(0, 4), dice(0, 3), dice(0, 4))
    assert goes_on(plain)  # nobody who has not focused rolls again


@pytest.mark.rule("NM-STF-05")
@pytest.mark.rule("NM-SIL-158")
def test_power_focus_is_for_each_attack_of_a_strafe() -> None:
    game = focused(north=("scourge", "hunter"), at={FOE: (22.5, 28)})
    use(game, "power_focus", SIEGE)
    hurl(game, SIEGE, "radliffe_x9", SCOURGE, (1,), dice(0, 6), dice(0, 3))
    assert options(game) == {REROLL}
    use(game, "power_focus", SIEGE, dice(0, 6))
    assert waits_for(game, "StrafeQuestion", 1)
    more = hurl(game, SIEGE, "radliffe_x9", FOE, dice(0, 6), dice(0, 4))
    assert pools(more) == [("attack", 3, 3), ("defence", 4, 0)] and options(game) == {REROLL}
    assert pools(use(game, "power_focus", SIEGE, dice(0, 6))) == [("attack", 3, 3)]


@pytest.mark.rule("NM-SIL-151")
def test_power_focus_is_rerolled_before_the_enemy_rerolls_the_defence() -> None:
    brand = "2.firebrand.1"
    at = {SIEGE: (20, 20), brand: (20, 28)}
    recon = jack("firebrand", cortex="recon_cortex")
    game = fight(["paladin_siegebreaker"], [recon], at, arc={SIEGE: 1, brand: 1})
    use(game, "power_focus", SIEGE)
    hurl(game, SIEGE, "castigator_missiles", brand, dice(0, 6), dice(1, 3))
    assert waits_for(game, "Reaction", 1) and options(game) == {REROLL}
    use(game, "power_focus", SIEGE, dice(2, 6))
    assert waits_for(game, "Reaction", 2) and options(game) == {("refractor_field", brand)}
    assert told(
        use(game, "refractor_field", brand, dice(2, 3), dice(0, 4)), events.Missed
    ) and goes_on(game)


# Void Phaser.


FULCRUM = "1.fulcrum.1"
TROOP = "1.saber_guardians.1"


def phaser(target: str = FULCRUM) -> Use:
    return Use(player=1, ability="void_phaser", model=FULCRUM, target=target)


def phased(away: float = 5.0, arcs: int = 1, **more: Any) -> Game:
    """A Fulcrum, with a Marauder on its side so many inches away and Sabers beside it."""
    at = {
        FULCRUM: (20, 20),
        "1.marauder.1": (20, 20 + away + 2 * MEDIUM),
        f"{TROOP}.a": (22, 20),
        f"{TROOP}.b": (22, 22),
        "2.marauder.1": (17, 20),
        **more.pop("at", {}),
    }
    south = ["fulcrum", "marauder", "saber_guardians"]
    return fight(south, ["marauder"], at, arc={FULCRUM: arcs, **more.pop("arc", {})}, **more)


@pytest.mark.rule("NM-SIL-51")
def test_void_phaser_puts_a_friendly_unit_up_to_three_inches_away() -> None:
    game = phased()
    use(game, "void_phaser", FULCRUM, target="1.marauder.1")
    assert waits_for(game, "PlaceQuestion", 1) and arc(game, FULCRUM) == 0
    y = 25 + 2 * MEDIUM
    assert (
        refused(
            game, Place(player=1, model="1.marauder.1", at=(20.0, y + 3 + 2 * MEDIUM + 0.01))
        ).code
        == "too_far"
    )
    put_at(game, "1.marauder.1", (20, y + 3 + 2 * MEDIUM))
    assert goes_on(game) and refused(game, phaser()).code == "no_arc"
    for legal, away in ((True, 5.0), (False, 5.01)):
        assert bool(phased(away).check(phaser("1.marauder.1"))) == legal


def test_void_phaser_puts_every_model_of_a_squad_each_where_it_likes() -> None:
    aerolith = "1.aerolith.1"
    joined: dict[str, Any] = {"attachments": (["aerolith"], ()), "joined": {TROOP: [aerolith]}}
    game = phased(at={aerolith: (40, 20)}, arc={TROOP: 1}, **joined)
    use(game, "void_phaser", FULCRUM, target=f"{TROOP}.b")
    put_at(game, f"{TROOP}.a", (25, 20))
    skip(game)  # its second model stays
    put_at(game, aerolith, (40, 24))
    there = [game.state.place(id)[:2] for id in (f"{TROOP}.a", f"{TROOP}.b", aerolith)]
    assert there == [(25, 20), (22, 22), (40, 24)] and goes_on(game)
    assert arc(game, TROOP) == 1  # it is the Fulcrum's Arc that was spent


@pytest.mark.rule("NM-GAT-07")
def test_void_phaser_moves_itself_no_enemy_and_no_gate_and_needs_arc() -> None:
    game = phased(gates={"1.gate.1": ((18, 22.5), 2)})
    use(game, "void_phaser", FULCRUM, target=FULCRUM)
    put_at(game, FULCRUM, (20, 16))
    game.undo(2)
    assert arc(game, FULCRUM) == 1 and game.state.place(FULCRUM)[:2] == (20, 20)
    for target, code in (
        ("2.marauder.1", "wrong_target"),
        ("1.gate.1", "wrong_target"),
        ("", "unknown"),
    ):
        assert refused(game, phaser(target)).code == code
    assert refused(phased(arcs=0), phaser()).code == "no_arc"
    offered = {a.target for o in game.offers() for a in o.candidates() if isinstance(a, Use)}
    assert offered == {FULCRUM, "1.marauder.1", f"{TROOP}.a", f"{TROOP}.b"}


def test_void_phaser_brings_it_into_reach_and_is_no_advance() -> None:
    game = phased(at={"2.marauder.1": (20, 5.5 - 2 * MEDIUM)})
    spot = Attack(player=1, model=FULCRUM, weapon="void_cannon", target="2.marauder.1")
    assert refused(game, spot).code == "out_of_range"
    use(game, "void_phaser", FULCRUM, target=FULCRUM)
    put_at(game, FULCRUM, (20, 17))
    assert game.check(Advance(player=1, model=FULCRUM, path=((20.0, 11.0),)))
    happened = hurl(game, FULCRUM, "void_cannon", "2.marauder.1", dice(0, 4), dice(0, 2))
    assert pools(happened)[0] == ("attack", 4, 0)  # the Arc's die is gone
