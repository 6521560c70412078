"""Abilities of models that are hit: an environmental suit, an anchor, a barrier that Arc pays for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.games.neo_mechanika.rules.abilities.kit import (
    is_so,
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
    fight,
    hurl,
    jack,
    pools,
    told,
    with_abilities,
)
from tests.games.neo_mechanika.rules.playing import at_step, begun, chronicle, refused
from wc3d.engine.agenda import Resolution
from wc3d.engine.dice import Dice, ScriptedDice
from wc3d.engine.game import Game
from wc3d.engine.replay import load, save
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.actions import Choose, Use
from wc3d.games.neo_mechanika.rules.all_handlers import FRAME_STEPS
from wc3d.games.neo_mechanika.rules.fighting import continuous_effects
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.pulse import GameFrame
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA

SCOURGE = "1.scourge.1"
WEAVER = "1.coalition_weaver.1"
NEMESIS = "1.nemesis.1"
VOSS = "1.justicar_voss.1"
OCULUS = "1.oculus.1"
CURATOR = "2.harlan_sek.1"
SENTINEL = "2.sentinel.1"
FOE = "2.hunter.1"
GUARDS = "2.paladin_defenders.1"
LARGE = 25 / 25.4
MEDIUM = 20 / 25.4
SMALL = 15 / 25.4
AVATAR = jack("sentinel", cortex="avatar_cortex")
BARRIER = "force_barrier_spike"


# Environmental Suit.


def burnt(weapon: str, **carried: Any) -> tuple[Game, Any]:
    """Harlan Sek is hit by a Scourge's or Firebrand's weapon, well enough to be destroyed thrice."""
    unit = "firebrand" if weapon == "immolator" else "scourge"
    gunner = jack(
        unit, cortex="recon_cortex" if unit == "firebrand" else "killer_cortex", shoulder=[weapon]
    )
    me = f"1.{unit}.1"
    game = fight([gunner], ["harlan_sek"], {me: (20, 20), CURATOR: (20, 28)}, **carried)
    action, pow = (4, 5) if unit == "firebrand" else (3, 4)
    happened = hurl(game, me, weapon, CURATOR, dice(6, action), dice(0, 2), dice(12, pow + 6))
    return game, happened


def test_environmental_suit_takes_no_damage_of_cold_corrosion_and_fire() -> None:
    for weapon, key in (("hollowphage_cannon", "corrosion"), ("rocket_pod", "")):
        game, happened = burnt(weapon)
        assert damage(happened) == [(CURATOR, 0 if key else 3)]
        assert game.state.is_on_table(CURATOR) == bool(key)
    flamer = jack("strike_raptor", cortex="ace_cortex", arm=["flame_thrower"])
    chiller = jack("strike_raptor", cortex="ace_cortex", shoulder=["entrophier"])
    me = "1.strike_raptor.1"
    for gunner, weapon, pow in ((flamer, "flame_thrower", 3), (chiller, "entrophier", 4)):
        game = fight([gunner], ["harlan_sek"], {me: (20, 20), CURATOR: (20, 26)})
        happened = hurl(game, me, weapon, CURATOR, dice(6, 4), dice(0, 2), dice(12, pow + 6))
        assert damage(happened) == [(CURATOR, 0)] and game.state.models[CURATOR].damage == 0


@pytest.mark.rule("NM-STA-24")
def test_environmental_suit_keeps_fire_and_corrosion_off_and_no_other_effect() -> None:
    corroded, _ = burnt("hollowphage_cannon")
    assert corroded.state.models[CURATOR].effects == ()
    start = begun(["hunter"], ["harlan_sek", "hunter"], at={CURATOR: (20, 20), FOE: (24, 20)})
    r = Resolution(start, ScriptedDice([(1,)]), FRAME_STEPS)
    for id in (CURATOR, FOE):
        for effect in ("fire", "corrosion", "lock_down", "tune_up"):
            continuous_effects.put_effect(r, id, effect)
    continuous_effects.put_effect(r, CURATOR, "system_failure")
    assert r.state.models[CURATOR].effects == ("lock_down", "tune_up", "system_failure:melee")
    assert set(r.state.models[FOE].effects) == {"fire", "corrosion", "lock_down", "tune_up"}
    flames, happened = burnt("immolator")  # energy damage with the quality Fire
    assert damage(happened) == [(CURATOR, 3)] and not told(happened, events.EffectPut)
    assert not flames.state.is_on_table(CURATOR)


@pytest.mark.rule("NM-STA-21")
def test_environmental_suit_is_proof_against_damage_that_is_fire_among_others() -> None:
    fang = "1.artemis_fang.1"
    for mode, points in (("fire", 0), ("blast", 3), ("revelator", 3)):
        game = fight(["artemis_fang"], ["harlan_sek"], {fang: (20, 20), CURATOR: (20, 26)})
        happened = hurl(
            game, fang, "arclock_pistol", CURATOR, dice(6, 6), dice(0, 2), dice(12, 9), mode=mode
        )
        assert damage(happened) == [(CURATOR, points)]
    assert not told(happened, events.EffectPut)


def test_environmental_suit_is_the_bearers_alone_and_needs_no_arc() -> None:
    at = {"1.strike_raptor.1": (20, 20), CURATOR: (20, 24), FOE: (20, 26)}
    sprayer = jack("strike_raptor", cortex="ace_cortex", arm=["flame_thrower"])
    for arc in (0, 1):
        game = fight([sprayer], ["harlan_sek", "hunter"], at, arc={CURATOR: arc})
        rolls = (dice(1, 4), dice(0, 2), dice(8, 4), dice(1, 4), dice(0, 4), dice(2, 4))
        happened = hurl(game, "1.strike_raptor.1", "flame_thrower", CURATOR, *rolls)
        assert (
            damage(happened) == [(CURATOR, 0), (FOE, 1)]
            and game.state.models[CURATOR].effects == ()
        )


def test_environmental_suit_is_proof_against_cold_cards_and_burning_ones() -> None:
    for card, pow, token in (
        ("cryo_lock", None, False),
        ("pyrokinetic_surge", 3, False),
        ("null_collider", 3, True),
    ):
        state = begun(
            ["coalition_weaver"],
            ["harlan_sek"],
            at={WEAVER: (20, 20), CURATOR: (20, 26)},
            arc={CURATOR: 1},
            hands={1: [card]},
        )
        game = at_step(state, "cypher")
        rolls = (dice(6, 11), dice(0, 2), *([dice(12, pow + 6)] if pow else []))
        happened = channel(game, card, WEAVER, CURATOR, *rolls)
        assert not told(happened, events.TokenGiven, events.EffectPut)
        assert damage(happened) == ([(CURATOR, 3 if token else 0)] if pow else [])
    state = begun(
        ["coalition_weaver"],
        ["hunter"],
        at={WEAVER: (20, 20), FOE: (20, 26)},
        hands={1: ["cryo_lock"]},
    )
    other = at_step(state, "cypher")
    assert told(
        channel(other, "cryo_lock", WEAVER, FOE, dice(6, 11), dice(0, 4)), events.TokenGiven
    )


def test_environmental_suit_shields_who_takes_the_hit_for_another() -> None:
    sprayless = jack("scourge", cortex="killer_cortex", shoulder=["hollowphage_cannon"])
    state = begun(
        [sprayless],
        ["hunter", "harlan_sek"],
        at={SCOURGE: (20, 20), FOE: (20, 28), CURATOR: (22, 28)},
    )
    game = activated(with_abilities(state, CURATOR, "guardian"), SCOURGE)
    hurl(game, SCOURGE, "hollowphage_cannon", FOE, dice(6, 3), dice(0, 4))
    happened = use(game, "guardian", CURATOR, dice(12, 10))
    assert damage(happened) == [(CURATOR, 0)] and game.state.models[CURATOR].effects == ()
    assert "= 3, lowered to 0" in "\n".join(chronicle(game))


# Quantum Anchor.


def rammed(arc: int, **more: Any) -> Game:
    """An obliterator's Repulsor hits a Sentinel from the south."""
    ram = jack(
        "morningstar", cortex="deadeye_cortex", shoulder=["harbinger_cannon"], arm=["force_hammer"]
    )
    at = {"1.morningstar.1": (20, 20), SENTINEL: (20, 22.5), **more.pop("at", {})}
    return fight([ram], [AVATAR, *more.pop("north", [])], at, arc={SENTINEL: arc}, **more)


