"""Abilities that charge units: whom, when, for what in the middle of things, and what is never asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.neo_mechanika.rules.abilities.kit import (
    choose,
    options,
    skip,
    use,
    value,
    waits_for,
)
from tests.games.neo_mechanika.rules.fighting import (
    activated,
    channel,
    dice,
    done,
    fight,
    hurl,
    jack,
    pools,
    with_abilities,
)
from tests.games.neo_mechanika.rules.playing import asked, at_step, begun, refused
from wc3d.engine.dice import Dice
from wc3d.engine.game import Game
from wc3d.engine.replay import load, save
from wc3d.games.neo_mechanika.rules.actions import Activate, Choose, Play
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA

MIRA = "1.mira_hurst.1"
SENTINEL = "1.sentinel.1"
OCULUS = "1.oculus.1"
FACTOTUM = "1.factotum.1"
DAEMON = "1.daemon.1"
SABERS = "1.saber_vanguard.1"
AEROLITH = "1.aerolith.1"
WEAVER = "1.coalition_weaver.1"
MINE = "1.scourge.1"
SCOURGE = "2.scourge.1"
FOE = "2.hunter.1"
MARAUDER = "2.marauder.1"
SIEGE = "2.paladin_siegebreaker.1"
GUARDS = "2.paladin_defenders.1"
LARGE = 25 / 25.4
SMALL = 15 / 25.4
HELLION = jack("sentinel", cortex="hellion_cortex", chest=["dark_star"])
GUNNER = jack("scourge", cortex="killer_cortex", shoulder=["nailer", "rocket_pod"])
JOINED: dict[str, Any] = {"attachments": (["aerolith"], ()), "joined": {SABERS: [AEROLITH]}}
AMPLIFIER = ("arc_amplifier", MIRA)
ARCANUM = ("arcanum_module", FACTOTUM)


def begin(state: State, unit: str) -> Game:
    """A unit of player 1 activates."""
    game = at_step(state, "activation")
    game.apply(Activate(player=1, unit=unit))
    return game


def arc(game: Game, unit: str) -> int:
    return game.state.units[unit].arc


def empty(state: State, player: int) -> State:
    """No Arc is left in the player's well."""
    return state.with_player(player, well=0)


# Arc Amplifier.


def amplified(away: float = 10.0, **more: Any) -> State:
    """A Sentinel so many inches from a Doctor Hurst with an Arc."""
    arcs = {MIRA: 1, **more.pop("arc", {})}
    at = {
        MIRA: (20, 10),
        SENTINEL: (20, 10 + away + LARGE + SMALL),
        FOE: (40, 45),
        **more.pop("at", {}),
    }
    return begun(
        ["mira_hurst", more.pop("jack", HELLION), *more.pop("south", ())],
        ["hunter"],
        at=at,
        arc=arcs,
        **more,
    )


def test_arc_amplifier_charges_a_friendly_unit_within_ten_inches_that_activates() -> None:
    game = begin(amplified(), SENTINEL)
    assert waits_for(game, "Reaction", 1) and options(game) == {AMPLIFIER}
    use(game, "arc_amplifier", MIRA)
    assert (arc(game, SENTINEL), arc(game, MIRA), game.state.players[1].well) == (
        1,
        1,
        5,
    ) and not options(game)
    declined = begin(amplified(), SENTINEL)
    skip(declined)
    assert arc(declined, SENTINEL) == 0 and asked(declined) == "ActingQuestion"
    for beyond in (amplified(10.01), amplified(arc={MIRA: 0})):
        assert asked(begin(beyond, SENTINEL)) == "ActingQuestion"


@pytest.mark.rule("NM-SIL-44")
def test_arc_amplifier_is_not_asked_about_what_cannot_be_charged() -> None:
    for full in (amplified(arc={SENTINEL: 3}), empty(amplified(), 1)):
        assert asked(begin(full, SENTINEL)) == "ActingQuestion"
    assert options(begin(amplified(arc={SENTINEL: 2}), SENTINEL)) == {AMPLIFIER}


