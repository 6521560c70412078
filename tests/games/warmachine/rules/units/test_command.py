"""Command checks: when they are made, with which CMD, who flees, how they run, and how they rally."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.warmachine.rules.own_cards import cards, caster
from tests.games.warmachine.rules.playing import (
    activate,
    check,
    decline,
    do,
    happened,
    only,
    state_of,
)
from tests.games.warmachine.rules.units.scenes import (
    PRIME,
    SMALL,
    field_of,
    fight,
    idle,
    row,
    troops,
)
from wc3d.engine.agenda import find_open_question
from wc3d.engine.game import Game
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules import events as ev
from wc3d.games.warmachine.rules.agenda_frames import ActQuestion
from wc3d.games.warmachine.rules.command.flight import flight_path, rally_command
from wc3d.games.warmachine.rules.sight_in_game import find_melee
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.turn.control import ControlQuestion
from wc3d.games.warmachine.rules.turn.turn import models_to_activate
from wc3d.games.warmachine.rules.units.command_checks import (
    command_value,
    find_encounters,
    must_check,
)

MEDIUM, LARGE = 20 / 25.4, 25 / 25.4
"""Radii, in inches."""


def shot_at(many: int, dice: list[tuple[int, ...]], **more: Any) -> Game:
    """Riflemen of player 1 look at so many Pikemen of player 2; the leader of the Riflemen may shoot."""
    placed = troops("1.rifles", *row(4, y=16)) | troops("2.pikes", *row(many, y=22), facing=270.0)
    return fight(placed, dice=dice, **more)


def shoot(game: Game, *targets: str) -> None:
    """Each rifle at one of these, one after the other."""
    activate(game, "1.rifles")
    do(game, act.Pass)
    do(game, act.Pass)
    for n, target in enumerate(targets, 1):
        do(game, act.Activate, model=f"1.rifles.{n}")
        do(game, act.Attack, model=f"1.rifles.{n}", weapon="rifle", target=target)
        decline(game)
        if isinstance(find_open_question(game.state), ActQuestion):
            do(game, act.Pass)


@pytest.mark.rule("WM-REF-15")
@pytest.mark.rule("WM-REF-17")
@pytest.mark.rule("WM-RUL-101")
@pytest.mark.rule("WM-RUL-147")
@pytest.mark.parametrize(("shown", "flees"), [((3, 4), False), ((4, 4), True)])
def test_a_unit_that_loses_half_of_it_checks_at_once_or_flees(
    shown: tuple[int, int], flees: bool
) -> None:
    """CMD 7: seven passes, eight fails. Of four the second loss is half."""
    hit = (6, 5)
    hurt = (6, 6)
    game = shot_at(4, [hit, hurt, hit, hurt, shown])
    shoot(game, "2.pikes.2")
    assert not happened(game, ev.CommandChecked), "one of four"
    game = shot_at(4, [hit, hurt, hit, hurt, shown])
    shoot(game, "2.pikes.2", "2.pikes.3")
    checked = only(game, ev.CommandChecked)
    assert (checked.who, checked.total, checked.cmd) == ("2.pikes", sum(shown), 7)
    state = state_of(game)
    assert {m.fleeing for m in state.members_of("2.pikes")} == {flees}
    assert state.units["2.pikes"].shaken == state.turn


@pytest.mark.rule("WM-RUL-147")
def test_a_unit_is_tested_for_its_losses_once_a_turn() -> None:
    hit = (6, 5)
    hurt = (6, 6)
    game = shot_at(4, [hit, hurt, hit, hurt, (1, 1), hit, hurt])
    shoot(game, "2.pikes.2", "2.pikes.3", "2.pikes.4")
    assert len(happened(game, ev.ModelRemoved)) == 3 and only(game, ev.CommandChecked)


@pytest.mark.rule("WM-MOD-08")
def test_where_cmd_is_not_used_nobody_checks_or_flees() -> None:
    for edition in ("quick_start,units=on", f"{PRIME},command=off"):
        hit = (6, 5)
        hurt = (6, 6)
        game = shot_at(2, [hit, hurt], edition=edition)
        shoot(game, "2.pikes.2")
        assert happened(game, ev.ModelRemoved) and not happened(game, ev.CommandChecked)


@pytest.mark.rule("WM-REF-22")
def test_who_flees_turns_its_back_to_the_threat() -> None:
    hit = (6, 5)
    hurt = (6, 6)
    game = shot_at(2, [hit, hurt, (6, 6)])
    shoot(game, "2.pikes.2")
    fled = only(game, ev.Fled)
    assert fled.models == ("2.pikes.1",) and fled.facings == (pytest.approx(90.0),), (
        "the rifle stands south of it"
    )


@pytest.mark.rule("WM-REF-18")
@pytest.mark.rule("WM-REF-20")
@pytest.mark.rule("WM-RUL-142")
@pytest.mark.parametrize("shown", [(1, 2), (6, 6)])
def test_terror_in_melee_is_faced_before_anything_else_is_done(shown: tuple[int, int]) -> None:
    """The pike reaches 2": the check comes there, three inches before the end of the way."""
    placed = troops("1.pikes", (20, 20), (22, 20)) | troops("2.husks", (20, 27), facing=90.0)
    game = activate(fight(placed, dice=[shown]), "1.pikes")
    do(game, act.Pass)
    do(game, act.Activate, model="1.pikes.1")
    do(game, act.Advance, model="1.pikes.1", path=((20, 25.2),))
    met = 27 - 2 - SMALL / 2 - MEDIUM
    checked = only(game, ev.CommandChecked)
    state = state_of(game)
    assert checked.who == "1.pikes" and checked.why == "terror"
    if shown == (1, 2):
        assert (
            state.place("1.pikes.1")[1] == pytest.approx(25.2)
            and not state.models["1.pikes.1"].fleeing
        )
        assert len(happened(game, ev.CommandChecked)) == 1, "not again where it stands"
    else:
        assert state.place("1.pikes.1")[1] == pytest.approx(met)
        assert all(state.models[f"1.pikes.{n}"].fleeing for n in (1, 2)), "the whole unit"
        assert happened(game, ev.UnitActivationEnded), "and its activation is over"
        assert not happened(game, ev.AttackDeclared)


