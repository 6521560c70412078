"""What comes right after an attack: a step aside, one more attack, a place elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.neo_mechanika.rules.abilities.kit import (
    near,
    options,
    place,
    put_at,
    skip,
    step,
    use,
    waits_for,
)
from tests.games.neo_mechanika.rules.fighting import (
    activated,
    channel,
    dice,
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
from wc3d.games.neo_mechanika.rules.actions import Advance, Attack, Place, Play
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA

MINE = "1.scourge.1"
WEAVER = "1.coalition_weaver.1"
VANGUARD = "1.saber_vanguard.1"
STRIKE = "1.saber_strike_force.1"
FOE = "2.hunter.1"
SCOURGE = "2.scourge.1"
DAEMON = "2.daemon.1"
GATE = "2.gate.1"
GUARDS = "2.paladin_defenders.1"
LARGE = 25 / 25.4
MEDIUM = 20 / 25.4
SMALL = 15 / 25.4
GUNNER = jack(
    "scourge", cortex="killer_cortex", arm=["stinger_cannon"], shoulder=["nailer", "rocket_pod"]
)


def goes_on(game: Game) -> bool:
    """Does the activation go on?"""
    return waits_for(game, "ActingQuestion", 1)


# Sidestep.


VAN = {f"{VANGUARD}.a": (20, 20), f"{VANGUARD}.b": (23, 20)}
ASIDE = ("sidestep", f"{VANGUARD}.a")


def vanguard(attack: int, *rolls: tuple[int, ...]) -> Game:
    """A Saber of the Vanguard strikes at a Scourge: so many strikes on three dice."""
    game = fight(
        ["saber_vanguard"],
        ["scourge", "hunter"],
        {**VAN, SCOURGE: (20, 22.5), FOE: (23, 21.9)},
        unit=VANGUARD,
    )
    hurl(game, f"{VANGUARD}.a", "tentacle_strike", SCOURGE, dice(attack, 3), dice(0, 3), *rolls)
    return game


def test_sidestep_moves_the_attacker_an_inch_after_an_attack_that_hit() -> None:
    game = vanguard(1, dice(0, 3))
    assert waits_for(game, "Reaction", 1) and options(game) == {ASIDE}
    use(game, "sidestep", f"{VANGUARD}.a")
    too_far = Advance(player=1, model=f"{VANGUARD}.a", path=((18.99, 20.0),))
    assert refused(game, too_far).code == "too_far"
    step(game, f"{VANGUARD}.a", (19, 20))
    assert (
        near(place(game, f"{VANGUARD}.a"), 19, 20)
        and near(place(game, f"{VANGUARD}.b"), 23, 20)
        and goes_on(game)
    )
    assert goes_on(vanguard(0))
    declined = vanguard(1, dice(0, 3))
    skip(declined)
    assert near(place(declined, f"{VANGUARD}.a"), 20, 20)


@pytest.mark.rule("NM-ACT-01")
def test_sidestep_is_no_advance_and_leaves_the_advance() -> None:
    game = vanguard(1, dice(0, 3))
    use(game, "sidestep", f"{VANGUARD}.a")
    step(game, f"{VANGUARD}.a", (19, 20))
    moved = Advance(
        player=1,
        model=f"{VANGUARD}.a",
        path=((17.0, 16.0),),
        others={f"{VANGUARD}.b": (18.5, 16.0)},
    )
    assert game.check(moved)
    hurl(game, f"{VANGUARD}.b", "tentacle_strike", FOE, dice(0, 3), dice(0, 4))
    assert goes_on(game)


@pytest.mark.rule("NM-SQD-10")
def test_sidestep_is_its_attachments_too_after_shots_and_for_hits_that_another_took() -> None:
    aerolith = "1.aerolith.1"
    joined: dict[str, Any] = {"attachments": (["aerolith"], ()), "joined": {VANGUARD: [aerolith]}}
    at = {f"{VANGUARD}.a": (20, 20), aerolith: (22, 20), SCOURGE: (22, 28)}
    game = fight(["saber_vanguard"], ["scourge"], at, **joined)
    hurl(game, aerolith, "pulse_array", SCOURGE, dice(1, 4), dice(0, 3), dice(0, 4))
    assert options(game) == {("sidestep", aerolith)}
    use(game, "sidestep", aerolith)
    step(game, aerolith, (23, 20))
    taken = fight(
        ["saber_vanguard"],
        ["scourge", "paladin_defenders"],
        {**VAN, SCOURGE: (20, 22.5), f"{GUARDS}.a": (17.8, 22.5)},
        unit=VANGUARD,
        arc={GUARDS: 1},
    )
    hurl(taken, f"{VANGUARD}.a", "tentacle_strike", SCOURGE, dice(1, 3), dice(0, 3))
    use(taken, "intercept_driver", f"{GUARDS}.a", dice(0, 3))
    assert options(taken) == {ASIDE}


def test_sidestep_after_an_attack_out_of_its_activation() -> None:
    at = {**VAN, SCOURGE: (20, 22.5)}
    game = at_step(
        begun(
            ["saber_vanguard"],
            ["scourge"],
            at=at,
            hands={1: ["aggression_theorem"]},
            arc={VANGUARD: 1},
        ),
        "cypher",
    )
    game.apply(Play(player=1, card="aggression_theorem", on=f"{VANGUARD}.a"))
    hurl(game, f"{VANGUARD}.a", "tentacle_strike", SCOURGE, dice(1, 4), dice(0, 3), dice(0, 3))
    assert options(game) == {ASIDE}
    use(game, "sidestep", f"{VANGUARD}.a")
    step(game, f"{VANGUARD}.a", (19, 20))
    assert game.state.players[1].discard == ("aggression_theorem",)


# Havoc Engine.


FORCE = {f"{STRIKE}.a": (20, 20), f"{STRIKE}.b": (23, 20)}
HAVOC = ("havoc_engine", f"{STRIKE}.a")


def struck(*north: Any, arc: int = 1, at: dict[str, Any], change: Any = None, **more: Any) -> Game:
    """A Saber Strike Force in its activation."""
    state = begun(
        ["saber_strike_force"],
        list(north),
        at={**FORCE, **at},
        arc={STRIKE: arc, **more.pop("arcs", {})},
        **more,
    )
    return activated(change(state) if change else state, STRIKE)


def kill(game: Game, weapon: str, target: str, arc: int = 1, pow: int = 3) -> None:
    """Saber a destroys a Hunter."""
    hurl(game, f"{STRIKE}.a", weapon, target, dice(1, 3 + arc), dice(0, 4), dice(2, pow + 1))
    assert not game.state.is_on_table(target)


def shot(weapon: str, target: str) -> Attack:
    return Attack(player=1, model=f"{STRIKE}.a", weapon=weapon, target=target)


TWO = {FOE: (20, 21.9), "2.hunter.2": (21.5, 21.5), SCOURGE: (17.8, 21.2)}


@pytest.mark.rule("NM-ATK-16")
def test_havoc_engine_attacks_on_with_a_weapon_not_yet_used_when_it_has_destroyed_an_enemy() -> (
    None
):
    game = struck("hunter", "hunter", "scourge", at=TWO)
    kill(game, "fusion_blade", FOE)
    assert waits_for(game, "Reaction", 1) and options(game) == {HAVOC}
    use(game, "havoc_engine", f"{STRIKE}.a")
    assert (
        waits_for(game, "ExtraAttack", 1) and game.state.units[STRIKE].arc == 1
    )  # it costs nothing
    assert refused(game, shot("fusion_blade", SCOURGE)).code == "wrong_weapon"
    kill(game, "tentacle_strike", "2.hunter.2", pow=2)
    assert options(game) == {HAVOC}  # that was an attack of its, too
    use(game, "havoc_engine", f"{STRIKE}.a")
    assert {a.weapon for o in game.offers() for a in o.candidates() if isinstance(a, Attack)} == {
        "ion_cannon"
    }
    hurl(game, f"{STRIKE}.a", "ion_cannon", SCOURGE, dice(0, 5), dice(0, 3))
    assert goes_on(game) and refused(game, shot("ion_cannon", SCOURGE)).code == "attack_made"
    assert game.check(Attack(player=1, model=f"{STRIKE}.b", weapon="ion_cannon", target=SCOURGE))


def test_havoc_engine_is_not_asked_without_a_kill_without_arc_or_without_a_weapon_left() -> None:
    hurt = struck("hunter", "scourge", at={FOE: (20, 21.9), SCOURGE: (17.8, 21.2)})
    hurl(hurt, f"{STRIKE}.a", "fusion_blade", SCOURGE, dice(1, 4), dice(0, 3), dice(4, 4))
    assert hurt.state.models[SCOURGE].damage == 1 and goes_on(hurt)
    empty = struck("hunter", at={FOE: (20, 21.9)}, arc=0)
    kill(empty, "fusion_blade", FOE, 0)
    assert goes_on(empty)
    three = struck(
        "hunter",
        "hunter",
        "hunter",
        at={FOE: (20, 21.9), "2.hunter.2": (21.5, 21.5), "2.hunter.3": (18.5, 21.5)},
    )
    for i, (weapon, pow) in enumerate(
        (("fusion_blade", 3), ("tentacle_strike", 2), ("ion_cannon", 3))
    ):
        target = f"2.hunter.{i + 1}"
        if weapon == "ion_cannon":
            hurl(three, f"{STRIKE}.a", weapon, target, dice(1, 5), dice(0, 4), dice(2, pow + 1))
        else:
            kill(three, weapon, target, pow=pow)
            use(three, "havoc_engine", f"{STRIKE}.a")
    assert not three.state.is_on_table("2.hunter.3") and goes_on(three)


@pytest.mark.rule("NM-SQD-10")
def test_havoc_engine_of_an_attachment_with_one_weapon_is_asked_about_by_nobody() -> None:
    aerolith = "1.aerolith.1"
    joined: dict[str, Any] = {"attachments": (["aerolith"], ()), "joined": {STRIKE: [aerolith]}}
    game = struck("hunter", at={aerolith: (26, 20), FOE: (26, 28)}, **joined)
    hurl(game, aerolith, "pulse_array", FOE, dice(1, 6), dice(0, 4), dice(2, 4))
    assert not game.state.is_on_table(FOE) and goes_on(game)


@pytest.mark.rule("NM-SIL-164")
@pytest.mark.rule("NM-GAT-10")
def test_havoc_engine_counts_who_stepped_in_and_no_gate() -> None:
    taken = struck(
        "scourge",
        "paladin_defenders",
        at={SCOURGE: (20, 22.5), f"{GUARDS}.a": (17.8, 22.5)},
        arcs={GUARDS: 1},
    )
    hurl(taken, f"{STRIKE}.a", "fusion_blade", SCOURGE, dice(1, 4), dice(0, 3))
    use(taken, "intercept_driver", f"{GUARDS}.a", dice(4, 4))
    assert not taken.state.is_on_table(f"{GUARDS}.a") and options(taken) == {HAVOC}
    gate = struck("hunter", at={FOE: (40, 40)}, gates={GATE: ((20, 21.9), 1)})
    hurl(gate, f"{STRIKE}.a", "fusion_blade", GATE, dice(1, 4), dice(0, 3), dice(5, 4))
    assert GATE not in gate.state.gates and goes_on(gate)


def test_havoc_engine_works_only_in_its_own_activation() -> None:
    state = begun(
        ["saber_strike_force"],
        ["hunter", "scourge"],
        at={**FORCE, FOE: (20, 21.9), SCOURGE: (17.8, 21.2)},
        arc={STRIKE: 1},
        hands={1: ["aggression_theorem"]},
    )
    game = at_step(state, "cypher")
    game.apply(Play(player=1, card="aggression_theorem", on=f"{STRIKE}.a"))
    kill(game, "fusion_blade", FOE)
    assert asked(game) == "ActivationQuestion"
    theirs = "2.saber_strike_force.1"
    hunter = "1.hunter.1"
    answering = begun(
        ["hunter"],
        ["saber_strike_force"],
        at={hunter: (20, 20), f"{theirs}.a": (20, 21.9)},
        arc={theirs: 1},
    )
    enemys = activated(with_abilities(answering, f"{theirs}.a", "riposte"), hunter)
    hurl(enemys, hunter, "combat_blade", f"{theirs}.a", dice(0, 3), dice(0, 3))
    use(enemys, "riposte", f"{theirs}.a")
    hurl(
        enemys, f"{theirs}.a", "fusion_blade", hunter, dice(1, 4), dice(0, 4), dice(2, 4), player=2
    )
    assert not enemys.state.is_on_table(hunter) and not options(enemys)


@pytest.mark.rule("NM-BLA-06")
def test_havoc_engine_is_no_reward_for_a_friend_that_the_blast_destroyed() -> None:
    brand = "1.firebrand.1"
    bomber = jack("firebrand", cortex="recon_cortex", arm=["grenade_launcher", "fusion_glaive"])
    for beside, reward in (("1.hunter.1", set()), (FOE, {("havoc_engine", brand)})):
        at = {brand: (20, 20), SCOURGE: (20, 27), beside: (20, 29), "2.hunter.2": (18, 18)}
        state = begun([bomber, "hunter"], ["scourge", "hunter", "hunter"], at=at, arc={brand: 1})
        game = activated(with_abilities(state, brand, "havoc_engine"), brand)
        hurl(
            game, brand, "grenade_launcher", SCOURGE, dice(1, 5), dice(0, 3), dice(0, 4), dice(2, 3)
        )
        assert not game.state.is_on_table(beside) and options(game) == reward


def test_havoc_engine_may_strike_at_what_a_sidestep_brought_into_reach() -> None:
    at = {f"{VANGUARD}.a": (20, 20), FOE: (20, 21.9), SCOURGE: (16.6, 20)}
    game = fight(["saber_vanguard"], ["hunter", "scourge"], at, unit=VANGUARD, arc={VANGUARD: 1})
    hurl(game, f"{VANGUARD}.a", "tentacle_strike", FOE, dice(1, 4), dice(0, 4), dice(2, 3))
    assert options(game) == {ASIDE}  # nobody is in reach
    use(game, "sidestep", f"{VANGUARD}.a")
    step(game, f"{VANGUARD}.a", (19.1, 20))
    assert options(game) == {("havoc_engine", f"{VANGUARD}.a")}
    use(game, "havoc_engine", f"{VANGUARD}.a")
    happened = hurl(
        game, f"{VANGUARD}.a", "fusion_scythe_saber", SCOURGE, dice(1, 5), dice(0, 3), dice(0, 5)
    )
    assert pools(happened)[0] == ("attack", 3, 2) and options(game) == {ASIDE}


def test_havoc_engine_may_be_left_and_its_attack_given_up_and_taken_back() -> None:
    game = struck("hunter", "scourge", at={FOE: (20, 21.9), SCOURGE: (17.8, 21.2)})
    kill(game, "fusion_blade", FOE)
    use(game, "havoc_engine", f"{STRIKE}.a")
    game.undo()
    assert options(game) == {HAVOC}
    use(game, "havoc_engine", f"{STRIKE}.a")
    skip(game)
    assert goes_on(game)
    kept = struck("hunter", "scourge", at={FOE: (20, 21.9), SCOURGE: (17.8, 21.2)})
    kill(kept, "fusion_blade", FOE)
    skip(kept)
    assert goes_on(kept)


# Void Spiral.


WRAITH = jack("daemon", cortex="wraith_cortex")
SPIRAL = ("void_spiral", DAEMON)


def spiralled(
    attack: int, *rolls: tuple[int, ...], arc: int = 1, weapon: str = "nailer", **more: Any
) -> Game:
    """A Scourge shoots at a Daemon with a Wraith head, which its Aegis Field covers while it is charged."""
    at = {MINE: (20, 20), DAEMON: (20, 28), **more.pop("at", {})}
    change = more.pop("change", lambda s: s)
    state = begun(
        [GUNNER],
        [WRAITH, *more.pop("north", ())],
        at=at,
        arc={DAEMON: arc, **more.pop("arcs", {})},
        **more,
    )
    game = activated(change(state), MINE)
    hurl(game, MINE, weapon, DAEMON, dice(attack, 3), dice(0, 5 if arc else 3), *rolls)
    return game


def test_void_spiral_repositions_within_two_inches_after_an_attack_that_hit_while_charged() -> None:
    game = spiralled(1, dice(0, 4))
    assert waits_for(game, "Reaction", 2) and options(game) == {SPIRAL}
    use(game, "void_spiral", DAEMON)
    far = 28 + 2 + 2 * LARGE
    assert refused(game, Place(player=2, model=DAEMON, at=(20.0, far + 0.01))).code == "too_far"
    put_at(game, DAEMON, (20, far))
    assert (
        near(place(game, DAEMON), 20, far) and game.state.units[DAEMON].arc == 1 and goes_on(game)
    )
    assert goes_on(spiralled(0)) and goes_on(spiralled(1, dice(0, 4), arc=0))
    declined = spiralled(1, dice(0, 4))
    skip(declined)
    assert goes_on(declined)


def test_void_spiral_is_not_for_the_dead_nor_for_a_hit_that_another_took() -> None:
    dead = spiralled(1, dice(4, 4), change=lambda s: s.with_model(DAEMON, damage=2))
    assert not dead.state.is_on_table(DAEMON) and goes_on(dead)
    taken = spiralled(1, north=["corebus"], at={"2.corebus.1": (22.5, 28)})
    use(taken, "guardian", "2.corebus.1", dice(0, 4))
    assert goes_on(taken)


def test_void_spiral_goes_with_the_arc_that_the_attack_takes_and_comes_back_for_the_next() -> None:
    weaver = begun(
        ["coalition_weaver"],
        [WRAITH],
        at={WEAVER: (20, 20), DAEMON: (20, 28)},
        arc={DAEMON: 1},
        hands={1: ["null_collider"]},
    )
    drained = at_step(weaver, "cypher")
    channel(drained, "null_collider", WEAVER, DAEMON, dice(1, 11), dice(0, 5), dice(0, 4))
    assert drained.state.units[DAEMON].arc == 0 and asked(drained) == "ActivationQuestion"
    game = spiralled(1, dice(0, 4))
    use(game, "void_spiral", DAEMON)
    put_at(game, DAEMON, (22, 28))
    hurl(game, MINE, "stinger_cannon", DAEMON, dice(1, 3), dice(0, 5), dice(0, 4))
    assert options(game) == {SPIRAL}


@pytest.mark.rule("NM-SIL-81")
@pytest.mark.rule("NM-SIL-167")
def test_void_spiral_takes_it_out_of_reach_of_the_strafe_and_does_not_mind_a_dead_attacker() -> (
    None
):
    nemesis = "1.nemesis.1"
    gun = jack("nemesis", cortex="ghost_cortex", arm=["hellstormer"])
    state = begun(
        [gun],
        ["hunter", WRAITH],
        at={nemesis: (20, 20), FOE: (20, 28), DAEMON: (22.2, 28)},
        arc={DAEMON: 1},
    )
    game = activated(state, nemesis)
    hurl(game, nemesis, "hellstormer", DAEMON, (1,), dice(1, 4), dice(0, 5), dice(0, 5))
    use(game, "void_spiral", DAEMON)
    put_at(game, DAEMON, (25, 28))
    assert waits_for(game, "StrafeQuestion", 1)
    at_foe = Attack(player=1, model=nemesis, weapon="hellstormer", target=FOE)
    assert game.check(at_foe)  # it counts where the first target stood
    brand = "1.firebrand.1"
    bomber = jack("firebrand", cortex="recon_cortex", arm=["grenade_launcher"])
    near_it = begun(
        [bomber], [WRAITH], at={brand: (20, 20), DAEMON: (20, 22.5)}, arc={DAEMON: 1}
    ).with_model(brand, damage=2)
    blown = activated(near_it, brand)
    hurl(blown, brand, "grenade_launcher", DAEMON, dice(1, 4), dice(0, 5), dice(0, 4), dice(3, 3))
    assert not blown.state.is_on_table(brand) and options(blown) == {SPIRAL}
    use(blown, "void_spiral", DAEMON)
    put_at(blown, DAEMON, (20, 25))


def test_a_game_saved_while_void_spiral_asks_for_a_place_goes_on_from_there(tmp_path: Path) -> None:
    game = spiralled(1, dice(0, 4))
    path = tmp_path / "game.jsonl"
    use(game, "void_spiral", DAEMON)
    save(game, path)

    def again(setup: dict[str, Any], dice: Dice) -> Game:
        return Game(NEO_MECHANIKA, game.start, dice, setup)

    loaded = load(path, again)
    assert loaded.digest() == game.digest() and waits_for(loaded, "PlaceQuestion", 2)
    for one in (game, loaded):
        put_at(one, DAEMON, (22, 29))
    assert loaded.digest() == game.digest()
