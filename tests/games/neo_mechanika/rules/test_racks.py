"""Racks and hands: drawing, the reshuffle, and the hand's size."""

from __future__ import annotations

import pytest

from tests.games.neo_mechanika.rules.playing import (
    RACK,
    asked,
    at_step,
    begun,
    go_on,
    play,
    refused,
    until,
)
from wc3d.engine.agenda import Resolution
from wc3d.engine.dice import SeededDice
from wc3d.games.neo_mechanika.rules.abilities import hand_size
from wc3d.games.neo_mechanika.rules.actions import Deploy, Discard, Pass, Recall
from wc3d.games.neo_mechanika.rules.agenda_frames import Cause
from wc3d.games.neo_mechanika.rules.all_handlers import FRAME_STEPS
from wc3d.games.neo_mechanika.rules.events import CardDiscarded, CardPlayed, Drew, Shuffled
from wc3d.games.neo_mechanika.rules.moving.removal import destroy_model
from wc3d.games.neo_mechanika.rules.state import HIDDEN_CARD, CardInPlay, State
from wc3d.games.neo_mechanika.rules.turn import racks

A, B, C, D, E, F, G = RACK[:7]
WOLF = "1.dusk_wolf.1"
HERO = "1.hierotheos_raxis.1"  # its Psycho Relay makes the hand six cards
HERE = {WOLF: (10.0, 10.0)}


def drawn(state: State, player: int = 1) -> Resolution:
    """What drawing at step 9 does."""
    r = Resolution(state, SeededDice(4), FRAME_STEPS)
    racks.draw_to_hand_size(r, player)
    return r


@pytest.mark.rule("NM-CYP-01")
@pytest.mark.rule("NM-TRN-12")
def test_step_nine_draws_up_to_five() -> None:
    g = play(at=HERE, hands={1: (A, B)}, racks={1: (C, D, E, F, G)}, step="draw")
    assert g.state.players[1].hand == (A, B, C, D, E) and g.state.players[1].rack == (F, G)


@pytest.mark.rule("NM-TRN-12")
def test_a_full_hand_draws_nothing() -> None:
    r = drawn(begun(hands={1: (A, B, C, D, E)}, racks={1: (F,)}))
    assert not r.events


@pytest.mark.rule("NM-CYP-06")
@pytest.mark.rule("NM-SIL-92")
def test_the_discard_pile_becomes_the_rack_as_soon_as_the_last_card_is_drawn() -> None:
    state = begun(hands={1: (A, B, C)}, racks={1: (D,)}).with_player(1, discard=(E, F, G))
    r = drawn(state)
    who = r.state.players[1]
    assert [type(e) for e in r.events] == [Drew, Shuffled, Drew]
    assert who.hand[:4] == (A, B, C, D) and len(who.hand) == 5
    assert set(who.hand[4:] + who.rack) == {E, F, G} and who.discard == ()


@pytest.mark.rule("NM-CYP-06")
@pytest.mark.rule("NM-SIL-92")
def test_it_does_so_too_when_the_hand_is_full_then() -> None:
    state = begun(hands={1: (A, B, C)}, racks={1: (D, E)}).with_player(1, discard=(F, G))
    r = drawn(state)
    assert r.state.players[1].hand == (A, B, C, D, E)
    assert sorted(r.state.players[1].rack) == [F, G] and r.state.players[1].discard == ()


@pytest.mark.rule("NM-SIL-92")
def test_without_a_discard_pile_drawing_stops_short() -> None:
    state = begun(hands={1: (A,)}, racks={1: (B,)}, at=HERE)
    lying = state.with_unit(WOLF, cyphers=(CardInPlay(C, 1, "pulse_round"),))
    r = drawn(lying)
    assert r.state.players[1].hand == (A, B) and r.state.players[1].rack == ()
    later = drawn(r.state.with_player(1, discard=(D, E)))
    assert set(later.state.players[1].hand) == {A, B, D, E}, (
        "what is discarded later is there for the next draw"
    )


@pytest.mark.rule("NM-CYP-06")
def test_a_reshuffle_follows_the_dice() -> None:
    state = begun(hands={1: ()}, racks={1: ()}).with_player(1, discard=RACK)
    orders = {drawn_by(state, seed) for seed in range(8)}
    assert len(orders) > 1 and all(sorted(o) == sorted(RACK) for o in orders)


def drawn_by(state: State, seed: int) -> tuple[str, ...]:
    """Hand and rack after drawing, with the dice of a seed."""
    r = Resolution(state, SeededDice(seed), FRAME_STEPS)
    racks.draw_to_hand_size(r, 1)
    return r.state.players[1].hand + r.state.players[1].rack


@pytest.mark.rule("NM-CYP-02")
def test_a_raised_hand_size_counts_at_the_draw_not_at_once() -> None:
    g = play(
        ("dusk_wolf", "hierotheos_raxis"),
        at=HERE,
        gates={"1.gate.1": ((20, 10), 5)},
        hands={1: (A, B, C, D, E)},
        racks={1: (F, G)},
        step="deployment",
    )
    g.apply(Deploy(player=1, unit=HERO, gate="1.gate.1", places={HERO: (22.0, 10.0)}))
    assert racks.max_hand_size(g.state, 1) == 6 and racks.max_hand_size(g.state, 2) == 5
    assert len(g.state.players[1].hand) == 5
    until(g, "ChargingQuestion", player=1)
    assert g.state.players[1].hand == (A, B, C, D, E, F)