@pytest.mark.rule("NM-SLM-08")
def test_quantum_anchor_is_not_moved_by_a_slam_while_charged() -> None:
    for arc in (0, 1):
        game = rammed(arc)
        happened = hurl(
            game, "1.morningstar.1", "force_hammer", SENTINEL, dice(1, 4), dice(0, 2), dice(0, 4)
        )
        assert near(place(game, SENTINEL), 20, 22.5 if arc else 25.5) and pools(happened)[2] == (
            "damage",
            3,
            1,
        )
        assert len(told(happened, events.Moved)) == 1 - arc


@pytest.mark.rule("NM-SLM-04")
def test_quantum_anchor_runs_into_nothing_and_hurts_nobody_beside_it() -> None:
    beside = {FOE: (20, 22.5 + LARGE + SMALL)}
    anchored = rammed(1, at=beside, north=["hunter"])
    happened = hurl(
        anchored, "1.morningstar.1", "force_hammer", SENTINEL, dice(1, 4), dice(0, 2), dice(0, 4)
    )
    assert pools(happened)[2:] == [("damage", 3, 1)]
    loose = rammed(0, at=beside, north=["hunter"])
    happened = hurl(
        loose,
        "1.morningstar.1",
        "force_hammer",
        SENTINEL,
        dice(1, 4),
        dice(0, 2),
        dice(0, 4),
        dice(0, 3),
    )
    assert pools(happened)[2:] == [("damage", 3, 1), ("collateral damage", 3, 0)]


