"""Moving in the game: orders, legs, falls and jumps (p. 27-28, 44-46)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.games.neo_mechanika.rules.moving import (
    HUNTER,
    WOLF,
    advance,
    ask,
    go,
    ground,
    order,
    place,
    roof,
    told,
)
from tests.games.neo_mechanika.rules.playing import begun, play
from tests.table.building import LARGE, SMALL, box
from wc3d.engine.action_handlers import HandlerOffer
from wc3d.engine.agenda import Resolution, find_open_question
from wc3d.engine.dice import ScriptedDice
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.abilities.stats import current_stat
from wc3d.games.neo_mechanika.rules.actions import Activate, JumpStep, LadderStep, Pass, Place
from wc3d.games.neo_mechanika.rules.agenda_frames import Activation, Cause
from wc3d.games.neo_mechanika.rules.all_handlers import ACTION_HANDLERS, FRAME_STEPS
from wc3d.games.neo_mechanika.rules.fighting.slamming import Slamming
from wc3d.games.neo_mechanika.rules.missions.book_missions import mission
from wc3d.games.neo_mechanika.rules.moving.carrying import TakeQuestion
from wc3d.games.neo_mechanika.rules.moving.movement import (
    MoveOrder,
    MoveQuestion,
    candidate_moves,
    sample_move,
)
from wc3d.games.neo_mechanika.rules.moving.repositioning import PlaceQuestion
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.activation import ActingQuestion, advance_order
from wc3d.table.table_state import Ladder

SCOURGE = "2.scourge.1"
NEMESIS = "1.nemesis.1"


def jump(x: float, y: float = 20.0) -> JumpStep:
    return JumpStep(jump=(x, y))


# What is refused, and by which rule


@pytest.mark.rule("NM-MOV-03")
def test_a_move_is_up_to_its_inches() -> None:
    state = begun(at={WOLF: (10, 20), SCOURGE: (40, 40)})
    assert ask(state, order(WOLF), advance(WOLF, (16, 20))).evidence.length == 6
    assert ask(state, order(WOLF), advance(WOLF, (12, 20))) and ask(
        state, order(WOLF), advance(WOLF)
    )
    far = ask(state, order(WOLF), advance(WOLF, (16.1, 20)))
    assert (far.code, far.rule, far.page) == ("too_far", "NM-MOV-03", "28")
    assert str(far).count("(p. ") == 1 and str(far).endswith("(p. 28, NM-MOV-03)")


@pytest.mark.rule("NM-MOV-01")
@pytest.mark.rule("NM-MOV-02")
def test_models_friend_or_foe_are_neither_passed_through_nor_ended_on() -> None:
    for other in ("1.hunter.1", SCOURGE):
        state = begun(("dusk_wolf", "hunter"), at={WOLF: (10, 20), other: (14, 20)})
        through = ask(state, order(WOLF, 12), advance(WOLF, (20, 20)))
        assert (through.code, through.rule) == ("in_the_way", "NM-MOV-01") and state.name(
            other
        ) in through.text
    state = begun(("nemesis",), at={NEMESIS: (10, 20), SCOURGE: (14, 20)})
    assert ask(state, order(NEMESIS, 12), advance(NEMESIS, (20, 20)))  # a flier passes over
    assert ask(state, order(NEMESIS, 12), advance(NEMESIS, (14, 20))).rule == "NM-MOV-02"


@pytest.mark.rule("NM-MOV-16")
@pytest.mark.parametrize("gate", ["1.gate.1", "2.gate.1"])
def test_a_void_gate_is_moved_through_and_not_stopped_on(gate: str) -> None:
    state = begun(("hunter",), at={HUNTER: (20, 20)}, gates={gate: ((23, 20), 3)})
    assert ask(state, order(HUNTER), advance(HUNTER, (24.5, 20)))
    on_it = ask(state, order(HUNTER), advance(HUNTER, (23.5, 20)))
    assert (on_it.code, on_it.rule, on_it.page) == (
        "cannot_end",
        "NM-MOV-16",
        "40",
    ) and "Void Gate 1" in on_it.text


@pytest.mark.rule("NM-TER-13")
@pytest.mark.rule("NM-SIL-63")
def test_a_structure_is_neither_passed_nor_climbed_but_by_its_ladder() -> None:
    table = ground(roof("keep", 12, 20, 3), ladders=(Ladder("rungs", (12.0, 20.0), 0.0, 3.0),))
    state = begun(("hunter",), at={HUNTER: (9, 20)}, table=table)
    for goal in ((14, 20), (22, 20)):
        refusal = ask(state, order(HUNTER, 20), advance(HUNTER, goal))
        assert (refusal.code, refusal.rule) == ("in_the_way", "NM-TER-13")
    up = LadderStep(ladder="rungs", to=(13, 20, 3))
    r = go(state, order(HUNTER, 7), advance(HUNTER, (11, 20), up, (15, 20)))
    assert place(r, HUNTER) == (15, 20, 3)
    unknown = ask(state, order(HUNTER), advance(HUNTER, LadderStep(ladder="lift", to=(13, 20, 3))))
    assert (unknown.code, unknown.rule) == ("unknown", "NM-TER-14")


@pytest.mark.rule("NM-TER-29")
def test_impassable_ground_obstacles_and_the_edge_have_rules_of_their_own() -> None:
    table = ground(
        box("abyss", "impassable", (14, 20), (2, 8), 0),
        box("crate", "obstacle", (10, 24), (3, 3), 1),
    )
    state = begun(("hunter",), at={HUNTER: (10, 20)}, table=table)
    assert ask(state, order(HUNTER), advance(HUNTER, (16, 20))).rule == "NM-TER-29"
    assert ask(state, order(HUNTER), advance(HUNTER, (10, 24))).rule == "NM-MOV-02"
    assert ask(state, order(HUNTER, 30), advance(HUNTER, (-5, 20))).rule == "NM-MOV-17"


@pytest.mark.rule("NM-MOV-04")
@pytest.mark.parametrize(
    ("model", "code"),
    [("1.nobody.1", "unknown"), (SCOURGE, "not_its_move"), ("1.hunter.1", "not_its_move")],
)
def test_only_the_models_that_may_move_move(model: str, code: str) -> None:
    state = begun(("dusk_wolf", "hunter"), at={WOLF: (10, 20), SCOURGE: (40, 40)})
    assert ask(state, order(WOLF), advance(model, (11, 20))).code == code


@pytest.mark.rule("NM-TER-22")
def test_jumps_only_in_the_own_activation() -> None:
    state = begun(("hunter",), at={HUNTER: (9, 20, 5)}, table=ground(roof("a", 0, 10, 5)))
    assert ask(state, order(HUNTER, 7), advance(HUNTER, jump(13)))
    outside = ask(state, order(HUNTER, 7, own_activation=False), advance(HUNTER, jump(13)))
    assert (outside.code, outside.rule) == ("no_jump", "NM-TER-22")
    assert ask(
        state, order(HUNTER, 7, own_activation=False), advance(HUNTER, (13, 20))
    )  # it may step off


# Rough ground


@pytest.mark.rule("NM-TER-02")
@pytest.mark.rule("NM-TER-05")
@pytest.mark.rule("NM-EXM-33")
@pytest.mark.rule("NM-EXM-34")
def test_the_player_decides_whether_to_enter_rough_ground() -> None:
    near = begun(
        at={WOLF: (10, 20)}, table=ground(box("mud", "rough", (20 + LARGE, 20), (14, 20), 0))
    )  # 3" ahead
    assert ask(near, order(WOLF), advance(WOLF, (14, 20))) and not ask(
        near, order(WOLF), advance(WOLF, (14.1, 20))
    )
    assert ask(near, order(WOLF), advance(WOLF, (14.1, 20))).rule == "NM-TER-02"
    far = begun(
        at={WOLF: (10, 20)}, table=ground(box("mud", "rough", (22.2 + LARGE, 20), (14, 20), 0))
    )  # 5.2" ahead
    assert (
        ask(far, order(WOLF), advance(WOLF, (15.9, 20))).rule == "NM-TER-02"
    )  # cut to 4" it does not get there
    assert (
        ask(far, order(WOLF), advance(WOLF, (15, 20))).evidence.allowance == 6
    )  # stopping short of it


@pytest.mark.rule("NM-TER-04")
def test_it_shortens_a_move_by_an_effect_and_a_slam_but_no_reposition() -> None:
    mud = ground(box("mud", "rough", (20, 20), (20, 20), 0))
    state = begun(at={WOLF: (20, 20), SCOURGE: (17, 20)}, table=mud)
    by_card = order(WOLF, 3, own_activation=False)
    assert ask(state, by_card, advance(WOLF, (21, 20))) and not ask(
        state, by_card, advance(WOLF, (21.1, 20))
    )
    assert slammed(state, WOLF, SCOURGE, 3)[WOLF] == (21.0, 20.0, 0.0)
    asked = PlaceQuestion(player=1, model=WOLF, within=3, of=WOLF)
    handler = ACTION_HANDLERS[PlaceQuestion, Place]
    assert handler.check(state, asked, Place(player=1, model=WOLF, at=(23, 20)))


def slammed(
    state: State, model: str, source: str, inches: float, dice: tuple[tuple[int, ...], ...] = ()
) -> dict[str, object]:
    """Where everyone is after a slam."""
    r = Resolution(state, ScriptedDice(dice), FRAME_STEPS)
    r.push(Slamming("", model, source, inches, of_attack=False, cause=Cause(2, kind="slam")))
    r.run()
    return {m.id: m.at for m in r.state.models.values()}


@pytest.mark.rule("NM-EXM-35")
@pytest.mark.parametrize("inches", [3, 2])
def test_the_book_s_slam_in_rough_ground(inches: float) -> None:
    mud = ground(box("mud", "rough", (20, 20), (20, 20), 0))
    state = begun(at={WOLF: (20, 20), SCOURGE: (17, 20)}, table=mud)
    assert slammed(state, WOLF, SCOURGE, inches)[WOLF] == (21.0, 20.0, 0.0)


@pytest.mark.rule("NM-SIL-64")
@pytest.mark.rule("NM-MOV-09")
def test_slammed_through_rough_ground_pathfinder_helps_and_flight_does_not() -> None:
    mud = ground(box("mud", "rough", (20, 20), (20, 20), 0))
    south = ("nemesis", "voitek_sudal")
    flier = begun(south, at={NEMESIS: (20, 20), SCOURGE: (17, 20)}, table=mud)
    assert slammed(flier, NEMESIS, SCOURGE, 3)[NEMESIS] == (21.0, 20.0, 0.0)
    scout = begun(south, at={"1.voitek_sudal.1": (20, 20), SCOURGE: (17, 20)}, table=mud)
    assert slammed(scout, "1.voitek_sudal.1", SCOURGE, 3)["1.voitek_sudal.1"] == (23.0, 20.0, 0.0)


@pytest.mark.rule("NM-TER-03")
def test_rough_ground_shortens_once_though_a_fall_is_in_between() -> None:
    """Mud on the roof and below it: 2" in all."""
    mud = (
        box("up", "rough", (5, 20), (8, 8), 0, bottom=0.9),
        box("low", "rough", (14, 20), (7, 9), 0),
    )
    table = ground(roof("a", 0, 10, 0.9), *mud)
    state = begun(("hunter",), at={HUNTER: (9, 20, 0.9)}, table=table)
    r = go(state, order(HUNTER, 7), advance(HUNTER, (14, 20)))
    assert place(r, HUNTER) == (14, 20, 0) and not ask(
        state, order(HUNTER, 7), advance(HUNTER, (14.1, 20))
    )