@pytest.mark.rule("WM-RUL-142")
def test_terror_that_comes_into_melee_frightens_whom_it_meets() -> None:
    placed = troops("1.pikes", (20, 20), (22, 20)) | troops("2.husks", (20, 26), facing=270.0)
    game = activate(fight(placed, active=2, dice=[(6, 6)]), "2.husks")
    do(game, act.Pass)
    do(game, act.Activate, model="2.husks.1")
    do(game, act.Advance, model="2.husks.1", path=((20, 22.5),))
    assert only(game, ev.Fled).models == ("1.pikes.1", "1.pikes.2")


@pytest.mark.rule("WM-RUL-142")
def test_friends_do_not_fear_terror_and_nobody_checks_for_what_it_had_met_before() -> None:
    husk = troops("2.husks", (20, 26), facing=270.0)
    state = state_of(fight(troops("2.pikes", (20, 24.3)) | husk))
    assert not list(find_encounters(state, "2.pikes.1"))
    placed = troops("1.pikes", (20, 24.3), (22, 24.3)) | husk
    game = activate(fight(placed), "1.pikes")
    do(game, act.Pass)
    do(game, act.Activate, model="1.pikes.1")
    do(game, act.Advance, model="1.pikes.1", path=((20.1, 24.3),))
    assert not happened(game, ev.CommandChecked), "it was in melee with it already"


@pytest.mark.rule("WM-REF-19")
@pytest.mark.parametrize("side", [1, 2])
def test_an_abomination_frightens_both_sides_within_three_inches(side: int) -> None:
    reach = 3 + SMALL / 2 + LARGE
    placed = troops(f"{side}.pikes", (20, 20), facing=0.0) | {
        "2.brute": (30, 20, 0 if side == 1 else 180)
    }
    for x, checks in ((30 - reach - 0.01, 0), (30 - reach + 0.01, 1)):
        game = activate(fight(placed, active=side, dice=[(1, 1)]), f"{side}.pikes")
        do(game, act.Choose, option="run")
        do(game, act.Activate, model=f"{side}.pikes.1")
        do(game, act.Run, model=f"{side}.pikes.1", path=((x, 20),))
        assert len(happened(game, ev.CommandChecked)) == checks
    state = state_of(fight({**placed, f"{side}.pikes.1": (30 - reach, 20, 0)}))
    (met,) = find_encounters(state, f"{side}.pikes.1")
    assert (met.who, met.source, met.word) == (f"{side}.pikes", "2.brute", "abomination")
    game = activate(fight({**placed, "2.brute": (27, 20, 180)}, active=2, dice=[(6, 6)]), "2.brute")
    do(game, act.Advance, model="2.brute", path=((24.4, 20),))
    assert only(game, ev.Fled).models == (f"{side}.pikes.1",), "it came to them"


