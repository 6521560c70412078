"""A hint as it is shown: its words and picture, what doing it does, and a game that has no adviser."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest

from tests.conformance.games import case_of
from tests.games.warmachine.rules.playing import activate, battle
from tests.screens.play_games import Notes, asks, played_to, skirmish
from wc3d.bots import make_bot
from wc3d.bots.advice import Hint, describe_certainty, find_hints
from wc3d.engine.agenda import find_open_question
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.rules import actions as act
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA
from wc3d.games.warmachine.rules import actions as war
from wc3d.games.warmachine.ruleset import WARMACHINE
from wc3d.ui import hint_request
from wc3d.ui.controller import GameController
from wc3d.ui.hint_display import (
    NO_HINT_WORDS,
    OUTDATED_WORDS,
    THINKING_WORDS,
    HintDisplay,
    compass_name,
    describe_hint,
)
from wc3d.ui.overlays import Attention
from wc3d.ui.play_session import PlaySession

COORDINATES = re.compile(r"\(-?\d+(\.\d+)?, ")


class Marks:
    """What was drawn, by its kind."""

    def __init__(self) -> None:
        self.rings: list[Any] = []
        self.volumes: list[Any] = []
        self.lines: list[Any] = []

    def draw_ring(self, *more: Any, **named: Any) -> None:
        self.rings.append((more, named))

    def draw_translucent(self, *more: Any, **named: Any) -> None:
        self.volumes.append(more)

    def draw_lines(self, *more: Any, **named: Any) -> None:
        self.lines.append(more)

    draw_area = draw_lines


def shown(
    game: Game, *actions: Any, words: str = "a plan", reasons: tuple[str, ...] = ()
) -> tuple[HintDisplay, Notes]:
    """Hints that have come: these actions."""
    notes = Notes()
    session = PlaySession(game, {2: next(iter(game.rules.bots))})
    display = HintDisplay(GameController(session, notes), session)
    display.request.worker.start_task = lambda *more, **named: None  # type: ignore[method-assign]
    display.toggle()
    display.request.hints = tuple(
        Hint(action, words, 0.5, 0.1, (1.0, 0.0), reasons, 9) for action in actions
    )
    return display, notes


def described(game: Game, action: Any) -> str:
    """An action as a hint says it."""
    rules = game.rules
    hint = Hint(action, rules.text.describe(game.state, action), 0.5, 0.1, (1.0, 0.0), (), 9)
    return describe_hint(rules, game.state, hint, rules.display.preview(game.state, action))


def ready(kind: str) -> Game:
    """A skirmish where player 1 is asked this."""
    return played_to(skirmish(), lambda game: asks(game) == kind and game.to_act == 1)


def moves_of(game: Game) -> list[Any]:
    offers = [offer for offer in game.offers() if offer.type in ("advance", "run")]
    return [a for offer in offers for a in offer.candidates() if getattr(a, "path", ())]


def attacking() -> tuple[Game, Any]:
    """A skirmish where player 1 can attack, and an attack."""

    def attacks(game: Game) -> list[Any]:
        return [a for o in game.offers() if o.type == "attack" for a in o.candidates()]

    game = played_to(
        skirmish(),
        lambda game: asks(game) == "ActingQuestion" and game.to_act == 1 and attacks(game),
    )
    return game, attacks(game)[0]


# --- in words


def test_a_move_is_said_by_its_length_and_way_and_by_no_numbers_of_the_table() -> None:
    game = ready("ActingQuestion")
    moves = moves_of(game)
    assert moves
    for move in moves[:3]:
        words = described(game, move)
        assert re.match(r"Move .+ \d+\.\d inches (north|south|east|west)", words), words
        assert not COORDINATES.search(words)
        assert COORDINATES.search(game.rules.text.describe(game.state, move))


@pytest.mark.parametrize("kind", ["InitialQuestion", "GateQuestion"])
def test_a_deployment_and_a_gate_are_said_to_be_at_the_marked_place(kind: str) -> None:
    game = ready(kind)
    types = ("deploy", "place_gate")
    action = next(a for o in game.offers() if o.type in types for a in o.candidates())
    words = described(game, action)
    assert "at the marked place" in words and not COORDINATES.search(words)


def test_an_attack_leaves_its_chances_to_the_details() -> None:
    game, attack = attacking()
    display, _ = shown(game, attack, words=game.rules.text.describe(game.state, attack))
    text = display.describe()
    assert text is not None and "AD" not in text.words
    assert re.match(r"Hits \S+%, destroys \S+%; 50% chance to win", text.details)


def test_warmachine_says_its_moves_the_same_way() -> None:
    game = activate(battle({"1.anvil": (24, 20, 90)}), "1.anvil")
    run = war.Run(player=1, model="1.anvil", path=((24.0, 24.5),))
    assert game.check(war.Advance(player=1, model="1.anvil", path=((24.0, 22.0),)))
    assert described(game, war.Advance(player=1, model="1.anvil", path=((24.0, 22.0),))) == (
        "Move Anvil 2.0 inches north"
    )
    if game.check(run):
        assert described(game, run) == "Move Anvil 4.5 inches north (run)"


def test_compass_names_go_around() -> None:
    ways = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
    names = [compass_name(east, north) for east, north in ways]
    assert len({*names}) == 8 and names[:3] == ["east", "north-east", "north"]


def test_what_is_going_on_is_said_in_the_same_words_everywhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = SimpleNamespace(time=100.0)
    monkeypatch.setattr(hint_request.time, "monotonic", lambda: clock.time)
    display, _ = shown(ready("ChargingQuestion"))
    request = display.request
    request.hints = None
    text = display.describe()
    assert text is not None and (text.words, text.progress) == (THINKING_WORDS, None)
    clock.time += hint_request.SLOW_AFTER_S - 0.01
    assert not request.is_slow
    clock.time += 0.02
    request.worker.done, request.worker.total = 37, 100
    text = display.describe()
    assert text is not None and text.progress == 0.3
    request.hints = ()
    text = display.describe()
    assert text is not None and text.words == NO_HINT_WORDS
    request.failure = "the bot has failed"
    text = display.describe()
    assert text is not None and text.words == "the bot has failed"
    display.toggle()
    assert display.describe() is None


# --- on the table


def test_ghost_path_and_actor_are_on_the_table() -> None:
    game = ready("ActingQuestion")
    display, _ = shown(game, moves_of(game)[0])
    marks: Any = Marks()
    display.draw(marks, Attention())
    assert marks.volumes and marks.lines and marks.rings
    assert [tag.words for tag in display.tags(Attention())].count("Hint") == 1
    assert len(display.places()) >= 2, "where it stands and where it goes"


def test_target_and_actor_are_told_apart_by_shape() -> None:
    game, attack = attacking()
    display, _ = shown(game, attack)
    marks: Any = Marks()
    display.draw(marks, Attention())
    dashes = [named.get("dash") for _, named in marks.rings if named.get("dash") in (0.0, 0.3)]
    assert {0.0, 0.3} <= {*dashes}


def test_what_is_looked_at_goes_before_the_hint() -> None:
    game = ready("ActingQuestion")
    display, _ = shown(game, moves_of(game)[0])
    item: Any = SimpleNamespace()
    marks: Any = Marks()
    display.draw(marks, Attention(item=item))
    assert not marks.volumes and not display.tags(Attention(item=item))


# --- doing it


def test_next_best_goes_through_all_and_begins_again() -> None:
    game = ready("ActingQuestion")
    moves = moves_of(game)[:2]
    display, _ = shown(game, *moves)
    titles = []
    for _ in range(3):
        text = display.describe()
        assert text is not None
        titles.append(text.title)
        display.show_next()
    assert titles == ["Hint 1 of 2", "Hint 2 of 2", "Hint 1 of 2"]
    display, _ = shown(game, moves[0])
    display.show_next()
    assert display.number == 0 and not display.has_other_hints


def test_a_hint_is_done_once_and_then_gone() -> None:
    game = ready("ActingQuestion")
    move = moves_of(game)[0]
    display, _ = shown(game, move)
    done = len(game.turns)
    assert display.choose()
    assert game.turns[done].action == move and display.hint is None
    assert not display.choose() and len(game.turns) == done + 1


def test_a_hint_for_an_old_position_is_not_done() -> None:
    game = ready("ChargingQuestion")
    pass_action = act.Pass(player=1)
    display, notes = shown(game, pass_action)
    display.controller.apply_action(pass_action)
    done = len(game.turns)
    assert not display.choose()
    assert len(game.turns) == done and notes.said == [OUTDATED_WORDS]
    assert display.poll() and display.request.hints is None


def test_ending_an_activation_asks_as_a_click_does() -> None:
    game = ready("ActingQuestion")
    display, _ = shown(game, act.Pass(player=1))
    controller = display.controller
    controller.asks_before_end = True
    done = len(game.turns)
    assert not display.choose()
    assert controller.end_question and len(game.turns) == done and display.hint is not None
    assert display.choose() and game.turns[done].action == act.Pass(player=1)


def test_a_refusal_is_told_and_the_hint_stays() -> None:
    game = ready("ActingQuestion")
    display, notes = shown(game, act.Discard(player=1, card="nothing"))
    controller = display.controller
    controller.begin_pending(controller.movable_models[0])
    pending = controller.pending
    assert pending is not None and not display.choose()
    assert notes.complaints and display.hint is not None and controller.pending is pending


# --- games


def test_an_adviser_reports_how_far_it_is() -> None:
    game = ready("ActivationQuestion")
    reports: list[tuple[int, int]] = []

    def note(done: int, total: int) -> bool:
        reports.append((done, total))
        return True

    assert find_hints(game.view(1), 60, progress=note)
    assert reports and reports == sorted(reports) and {total for _, total in reports} == {60}


def test_warmachine_has_hints_at_every_question() -> None:
    """Plans in a turn; before the game and for boosts what its bot would do."""
    game = case_of("warmachine").new(1)
    bots = {player: make_bot(WARMACHINE, "regular", player) for player in (1, 2)}
    seen: dict[str, int] = {}
    others = 0
    for _ in range(60):
        if game.over:
            break
        assert game.to_act is not None
        view = game.view(game.to_act)
        kind = type(find_open_question(game.state)).__name__
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] <= 2:
            hints = find_hints(view, 16)
            assert 1 <= len(hints) <= 3 and all(game.check(hint.action) for hint in hints)
            assert len({hint.action.model_dump_json() for hint in hints}) == len(hints)
            is_planned = kind in ("ControlQuestion", "ActivationQuestion", "ActQuestion")
            assert all((hint.chance is not None) == is_planned for hint in hints)
            others += len(hints) > 1
        game.apply(bots[game.to_act].choose(view))
    assert {"DeployQuestion", "ControlQuestion", "ActivationQuestion", "ActQuestion"} <= {*seen}
    assert others >= 4
    assert find_hints(game.view(3 - (game.to_act or 1))) == [], "the other player decides nothing"


def test_the_certainty_is_said_for_each_game() -> None:
    assert "weights set by hand" in describe_certainty(WARMACHINE)
    assert "These chances come from" in describe_certainty(NEO_MECHANIKA)
