"""Every line of the log names its rule, and a move tells its inches and its facing: in whole games and event by event."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from tests.games.warmachine.rules.building import field
from tests.games.warmachine.rules.games.many import played
from tests.games.warmachine.rules.playing import (
    BOXES,
    activate,
    battle,
    decline,
    do,
    only,
    state_of,
)
from tests.games.warmachine.rules.units.scenes import fight, troops
from tests.log_lines import event_lines, ugliness
from tests.slow import slow_unless
from wc3d.engine.actions import Event
from wc3d.engine.dice import ScriptedDice, SeededDice
from wc3d.engine.game import Game
from wc3d.engine.ruleset_types import GamePlan
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules import events as ev
from wc3d.games.warmachine.rules.book.rulebook import BOOK
from wc3d.games.warmachine.rules.forces import load_legal_force
from wc3d.games.warmachine.rules.state import Effect, State
from wc3d.games.warmachine.ruleset import WARMACHINE
from wc3d.games.warmachine.text import log_rules
from wc3d.games.warmachine.text.log import LogWriter
from wc3d.games.warmachine.text.log_events import HEADING_EVENTS, SENTENCE_MAKERS
from wc3d.ui.game_log import GameLog

SILENT = (ev.ActivationEnded, ev.UnitActivationEnded, ev.Dared)
"""Events that the log does not tell."""

PLACED = {"1.anvil": (20, 20, 90.0), "2.mortar": (20, 22, 270.0), "2.spitter": (26, 22, 270.0)}
FOCUSED = {"focus": 3}
FACE_TO_FACE = {"1.anvil": (20, 20, 90, FOCUSED), "2.mortar": (20, 22, 270)}


def has_rule(line: str) -> bool:
    """Return whether a line ends with the id of a rule, or is a judge's doing."""
    cited = re.search(r"\((WM-[A-Z0-9]+-\d+)\)$", line)
    return "(the judge" in line or (cited is not None and cited[1] in BOOK.entries)


def log_of(game: Game) -> list[str]:
    """Return the lines of a game's log that tell events, without their indentation."""
    return [line.strip() for _, line in event_lines(game)]


def tell(state: State, *happened: Event) -> list[str]:
    """Return what a story tells of these events, without the indentation."""
    teller = LogWriter(state)
    return [line.strip() for line in [*teller.format_lines(happened), *teller.format_rest()]]


@pytest.fixture
def state() -> State:
    """An Anvil and a Mortar face to face."""
    return state_of(battle(PLACED))


QUICK = ((21, False), (62, False), (3, True))
"""Random games by their number; with units or without."""


@pytest.mark.parametrize(
    "played_game",
    slow_unless(QUICK.__contains__, [*QUICK, *product(range(7, 420, 23), (False, True))]),
)
def test_every_line_of_a_game_names_a_rule_and_reads_well(played_game: tuple[int, bool]) -> None:
    """Every edition and board; the numbers differ in their forces, too."""
    game, _ = played(*played_game)
    lines = list(event_lines(game))
    assert len(lines) > 50
    assert [f"{kind}: {line}" for kind, line in lines if not has_rule(line)] == []
    assert [fault for _, line in lines for fault in ugliness(line.strip())] == []
    moves = [
        line
        for kind, line in lines
        if re.search(r" (advances|runs|charges|flees|is pushed|slams) \D*[\d.]+\" · now at", line)
    ]
    assert moves and all(
        re.search(r'[\d.]+" · now at \([\d.]+, [\d.]+\), facing [a-z-]+', line) for line in moves
    )


def event_kinds() -> Iterator[Any]:
    """Every kind of event of the game."""
    kinds = [
        kind for kind in vars(ev).values() if isinstance(kind, type) and issubclass(kind, Event)
    ]
    return (kind for kind in kinds if kind is not Event)


@pytest.mark.parametrize("kind", list(event_kinds()), ids=lambda kind: kind.__name__)
def test_every_kind_of_event_is_told_with_a_rule(kind: Any) -> None:
    """An event with a line has a rule of its own: where no occasion says another, the line cites it."""
    assert (kind in SENTENCE_MAKERS) is (kind not in SILENT)
    assert kind in SILENT or kind in HEADING_EVENTS or kind.RULE in BOOK.entries


