"""WARMACHINE played by hand, without graphics: moves that end with a facing, lanes, focus by clicks, whole games by clicks."""

from __future__ import annotations

import random

import pytest

from tests.games.warmachine.rules.playing import activate, battle, state_of
from tests.narrowed import a
from tests.screens.play_games import Notes, at
from tests.shipped_boards import shipped_board
from wc3d.engine.agenda import find_open_question
from wc3d.engine.ruleset_types import GamePlan
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules.turn.control import ControlQuestion
from wc3d.games.warmachine.rules.turn.opening import DeployQuestion
from wc3d.games.warmachine.ruleset import WARMACHINE
from wc3d.games.warmachine.ui.pending_aim import PendingCharge, PendingThrow
from wc3d.games.warmachine.ui.pending_placement import (
    PendingDeployment,
    PendingMove,
    PendingStandUp,
)
from wc3d.scene.picking import RayHit
from wc3d.ui.controller import GameController
from wc3d.ui.play_session import PlaySession

ANVIL = "1.anvil"
MORTAR = "2.mortar"
SPITTER = "2.spitter"
MARSHAL = "1.marshal"


def seated(game, snaps=False):
    """A hand at a game that two play, and what it was told."""
    notes = Notes()
    return GameController(PlaySession(game), notes, snaps=snaps), notes


def on(hand, id):
    """The mouse over a model."""
    return RayHit("body", id, hand.state.place(id), 1.0, False)


def acting(snaps=False, **more):
    """A hand whose Anvil acts."""
    placed = {ANVIL: (24, 20, 90, {"focus": 2}), MORTAR: (24, 30, 270), **more}
    return seated(activate(battle(placed), ANVIL), snaps)


@pytest.mark.rule("WM-MOV-04")
def test_a_model_is_dragged_then_turned_with_the_mouse_and_a_click_does_both():
    hand, _ = acting()
    assert hand.begin_drag(ANVIL)
    hand.on_drag(at((24, 22)))
    hand.on_drop(at((24, 22)))
    way = a(PendingMove, hand.pending)
    assert way.is_placed and way.facings()[ANVIL] == 0.0, "it looks the way it goes"
    hand.on_hover(at((20, 22)))
    assert way.facings()[ANVIL] == 90.0
    hand.on_hover(at((24.1, 22.1)))
    assert way.facings()[ANVIL] == 90.0, "upon its own base the mouse says nothing"
    hand.on_click(at((28, 22)))
    me = state_of(hand.session.game).models[ANVIL]
    assert me.at == (24.0, 22.0, 0.0) and me.facing == 0.0


def test_a_click_far_away_that_turns_a_placed_model_does_not_wait_for_another():
    hand, _ = acting(snaps=True)
    hand.begin_pending(ANVIL)
    hand.on_click(at((24, 22)))
    assert a(PendingMove, hand.pending).is_placed and not hand.session.game.turns[1:]
    hand.on_click(at((24, 40)))
    me = state_of(hand.session.game).models[ANVIL]
    assert me.at == (24.0, 22.0, 0.0) and me.facing == 90.0


def test_keys_turn_it_and_escape_takes_it_up_again():
    hand, _ = acting()
    hand.begin_pending(ANVIL)
    hand.on_click(at((24, 22)))
    way = a(PendingMove, hand.pending)
    hand.run_command("turn_left")
    hand.run_command("turn_left")
    assert way.facing == 120.0
    assert hand.cancel() and hand.pending is way and not way.is_placed
    hand.on_click(at((24, 23)))
    hand.end_step()
    me = state_of(hand.session.game).models[ANVIL]
    assert me.at == (24.0, 23.0, 0.0) and me.facing == 120.0


def test_it_is_turned_on_the_spot_and_a_refused_place_is_told_and_changes_nothing():
    hand, notes = acting()
    hand.begin_pending(ANVIL)
    hand.on_click(at((24, 27)))
    assert 'the limit is 4"' in notes.complaints[-1] and not a(PendingMove, hand.pending).is_placed
    hand.on_click(at((24, 20)))
    hand.on_click(at((20, 20)))
    me = state_of(hand.session.game).models[ANVIL]
    assert me.at == (24, 20, 0.0) and me.facing == 180.0


def test_a_run_goes_twice_as_far_and_ends_the_activation():
    hand, _ = acting()
    hand.begin_pending("run")
    hand.on_click(at((18, 20)))
    assert a(PendingMove, hand.pending).is_running
    hand.end_step()
    assert state_of(hand.session.game).models[ANVIL].at == (18.0, 20.0, 0.0)
    assert type(find_open_question(hand.state)).__name__ == "ActivationQuestion"


@pytest.mark.rule("WM-CHG-06")
def test_a_charge_is_aimed_along_its_lanes_before_it_is_declared():
    hand, _ = acting(**{MARSHAL: (25.0, 24, 90)})
    (item,) = [item for item in hand.items_for(MORTAR) if item.action.type == "charge"]
    assert not hand.choose_action(item.action) and len(hand.session.game.turns) == 1
    charge = a(PendingCharge, hand.pending)
    assert charge.direction is not None, "the straight way is not open"
    hand.on_hover(at((24.9, 26)))
    lanes = charge.lanes.directions
    assert any(low - 0.02 <= charge.direction <= high + 0.02 for low, high in lanes)
    hand.on_click(at((20, 30)))
    done = hand.session.game.turns[-1].action
    assert (
        isinstance(done, act.Charge)
        and done.target == MORTAR
        and done.direction == charge.direction
    )