@pytest.mark.rule("NM-CYP-03")
@pytest.mark.rule("NM-SIL-93")
def test_a_bonus_that_ends_makes_its_player_discard_at_once() -> None:
    g = play(
        ("dusk_wolf", "hierotheos_raxis"),
        at={**HERE, HERO: (20.0, 10.0)},
        hands={1: (A, B, C, D, E, F)},
        step="deployment",
    )
    g.apply(Recall(player=1, unit=HERO))
    assert asked(g) == "DiscardDown" and g.to_act == 1
    assert not g.check(Pass(player=1)), "it is no choice whether"
    assert refused(g, Discard(player=1, card=G)).code == "not_in_hand"
    g.apply(Discard(player=1, card=C))
    assert g.state.players[1].hand == (A, B, D, E, F) and g.state.players[1].discard == (C,)
    assert asked(g) != "DiscardDown"


@pytest.mark.rule("NM-CYP-03")
def test_as_many_go_as_are_too_many_whoevers_turn_it_is() -> None:
    state = begun(
        ("dusk_wolf", "hierotheos_raxis"),
        at={**HERE, HERO: (20.0, 10.0)},
        hands={1: RACK[:7], 2: RACK[:5]},
    )
    r = Resolution(state, SeededDice(1), FRAME_STEPS)
    destroy_model(r, HERO, Cause(2, "2.scourge.1", "melee"))
    g = at_step(r.state, "charging", player=2)
    r = Resolution(g.state, SeededDice(1), FRAME_STEPS)
    hand_size.trim_hands(r)
    hand_size.trim_hands(r)  # two units that leave play at once ask but once
    assert [q.player for q in r.state.agenda if isinstance(q, hand_size.DiscardDown)] == [1]
    g.state = r.state
    g.apply(Discard(player=1, card=A))
    assert asked(g) == "DiscardDown"
    g.apply(Discard(player=1, card=B))
    assert g.to_act == 2 and len(g.state.players[1].hand) == 5


@pytest.mark.rule("NM-TRN-11")
@pytest.mark.rule("NM-SIL-94")
@pytest.mark.rule("NM-CYP-05")
def test_step_eight_discards_at_most_one_before_the_draw() -> None:
    g = play(at=HERE, hands={1: (A, B, C, D, E)}, racks={1: (F, G)}, step="discard")
    assert {o.type for o in g.offers()} == {"discard", "pass"}
    assert refused(g, Discard(player=1, card=F)).rule == "NM-TRN-11"
    happened = g.apply(Discard(player=1, card=B))
    assert [type(e) for e in happened if isinstance(e, CardDiscarded | Drew)] == [
        CardDiscarded,
        Drew,
    ]
    assert g.state.players[1].discard == (B,) and g.state.players[1].hand == (A, C, D, E, F)
    assert asked(g) != "DiscardQuestion"


@pytest.mark.rule("NM-SIL-94")
def test_with_an_empty_hand_nothing_can_be_discarded_and_with_a_full_one_nothing_need_be() -> None:
    g = play(at=HERE, hands={1: ()}, step="discard")
    assert asked(g) != "DiscardQuestion" and len(g.state.players[1].hand) == 5
    g = play(at=HERE, hands={1: (A, B, C, D, E)}, step="discard")
    g.apply(Pass(player=1))
    assert g.state.players[1].hand == (A, B, C, D, E)


@pytest.mark.rule("NM-CYP-05")
def test_a_card_that_expires_goes_to_its_players_discard_pile() -> None:
    state = begun(at=HERE, racks={1: (D, E), 2: (D, E)}, hands={1: (A,), 2: (A,)})
    state = state.with_unit(WOLF, cyphers=(CardInPlay("divination_algorithm", 1, "pulse_round"),))
    g = at_step(state, "discard", player=2, turn=10)
    assert g.to_act == 2
    g.apply(Pass(player=2))
    assert g.state.round == 2 and g.state.units[WOLF].cyphers == ()
    assert (
        g.state.players[1].discard == ("divination_algorithm",) and g.state.players[2].discard == ()
    )


@pytest.mark.rule("NM-SIL-102")
def test_what_is_drawn_is_hidden_from_the_other_player() -> None:
    g = play(at=HERE, hands={1: (A,)}, racks={1: (B, C, D, E)}, step="gate")
    go_on(g)
    until(g, "ChargingQuestion", player=1)
    seen = [e for e in g.view(2).log if isinstance(e, Drew) and e.player == 1]
    own = [e for e in g.view(1).log if isinstance(e, Drew) and e.player == 1]
    assert seen[0].cards == (HIDDEN_CARD,) * 4 and own[0].cards == (B, C, D, E)
    assert not any(isinstance(e, CardPlayed) for e in g.log)