def test_every_rule_that_the_log_may_cite_stands_in_the_book() -> None:
    tables = [
        table
        for table in vars(log_rules).values()
        if isinstance(table, dict) and "__name__" not in table
    ]
    cited = [id for table in tables for id in table.values()]
    assert len(cited) > 40 and [id for id in cited if id not in BOOK.entries] == []


# Moves


def test_a_move_tells_its_inches_and_where_the_model_faces_in_the_end(state: State) -> None:
    track = ((20.0, 20.0, 0.0), (20.0, 17.0, 0.0), (17.0, 17.0, 0.0))
    moved = ev.Moved("1.anvil", track, 180.0)
    turned = tell(state, moved, ev.Faced("1.anvil", 90.0))
    assert turned == ['Anvil advances 6" · now at (17.0, 17.0), facing north (WM-MOV-01)']
    assert tell(state, moved) == [
        'Anvil advances 6" · now at (17.0, 17.0), facing west (WM-MOV-01)'
    ]
    later = tell(state, moved, ev.KnockedDown("1.anvil"), ev.Faced("1.anvil", 90.0))
    assert later[0] == 'Anvil advances 6" · now at (17.0, 17.0), facing west (WM-MOV-01)', (
        "it faced west when something else happened"
    )


def test_the_legs_of_a_move_are_told_as_one(state: State) -> None:
    legs = (
        ev.Moved("1.anvil", ((20.0, 20.0, 0.0), (20.0, 18.0, 0.0)), 270.0),
        ev.Moved("1.anvil", ((20.0, 18.0, 0.0), (20.0, 15.0, 0.0)), 270.0),
    )
    told = ['Anvil advances 5" · now at (20.0, 15.0), facing south (WM-MOV-01)']
    assert tell(state, *legs) == told
    struck = tell(state, legs[0], ev.KnockedDown("2.mortar"), legs[1])
    assert [line[:20] for line in struck] == [
        'Anvil advances 2" · ',
        "Mortar is knocked do",
        'Anvil advances 3" · ',
    ]


@pytest.mark.parametrize(
    ("how", "rule"),
    [
        ("advances", "WM-MOV-01"),
        ("runs", "WM-MOV-06"),
        ("charges", "WM-CHG-04"),
        ("slams", "WM-SLM-04"),
        ("is slammed", "WM-SLM-09"),
        ("is thrown", "WM-THR-04"),
        ("is pushed", "WM-REF-63"),
        ("follows", "WM-REF-63"),
        ("flees", "WM-REF-23"),
    ],
)
def test_each_kind_of_move_has_its_own_rule(state: State, how: str, rule: str) -> None:
    (line,) = tell(state, ev.Moved("1.anvil", ((20.0, 20.0, 0.0), (20.0, 21.5, 0.0)), 90.0, how))
    assert line == f'Anvil {how} 1.5" · now at (20.0, 21.5), facing north ({rule})'


@pytest.mark.rule("WM-SLM-09")
def test_a_slam_tells_how_far_and_against_what(state: State) -> None:
    far = ((20.0, 22.0, 0.0), (23.0, 22.0, 0.0))
    (line,) = tell(state, ev.Moved("2.mortar", far, 270.0, "is slammed", ("2.spitter",)))
    assert (
        line
        == 'Mortar is slammed 3" into Spitter · now at (23.0, 22.0), facing south; 1 extra damage die (WM-SLM-09)'
    )
    (line,) = tell(state, ev.Blocked("2.mortar", "is slammed", ("2.spitter",)))
    assert line == "Mortar is slammed into Spitter but cannot move · 1 extra damage die (WM-SLM-17)"


