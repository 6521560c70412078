"""Playing by hand, without graphics: every question can be answered, refusals are told, nothing hidden is shown."""

import math
import random
from itertools import islice, product
from typing import Any

import pytest

from tests.games.neo_mechanika.rules.playing import at_step, begun, game_from_setup
from tests.narrowed import a
from tests.screens.play_games import Notes, asks, at, click_something, played_to, skirmish
from wc3d.bots import bots_of
from wc3d.engine.agenda import find_open_question
from wc3d.engine.dice import DiceError, DiceWantedError, SeededDice, TypedDice
from wc3d.engine.replay import load
from wc3d.games.neo_mechanika.rules import actions as act
from wc3d.games.neo_mechanika.rules.all_handlers import ACTION_HANDLERS
from wc3d.games.neo_mechanika.rules.state import HIDDEN_CARD
from wc3d.games.neo_mechanika.rules.turn.activation import ActingQuestion
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA
from wc3d.games.neo_mechanika.ui.pending_move import PendingMove
from wc3d.games.neo_mechanika.ui.pending_setup import PendingPlace
from wc3d.scene.picking import RayHit
from wc3d.ui.controller import GameController
from wc3d.ui.play_session import PlaySession, TypedRolls

BOTS = bots_of(NEO_MECHANIKA)


def seated(game, bots=None, **more):
    """A hand at a game, and what it was told."""
    notes = Notes()
    return GameController(PlaySession(game, bots or {}, **more), notes), notes


def acting():
    """A hand whose unit has just been activated, with others of its side and an enemy that it can attack."""

    def ready(game):
        if (
            asks(game) != "ActingQuestion"
            or game.to_act != 1
            or len(list(game.state.units_in_play(1))) < 2
        ):
            return False
        return {"attack", "advance"} <= {
            o.type for o in game.offers() if next(iter(o.candidates()), None) is not None
        }

    return seated(played_to(skirmish(), ready), {2: "recruit"})


def test_a_saved_game_knows_its_bots(tmp_path):
    session = PlaySession(skirmish(), {2: "recruit"}, path=tmp_path / "game.jsonl")
    session.save()
    game = load(tmp_path / "game.jsonl", game_from_setup)
    assert game.bots == {2: "recruit"}
    PlaySession(game, {}, path=tmp_path / "game.jsonl").save()
    assert load(tmp_path / "game.jsonl", game_from_setup).bots == {}


def test_what_is_to_be_placed_is_in_hand_once_the_screen_was_passed_and_again_after_it_was_put_down():
    there = {"1.ranger_fire_team.1.a": (15.0, 15.0)}
    game = at_step(
        begun(("ranger_fire_team",), at=there, hands={1: ("mortality_destabilizer",)}), "cypher"
    )
    game.apply(act.Play(player=1, card="mortality_destabilizer", on="1.ranger_fire_team.1"))
    hand, _ = seated(game)
    assert hand.session.next_person == 1 and hand.pending is None
    hand.session.confirm_handover()
    hand.sync()
    assert isinstance(hand.pending, PendingPlace) and hand.is_auto_started
    hand.cancel()
    hand.begin_pending("place")
    hand.on_click(at((17.0, 15.0)))
    assert game.state.place("1.ranger_fire_team.1.b")[:2] == (17.0, 15.0)


@pytest.mark.slow
def test_every_kind_of_action_of_every_question_has_its_place_in_the_lists():
    assert {kind.model_fields["type"].default for _, kind in ACTION_HANDLERS} == {
        kind.type for kind in NEO_MECHANIKA.display.kinds
    }


def test_whole_games_are_played_by_clicks_alone_and_nothing_hidden_is_known():
    kinds = set()
    for seed, forces in (
        (1, ("marcher_worlds", "aeternus_continuum")),
        (5, ("empyreans", "iron_star_alliance")),
    ):
        kinds |= played_by_clicks(seed, forces)
    assert kinds >= {
        "deploy",
        "activate",
        "advance",
        "attack",
        "choose",
        "play",
        "place_gate",
        "charge",
        "use",
        "discard",
    }


def played_by_clicks(seed, forces):
    """The kinds of actions that were done by clicks in a whole game against a bot."""
    game = skirmish(seed, forces)
    hand, _ = seated(game, {2: "random"})
    bot = BOTS["random"](seed)
    rng = random.Random(seed)
    kinds = set()
    while not game.over:
        hidden = hand.state.players[2]
        assert set(hidden.hand) <= {HIDDEN_CARD} and set(hidden.rack) | set(
            hand.state.players[1].rack
        ) <= {HIDDEN_CARD}
        if game.to_act == 1:
            kinds.add(click_something(hand, rng))
        else:
            hand.session.apply(bot.choose(game.view(2)))
            hand.sync()
    drawn = [e.words for e in hand.session.log.lines if e.words.startswith("Ben draws")]
    assert drawn and all("card" in words for words in drawn)
    return kinds