def test_arc_amplifier_is_not_for_herself_nor_for_enemies() -> None:
    assert asked(begin(amplified(), MIRA)) == "ActingQuestion"
    other = begun(
        ["hunter"],
        ["mira_hurst"],
        at={"1.hunter.1": (20, 20), "2.mira_hurst.1": (20, 24)},
        arc={"2.mira_hurst.1": 1},
    )
    assert asked(begin(other, "1.hunter.1")) == "ActingQuestion"


@pytest.mark.rule("NM-SIL-51")
def test_arc_amplifier_measures_to_the_nearest_model_of_a_squad_once() -> None:
    near = {
        f"{SABERS}.a": (45, 40),
        f"{SABERS}.b": (30 + 2 * SMALL, 10),
        f"{SABERS}.c": (29 + 2 * SMALL, 11.5),
    }
    game = begin(amplified(south=["saber_vanguard"], at=near), SABERS)
    assert options(game) == {AMPLIFIER}
    use(game, "arc_amplifier", MIRA)
    assert arc(game, SABERS) == 1 and asked(game) == "ActingQuestion"
    far = {f"{SABERS}.a": (45, 40), f"{SABERS}.b": (30.01 + 2 * SMALL, 10)}
    assert asked(begin(amplified(south=["saber_vanguard"], at=far), SABERS)) == "ActingQuestion"


def test_arc_amplifier_feeds_what_is_spiked_at_the_start_and_what_needs_an_empty_unit() -> None:
    game = begin(with_abilities(amplified(), SENTINEL, "afterburner"), SENTINEL)
    assert options(game) == {AMPLIFIER}
    use(game, "arc_amplifier", MIRA)
    assert options(game) == {("afterburner", SENTINEL)}
    use(game, "afterburner", SENTINEL)
    assert value(game.state, SENTINEL, "SPD") == 18 and arc(game, SENTINEL) == 0
    numen = amplified(jack=jack("sentinel", cortex="numen_cortex"))
    first = begin(numen, SENTINEL)
    assert options(first) == {AMPLIFIER, ("arc_exchange", SENTINEL)}
    use(first, "arc_amplifier", MIRA)
    assert asked(first) == "ActingQuestion"  # it has Arc now: nothing to exchange
    second = begin(numen, SENTINEL)
    use(second, "arc_exchange", SENTINEL)
    use(second, "arc_amplifier", MIRA)
    assert arc(second, SENTINEL) == 2


def test_arc_amplifier_adds_its_die_to_the_attacks_and_is_taken_back_with_undo() -> None:
    game = begin(amplified(at={FOE: (20, 30)}), SENTINEL)
    use(game, "arc_amplifier", MIRA)
    game.undo()
    assert options(game) == {AMPLIFIER} and arc(game, SENTINEL) == 0
    use(game, "arc_amplifier", MIRA)
    assert pools(hurl(game, SENTINEL, "dark_star", FOE, dice(0, 5), dice(0, 4)))[0] == (
        "attack",
        4,
        1,
    )


# Arc Capacitor.


def channelled(
    card: str = "null_collider",
    attack: int = 0,
    *rolls: tuple[int, ...],
    change: Any = None,
    **more: Any,
) -> Game:
    """An Oculus without Arc channels a Fury at a Scourge: so many strikes."""
    at = {OCULUS: (20, 20), SCOURGE: (20, 28), **more.pop("at", {})}
    state = begun(["oculus", *more.pop("south", ())], ["scourge"], at=at, hands={1: [card]}, **more)
    game = at_step(change(state) if change else state, "cypher")
    well = game.state.players[1].well
    channel(
        game, card, more.get("through", OCULUS), SCOURGE, dice(attack, 4 + well), dice(0, 3), *rolls
    )
    return game


def test_arc_capacitor_charges_an_empty_model_after_a_fury_through_it() -> None:
    for game in (channelled(), channelled("null_collider", 1, dice(0, 4))):
        assert waits_for(game, "Reaction", 1) and options(game) == {("arc_capacitor", OCULUS)}
        assert game.state.players[1].discard == ("null_collider",)  # it is resolved
        use(game, "arc_capacitor", OCULUS)
        assert arc(game, OCULUS) == 1 and game.state.players[1].well == 6 and not options(game)
    declined = channelled()
    skip(declined)
    assert arc(declined, OCULUS) == 0 and asked(declined) == "ActivationQuestion"