def test_a_slam_and_a_throw_in_play_tell_how_far() -> None:
    placed = {"1.anvil": (20, 14, 90, FOCUSED), "2.mortar": (20, 22, 270)}
    game = activate(battle(placed, dice=[(6, 5), (4,), (3, 4), (1,)]), "1.anvil")
    do(game, act.SlamInto, model="1.anvil", target="2.mortar")
    decline(game)
    lines = log_of(game)
    assert [
        line
        for line in lines
        if line.startswith("Anvil slams ") and '" · now at (' in line and "facing north" in line
    ]
    assert [
        line
        for line in lines
        if line.startswith('Mortar is slammed 4" · now at (20.0, 26.0), facing south')
    ]
    thrown = activate(
        battle(FACE_TO_FACE, dice=[(6, 5), (6,), (1,), (1, 1), (3, 4), (1,)]), "1.anvil"
    )
    do(thrown, act.ThrowModel, model="1.anvil", weapon="fist", target="2.mortar", direction=90.0)
    decline(thrown)
    move = only(thrown, ev.Moved)
    assert any(
        line.startswith(f'Mortar is thrown {move.inches:g}" · now at (') for line in log_of(thrown)
    )


def test_a_charge_and_a_run_of_no_inch_are_told() -> None:
    game = activate(battle(FACE_TO_FACE), "1.anvil")
    do(game, act.Charge, model="1.anvil", target="2.mortar", stop=0.0)
    assert "Anvil charges, but stays in place (WM-CHG-04)" in log_of(game)
    game = activate(battle(FACE_TO_FACE), "1.anvil")
    do(game, act.Run, model="1.anvil")
    assert "Anvil runs, but stays in place (WM-MOV-06)" in log_of(game)
    game = activate(battle(FACE_TO_FACE), "1.anvil")
    do(game, act.Run, model="1.anvil", path=((20.0, 18.0),))
    assert not any("runs, but" in text for text in log_of(game))


def test_a_special_attack_that_reaches_nobody_is_told() -> None:
    placed = {"1.ironclad": (20, 20, 90), "2.juggernaut": (20, 40, 270)}
    game = activate(battle(placed, boxes=("cygnar", "khador")), "1.ironclad")
    do(
        game,
        act.Attack,
        model="1.ironclad",
        weapon="strike_all",
        target="2.juggernaut",
        special=True,
    )
    assert 'Ironclad uses Blow to the ground: no other model is within 2" (WM-MOD-16)' in log_of(
        game
    )


def test_a_charge_that_fails_says_why() -> None:
    game = activate(
        battle({"1.anvil": (20, 20, 90, FOCUSED), "2.mortar": (20, 40, 270)}), "1.anvil"
    )
    do(game, act.Charge, model="1.anvil", target="2.mortar")
    assert log_of(game)[-1] == (
        "Anvil's charge fails and its activation ends: Mortar is not in its melee range (WM-CHG-16)"
    )
    game = activate(
        battle({"1.anvil": (20, 20, 90, FOCUSED), "2.mortar": (20, 40, 270)}), "1.anvil"
    )
    do(game, act.SlamInto, model="1.anvil", target="2.mortar")
    assert log_of(game)[-1] == (
        "Anvil's slam fails and its activation ends: Mortar is not in its melee range (WM-SLM-13)"
    )


# What had no cause


def test_a_push_by_a_weapon_names_it() -> None:
    places = {"1.hound": (20, 20, 90), "2.revenger": (20, 22, 270)}
    boxes = ("anvil_and_hound", "protectorate")
    game = activate(
        battle(places, active=2, boxes=boxes, dice=[(6, 5), (1, 1), (6, 5), (1, 1)]), "2.revenger"
    )
    do(game, act.Attack, model="2.revenger", weapon="repulsor_shield", target="1.hound")
    decline(game)
    (line,) = [line for line in log_of(game) if "pushes" in line]
    assert (
        line == 'Repulsor Shield pushes Hound by 1" · now at (20.0, 19.0), facing north (WM-MOD-14)'
    )


def test_a_shield_that_does_not_count_is_told_with_the_weapon() -> None:
    places = {"1.hound": (20, 20, 90), "2.repenter": (20, 22, 270)}
    game = activate(
        battle(
            places, active=2, boxes=("anvil_and_hound", "protectorate"), dice=[(6, 5), (6, 6), (1,)]
        ),
        "2.repenter",
    )
    do(game, act.Attack, model="2.repenter", weapon="war_flail", target="1.hound")
    decline(game)
    damage = only(game, ev.Damaged)
    assert (damage.arm, damage.unshielded) == (16, 2)
    (line,) = [line for line in log_of(game) if "suffers" in line]
    assert line.endswith("; its shield (+2 ARM) does not count against War Flail (WM-DMG-03)")