# Falls


@pytest.mark.rule("NM-TER-18")
@pytest.mark.rule("NM-TER-19")
@pytest.mark.rule("NM-TER-21")
def test_a_fall_that_does_no_damage_lets_the_move_go_on() -> None:
    state = begun(at={WOLF: (8, 20, 3), SCOURGE: (40, 40)}, table=ground(roof("a", 0, 10, 3)))
    r = go(state, order(WOLF, 8), advance(WOLF, (15, 20)), dice=[(0, 0, 2)])
    fell = told(r, events.Fell)[0]
    assert (fell.height, fell.power) == (3, 3) and fell.at == pytest.approx((10 + LARGE, 20, 0))
    assert [e.track[-1] for e in told(r, events.Moved)] == [
        pytest.approx((10 + LARGE, 20, 3)),
        (15, 20, 0),
    ]
    assert told(r, events.Damaged)[0].points == 0 and not told(r, events.TokenGiven)


@pytest.mark.rule("NM-TER-19")
def test_less_than_an_inch_is_no_roll() -> None:
    state = begun(at={WOLF: (8, 20, 0.9)}, table=ground(roof("a", 0, 10, 0.9)))
    r = go(state, order(WOLF, 8), advance(WOLF, (15, 20)))
    assert (
        told(r, events.Fell)[0].power == 0
        and not told(r, events.Rolled)
        and place(r, WOLF) == (15, 20, 0)
    )


