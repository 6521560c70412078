"""The Oculus: Furies over fourteen inches, without sight while it is charged, and rolled again for its Arc."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.neo_mechanika.rules.abilities.kit import options, skip, use, value, waits_for
from tests.games.neo_mechanika.rules.fighting import (
    activated,
    channel,
    damage,
    dice,
    done,
    hurl,
    jack,
    pools,
    told,
)
from tests.games.neo_mechanika.rules.moving import ground
from tests.games.neo_mechanika.rules.playing import at_step, begun, refused
from tests.table.building import box
from wc3d.engine.dice import Dice
from wc3d.engine.game import Game
from wc3d.engine.replay import load, save
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.actions import Attack, Pass, Play, Use
from wc3d.games.neo_mechanika.rules.book.rulings import GameOptions
from wc3d.games.neo_mechanika.rules.state import HIDDEN_CARD, State
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA

OCULUS = "1.oculus.1"
WEAVER = "1.coalition_weaver.1"
SCOURGE = "2.scourge.1"
FOE = "2.hunter.1"
CURATOR = "2.harlan_sek.1"
SHOT = {OCULUS: (20, 20), SCOURGE: (20, 28)}
LARGE = 25 / 25.4
SMALL = 15 / 25.4
WALL = ground(box("wall", "structure", (20, 24), (12, 0.5), 6.0))
REACTOR = ("psycho_reactor", OCULUS)


def holding(
    card: str = "null_collider", *, arc: int = 1, at: dict[str, Any] | None = None, **more: Any
) -> State:
    """Player 1 holds a card, with an Oculus to channel it through."""
    south = more.pop("south", ["oculus"])
    north = more.pop("north", ["scourge"])
    return begun(
        south,
        north,
        at=at or SHOT,
        arc={OCULUS: arc, **more.pop("arcs", {})},
        hands={1: [card]},
        **more,
    )


def oculus(card: str = "null_collider", **more: Any) -> Game:
    """At the step of the Cyphers."""
    return at_step(holding(card, **more), "cypher")


def fury(through: str = OCULUS, on: str = SCOURGE, card: str = "null_collider") -> Play:
    return Play(player=1, card=card, on=on, channel=through)


# Arc Relay [14].


@pytest.mark.rule("NM-CYP-17")
def test_arc_relay_14_says_how_far_furies_reach() -> None:
    apart = 14 + SMALL + LARGE
    for arc in (0, 1):
        for away, legal in ((apart, True), (apart + 0.01, False)):
            game = oculus(arc=arc, at={OCULUS: (20, 20), SCOURGE: (20, 20 + away)})
            assert bool(game.check(fury())) == legal
    beyond = oculus(at={OCULUS: (20, 20), SCOURGE: (20, 20 + apart + 0.01)})
    assert (refused(beyond, fury()).code, refused(beyond, fury()).rule) == (
        "out_of_range",
        "NM-CYP-17",
    )


@pytest.mark.rule("NM-CYP-15")
def test_arc_relay_14_is_a_channel_whose_foc_is_rolled_with_the_well_and_not_with_its_arc() -> None:
    game = oculus(tokens=[OCULUS])  # a token is no hindrance
    happened = channel(game, "null_collider", OCULUS, SCOURGE, dice(0, 4 + 6), dice(0, 3))
    assert pools(happened)[0] == ("attack", 4, 6)
    assert refused(oculus(), fury(through=SCOURGE)).code == "no_channel"


# Phase Aligner.


@pytest.mark.rule("NM-CYP-18")
def test_phase_aligner_channels_without_sight_while_charged() -> None:
    game = oculus(table=WALL)
    assert [a for o in game.offers() for a in o.candidates() if isinstance(a, Play)] == [fury()]
    happened = channel(game, "null_collider", OCULUS, SCOURGE, dice(0, 10), dice(0, 3))
    assert told(happened, events.AttackDeclared)[0].line is None
    blocked = refused(oculus(table=WALL, arc=0), fury())
    assert (blocked.code, blocked.rule) == ("no_sight", "NM-CYP-18")


def test_phase_aligner_is_for_furies_through_this_model_alone() -> None:
    state = holding(
        table=WALL,
        south=["oculus", "coalition_weaver"],
        at={**SHOT, WEAVER: (22, 20)},
        arcs={WEAVER: 1},
    )
    game = at_step(state, "cypher")
    assert refused(game, fury(through=WEAVER)).code == "no_sight" and game.check(fury())
    own = activated(holding(table=WALL), OCULUS)
    assert (
        refused(own, Attack(player=1, model=OCULUS, weapon="consecrator", target=SCOURGE)).code
        == "no_sight"
    )


def test_phase_aligner_ignores_neither_cover_nor_stealth() -> None:
    low = ground(box("wall", "structure", (20, 26.5), (12, 0.5), 6.0))
    covered = channel(oculus(table=low), "null_collider", OCULUS, SCOURGE, dice(0, 10), dice(0, 5))
    assert pools(covered)[1] == ("defence", 3, 2)
    sudal = "2.voitek_sudal.1"
    hidden = oculus(
        table=WALL, north=["voitek_sudal"], at={OCULUS: (20, 20), sudal: (20, 28.01 + 2 * SMALL)}
    )
    assert refused(hidden, fury(on=sudal)).code == "stealth"


@pytest.mark.rule("NM-SIL-165")
@pytest.mark.rule("NM-SIL-166")
def test_phase_aligner_is_not_missed_when_its_arc_pays_for_the_reroll() -> None:
    game = oculus(table=WALL)
    channel(game, "null_collider", OCULUS, SCOURGE, dice(0, 10), dice(0, 3))
    assert options(game) == {REACTOR}
    happened = use(game, "psycho_reactor", OCULUS, dice(1, 10), dice(0, 4))
    assert told(happened, events.Hit) and damage(happened) == [
        (SCOURGE, 0)
    ]  # what was declared stays declared


# Psycho Reactor.


@pytest.mark.rule("NM-ARC-09")
@pytest.mark.rule("NM-SIL-158")
def test_psycho_reactor_rerolls_the_same_dice_though_its_arc_is_in_the_well() -> None:
    game = oculus()
    first = channel(game, "null_collider", OCULUS, SCOURGE, dice(0, 10), dice(0, 3))
    assert pools(first) == [("attack", 4, 6), ("defence", 3, 0)]
    assert waits_for(game, "Reaction", 1) and options(game) == {REACTOR}
    again = use(game, "psycho_reactor", OCULUS, dice(2, 10), dice(0, 5))
    assert (
        pools(again) == [("attack", 4, 6), ("damage", 3, 2)] and game.state.units[OCULUS].arc == 0
    )
    assert options(game) == {
        ("arc_capacitor", OCULUS)
    }  # the damage roll is not asked about: there is no Arc left


@pytest.mark.rule("NM-SIL-158")
def test_psycho_reactor_rerolls_the_damage_instead_and_the_new_roll_stands() -> None:
    game = oculus()
    channel(game, "null_collider", OCULUS, SCOURGE, dice(2, 10), dice(0, 3))
    skipped = skip(game, dice(8, 5))
    assert (
        options(game) == {REACTOR}
        and not damage(skipped)
        and game.state.models[SCOURGE].damage == 0
    )
    happened = use(game, "psycho_reactor", OCULUS, dice(3, 5))
    assert pools(happened) == [("damage", 3, 2)] and damage(happened) == [(SCOURGE, 0)]
    kept = oculus()
    channel(kept, "null_collider", OCULUS, SCOURGE, dice(2, 10), dice(0, 3))
    skip(kept, dice(8, 5))
    assert damage(skip(kept)) == [(SCOURGE, 2)] and kept.state.units[OCULUS].arc == 1


def test_psycho_reactor_is_not_for_its_gun_other_channels_or_an_empty_oculus() -> None:
    empty = oculus(arc=0)
    channel(empty, "null_collider", OCULUS, SCOURGE, dice(0, 11), dice(0, 3))
    assert options(empty) == {("arc_capacitor", OCULUS)}
    both = at_step(
        holding(south=["oculus", "coalition_weaver"], at={**SHOT, WEAVER: (22, 20)}), "cypher"
    )
    channel(both, "null_collider", WEAVER, SCOURGE, dice(1, 10), dice(0, 3), dice(0, 4))
    assert not options(both)
    own = activated(holding(), OCULUS)
    hurl(own, OCULUS, "consecrator", SCOURGE, dice(1, 4), dice(0, 3), dice(0, 4))
    assert waits_for(own, "ActingQuestion", 1) and own.state.units[OCULUS].arc == 1


@pytest.mark.rule("NM-SIL-174")
def test_psycho_reactor_leaves_blasts_as_they_fell() -> None:
    game = oculus("instability_equation", north=["scourge", "hunter"], at={**SHOT, FOE: (20, 31)})
    channel(game, "instability_equation", OCULUS, SCOURGE, dice(1, 10), dice(0, 3))
    skip(game, dice(0, 5))
    happened = skip(
        game, dice(2, 4)
    )  # the damage roll stands, the blast's is asked about by nobody
    assert [m for m, _ in damage(happened)] == [SCOURGE, FOE] and not options(game)
    missed = oculus("instability_equation", north=["scourge", "hunter"], at={**SHOT, FOE: (20, 31)})
    channel(missed, "instability_equation", OCULUS, SCOURGE, dice(0, 10), dice(0, 3))
    assert damage(skip(missed, dice(4, 4))) == [(SCOURGE, 1)] and not options(missed)


@pytest.mark.rule("NM-SIL-151")
def test_psycho_reactor_and_a_refractor_field_the_active_player_is_asked_first() -> None:
    brand = "2.firebrand.1"
    game = oculus(
        north=[jack("firebrand", cortex="recon_cortex")],
        at={OCULUS: (20, 20), brand: (20, 28)},
        arcs={brand: 1},
    )
    channel(game, "null_collider", OCULUS, brand, dice(1, 9 + 1), dice(1, 3))
    assert waits_for(game, "Reaction", 1) and options(game) == {REACTOR}
    use(game, "psycho_reactor", OCULUS, dice(2, 10))
    assert waits_for(game, "Reaction", 2) and options(game) == {("refractor_field", brand)}
    assert told(use(game, "refractor_field", brand, dice(3, 3)), events.Missed)


@pytest.mark.rule("NM-SIL-151")
def test_who_has_passed_is_asked_again_only_where_the_players_agreed_so() -> None:
    brand = "2.firebrand.1"
    for agreed in (False, True):
        game = oculus(
            north=[jack("firebrand", cortex="recon_cortex")],
            at={OCULUS: (20, 20), brand: (20, 28)},
            arcs={brand: 1},
            options=GameOptions(reactions_after_passing=agreed),
        )
        channel(game, "null_collider", OCULUS, brand, dice(1, 9 + 1), dice(0, 3))
        game.apply(Pass(player=1))
        assert waits_for(game, "Reaction", 2) and options(game) == {("refractor_field", brand)}
        done(game, Use(player=2, ability="refractor_field", model=brand), dice(3, 3))
        assert (waits_for(game, "Reaction", 1) and options(game) == {REACTOR}) is agreed


@pytest.mark.rule("NM-SIL-164")
def test_psycho_reactor_of_a_hit_that_another_takes_rolls_against_that_other() -> None:
    guards = "2.paladin_defenders.1"
    at = {**SHOT, f"{guards}.a": (22, 28)}
    game = oculus(north=["scourge", "paladin_defenders"], at=at, arcs={guards: 1})
    channel(game, "null_collider", OCULUS, SCOURGE, dice(1, 10), dice(0, 3))
    skip(game)
    use(game, "intercept_driver", f"{guards}.a", dice(8, 4))
    assert waits_for(game, "Reaction", 1) and options(game) == {REACTOR}
    happened = use(game, "psycho_reactor", OCULUS, dice(0, 4))
    assert damage(happened) == [(f"{guards}.a", 0)] and game.state.is_on_table(f"{guards}.a")


@pytest.mark.rule("NM-CYP-23")
@pytest.mark.rule("NM-SIL-158")
def test_psycho_reactor_works_on_gates() -> None:
    game = oculus(at={OCULUS: (20, 20)}, gates={"2.gate.1": ((20, 28), 2)})
    channel(game, "null_collider", OCULUS, "2.gate.1", dice(0, 10), dice(0, 3))
    use(game, "psycho_reactor", OCULUS, dice(1, 10), dice(0, 4))
    assert game.state.gates["2.gate.1"].arc == 1  # the card's own effect; the damage roll made none


def test_psycho_reactor_is_refused_when_it_is_not_its_moment() -> None:
    game = oculus()
    assert refused(game, Use(player=1, ability="psycho_reactor", model=OCULUS)).code == "not_now"
    channel(game, "null_collider", OCULUS, SCOURGE, dice(0, 10), dice(0, 3))
    assert (
        refused(game, Use(player=2, ability="psycho_reactor", model=OCULUS)).code == "wrong_player"
    )
    assert refused(game, Use(player=1, ability="psycho_reactor", model=SCOURGE)).code == "not_now"
    assert not game.undoable()  # the dice have been rolled


def test_psycho_reactor_shows_the_other_player_no_card_and_no_offer() -> None:
    game = at_step(holding().with_player(1, hand=("null_collider", "cryo_lock")), "cypher")
    channel(game, "null_collider", OCULUS, SCOURGE, dice(0, 10), dice(0, 3))
    view = game.view(2)
    assert not view.offers and view.to_act == 1 and game.view(1).offers
    assert view.state.players[1].hand == (HIDDEN_CARD,) and "cryo_lock" not in repr(
        view.state.agenda
    )


def test_psycho_reactor_burns_no_suit() -> None:
    game = oculus(
        "pyrokinetic_surge", north=["harlan_sek"], at={OCULUS: (20, 20), CURATOR: (20, 28)}
    )
    channel(game, "pyrokinetic_surge", OCULUS, CURATOR, dice(2, 10), dice(0, 2))
    skip(game, dice(0, 5))
    assert damage(use(game, "psycho_reactor", OCULUS, dice(10, 5))) == [(CURATOR, 0)]
    assert game.state.models[CURATOR].effects == () and value(game.state, CURATOR, "ARM") == 4


def test_a_game_saved_while_the_reactor_is_asked_about_goes_on_from_there(tmp_path: Path) -> None:
    game = oculus()
    path = tmp_path / "game.jsonl"
    channel(game, "null_collider", OCULUS, SCOURGE, dice(0, 10), dice(0, 3))
    save(game, path)

    def again(setup: dict[str, Any], dice: Dice) -> Game:
        return Game(NEO_MECHANIKA, game.start, dice, setup)

    loaded = load(path, again)
    assert loaded.digest() == game.digest() and options(loaded) == {REACTOR}
    for one in (game, loaded):
        use(one, "psycho_reactor", OCULUS, dice(1, 10), dice(4, 4))
    assert loaded.digest() == game.digest() and loaded.state.models[SCOURGE].damage == 1