@pytest.mark.rule("WM-RUL-46")
def test_chance_that_turns_a_shot_to_another_model_is_told(state: State) -> None:
    strayed = ev.Strayed("1.anvil", "2.mortar", ("2.spitter", "1.marshal"), 2)
    (line,) = tell(state, strayed)
    assert line.startswith("The attack strays to ") and "· number 2 of Spitter and " in line
    assert line.endswith("(WM-RUL-46)")
    (line,) = tell(state, ev.Strayed("1.anvil", "2.mortar", ("2.spitter",), 1))
    assert line == "The attack strays to Spitter, the only other model in that melee (WM-RUL-46)"


@pytest.mark.rule("WM-REF-51")
def test_a_shot_into_a_melee_that_misses_tells_whom_it_is_compared_with_next() -> None:
    placed = {"1.marshal": (23, 22, 90), "1.anvil": (20, 28, 90), "2.spitter": (20, 29.9, 270)}
    game = activate(battle(placed, edition="prime_reference", dice=[(3, 5)]), "1.marshal")
    do(game, act.Attack, model="1.marshal", weapon="pistol", target="2.spitter")
    assert only(game, ev.Strayed).instead == only(game, ev.Hit).target == "1.anvil"
    assert "The attack strays to Anvil, the only other model in that melee (WM-RUL-46)" in log_of(
        game
    )


def test_a_miss_that_is_rolled_again_names_what_lets_it(state: State) -> None:
    (line,) = tell(state, ev.Missed("1.anvil", "2.mortar", 8, 9, "Mark of Death"))
    assert (
        line
        == "Anvil misses Mortar, but Mark of Death allows a reroll · 8 against DEF 9 (WM-ATK-07)"
    )


def test_equal_dice_for_the_first_turn_say_that_they_are_rolled_again() -> None:
    dice = ScriptedDice([(3,), (3,), (2,), (5,)], SeededDice(1))
    game = WARMACHINE.new_game(
        GamePlan(
            "battle",
            field(),
            (load_legal_force(BOXES[0], 1), load_legal_force(BOXES[1], 1)),
            seed=1,
        ),
        dice,
    )
    assert log_of(game)[0] == "Roll again: both players rolled 3 (WM-RUL-01)"


def test_lost_focus_outside_the_maintenance_phase_names_its_cause(state: State) -> None:
    focused = state.with_model("1.anvil", focus=2)
    assert tell(focused, ev.FocusLost(("1.anvil",))) == ["Anvil loses all focus points (WM-TRN-06)"]
    cortex = ev.FocusLost(("1.anvil",), why="its cortex is disabled", rule="WM-RUL-81")
    assert tell(focused, cortex) == [
        "Anvil loses all focus points: its cortex is disabled (WM-RUL-81)"
    ]


def test_what_is_declined_is_told_as_a_deed(state: State) -> None:
    player = state.setup.names[0]
    assert tell(state, ev.Declined(1, "gives no order", "WM-REF-07")) == [
        f"{player} gives no order (WM-REF-07)"
    ]


def test_a_free_strike_is_told_as_one(state: State) -> None:
    strike = ev.AttackDeclared("1.anvil", "Maul", "2.mortar", "melee", None, "free strike")
    assert tell(state, strike) == [
        "Anvil attacks Mortar with its Maul in a free strike (WM-FRE-01)"
    ]


def test_an_attack_just_out_of_range_tells_enough_digits(state: State) -> None:
    said = [
        tell(state, ev.OutOfRange("1.anvil", "2.mortar", far, 8.0))[0]
        for far in (9.26, 8.04, 8.0004)
    ]
    assert ["9.3" in said[0], "8.04" in said[1], "8.0004" in said[2]] == [True] * 3


def test_an_effect_tells_what_it_does_and_for_how_long(state: State) -> None:
    put = ev.EffectPut("1.anvil", Effect("Ward", 1, "1.marshal", "upkeep", (("ARM", 2),)))
    assert tell(state, put) == ["Ward takes effect on Anvil · +2 ARM, upkeep (WM-UPK-01)"]
    fire = Effect("fire", 2, "2.mortar", "continuous")
    assert tell(state, ev.EffectPut("1.anvil", fire)) == ["Anvil catches fire (WM-CON-01)"]


