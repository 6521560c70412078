"""What changes inside an attack: one test for each ruling, and both positions of each switch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.warmachine.rules.building import box
from tests.games.warmachine.rules.own_cards import cards, caster
from tests.games.warmachine.rules.playing import (
    BOXES,
    activate,
    battle,
    decline,
    do,
    happened,
    only,
    state_of,
)
from wc3d.engine.agenda import Resolution, find_open_question
from wc3d.engine.dice import ScriptedDice
from wc3d.engine.game import Game
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules import events as ev
from wc3d.games.warmachine.rules.agenda_frames import Attacking, AttackPlan, BoostQuestion
from wc3d.games.warmachine.rules.all_handlers import FRAME_STEPS
from wc3d.games.warmachine.rules.fighting.forced_movement import push_away
from wc3d.games.warmachine.rules.forces import Battlegroup
from wc3d.games.warmachine.rules.state import Effect, State
from wc3d.games.warmachine.text.log_events import describe_event

FACE_TO_FACE = {"1.anvil": (20, 20, 90), "2.mortar": (20, 22, 270)}
SENTENCE = Effect("Death Sentence", 1, "1.marshal", "upkeep", (("reroll_misses", 1),))

SPELLS = """
[[warcaster.spells]]
id = "pyre"
name = "Pyre"
cost = 2
targets = "enemy"
rng = 10
offensive = true
pow = 30
hits = [{ word = "spread", within = 5 }]
"""


# Rerolls


def missed(focus: int, dice: list[tuple[int, ...]], edition: str = "") -> Game:
    """Return a game in which an Anvil attacks a sentenced Mortar; the first roll is a miss."""
    placed = {
        "1.anvil": (20, 20, 90, {"focus": focus}),
        "2.mortar": (20, 22, 270, {"effects": (SENTENCE,)}),
    }
    game = activate(battle(placed, dice=dice, edition=edition), "1.anvil")
    do(game, act.Attack, model="1.anvil", weapon="maul", target="2.mortar")
    return game


@pytest.mark.rule("WM-RUL-160")
@pytest.mark.parametrize("boostable", [False, True])
def test_a_reroll_has_the_same_dice_and_is_not_boosted_later_unless_the_switch_says_so(
    boostable: bool,
) -> None:
    edition = "quick_start,attack.reroll=boostable" if boostable else ""
    game = missed(1, [(1, 1), (1, 1)], edition)
    do(game, act.Pass)  # the first roll is not boosted
    asked = find_open_question(game.state)
    again = isinstance(asked, BoostQuestion) and asked.roll == "attack"
    assert again is boostable
    assert len(happened(game, ev.Missed)) == (1 if boostable else 2), (
        "without a question it is rolled again at once"
    )


@pytest.mark.rule("WM-RUL-160")
def test_a_boosted_roll_is_made_again_with_three_dice_once() -> None:
    game = missed(1, [(1, 1, 1), (1, 1, 1)])
    do(game, act.Choose, option="boost")
    rolls = [e for e in happened(game, ev.Rolled) if e.kind == "attack"]
    assert [(e.faces, e.rule) for e in rolls] == [((1, 1, 1), ""), ((1, 1, 1), "WM-RUL-160")]
    assert state_of(game).models["1.anvil"].focus == 0 and len(happened(game, ev.Missed)) == 2
    assert describe_event(state_of(game), rolls[1]).endswith(
        "(reroll): 9 · [1 1 1] + 6 = 9 (WM-RUL-160)"
    )


@pytest.mark.rule("WM-RUL-160")
@pytest.mark.rule("WM-RUL-164")
def test_other_models_that_the_roll_is_made_against_are_attacked_once() -> None:
    placed = {**FACE_TO_FACE, "2.spitter": (22, 20, 180)}
    state = state_of(battle({**placed, "2.mortar": (20, 22, 270, {"effects": (SENTENCE,)})}))
    plan = AttackPlan("melee", "sweep", power=None, range=2.0, origin="1.anvil", boosts=())
    r = Resolution(state, ScriptedDice([(1, 1), (1, 2)]), FRAME_STEPS)
    r.push(Attacking("", "1.anvil", "2.mortar", plan, also=("2.spitter",)))
    while any(isinstance(f, Attacking) for f in r.state.agenda):
        r.run_step()
    assert [e.target for e in r.events if isinstance(e, ev.Missed | ev.Hit)].count("2.spitter") == 1


# Moved or removed in the middle


def resolve(state: State, *frames: Any, dice: list[tuple[int, ...]]) -> Resolution:
    """Return attacks resolved on a state, every roll written down."""
    script = ScriptedDice(dice)
    r = Resolution(state, script, FRAME_STEPS)
    depth = len(state.agenda)
    r.push(*frames)
    while len(r.state.agenda) > depth and find_open_question(r.state) is None:
        r.run_step()
    assert not script.left
    return r


@pytest.mark.rule("WM-RUL-161")
def test_an_attack_goes_on_at_a_target_that_was_pushed_out_of_reach() -> None:
    state = state_of(battle(FACE_TO_FACE))
    plan = AttackPlan("melee", "maul", "maul", power=17, range=0.5, origin="1.anvil", boosts=())
    pushed = Resolution(state, ScriptedDice([]), FRAME_STEPS)
    push_away(pushed, "2.mortar", "1.anvil", 5.0)
    r = resolve(
        pushed.state,
        Attacking("effects", "1.anvil", "2.mortar", plan, hit=True),
        dice=[(1, 2), (1,)],
    )
    assert [e.model for e in r.events if isinstance(e, ev.Damaged)] == ["2.mortar"]


@pytest.mark.rule("WM-RUL-162")
@pytest.mark.parametrize("gone", ["1.spitter", "2.mortar"])
def test_a_part_of_a_spray_is_lost_with_its_attacker_or_its_target(gone: str) -> None:
    state = state_of(
        battle({"1.spitter": (20, 20, 90), "2.mortar": (20, 24, 270)}, boxes=(BOXES[1], BOXES[1]))
    )
    state = state.with_model(gone, at=None, removed=True)
    plan = AttackPlan(
        "ranged", "sprayer", "sprayer", power=12, range=8.0, origin="1.spitter", spray=True
    )
    r = resolve(state, Attacking("", "1.spitter", "2.mortar", plan, part_of_spray=True), dice=[])
    assert r.events == []


@pytest.mark.rule("WM-RUL-163")
def test_the_damage_of_a_hit_comes_before_its_critical_effect() -> None:
    game = activate(battle(FACE_TO_FACE, dice=[(5, 5), (1, 1), (1,)]), "1.anvil")
    do(game, act.Attack, model="1.anvil", weapon="maul", target="2.mortar")
    kinds = [type(e) for e in game.log if isinstance(e, ev.Damaged | ev.KnockedDown)]
    assert kinds == [ev.Damaged, ev.KnockedDown]


@pytest.mark.rule("WM-RUL-164")
def test_the_other_model_of_a_melee_is_compared_with_the_same_dice_and_its_own_modifiers() -> None:
    placed = {
        "1.marshal": (12, 21, 0),
        "1.anvil": (20, 20, 90, {"effects": (SENTENCE,)}),
        "2.mortar": (20, 22, 270),
    }
    game = activate(battle(placed, edition="prime_reference", dice=[(1, 2)]), "1.marshal")
    do(game, act.Attack, model="1.marshal", weapon="pistol", target="2.mortar")
    decline(game)
    shots = [e for e in happened(game, ev.Rolled) if e.kind == "attack"]
    assert len(shots) == 1, "the miss at the other model is not rolled again"
    assert [e.target for e in happened(game, ev.Missed)] == ["2.mortar", "1.anvil"]


@pytest.mark.rule("WM-RUL-165")
def test_a_model_of_a_spray_is_attacked_wherever_it_is_by_then() -> None:
    state = state_of(
        battle({"1.spitter": (20, 20, 90), "2.mortar": (40, 40, 270)}, boxes=(BOXES[1], BOXES[1]))
    )
    plan = AttackPlan(
        "ranged",
        "sprayer",
        "sprayer",
        power=12,
        range=8.0,
        origin="1.spitter",
        spray=True,
        boosts=(),
    )
    r = resolve(
        state, Attacking("", "1.spitter", "2.mortar", plan, part_of_spray=True), dice=[(1, 1)]
    )
    assert [e.target for e in r.events if isinstance(e, ev.Missed)] == ["2.mortar"]


@pytest.mark.rule("WM-RUL-166")
@pytest.mark.parametrize("always", [False, True])
def test_a_spell_spreads_around_a_target_that_its_damage_has_removed(
    tmp_path: Path, always: bool
) -> None:
    edition = "" if always else "quick_start,spell.spread=if_it_stands"
    with cards(tmp_path, caster(SPELLS)):
        own = Battlegroup(warcaster="adept", warjacks=("anvil",))
        placed: dict[str, Any] = {
            "1.adept": (20, 20, 90, {"focus": 2}),
            "2.spitter": (20, 26, 270),
            "2.mortar": (22.5, 26, 270),
        }
        dice = [(6, 5), (6, 6), (1,), *([(6,), (1, 1), (1,)] if always else [])]
        game = activate(
            battle(placed, boxes=(own, BOXES[1]), edition=edition, dice=dice), "1.adept"
        )
        do(game, act.CastSpell, model="1.adept", spell="pyre", target="2.spitter")
        assert only(game, ev.ModelRemoved).model == "2.spitter"
        assert [e.model for e in happened(game, ev.Damaged)] == [
            "2.spitter",
            *(["2.mortar"] if always else []),
        ]


@pytest.mark.rule("WM-RUL-166")
@pytest.mark.parametrize("shift", [0.0, 1e-9])
def test_a_spell_spreads_first_to_whom_the_army_names_first_of_equally_near_models(
    tmp_path: Path, shift: float
) -> None:
    """Cygnar names the Lancer before the Charger; a tiny `shift` makes nobody farther."""
    apart = 5 + (25 + 20) / 25.4 + shift
    with cards(tmp_path, caster(SPELLS)):
        own = Battlegroup(warcaster="adept", warjacks=("anvil",))
        placed: dict[str, Any] = {
            "1.adept": (20, 20, 90, {"focus": 2}),
            "2.ironclad": (20, 26, 270),
            "2.lancer": (20 + apart, 26, 270),
            "2.charger": (20 - apart + shift, 26, 270),
        }
        dice = [(6, 5), (6, 6), (1,), (1,), (1, 1), (1,)]
        game = activate(battle(placed, boxes=(own, "cygnar"), dice=dice), "1.adept")
        do(game, act.CastSpell, model="1.adept", spell="pyre", target="2.ironclad")
        assert [e.model for e in happened(game, ev.Damaged)] == ["2.ironclad", "2.lancer"]


@pytest.mark.rule("WM-RUL-61")
@pytest.mark.rule("WM-RUL-21")
@pytest.mark.rule("WM-RUL-150")
def test_a_model_pushed_off_a_height_stands_below_unhurt() -> None:
    """In the full rules models climb thick obstacles, so that one can be pushed off."""
    block = box("block", "obstacle", (20, 22), (6, 4), 1.0)
    game = battle(FACE_TO_FACE, edition="prime_reference", terrain=(block,))
    state = state_of(game).with_model("2.mortar", at=(20.0, 23.0, 1.0))
    r = Resolution(state, ScriptedDice([]), FRAME_STEPS)
    push_away(r, "2.mortar", "1.anvil", 5.0)
    assert r.state.place("2.mortar") == pytest.approx((20, 28, 0))
    assert [type(e) for e in r.events] == [ev.Moved], "and nobody is provoked to a free strike"
    assert r.state.models["2.mortar"].facing == 270
