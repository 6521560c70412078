"""Every line of the log names a page and is in good English, in whole games and for every kind of event."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.fuzz.random_games import begin, bots
from tests.games.neo_mechanika.rules.playing import begun
from tests.log_lines import event_lines, ugliness
from tests.slow import slow_unless
from wc3d.engine.actions import Event
from wc3d.engine.agenda import Resolution
from wc3d.engine.dice import SeededDice
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.rules import events as ev
from wc3d.games.neo_mechanika.rules.book.rulebook import BOOK, describe_page, rule_page
from wc3d.games.neo_mechanika.rules.fighting.attack import make_attack
from wc3d.games.neo_mechanika.rules.missions.book_missions import mission
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.weapons import model_weapons
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA
from wc3d.games.neo_mechanika.text import log_rules
from wc3d.games.neo_mechanika.text.log import LogWriter
from wc3d.games.neo_mechanika.text.log_events import SENTENCE_MAKERS
from wc3d.presentation.format_inches import format_length

PAGES = {describe_page(rule.page) for rule in BOOK.entries.values()} | {describe_page("own")}

SILENT = (
    ev.PhaseBegan,
    ev.Passed,
    ev.ActivationEnded,
    ev.BoostsEnded,
    ev.CardLies,
    ev.Counted,
    ev.Marked,
)
"""Events that the log does not tell."""

WOLF = "1.dusk_wolf.1"
SCOURGE = "2.scourge.1"


def has_page(line: str) -> bool:
    """Return whether a line ends with a page of the book and the ruling's id, or with the id of a rule of an uncertain page."""
    cited = re.search(r"\(([^()]+?)(?:, (NM-SIL-\d+))?\)$", line)
    if cited is None:
        return False
    if cited[1].startswith("NM-"):
        return cited[2] is None and rule_page(cited[1]).startswith(("<", "~"))
    return cited[1] in PAGES and (cited[2] is None or cited[2] in BOOK.entries)


def play(seed: int, kind: str) -> Game:
    """Play a random game to its end, on any board and mission with any forces."""
    game, _, _ = begin(seed)
    players = bots(seed, kind)
    while game.to_act is not None:
        game.apply(players[game.to_act].choose(game.view(game.to_act)))
    return game


@pytest.mark.parametrize("seed", slow_unless(lambda seed: seed in (3, 5, 8, 11), range(60)))
def test_every_line_of_a_game_names_a_page_and_reads_well(seed: int) -> None:
    game = play(seed, "random")
    lines = list(event_lines(game))
    assert len(lines) > 50
    assert [f"{kind}: {line}" for kind, line in lines if not has_page(line)] == []
    assert [fault for _, line in lines for fault in ugliness(line)] == []


def event_kinds() -> Iterator[type[Event]]:
    """Every kind of event of the game."""
    kinds = [
        kind for kind in vars(ev).values() if isinstance(kind, type) and issubclass(kind, Event)
    ]
    return (kind for kind in kinds if kind is not Event)


@pytest.mark.parametrize("kind", list(event_kinds()), ids=lambda kind: kind.__name__)
def test_every_kind_of_event_that_is_told_has_a_rule(kind: Any) -> None:
    """An event with a sentence has a rule of its own: where no occasion says another, its page is told."""
    assert kind in SENTENCE_MAKERS
    assert kind in SILENT or kind.RULE in BOOK.entries


def test_every_rule_that_the_log_may_cite_stands_in_the_book() -> None:
    tables = [
        table
        for table in vars(log_rules).values()
        if isinstance(table, dict) and "__name__" not in table
    ]
    cited = [
        id
        for table in tables
        for ids in table.values()
        for id in ([ids] if isinstance(ids, str) else ids)
    ]
    assert len(cited) > 30 and [id for id in cited if id not in BOOK.entries] == []


# What had no cause


@pytest.fixture
def state() -> State:
    """A Dusk Wolf and a Scourge face to face."""
    return begun(
        ("dusk_wolf", "paladin_commander"),
        ("scourge", "vassal_reavers"),
        at={WOLF: (10, 10), SCOURGE: (10, 20)},
    )


def tell(state: State, *happened: Event) -> list[str]:
    """Return what a chronicle tells of these events."""
    teller = LogWriter(state)
    return [*teller.format_lines(happened), *teller.format_rest()]


