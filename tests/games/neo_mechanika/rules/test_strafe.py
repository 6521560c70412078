"""Strafe: the die before the attack, and the additional attacks (p. 26)."""

from __future__ import annotations

import pytest

from tests.games.neo_mechanika.rules.fighting import (
    SCOURGE,
    WOLF,
    armed,
    damage,
    dice,
    done,
    fight,
    hurl,
    pools,
    told,
)
from tests.games.neo_mechanika.rules.playing import asked, board, refused
from tests.table.building import box
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.actions import Attack, Pass

BLAZER = armed("blazer", "battle_rifle")
REAVERS = "2.vassal_reavers.1"
A, B, C = (f"{REAVERS}.{letter}" for letter in "abc")
ROW = {WOLF: (10.0, 20.0), A: (16.0, 20.0), B: (16.0, 21.5), C: (16.0, 18.5)}
"""Three Reavers in a row, each 0.32" from the next."""


def strafing(
    strikes: int, at: dict[str, tuple[float, float]] | None = None, **more: object
) -> Game:
    """The Wolf's Blazer (RNG 14, POW 4) at Reaver a, which is missed; the Strafe die shows so many strikes."""
    g = fight([BLAZER], ["vassal_reavers", "scourge"], at or ROW, **more)  # type: ignore[arg-type]
    happened = hurl(g, WOLF, "blazer", A, (strikes,), dice(0, 4), dice(0, 3))
    assert pools(happened) == [("Strafe", 0, 1), ("attack", 4, 0), ("defence", 3, 0)]
    return g


def also(target: str) -> Attack:
    """An additional attack."""
    return Attack(player=1, model=WOLF, weapon="blazer", target=target)


@pytest.mark.rule("NM-STF-01")
def test_one_power_die_after_the_declaration_and_before_the_attack_roll() -> None:
    g = fight([BLAZER], ["vassal_reavers"], ROW)
    happened = hurl(g, WOLF, "blazer", A, (0,), dice(0, 4), dice(0, 3))
    order = [e.why if isinstance(e, events.Rolled) else type(e).__name__ for e in happened]
    assert order[:4] == ["AttackDeclared", "Strafe", "attack", "defence"]


@pytest.mark.rule("NM-STF-02")
@pytest.mark.parametrize("strikes", [0, 1, 2])
def test_each_strike_is_one_additional_attack(strikes: int) -> None:
    g = strafing(strikes)
    for target in (B, C)[:strikes]:
        assert asked(g) == "StrafeQuestion"
        assert pools(done(g, also(target), dice(0, 4), dice(0, 3))) == [
            ("attack", 4, 0),
            ("defence", 3, 0),
        ]
    assert asked(g) == "ActingQuestion"


@pytest.mark.rule("NM-STF-02")
def test_only_models_within_two_inches_of_the_first_target() -> None:
    near = {
        WOLF: (10.0, 20.0),
        A: (16.0, 20.0),
        B: (16.0, 20 + 30 / 25.4 + 2.0),
        C: (16.0, 20 - 30 / 25.4 - 2.01),
    }
    g = strafing(1, near)
    no = refused(g, also(C))
    assert (no.code, no.rule) == ("too_far", "NM-STF-02")
    assert g.check(also(B))


@pytest.mark.rule("NM-STF-03")
def test_all_the_targets_differ() -> None:
    g = strafing(2)
    assert refused(g, also(A)).code == "same_target"
    done(g, also(B), dice(0, 4), dice(0, 3))
    assert refused(g, also(B)).rule == "NM-STF-03"
    assert {a.target for o in g.offers() for a in o.candidates() if isinstance(a, Attack)} == {C}


@pytest.mark.rule("NM-STF-04")
def test_additional_attacks_roll_no_strafe_die() -> None:
    g = strafing(1)
    assert "Strafe" not in [why for why, _, _ in pools(done(g, also(B), dice(0, 4), dice(0, 3)))]


@pytest.mark.rule("NM-STF-05")
def test_additional_attacks_may_be_given_up_and_the_other_weapons_remain() -> None:
    g = strafing(2)
    done(g, Pass(player=1))
    assert asked(g) == "ActingQuestion"
    assert refused(g, also(B)).code == "weapon_used"
    assert g.check(Attack(player=1, model=WOLF, weapon="battle_rifle", target=B))