@pytest.mark.rule("NM-TER-20")
def test_damaged_by_a_fall_a_warjack_gets_a_token_and_its_activation_ends() -> None:
    high = ground(roof("a", 0, 10, 5))
    game = play(
        at={WOLF: (8, 20, 5), SCOURGE: (40, 40)},
        table=high,
        step="activation",
        dice=[(2, 2, 0, 0, 0)],
    )
    game.apply(Activate(player=1, unit=WOLF))
    game.apply(advance(WOLF, (12.9, 20)))
    assert game.state.models[WOLF].damage == 1 and game.state.units[WOLF].token
    assert game.state.place(WOLF) == pytest.approx(
        (10 + LARGE, 20, 0)
    )  # the rest of the move is lost
    ended = [e for e in game.log if isinstance(e, events.ActivationEnded | events.TokenGiven)]
    assert [type(e).__name__ for e in ended] == ["TokenGiven", "ActivationEnded"]


@pytest.mark.rule("NM-TER-20")
def test_a_fall_in_another_s_activation_gives_the_token_and_ends_nothing() -> None:
    state = begun(
        ("dusk_wolf", "hunter"),
        at={WOLF: (8, 20, 5), HUNTER: (30, 30)},
        table=ground(roof("a", 0, 10, 5)),
    )
    acting = Activation("again", unit=HUNTER)
    r = go(
        state,
        order(WOLF, 3, own_activation=False),
        advance(WOLF, (11, 20)),
        dice=[(2, 2, 0, 0, 0)],
        under=(acting,),
    )
    assert r.state.units[WOLF].token and isinstance(find_open_question(r.state), ActingQuestion)
    already = go(
        state.with_unit(WOLF, token=True),
        order(WOLF, 3),
        advance(WOLF, (11, 20)),
        dice=[(2, 2, 0, 0, 0)],
    )
    assert not told(already, events.TokenGiven)