@pytest.mark.rule("NM-BLA-03")
def test_dice_that_choose_whom_a_blast_reaches_are_told() -> None:
    """Two Reavers stand equally near, with one place left beside a third that is nearer."""
    reavers = [f"2.vassal_reavers.1.{one}" for one in "abc"]
    at = {"1.paladin_commander.1": (10.0, 20.0), SCOURGE: (18.0, 20.0)}
    base = 50 / 25.4 / 2 + 30 / 25.4 / 2
    at |= {
        reavers[0]: (18.0 - base - 0.5, 20.0),
        reavers[1]: (18.0, 20 + base + 1),
        reavers[2]: (18.0, 20 - base - 1),
    }
    start = begun(["paladin_commander"], ["scourge", "vassal_reavers"], at=at)
    cannon = next(
        w for w in model_weapons(start, "1.paladin_commander.1") if w.card == "pulse_cannon"
    )
    if "blast" not in cannon.qualities:
        cannon = replace(cannon, qualities=(*cannon.qualities, "blast"))
    for seed in range(20):
        r = Resolution(start, SeededDice(seed), NEO_MECHANIKA.play.steps)
        r.push(make_attack("1.paladin_commander.1", cannon, SCOURGE))
        r.run()
        drawn = [e for e in r.events if isinstance(e, ev.BlastDrawn)]
        if drawn:
            hurt = [e.model for e in r.events if isinstance(e, ev.Damaged)][1:]
            assert hurt == [reavers[0], drawn[0].tied[drawn[0].numbers[0] - 1]]
            order = ", ".join(start.name(drawn[0].tied[n - 1]) for n in drawn[0].numbers)
            (line,) = [line for line in tell(start, *r.events) if "equally near" in line]
            assert line.startswith(
                f"The blast also reaches {start.name(hurt[1])}, chosen at random · "
            )
            assert line.endswith(f"; random order: {order} (p. 34)")
            return
    raise AssertionError("no attack hit")


def test_a_roll_that_is_made_again_says_why(state: State) -> None:
    tie = ev.RollRepeated("both players rolled 4", "NM-SIL-03")
    assert tell(state, tie) == ["Roll again: both players rolled 4 (p. 26, NM-SIL-03)"]
    skirmish = replace(state, setup=replace(state.setup, mission=mission("chaos_theory")), round=2)
    gone = tell(skirmish, ev.RollRepeated("Com Tower 1 was already removed"))
    assert gone == ["Roll again: Com Tower 1 was already removed (NM-CHT-05)"]


def test_each_repeated_roll_of_a_game_is_told() -> None:
    """Ties for the first turn, drop zones of the last round and objectives that are gone: seeds 8, 11 and 3 have them."""
    whys = [
        e.why
        for seed in (3, 8, 11)
        for e in play(seed, "random").log
        if isinstance(e, ev.RollRepeated)
    ]
    assert any("both players" in why for why in whys)
    assert any("drop zones" in why for why in whys)
    assert any("was already removed" in why for why in whys)


def test_a_reroll_is_told_as_one(state: State) -> None:
    first = ev.Rolled(1, "attack", (2, 1), (1,))
    second = ev.Rolled(1, "attack", (2, 2), (1,), again=True)
    used = ev.AbilityUsed(WOLF, WOLF, "ghost")
    lines = tell(state, ev.AttackDeclared(WOLF, "Rail Gun", SCOURGE, "ranged"), first, used, second)
    assert lines[-1] == "Attack reroll: 5 strikes · 2 AD + 1 PD [2 2 | 1] (p. 30)"


def test_what_cards_take_and_return_names_the_card(state: State) -> None:
    assert tell(state, ev.TokenTaken(WOLF, "Impulse Inducer")) == [
        "Dusk Wolf loses its activation token (Impulse Inducer) (p. 29)"
    ]
    (line,) = tell(
        state.with_player(1, discard=("cryo_lock",)), ev.CardTaken(1, "cryo_lock", "Recycle")
    )
    assert line == "Player 1 takes Cryo Lock back into hand (Recycle) (p. 43)"


def test_strafe_without_a_strike_and_models_base_to_base_read_well(state: State) -> None:
    shot = ev.AttackDeclared(WOLF, "Blazer", SCOURGE, "ranged")
    rolled = (
        ev.Rolled(1, "attack", (0,)),
        ev.Rolled(2, "defence", (0,)),
        ev.Missed(WOLF, SCOURGE, 0, 0),
    )
    (line,) = tell(state, shot, ev.Rolled(1, "Strafe", (), (0,)), *rolled)
    assert "Strafe [0]: no more attacks; 0 strikes" in line
    touching = state.with_model(SCOURGE, at=(10.0, 10.0 + 50 / 25.4, 0.0))
    (line,) = tell(touching, shot)
    assert "at Scourge · base to base (" in line


def test_only_a_length_of_zero_is_told_as_zero() -> None:
    assert [format_length(inches) for inches in (0.0, 0.03, 0.001, 0.05, 2.04)] == [
        '0"',
        '0.03"',
        'under 0.01"',
        '0.1"',
        '2"',
    ]


def test_the_helpers_find_a_line_without_a_page_or_with_a_fault(state: State) -> None:
    """The tests above can fail."""
    assert not has_page("Dusk Wolf loses its activation token") and not has_page(
        "Dusk Wolf moves (p. 999)"
    )
    for line in (
        'jumps 0" to (1, 2) (p. 45)',
        "Strafe [0] for 0 more (p. 26)",
        "1 strikes (p. 30)",
        "the the fall (p. 45)",
        "falls (p. 45) (p. 45)",
        "suffers [] (p. 30)",
        "1.dusk_wolf falls (p. 45)",
    ):
        assert ugliness(line), line
