"""Damage and what leaves play because of it: points, who rolls, destroyed models and units, void gates (p. 30, 40)."""

from __future__ import annotations

import pytest

from tests.games.neo_mechanika.rules.fighting import (
    GATE,
    HUNTER,
    SCOURGE,
    WOLF,
    armed,
    damage,
    dice,
    fight,
    hurl,
    pools,
    resolved,
    rollers,
    told,
)
from tests.games.neo_mechanika.rules.playing import begun, refused
from wc3d.engine.agenda import Resolution
from wc3d.engine.dice import ScriptedDice
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.actions import Attack
from wc3d.games.neo_mechanika.rules.agenda_frames import Cause, make_damage_roll
from wc3d.games.neo_mechanika.rules.all_handlers import FRAME_STEPS
from wc3d.games.neo_mechanika.rules.fighting.damage import (
    apply_damage,
    compute_damage_points,
    max_health,
)
from wc3d.games.neo_mechanika.rules.moving.removal import destroy_model
from wc3d.games.neo_mechanika.rules.state import CardInPlay, State, Where

SQUAD = "1.ranger_fire_team.1"
A, B = f"{SQUAD}.a", f"{SQUAD}.b"
RIFLE = armed("battle_rifle", "ripper")
ENEMY = Cause(2, SCOURGE, "melee", "melee", SCOURGE)


def state(**more: object) -> State:
    """A Wolf, a Hunter, a Hero and two of a squad, facing a Scourge."""
    at = {
        WOLF: (10, 10),
        HUNTER: (14, 10),
        A: (18, 10),
        B: (20, 10),
        "1.artemis_fang.1": (24, 10),
        SCOURGE: (10, 20),
    }
    south = ("dusk_wolf", "hunter", "ranger_fire_team", "artemis_fang")
    return begun(south, ["scourge"], at=at, gates={GATE: ((30, 30), 3)}, **more)  # type: ignore[arg-type]


def after(before: State, id: str, points: int, cause: Cause = ENEMY) -> Resolution:
    """Somebody suffers damage points."""
    r = Resolution(before, ScriptedDice(), FRAME_STEPS)
    apply_damage(r, id, points, cause)
    return r


@pytest.mark.rule("NM-ATK-15")
@pytest.mark.rule("NM-STA-07")
def test_points_are_the_whole_arms_in_the_strikes() -> None:
    assert [compute_damage_points(s, 3) for s in range(10)] == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3]
    assert compute_damage_points(6, 1) == 6


@pytest.mark.rule("NM-ATK-16")
@pytest.mark.rule("NM-STA-08")
@pytest.mark.parametrize("card", ["dusk_wolf", "hunter", "ranger_fire_team"])
def test_destroyed_at_health_and_not_before(card: str) -> None:
    id = {"dusk_wolf": WOLF, "hunter": HUNTER, "ranger_fire_team": A}[card]
    boxes = max_health(state(), id)
    assert boxes == {"dusk_wolf": 3, "hunter": 1, "ranger_fire_team": 1}[card]
    r = Resolution(state(), ScriptedDice(), FRAME_STEPS)
    for n in range(1, boxes + 1):
        assert r.state.is_on_table(id), n
        apply_damage(r, id, 1, ENEMY)
    assert not r.state.is_on_table(id)
    assert not after(state(), id, 99).state.is_on_table(id), "more than enough is enough"


@pytest.mark.rule("NM-CMP-06")
@pytest.mark.rule("NM-SIL-112")
def test_a_destroyed_unit_is_whole_in_the_reserves_and_a_destroyed_hero_gone() -> None:
    before = state(arc={WOLF: 2}, tokens=[WOLF]).with_model(WOLF, effects=("fire",))
    before = before.with_unit(WOLF, cyphers=(CardInPlay("kinetic_accelerator", 1, "pulse_round"),))
    r = after(before, WOLF, 3)
    unit = r.state.units[WOLF]
    model = r.state.models[WOLF]
    assert unit.where is Where.RESERVE and (unit.arc, unit.token, unit.cyphers) == (0, False, ())
    assert (model.damage, model.effects) == (0, ()) and r.state.players[1].well == 7
    assert r.state.players[1].discard == ("kinetic_accelerator",)
    assert after(before, "1.artemis_fang.1", 2).state.units["1.artemis_fang.1"].where is Where.GONE


@pytest.mark.rule("NM-SQD-02")
@pytest.mark.rule("NM-SIL-50")
def test_a_squad_leaves_with_its_last_model() -> None:
    r = after(state(arc={SQUAD: 1}), A, 1)
    assert r.state.units[SQUAD].is_in_play and r.state.units[SQUAD].arc == 1
    apply_damage(r, B, 1, ENEMY)
    left = told(r.events, events.UnitLeft)
    assert left == [events.UnitLeft(SQUAD, Where.RESERVE, True, 2)] and r.state.players[1].well == 7