@pytest.mark.rule("NM-TER-21")
def test_a_squad_damaged_by_a_fall_gets_no_token_and_its_activation_goes_on() -> None:
    squad = {
        f"1.ranger_fire_team.1.{c}": (8.0, y, 5.0) for c, y in zip("abc", (18, 20, 22), strict=True)
    }
    state = begun(("ranger_fire_team",), at=squad, table=ground(roof("a", 0, 10, 5)))
    acting = Activation("again", unit="1.ranger_fire_team.1")
    leader = "1.ranger_fire_team.1.b"
    r = go(state, order(leader), advance(leader, (13, 20)), dice=[(2, 2, 0, 0, 0)], under=(acting,))
    assert not r.state.is_on_table(leader) and not r.state.units["1.ranger_fire_team.1"].token
    assert isinstance(find_open_question(r.state), ActingQuestion)
    left = [m for m in squad if m != leader]
    assert [r.state.place(m)[2] for m in left] == [0, 0]  # they gather where it died (NM-SIL-148)


@pytest.mark.rule("NM-TER-20")
def test_a_model_destroyed_by_its_fall_moves_no_farther() -> None:
    state = begun(("hunter",), at={HUNTER: (9, 20, 5)}, table=ground(roof("a", 0, 10, 5)))
    r = go(state, order(HUNTER, 7), advance(HUNTER, (14, 20)), dice=[(2, 2, 0, 0, 0)])
    assert not r.state.is_on_table(HUNTER) and len(told(r, events.Moved)) == 1
    assert told(r, events.ModelDestroyed)[0].by == 0