@pytest.mark.rule("NM-SLM-02")
def test_quantum_anchor_stops_furies_and_still_stops_what_slams_into_it() -> None:
    state = begun(
        ["coalition_weaver"],
        [AVATAR],
        at={WEAVER: (20, 20), SENTINEL: (20, 26)},
        arc={SENTINEL: 1},
        hands={1: ["velocity_projector"]},
    )
    game = at_step(state, "cypher")
    channel(game, "velocity_projector", WEAVER, SENTINEL, dice(1, 11), dice(0, 2), dice(0, 5))
    assert near(place(game, SENTINEL), 20, 26)
    both = rammed(1, at={SENTINEL: (20, 27), "2.scourge.1": (20, 22.5)}, north=["scourge"])
    happened = hurl(
        both,
        "1.morningstar.1",
        "force_hammer",
        "2.scourge.1",
        dice(1, 4),
        dice(0, 3),
        dice(0, 5),
        dice(0, 3),
    )
    assert near(place(both, "2.scourge.1"), 20, 27 - 2 * LARGE) and near(
        place(both, SENTINEL), 20, 27
    )
    assert pools(happened)[2:] == [("damage", 3, 2), ("collateral damage", 3, 0)]


def test_quantum_anchor_lets_go_when_the_hit_takes_its_last_arc() -> None:
    at = {"1.morningstar.1": (20, 20), SENTINEL: (20, 22.5)}
    for arc, moved in ((1, True), (2, False)):
        state = begun(
            [jack("morningstar", cortex="deadeye_cortex", arm=["force_hammer"])],
            [AVATAR],
            at=at,
            arc={SENTINEL: arc},
        )
        key = "force_hammer"
        hammer = next(i for i in state.setup.weapons["1.morningstar.1"] if i.key == key)
        changed = hammer.card.model_copy(update={"abilities": ("null_strike",)})
        weapons = {**state.setup.weapons, "1.morningstar.1": (type(hammer)(key, changed),)}
        game = activated(_with_weapons(state, weapons), "1.morningstar.1")
        hurl(game, "1.morningstar.1", key, SENTINEL, dice(1, 4), dice(0, 2), dice(0, 4))
        assert near(place(game, SENTINEL), 20, 25.5 if moved else 22.5)


def _with_weapons(state: State, weapons: Any) -> State:
    return replace(state, setup=replace(state.setup, weapons=weapons))