@pytest.mark.rule("WM-REF-27")
@pytest.mark.rule("WM-REF-21")
def test_the_fearless_never_flee_and_make_checks_of_another_kind_and_cards_call_for_them(
    tmp_path: Path,
) -> None:
    spell = """
[[warcaster.spells]]
id = "dread"
name = "Dread"
cost = 2
targets = "any"
rng = 20
offensive = true
hits = [{{ word = "command_check"{fails} }}]
"""
    down = ', fails = "knockdown"'
    for fails, target, checks in (
        ("", "2.husks.1", 0),
        (down, "2.husks.1", 1),
        ("", "2.pikes.1", 1),
        (down, "2.pikes.1", 1),
    ):
        with cards(tmp_path, caster(spell.format(fails=fails))):
            game = _with_adept(target, [(6, 5), (6, 6)])
            do(game, act.CastSpell, model="1.adept", spell="dread", target=target)
            decline(game)
            assert len(happened(game, ev.CommandChecked)) == checks
            model = state_of(game).models[target]
            assert model.fleeing == (checks == 1 and not fails) and model.knocked_down == bool(
                fails
            )


def _with_adept(target: str, dice: list[tuple[int, ...]], edition: str = PRIME) -> Game:
    placed = {"1.adept": (20, 14, 90, {"focus": 6}), target: (20, 20, 270)}
    return activate(field_of("adept", placed, dice, edition), "1.adept")


@pytest.mark.rule("WM-MOD-08")
def test_what_cards_say_of_command_checks_is_ignored_where_there_are_none(tmp_path: Path) -> None:
    spell = """
[[warcaster.spells]]
id = "dread"
name = "Dread"
cost = 2
targets = "any"
rng = 20
offensive = true
hits = [{ word = "command_check" }]
"""
    with cards(tmp_path, caster(spell)):
        game = _with_adept("2.pikes.1", [(6, 5)], "quick_start, units=on")
        do(game, act.CastSpell, model="1.adept", spell="dread", target="2.pikes.1")
        decline(game)
        assert happened(game, ev.Hit) and not happened(game, ev.CommandChecked)


@pytest.mark.rule("WM-RUL-141")
def test_who_has_no_cmd_makes_no_command_checks() -> None:
    state = state_of(fight({"1.hound": (20, 20), "1.marshal": (24, 20), "1.herald": (28, 20)}))
    assert not must_check(state, "1.hound")
    assert (
        must_check(state, "1.marshal")
        and command_value(state, "1.marshal") == 8
        and command_value(state, "1.herald") == 8
    )


@pytest.mark.rule("WM-REF-14")
@pytest.mark.rule("WM-RUL-140")
@pytest.mark.rule("WM-RUL-145")
@pytest.mark.parametrize(
    ("marshal", "cmd", "flees"), [((30.0, 20.0), 8, False), ((2.0, 2.0), 7, True)]
)
def test_who_is_out_of_formation_in_the_end_makes_a_command_check(
    marshal: tuple[float, float], cmd: int, flees: bool
) -> None:
    placed = troops("1.pikes", (20, 20), (21.5, 20), (36, 20)) | {"1.marshal": (*marshal, 90)}
    game = activate(fight(placed, dice=[(4, 4)]), "1.pikes")
    do(game, act.Pass)
    do(game, act.Activate, model="1.pikes.3")
    do(game, act.Advance, model="1.pikes.3", path=((34, 20),))
    for _ in range(2):
        assert not happened(game, ev.CommandChecked), "only in the end"
        do(game, act.Pass)
    checked = only(game, ev.CommandChecked)
    state = state_of(game)
    assert (checked.who, checked.cmd, checked.why) == ("1.pikes.3", cmd, "out of formation")
    assert [state.models[f"1.pikes.{n}"].fleeing for n in (1, 2, 3)] == [False, False, flees], (
        "it flees alone"
    )