def test_several_models_rally_and_one_rallies(state: State) -> None:
    both = ev.Rallied(("2.mortar", "2.spitter"), (90.0, 90.0))
    assert tell(state, both) == ["Mortar and Spitter rally (WM-REF-26)"]
    assert tell(state, ev.Rallied(("2.mortar",), (90.0,))) == ["Mortar rallies (WM-REF-26)"]


def test_a_hit_by_sixes_and_a_miss_by_ones_name_their_cause(state: State) -> None:
    assert tell(state, ev.Missed("1.anvil", "2.mortar", 12, 12)) == [
        "Anvil misses Mortar · 12 against DEF 12; every die shows 1 (WM-ATK-08)"
    ]
    assert tell(state, ev.Hit("1.anvil", "2.mortar", 18, 19, critical=True)) == [
        "Anvil scores a critical hit on Mortar · 18 against DEF 19; every die shows 6 (WM-ATK-09)"
    ]
    assert tell(state, ev.Hit("1.anvil", "2.mortar", 19, 19)) == [
        "Anvil hits Mortar · 19 against DEF 19 (WM-ATK-07)"
    ]
    assert tell(state, ev.Missed("1.anvil", "2.mortar", 11, 12)) == [
        "Anvil misses Mortar · 11 against DEF 12 (WM-ATK-07)"
    ]


def test_a_unit_called_by_a_plural_has_verbs_in_the_plural() -> None:
    state = state_of(fight(troops("1.pikes", (20, 20), (21.5, 20))))
    whole = ev.Rallied(("1.pikes.1", "1.pikes.2"), (90.0, 90.0))
    check = ev.CommandChecked("1.pikes", 7, 7, "rally")
    assert tell(state, whole, check, ev.UnitActivationBegan("1.pikes")) == [
        "Player 1's Pikemen rally (WM-REF-26)",
        "Player 1's Pikemen pass their command check to rally · 7 against CMD 7 (WM-REF-15)",
        "Player 1's Pikemen activate (WM-REF-05)",
    ]


@pytest.mark.parametrize(
    ("what", "attack", "defense", "said"),
    [
        (
            "throw",
            12,
            12,
            "Anvil is strong enough to throw Mortar · strength 12 against 12 (WM-THR-03)",
        ),
        (
            "throw",
            12,
            13,
            "Mortar slips out of Anvil's grip · strength 12 against 13 (WM-THR-03)",
        ),
        ("push", 12, 13, "Mortar resists Anvil's push · strength 12 against 13 (WM-REF-62)"),
        (
            "break free",
            12,
            12,
            "Mortar cannot break free of Anvil · strength 12 against 12 (WM-LCK-08)",
        ),
        ("break free", 12, 13, "Mortar breaks free of Anvil · strength 13 against 12 (WM-LCK-08)"),
    ],
)
def test_a_trial_of_strength_tells_its_result(
    state: State, what: str, attack: int, defense: int, said: str
) -> None:
    assert tell(state, ev.Contested(what, "1.anvil", "2.mortar", attack, defense)) == [said]


def test_an_automatic_hit_says_why(state: State) -> None:
    hit = ev.Hit("1.anvil", "2.mortar", automatic=True, weapon="maul")
    lying = state.with_model("2.mortar", down=1)
    assert tell(lying, hit) == ["Anvil hits Mortar · automatic: Mortar is knocked down (WM-STA-02)"]
    assert tell(state, hit) == [
        "Anvil hits Mortar · automatic: the Maul's last hit was also on Mortar (WM-MOD-14)"
    ]


def test_a_feat_is_named_once(state: State) -> None:
    told = [tell(state, ev.FeatUsed("1.anvil", feat)) for feat in ("Hold the Line", "Anvil's feat")]
    assert told == [
        ["Anvil uses the feat Hold the Line (WM-FEA-01)"],
        ["Anvil uses Anvil's feat (WM-FEA-01)"],
    ]