def test_every_action_that_is_offered_can_be_asked_for_its_chances():
    """Also a deployment, whose places are a dict, which has no hash."""
    game = played_to(skirmish(), lambda g: any(o.type == "deploy" for o in g.offers()))
    hand, _ = seated(game)
    deployments = hand.menu.items_of_kind("deploy")
    assert deployments and hand.menu.sort_by_chances(deployments) == list(deployments)
    hand, _ = acting()
    attack = hand.menu.items_of_kind("attack")[0]
    assert hand.menu.chances_of(attack) is hand.menu.chances_of(attack) is not None


def test_a_unit_is_deployed_through_the_void_gate_beside_which_it_is_put():
    def places(game):
        """Where a solo may stand beside each of two void gates, and its unit."""
        if asks(game) != "DeploymentQuestion":
            return None
        for unit in game.state.units.values():
            if unit.player != game.to_act or len(unit.models) > 1:
                continue
            found = {}
            for gate, turn in product(game.state.gates_of(game.to_act), range(24)):
                x, y = (
                    gate.at[0] + 1.4 * math.cos(turn * math.pi / 12),
                    gate.at[1] + 1.4 * math.sin(turn * math.pi / 12),
                )
                deployment = act.Deploy(
                    player=game.to_act, unit=unit.id, gate=gate.id, places={unit.models[0]: (x, y)}
                )
                if game.check(deployment):
                    found[gate.id] = (x, y)
            if len(found) > 1:
                return unit.id, found
        return None

    for seed in range(1, 30):
        game = played_to(skirmish(seed=seed), places)
        if not game.over:
            break
    unit, found = places(game)
    hand, notes = seated(game, {3 - game.to_act: "recruit"})
    hand.begin_pending(unit)
    for gate, place in [*found.items(), *found.items()]:
        hand.on_hover(at(place))
        assert hand.pending.is_ready and hand.pending.gate == gate
    assert not notes.complaints


def test_a_refusal_is_told_with_its_page_and_changes_nothing():
    hand, notes = acting()
    before = hand.state
    turns = len(hand.session.game.turns)
    model = next(iter(hand.movable_models))
    x, y, _ = hand.state.place(model)
    assert hand.begin_drag(model)
    hand.on_drop(at((x, 29.0 if y < 15 else 1.0)))
    assert hand.state is before and len(hand.session.game.turns) == turns
    assert "(p. " in notes.complaints[-1] and hand.pending.model == model, (
        "it stays in hand, to be put down elsewhere"
    )
    assert hand.cancel() and hand.pending is None


def test_why_the_rest_is_not_possible_is_said_for_each_thing():
    hand, _ = acting()
    acting_unit = a(ActingQuestion, find_open_question(hand.state)).unit
    other = next(u.id for u in hand.state.units_in_play(1) if u.id != acting_unit)
    told = hand.refusals_for(other)
    assert told and all(not r.verdict and r.verdict.text and r.verdict.rule for r in told)
    enemy = next(b.id for b in hand.state.bodies if hand.state.owner(b.id) == 2)
    for refusal in hand.refusals_for(enemy):
        assert refusal.verdict.code and refusal.words


@pytest.mark.rule("NM-MOV-04")
def test_a_squad_is_placed_model_by_model_and_what_is_not_allowed_goes_back():
    squad = "1.ranger_fire_team.1"
    x = 15.0
    y = 13.0
    leader, mate, last = (f"{squad}.{letter}" for letter in "abc")
    there = {
        leader: (15.0, 10.0),
        mate: (16.5, 10.0),
        last: (18.0, 10.0),
        "2.scourge.1": (15.0, 40.0),
    }
    game = at_step(begun(("ranger_fire_team",), at=there), "activation")
    game.apply(act.Activate(player=1, unit=squad))
    hand, notes = seated(game, {2: "recruit"})
    hand.begin_pending(leader)
    hand.on_click(at((x, y)))
    assert hand.pending.is_placed and {g.id for g in hand.pending.ghosts} == {
        m.id for m in hand.state.models_of(squad)
    }
    ends = {g.id: g.at for g in hand.pending.ghosts}
    assert hand.table.body(mate).at == ends[mate]
    assert hand.begin_drag(mate)
    hand.on_drop(at((x, y + 12)))
    assert (
        "the limit is 2" in notes.complaints[-1]
        and {g.id: g.at for g in hand.pending.ghosts}[mate] == ends[mate]
    )
    for turn in range(8):
        told = len(notes.complaints)
        wanted = (
            ends[leader][0] + 2 * math.cos(turn * math.pi / 4),
            ends[leader][1] + 2 * math.sin(turn * math.pi / 4),
        )
        assert hand.begin_drag(mate)
        hand.on_drop(at(wanted))
        if len(notes.complaints) == told:
            break
    hand.end_step()
    assert hand.pending is None
    assert game.state.place(mate)[:2] == pytest.approx(wanted, abs=2e-3)