@pytest.mark.rule("WM-REF-14")
def test_a_unit_that_keeps_together_makes_no_check() -> None:
    game = activate(fight(troops("1.pikes", *row(3))), "1.pikes")
    for _ in range(3):
        do(game, act.Pass)
    assert happened(game, ev.UnitActivationEnded) and not happened(game, ev.CommandChecked)


# Flight


def fled(*places: tuple[float, float], **more: Any) -> Game:
    """Pikemen of player 1 that flee; it is the end of player 2's turn."""
    return fight(troops("1.pikes", *places, fleeing=True), active=2, **more)


@pytest.mark.rule("WM-REF-23")
@pytest.mark.rule("WM-REF-02")
@pytest.mark.rule("WM-REF-03")
@pytest.mark.rule("WM-RUL-143")
def test_who_flees_runs_for_its_own_edge_in_the_maintenance_phase_and_does_not_activate_again() -> (
    None
):
    game = fled((20, 30), (21.5, 30), dice=[(6, 6)])
    idle(game)
    state = state_of(game)
    assert isinstance(find_open_question(state), ControlQuestion) and state.active == 1
    assert [state.place(f"1.pikes.{n}")[:2] for n in (1, 2)] == [
        (20, pytest.approx(18)),
        (21.5, pytest.approx(18)),
    ]
    assert {event.how for event in happened(game, ev.Moved)} == {"flees"}
    phases = [
        event
        for event in game.log
        if isinstance(event, ev.PhaseBegan | ev.FlightBegan | ev.CommandChecked)
    ]
    told = [getattr(event, "phase", type(event).__name__) for event in phases]
    assert told == ["maintenance", "FlightBegan", "FlightBegan", "CommandChecked", "control"]
    do(game, act.Pass)
    assert not [m for m in models_to_activate(state_of(game), 1) if m.unit]
    verdict = check(game, act.Activate, model="1.pikes")
    assert not verdict and verdict.rule == "WM-REF-03"


@pytest.mark.rule("WM-RUL-143")
def test_flight_stops_at_what_is_in_the_way_and_is_open_to_free_strikes() -> None:
    placed = troops("1.pikes", (20, 30), fleeing=True) | {
        "2.spitter": (20, 31.8, 270),
        "1.hound": (20, 24),
    }
    game = fight(placed, active=2)
    path = flight_path(state_of(game), "1.pikes.1")
    assert path == ((20, pytest.approx(24 + SMALL / 2 + MEDIUM)),), (
        "its own hound stands in its way"
    )
    idle(game)
    assert find_open_question(game.state).__class__.__name__ == "FreeStrikeQuestion", (
        "the spitter may strike as it leaves"
    )


@pytest.mark.rule("WM-RUL-143")
def test_who_lies_stands_up_instead_of_running() -> None:
    game = fight(troops("1.pikes", (20, 30), fleeing=True, down=1), active=2, dice=[(6, 6)])
    idle(game)
    assert (
        state_of(game).place("1.pikes.1")[1] == 30
        and not state_of(game).models["1.pikes.1"].knocked_down
    )


@pytest.mark.rule("WM-RUL-102")
def test_who_flees_to_the_edge_is_removed() -> None:
    game = fled((20, 11), (30, 20), dice=[(6, 6)])
    idle(game)
    assert only(game, ev.ModelRemoved).model == "1.pikes.1"


@pytest.mark.rule("WM-REF-24")
@pytest.mark.rule("WM-RUL-146")
def test_who_flees_does_nothing_and_uses_none_of_its_special_rules() -> None:
    placed = troops("1.pikes", (20, 20), fleeing=True) | {
        "2.spitter": (20, 22, 270),
        "2.brute": (30, 30, 90, {"fleeing": True}),
    }
    state = state_of(fight(placed))
    assert not find_melee(state, "2.spitter").engaged_by, "it engages nobody"
    assert "1.pikes.1" not in [m.id for m in models_to_activate(state, 1)]
    near = state.with_model("1.pikes.1", at=(30.0, 32.0, 0.0))
    assert not list(find_encounters(near, "1.pikes.1")), (
        "an Abomination that flees frightens nobody"
    )
    game = activate(fight(placed, active=2), "2.spitter")
    do(game, act.Advance, model="2.spitter", path=((20, 27),))
    assert not happened(game, ev.Declined) and isinstance(
        find_open_question(game.state), ActQuestion
    ), "it makes no free strike"
    verdict = check(fight(placed), act.Activate, model="1.pikes.1")
    assert not verdict