def test_arc_capacitor_does_nothing_for_a_charged_one_with_an_empty_well_or_another_channel() -> (
    None
):
    charged = channelled(arc={OCULUS: 1})
    skip(charged)  # its Psycho Reactor
    assert not options(charged) and arc(charged, OCULUS) == 1
    assert not options(channelled(change=lambda s: empty(s, 1)))
    two = channelled(south=["oculus"], at={"1.oculus.2": (22, 20)})
    assert options(two) == {("arc_capacitor", OCULUS)}
    state = begun(
        ["oculus", "coalition_weaver"],
        ["scourge"],
        at={OCULUS: (20, 20), WEAVER: (22, 20), SCOURGE: (20, 28)},
        hands={1: ["null_collider"]},
    )
    other = at_step(state, "cypher")
    channel(other, "null_collider", WEAVER, SCOURGE, dice(0, 11), dice(0, 3))
    assert not options(other)
    shot = fight(["oculus"], ["scourge"], {OCULUS: (20, 20), SCOURGE: (20, 28)})
    hurl(shot, OCULUS, "consecrator", SCOURGE, dice(0, 3), dice(0, 3))
    assert asked(shot) == "ActingQuestion"


@pytest.mark.rule("NM-SIL-167")
def test_arc_capacitor_is_lost_with_a_channel_that_its_own_blast_destroys() -> None:
    near = {OCULUS: (20, 25.5)}
    lost = channelled("instability_equation", 1, dice(0, 5), dice(6, 4), at=near)
    assert not lost.state.is_on_table(OCULUS) and not options(lost)
    spared = channelled("instability_equation", 1, dice(0, 5), dice(2, 4), at=near)
    assert options(spared) == {("arc_capacitor", OCULUS)}


# Arcanum Module.


def holding(card: str, south: list[Any], at: dict[str, Any], **more: Any) -> Game:
    """Player 1 is about to play a card."""
    at = {**at, FOE: (40, 45)}
    return at_step(
        begun(south, more.pop("north", ["hunter"]), at=at, hands={1: [card]}, **more), "cypher"
    )


def play(game: Game, card: str, on: str) -> None:
    done(game, Play(player=1, card=card, on=on))


@pytest.mark.rule("NM-CYP-11")
def test_arcanum_module_charges_an_empty_unit_on_which_its_controller_plays_a_card() -> None:
    game = holding("revelation_matrix", ["factotum"], {FACTOTUM: (20, 20)})
    play(game, "revelation_matrix", FACTOTUM)
    assert waits_for(game, "Reaction", 1) and options(game) == {ARCANUM}
    use(game, "arcanum_module", FACTOTUM)
    assert (
        arc(game, FACTOTUM) == 1
        and game.state.players[1].well == 6
        and asked(game) == "ActivationQuestion"
    )
    assert [c.card for c in game.state.units[FACTOTUM].cyphers] == ["revelation_matrix"]
    charged = holding("revelation_matrix", ["factotum"], {FACTOTUM: (20, 20)}, arc={FACTOTUM: 1})
    play(charged, "revelation_matrix", FACTOTUM)
    assert asked(charged) == "ActivationQuestion" and arc(charged, FACTOTUM) == 1
    beside = holding(
        "revelation_matrix", ["factotum", "hunter"], {FACTOTUM: (20, 20), "1.hunter.1": (22, 20)}
    )
    play(beside, "revelation_matrix", "1.hunter.1")
    assert asked(beside) == "ActivationQuestion"


@pytest.mark.rule("NM-SQD-10")
def test_arcanum_module_is_asked_once_for_a_squad_and_before_the_card_does_anything() -> None:
    at = {f"{SABERS}.a": (20, 20), f"{SABERS}.b": (22, 20), AEROLITH: (24, 20)}
    game = holding("displacement_index", ["saber_vanguard"], at, **JOINED)
    play(game, "displacement_index", SABERS)
    assert options(game) == {("arcanum_module", f"{SABERS}.a")}
    use(game, "arcanum_module", f"{SABERS}.a")
    assert arc(game, SABERS) == 1 and asked(game) == "MoveQuestion"
    alone = holding("displacement_index", ["saber_vanguard"], {AEROLITH: (24, 20)}, **JOINED)
    play(alone, "displacement_index", SABERS)
    assert options(alone) == {("arcanum_module", AEROLITH)}


