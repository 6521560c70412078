"""Cyphers that enemies end, those that are kept for an Arc, and the one that cold carries."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.neo_mechanika.rules.abilities.kit import arms, options, skip, use, waits_for
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
from wc3d.games.neo_mechanika.rules.actions import Use
from wc3d.games.neo_mechanika.rules.state import CardInPlay, State
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA

NEMESIS = "1.nemesis.1"
DAEMON = "1.daemon.1"
WEAVER = "1.coalition_weaver.1"
TEAM = "2.ranger_fire_team.1"
WARDER = "2.warder.1"
FOE = "2.hunter.1"
GATE = "2.gate.1"
GUARDS = "2.paladin_defenders.1"
CURATOR = "2.harlan_sek.1"
COREBUS = "2.corebus.1"
ROUND = "pulse_round"
HEXER = jack("nemesis", cortex="ghost_cortex", shoulder=["hex_cannon"])
BLADE = jack("daemon", cortex="hound_cortex", arm=["plasma_blade", "phase_trajectile_cannon"])
WITH_WARDER: dict[str, Any] = {"attachments": ((), ["warder"]), "joined": {TEAM: [WARDER]}}
KEEP = ("apotropaic_reactor", WARDER)


def lying(state: State, unit: str, *cards: str, model: str = "", until: str = ROUND) -> State:
    """The state with cards of its owner by a unit."""
    there = tuple(CardInPlay(card, state.owner(unit), until, model) for card in cards)
    return state.with_unit(unit, cyphers=(*state.units[unit].cyphers, *there))


def by(game: Game, unit: str) -> list[str]:
    """The cards that lie by a unit."""
    return [c.card for c in game.state.units[unit].cyphers]


def arc(game: Game, unit: str) -> int:
    return game.state.units[unit].arc


def goes_on(game: Game) -> bool:
    """Does the activation go on?"""
    return waits_for(game, "ActingQuestion", 1)


# Apotropaic Reactor.


def hexed(arcs: int, *cards: str, warder: bool = True, **more: Any) -> State:
    """A Fire Team with a Warder and a card; a Nemesis with a Hex Cannon, which makes cards expire."""
    at = {
        NEMESIS: (20, 20),
        f"{TEAM}.a": (20, 28),
        f"{TEAM}.b": (22, 28),
        **({WARDER: (24, 28)} if warder else {}),
    }
    state = begun(
        [HEXER, "coalition_weaver"],
        ["ranger_fire_team"],
        at=at | more.pop("at", {}),
        arc={TEAM: arcs},
        **WITH_WARDER,
        **more,
    )
    return lying(state, TEAM, *(cards or ("plexus_densifier",)))


def shot(state: State, *rolls: tuple[int, ...], target: str = f"{TEAM}.a") -> Game:
    game = activated(state, NEMESIS)
    hurl(game, NEMESIS, "hex_cannon", target, dice(1, 4), dice(0, 3), *rolls)
    return game


@pytest.mark.rule("NM-CYP-05")
def test_apotropaic_reactor_keeps_a_card_of_the_squad_that_an_enemy_attack_would_end() -> None:
    game = shot(hexed(1))
    assert (
        waits_for(game, "Reaction", 2)
        and options(game) == {KEEP}
        and by(game, TEAM) == ["plexus_densifier"]
    )
    happened = use(game, "apotropaic_reactor", WARDER, dice(0, 5))
    assert (
        by(game, TEAM) == ["plexus_densifier"]
        and arc(game, TEAM) == 0
        and game.state.players[2].discard == ()
    )
    assert arms(happened) == [(f"{TEAM}.a", 5)]  # the card it kept is there for the damage roll
    declined = shot(hexed(1))
    assert arms(skip(declined, dice(0, 5))) == [(f"{TEAM}.a", 3)]
    assert (
        by(declined, TEAM) == []
        and declined.state.players[2].discard == ("plexus_densifier",)
        and arc(declined, TEAM) == 1
    )


def test_apotropaic_reactor_needs_its_arc_and_the_warder_and_is_for_the_warder_too() -> None:
    for state in (hexed(0), hexed(1, warder=False)):
        assert by(shot(state, dice(0, 5)), TEAM) == []
    at_warder = shot(hexed(1), target=WARDER)
    assert options(at_warder) == {KEEP}
    use(at_warder, "apotropaic_reactor", WARDER, dice(0, 5))
    assert by(at_warder, TEAM) == ["plexus_densifier"]


def test_apotropaic_reactor_asks_for_one_card_after_the_other() -> None:
    cards = ("plexus_densifier", "revelation_matrix")
    for keep, left in ((0, cards[:1]), (1, cards[1:])):
        state = hexed(
            1, *cards, at={WEAVER: (20, 20), NEMESIS: (40, 10)}, hands={1: ["malediction_rubric"]}
        )
        game = at_step(state, "cypher")
        channel(game, "malediction_rubric", WEAVER, f"{TEAM}.a", dice(1, 11), dice(0, 5))
        for _ in range(keep):
            skip(game)
        assert options(game) == {KEEP} and by(game, TEAM) == list(cards[keep:])
        use(game, "apotropaic_reactor", WARDER, dice(0, 5))
        assert by(game, TEAM) == list(left)


def test_apotropaic_reactor_is_not_asked_when_a_card_is_over_by_itself_or_the_squad_is_another() -> (
    None
):
    over = at_step(
        lying(hexed(1).with_unit(TEAM, cyphers=()), TEAM, "reiteration_complex", until="turn"),
        "draw",
    )
    assert by(over, TEAM) == [] and not options(over)
    other = "2.ranger_fire_team.2"
    at = {NEMESIS: (20, 20), f"{TEAM}.a": (30, 28), WARDER: (32, 28), f"{other}.a": (20, 28)}
    state = begun(
        [HEXER],
        ["ranger_fire_team", "ranger_fire_team"],
        at=at,
        arc={TEAM: 1, other: 1},
        **WITH_WARDER,
    )
    assert (
        by(shot(lying(state, other, "plexus_densifier"), dice(0, 5), target=f"{other}.a"), other)
        == []
    )


def test_a_game_saved_while_the_apotropaic_reactor_is_asked_about_goes_on_from_there(
    tmp_path: Path,
) -> None:
    game = shot(hexed(1))
    path = tmp_path / "game.jsonl"
    save(game, path)

    def again(setup: dict[str, Any], dice: Dice) -> Game:
        return Game(NEO_MECHANIKA, game.start, dice, setup)

    loaded = load(path, again)
    assert loaded.digest() == game.digest() and options(loaded) == {KEEP}
    assert (
        refused(loaded, Use(player=1, ability="apotropaic_reactor", model=WARDER)).code
        == "wrong_player"
    )
    for one in (game, loaded):
        use(one, "apotropaic_reactor", WARDER, dice(0, 5))
    assert loaded.digest() == game.digest() and by(loaded, TEAM) == ["plexus_densifier"]


# Disruption Engine.


def engine(arcs: int = 1, card: str = "plexus_densifier", **more: Any) -> Game:
    """A Daemon beside a Fire Team with a card (Divination Algorithm: on one of its models alone)."""
    at = {
        DAEMON: (20, 20),
        f"{TEAM}.a": (20, 22.9),
        f"{TEAM}.b": (21.5, 22.7),
        **more.pop("at", {}),
    }
    state = begun(
        [BLADE],
        ["ranger_fire_team", *more.pop("north", ())],
        at=at,
        arc={DAEMON: arcs, **more.pop("arc", {})},
        **more,
    )
    return activated(
        lying(state, TEAM, card, model=f"{TEAM}.a" if card == "divination_algorithm" else ""),
        DAEMON,
    )


ENGINE = ("disruption_engine", DAEMON)


@pytest.mark.rule("NM-SIL-46")
def test_disruption_engine_ends_the_enemy_cards_on_who_is_hit_before_the_damage() -> None:
    game = engine()
    first = hurl(game, DAEMON, "plasma_blade", f"{TEAM}.a", dice(1, 5), dice(0, 3))
    assert (
        pools(first)[0] == ("attack", 4, 1)
        and waits_for(game, "Reaction", 1)
        and options(game) == {ENGINE}
    )
    happened = use(game, "disruption_engine", DAEMON, dice(0, 6))
    assert (
        by(game, TEAM) == []
        and arc(game, DAEMON) == 0
        and game.state.players[2].discard == ("plexus_densifier",)
    )
    assert arms(happened) == [(f"{TEAM}.a", 3)]
    declined = engine()
    hurl(declined, DAEMON, "plasma_blade", f"{TEAM}.a", dice(1, 5), dice(0, 3))
    assert arms(skip(declined, dice(0, 6))) == [(f"{TEAM}.a", 5)] and by(declined, TEAM) == [
        "plexus_densifier"
    ]


def test_disruption_engine_is_asked_at_each_hit_with_any_weapon_and_not_for_misses_or_without_arc() -> (
    None
):
    game = engine(2)
    hurl(game, DAEMON, "plasma_blade", f"{TEAM}.a", dice(0, 6), dice(0, 3))
    assert goes_on(game)
    hurl(game, DAEMON, "phase_trajectile_cannon", f"{TEAM}.a", dice(1, 6), dice(0, 3))
    assert options(game) == {ENGINE}
    use(game, "disruption_engine", DAEMON, dice(0, 4))
    empty = engine(0)
    hurl(empty, DAEMON, "plasma_blade", f"{TEAM}.a", dice(1, 4), dice(0, 3), dice(0, 6))
    assert goes_on(empty) and by(empty, TEAM) == ["plexus_densifier"]


@pytest.mark.rule("NM-CYP-13")
def test_disruption_engine_leaves_a_card_on_another_model_of_the_squad() -> None:
    game = engine(card="divination_algorithm")
    hurl(game, DAEMON, "plasma_blade", f"{TEAM}.a", dice(1, 5), dice(0, 3))
    use(game, "disruption_engine", DAEMON, dice(0, 6))
    assert by(game, TEAM) == []
    other = engine(card="divination_algorithm")
    hurl(other, DAEMON, "plasma_blade", f"{TEAM}.b", dice(1, 5), dice(0, 3), dice(0, 6))
    assert (
        by(other, TEAM) == ["divination_algorithm"] and arc(other, DAEMON) == 1
    )  # nobody was asked: it would do nothing


def test_disruption_engine_is_for_who_takes_the_hit_and_the_squad_may_keep_its_card() -> None:
    taken = engine(north=["paladin_defenders"], at={f"{GUARDS}.a": (18, 23)}, arc={GUARDS: 1})
    hurl(taken, DAEMON, "plasma_blade", f"{TEAM}.a", dice(1, 5), dice(0, 3))
    use(taken, "intercept_driver", f"{GUARDS}.a", dice(0, 6))
    assert (
        by(taken, TEAM) == ["plexus_densifier"] and arc(taken, DAEMON) == 1
    )  # no card lies by who stepped in
    kept = engine(arc={TEAM: 1}, at={WARDER: (24, 23)}, **WITH_WARDER)
    hurl(kept, DAEMON, "plasma_blade", f"{TEAM}.a", dice(1, 5), dice(0, 3))
    use(kept, "disruption_engine", DAEMON)
    assert waits_for(kept, "Reaction", 2) and options(kept) == {KEEP}
    use(kept, "apotropaic_reactor", WARDER, dice(0, 6))
    assert by(kept, TEAM) == ["plexus_densifier"] and (arc(kept, DAEMON), arc(kept, TEAM)) == (0, 0)


def test_disruption_engine_is_for_its_own_attacks_not_for_a_friends_or_an_enemys() -> None:
    scourge = "1.scourge.1"
    mine = jack("scourge", cortex="killer_cortex", shoulder=["nailer"])
    at = {scourge: (20, 16), DAEMON: (23, 16), f"{TEAM}.a": (20, 22)}
    friend = fight([mine, BLADE], ["ranger_fire_team"], at, unit=scourge, arc={DAEMON: 1})
    hurl(friend, scourge, "nailer", f"{TEAM}.a", dice(1, 3), dice(0, 3), dice(0, 4))
    assert goes_on(friend)
    theirs = "2.daemon.1"
    enemy = fight([mine], [BLADE], {scourge: (20, 16), theirs: (20, 22)}, arc={theirs: 1})
    hurl(enemy, scourge, "nailer", theirs, dice(1, 3), dice(0, 5), dice(0, 4))
    assert goes_on(enemy)


@pytest.mark.rule("NM-CYP-09")
def test_disruption_engine_does_nothing_to_gates_and_to_cards_of_its_own_side() -> None:
    game = engine(at={f"{TEAM}.a": (40, 40), f"{TEAM}.b": (42, 40)}, gates={GATE: ((20, 22.9), 2)})
    hurl(game, DAEMON, "plasma_blade", GATE, dice(1, 5), dice(0, 3), dice(0, 6))
    assert goes_on(game) and by(game, TEAM) == ["plexus_densifier"] and arc(game, DAEMON) == 1


# Cryo Lock.


def frozen(
    target: str,
    defense: int,
    north: list[Any],
    at: dict[str, Any],
    *,
    change: Any = None,
    **more: Any,
) -> Game:
    """A Weaver hits with a Cryo Lock."""
    state = begun(
        ["coalition_weaver"], north, at={WEAVER: (20, 20), **at}, hands={1: ["cryo_lock"]}, **more
    )
    game = at_step(change(state) if change else state, "cypher")
    channel(game, "cryo_lock", WEAVER, target, dice(1, 11), dice(0, defense))
    return game


def test_cryo_lock_has_no_effect_on_models_that_cold_cannot_hurt() -> None:
    for target, defense, at, token in (
        (CURATOR, 2, {CURATOR: (20, 26)}, False),
        (FOE, 4, {FOE: (20, 26)}, True),
    ):
        game = frozen(target, defense, ["harlan_sek", "hunter"], at)
        assert game.state.units[target].token is token
        assert (
            game.state.players[1].discard == ("cryo_lock",) and asked(game) == "ActivationQuestion"
        )


def test_cryo_lock_asks_who_is_hit_in_the_end_whether_cold_can_hurt_it() -> None:
    at = {CURATOR: (20, 26), COREBUS: (22.5, 26)}
    taken = frozen(CURATOR, 2, ["harlan_sek", "corebus"], at)
    use(taken, "guardian", COREBUS)
    assert taken.state.units[COREBUS].token and not taken.state.units[CURATOR].token
    suited = frozen(
        COREBUS,
        2,
        ["harlan_sek", "corebus"],
        at,
        change=lambda s: with_abilities(s, CURATOR, "guardian"),
    )
    use(suited, "guardian", CURATOR)
    assert not suited.state.units[COREBUS].token and not suited.state.units[CURATOR].token


def test_cryo_lock_is_kept_off_by_one_suit_in_a_squad_for_that_model_alone() -> None:
    at = {f"{TEAM}.a": (20, 26), f"{TEAM}.b": (22, 26)}
    for model, token in ((f"{TEAM}.a", False), (f"{TEAM}.b", True)):
        game = frozen(
            model,
            3,
            ["ranger_fire_team"],
            at,
            change=lambda s: with_abilities(s, f"{TEAM}.a", "environmental_suit"),
        )
        assert game.state.units[TEAM].token is token
