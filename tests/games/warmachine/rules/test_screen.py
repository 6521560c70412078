"""What screens show of WARMACHINE: surroundings, ways with free strikes, lanes, landing places, charts; and no distance."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from tests.games.warmachine.rules.building import box, field
from tests.games.warmachine.rules.playing import activate, battle, do, happened, only, state_of
from wc3d.engine.actions import Action
from wc3d.engine.agenda import find_open_question
from wc3d.engine.game import Game
from wc3d.games.warmachine.display.charge_lanes import open_lanes
from wc3d.games.warmachine.display.slam_and_throw_preview import preview_slam_outcomes
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.agenda_frames import BoostQuestion
from wc3d.games.warmachine.rules.forces import load_legal_force
from wc3d.games.warmachine.rules.moving.walking import FreeStrikeQuestion, predict_free_strikes
from wc3d.games.warmachine.rules.saved_setup import edition_for_game, prepare_game
from wc3d.games.warmachine.rules.state import CloudInPlay
from wc3d.games.warmachine.rules.turn.opening import DeployQuestion, undeployed_models
from wc3d.games.warmachine.ruleset import WARMACHINE
from wc3d.presentation.palette import Pen
from wc3d.presentation.preview import Preview

ANVIL = "1.anvil"
MORTAR = "2.mortar"
SPITTER = "2.spitter"
MARSHAL = "1.marshal"


def shown(game: Game, kind: type[Action], **parts: Any) -> Preview:
    """The preview of an action."""
    found = WARMACHINE.display.preview(game.state, kind(player=game.to_act or 0, **parts))
    assert found is not None
    return found


def told(preview: Preview) -> str:
    """All that a preview says."""
    marks = preview.marks
    said = [
        preview.words,
        *(tag.words for tag in preview.tags),
        *(" ".join(row) for row in preview.facts),
    ]
    return "\n".join(
        [*said, *(stroke.label for stroke in marks.strokes), *(c.label for c in marks.circles)]
    )


@pytest.mark.rule("WM-GEO-02")
@pytest.mark.rule("WM-GEO-04")
def test_round_a_model_its_melee_range_lies_ahead_and_its_back_arc_behind():
    state = battle({ANVIL: (20, 20, 0), MORTAR: (30, 30, 90, {"down": 1})}).state
    found = WARMACHINE.display.model_surroundings(state, ANVIL, 1)
    assert found is not None
    ahead, behind = found.marks.areas
    assert ahead.label == "melee range" and behind.label == "back arc"
    assert ahead.shape.bounds[0] == pytest.approx(20) and behind.shape.bounds[2] == pytest.approx(
        20
    )
    reach = state.table.body(ANVIL).radius + 0.5
    assert ahead.shape.bounds[2] == pytest.approx(20 + reach, abs=0.01)
    lying = WARMACHINE.display.model_surroundings(state, MORTAR, 1)
    assert lying is not None and [area.label for area in lying.marks.areas] == ["back arc"], (
        "who lies has no melee range"
    )


@pytest.mark.rule("WM-RUL-07")
def test_a_control_area_is_drawn_for_its_own_player_alone():
    state = battle({ANVIL: (20, 20), MARSHAL: (10, 10)}).state
    mine, theirs = (
        WARMACHINE.display.model_surroundings(state, MARSHAL, player) for player in (1, 2)
    )
    assert mine is not None and theirs is not None and theirs.marks.circles == ()
    (area,) = mine.marks.circles
    assert (
        area.radius == pytest.approx(state.table.body(MARSHAL).radius + 12) and '12"' in area.label
    )


@pytest.mark.rule("WM-FRE-01")
@pytest.mark.rule("WM-RUL-20")
def test_a_free_strike_is_foretold_where_it_will_be_asked_for_and_nowhere_else():
    game = activate(
        battle({ANVIL: (24, 20, 90), MORTAR: (25.2, 22, 240), SPITTER: (30, 30, 270)}), ANVIL
    )
    path = ((20.5, 21.5),)
    (strike,) = predict_free_strikes(state_of(game), ANVIL, path)
    preview = shown(game, act.Advance, model=ANVIL, path=path)
    assert "1 free strike" in preview.words and any(
        tag.words == "free strike by Mortar" for tag in preview.tags
    )
    assert any(
        name == "Free strike" and "hits" in words and "damage on average" in words
        for name, words in preview.facts
    )
    do(game, act.Advance, model=ANVIL, path=path)
    asked = state_of(game).agenda[-1]
    assert isinstance(asked, FreeStrikeQuestion) and asked.striker == strike.striker == MORTAR
    assert math.dist(state_of(game).place(ANVIL)[:2], strike.at) < 1e-6
    calm = activate(battle({ANVIL: (24, 20, 90), MORTAR: (25.2, 22, 60)}), ANVIL)
    assert not list(predict_free_strikes(state_of(calm), ANVIL, path)), "it stands in the back arc"


@pytest.mark.rule("WM-MOV-04")
def test_an_advance_is_drawn_with_the_facing_it_will_end_with():
    game = activate(battle({ANVIL: (24, 20, 90)}), ANVIL)
    plain, turned = (
        shown(game, act.Advance, model=ANVIL, path=((24, 22),), facing=facing)
        for facing in (None, 180.0)
    )
    assert (
        plain.marks.areas[0].shape.centroid.y > 22.2
        and turned.marks.areas[0].shape.centroid.x < 23.8
    )
    do(game, act.Advance, model=ANVIL, path=((24, 22),), facing=180.0)
    assert state_of(game).models[ANVIL].facing == 180.0


def test_a_way_that_is_too_long_is_drawn_as_far_as_it_can_be_gone():
    game = activate(battle({ANVIL: (24, 20, 90)}), ANVIL)
    preview = shown(game, act.Advance, model=ANVIL, path=((24, 27),))
    assert not preview.legal and preview.action is None
    gone, left = preview.marks.strokes[:2]
    assert (
        gone.pen is Pen.PATH and gone.points[-1][1] == pytest.approx(24) and left.pen is Pen.REFUSED
    )


@pytest.mark.rule("WM-GEO-38")
@pytest.mark.rule("WM-RUL-07")
@pytest.mark.parametrize("kind", [act.Charge, act.SlamInto, act.Attack])
def test_no_preview_of_what_is_declared_first_tells_whether_its_target_is_near_enough(kind):
    more = {"weapon": "pistol"} if kind is act.Attack else {}
    me = MARSHAL if kind is act.Attack else ANVIL
    said = set()
    for far in (8.2, 9.5, 14.0, 22.0):
        placed = {me: (20, 10, 90, {"focus": 2}), MORTAR: (20, 10 + far, 90)}
        game = activate(battle(placed), me)
        preview = shown(game, kind, model=me, target=MORTAR, **more)
        assert preview.legal
        said.add(
            (
                told(preview),
                tuple(area.label for area in preview.marks.areas),
                len(preview.marks.strokes),
            )
        )
    assert len(said) == 1, said


@pytest.mark.rule("WM-GEO-15")
def test_charge_lanes_are_open_where_nothing_stands_between_however_far_it_is():
    placed = {ANVIL: (20, 10, 90, {"focus": 2}), MORTAR: (20, 30, 270)}
    free = open_lanes(state_of(activate(battle(placed), ANVIL)), ANVIL, MORTAR)
    wall = box("wall", "impassable", (20, 20), (3, 1), 3.0)
    split = open_lanes(state_of(activate(battle(placed, terrain=(wall,)), ANVIL)), ANVIL, MORTAR)
    shut = box("wall", "impassable", (20, 20), (24, 1), 3.0)
    none = open_lanes(state_of(activate(battle(placed, terrain=(shut,)), ANVIL)), ANVIL, MORTAR)
    assert free.possible and any(low < 90 < high for low, high in free.directions)
    assert not any(low < 90 < high for low, high in split.directions)
    assert not none.possible


@pytest.mark.rule("WM-SLM-09")
def test_a_slam_is_shown_with_every_place_its_die_may_drive_the_target_to():
    placed = {ANVIL: (20, 10, 90, {"focus": 1}), MORTAR: (20, 16, 270)}
    dice = [(6, 5), (3,), (1, 1)]
    game = activate(battle(placed, dice=dice), ANVIL)
    rings = [
        circle.center for circle in preview_slam_outcomes(state_of(game), ANVIL, MORTAR).circles
    ]
    assert len(rings) == 6
    do(game, act.SlamInto, model=ANVIL, target=MORTAR)
    assert [e.how for e in happened(game, events.Moved) if e.model == MORTAR] == ["is slammed"]
    end = state_of(game).place(MORTAR)[:2]
    assert min(math.dist(end, at) for at in rings) < 1e-6


def test_a_damage_grid_is_shown_with_its_marked_boxes_and_what_is_lost():
    game = battle({ANVIL: (20, 20)})
    grid = state_of(game).damage_grid(ANVIL)
    cortex = grid.system_boxes("C")
    state = state_of(game).with_model(ANVIL, marked=cortex)
    sheet = WARMACHINE.display.sheet(state, ANVIL)
    assert sheet is not None and sheet.chart is not None and len(sheet.chart.columns) == 6
    boxes = {
        (c, r): b
        for c, column in enumerate(sheet.chart.columns, 1)
        for r, b in enumerate(column, 1)
        if b is not None
    }
    assert boxes.keys() == set(grid.boxes) and {
        at for at, b in boxes.items() if b.is_marked
    } == set(cortex)
    assert all(b.is_lost is (b.part == "C") for b in boxes.values())
    assert [row.words for row in sheet.chart.parts if row.is_changed] == ["cortex: DISABLED"]
    whole = len(grid.system_boxes("L"))
    assert (
        next(row.words for row in sheet.chart.parts if row.id == "L") == f"left arm {whole}/{whole}"
    )
    caster = WARMACHINE.display.sheet(state.with_model(MARSHAL, damage=4), MARSHAL)
    assert caster is not None and caster.chart is not None
    row = [b for column in caster.chart.columns for b in column if b is not None]
    assert len(row) == 15 and sum(b.is_marked for b in row) == 4


def test_clouds_are_shown_and_those_that_harm_say_so():
    state = replace(
        state_of(battle({ANVIL: (20, 20)})),
        clouds=(
            CloudInPlay("cloud 1", (23, 23), 4.0, 2),
            CloudInPlay("cloud 2", (29, 22), 3.0, 1, 12),
        ),
    )
    one, other = WARMACHINE.display.clouds(state)
    assert (one.radius, one.is_harmful, other.is_harmful, other.short) == (
        2.0,
        False,
        True,
        "cloud, POW 12",
    )


def test_what_is_asked_in_the_middle_of_an_attack_is_told_with_both_chances():
    game = activate(battle({ANVIL: (24, 20, 90, {"focus": 2}), SPITTER: (24, 22, 240)}), ANVIL)
    do(game, act.Attack, model=ANVIL, weapon="maul", target=SPITTER)
    found = WARMACHINE.display.question_preview(game.state)
    assert found is not None and "boost the attack roll" in found.words
    assert any(name == "Hits" and "boosted" in words for name, words in found.facts)
    assert only(game, events.AttackDeclared).target == SPITTER


def test_a_label_has_room_for_as_many_focus_points_as_a_model_may_get():
    """WM-FOC-01: a warcaster gets its FOC; WM-FOC-05: a warjack at most three."""
    state = battle({ANVIL: (20, 20, 90), MARSHAL: (24, 20, 90, {"focus": 2})}).state
    room = {
        label.id: (label.points, label.max_points) for label in WARMACHINE.display.labels(state)
    }
    foc = state.setup.caster_card(MARSHAL).foc
    assert room[ANVIL] == (0, 3) and room[MARSHAL] == (2, foc)


def test_who_stands_in_the_way_is_called_by_name_where_models_are_set_up():
    forces = load_legal_force("anvil_and_hound", 1), load_legal_force("mortar_and_spitter", 1)
    game = Game(
        WARMACHINE, *prepare_game(field(), forces, edition=edition_for_game("", ()), seed=1)
    )
    while not isinstance(find_open_question(game.state), DeployQuestion):
        game.apply(
            next(a for offer in game.offers() if offer.type == "choose" for a in offer.candidates())
        )
    player = game.to_act or 0
    first, second = undeployed_models(game.state, player)[:2]
    y = 5.0 if game.state.sides[player - 1] == "south" else 43.0
    do(game, act.Deploy, model=first.id, at=(20.0, y))
    refused = game.check(act.Deploy(player=player, model=second.id, at=(20.2, y)))
    assert refused.text == f"the model cannot stand there: {game.state.name(first.id)} stands there"


def test_a_spell_is_offered_with_its_cost():
    game = activate(battle({MARSHAL: (20, 20, 90, {"focus": 5}), MORTAR: (20, 26, 270)}), MARSHAL)
    deeds = {
        WARMACHINE.text.action_source(game.state, a)
        for o in game.offers()
        if o.type == "cast"
        for a in o.candidates()
    }
    costs = {f"{s.name}, cost {s.cost}" for s in game.state.setup.caster_card(MARSHAL).spells}
    assert deeds and deeds <= costs


def test_an_attack_is_shown_close_up_with_both_facings_also_where_a_boost_is_asked_for():
    game = activate(battle({ANVIL: (20, 20, 90, {"focus": 1}), MORTAR: (20, 22.2, 270)}), ANVIL)
    assert WARMACHINE.queries.current_attack(game.state) is None
    weapon = next(w.id for w in state_of(game).usable_weapons(ANVIL) if w.kind == "melee")
    do(game, act.Attack, model=ANVIL, weapon=weapon, target=MORTAR)
    assert isinstance(find_open_question(game.state), BoostQuestion)
    assert WARMACHINE.queries.current_attack(game.state) == (ANVIL, MORTAR)
    shown = WARMACHINE.display.attack_evidence(game.state, state_of(game).table, ANVIL, MORTAR)
    assert shown is not None
    assert shown.headline == f"{ANVIL} attacks {MORTAR}" and shown.is_good
    assert {"facing", "facing of the target"} <= {stroke.label for stroke in shown.strokes}


@pytest.mark.rule("WM-FRE-02")
def test_the_weapons_of_a_free_strike_are_told_listed_and_typed_by_their_names():
    placed = {"1.hound": (20, 21.8, 90), ANVIL.replace("1.", "2."): (20, 20, 90)}
    game = activate(battle(placed, boxes=("anvil_and_hound", "anvil_and_hound")), "1.hound")
    do(game, act.Advance, model="1.hound", path=((20.0, 25.0),))
    state = state_of(game)
    names = {w.id: w.name for w in state.setup.card_of("2.anvil").weapons}
    strikes = [
        action
        for offer in game.offers()
        for action in offer.candidates()
        if isinstance(action, act.Choose)
    ]
    assert len(strikes) > 1 and len({*names.values()}) == len(names)
    preview = WARMACHINE.display.question_preview(state)
    assert preview is not None
    for strike in strikes:
        words = WARMACHINE.text.describe(state, strike)
        assert words == names[strike.option] and ("Weapon", words) in preview.facts
        assert WARMACHINE.text.parse_action(game, f"choose {words}") == strike