def test_arcanum_module_adds_its_die_to_the_attack_that_the_card_gives() -> None:
    at = {f"{SABERS}.a": (20, 20), f"{SABERS}.b": (22, 20), "2.scourge.1": (20, 22.5)}
    game = holding("aggression_theorem", ["saber_vanguard"], at, north=["scourge", "hunter"])
    play(game, "aggression_theorem", f"{SABERS}.a")
    use(game, "arcanum_module", f"{SABERS}.a")
    assert pools(hurl(game, f"{SABERS}.a", "tentacle_strike", SCOURGE, dice(0, 4), dice(0, 3)))[
        0
    ] == ("attack", 3, 1)


def test_arcanum_module_leaves_room_for_the_rest_of_arcane_synthesis() -> None:
    eidolon = jack("daemon", cortex="eidolon_cortex")
    game = holding("arcane_synthesis", [eidolon], {DAEMON: (20, 20)})
    play(game, "arcane_synthesis", DAEMON)
    use(game, "arcanum_module", DAEMON)
    assert refused(game, Choose(player=1, option="3")).code == "wrong_amount"
    choose(game, 2)
    assert arc(game, DAEMON) == 3 and game.state.players[1].well == 4


def test_arcanum_module_is_for_empty_warjacks_though_charged_ones_have_room() -> None:
    eidolon = jack("daemon", cortex="eidolon_cortex")
    played = holding("revelation_matrix", [eidolon], {DAEMON: (20, 20)}, arc={DAEMON: 1})
    play(played, "revelation_matrix", DAEMON)
    assert asked(played) == "ActivationQuestion"
    theirs = "2.daemon.1"
    for arcs, defense in ((0, 3), (1, 5)):
        game = aimed(
            "pyrokinetic_surge",
            theirs,
            defense=defense,
            north=[eidolon],
            at={theirs: (20, 14)},
            arc={theirs: arcs},
        )
        assert options(game) == (set() if arcs else {("arcanum_module", theirs)})


TARGETS = {"2.factotum.1": (20, 28)}
THEIRS = ("arcanum_module", "2.factotum.1")


def aimed(
    card: str, target: str, *rolls: tuple[int, ...], attack: int = 0, defense: int = 3, **more: Any
) -> Game:
    """Player 1's Weaver channels a Fury at something of player 2's."""
    at = {WEAVER: (20, 20), **TARGETS, **more.pop("at", {})}
    north = ["factotum", *more.pop("north", ())]
    change = more.pop("change", lambda s: s)
    state = change(begun(["coalition_weaver"], north, at=at, hands={1: [card]}, **more))
    game = at_step(state, "cypher")
    channel(game, card, WEAVER, target, dice(attack, 11), dice(0, defense), *rolls)
    return game


def test_arcanum_module_charges_an_empty_unit_after_an_enemy_fury_aimed_at_it_hit_or_not() -> None:
    for game in (
        aimed("null_collider", "2.factotum.1"),
        aimed("null_collider", "2.factotum.1", dice(0, 4), attack=1),
    ):
        assert waits_for(game, "Reaction", 2) and options(game) == {THEIRS}
        use(game, "arcanum_module", "2.factotum.1")
        assert arc(game, "2.factotum.1") == 1 and game.state.players[2].well == 6
    charged = aimed("null_collider", "2.factotum.1", arc={"2.factotum.1": 1})
    assert not options(charged)
    drained = aimed("null_collider", "2.factotum.1", dice(0, 4), attack=1, arc={"2.factotum.1": 1})
    assert (
        options(drained) == {THEIRS} and arc(drained, "2.factotum.1") == 0
    )  # the Fury took its Arc
    assert not options(aimed("null_collider", "2.factotum.1", change=lambda s: empty(s, 2)))