def test_a_throw_is_listed_once_and_aimed():
    hand, _ = acting(**{SPITTER: (24, 22, 270)})
    throws = [item for item in hand.items_for(SPITTER) if item.action.type == "throw"]
    assert [item.words for item in throws] == [
        f"throw {hand.rules.text.display_name(hand.state, SPITTER)}"
    ]
    hand.choose_action(throws[0].action)
    throw = a(PendingThrow, hand.pending)
    hand.on_hover(at((30, 22)))
    assert throw.direction == pytest.approx(0.0) and throw.verdict
    hand.on_hover(at((24, 10)))
    assert throw.verdict.code == "behind"


def test_who_stands_up_is_turned_too():
    game = activate(battle({ANVIL: (24, 20, 90, {"down": 1}), MORTAR: (24, 30, 270)}), ANVIL)
    hand, _ = seated(game)
    hand.choose_action(act.StandUp(player=1, model=ANVIL, gives="movement"))
    assert a(PendingStandUp, hand.pending).is_placed
    hand.on_click(at((30, 20)))
    me = state_of(game).models[ANVIL]
    assert not me.knocked_down and me.facing == 0.0


def new_game(seed=3, of="battle"):
    """A new battle, of two battlegroups or of two armies."""
    mission = WARMACHINE.mission(of)
    forces = tuple(WARMACHINE.setup.force(name, mission.id, 1) for name in mission.forces)
    table = shipped_board("salt-flats", "warmachine")
    return WARMACHINE.new_game(
        GamePlan(mission.id, table, (forces[0], forces[1]), ("Anna", "Ben"), seed)
    )


def test_models_are_set_up_one_after_the_other_and_focus_is_given_by_clicks():
    game = new_game()
    hand, _ = seated(game)
    while not isinstance(find_open_question(game.state), DeployQuestion):
        hand.apply_action(next(iter(hand.menu.items_of_kind("choose"))).action)
    first = a(PendingDeployment, hand.pending)
    south = game.state.sides[game.to_act - 1] == "south"
    y = 6.0 if south else 42.0
    hand.on_click(at((20, y)))
    assert first.is_placed and first.facings()[first.model] == (0.0 if south else 180.0)
    hand.end_step()
    assert a(PendingDeployment, hand.pending).model != first.model
    while isinstance(find_open_question(game.state), DeployQuestion):
        put_down(hand)
    assert isinstance(find_open_question(game.state), ControlQuestion)
    player = game.to_act
    jack = next(m.id for m in game.state.models_in_play(player) if not m.is_warcaster)
    before = game.state.warcaster_of(player).focus
    hand.on_click(on(hand, jack))
    hand.on_click(on(hand, jack))
    assert (
        state_of(game).models[jack].focus == 2
        and game.state.warcaster_of(player).focus == before - 2
    )
    hand.undo()
    assert state_of(game).models[jack].focus == 1


def put_down(hand):
    """Set up the model in hand where there is room."""
    player = hand.session.person_to_act
    y = 6.0 if hand.state.sides[player - 1] == "south" else 42.0
    taken = [m.at[0] for m in hand.state.models_in_play(player)]
    if hand.pending is None:
        hand.begin_pending(hand.hooks.units_to_act(hand.context)[0])
    x = next(x for x in range(10, 46, 4) if all(abs(x - other) > 2.5 for other in taken))
    hand.on_click(at((float(x), y)))
    assert hand.pending.is_placed, hand.pending.verdict
    hand.end_step()


def click_something(hand, rng):
    """Do one thing by the hand's own means."""
    before = len(hand.session.game.turns)
    kinds = [*(kind.type for kind in hand.hooks.kinds_to_list(hand.context)), "pass"]
    rng.shuffle(kinds)
    kinds.sort(key=lambda kind: kind == "pass")
    for kind in kinds:
        if kind == "pass":
            hand.pending = None
            hand.end_step()
        elif kind == "deploy":
            put_down(hand)
        elif kind in ("advance", "run"):
            action = hand.menu.find_offer(kind).sample(rng)
            if action is not None and action.path:
                hand.begin_pending("run" if kind == "run" else action.model)
                hand.on_click(at(action.path[-1]))
                hand.on_click(at((rng.uniform(0, 48), rng.uniform(0, 48))))
        else:
            items = hand.hooks.items_to_list(hand.menu.items_of_kind(kind))
            if items:
                hand.choose_action(rng.choice(items).action)
                if hand.pending is not None:
                    hand.apply_pending() if hand.pending.is_ready else hand.cancel()
        if len(hand.session.game.turns) > before:
            return kind
        hand.pending = None
        hand.aimed_items = ()
    raise AssertionError(f"nothing could be done at {find_open_question(hand.state)}")


def test_whole_games_are_played_by_clicks_alone():
    kinds = set()
    for seed, of in ((1, "battle"), (2, "battle"), (1, "armies")):
        game = new_game(seed, of)
        rng = random.Random(seed)
        hand, notes = seated(game)
        while of == "armies" and not game.state.round:
            hand.apply_action(hand.menu.offers[0].sample(rng))
        for _ in range(160):
            if game.over:
                break
            kinds.add(click_something(hand, rng))
        assert game.state.turn > 2, notes.complaints[-3:]
    assert kinds >= {
        "deploy",
        "assign",
        "activate",
        "advance",
        "run",
        "attack",
        "choose",
        "order",
        "pass",
    }
