"""What a player of WARMACHINE takes for cover and screens before it is measured: what may be known, no more (WM-RUL-07)."""

from __future__ import annotations

import pytest

from tests.games.warmachine.rules.building import LARGE, MEDIUM, box
from tests.games.warmachine.rules.playing import battle
from wc3d.games.warmachine.bots.target_protection import estimated_defense
from wc3d.games.warmachine.rules.agenda_frames import Attacking
from wc3d.games.warmachine.rules.attack_plans import weapon_plan
from wc3d.games.warmachine.rules.fighting.targeting import defense_receipt
from wc3d.games.warmachine.rules.state import State


def shot(at_wall: float, screen: float | None = None, edition: str = "") -> tuple[State, Attacking]:
    """A gun at a medium base; a wall before it and, if wanted, a large warjack, so far from its base, in inches."""
    edge = 30 - MEDIUM
    wall = box("wall", "obstacle", (24, edge - at_wall - 0.5), (4, 1), 0.9)
    placed: dict[str, tuple[float, ...]] = {"2.mortar": (24, 10, 90.0), "1.hound": (24, 30, 270.0)}
    if screen is not None:
        placed["1.anvil"] = (24, edge - screen - LARGE, 270.0)
    state: State = battle(placed, active=2, terrain=(wall,), edition=edition).state
    gun = next(w for w in state.usable_weapons("2.mortar") if w.kind == "ranged")
    return state, Attacking("", "2.mortar", "1.hound", weapon_plan(state, "2.mortar", gun))


def seen(at_wall: float) -> tuple[int, int]:
    """The DEF by eye, and as it is."""
    state, f = shot(at_wall)
    return estimated_defense(state, f), int(defense_receipt(state, f).value)


@pytest.mark.rule("WM-RUL-07")
def test_a_wall_an_inch_away_is_not_told_from_one_a_little_farther_off() -> None:
    (near, truly), (far, not_so) = seen(0.996), seen(1.004)
    assert near == far and truly == not_so + 4


def test_what_is_plainly_near_counts_and_what_is_plainly_far_does_not() -> None:
    assert seen(0.3) == (seen(6.0)[0] + 4,) * 2
    assert seen(6.0)[0] == seen(6.0)[1]


def test_what_was_measured_is_known() -> None:
    for far in (0.996, 1.004):
        state, f = shot(far)
        at = Attacking("", f.attacker, f.target, f.plan, measured=18.0)
        assert estimated_defense(state, at) == defense_receipt(state, at).value
        free, g = shot(far, edition="quick_start,measure=free")
        assert estimated_defense(free, g) == defense_receipt(free, g).value


def test_a_screen_counts_where_it_seems_near() -> None:
    bare = seen(9.0)[0]
    assert [estimated_defense(*shot(9.0, apart)) - bare for apart in (0.3, 3.0)] == [2, 0]
    assert estimated_defense(*shot(9.0, 0.996)) == estimated_defense(*shot(9.0, 1.004))