# Rallying


@pytest.mark.rule("WM-REF-25")
@pytest.mark.rule("WM-RUL-144")
def test_a_unit_may_rally_with_its_leader_or_near_its_warcaster() -> None:
    def cmd(placed: dict[str, Any], *models: str) -> int | None:
        return rally_command(state_of(fight(placed)), models)

    led = troops("1.pikes", (20, 20), (21.5, 20), fleeing=True)
    assert cmd(led, "1.pikes.1", "1.pikes.2") == 7
    leaderless = {
        "1.pikes.2": (20, 20, 90, {"fleeing": True}),
        "1.pikes.3": (21, 20, 90, {"fleeing": True}),
    }
    assert cmd(leaderless, "1.pikes.2", "1.pikes.3") is None
    reach = 8 + SMALL
    assert cmd(leaderless | {"1.marshal": (20 - reach + 0.01, 20)}, "1.pikes.2", "1.pikes.3") == 8
    assert (
        cmd(leaderless | {"1.marshal": (20 - reach - 0.01, 20)}, "1.pikes.2", "1.pikes.3") is None
    )
    alone = troops("1.pikes", (20, 20)) | {"1.pikes.2": (23, 20, 90, {"fleeing": True})}
    assert cmd(alone, "1.pikes.2") == 7, "its leader is with it"
    assert cmd(alone | {"1.pikes.2": (29, 20, 90, {"fleeing": True})}, "1.pikes.2") is None
    assert cmd({"1.herald": (29, 20, 90, {"fleeing": True})}, "1.herald") == 8, (
        "a solo leads itself"
    )


@pytest.mark.rule("WM-REF-26")
def test_who_rallies_looks_at_its_nearest_opponent_and_acts_again_from_its_next_turn() -> None:
    placed = troops("1.pikes", (20, 30), (22, 30), fleeing=True) | {
        "2.spitter": (32, 18, 270),
        "2.brute": (20, 45, 270),
    }
    game = fight(placed, active=2, dice=[(3, 4)])
    idle(game)
    state: State = state_of(game)
    assert only(game, ev.Rallied).models == ("1.pikes.1", "1.pikes.2")
    facings = {n: state.models[f"1.pikes.{n}"].facing for n in (1, 2)}
    assert facings == {1: pytest.approx(0.0), 2: pytest.approx(0.0)}, "both look at the spitter"
    assert not any(state.models[f"1.pikes.{n}"].fleeing for n in (1, 2))
    do(game, act.Pass)
    assert not [m for m in models_to_activate(state_of(game), 1) if m.unit], "not this turn"
    idle(game)
    do(game, act.Pass)
    idle(game)
    do(game, act.Pass)
    assert [m.id for m in models_to_activate(state_of(game), 1) if m.unit] == [
        "1.pikes.1",
        "1.pikes.2",
    ], "but in the next"


@pytest.mark.rule("WM-REF-25")
def test_who_fails_to_rally_flees_on() -> None:
    game = fled((20, 40), (21.5, 40), dice=[(4, 4)])
    idle(game)
    assert not happened(game, ev.Rallied) and all(
        m.fleeing for m in state_of(game).members_of("1.pikes")
    )


@pytest.mark.rule("WM-REF-03")
def test_a_trooper_that_rallied_does_not_activate_with_its_unit_in_the_same_turn() -> None:
    placed = troops("1.pikes", (20, 20), (21.5, 20)) | {
        "1.pikes.3": (23, 32, 90, {"fleeing": True})
    }
    game = fight(placed, active=2, dice=[(1, 1)])
    idle(game)
    do(game, act.Pass)
    assert only(game, ev.Rallied).models == ("1.pikes.3",)
    activate(game, "1.pikes")
    do(game, act.Pass)
    assert [m.id for m in models_to_activate(state_of(game), 1)] == ["1.pikes.1", "1.pikes.2"]
