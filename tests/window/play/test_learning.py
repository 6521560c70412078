"""The first game, in which one learns to play: played to its end by its own hints, skipped, left, and gone past."""

import time

import pytest

from tests.screens.drawn_words import words_drawn
from tests.screens.fake_input import FakeInput
from wc3d.bots import bots_of
from wc3d.cli.main import main
from wc3d.engine.dice import Die, Roll
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.actions import ACTION_TYPES, Pass
from wc3d.games.neo_mechanika.rules.events import Charged
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA
from wc3d.games.neo_mechanika.ui.first_game import first_game
from wc3d.games.warmachine.ruleset import WARMACHINE
from wc3d.ui.lesson import Lesson, LessonProgress, matches_any
from wc3d.window.play.game.learning import make_learning_screen
from wc3d.window.shell.settings import DisplaySettings, Settings
from wc3d.window.shell.window import Window

GOES_ON = {"lesson read", "lesson shows"}


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WC3D_CONFIG", str(tmp_path_factory.mktemp("config")))
        settings = Settings(display=DisplaySettings(quality="low", pace=0.0))
        window = Window(
            make_learning_screen(NEO_MECHANIKA), offscreen=True, size=(1280, 720), settings=settings
        )
        window.render.hide()  # nobody looks at the board
        yield FakeInput(window)
        window.close()


@pytest.fixture
def hand(shared):
    """A fresh first game."""
    shared.window.show_screen(make_learning_screen(NEO_MECHANIKA))
    shared.step(3)
    return shared


def click(hand, mark):
    x0, y0, x1, y1 = hand.window.ui.widget_rects[mark]
    hand.click((x0 + x1) / 2, (y0 + y1) / 2)
    hand.step(2)


def until(hand, done, seconds=60):
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end
        hand.step()
        time.sleep(0.01)


def follow_the_hints(hand, most=120):
    """Click whatever is framed, and nothing else, until the lesson says that it is over; the steps that there were."""
    steps: list[str] = []
    for _ in range(most):
        marks = hand.window.ui.widget_rects
        if "lesson over" in marks:
            return steps
        shown = [
            name
            for name in marks
            if name.startswith("lesson ") and name.removeprefix("lesson ") in KNOWN
        ]
        steps += [name for name in shown if name not in steps]
        until(
            hand,
            lambda: (
                GOES_ON & {*hand.window.ui.widget_rects}
                or "lesson over" in hand.window.ui.widget_rects
            ),
        )
        if "lesson over" not in hand.window.ui.widget_rects:
            click(
                hand, next(mark for mark in sorted(GOES_ON) if mark in hand.window.ui.widget_rects)
            )
    raise AssertionError(f"the hints lead nowhere: {steps}")


KNOWN = {step.id for step in first_game()[1].lesson.steps}


@pytest.mark.slow
def test_who_clicks_what_is_framed_learns_it_all_and_scores(hand, monkeypatch):
    drawn = words_drawn(monkeypatch)
    steps = follow_the_hints(hand)
    screen = hand.window.screen
    assert [step.removeprefix("lesson ") for step in steps] == [
        step.id for step in screen.lesson_progress.lesson.steps
    ]
    assert screen.lesson_progress.finished_step_ids == {"welcome", "sight"}, (
        "everything else was done, nothing skipped"
    )
    state = screen.session.game.state
    assert (state.players[1].points, state.players[2].points) == (1, 0)
    assert not state.is_on_table("2.marauder.1") and state.is_on_table("1.ranger_fire_team.1.a")
    assert any("1 VP" in words for words in drawn)
    done = {type(event).__name__ for turn in screen.session.game.turns for event in turn.events}
    assert done >= {
        "Charged",
        "ActivationBegan",
        "AttackDeclared",
        "AbilityUsed",
        "Moved",
        "GatePlaced",
        "Scored",
    }
    click(hand, "lesson on")
    assert "lesson" not in hand.window.ui.widget_rects and not screen.session.is_over


def test_every_step_can_be_skipped_and_the_lesson_be_left(hand):
    screen = hand.window.screen
    click(hand, "lesson read")
    for step in screen.lesson_progress.lesson.steps[1:]:
        assert f"lesson {step.id}" in hand.window.ui.widget_rects
        click(hand, "lesson skip")
    begun = []
    screen.on_new = lambda: begun.append(1)
    click(hand, "lesson new")
    assert begun == [1] and not screen.session.game.turns[8:]