@pytest.mark.rule("NM-TER-19")
def test_who_takes_no_damage_from_falls_makes_no_roll() -> None:
    state = begun(("hunter",), at={HUNTER: (9, 20, 5)}, table=ground(roof("a", 0, 10, 5)))
    setup = replace(state.setup, abilities={**state.setup.abilities, HUNTER: ("spider",)})
    r = go(replace(state, setup=setup), order(HUNTER, 7), advance(HUNTER, (14, 20)))
    assert place(r, HUNTER) == (14, 20, 0) and not told(r, events.Rolled)


@pytest.mark.rule("NM-MOV-08")
@pytest.mark.rule("NM-TER-18")
def test_with_flight_a_voluntary_move_off_a_height_is_no_fall() -> None:
    table = ground(roof("a", 0, 10, 5), box("mud", "rough", (14, 20), (4, 8), 0))
    state = begun(("nemesis",), at={NEMESIS: (8, 20, 5)}, table=table)
    r = go(state, order(NEMESIS), advance(NEMESIS, (14, 20)))
    assert (
        place(r, NEMESIS) == (14, 20, 0)
        and not told(r, events.Fell)
        and told(r, events.Moved)[0].how == "flies"
    )
    back = begun(("nemesis",), at={NEMESIS: (14, 20)}, table=table)
    assert place(go(back, order(NEMESIS), advance(NEMESIS, (8, 20))), NEMESIS) == (8, 20, 5)


@pytest.mark.rule("NM-MOV-08")
def test_a_flier_comes_down_on_the_highest_level_or_on_the_one_it_names() -> None:
    bridge = box("bridge", "structure", (14, 20), (5, 5), 0.5, bottom=3)
    state = begun(("nemesis",), at={NEMESIS: (9, 20)}, table=ground(bridge))
    assert place(go(state, order(NEMESIS), advance(NEMESIS, (14, 20))), NEMESIS) == (14, 20, 3.5)
    assert place(go(state, order(NEMESIS), advance(NEMESIS, (14, 20, 0))), NEMESIS) == (14, 20, 0)
    assert ask(state, order(NEMESIS), advance(NEMESIS, (14, 20, 2))).code == "cannot_end"


@pytest.mark.rule("NM-SLM-13")
@pytest.mark.rule("NM-MOV-07")
def test_a_slam_moves_the_model_hit_and_nobody_of_its_squad() -> None:
    squad = {
        f"1.ranger_fire_team.1.{c}": (20.0, y, 0.0)
        for c, y in zip("abc", (18, 20, 22), strict=True)
    }
    state = begun(("ranger_fire_team",), at={**squad, SCOURGE: (17, 20)})
    hit = "1.ranger_fire_team.1.b"
    assert slammed(state, hit, SCOURGE, 12) == {
        **{m.id: m.at for m in state.models.values()},
        hit: (32.0, 20.0, 0.0),
    }


@pytest.mark.rule("NM-SIL-131")
@pytest.mark.parametrize(
    ("model", "south", "asked"), [(WOLF, "dusk_wolf", True), (NEMESIS, "nemesis", False)]
)
def test_walking_across_a_portable_objective_it_may_be_taken_flying_over_it_not(
    model: str, south: str, asked: bool
) -> None:
    state = begun(
        (south,), at={model: (20, 20), SCOURGE: (44, 44)}, mission=mission("strange_matter")
    )
    token = next(o for o in state.objectives.values() if o.portable)
    x, y, _ = token.at
    state = state.with_model(model, at=(x - 3, y, 0.0))
    r = go(state, order(model), advance(model, (x + 3, y)))
    offered = find_open_question(r.state)
    assert isinstance(offered, TakeQuestion) is asked and place(r, model) == (x + 3, y, 0)
    if asked:
        assert offered.objectives == (token.id,)  # type: ignore[union-attr]