def test_quantum_anchor_is_not_put_elsewhere_by_enemies_but_by_its_own() -> None:
    displacer = jack("nemesis", cortex="ghost_cortex", arm=["displacer"])
    for arc in (0, 1):
        game = fight(
            [displacer],
            [AVATAR],
            {NEMESIS: (20, 20), SENTINEL: (20, 28)},
            arc={NEMESIS: 1, SENTINEL: arc},
        )
        skip(game)  # its Afterburner
        hurl(game, NEMESIS, "displacer", SENTINEL, dice(1, 5), dice(0, 2), dice(0, 5))
        assert options(game) == (set() if arc else {("dislocator", NEMESIS)})
        assert game.state.units[NEMESIS].arc == 1
    mine = "1.sentinel.1"
    state = begun(
        [AVATAR, "fulcrum"],
        ["hunter"],
        at={mine: (20, 20), "1.fulcrum.1": (23, 20)},
        arc={mine: 1, "1.fulcrum.1": 1},
    )
    phased = activated(state, "1.fulcrum.1")
    use(phased, "void_phaser", "1.fulcrum.1", target=mine)
    put_at(phased, mine, (20, 17))
    assert near(place(phased, mine), 20, 17) and is_so(phased.state, mine, "no_slam")


# Force Barrier (the rule of a card, not the Cypher).


def hit_for(points: int, arc: int, *, hurt: int = 0, more: int = 0, **others: Any) -> Game:
    """A Scourge's Nailer is about to deal a Sentinel so many damage points (ARM 5), with so many strikes more."""
    gunner = jack("scourge", cortex="killer_cortex", shoulder=["nailer", "nailer"])
    at = {SCOURGE: (20, 20), SENTINEL: (20, 28), **others.pop("at", {})}
    state = begun(
        [gunner], [AVATAR, *others.pop("north", [])], at=at, arc={SENTINEL: arc}, **others
    )
    game = activated(state.with_model(SENTINEL, damage=hurt), SCOURGE)
    hurl(game, SCOURGE, "nailer", SENTINEL, dice(6, 3), dice(0, 2), dice(5 * points + more, 9))
    return game


@pytest.mark.rule("NM-ARC-09")
def test_force_barrier_spike_lowers_the_damage_by_one_for_each_arc() -> None:
    game = hit_for(2, 3)
    assert waits_for(game, "Reaction", 2) and options(game) == {(BARRIER, SENTINEL)}
    assert game.state.models[SENTINEL].damage == 0
    use(game, BARRIER, SENTINEL)
    assert (
        waits_for(game, "Reaction", 2)
        and game.state.units[SENTINEL].arc == 2
        and game.state.players[2].well == 5
    )
    happened = use(game, BARRIER, SENTINEL)
    assert damage(happened) == [(SENTINEL, 0)] and game.state.units[SENTINEL].arc == 1
    assert waits_for(game, "ActingQuestion", 1) and game.state.models[SENTINEL].damage == 0


def test_force_barrier_spike_may_stop_at_any_time_and_when_the_arc_is_gone() -> None:
    stopped = hit_for(3, 3)
    use(stopped, BARRIER, SENTINEL)
    skip(stopped)
    assert stopped.state.models[SENTINEL].damage == 2 and stopped.state.units[SENTINEL].arc == 2
    spent = hit_for(3, 1)
    assert damage(use(spent, BARRIER, SENTINEL)) == [(SENTINEL, 2)]
    assert waits_for(spent, "ActingQuestion", 1)
    passed = hit_for(2, 2)
    skip(passed)
    assert passed.state.models[SENTINEL].damage == 2


def test_force_barrier_spike_is_offered_for_damage_of_its_own_alone() -> None:
    for game in (hit_for(0, 2, more=4), hit_for(1, 0)):
        assert waits_for(game, "ActingQuestion", 1)
    beside = hit_for(0, 2, at={FOE: (23, 28)}, north=["hunter"])
    happened = hurl(beside, SCOURGE, "nailer#2", FOE, dice(5, 3), dice(0, 4), dice(2, 8))
    assert damage(happened) == [(FOE, 1)]
    game = hit_for(1, 1)
    wrong = refused(game, Use(player=2, ability=BARRIER, model=SCOURGE))
    assert (
        wrong.code == "not_now"
        and refused(game, Use(player=1, ability=BARRIER, model=SENTINEL)).code == "wrong_player"
    )
    assert refused(game, Choose(player=2, option="1")).code == "not_now"
    assert not game.view(1).offers and game.view(2).offers