# Lines of several events


def rolled(kind: str, faces: tuple[int, ...], total: int, why: str = "", **more: Any) -> ev.Rolled:
    """Return a roll of player 1."""
    return ev.Rolled(1, why, faces, total, kind, **more)


MAUL = ev.AttackDeclared("1.anvil", "Maul", "2.mortar", "melee")


def test_an_attack_has_a_line_and_its_damage_another(state: State) -> None:
    lines = tell(
        state,
        MAUL,
        ev.FocusSpent("1.anvil", 1, "boost the attack roll"),
        rolled("attack", (5, 6, 2), 19),
        ev.Hit("1.anvil", "2.mortar", 19, 10, weapon="maul"),
        ev.FocusSpent("1.anvil", 1, "boost the damage roll"),
        rolled("damage", (3, 3, 3), 26),
        rolled("column", (4,), 4),
        ev.Damaged("2.mortar", 8, 26, 18, "Maul", 4, unshielded=2),
    )
    assert lines == [
        "Anvil hits Mortar with its Maul · [5 6 2] + 6 = 19 against DEF 10; boosted (WM-ATK-07)",
        "Mortar suffers 8 damage points, 24 of 32 boxes left · [3 3 3] + 17 = 26 against ARM 18; boosted; column 4; "
        "its shield (+2 ARM) does not count against Maul (WM-DMG-03)",
    ]


def test_an_attack_that_waits_for_a_question_is_told_as_far_as_it_is(state: State) -> None:
    story = LogWriter(state)
    assert story.format_lines([MAUL]) == []
    assert (
        story.format_rest() == ["  Anvil attacks Mortar with its Maul (WM-MEL-01)"]
        and story.format_rest() == []
    )
    rest = story.format_lines(
        [rolled("attack", (1, 2), 9), ev.Missed("1.anvil", "2.mortar", 9, 10)]
    )
    assert rest == [
        "  Anvil misses Mortar with its Maul · [1 2] + 6 = 9 against DEF 10 (WM-ATK-07)"
    ]


def test_damage_is_told_in_parts_when_the_target_may_answer(state: State) -> None:
    lines = tell(
        state,
        rolled("damage", (3, 3, 3), 20, "damage roll, Bolt against Marshal"),
        ev.FocusSpent("1.marshal", 1, "reinforce the power field"),
        ev.Damaged("2.mortar", 2, 20, 18, "blast of Bolt"),
    )
    assert lines == [
        "Damage roll, Bolt against Marshal: 20 · [3 3 3] + 11 = 20 (WM-DMG-01)",
        "Player 1's Marshal spends 1 focus point to reinforce its power field (WM-MK3-29)",
        "Mortar suffers 2 damage points from the Bolt blast, 30 of 32 boxes left · 20 against ARM 18 (WM-DMG-03)",
    ]


@pytest.mark.rule("WM-RUL-160")
def test_a_reroll_is_told_with_its_ruling(state: State) -> None:
    again = rolled("attack", (1, 1), 8, rule="WM-RUL-160", again=True)
    lines = tell(state, MAUL, again, ev.Missed("1.anvil", "2.mortar", 8, 10))
    assert lines == [
        "Anvil misses Mortar with its Maul · reroll (WM-RUL-160) [1 1] + 6 = 8 against DEF 10 (WM-ATK-07)"
    ]


@pytest.mark.parametrize(
    ("weapon", "said"),
    [
        (
            "head-butt",
            ["tries to head-butt Mortar", "head-butts Mortar", "misses Mortar with a head-butt"],
        ),
        ("slam", ["tries to slam Mortar", "slams Mortar", "misses Mortar with a slam"]),
        (
            "throw",
            ["tries to throw Mortar", "grabs Mortar to throw it", "misses Mortar with a throw"],
        ),
        ("lock", ["tries to lock Mortar", "grabs Mortar to lock it", "misses Mortar with a lock"]),
        ("bash", ["tries to bash Mortar", "bashes Mortar", "misses Mortar with a bash"]),
    ],
)
def test_attacks_without_a_weapon_have_verbs(state: State, weapon: str, said: list[str]) -> None:
    declared = ev.AttackDeclared("1.anvil", weapon, "2.mortar", "melee")
    ends = [
        (),
        (ev.Hit("1.anvil", "2.mortar", 12, 10),),
        (ev.Missed("1.anvil", "2.mortar", 9, 10),),
    ]
    lines = [tell(state, declared, *end)[0] for end in ends]
    assert [
        line.startswith(f"Anvil {words} ") for line, words in zip(lines, said, strict=True)
    ] == [True] * 3