def test_arcanum_module_is_for_the_unit_aimed_at_not_for_who_is_hit_or_stands_beside() -> None:
    blast = aimed(
        "instability_equation",
        FOE,
        dice(0, 5),
        dice(0, 4),
        attack=1,
        defense=4,
        north=["hunter"],
        at={FOE: (20, 30.5)},
    )
    assert not options(blast)
    taken = aimed(
        "null_collider",
        "2.factotum.1",
        attack=1,
        north=["paladin_defenders"],
        at={f"{GUARDS}.a": (22.2, 28)},
        arc={GUARDS: 1},
    )
    use(taken, "intercept_driver", f"{GUARDS}.a", dice(0, 4))
    assert options(taken) == {THEIRS}
    for_it = aimed(
        "null_collider",
        FOE,
        attack=1,
        defense=4,
        north=["hunter"],
        at={FOE: (22.2, 28)},
        change=lambda s: with_abilities(s, "2.factotum.1", "guardian"),
    )
    use(for_it, "guardian", "2.factotum.1", dice(0, 4))
    assert not options(for_it)
    shot = fight([GUNNER], ["factotum"], {MINE: (20, 20), **TARGETS})
    hurl(shot, MINE, "nailer", "2.factotum.1", dice(0, 3), dice(0, 3))
    assert asked(shot) == "ActingQuestion"


@pytest.mark.rule("NM-SQD-10")
def test_arcanum_module_of_a_squad_works_when_the_model_aimed_at_is_gone() -> None:
    sabers = "2.saber_guardians.1"
    aerolith = "2.aerolith.1"
    joined: dict[str, Any] = {"attachments": ((), ["aerolith"]), "joined": {sabers: [aerolith]}}
    at = {f"{sabers}.a": (20, 14), f"{sabers}.b": (22, 14), aerolith: (24, 14)}
    game = aimed(
        "null_collider",
        f"{sabers}.a",
        dice(3, 4),
        attack=1,
        north=["saber_guardians"],
        at=at,
        **joined,
    )
    assert not game.state.is_on_table(f"{sabers}.a") and options(game) == {
        ("arcanum_module", f"{sabers}.b")
    }
    attached = aimed("null_collider", aerolith, north=["saber_guardians"], at=at, **joined)
    assert options(attached) == {("arcanum_module", f"{sabers}.a")}
    last = aimed(
        "null_collider",
        f"{sabers}.a",
        dice(3, 4),
        attack=1,
        north=["saber_guardians"],
        at={f"{sabers}.a": (20, 14)},
    )
    assert not last.state.units[sabers].is_in_play and not options(last)


@pytest.mark.rule("NM-SIL-167")
def test_arcanum_module_does_not_mind_that_the_blast_destroyed_the_channel() -> None:
    game = aimed(
        "instability_equation",
        "2.factotum.1",
        dice(0, 5),
        dice(6, 4),
        attack=1,
        at={WEAVER: (20, 26)},
    )
    assert not game.state.is_on_table(WEAVER) and options(game) == {THEIRS}


# Dominion Converter.


def besieged(
    attack: int, *rolls: tuple[int, ...], weapon: str = "nailer", damage: int = 0, **more: Any
) -> Game:
    """A Scourge shoots at a Siegebreaker."""
    at = {MINE: (20, 20), SIEGE: (20, 28), **more.pop("at", {})}
    state = begun(
        [more.pop("jack", GUNNER)], ["paladin_siegebreaker", *more.pop("north", ())], at=at, **more
    )
    game = activated(state.with_model(SIEGE, damage=damage), MINE)
    hurl(game, MINE, weapon, SIEGE, dice(attack, 3), dice(0, 2), *rolls)
    return game


def test_dominion_converter_charges_it_after_an_attack_that_hit_it() -> None:
    game = besieged(1, dice(0, 4))
    assert waits_for(game, "Reaction", 2) and options(game) == {("dominion_converter", SIEGE)}
    use(game, "dominion_converter", SIEGE)
    assert (
        arc(game, SIEGE) == 1
        and game.state.players[2].well == 6
        and value(game.state, SIEGE, "SPD") == 5
    )
    hurl(game, MINE, "rocket_pod", SIEGE, dice(1, 3), dice(0, 2), dice(0, 5))
    assert asked(game) == "ActingQuestion"  # it holds all it can
    declined = besieged(1, dice(0, 4))
    skip(declined)
    assert arc(declined, SIEGE) == 0