def test_force_barrier_spike_saves_from_destruction_and_asks_for_each_attack() -> None:
    game = hit_for(2, 2, hurt=2)
    use(game, BARRIER, SENTINEL)
    skip(game)
    assert game.state.is_on_table(SENTINEL) and game.state.models[SENTINEL].damage == 3
    hurl(game, SCOURGE, "nailer#2", SENTINEL, dice(6, 3), dice(0, 2), dice(5, 9))
    use(game, BARRIER, SENTINEL)
    assert game.state.is_on_table(SENTINEL) and game.state.units[SENTINEL].arc == 0
    doomed = hit_for(2, 1, hurt=3)
    use(doomed, BARRIER, SENTINEL)
    assert not doomed.state.is_on_table(SENTINEL) and doomed.state.players[2].well == 7


@pytest.mark.rule("NM-BLA-05")
def test_force_barrier_spike_lowers_blasts_and_what_burns() -> None:
    mine = "1.sentinel.1"
    state = begun([AVATAR], ["hunter"], at={mine: (10, 10)}, arc={mine: 2}).with_model(
        mine, effects=("corrosion",)
    )
    state = replace(state, active=2, turn=10, agenda=(GameFrame(step="effects"),))
    game = Game(
        NEO_MECHANIKA, state, ScriptedDice([(2,)]), {}
    )  # the end of the round; the Corrosion stays
    assert waits_for(game, "Reaction", 1) and options(game) == {(BARRIER, mine)}
    use(game, BARRIER, mine)
    skip(game)
    assert game.state.models[mine].damage == 1 and game.state.units[mine].arc == 1
    rocket = jack("scourge", cortex="killer_cortex", shoulder=["rocket_pod"])
    near_by = fight(
        [rocket],
        ["hunter", AVATAR],
        {SCOURGE: (20, 20), FOE: (20, 28), SENTINEL: (22, 28)},
        arc={SENTINEL: 1},
    )
    hurl(near_by, SCOURGE, "rocket_pod", FOE, dice(1, 3), dice(0, 4), dice(0, 5), dice(5, 4))
    assert damage(use(near_by, BARRIER, SENTINEL)) == [(SENTINEL, 0)]


def test_force_barrier_spike_that_leaves_nothing_leaves_nothing_to_winch() -> None:
    puller = jack("scourge", cortex="killer_cortex", arm=["reaper"])
    for arc, winched in ((1, False), (0, True)):
        game = fight(
            [puller], [AVATAR], {SCOURGE: (20, 20), SENTINEL: (20, 27)}, arc={SENTINEL: arc}
        )
        hurl(game, SCOURGE, "reaper", SENTINEL, dice(1, 3), dice(0, 2), dice(5, 5))
        if arc:
            use(game, BARRIER, SENTINEL)
        assert options(game) == ({("winch", SCOURGE)} if winched else set())


def test_force_barrier_spike_is_taken_back_up_to_the_dice() -> None:
    game = hit_for(2, 2)
    use(game, BARRIER, SENTINEL)
    game.undo()
    assert (
        game.state.units[SENTINEL].arc == 2
        and options(game) == {(BARRIER, SENTINEL)}
        and not game.undoable()
    )
    use(game, BARRIER, SENTINEL)
    happened = use(game, BARRIER, SENTINEL)
    assert damage(happened) == [(SENTINEL, 0)]
    assert "Sentinel spikes Force Barrier for 1 Arc" in "\n".join(chronicle(game))


@pytest.mark.rule("NM-ARC-09")
def test_a_game_saved_while_the_barrier_is_asked_for_goes_on_from_there(tmp_path: Path) -> None:
    game = hit_for(3, 2)
    path = tmp_path / "game.jsonl"
    use(game, BARRIER, SENTINEL)
    save(game, path)

    def again(setup: dict[str, Any], dice: Dice) -> Game:
        return Game(NEO_MECHANIKA, game.start, dice, setup)

    loaded = load(path, again)
    assert loaded.digest() == game.digest() and options(loaded) == {(BARRIER, SENTINEL)}
    for one in (game, loaded):
        use(one, BARRIER, SENTINEL)
        assert one.state.models[SENTINEL].damage == 1
    assert loaded.digest() == game.digest()