@pytest.mark.rule("NM-STF-05")
def test_each_additional_attack_is_a_whole_attack_with_arc_cover_damage_and_effects() -> None:
    wall = board(box("wall", "obstacle", (15.0, 21.9), (0.4, 1.2), 0.9))
    g = fight([BLAZER], ["vassal_reavers"], ROW, table=wall, arc={WOLF: 2})
    hurl(g, WOLF, "blazer", A, (1,), dice(0, 6), dice(0, 3))
    happened = done(g, also(B), dice(1, 6), dice(0, 5), dice(2, 5))
    assert pools(happened) == [("attack", 4, 2), ("defence", 3, 2), ("damage", 4, 1)]
    assert (
        damage(happened) == [(B, 1)]
        and told(happened, events.EffectPut)
        and not g.state.is_on_table(B)
    )


@pytest.mark.rule("NM-SIL-80")
def test_additional_targets_must_be_legal_by_themselves() -> None:
    """Out of sight, hidden by Stealth beyond 8", or on the own side: none of them."""
    wall = board(box("wall", "structure", (14.0, 23.0), (0.4, 4.0), 4.0))
    own = "1.dusk_wolf.2"
    at = ROW | {own: (18.0, 20.0)}
    g = fight([BLAZER, "dusk_wolf"], ["vassal_reavers"], at | {B: (16.0, 23.1)}, table=wall)
    hurl(g, WOLF, "blazer", A, (1,), dice(0, 4), dice(0, 3))
    assert refused(g, also(B)).code == "no_sight"
    assert refused(g, also(own)).code == "friendly_target"
    far = {WOLF: (7.0, 20.0), SCOURGE: (16.0, 20.0), A: (16.8, 21.5)}
    g = fight([BLAZER], ["vassal_reavers", "scourge"], far, arc={REAVERS: 1})
    happened = hurl(g, WOLF, "blazer", SCOURGE, (2,), dice(0, 4), dice(0, 3))
    assert asked(g) == "ActingQuestion", f"only Reaver a is near, and it is stealthy: {happened}"


@pytest.mark.rule("NM-SIL-81")
def test_the_two_inches_are_from_where_the_first_target_stood() -> None:
    """It is destroyed; those who stood near it may still be attacked."""
    g = fight([BLAZER], ["vassal_reavers"], ROW)
    hurl(g, WOLF, "blazer", A, (2,), dice(1, 4), dice(0, 3), dice(2, 5))
    assert not g.state.is_on_table(A)
    done(g, also(C), dice(1, 4), dice(0, 3), dice(2, 5))
    assert g.check(also(B)) and not g.state.is_on_table(C)


@pytest.mark.rule("NM-SIL-81")
def test_a_first_target_thrown_away_leaves_its_place_to_be_measured_from() -> None:
    from tests.games.neo_mechanika.rules.fighting import lent, resolved
    from tests.games.neo_mechanika.rules.playing import begun
    from wc3d.engine.agenda import find_open_question
    from wc3d.games.neo_mechanika.rules.fighting.attack import make_attack
    from wc3d.games.neo_mechanika.rules.fighting.strafing import StrafeQuestion, strafe_targets

    state = begun([BLAZER], ["vassal_reavers"], at=ROW)
    throwing = lent(state, WOLF, "blazer", "strafe", "repulsor")
    r = resolved(
        state, make_attack(WOLF, throwing, A), rolls=[(1,), dice(1, 4), dice(0, 3), dice(0, 5)]
    )
    assert r.state.place(A)[0] == pytest.approx(19.0)
    asked_now = find_open_question(r.state)
    assert isinstance(asked_now, StrafeQuestion)
    assert strafe_targets(r.state, r.state.agenda[-2]) == (B, C)


@pytest.mark.rule("NM-STF-05")
def test_nothing_is_asked_when_nobody_near_can_be_attacked() -> None:
    g = fight([BLAZER], ["vassal_reavers"], {WOLF: (10.0, 20.0), A: (16.0, 20.0)})
    hurl(g, WOLF, "blazer", A, (2,), dice(0, 4), dice(0, 3))
    assert asked(g) == "ActingQuestion"
