"""Weapons that shock, feed, collapse, siphon, and shoot through walls: on whom, when, and what stops them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.neo_mechanika.rules.abilities.kit import options, put_at, skip, use, waits_for
from tests.games.neo_mechanika.rules.fighting import (
    activated,
    damage,
    dice,
    fight,
    hurl,
    jack,
    pools,
    told,
    with_abilities,
)
from tests.games.neo_mechanika.rules.moving import ground
from tests.games.neo_mechanika.rules.playing import asked, begun, refused
from tests.table.building import box
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.actions import Attack
from wc3d.games.neo_mechanika.rules.state import State

FACTOTUM = "1.factotum.1"
BARON = "1.cassius_mooregrave.1"
SENTINEL = "1.sentinel.1"
DAEMON = "1.daemon.1"
SCOURGE = "2.scourge.1"
FOE = "2.hunter.1"
MARAUDER = "2.marauder.1"
GATE = "2.gate.1"
VOSS = "2.justicar_voss.1"
TEAM = "2.ranger_fire_team.1"
GUARDS = "2.paladin_defenders.1"
LARGE = 25 / 25.4
MEDIUM = 20 / 25.4
SMALL = 15 / 25.4


def shoot(model: str, weapon: str, target: str) -> Attack:
    return Attack(player=1, model=model, weapon=weapon, target=target)


def over(game: Game) -> bool:
    """Does the activation go on?"""
    return waits_for(game, "ActingQuestion", 1)


# Cortex Shock.


def clamp(
    target: str,
    north: list[Any],
    *rolls: tuple[int, ...],
    arc: int = 1,
    change: Any = None,
    **more: Any,
) -> Game:
    """A Factotum hits with one strike; what comes after is rolled as written down."""
    at = {
        FACTOTUM: (20, 20),
        **({target: (20, 22)} if target in ("2.scourge.1", FOE, VOSS) else {}),
    }
    state = begun(
        ["factotum"],
        north,
        at=at | more.pop("at", {}),
        arc={FACTOTUM: arc, **more.pop("arcs", {})},
        **more,
    )
    game = activated(change(state) if change else state, FACTOTUM)
    hurl(game, FACTOTUM, "tentacle_clamps", target, *rolls)
    return game


@pytest.mark.rule("NM-CON-09")
@pytest.mark.rule("NM-SIL-71")
def test_cortex_shock_fails_the_systems_of_any_model_hit_while_charged() -> None:
    for face, kind in ((3, "melee"), (4, "ranged")):
        game = clamp(FOE, ["hunter"], dice(1, 5), dice(0, 4), (face,), dice(0, 5))
        assert game.state.models[FOE].effects == (f"system_failure:{kind}",)
    plain = clamp(FOE, ["hunter"], dice(1, 4), dice(0, 4), dice(0, 5), arc=0)
    assert plain.state.models[FOE].effects == ()
    missed = clamp(FOE, ["hunter"], dice(0, 5), dice(0, 4))
    assert missed.state.models[FOE].effects == ()


@pytest.mark.rule("NM-SIL-117")
def test_cortex_shock_rolls_no_second_token_and_shocks_gates_and_single_troopers() -> None:
    shocked = clamp(
        FOE,
        ["hunter"],
        dice(1, 5),
        dice(0, 4),
        dice(0, 5),
        change=lambda s: s.with_model(FOE, effects=("system_failure:ranged",)),
    )
    assert shocked.state.models[FOE].effects == ("system_failure:ranged",)
    gate = clamp(
        GATE, ["hunter"], dice(1, 5), dice(0, 3), (2,), dice(0, 5), gates={GATE: ((20, 21.9), 1)}
    )
    assert gate.state.gates[GATE].effects == ("system_failure:melee",)
    two = {f"{TEAM}.a": (20, 21.9), f"{TEAM}.b": (21.5, 22)}
    squad = clamp(
        f"{TEAM}.a", ["ranger_fire_team"], dice(1, 5), dice(0, 3), (2,), dice(0, 5), at=two
    )
    assert [squad.state.models[id].effects for id in two] == [("system_failure:melee",), ()]


def test_cortex_shock_is_for_who_is_hit_in_the_targets_place() -> None:
    at = {f"{GUARDS}.a": (22, 22)}
    game = clamp(
        FOE, ["hunter", "paladin_defenders"], dice(1, 5), dice(0, 4), at=at, arcs={GUARDS: 1}
    )
    use(game, "intercept_driver", f"{GUARDS}.a", (1,), dice(0, 5))
    assert game.state.models[FOE].effects == () and game.state.models[f"{GUARDS}.a"].effects == (
        "system_failure:melee",
    )
    eluded = clamp(VOSS, ["justicar_voss"], dice(1, 5), dice(0, 4), arcs={VOSS: 1})
    use(eluded, "void_jumper", VOSS)
    put_at(eluded, VOSS, (20, 26))
    assert eluded.state.models[VOSS].effects == () and over(eluded)


def test_cortex_shock_ends_with_the_arc_that_is_spent() -> None:
    state = begun(
        ["factotum", "scourge"],
        ["hunter"],
        at={FACTOTUM: (20, 20), "1.scourge.1": (17, 20), FOE: (20, 22)},
        arc={FACTOTUM: 1},
        tokens=["1.scourge.1"],
    )
    game = activated(state, FACTOTUM)
    use(game, "jump_start", FACTOTUM, target="1.scourge.1")
    hurl(game, FACTOTUM, "tentacle_clamps", FOE, dice(1, 4), dice(0, 4), dice(0, 5))
    assert game.state.models[FOE].effects == ()


# Gorge.


def feeding(
    target: str,
    north: list[Any],
    *rolls: tuple[int, ...],
    hurt: int = 2,
    weapon: str = "oblivion",
    **more: Any,
) -> Game:
    """A hurt Baron attacks."""
    state = begun(["cassius_mooregrave"], north, **more)
    game = activated(state.with_model(BARON, damage=hurt), BARON)
    hurl(game, BARON, weapon, target, *rolls)
    return game


NEXT = {BARON: (20, 20), FOE: (20, 22)}


@pytest.mark.rule("NM-CMP-04")
def test_gorge_removes_a_damage_for_a_warrior_destroyed_with_that_weapon() -> None:
    killed = dice(1, 5), dice(0, 4), dice(2, 6)
    for hurt, left in ((2, 1), (1, 0), (0, 0)):
        game = feeding(FOE, ["hunter"], *killed, hurt=hurt, at=NEXT)
        assert (
            not game.state.is_on_table(FOE)
            and game.state.models[BARON].damage == left
            and over(game)
        )
    survived = feeding(FOE, ["hunter"], dice(1, 5), dice(0, 4), dice(1, 6), at=NEXT)
    assert survived.state.is_on_table(FOE) and survived.state.models[BARON].damage == 2
    shot = feeding(FOE, ["hunter"], dice(1, 4), dice(0, 4), dice(2, 5), weapon="magnum", at=NEXT)
    assert not shot.state.is_on_table(FOE) and shot.state.models[BARON].damage == 2


@pytest.mark.rule("NM-CMP-04")
def test_gorge_counts_troopers_and_no_warjacks_and_no_gates() -> None:
    trooper = {BARON: (20, 20), f"{TEAM}.a": (20, 22), f"{TEAM}.b": (22, 22)}
    game = feeding(
        f"{TEAM}.a", ["ranger_fire_team"], dice(1, 5), dice(0, 3), dice(3, 6), at=trooper
    )
    assert game.state.models[BARON].damage == 1
    warjack = begun(["cassius_mooregrave"], ["scourge"], at={BARON: (20, 20), SCOURGE: (20, 22.5)})
    killer = activated(warjack.with_model(BARON, damage=2).with_model(SCOURGE, damage=2), BARON)
    hurl(killer, BARON, "oblivion", SCOURGE, dice(1, 5), dice(0, 3), dice(4, 6))
    assert not killer.state.is_on_table(SCOURGE) and killer.state.models[BARON].damage == 2
    gate = feeding(
        GATE,
        ["hunter"],
        dice(1, 5),
        dice(0, 3),
        dice(5, 6),
        at={BARON: (20, 20)},
        gates={GATE: ((20, 22), 1)},
    )
    assert GATE not in gate.state.gates and gate.state.models[BARON].damage == 2


def test_gorge_feeds_on_the_warrior_that_stepped_in_and_in_an_extra_attack() -> None:
    stepped = begun(
        ["cassius_mooregrave"],
        ["scourge", "paladin_defenders"],
        arc={GUARDS: 1},
        at={BARON: (20, 20), SCOURGE: (20, 22.5), f"{GUARDS}.a": (22, 22)},
    )
    game = activated(stepped.with_model(BARON, damage=2), BARON)
    hurl(game, BARON, "oblivion", SCOURGE, dice(1, 5), dice(0, 3))
    use(game, "intercept_driver", f"{GUARDS}.a", dice(4, 6))
    assert not game.state.is_on_table(f"{GUARDS}.a") and game.state.models[BARON].damage == 1
    state = begun(
        ["cassius_mooregrave"],
        ["hunter", "hunter"],
        at={**NEXT, "2.hunter.2": (22, 20)},
        arc={BARON: 1},
    )
    again = activated(state.with_model(BARON, damage=2), BARON)
    use(again, "phase_stalker", BARON)
    skip(again)
    hurl(again, BARON, "oblivion", FOE, dice(1, 5), dice(0, 4), dice(2, 6))
    hurl(again, BARON, "oblivion", "2.hunter.2", dice(1, 5), dice(0, 4), dice(2, 6))
    assert again.state.models[BARON].damage == 0


# Siphon Power.


def inducer(target: str, *rolls: tuple[int, ...], arc: dict[str, int], **more: Any) -> Game:
    """A Sentinel shoots its Eclipse Inducer."""
    gunner = jack("sentinel", cortex="avatar_cortex", chest=["eclipse_inducer"])
    at = more.pop("at", {SENTINEL: (20, 20), FOE: (20, 28)})
    game = fight([gunner], more.pop("north", ["hunter"]), at, arc=arc, **more)
    hurl(game, SENTINEL, "eclipse_inducer", target, *rolls)
    return game


@pytest.mark.rule("NM-ARC-03")
def test_siphon_power_charges_an_empty_attacker_that_destroyed_a_charged_enemy() -> None:
    killed = dice(1, 4), dice(0, 4), dice(2, 5)
    game = inducer(FOE, *killed, arc={FOE: 1})
    assert waits_for(game, "Reaction", 1) and options(game) == {("siphon_power", SENTINEL)}
    well = game.state.players[1].well
    use(game, "siphon_power", SENTINEL)
    assert (
        game.state.units[SENTINEL].arc == 1
        and game.state.players[1].well == well - 1
        and over(game)
    )
    assert game.state.players[2].well == 7
    given_up = inducer(FOE, *killed, arc={FOE: 1})
    skip(given_up)
    assert given_up.state.units[SENTINEL].arc == 0 and over(given_up)
    assert over(inducer(FOE, *killed, arc={}))  # it was not charged
    assert over(inducer(FOE, dice(1, 5), dice(0, 4), dice(2, 5), arc={FOE: 1, SENTINEL: 1}))
    assert over(inducer(FOE, dice(1, 4), dice(0, 4), dice(1, 5), arc={FOE: 1}))  # it lives


def test_siphon_power_is_taken_back_and_offered_again() -> None:
    game = inducer(FOE, dice(1, 4), dice(0, 4), dice(2, 5), arc={FOE: 1})
    use(game, "siphon_power", SENTINEL)
    game.undo()
    assert game.state.units[SENTINEL].arc == 0 and options(game) == {("siphon_power", SENTINEL)}
    assert not game.undoable()  # the dice stand
    assert game.view(1).offers and not game.view(2).offers  # whose question it is


@pytest.mark.rule("NM-SIL-50")
def test_siphon_power_takes_a_troopers_squad_for_charged_and_no_gate() -> None:
    at = {SENTINEL: (20, 20), f"{TEAM}.a": (20, 28), f"{TEAM}.b": (22, 28)}
    game = inducer(
        f"{TEAM}.a",
        dice(1, 4),
        dice(0, 3),
        dice(3, 5),
        arc={TEAM: 1},
        at=at,
        north=["ranger_fire_team"],
    )
    use(game, "siphon_power", SENTINEL)
    assert game.state.units[SENTINEL].arc == 1 and game.state.units[TEAM].arc == 1
    gates = {GATE: ((20, 28), 1)}
    assert over(
        inducer(
            GATE, dice(1, 4), dice(0, 3), dice(5, 5), arc={}, at={SENTINEL: (20, 20)}, gates=gates
        )
    )
    empty_well = {"1.gate.1": ((40, 40), 5), "1.gate.2": ((44, 40), 2)}
    assert over(inducer(FOE, dice(1, 4), dice(0, 4), dice(2, 5), arc={FOE: 1}, gates=empty_well))


@pytest.mark.rule("NM-SIL-166")
def test_siphon_power_asks_whether_there_was_arc_when_it_was_destroyed() -> None:
    target = "2.sentinel.1"
    north = [jack("sentinel", cortex="avatar_cortex")]
    state = begun(
        ["cassius_mooregrave"], north, at={BARON: (20, 20), target: (20, 22.5)}, arc={target: 1}
    )
    state = state.with_model(target, damage=3)
    spent = activated(state, BARON)
    hurl(spent, BARON, "oblivion", target, dice(1, 5), dice(0, 2), dice(10, 6))
    use(spent, "force_barrier_spike", target)  # one point less of two; the other destroys it
    assert not spent.state.is_on_table(target) and over(spent)
    kept = activated(state, BARON)
    hurl(kept, BARON, "oblivion", target, dice(1, 5), dice(0, 2), dice(10, 6))
    skip(kept)
    assert not kept.state.is_on_table(target) and options(kept) == {("siphon_power", BARON)}


def test_siphon_power_fills_who_has_spent_its_arc_on_the_way() -> None:
    state = begun(["cassius_mooregrave"], ["hunter"], at=NEXT, arc={BARON: 1, FOE: 1})
    game = activated(state.with_model(BARON, damage=1), BARON)
    use(game, "phase_stalker", BARON)
    skip(game)
    hurl(game, BARON, "oblivion", FOE, dice(1, 5), dice(0, 4), dice(2, 6))
    assert game.state.models[BARON].damage == 0 and options(game) == {
        ("siphon_power", BARON)
    }  # Gorge asks nobody
    use(game, "siphon_power", BARON)
    assert game.state.units[BARON].arc == 1 and over(game)


# Singularity Collapse.


EDGE = 2 + LARGE + SMALL
STAR = jack("sentinel", cortex="avatar_cortex", chest=["dark_star"])
KILL = dice(1, 4), dice(0, 4), dice(2, 5)


def hurt_of(happened: Any) -> list[tuple[str, int, str]]:
    return [(e.model, e.strikes, e.cause) for e in told(happened, events.Damaged)]


def test_singularity_collapse_rolls_four_dice_against_all_within_two_inches() -> None:
    edge = 2 + 2 * SMALL
    at = {
        SENTINEL: (20, 20),
        FOE: (20, 28),
        "1.hunter.1": (20 - edge, 28),
        "2.hunter.2": (20, 28 + edge),
    }
    at |= {"2.hunter.3": (20, 28 - edge - 0.01)}
    game = fight([STAR, "hunter"], ["hunter"] * 3, at, gates={GATE: ((20 + edge, 28), 2)})
    happened = hurl(game, SENTINEL, "dark_star", FOE, *KILL, dice(1, 4), dice(2, 4), dice(5, 4))
    assert hurt_of(happened)[0] == (FOE, 2, "ranged")
    assert sorted(hurt_of(happened)[1:]) == [
        ("1.hunter.1", 1, "effect"),
        ("2.gate.1", 5, "effect"),
        ("2.hunter.2", 2, "effect"),
    ]
    assert (
        game.state.gates[GATE].arc == 1
        and not game.state.is_on_table("2.hunter.2")
        and game.state.is_on_table("2.hunter.3")
    )
    assert pools(happened)[3:] == [("Singularity Collapse", 4, 0)] * 3


def test_singularity_collapse_needs_the_death_of_the_model_aimed_at() -> None:
    at = {SENTINEL: (20, 20), SCOURGE: (20, 28), f"{GUARDS}.a": (22.2, 28), "2.hunter.1": (18, 28)}
    game = fight([STAR], ["scourge", "paladin_defenders", "hunter"], at, arc={GUARDS: 1})
    hurl(game, SENTINEL, "dark_star", SCOURGE, dice(1, 4), dice(0, 3))
    happened = use(game, "intercept_driver", f"{GUARDS}.a", dice(4, 5))
    assert (
        damage(happened) == [(f"{GUARDS}.a", 1)]
        and not game.state.is_on_table(f"{GUARDS}.a")
        and over(game)
    )
    lives = fight([STAR], ["scourge", "paladin_defenders", "hunter"], at)
    assert (
        len(damage(hurl(lives, SENTINEL, "dark_star", SCOURGE, dice(1, 4), dice(0, 3), dice(4, 5))))
        == 1
    )
    gates = {GATE: ((20, 28), 1)}
    gate = fight([STAR], ["hunter"], {SENTINEL: (20, 20), FOE: (22, 28)}, gates=gates)
    assert (
        len(damage(hurl(gate, SENTINEL, "dark_star", GATE, dice(1, 4), dice(0, 3), dice(5, 5))))
        == 1
    )


def test_singularity_collapse_hurts_the_attacker_too_if_it_is_near() -> None:
    at = {SENTINEL: (20, 20), FOE: (20, 20 + EDGE)}
    game = fight([STAR], ["hunter"], at)
    happened = hurl(game, SENTINEL, "dark_star", FOE, *KILL, dice(5, 4))
    assert damage(happened) == [(FOE, 1), (SENTINEL, 1)] and over(game)
    barred = fight([STAR], ["hunter"], at, arc={SENTINEL: 1})
    hurl(barred, SENTINEL, "dark_star", FOE, dice(1, 5), dice(0, 4), dice(2, 5), dice(5, 4))
    assert options(barred) == {("force_barrier_spike", SENTINEL)}  # damage is damage
    use(barred, "force_barrier_spike", SENTINEL)
    assert barred.state.models[SENTINEL].damage == 0
    beyond = fight([STAR], ["hunter"], {SENTINEL: (20, 20), FOE: (20, 20 + EDGE + 0.01)})
    assert len(damage(hurl(beyond, SENTINEL, "dark_star", FOE, *KILL))) == 1


@pytest.mark.rule("NM-SIL-41")
@pytest.mark.rule("NM-SIL-167")
def test_singularity_collapse_of_an_attacker_that_it_destroys_ends_the_activation() -> None:
    state = begun([STAR], ["hunter"], at={SENTINEL: (20, 20), FOE: (20, 22.5)}).with_model(
        SENTINEL, damage=3
    )
    game = activated(with_abilities(state, SENTINEL, "havoc_engine"), SENTINEL)
    hurl(game, SENTINEL, "dark_star", FOE, *KILL, dice(5, 4))
    assert not game.state.is_on_table(SENTINEL) and asked(game) not in (
        "Reaction",
        "ExtraAttack",
        "ActingQuestion",
    )


# Phase Trajectiles.


def walled(arc: int, *, apart: float = 8.0, **more: Any) -> State:
    """A Daemon with a Phase Trajectile Cannon and a Meteor Cannon, and a tall wall between it and a Hunter."""
    gunner = jack(
        "daemon", cortex="wraith_cortex", arm=["phase_trajectile_cannon"], back=["meteor_cannon"]
    )
    wall = ground(box("wall", "structure", (20, 26), (12, 0.5), 6.0))
    return begun(
        [gunner],
        ["hunter"],
        at={DAEMON: (20, 20), FOE: (20, 20 + apart)},
        arc={DAEMON: arc, **more},
        table=wall,
    )


def blind(arc: int, **more: Any) -> Game:
    """Its activation has begun."""
    return activated(walled(arc, **more), DAEMON)


@pytest.mark.rule("NM-ATK-05")
def test_phase_trajectiles_need_no_sight_while_charged() -> None:
    game = blind(1)
    happened = hurl(game, DAEMON, "phase_trajectile_cannon", FOE, dice(0, 5), dice(0, 4))
    assert pools(happened)[1] == ("defence", 4, 0)  # and the wall is no cover
    assert refused(game, shoot(DAEMON, "meteor_cannon", FOE)).code == "no_sight"
    assert refused(blind(0), shoot(DAEMON, "phase_trajectile_cannon", FOE)).code == "no_sight"
    assert FOE in [
        a.target for o in blind(1).offers() for a in o.candidates() if isinstance(a, Attack)
    ]


def test_phase_trajectiles_reach_no_farther_and_find_no_stealth() -> None:
    far = 10 + LARGE + SMALL
    assert blind(1, apart=far).check(shoot(DAEMON, "phase_trajectile_cannon", FOE))
    assert (
        refused(blind(1, apart=far + 0.01), shoot(DAEMON, "phase_trajectile_cannon", FOE)).code
        == "out_of_range"
    )
    hidden = blind(1, apart=8.01 + LARGE + SMALL, **{FOE: 1})  # its Mimetic Cloak
    assert refused(hidden, shoot(DAEMON, "phase_trajectile_cannon", FOE)).code == "stealth"


@pytest.mark.rule("NM-ATK-11")
def test_phase_trajectiles_ignore_cover_of_terrain_and_of_abilities() -> None:
    gunner = jack(
        "daemon", cortex="wraith_cortex", arm=["phase_trajectile_cannon"], back=["meteor_cannon"]
    )
    low = ground(box("low", "obstacle", (20, 26.5), (12, 0.5), 1.0))
    foe = "2.daemon.1"
    at = {DAEMON: (20, 20), foe: (20, 28.5)}
    for arc, covered in ((1, 0), (0, 2)):
        game = fight(
            [gunner],
            [jack("daemon", cortex="eidolon_cortex")],
            at,
            arc={DAEMON: arc, foe: 1},
            table=low,
        )
        first = hurl(
            game, DAEMON, "phase_trajectile_cannon", foe, dice(0, 4 + arc), dice(0, 3 + covered)
        )
        assert pools(first)[1] == ("defence", 3, covered)
        second = hurl(game, DAEMON, "meteor_cannon", foe, dice(0, 4 + arc), dice(0, 5))
        assert pools(second)[1] == ("defence", 3, 2)


def test_phase_trajectiles_end_when_the_last_arc_goes() -> None:
    game = activated(with_abilities(walled(1), DAEMON, "jump_jets"), DAEMON)
    assert game.check(shoot(DAEMON, "phase_trajectile_cannon", FOE))
    use(game, "jump_jets", DAEMON)
    assert refused(game, shoot(DAEMON, "phase_trajectile_cannon", FOE)).code == "no_sight"
