"""Units: they activate at once, move before they act, receive orders, and have to keep together."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.warmachine.rules.playing import activate, check, do, happened, state_of
from tests.games.warmachine.rules.units.scenes import SMALL, fight, row, troops
from wc3d.engine.agenda import find_open_question
from wc3d.engine.game import Game
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules import events as ev
from wc3d.games.warmachine.rules.agenda_frames import ActQuestion, OrderQuestion
from wc3d.games.warmachine.rules.space.formation import find_ranks
from wc3d.games.warmachine.rules.turn.turn import ActivationQuestion
from wc3d.games.warmachine.rules.units.formation import (
    formation_kind,
    troopers_in_formation,
    troopers_out_of_formation,
)
from wc3d.games.warmachine.ruleset import WARMACHINE


def pikes(*places: tuple[float, float], **changes: Any) -> dict[str, Any]:
    """Pikemen at places, the leader first, looking north."""
    return troops("1.pikes", *places, **changes)


def step(game: Game, trooper: str, to: tuple[float, float] | None = None) -> None:
    """One trooper of the unit that is activated moves, or stays."""
    do(game, act.Activate, model=trooper)
    if to is None:
        do(game, act.Pass)
    else:
        do(game, act.Advance, model=trooper, path=(to,))


@pytest.mark.rule("WM-REF-05")
def test_a_whole_unit_activates_at_once() -> None:
    for named in ("1.pikes", "1.pikes.3"):
        game = activate(fight(pikes(*row(3)) | {"1.hound": (30, 30)}), named)
        do(game, act.Pass)
        state = state_of(game)
        assert [state.models[f"1.pikes.{n}"].activated for n in (1, 2, 3)] == [state.turn] * 3
        verdict = check(game, act.Activate, model="1.hound")
        assert not verdict and verdict.code == "unit_first" and verdict.rule == "WM-REF-05"
        for trooper in ("1.pikes.1", "1.pikes.3", "1.pikes.2"):
            step(game, trooper)
        assert len(happened(game, ev.UnitActivationBegan)) == 1 and not happened(
            game, ev.UnitActivationEnded
        )
        do(game, act.Pass)
        assert happened(game, ev.UnitActivationEnded)
        again = check(game, act.Activate, model="1.pikes.2")
        assert not again and again.code == "activated"
        assert check(game, act.Activate, model="1.hound")


@pytest.mark.rule("WM-REF-04")
def test_a_unit_is_told_what_to_do_then_all_move_then_all_act() -> None:
    game = fight(pikes((20, 20), (21.5, 20)) | {"2.spitter": (20, 24)})
    activate(game, "1.pikes")
    assert isinstance(find_open_question(game.state), OrderQuestion), "first the order"
    do(game, act.Pass)
    step(game, "1.pikes.1", (20, 21.3))
    do(game, act.Activate, model="1.pikes.2")
    attack = check(game, act.Attack, model="1.pikes.2", weapon="pike", target="2.spitter")
    assert not attack and attack.code == "moving" and attack.rule == "WM-REF-04"
    do(game, act.Advance, model="1.pikes.2", path=((21.5, 21.3),))
    do(game, act.Activate, model="1.pikes.1")
    assert check(game, act.Attack, model="1.pikes.1", weapon="pike", target="2.spitter"), (
        "all have moved"
    )
    moved = check(game, act.Advance, model="1.pikes.1", path=((20, 21.5),))
    assert not moved and moved.code == "moved"


@pytest.mark.rule("WM-REF-05")
def test_who_has_done_its_part_does_not_do_it_again_and_the_rest_may_be_left() -> None:
    game = activate(fight(pikes(*row(3))), "1.pikes")
    do(game, act.Pass)
    step(game, "1.pikes.2")
    gone = check(game, act.Activate, model="1.pikes.2")
    assert not gone and gone.code == "has_gone"
    do(game, act.Pass)
    assert isinstance(find_open_question(game.state), ActivationQuestion), "now they act"
    do(game, act.Activate, model="1.pikes.1")
    assert isinstance(find_open_question(game.state), ActQuestion)
    lone = fight({"1.hound": (20, 20)})
    verdict = check(lone, act.Pass)
    assert not verdict and verdict.rule == "WM-RUL-05", "a model alone is not left out"


@pytest.mark.rule("WM-REF-06")
@pytest.mark.rule("WM-RUL-131")
@pytest.mark.rule("WM-RUL-132")
def test_orders_come_from_the_leader_from_a_solo_and_at_any_time_from_a_warcaster() -> None:
    around = pikes(*row(3)) | {"1.marshal": (20, 14), "1.herald": (24, 14), "1.hound": (30, 14)}
    game = activate(fight(around), "1.pikes")
    do(game, act.Choose, option="run")
    told = happened(game, ev.Ordered)[-1]
    assert (told.giver, told.unit, told.order) == ("1.pikes.1", "1.pikes", "run")

    game = activate(fight(around), "1.marshal")
    do(game, act.Advance, model="1.marshal", path=((20, 13),))
    assert check(game, act.IssueOrder, model="1.marshal", unit="1.pikes", order="charge"), (
        "at any time"
    )
    do(game, act.IssueOrder, model="1.marshal", unit="1.pikes", order="charge")
    twice = check(game, act.IssueOrder, model="1.marshal", unit="1.pikes", order="run")
    assert not twice and twice.code == "ordered"
    do(game, act.Pass)
    activate(game, "1.pikes")
    assert isinstance(find_open_question(game.state), ActivationQuestion), (
        "it has its order, and its leader gives none"
    )

    game = activate(fight(around), "1.herald")
    assert check(game, act.IssueOrder, model="1.herald", unit="1.pikes", order="run")
    do(game, act.Advance, model="1.herald", path=((24, 13),))
    late = check(game, act.IssueOrder, model="1.herald", unit="1.pikes", order="run")
    assert not late and late.code == "too_late", "a solo gives it first of all"

    game = activate(fight(around), "1.hound")
    jack = check(game, act.IssueOrder, model="1.hound", unit="1.pikes", order="run")
    assert not jack and jack.rule == "WM-REF-06"


@pytest.mark.rule("WM-REF-16")
def test_an_order_reaches_as_many_inches_as_its_givers_command() -> None:
    reach = 8 + SMALL
    for x, heard in ((20 + reach - 0.01, True), (20 + reach + 0.01, False)):
        game = activate(
            fight({"1.marshal": (20, 20), "1.pikes.1": (x, 20), "1.pikes.2": (x + 1.5, 20)}),
            "1.marshal",
        )
        verdict = check(game, act.IssueOrder, model="1.marshal", unit="1.pikes", order="run")
        assert bool(verdict) == heard and (heard or verdict.rule == "WM-REF-16")


@pytest.mark.rule("WM-REF-56")
def test_a_stationary_model_gives_no_orders() -> None:
    lying = {
        "1.pikes.1": (20, 20, 90, {"down": 1}),
        "1.pikes.2": (21.5, 20),
        "1.marshal": (20, 15, 90, {"down": 1}),
    }
    game = activate(fight(lying), "1.pikes")
    assert isinstance(find_open_question(game.state), ActivationQuestion), (
        "its leader lies: nobody gives an order"
    )
    game = activate(fight(lying), "1.marshal")
    verdict = check(game, act.IssueOrder, model="1.marshal", unit="1.pikes", order="run")
    assert not verdict and verdict.rule == "WM-REF-56"
    do(game, act.StandUp, model="1.marshal", gives="movement")
    assert check(game, act.IssueOrder, model="1.marshal", unit="1.pikes", order="run")


@pytest.mark.rule("WM-REF-07")
@pytest.mark.rule("WM-RUL-137")
@pytest.mark.rule("WM-RUL-138")
def test_a_unit_runs_and_charges_only_when_told_to() -> None:
    placed = pikes((20, 20), (21.5, 20)) | {
        "2.spitter": (20, 28),
        "1.herald": (26, 20),
        "1.hound": (30, 20, 90, {"focus": 1}),
    }
    for order, run, charge in ((None, False, False), ("run", True, False), ("charge", False, True)):
        game = activate(fight(placed), "1.pikes")
        do(game, act.Pass) if order is None else do(game, act.Choose, option=order)
        do(game, act.Activate, model="1.pikes.1")
        runs = check(game, act.Run, model="1.pikes.1", path=((20, 29 - 3),))
        charges = check(game, act.Charge, model="1.pikes.1", target="2.spitter")
        assert (bool(runs), bool(charges)) == (run, charge)
        assert check(game, act.Advance, model="1.pikes.1", path=((20, 22),)), (
            "an order is leave, not a must"
        )
        for verdict, allowed in ((runs, run), (charges, charge)):
            assert allowed or verdict.rule == "WM-REF-07"
    for free in ("1.herald", "1.hound", "1.marshal"):
        game = activate(fight(placed), free)
        x, y, _ = state_of(game).place(free)
        assert check(game, act.Run, model=free, path=((x, y + 2),))


@pytest.mark.rule("WM-REF-07")
def test_a_charge_of_a_unit_ends_in_charge_attacks_when_all_have_charged() -> None:
    placed = pikes((19, 20), (23, 20)) | {"2.spitter": (21, 28, 270)}
    game = activate(fight(placed, dice=[(6, 5), (6, 6, 6), (1,)]), "1.pikes")
    do(game, act.Choose, option="charge")
    for trooper in ("1.pikes.1", "1.pikes.2"):
        do(game, act.Activate, model=trooper)
        do(game, act.Charge, model=trooper, target="2.spitter")
    assert not happened(game, ev.AttackDeclared)
    do(game, act.Activate, model="1.pikes.2")
    do(game, act.Attack, model="1.pikes.2", weapon="pike", target="2.spitter")
    rolled = [event for event in happened(game, ev.Rolled) if event.kind == "damage"]
    assert len(rolled[0].faces) == 3, "the charge attack has a damage die more"


@pytest.mark.rule("WM-REF-09")
@pytest.mark.rule("WM-RUL-136")
def test_a_tight_formation_is_base_to_base_two_wide_and_looks_one_way() -> None:
    two_ranks = [
        (20.0, 20.0),
        (20 + SMALL, 20),
        (20 + 2 * SMALL, 20),
        (20.0, 20 - SMALL),
        (20 + SMALL, 20 - SMALL),
    ]
    state = state_of(fight(pikes(*two_ranks)))
    found = find_ranks(state.table, {m.id for m in state.members_of("1.pikes")})
    assert found.ranks == (("1.pikes.1", "1.pikes.2", "1.pikes.3"), ("1.pikes.4", "1.pikes.5"))
    assert found.is_tight and formation_kind(state, "1.pikes") == "tight"
    column = [(20.0, 20 - SMALL * k) for k in range(4)]
    assert formation_kind(state_of(fight(pikes(*column))), "1.pikes") == "open", "one wide"
    turned = pikes(*two_ranks) | {"1.pikes.4": (20.0, 20 - SMALL, 80)}
    assert formation_kind(state_of(fight(turned)), "1.pikes") == "open", "one looks elsewhere"
    loose = [(x, y - 0.05 * (y < 20)) for x, y in two_ranks]
    assert formation_kind(state_of(fight(pikes(*loose))), "1.pikes") == "open", "not base to base"
    narrow_front = [(20.0, 20.0), (20.0, 20 - SMALL), (20 + SMALL, 20 - SMALL)]
    assert formation_kind(state_of(fight(pikes(*narrow_front))), "1.pikes") == "open", (
        "only the last rank may be one wide"
    )


@pytest.mark.rule("WM-REF-12")
@pytest.mark.rule("WM-RUL-133")
@pytest.mark.rule("WM-RUL-134")
def test_a_trooper_more_than_three_inches_from_its_unit_is_out_of_formation() -> None:
    for gap, out in ((3.0, ()), (3.001, ("1.pikes.3",))):
        state = state_of(fight(pikes((20, 20), (21.5, 20), (21.5 + SMALL + gap, 20))))
        assert troopers_out_of_formation(state, "1.pikes") == out
        assert formation_kind(state, "1.pikes") == ("broken" if out else "skirmish")
    split = pikes((20, 20), (30, 20), (31.5, 20), (33, 20))
    assert troopers_in_formation(state_of(fight(split)), "1.pikes") == ("1.pikes.1",), (
        "the unit is its leader's"
    )
    del split["1.pikes.1"]
    split["1.pikes.5"] = (20, 20)
    assert troopers_in_formation(state_of(fight(split)), "1.pikes") == (
        "1.pikes.2",
        "1.pikes.3",
        "1.pikes.4",
    ), "without a leader the most"
    game = activate(fight(split), "1.pikes")
    assert isinstance(find_open_question(game.state), ActivationQuestion), "nobody tells it to run"


@pytest.mark.rule("WM-REF-13")
@pytest.mark.rule("WM-RUL-135")
def test_who_is_out_of_formation_receives_no_order_and_goes_back() -> None:
    placed = pikes((20, 20), (21.5, 20), (32, 20)) | {"2.spitter": (32, 27)}
    game = activate(fight(placed), "1.pikes")
    do(game, act.Choose, option="charge")
    do(game, act.Activate, model="1.pikes.3")
    charge = check(game, act.Charge, model="1.pikes.3", target="2.spitter")
    assert not charge and charge.code == "out_of_formation" and charge.rule == "WM-REF-13"
    for away in (((34.0, 20.0),), ((32.0, 22.0),), ()):
        verdict = check(game, act.Advance, model="1.pikes.3", path=away)
        assert not verdict and verdict.rule == "WM-REF-13", away
    stays = check(game, act.Pass)
    assert not stays and stays.rule == "WM-REF-13"
    assert check(game, act.Advance, model="1.pikes.3", path=((30, 20),)), "nearer"
    assert check(game, act.Run, model="1.pikes.3", path=((23.5, 20),)), (
        "it may run without an order"
    )
    do(game, act.Run, model="1.pikes.3", path=((23.5, 20),))
    assert not troopers_out_of_formation(state_of(game), "1.pikes")
    rest = check(game, act.Pass)
    assert rest, "the others may stay"
    game = activate(fight(placed), "1.pikes")
    do(game, act.Pass)
    left = check(game, act.Pass)
    assert not left and left.rule == "WM-REF-13", "nor is it left out with the rest"


@pytest.mark.rule("WM-RUL-135")
def test_a_trooper_that_finds_no_way_back_may_stay() -> None:
    walled = pikes((20, 20), (40, 20), stirred=0) | {"1.pikes.2": (40, 20, 90, {"down": 1})}
    game = activate(fight(walled), "1.pikes")
    do(game, act.Pass)
    do(game, act.Activate, model="1.pikes.2")
    assert check(game, act.Pass), "it lies"


@pytest.mark.program("how people are told the names of models")
def test_a_trooper_is_called_by_the_singular_of_its_unit() -> None:
    """The state keeps the names that saved games know; a plural may still be typed."""
    placed = pikes(*row(3)) | troops("2.husks", (20, 30), (22, 30), facing=270.0)
    game = activate(fight(placed), "1.pikes")
    do(game, act.Pass)
    state = state_of(game)
    assert (state.models["2.husks.2"].name, state.name("2.husks.2")) == ("Husks b", "Husk B")
    assert (state.name("2.husks"), state.name("1.pikes.1")) == (
        "Husks",
        "Player 1's Pikeman leader",
    )
    labels = {label.id: label.name for label in WARMACHINE.display.labels(state)}
    assert labels["1.pikes.3"] == "Pikeman C"
    for typed in ("pikeman_c", "pikemen_c", "pikes.3"):
        assert WARMACHINE.text.parse_action(game, f"activate {typed}") == act.Activate(
            player=1, model="1.pikes.3"
        )
