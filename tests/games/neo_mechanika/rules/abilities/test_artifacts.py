"""Alien Artifacts: one of the three in an activation; what each shows, heals and moves, and what stays hidden."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.neo_mechanika.rules.abilities.kit import (
    choose,
    near,
    options,
    place,
    put_at,
    skip,
    use,
    waits_for,
)
from tests.games.neo_mechanika.rules.fighting import activated, dice, hurl, pools, told
from tests.games.neo_mechanika.rules.playing import asked, begun, refused, until
from wc3d.engine.dice import Dice
from wc3d.engine.game import Game
from wc3d.engine.replay import load, save
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.abilities.ability_sources import active_abilities
from wc3d.games.neo_mechanika.rules.actions import Activate, Advance, Choose, Pass, Place, Use
from wc3d.games.neo_mechanika.rules.state import HIDDEN_CARD, State
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA

SEK = "1.harlan_sek.1"
MARAUDER = "1.marauder.1"
WOLF = "1.dusk_wolf.1"
FOE = "2.hunter.1"
SQUAD = "1.vassal_reavers.1"
THREE = ("penumbral_agitator", "quantum_harmonizer", "shadow_conductor")
HAND = ("cryo_lock", "force_barrier", "cryo_lock")
LARGE = 25 / 25.4
MEDIUM = 20 / 25.4
SMALL = 15 / 25.4


def curator(south: tuple[str, ...] = (), at: dict[str, Any] | None = None, **more: Any) -> Game:
    """Harlan Sek in his activation, an enemy Hunter far away. `hurt`: the damage on models."""
    places = {SEK: (20, 20), FOE: (40, 45), **(at or {})}
    hurt = more.pop("hurt", {})
    state: State = begun(["harlan_sek", *south], ["hunter"], at=places, **more)
    for model, points in hurt.items():
        state = state.with_model(model, damage=points)
    return activated(state, SEK)


def using(ability: str, target: str = "") -> Use:
    return Use(player=1, ability=ability, model=SEK, target=target)


def goes_on(game: Game) -> bool:
    """Does the activation go on?"""
    return waits_for(game, "ActingQuestion", 1)


# One of three.


@pytest.mark.rule("NM-SIL-47")
def test_alien_artifacts_are_three_of_which_one_is_used_in_an_activation() -> None:
    game = curator(("marauder",), {MARAUDER: (20, 28)}, hands={2: HAND}, hurt={SEK: 1})
    assert set(THREE) < set(active_abilities(game.state, SEK))
    assert refused(game, using("alien_artifacts")).code == "unknown_ability"
    offered = {a.ability for o in game.offers() for a in o.candidates() if isinstance(a, Use)}
    assert offered == set(THREE)  # without any Arc
    use(game, "quantum_harmonizer", SEK, (0,))
    for other in THREE:
        assert (
            refused(game, using(other, MARAUDER if other == "shadow_conductor" else "")).code
            == "already_used"
        )
    assert not any(isinstance(a, Use) for o in game.offers() for a in o.candidates())


def test_alien_artifacts_are_there_again_in_the_next_activation() -> None:
    game = curator(("marauder",), {MARAUDER: (20, 28)}, hands={2: HAND}, hurt={SEK: 1})
    use(game, "quantum_harmonizer", SEK, (0,))
    skip(game)
    for player in (1, 2, 1):
        until(game, "ActivationQuestion", player)
        unit = {2: FOE}.get(player, MARAUDER)
        game.apply(
            Activate(player=player, unit=unit)
            if game.check(Activate(player=player, unit=unit))
            else Pass(player=player)
        )
    until(game, "ActivationQuestion", 1)
    game.apply(Activate(player=1, unit=SEK))
    assert game.check(using("penumbral_agitator"))


def test_alien_artifacts_are_used_before_or_after_its_attacks_and_its_move() -> None:
    game = curator(at={FOE: (20, 28)}, hands={2: HAND}, hurt={SEK: 1})
    hurl(game, SEK, "flux_disruptor", FOE, dice(0, 4), dice(0, 4))
    for ability in THREE[:2]:
        assert game.check(using(ability))
    assert (
        refused(game, Use(player=1, ability="penumbral_agitator", model=FOE)).code == "wrong_unit"
    )


# Penumbral Agitator.


@pytest.mark.rule("NM-SIL-102")
def test_penumbral_agitator_shows_the_opponents_hand_and_discards_a_card_of_it() -> None:
    game = curator(hands={1: ["null_collider"], 2: HAND})
    assert game.view(1).state.players[2].hand == (HIDDEN_CARD,) * 3
    happened = use(game, "penumbral_agitator", SEK)
    assert [e.cards for e in told(happened, events.HandSeen)] == [HAND] and waits_for(
        game, "HandQuestion", 1
    )
    assert {
        a.option for o in game.view(1).offers for a in o.candidates() if isinstance(a, Choose)
    } == set(HAND)
    for option in ("null_collider", "nothing"):
        assert refused(game, Choose(player=1, option=option)).code == "unknown_card"
    assert refused(game, Pass(player=1)).code == "not_now"  # one must go
    choose(game, "force_barrier")
    assert game.state.players[2].hand == ("cryo_lock", "cryo_lock") and game.state.players[
        2
    ].discard == ("force_barrier",)
    assert game.state.players[1].hand == ("null_collider",) and goes_on(game)


def test_penumbral_agitator_takes_one_of_two_alike() -> None:
    game = curator(hands={2: HAND})
    use(game, "penumbral_agitator", SEK)
    choose(game, "cryo_lock")
    assert game.state.players[2].hand == ("force_barrier", "cryo_lock")


@pytest.mark.rule("NM-SIL-102")
def test_penumbral_agitator_hides_the_hand_again_and_shows_spectators_nothing() -> None:
    game = curator(hands={2: HAND})
    use(game, "penumbral_agitator", SEK)
    assert all(
        "force_barrier" not in repr(part)
        for part in (game.view(None).log, game.view(None).state.agenda)
    )
    assert (
        not game.view(2).offers and game.view(2).log[-1] == game.view(1).log[-1]
    )  # its owner knows what was seen
    choose(game, "cryo_lock")
    assert game.view(1).state.players[2].hand == (HIDDEN_CARD, HIDDEN_CARD)


def test_penumbral_agitator_cannot_be_taken_back_once_the_hand_was_seen() -> None:
    game = curator(hands={2: HAND})
    use(game, "penumbral_agitator", SEK)
    assert game.undoable() == 0
    choose(game, "cryo_lock")
    assert game.undoable() == 0


@pytest.mark.rule("NM-SIL-175")
def test_penumbral_agitator_is_not_used_against_an_empty_hand() -> None:
    game = curator()
    assert refused(game, using("penumbral_agitator")).code == "does_nothing"
    assert refused(game, using("penumbral_agitator", FOE)).code == "no_target"


def test_a_game_saved_while_the_card_is_chosen_goes_on_from_there(tmp_path: Path) -> None:
    game = curator(hands={2: HAND})
    path = tmp_path / "game.jsonl"
    use(game, "penumbral_agitator", SEK)
    save(game, path)

    def again(setup: dict[str, Any], dice: Dice) -> Game:
        return Game(NEO_MECHANIKA, game.start, dice, setup)

    loaded = load(path, again)
    assert loaded.digest() == game.digest() and waits_for(loaded, "HandQuestion", 1)
    for one in (game, loaded):
        choose(one, "force_barrier")
    assert loaded.digest() == game.digest()


# Quantum Harmonizer.


def test_quantum_harmonizer_rolls_a_die_for_itself_and_each_friend_within_five_inches() -> None:
    at = {
        MARAUDER: (20, 25 + 2 * MEDIUM),
        "1.marauder.2": (20, 14.99 - 2 * MEDIUM),
        WOLF: (23, 20),
        "2.hunter.1": (17, 20),
    }
    hurt = {SEK: 2, MARAUDER: 1, "1.marauder.2": 2, WOLF: 2}
    game = curator(("marauder", "marauder", "dusk_wolf"), at, hurt=hurt)
    happened = use(game, "quantum_harmonizer", SEK, (2,), (0,), (1,))
    names = ["Marauder 1", "Dusk Wolf", "Harlan Sek, The Curator"]
    assert pools(happened) == [(f"Quantum Harmonizer, {name}", 1, 0) for name in names]
    left = {id: game.state.models[id].damage for id in hurt}
    assert left == {SEK: 1, MARAUDER: 0, "1.marauder.2": 2, WOLF: 2} and goes_on(game)
    assert game.undoable() == 0


def test_quantum_harmonizer_heals_troopers_of_nothing_and_removes_no_more_than_there_is() -> None:
    at = {f"{SQUAD}.a": (22, 20), f"{SQUAD}.b": (22, 22)}
    game = curator(("vassal_reavers",), at, hurt={SEK: 1})
    happened = use(game, "quantum_harmonizer", SEK, (2,), (2,), (2,))
    assert [(e.model, e.points) for e in told(happened, events.Healed)] == [(SEK, 1)]


def test_quantum_harmonizer_has_no_target_and_is_no_special_action() -> None:
    game = curator(at={FOE: (20, 28)}, hurt={SEK: 1})
    assert refused(game, using("quantum_harmonizer", SEK)).code == "no_target"
    use(game, "quantum_harmonizer", SEK, (0,))
    hurl(game, SEK, "flux_disruptor", FOE, dice(0, 4), dice(0, 4))
    assert goes_on(game)


# Shadow Conductor.


@pytest.mark.rule("NM-SIL-51")
def test_shadow_conductor_puts_it_within_two_inches_of_any_friendly_model() -> None:
    game = curator(("dusk_wolf",), {WOLF: (40, 20)})
    use(game, "shadow_conductor", SEK, target=WOLF)
    assert waits_for(game, "PlaceQuestion", 1)
    edge = 40 - 2 - LARGE - MEDIUM
    assert refused(game, Place(player=1, model=SEK, at=(edge - 0.01, 20.0))).code == "too_far"
    assert refused(game, Place(player=1, model=WOLF, at=(edge, 20.0))).code == "not_asked"
    put_at(game, SEK, (edge, 20))
    assert near(place(game, SEK), edge, 20) and goes_on(game)
    game.undo(2)
    assert near(place(game, SEK), 20, 20)


@pytest.mark.rule("NM-SIL-147")
def test_shadow_conductor_is_for_squads_and_void_gates_too_not_for_enemies_or_itself() -> None:
    gates = {"1.gate.1": ((10, 40), 2), "2.gate.1": ((14, 40), 2)}
    game = curator(("vassal_reavers",), {f"{SQUAD}.a": (40, 20)}, gates=gates)
    for target in (FOE, "2.gate.1", SEK):
        assert refused(game, using("shadow_conductor", target)).code == "wrong_target"
    assert refused(game, using("shadow_conductor")).code == "unknown"
    aims = {
        a.target
        for o in game.offers()
        for a in o.candidates()
        if isinstance(a, Use) and a.ability == "shadow_conductor"
    }
    assert aims == {f"{SQUAD}.a", "1.gate.1"}
    use(
        game, "shadow_conductor", SEK, target="1.gate.1"
    )  # a void gate is a model, and a friendly one
    put_at(game, SEK, (10, 40 - 2 - SMALL - MEDIUM))
    assert goes_on(game)


def test_shadow_conductor_may_stay_and_leaves_the_advance() -> None:
    game = curator(("dusk_wolf",), {WOLF: (40, 20)})
    use(game, "shadow_conductor", SEK, target=WOLF)
    skip(game)
    assert near(place(game, SEK), 20, 20) and goes_on(game)
    assert game.check(Advance(player=1, model=SEK, path=((20.0, 25.0),)))
    assert (
        refused(game, using("quantum_harmonizer")).code == "already_used"
    )  # it has been used, though it stayed


def test_shadow_conductor_brings_an_enemy_within_reach() -> None:
    game = curator(("dusk_wolf",), {WOLF: (40, 20), FOE: (44, 20)})
    use(game, "shadow_conductor", SEK, target=WOLF)
    put_at(game, SEK, (42, 19))
    happened = hurl(game, SEK, "fusion_blade_curator", FOE, dice(0, 4), dice(0, 4))
    assert (
        pools(happened)[0] == ("attack", 4, 0)
        and not options(game)
        and asked(game) == "ActingQuestion"
    )
