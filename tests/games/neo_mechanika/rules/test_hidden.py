"""What a player may not know cannot be worked out: two games that differ only in hidden things look the same (NM-SIL-102)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.shipped_boards import shipped_board
from wc3d.engine.actions import Action
from wc3d.engine.agenda import find_open_question
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.create_game import new_game
from wc3d.games.neo_mechanika.rules.actions import Discard, Pass, Play
from wc3d.games.neo_mechanika.rules.forces.force_files import sample_force
from wc3d.games.neo_mechanika.rules.state import HIDDEN_CARD, State, opponent_of
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA

RULES = NEO_MECHANIKA


def game(seed: int) -> Game:
    """A skirmish of two sample forces."""
    forces = sample_force("marcher_worlds_skirmish"), sample_force("aeternus_continuum_skirmish")
    return new_game(shipped_board("crossroads"), forces, "boiling_point", seed=seed)


def random_action(playing: Game, rng: random.Random) -> Action:
    """A legal action at random."""
    offers = list(playing.offers())
    rng.shuffle(offers)
    return next(action for offer in offers if (action := offer.sample(rng)) is not None)


def twin(state: State, player: int, rng: random.Random) -> State:
    """The same state but for what `player` may not know: the opponent's hand and rack, and the order of the own rack."""
    foe = state.players[opponent_of(player)]
    own = state.players[player]
    unseen = [*foe.hand, *foe.rack]
    everything = [c for c in state.setup.cards.cyphers if c not in foe.discard and c not in unseen]
    swapped = [
        everything.pop(rng.randrange(len(everything))) if everything and rng.random() < 0.5 else c
        for c in unseen
    ]
    rng.shuffle(swapped)
    rack = list(own.rack)
    rng.shuffle(rack)
    n = len(foe.hand)
    foe = replace(foe, hand=tuple(swapped[:n]), rack=tuple(swapped[n:]))
    return replace(
        state,
        players={**state.players, player: replace(own, rack=tuple(rack)), opponent_of(player): foe},
    )


def seen(state: State, player: int) -> tuple[object, ...]:
    """All that a player is shown and told: the view, what may be asked and the answers to asking."""
    view = RULES.play.seen_by(state, player)
    offers = tuple(
        (o.type, o.text, tuple(o.candidates()), o.sample(random.Random(7)))
        for o in RULES.play.offers(view, player)
    )
    asks: list[Action] = [Pass(player=player), Pass(player=opponent_of(player))]
    asks += [Discard(player=p, card=c) for p in (1, 2) for c in ("cryo_lock", "temporal_cycle")]
    foes = [u.id for u in state.units_in_play()]
    asks += [
        Play(player=opponent_of(player), card=c, on=u)
        for c in ("force_barrier", "temporal_cycle")
        for u in foes[:3]
    ]
    mine = [a for a in asks if a.player == player]
    told = [RULES.play.check(state, a) for a in mine]
    if RULES.play.to_act(state) == player:
        told += [RULES.play.check(state, a) for a in asks]
    aside = ("setup", "notes", "roster_notes", "table", "bodies", "terrain_objectives")
    shown = {k: v for k, v in vars(view).items() if k not in aside}
    return repr(shown), offers, told, RULES.play.to_act(state)


@pytest.mark.rule("NM-SIL-102")
@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_hidden_cannot_be_worked_out(seed: int) -> None:
    playing = game(seed)
    rng = random.Random(seed)
    compared = 0
    while not playing.over and compared < 60:
        for player in (1, 2):
            if playing.state.players[opponent_of(player)].hand and rng.random() < 0.4:
                compared += 1
                assert seen(playing.state, player) == seen(twin(playing.state, player, rng), player)
        playing.apply(random_action(playing, rng))
    assert compared > 30


@pytest.mark.rule("NM-SIL-102")
def test_the_view_holds_no_card_of_the_other_hand_or_of_a_rack() -> None:
    playing = game(3)
    for player in (1, 2):
        view = playing.view(player)
        foe = view.state.players[opponent_of(player)]
        own = view.state.players[player]
        assert set(foe.hand) == {HIDDEN_CARD} and len(foe.hand) == 5
        assert set(foe.rack) == set(own.rack) == {HIDDEN_CARD}
        assert HIDDEN_CARD not in own.hand
        own_force, other_force = (
            view.state.setup.forces[p - 1] for p in (player, opponent_of(player))
        )
        assert other_force.rack == () and len(own_force.rack) == 5 + len(own.rack)
        cards = {c for c in playing.state.players[opponent_of(player)].hand} - set(own.hand)
        assert not any(card in repr(view.log) for card in cards)


@pytest.mark.rule("NM-SIL-102")
def test_what_lies_open_is_seen_by_both() -> None:
    playing = game(4)
    rng = random.Random(4)
    for _ in range(80):
        playing.apply(random_action(playing, rng))
    for player in (1, 2):
        view = playing.view(player).state
        assert {p: w.discard for p, w in view.players.items()} == {
            p: w.discard for p, w in playing.state.players.items()
        }
        assert view.units == playing.state.units and view.models == playing.state.models
        assert find_open_question(view) == find_open_question(playing.state)
