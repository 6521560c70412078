"""The weapon qualities, each by a weapon that has it, and one that misses or has it not beside it."""

from __future__ import annotations

import pytest

from tests.games.neo_mechanika.rules.abilities.kit import arms, near, place, waits_for
from tests.games.neo_mechanika.rules.fighting import (
    SCOURGE,
    WOLF,
    armed,
    damage,
    dice,
    done,
    fight,
    hurl,
    jack,
    lent,
    pools,
    resolved,
)
from tests.games.neo_mechanika.rules.playing import asked, begun, refused
from wc3d.engine.actions import Event
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.rules.actions import Attack
from wc3d.games.neo_mechanika.rules.fighting.attack import make_attack
from wc3d.games.neo_mechanika.rules.forces.force_files import UnitChoice

MARAUDER = "2.marauder.1"
REAVERS = "2.vassal_reavers.1"
A, B, C = (f"{REAVERS}.{letter}" for letter in "abc")
DUEL = {WOLF: (20, 20), SCOURGE: (20, 28)}


Rolls = tuple[tuple[int, ...], ...]


def shot(
    weapon: str, strikes: int, before: Rolls = (), after: Rolls = ()
) -> tuple[Game, tuple[Event, ...]]:
    """A Wolf shoots at a Scourge 8" north of it: so many strikes on 4 dice, none in defence."""
    game = fight([armed(weapon)], ["scourge"], DUEL)
    return game, hurl(game, WOLF, weapon, SCOURGE, *before, dice(strikes, 4), dice(0, 3), *after)


@pytest.mark.rule("NM-BLA-02")
@pytest.mark.rule("NM-BLA-04")
def test_blast_hurts_two_more_on_a_hit_and_the_target_alone_on_a_miss() -> None:
    squad = {A: (20, 31), B: (22.6, 28), C: (17.4, 28 + 30 / 25.4 + 2)}
    game = fight([armed("talon_rocket_pod")], ["scourge", "vassal_reavers"], {**DUEL, **squad})
    hit = hurl(
        game,
        WOLF,
        "talon_rocket_pod",
        SCOURGE,
        dice(2, 4),
        dice(0, 3),
        dice(4, 6),
        dice(0, 4),
        dice(0, 4),
    )
    assert [m for m, _ in arms(hit)] == [SCOURGE, B, A]
    assert pools(hit)[2:] == [("damage", 4, 2), ("blast damage", 4, 0), ("blast damage", 4, 0)]
    missing = fight([armed("talon_rocket_pod")], ["scourge", "vassal_reavers"], {**DUEL, **squad})
    missed = hurl(missing, WOLF, "talon_rocket_pod", SCOURGE, dice(0, 4), dice(0, 3), dice(4, 4))
    assert damage(missed) == [(SCOURGE, 1)]


@pytest.mark.rule("NM-STA-24")
def test_corrosion_is_on_the_model_hit_before_its_damage_roll() -> None:
    nemesis = "1.nemesis.1"
    for strikes, after, effects in ((1, (dice(3, 5),), ("corrosion",)), (0, (), ())):
        gun = jack("nemesis", cortex="ghost_cortex", shoulder=["hollowphage_cannon"])
        game = fight([gun], ["marauder"], {nemesis: (20, 20), MARAUDER: (20, 30)})
        happened = hurl(
            game, nemesis, "hollowphage_cannon", MARAUDER, dice(strikes, 4), dice(0, 2), *after
        )
        assert game.state.models[MARAUDER].effects == effects
        assert arms(happened) == ([(MARAUDER, 3)] if strikes else [])


@pytest.mark.rule("NM-STA-24")
def test_fire_is_on_the_model_hit_and_not_on_one_that_was_missed() -> None:
    for strikes, after, effects in ((1, (dice(0, 5),), ("fire",)), (0, (), ())):
        game, _ = shot("blazer", strikes, ((0,),), after)
        assert game.state.models[SCOURGE].effects == effects