def test_nothing_is_framed_while_what_was_asked_for_is_being_shown(hand):
    screen = hand.window.screen
    click(hand, "lesson read")
    screen.animation.speed = 1.0
    click(hand, "lesson shows")
    click(hand, "lesson shows")
    assert screen.session.game.turns[-1].action.type == "charge" and screen.animation.is_busy
    assert (
        "lesson charge" in hand.window.ui.widget_rects
        and "lesson shows" not in hand.window.ui.widget_rects
    )
    hand.key("enter")
    hand.step(3)
    assert not screen.animation.is_busy and "lesson shows" in hand.window.ui.widget_rects


def test_the_lesson_is_left_and_the_game_goes_on(hand):
    click(hand, "lesson leave")
    assert (
        hand.window.screen.current_pointer() is None
        and "lesson" not in hand.window.ui.widget_rects
        and "pass" in hand.window.ui.widget_rects
    )


def test_taking_back_takes_back_what_was_learned(hand):
    click(hand, "lesson read")
    screen = hand.window.screen
    for _ in range(2):
        click(hand, "lesson shows")
    assert screen.lesson_progress.current_step.id == "cypher"
    screen.on_button("undo")
    hand.step(2)
    assert screen.lesson_progress.current_step.id == "charge"


def test_who_does_something_else_goes_past_what_can_no_longer_be_learned(hand):
    click(hand, "lesson read")
    screen = hand.window.screen
    screen.controller.apply_action(Pass(player=1))
    screen.controller.apply_action(Pass(player=1))
    hand.step(3)
    assert screen.lesson_progress.current_step.id == "activate", (
        "neither charging nor a Cypher is asked for any more"
    )


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_done_the_lesson_never_stands_in_its_way(seed):
    game, course, bots = first_game()
    player = {1: bots_of(NEO_MECHANIKA)["random"](seed), 2: bots_of(NEO_MECHANIKA)["random"](seed)}
    before = 0
    for _ in range(90):
        if game.over:
            break
        prepared = course.next_answer()
        action = prepared or player[game.to_act or 0].choose(game.view(game.to_act))
        assert prepared is None or (game.to_act == 2 and game.check(prepared))
        game.apply(action)
        course.sync(len(game.turns))
        assert course.completed_count >= before
        before = course.completed_count
        if course.current_step is not None and course.current_step.is_read_only:
            course.finish_step()
    assert course.completed_count > 10 and bots == {2: "recruit"}


def test_prepared_dice_that_do_not_fit_are_rolled_by_chance():
    step = {
        "id": "one",
        "title": "",
        "words": "",
        "until": [{"action": "pass"}],
        "dice": [[1, 1], [1, 1]],
    }
    course = LessonProgress(Lesson.model_validate({"title": "", "steps": [step]}))
    die = Die("d", (0, 1))
    two, three = (Roll((die,) * count, 1, "") for count in (2, 3))
    assert course.roll_dice(two) == (1, 1)
    assert len(course.roll_dice(three)) == 3
    assert all(face in (0, 1) for face in course.roll_dice(two))


def test_patterns_are_met_by_all_that_they_name():
    event = Charged("1.dusk_wolf.1", 1, "")
    assert matches_any([{"event": "Charged", "on": "1.dusk_wolf.1"}], event)
    assert not matches_any(
        [{"event": "Charged", "on": "1.coalition_weaver.1"}, {"action": "charge"}], event
    )
    assert matches_any([{"action": "pass"}], Pass(player=1)) and not matches_any([], event)


def test_every_step_awaits_what_there_is():
    """A misspelt event would be awaited forever."""
    for step in first_game()[1].lesson.steps:
        for pattern in (*step.until, *step.over):
            if "event" in pattern:
                known = {*vars(events)[pattern["event"]].__dataclass_fields__}
            else:
                known = {*ACTION_TYPES[pattern["action"]].model_fields}
            assert {*pattern} - {"event", "action"} <= known


def test_it_is_begun_from_the_command_line(monkeypatch, capsys):
    monkeypatch.delenv("DISPLAY", raising=False)
    assert main(["play", "--guided"]) == 2 and "wc3d play" in capsys.readouterr().err
    assert main(["play", "--guided", "--bot", "2"]) == 2 and "--bot" in capsys.readouterr().err
    with pytest.raises(InputError, match="no guided first game"):
        make_learning_screen(WARMACHINE)