@pytest.mark.rule("NM-MOV-09")
@pytest.mark.rule("NM-SIL-67")
@pytest.mark.rule("NM-TER-16")
def test_slammed_off_a_height_even_a_flier_falls_and_no_ladder_helps() -> None:
    table = ground(roof("a", 0, 10, 5), ladders=(Ladder("rungs", (10.0, 20.0), 0.0, 5.0),))
    state = begun(("nemesis",), at={NEMESIS: (9, 20, 5), SCOURGE: (5, 20, 5)}, table=table)
    r = Resolution(state, ScriptedDice([(2, 2, 2, 0, 0)]), FRAME_STEPS)
    r.push(Slamming("", NEMESIS, SCOURGE, 3, of_attack=False, cause=Cause(2, kind="slam")))
    r.run()
    assert told(r, events.Fell)[0].height == 5 and r.state.models[NEMESIS].damage == 2
    assert r.state.units[NEMESIS].token  # NM-SIL-39: also without having activated


@pytest.mark.rule("NM-SIL-61")
@pytest.mark.parametrize(("face", "west"), [(1, True), (2, False)])
def test_the_dice_say_where_a_model_lands_that_falls_onto_another(face: int, west: bool) -> None:
    """It lands right on the middle of the Scourge, in a lane as wide as their bases: west or east of it."""
    lane = (
        box("n", "structure", (16, 20 + LARGE + 0.5), (12, 1), 5),
        box("s", "structure", (16, 20 - LARGE - 0.5), (12, 1), 5),
    )
    state = begun(
        at={WOLF: (8, 20, 5), SCOURGE: (16, 20)}, table=ground(roof("a", 0, 10, 5), *lane)
    )
    r = go(state, order(WOLF, 9), advance(WOLF, jump(16)), dice=[(face,), (0, 0, 0, 0, 0)])
    assert place(r, WOLF) == pytest.approx((16 + (-2 if west else 2) * LARGE, 20, 0), abs=1e-5)
    assert r.state.models[SCOURGE].damage == 0


@pytest.mark.rule("NM-SIL-61")
def test_drawn_elsewhere_the_move_goes_on_from_there() -> None:
    lane = (
        box("n", "structure", (16, 20 + LARGE + 0.5), (12, 1), 5),
        box("s", "structure", (16, 20 - LARGE - 0.5), (12, 1), 5),
    )
    high = (box("up", "structure", (4, 20), (12, 10), 5), *lane)
    state = begun(at={WOLF: (8, 20, 5), SCOURGE: (16, 20)}, table=ground(*high))
    path = (jump(16), (13.5, 20))
    west = go(state, order(WOLF, 12), advance(WOLF, *path), dice=[(1,), (0, 0, 0, 0, 0)])
    assert place(west, WOLF) == (13.5, 20, 0)
    east = go(state, order(WOLF, 12), advance(WOLF, *path), dice=[(2,), (0, 0, 0, 0, 0)])
    assert place(east, WOLF) == pytest.approx(
        (16 + 2 * LARGE, 20, 0), abs=1e-5
    )  # the Scourge is in the way


# The book's jumps

A5, B3 = roof("a", 0, 10, 5), roof("b", 12, 22, 3)
EDGE = 10 - SMALL
START = (EDGE - 2, 20.0, 5.0)


def jumper(scourge: tuple[float, float, float] = (40, 40, 0)) -> State:
    return begun(("hunter",), at={HUNTER: START, SCOURGE: scourge}, table=ground(A5, B3))