def test_a_spray_tells_each_model_once(state: State) -> None:
    declared = ev.AttackDeclared("1.anvil", "Sprayer", "2.mortar", "ranged")
    parts = [
        ev.AttackDeclared("1.anvil", "Sprayer", id, "ranged", None, "spray")
        for id in ("2.mortar", "2.spitter")
    ]
    results = [ev.Missed("1.anvil", "2.mortar", 9, 10), ev.Hit("1.anvil", "2.spitter", 13, 13)]
    lines = tell(state, declared, parts[0], results[0], parts[1], results[1])
    assert lines == [
        "Anvil misses Mortar with its Sprayer · 9 against DEF 10 (WM-ATK-07)",
        "Anvil hits Spitter with its Sprayer · 13 against DEF 13 (WM-ATK-07)",
    ]


def test_an_effect_on_a_whole_unit_names_the_unit() -> None:
    state = state_of(fight(troops("1.pikes", (20, 20), (21.5, 20))))
    effect = Effect("Ward", 1, "1.marshal", "round", (("ARM", 2),))
    on = ("1.marshal", "1.pikes.1", "1.pikes.2")
    whole = tell(state, *(ev.EffectPut(id, effect) for id in on))
    part = tell(state, *(ev.EffectPut(id, effect) for id in on[:2]))
    assert whole == [
        "Ward takes effect on Player 1's Marshal and Player 1's Pikemen · +2 ARM, for one round (WM-TRN-04)"
    ]
    assert "Player 1's Pikeman leader" in part[0]


@pytest.mark.rule("WM-CON-02")
def test_fire_that_continues_and_goes_out(state: State) -> None:
    die = rolled("other", (2,), 2, "whether the fire on Mortar goes out", rule="WM-CON-02")
    fire = Effect("fire", 1, "1.anvil", "continuous")
    assert tell(state, die) == ["The fire on Mortar continues · roll 2 (WM-CON-02)"]
    assert tell(state, die, ev.EffectEnded("2.mortar", fire, "goes out")) == [
        "The fire on Mortar goes out · roll 2 (WM-CON-02)"
    ]


def test_each_line_of_the_log_has_its_own_events(state: State) -> None:
    """A move waits for a turn, an attack for its dice: a click on a line shows what happened in it, and nothing else."""
    log = GameLog(WARMACHINE, state, None)
    moved = ev.Moved("1.anvil", ((20.0, 20.0, 0.0), (20.0, 19.0, 0.0)), 90.0)
    die = rolled("attack", (3, 4), 13)
    hit = ev.Hit("1.anvil", "2.mortar", 13, 10)
    log.add_events([moved, MAUL, die, hit, ev.KnockedDown("2.mortar")], 1)
    log.flush_open_attack(1)
    assert [line.events for line in log.lines] == [
        (moved,),
        (MAUL, die, hit),
        (ev.KnockedDown("2.mortar"),),
    ]
    assert [line.state.place("1.anvil")[1] for line in log.lines] == [20.0, 19.0, 19.0]


def test_the_parts_of_an_effect_share_a_line(state: State) -> None:
    one = (("ARM", -2),)
    both = (("ARM", -2), ("STR", -2))
    first, whole = (Effect("Gloom", 1, "1.anvil", "round", does) for does in (one, both))
    targets = "2.mortar", "2.spitter"
    renewed = [(ev.EffectEnded(id, first, "renewed"), ev.EffectPut(id, whole)) for id in targets]
    told = tell(
        state,
        *(ev.EffectPut(id, first) for id in targets),
        *(event for pair in renewed for event in pair),
    )
    assert told == [
        "Gloom takes effect on Mortar and Spitter · -2 ARM, -2 STR, for one round (WM-TRN-04)"
    ]