@pytest.mark.rule("NM-STA-24")
def test_lock_down_is_on_the_model_hit() -> None:
    squad = "1.vassal_reavers.1"
    raker = "1.raker.1"
    at = {f"{squad}.a": (18, 20), raker: (20, 20), SCOURGE: (20, 22.4)}
    game = fight(
        ["vassal_reavers"], ["scourge"], at, attachments=(["raker"], ()), joined={squad: [raker]}
    )
    hurl(game, raker, "mandibles", SCOURGE, dice(1, 4), dice(0, 3), dice(0, 5))
    assert game.state.models[SCOURGE].effects == ("lock_down",)


@pytest.mark.rule("NM-SLM-08")
def test_repulsor_slams_three_inches_before_the_damage_unless_the_base_is_larger() -> None:
    game, happened = shot("slug_gun", 1, after=(dice(0, 4),))
    assert near(place(game, SCOURGE), 20, 31) and pools(happened)[2] == ("damage", 3, 1)
    weaver = "1.coalition_weaver.1"
    small = fight(["coalition_weaver"], ["scourge"], {weaver: (20, 20), SCOURGE: (20, 22.2)})
    hurl(small, weaver, "battle_staff", SCOURGE, dice(1, 3), dice(0, 3), dice(0, 5))
    assert near(place(small, SCOURGE), 20, 22.2)
    again = fight(["coalition_weaver"], ["hunter"], {weaver: (20, 20), "2.hunter.1": (21.9, 20)})
    hurl(again, weaver, "battle_staff", "2.hunter.1", dice(1, 3), dice(0, 4), dice(0, 5))
    assert near(place(again, "2.hunter.1"), 24.9, 20)


@pytest.mark.rule("NM-SPR-02")
def test_spray_attacks_each_model_on_the_line_by_itself() -> None:
    at = {
        WOLF: (20, 20),
        SCOURGE: (20, 24),
        MARAUDER: (20, 27),
        "1.hunter.1": (20, 29.5),
        "2.hunter.1": (20, 33.5),
    }
    game = fight([armed("flame_thrower"), "hunter"], ["scourge", "marauder", "hunter"], at)
    rolls = (dice(0, 4), dice(0, 3), dice(1, 4), dice(0, 2), dice(0, 4), dice(0, 4), dice(0, 4))
    happened = hurl(game, WOLF, "flame_thrower", SCOURGE, *rolls)
    assert [why for why, _, _ in pools(happened)] == ["attack", "defence"] * 2 + ["damage"] + [
        "attack",
        "defence",
    ]
    assert damage(happened) == [(MARAUDER, 0)] and game.state.models[MARAUDER].effects == ("fire",)
    assert asked(game) == "ActingQuestion"


@pytest.mark.rule("NM-STF-02")
def test_strafe_gives_an_attack_more_for_each_strike_at_models_within_two_inches_of_the_first() -> (
    None
):
    at = {WOLF: (10, 20), A: (16, 20), B: (16, 20 + 2 + 30 / 25.4), C: (16, 20 - 2.01 - 30 / 25.4)}
    game = fight([armed("blazer")], ["vassal_reavers"], at)
    hurl(game, WOLF, "blazer", A, (2,), dice(0, 4), dice(0, 3))
    assert waits_for(game, "StrafeQuestion", 1)
    assert refused(game, Attack(player=1, model=WOLF, weapon="blazer", target=C)).code == "too_far"
    more = done(
        game, Attack(player=1, model=WOLF, weapon="blazer", target=B), dice(0, 4), dice(0, 3)
    )
    assert pools(more) == [("attack", 4, 0), ("defence", 3, 0)]  # no Strafe die of its own
    assert waits_for(game, "ActingQuestion", 1)  # nobody else is near


@pytest.mark.rule("NM-STA-24")
def test_system_failure_of_a_weapon_forbids_one_kind_of_weapon_to_the_warjack_hit() -> None:
    south: list[str | UnitChoice] = [armed("ripper")]
    state = begun(south, ["scourge"], at={WOLF: (20, 20), SCOURGE: (20, 22.9)})
    claw = lent(state, WOLF, "ripper", "system_failure")  # no weapon on the cards has this quality
    after = resolved(
        state, make_attack(WOLF, claw, SCOURGE), rolls=[dice(1, 4), dice(0, 3), (2,), dice(0, 5)]
    )
    assert after.state.models[SCOURGE].effects == ("system_failure:melee",)