@pytest.mark.rule("NM-EXM-36")
@pytest.mark.rule("NM-TER-28")
def test_the_book_s_first_jump_with_dice() -> None:
    path = ((EDGE, 20.0), jump(EDGE + 3.2), (EDGE + 5, 20.0))
    state = jumper()
    r = go(state, order(HUNTER, 7), advance(HUNTER, *path), dice=[(0, 1)])
    fell = told(r, events.Fell)[0]
    assert (fell.height, fell.power) == (2, 2) and place(r, HUNTER) == (EDGE + 5, 20, 3)
    assert not ask(
        state, order(HUNTER, 7), advance(HUNTER, *path[:2], (EDGE + 5.1, 20.0))
    )  # 1.8" are left after 5.2"
    assert ask(
        state, order(HUNTER, 7), advance(HUNTER, *path[:2], jump(EDGE + 4), jump(EDGE + 5))
    )  # more jumps
    broken = go(state, order(HUNTER, 7), advance(HUNTER, *path), dice=[(2, 0)])
    assert not broken.state.is_on_table(HUNTER)  # 2 strikes against ARM 2, and it has one box


@pytest.mark.rule("NM-EXM-37")
@pytest.mark.rule("NM-TER-25")
def test_a_model_far_below_does_not_disturb_the_jump() -> None:
    r = go(
        jumper((11, 20, 0)),
        order(HUNTER, 7),
        advance(HUNTER, (EDGE, 20.0), jump(EDGE + 3.2)),
        dice=[(0, 0)],
    )
    assert (
        place(r, HUNTER) == pytest.approx((EDGE + 3.2, 20, 3))
        and told(r, events.Fell)[0].power == 2
    )


@pytest.mark.rule("NM-EXM-38")
@pytest.mark.rule("NM-TER-24")
@pytest.mark.rule("NM-SIL-54")
def test_a_model_on_the_far_roof_stops_the_jump_and_the_movement() -> None:
    state = jumper((14, 20, 3))
    stopped = advance(HUNTER, (EDGE, 20.0), jump(EDGE + 3.2))
    r = go(state, order(HUNTER, 7), stopped, dice=[(0, 0)])
    assert place(r, HUNTER) == pytest.approx((14 - LARGE - SMALL, 20, 3), abs=1e-6)
    assert place(r, HUNTER)[0] == pytest.approx(12.4252, abs=1e-4)
    on = ask(state, order(HUNTER, 7), advance(HUNTER, (EDGE, 20.0), jump(EDGE + 3.2), (12.4, 20.5)))
    assert (on.code, on.rule) == ("movement_over", "NM-TER-24")


@pytest.mark.rule("NM-EXM-39")
@pytest.mark.rule("NM-TER-26")
@pytest.mark.parametrize(("height", "end", "fallen"), [(6.0, 13.6, 0), (6.01, 13 - SMALL, 6)])
def test_the_book_s_level_roofs(height: float, end: float, fallen: int) -> None:
    table = ground(roof("a", 0, 10, 6), roof("b", 13, 22, height))
    state = begun(("hunter",), at={HUNTER: (EDGE, 20, 6)}, table=table)
    r = go(state, order(HUNTER, 7), advance(HUNTER, jump(13.6)), dice=[(0,) * 6])
    assert place(r, HUNTER) == pytest.approx((end, 20, 0 if fallen else 6))
    assert [f.power for f in told(r, events.Fell)] == ([6] if fallen else [])


# Moves and places that effects allow


def asking(
    state: State, kind: type, action: type, rng: random.Random | None = None, **fields: object
) -> HandlerOffer:
    question = kind(player=1, **fields)
    return HandlerOffer(state, question, ACTION_HANDLERS[kind, action])


@pytest.mark.program("offers agree with what is checked")
def test_a_move_by_an_effect_is_offered_listed_and_found_at_random() -> None:
    state = begun(at={WOLF: (20, 20), SCOURGE: (22.5, 20)})
    offer = asking(
        state, MoveQuestion, type(advance(WOLF)), order=MoveOrder(WOLF, 3.0, why="Slip Displacer")
    )
    listed = list(offer.candidates())
    assert len(listed) > 10 and all(offer.check(a) for a in listed) and advance(WOLF) in listed
    for seed in range(20):
        drawn = offer.sample(random.Random(seed))
        assert drawn is not None and offer.check(drawn)
    assert asking(state, MoveQuestion, Pass, order=MoveOrder(WOLF, 3.0)).has_legal_action()
    gone = MoveOrder(WOLF, 3.0, model=HUNTER)  # it has left the table
    assert sample_move(state, gone, 1, random.Random(0)) is None and not list(
        candidate_moves(state, gone, 1)
    )