@pytest.mark.rule("NM-SIL-96")
def test_a_card_on_one_model_goes_with_that_model() -> None:
    before = state().with_unit(
        SQUAD, cyphers=(CardInPlay("divination_algorithm", 1, "pulse_round", model=A),)
    )
    r = after(before, A, 1)
    assert r.state.units[SQUAD].cyphers == () and r.state.players[1].discard == (
        "divination_algorithm",
    )


@pytest.mark.rule("NM-GAT-09")
@pytest.mark.rule("NM-GAT-11")
@pytest.mark.parametrize(("points", "left"), [(1, 2), (2, 1), (3, 0), (9, 0)])
def test_a_gate_loses_arc_instead_and_never_more_than_it_has(points: int, left: int) -> None:
    r = after(state(), GATE, points, Cause(1, WOLF, "ranged", "ranged", WOLF))
    assert told(r.events, events.Cleared) == [events.Cleared(GATE, 3 - left, "damage")]
    assert (GATE in r.state.gates) == (left > 0) and r.state.players[2].well == 7 - left


@pytest.mark.rule("NM-SIL-69")
def test_the_owner_rolls_for_damage_that_is_nobodys_doing() -> None:
    r = resolved(
        state(),
        make_damage_roll(SCOURGE, 2, cause=Cause(kind="fall"), why="a fall"),
        rolls=[dice(4, 2)],
    )
    assert [e.player for e in told(r.events, events.Rolled)] == [2] and r.state.models[
        SCOURGE
    ].damage == 1
    r = resolved(
        state(),
        make_damage_roll(SCOURGE, 2, cause=Cause(1, WOLF, "fall"), why="a fall"),
        rolls=[dice(4, 2)],
    )
    assert [e.player for e in told(r.events, events.Rolled)] == [1]


@pytest.mark.rule("NM-ATK-16")
def test_who_is_gone_suffers_nothing_more() -> None:
    r = Resolution(state(), ScriptedDice(), FRAME_STEPS)
    destroy_model(r, WOLF, ENEMY)
    known = len(r.events)
    apply_damage(r, WOLF, 2, ENEMY)
    destroy_model(r, WOLF, ENEMY)
    r.push(make_damage_roll(WOLF, 3, cause=ENEMY, why="damage"))
    r.run()
    assert len(r.events) == known


# Void gates as targets (p. 40).

BY_A_GATE = {WOLF: (10.0, 20.0)}


@pytest.mark.rule("NM-GAT-08")
@pytest.mark.rule("NM-GAT-09")
def test_a_gate_defends_with_three_dice_and_loses_an_arc_for_five_strikes() -> None:
    g = fight([RIFLE], ["scourge"], BY_A_GATE, gates={GATE: ((18, 20), 3)})
    assert g.state.gates[GATE].base == "small"
    happened = hurl(g, WOLF, "battle_rifle", GATE, dice(4, 4), dice(0, 3), dice(9, 8))
    assert pools(happened) == [("attack", 4, 0), ("defence", 3, 0), ("damage", 4, 4)]
    assert rollers(happened)[1] == (2, "defence")
    assert g.state.gates[GATE].arc == 2 and g.state.players[2].well == 5


@pytest.mark.rule("NM-GAT-09")
@pytest.mark.rule("NM-GAT-10")
@pytest.mark.rule("NM-GAT-11")
def test_damage_beyond_a_gates_arc_is_lost_and_it_collapses() -> None:
    g = fight([RIFLE], ["scourge"], BY_A_GATE, gates={GATE: ((18, 20), 1)})
    happened = hurl(g, WOLF, "battle_rifle", GATE, dice(8, 4), dice(0, 3), dice(16, 12))
    assert damage(happened) == [(GATE, 3)] and told(happened, events.GateCollapsed) == [
        events.GateCollapsed(GATE, 1)
    ]
    assert not g.state.gates and g.state.players[2].well == 7


@pytest.mark.rule("NM-GAT-08")
def test_a_gate_can_be_attacked_in_melee_and_its_own_side_cannot() -> None:
    at = {WOLF: (10.0, 20.0)}
    g = fight([RIFLE], ["scourge"], at, gates={GATE: ((12.5, 20), 1), "1.gate.1": ((10, 23), 1)})
    assert g.check(Attack(player=1, model=WOLF, weapon="ripper", target=GATE))
    no = refused(g, Attack(player=1, model=WOLF, weapon="battle_rifle", target="1.gate.1"))
    assert (no.code, no.rule) == ("friendly_target", "NM-ATK-03")
