"""Who takes another's hit, and who strikes back: when, with what, and when nobody is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.neo_mechanika.rules.abilities.kit import (
    arms,
    near,
    options,
    place,
    put_at,
    skip,
    use,
    waits_for,
)
from tests.games.neo_mechanika.rules.fighting import (
    activated,
    channel,
    damage,
    dice,
    done,
    fight,
    hurl,
    jack,
    pools,
    told,
    with_abilities,
)
from tests.games.neo_mechanika.rules.playing import asked, at_step, begun, refused
from wc3d.engine.dice import Dice
from wc3d.engine.game import Game
from wc3d.engine.replay import load, save
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.actions import Attack
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA

MINE = "1.scourge.1"
WEAVER = "1.coalition_weaver.1"
HUNTER = "1.hunter.1"
COREBUS = "2.corebus.1"
FOE = "2.hunter.1"
SCOURGE = "2.scourge.1"
JAX = "2.jax_redblade.1"
GATE = "2.gate.1"
GUARDS = "2.paladin_defenders.1"
MARAUDER = "2.marauder.1"
MEDIUM = 20 / 25.4
SMALL = 15 / 25.4
GUNNER = jack(
    "scourge", cortex="killer_cortex", arm=["stinger_cannon"], shoulder=["nailer", "rocket_pod"]
)
GUARD = ("guardian", COREBUS)


def goes_on(game: Game) -> bool:
    """Does the activation go on?"""
    return waits_for(game, "ActingQuestion", 1)


# Guardian.


def guarded(
    attack: int = 1, away: float = 5.0, *, weapon: str = "nailer", defense: int = 4, **more: Any
) -> Game:
    """A Scourge shoots at a Hunter; Corebus stands so many inches from it."""
    at = {
        MINE: (20, 20),
        FOE: (20, 28),
        COREBUS: (20 + away + SMALL + MEDIUM, 28),
        **more.pop("at", {}),
    }
    rolls = more.pop("rolls", ())
    target = more.pop("target", FOE)
    game = activated(
        begun([GUNNER], ["hunter", "corebus", *more.pop("north", ())], at=at, **more), MINE
    )
    hurl(game, MINE, weapon, target, dice(attack, 3), dice(0, defense), *rolls)
    return game


@pytest.mark.rule("NM-SIL-164")
def test_guardian_is_hit_instead_of_a_friend_within_five_inches() -> None:
    game = guarded()
    assert waits_for(game, "Reaction", 2) and options(game) == {
        GUARD
    }  # it costs nothing and needs no Arc
    happened = use(game, "guardian", COREBUS, dice(4, 4))
    assert (
        arms(happened) == [(COREBUS, 4)]
        and game.state.models[COREBUS].damage == 1
        and goes_on(game)
    )
    assert told(happened, events.Redirected)[0].target == FOE and game.state.is_on_table(FOE)
    declined = guarded()
    assert damage(skip(declined, dice(2, 4))) == [(FOE, 1)]
    assert goes_on(guarded(away=5.01, rolls=(dice(0, 4),))) and goes_on(guarded(0))


@pytest.mark.rule("NM-SIL-72")
def test_guardian_is_not_asked_for_itself_for_enemies_or_for_who_is_hit_by_a_blast() -> None:
    own = fight([GUNNER], ["corebus"], {MINE: (20, 20), COREBUS: (20, 28)})
    hurl(own, MINE, "nailer", COREBUS, dice(1, 3), dice(0, 2), dice(0, 4))
    assert goes_on(own)
    foes = fight(
        [GUNNER, "corebus"], ["hunter"], {MINE: (20, 20), "1.corebus.1": (22, 28), FOE: (20, 28)}
    )
    hurl(foes, MINE, "nailer", FOE, dice(1, 3), dice(0, 4), dice(0, 4))
    assert goes_on(foes)
    at = {MINE: (20, 20), SCOURGE: (20, 33.4), FOE: (20, 30.4), COREBUS: (25, 27)}
    near_blast = fight([GUNNER], ["hunter", "scourge", "corebus"], at)
    hurl(near_blast, MINE, "rocket_pod", SCOURGE, dice(1, 3), dice(0, 3), dice(0, 5), dice(0, 4))
    assert [m for m, _ in damage(near_blast.log)] == [SCOURGE, FOE] and goes_on(near_blast)


@pytest.mark.rule("NM-SIL-25")
@pytest.mark.rule("NM-SIL-164")
def test_guardian_shields_a_friend_from_the_part_of_a_spray_that_was_aimed_at_it() -> None:
    weaver = "1.immortal_weaver.1"
    at = {weaver: (20, 20), FOE: (20, 23), "2.hunter.2": (20, 26), COREBUS: (23, 24.5)}
    game = fight(["immortal_weaver"], ["hunter", "hunter", "corebus"], at)
    hurl(
        game,
        weaver,
        "psychokinetic_hood",
        "2.hunter.2",
        dice(1, 3),
        dice(0, 4),
        dice(0, 5),
        dice(1, 3),
        dice(0, 4),
    )
    assert options(game) == {GUARD} and not told(game.log, events.Redirected)
    use(game, "guardian", COREBUS, dice(0, 5))
    assert [e.model for e in told(game.log, events.Damaged)] == [FOE, COREBUS] and goes_on(game)


def test_guardian_and_intercept_driver_take_one_hit_between_them() -> None:
    at = {f"{GUARDS}.a": (18, 28)}
    game = guarded(away=1.0, north=["paladin_defenders"], at=at, arc={GUARDS: 1})
    driver = ("intercept_driver", f"{GUARDS}.a")
    assert options(game) == {GUARD, driver}
    use(game, "guardian", COREBUS, dice(0, 4))
    assert game.state.units[GUARDS].arc == 1 and goes_on(game)


@pytest.mark.rule("NM-SIL-160")
@pytest.mark.rule("NM-SIL-164")
def test_guardian_takes_the_effects_and_the_slam_and_leaves_the_blast_where_it_is() -> None:
    blast = guarded(weapon="rocket_pod", away=4.0, north=["marauder"], at={MARAUDER: (28.5, 28)})
    happened = use(blast, "guardian", COREBUS, dice(0, 5))
    assert [m for m, _ in damage(happened)] == [
        COREBUS
    ]  # none is beside the Hunter, which was aimed at
    slug = jack("dusk_wolf", cortex="scout_cortex", arm=["slug_gun"])
    wolf = "1.dusk_wolf.1"
    slam = fight([slug], ["hunter", "corebus"], {wolf: (20, 20), FOE: (20, 26), COREBUS: (23, 26)})
    hurl(slam, wolf, "slug_gun", FOE, dice(1, 4), dice(0, 4))
    use(slam, "guardian", COREBUS, dice(0, 4))
    assert near(place(slam, FOE), 20, 26) and not near(place(slam, COREBUS), 23, 26)


@pytest.mark.rule("NM-SIL-164")
def test_guardian_takes_furies_and_hits_on_squads_and_gates() -> None:
    fury = at_step(
        begun(
            ["coalition_weaver"],
            ["hunter", "corebus"],
            at={WEAVER: (20, 20), FOE: (20, 28), COREBUS: (22, 28)},
            hands={1: ["null_collider"]},
            arc={FOE: 1, COREBUS: 1},
        ),
        "cypher",
    )
    channel(fury, "null_collider", WEAVER, FOE, dice(1, 11), dice(0, 4))
    use(fury, "guardian", COREBUS, dice(0, 4))
    assert [fury.state.units[u].arc for u in (FOE, COREBUS)] == [1, 0]
    gate = fight(
        [GUNNER], ["corebus"], {MINE: (20, 20), COREBUS: (22, 28)}, gates={GATE: ((20, 28), 1)}
    )
    hurl(gate, MINE, "nailer", GATE, dice(1, 3), dice(0, 3))
    assert options(gate) == {GUARD}  # a void gate is a friendly model
    use(gate, "guardian", COREBUS, dice(4, 4))
    assert gate.state.gates[GATE].arc == 1 and gate.state.models[COREBUS].damage == 1


@pytest.mark.rule("NM-SIL-164")
@pytest.mark.rule("NM-SIL-168")
def test_guardian_does_not_take_a_hit_that_was_eluded_and_who_is_saved_may_still_move() -> None:
    voss = "2.justicar_voss.1"
    eluded = guarded(
        at={FOE: (40, 40), voss: (20, 28)},
        away=2.0,
        north=["justicar_voss"],
        arc={voss: 1},
        target=voss,
    )
    assert options(eluded) == {GUARD, ("void_jumper", voss)}
    use(eluded, "void_jumper", voss)
    put_at(eluded, voss, (20, 30))
    assert goes_on(eluded)
    brand = "2.firebrand.1"
    reflex = jack("firebrand", cortex="reflex_cortex")
    saved = guarded(
        at={FOE: (40, 40), brand: (20, 28)}, away=2.0, north=[reflex], target=brand, defense=3
    )
    use(saved, "guardian", COREBUS, dice(0, 4))
    assert options(saved) == {("heightened_reflexes", brand)}


# Riposte.


def parried(
    attack: int = 0,
    weapon: str = "wrecking_claw",
    *rolls: tuple[int, ...],
    at: Any = (20, 22.5),
    **more: Any,
) -> Game:
    """A Scourge attacks Captain Redblade."""
    state = begun([GUNNER], ["jax_redblade"], at={MINE: (20, 20), JAX: at}, **more.pop("begun", {}))
    game = activated(more.pop("change", lambda s: s)(state), MINE)
    hurl(
        game,
        MINE,
        weapon,
        JAX,
        dice(attack, 4 if weapon == "wrecking_claw" else 3),
        dice(0, more.pop("defense", 5)),
        *rolls,
    )
    return game


RIPOSTE = ("riposte", JAX)


def back(weapon: str = "fusion_sword", target: str = MINE) -> Attack:
    return Attack(player=2, model=JAX, weapon=weapon, target=target)


def test_riposte_attacks_the_model_whose_melee_attack_missed() -> None:
    for weapon, action in (("fusion_sword", 5), ("magnum", 4)):
        game = parried()
        assert waits_for(game, "Reaction", 2) and options(game) == {RIPOSTE}
        use(game, "riposte", JAX)
        assert waits_for(game, "ExtraAttack", 2)
        happened = done(game, back(weapon), dice(action, action), dice(0, 3), dice(4, 4 + action))
        assert damage(happened) == [(MINE, 1)] and goes_on(game)
    assert goes_on(parried(1, "wrecking_claw", dice(0, 5))) and goes_on(parried(0, "nailer"))
    declined = parried()
    skip(declined)
    assert goes_on(declined)


def test_riposte_is_only_at_the_attacker_and_within_the_weapons_reach() -> None:
    state = begun(
        [GUNNER, "hunter"], ["jax_redblade"], at={MINE: (20, 20), JAX: (20, 23.5), HUNTER: (20, 25)}
    )
    game = activated(state, MINE)
    hurl(game, MINE, "wrecking_claw", JAX, dice(0, 4), dice(0, 5))
    use(game, "riposte", JAX)
    assert refused(game, back(target=HUNTER)).code == "wrong_target"
    assert refused(game, back("nailer")).code == "wrong_weapon"
    assert refused(game, back()).code == "out_of_range"  # the claw reaches farther than the sword
    offered = {a.weapon for o in game.offers() for a in o.candidates() if isinstance(a, Attack)}
    assert offered == {"magnum"}
    skip(game)
    assert goes_on(game)


def test_riposte_is_not_for_a_friend_that_was_missed() -> None:
    game = fight(
        [GUNNER], ["jax_redblade", "hunter"], {MINE: (20, 20), JAX: (22, 22), FOE: (20, 22.5)}
    )
    hurl(game, MINE, "wrecking_claw", FOE, dice(0, 4), dice(0, 4))
    assert goes_on(game)


@pytest.mark.rule("NM-CON-09")
def test_riposte_rolls_with_its_arc_and_fails_with_its_systems() -> None:
    charged = parried(defense=7, begun={"arc": {JAX: 1}})
    skip(charged)  # its Refractor Field
    use(charged, "riposte", JAX)
    assert pools(done(charged, back(), dice(0, 6), dice(0, 3)))[0] == ("attack", 5, 1)
    failing = parried(change=lambda s: s.with_model(JAX, effects=("system_failure:melee",)))
    use(failing, "riposte", JAX)
    assert refused(failing, back()).code == "system_failure" and failing.check(back("magnum"))


@pytest.mark.rule("NM-SIL-41")
@pytest.mark.rule("NM-SIL-171")
def test_riposte_destroys_the_attacker_whose_activation_is_over_then() -> None:
    game = parried(change=lambda s: s.with_model(MINE, damage=2))
    use(game, "riposte", JAX)
    done(game, back(), dice(1, 5), dice(0, 3), dice(4, 5))
    assert not game.state.is_on_table(MINE) and asked(game) != "ActingQuestion"


@pytest.mark.rule("NM-SIL-171")
def test_riposte_answers_a_riposte_that_misses() -> None:
    mine = "1.jax_redblade.1"
    game = fight(["jax_redblade"], ["jax_redblade"], {mine: (20, 20), JAX: (20, 22)})
    hurl(game, mine, "fusion_sword", JAX, dice(0, 5), dice(0, 5))
    use(game, "riposte", JAX)
    done(game, back(target=mine), dice(0, 5), dice(0, 5))
    assert waits_for(game, "Reaction", 1) and options(game) == {("riposte", mine)}
    use(game, "riposte", mine)
    hurl(game, mine, "magnum", JAX, dice(0, 4), dice(0, 5))
    assert goes_on(game)  # it was no melee attack
    assert game.check(
        Attack(player=1, model=mine, weapon="magnum", target=JAX)
    )  # nor an attack of its activation


@pytest.mark.rule("NM-SIL-158")
@pytest.mark.rule("NM-SIL-171")
def test_riposte_after_a_reroll_that_saved_it_and_saved_in_the_middle(tmp_path: Path) -> None:
    game = parried(1, begun={"arc": {JAX: 1}}, defense=7)
    path = tmp_path / "game.jsonl"
    use(game, "refractor_field", JAX, dice(1, 7))
    assert options(game) == {RIPOSTE}
    use(game, "riposte", JAX)
    save(game, path)

    def again(setup: dict[str, Any], dice: Dice) -> Game:
        return Game(NEO_MECHANIKA, game.start, dice, setup)

    loaded = load(path, again)
    assert (
        loaded.digest() == game.digest()
        and waits_for(loaded, "ExtraAttack", 2)
        and not loaded.view(1).offers
    )
    for one in (game, loaded):
        done(one, back(), dice(1, 5), dice(0, 3), dice(0, 5))
    assert loaded.digest() == game.digest()


@pytest.mark.rule("NM-SIL-167")
def test_nobody_is_asked_to_slam_an_attacker_that_the_answer_destroyed() -> None:
    brand = "2.firebrand.1"
    state = begun(
        [GUNNER],
        [jack("firebrand", cortex="neural_web_cortex", arm=["repulsor_shield"])],
        at={MINE: (20, 20), brand: (20, 22.7)},
        arc={brand: 2},
    )
    for hurt, ram in ((2, set()), (0, {("repulsor_ram", brand)})):
        game = activated(
            with_abilities(state, brand, "impulse_reciprocator").with_model(MINE, damage=hurt), MINE
        )
        hurl(game, MINE, "wrecking_claw", brand, dice(1, 4), dice(0, 3))
        skip(game)  # its Refractor Field
        use(game, "impulse_reciprocator", brand, dice(0, 5))
        hurl(game, brand, "repulsor_shield", MINE, dice(1, 5), dice(0, 3), dice(4, 3), player=2)
        assert game.state.is_on_table(MINE) == (not hurt) and options(game) == ram