@pytest.mark.rule("NM-MOV-11")
@pytest.mark.rule("NM-MOV-07")
@pytest.mark.rule("NM-SIL-51")
def test_a_repositioned_model_does_not_move() -> None:
    """It comes over a wall, off a roof and out of rough ground at once, and nobody follows it."""
    table = ground(roof("a", 0, 10, 3), box("mud", "rough", (5, 20), (10, 10), 0, bottom=3))
    squad = {
        f"1.ranger_fire_team.1.{c}": (9.0, y, 3.0) for c, y in zip("abc", (18, 20, 22), strict=True)
    }
    state = begun(("ranger_fire_team",), at=squad, table=table)
    model = "1.ranger_fire_team.1.b"
    offer = asking(
        state, PlaceQuestion, Place, model=model, within=5.0, of=model, why="Void Phaser"
    )
    far = 9 + 2 * SMALL + 4  # 4" level and 3" down are 5"
    assert offer.check(Place(player=1, model=model, at=(far, 20)))
    assert offer.check(Place(player=1, model=model, at=(far + 0.001, 20))).code == "too_far"
    assert offer.check(Place(player=1, model=model, at=(10, 20))).code == "cannot_stand"
    assert (
        offer.check(Place(player=1, model="1.ranger_fire_team.1.a", at=(9, 20))).code == "not_asked"
    )
    r = Resolution(state, ScriptedDice(), FRAME_STEPS)
    offer.handler.decide(r, offer.question, Place(player=1, model=model, at=(far, 20)))
    assert [type(e) for e in r.events] == [events.Repositioned]
    assert {m: r.state.place(m) for m in squad if m != model} == {
        m: at for m, at in squad.items() if m != model
    }


@pytest.mark.rule("NM-MOV-12")
def test_a_place_near_another_model_with_sight_to_it() -> None:
    wall = box("wall", "structure", (22, 20), (0.5, 8), 5)
    state = begun(at={WOLF: (20, 20), SCOURGE: (10, 10)}, table=ground(wall))
    offer = asking(
        state, PlaceQuestion, Place, model=SCOURGE, within=3.0, of=WOLF, sight=True, optional=False
    )
    listed = list(offer.candidates())
    assert listed and all(a.at[0] < 22 for a in listed)  # type: ignore[attr-defined]
    assert offer.check(Place(player=1, model=SCOURGE, at=(23.5, 20))).code == "no_sight"
    assert not asking(
        state, PlaceQuestion, Pass, model=SCOURGE, within=3.0, of=WOLF, optional=False
    ).has_legal_action()


@pytest.mark.rule("NM-MOV-01")
def test_let_through_walls_and_models_by_an_ability() -> None:
    wall = box("w", "structure", (12, 20), (0.5, 8), 5)
    state = begun(("hunter",), at={HUNTER: (10, 20), SCOURGE: (15, 20)}, table=ground(wall))
    ghost = order(HUNTER, 9, through=("structures", "models"))
    assert place(go(state, ghost, advance(HUNTER, (17, 20))), HUNTER) == (17, 20, 0)
    assert not ask(state, order(HUNTER, 9), advance(HUNTER, (17, 20)))


@pytest.mark.rule("NM-SIL-57")
@pytest.mark.rule("NM-MOV-03")
def test_the_inches_are_the_spd_of_the_model_picked_to_move() -> None:
    squad = {
        f"1.ranger_fire_team.1.{c}": (10.0, y, 0.0)
        for c, y in zip("abc", (18, 20, 22), strict=True)
    }
    state = begun(("ranger_fire_team",), at=squad)
    slow = state.with_model("1.ranger_fire_team.1.a", effects=("lock_down",))
    assert advance_order(slow, "1.ranger_fire_team.1", "1.ranger_fire_team.1.b").inches == 6
    locked = advance_order(slow, "1.ranger_fire_team.1", "1.ranger_fire_team.1.a").inches
    assert locked == current_stat(slow, "1.ranger_fire_team.1.a", "SPD").value < 6