def test_corners_of_a_path_are_kept_and_a_jump_is_a_jump():
    hand, _ = acting()
    model = next(iter(hand.movable_models))
    hand.begin_pending(model)
    assert isinstance(hand.pending, PendingMove)
    x, y, _ = hand.state.place(model)
    hand.on_click(at((x, y + 0.5)), corner=True)
    hand.on_hover(at((x + 0.5, y + 0.5)))
    assert len(a(act.Advance, a(PendingMove, hand.pending).make_action()).path) == 2
    hand.cancel()
    hand.begin_pending(model)
    hand.run_command("jump")
    hand.on_hover(at((x, y + 1)))
    assert a(act.Advance, a(PendingMove, hand.pending).make_action()).path == (
        act.JumpStep(jump=(round(x, 3), round(y + 1, 3))),
    )


def test_undo_takes_back_the_action_and_what_the_log_said_of_it():
    game = played_to(skirmish(), lambda g: asks(g) == "ChargingQuestion" and g.to_act == 1)
    hand, notes = seated(game, {2: "recruit"})
    before = game.digest()
    lines = len(hand.session.log.lines)
    unit = hand.menu.items_of_kind("charge")[0].action
    hand.apply_action(unit)
    hand.end_step()
    assert game.digest() != before and len(hand.session.log.lines) > lines
    done = next(e.actions_done for e in hand.session.log.lines[lines:])
    hand.undo_to(done)
    assert len(game.turns) == done
    hand.undo()
    assert game.digest() == before and len(hand.session.log.lines) == lines
    assert "Undid" in notes.said[-1]


def test_redo_does_again_what_was_undone_with_its_lines_of_the_log():
    game = played_to(skirmish(), lambda g: asks(g) == "ChargingQuestion" and g.to_act == 1)
    hand, notes = seated(game, {2: "recruit"})
    hand.redo()
    assert "othing to redo" in notes.complaints[-1] and not hand.session.redoable_count()
    hand.apply_action(hand.menu.items_of_kind("charge")[0].action)
    after = game.digest()
    words = [line.words for line in hand.session.log.lines]
    hand.undo()
    assert hand.session.redoable_count() and game.digest() != after
    hand.redo()
    assert game.digest() == after and [line.words for line in hand.session.log.lines] == words
    assert "Redid" in notes.said[-1] and not hand.session.redoable_count()


def test_what_dice_have_decided_is_not_taken_back():
    game = played_to(skirmish(), lambda g: g.turns and g.turns[-1].is_final and g.to_act == 1)
    hand, notes = seated(game, {2: "recruit"})
    before = game.digest()
    hand.undo()
    assert game.digest() == before and "ice were rolled" in notes.complaints[-1]


def test_the_game_is_in_its_file_after_every_action_and_a_copy_never_goes_over_another(tmp_path):
    hand, _ = seated(skirmish(), {2: "random"}, path=tmp_path / "game.jsonl")
    rng = random.Random(2)
    while hand.session.game.to_act != 1:
        hand.session.apply(BOTS["random"](1).choose(hand.session.game.view(2)))
        hand.sync()
    click_something(hand, rng)
    assert load(tmp_path / "game.jsonl", game_from_setup).digest() == hand.session.game.digest()
    hand.session.save_copy(tmp_path / "copy.jsonl")
    assert load(tmp_path / "copy.jsonl", game_from_setup).digest() == hand.session.game.digest()
    with pytest.raises(Exception, match="this file already exists"):
        hand.session.save_copy(tmp_path / "game.jsonl")


def test_between_two_people_no_hand_is_seen_until_the_screen_was_passed():
    game = skirmish(3)
    hand, _ = seated(game)
    rng = random.Random(3)
    covers = 0
    while game.state.turn < 4 and not game.over:
        session = hand.session
        known = {
            p
            for p in (1, 2)
            if HIDDEN_CARD not in session.state.players[p].hand and session.state.players[p].hand
        }
        assert len(known) <= 1
        if session.next_person:
            assert not session.person_to_act and not session.offers and not known
            covers += 1
            session.confirm_handover()
            hand.sync()
            continue
        assert (
            not game.state.round or not known or known == {session.seated_player} == {game.to_act}
        )
        click_something(hand, rng)
    assert covers >= 3