@pytest.mark.rule("NM-SIL-72")
def test_dominion_converter_is_not_for_misses_blasts_full_ones_or_the_dead() -> None:
    assert asked(besieged(0)) == "ActingQuestion"
    assert asked(besieged(1, dice(0, 4), arc={SIEGE: 1})) == "ActingQuestion"
    dead = besieged(1, dice(4, 4), damage=2)
    assert not dead.state.is_on_table(SIEGE) and asked(dead) == "ActingQuestion"
    at = {MINE: (20, 20), SIEGE: (20, 28), MARAUDER: (22, 28)}
    beside = fight([GUNNER], ["paladin_siegebreaker", "marauder"], at)
    hurl(beside, MINE, "rocket_pod", MARAUDER, dice(1, 3), dice(0, 2), dice(0, 5), dice(0, 4))
    assert asked(beside) == "ActingQuestion"
    missed = besieged(0, dice(5, 4), weapon="rocket_pod")  # the blast hurts it: that is no hit
    assert missed.state.models[SIEGE].damage == 1 and asked(missed) == "ActingQuestion"


def test_dominion_converter_is_for_who_was_hit_in_the_end() -> None:
    taken = besieged(
        1, north=["paladin_defenders"], at={f"{GUARDS}.a": (22.2, 28)}, arc={GUARDS: 1}
    )
    use(taken, "intercept_driver", f"{GUARDS}.a", dice(0, 4))
    assert asked(taken) == "ActingQuestion"
    at = {MINE: (20, 20), SIEGE: (22.2, 28), FOE: (20, 28)}
    taker = activated(
        with_abilities(
            begun([GUNNER], ["paladin_siegebreaker", "hunter"], at=at), SIEGE, "guardian"
        ),
        MINE,
    )
    hurl(taker, MINE, "nailer", FOE, dice(1, 3), dice(0, 4))
    use(taker, "guardian", SIEGE, dice(0, 4))
    assert options(taker) == {("dominion_converter", SIEGE)}


@pytest.mark.rule("NM-STF-05")
def test_dominion_converter_charges_it_between_the_parts_of_a_strafe() -> None:
    nemesis = "1.nemesis.1"
    brand = "2.firebrand.1"
    gun = jack("nemesis", cortex="ghost_cortex", arm=["hellstormer"])
    at = {nemesis: (20, 20), SIEGE: (20, 28), brand: (22.5, 28)}
    game = fight([gun], ["paladin_siegebreaker", jack("firebrand", cortex="recon_cortex")], at)
    hurl(game, nemesis, "hellstormer", SIEGE, (1,), dice(1, 4), dice(0, 2), dice(0, 5))
    use(game, "dominion_converter", SIEGE)
    assert arc(game, SIEGE) == 1 and waits_for(game, "StrafeQuestion", 1)


def test_a_game_saved_while_dominion_converter_is_asked_about_goes_on_from_there(
    tmp_path: Path,
) -> None:
    game = besieged(1, dice(0, 4))
    path = tmp_path / "game.jsonl"
    save(game, path)

    def again(setup: dict[str, Any], dice: Dice) -> Game:
        return Game(NEO_MECHANIKA, game.start, dice, setup)

    loaded = load(path, again)
    assert loaded.digest() == game.digest() and options(loaded) == {("dominion_converter", SIEGE)}
    for one in (game, loaded):
        use(one, "dominion_converter", SIEGE)
    assert loaded.digest() == game.digest() and loaded.view(1).offers
    assert refused(loaded, Choose(player=1, option="1")).code == "not_now"


@pytest.mark.rule("NM-SIL-167")
def test_dominion_converter_does_not_mind_that_the_attacker_died_of_its_own_blast() -> None:
    brand = "1.firebrand.1"
    bomber = jack("firebrand", cortex="recon_cortex", arm=["grenade_launcher"])
    state = begun(
        [bomber], ["paladin_siegebreaker"], at={brand: (20, 20), SIEGE: (20, 22.5)}
    ).with_model(brand, damage=2)
    game = activated(state, brand)
    hurl(game, brand, "grenade_launcher", SIEGE, dice(1, 4), dice(0, 2), dice(0, 4), dice(3, 3))
    assert not game.state.is_on_table(brand) and options(game) == {("dominion_converter", SIEGE)}
    use(game, "dominion_converter", SIEGE)
    assert arc(game, SIEGE) == 1