@pytest.mark.parametrize("sits", [True, False])
def test_who_takes_back_the_end_of_the_others_turn_does_not_see_their_hand(sits):
    hand, _ = seated(played_to(skirmish(), lambda game: asks(game) == "ChargingQuestion"))
    session = hand.session
    session.confirm_handover()
    first = session.seated_player
    # no card was played, so that none is drawn, and all of it can be taken back
    while not session.next_person:
        passing = NEO_MECHANIKA.search.pass_action(first)
        offered = [action for offer in session.offers for action in islice(offer.candidates(), 1)]
        session.apply(passing if session.check(passing) else offered[0])
    assert session.next_person == 3 - first and session.undoable_count() == 1
    if sits:
        session.confirm_handover()
    session.undo()
    assert (
        session.game.to_act == first == session.next_person
        and session.viewer is None
        and not session.offers
    )
    session.confirm_handover()
    assert session.viewer == first == session.person_to_act
    session.undo()
    assert session.viewer == first, "one's own is taken back without passing the screen"


def test_typed_dice_are_asked_for_one_roll_after_the_other():
    typed = TypedRolls()
    while True:
        typed.restart()
        try:
            game = skirmish(dice=TypedDice(typed, SeededDice(4)))
            break
        except DiceWantedError as wanting:
            typed.add_roll(wanting.roll, tuple(3 + len(typed.rolls) % 2 for _ in wanting.roll.dice))
    typed.rolls.clear()
    hand, _ = seated(game, typed=typed)
    session = hand.session
    rng = random.Random(1)
    asked = 0
    rolled: list[Any] = []
    while asked < 6 and not game.over:
        if session.wanted_roll is not None:
            with pytest.raises(DiceError):
                session.type_roll([9] * len(session.wanted_roll.dice))
            before = len(game.turns)
            faces = [die.faces[3] for die in session.wanted_roll.dice]
            session.type_roll(faces)
            asked = asked + 1
            rolled = [*rolled, *session.animation.rolls]
            assert session.wanted_roll is not None or len(game.turns) == before + 1
            hand.sync()
        elif session.next_person:
            session.confirm_handover()
            hand.sync()
        else:
            click_something(hand, rng)
    assert asked >= 2 and rolled


def test_tab_goes_round_the_units_that_can_do_something():
    game = played_to(skirmish(), lambda g: asks(g) == "ActivationQuestion" and g.to_act == 1)
    hand, _ = seated(game, {2: "recruit"})
    able = list(hand.units_to_act())
    assert able and [hand.select_next_unit() for _ in able] == able
    assert all(hand.session.check(act.Activate(player=1, unit=id)) for id in able)


def test_a_line_of_the_log_knows_where_it_happened():
    game = played_to(skirmish(), lambda g: g.state.turn > 3)
    hand, _ = seated(game, {2: "recruit"})
    entries = hand.session.log.lines
    attacks = [
        e for e in entries if any(type(event).__name__ == "AttackDeclared" for event in e.events)
    ]
    moves = [e for e in entries if any(type(event).__name__ == "Moved" for event in e.events)]
    assert attacks and all(len(e.strokes[0].points) == 2 for e in attacks)
    assert moves and all(e.places for e in moves)


def test_a_click_on_what_cannot_be_a_target_is_refused_by_the_rules():
    hand, notes = acting()
    attacks = hand.menu.items_of_kind("attack")
    own = attacks[0].action.model
    hand.begin_aiming(attacks[:1])
    hand.on_click(RayHit("body", own, hand.state.place(own), 1.0, False))
    assert notes.complaints and "(p. " in notes.complaints[-1]


def test_a_click_in_the_list_is_a_click_on_the_target_of_what_is_aimed():
    hand, notes = acting()
    attack = hand.menu.items_of_kind("attack")[0]
    own = attack.action.model
    target = hand.state.models[attack.action.target].unit
    hand.begin_aiming([attack])
    hand.select(hand.state.models[own].unit)
    assert notes.complaints and "(p. " in notes.complaints[-1] and hand.aimed_items
    before = len(hand.session.game.turns)
    hand.select(target)
    assert hand.session.game.turns[before].action == attack.action
    assert not hand.aimed_items


def test_a_click_in_the_list_looks_at_what_is_clicked_where_nothing_is_aimed():
    hand, notes = acting()
    unit = hand.state.models[hand.menu.items_of_kind("attack")[0].action.target].unit
    hand.select(unit)
    assert hand.selected_id == unit and not notes.complaints
