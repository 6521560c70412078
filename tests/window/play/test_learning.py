"""The lessons: played to their end by their own pointers, skipped, left, saved and continued, and gone past."""

import time

import pytest

from tests.made_up.discs_shown import DISCS
from tests.screens.drawn_words import words_drawn
from tests.screens.fake_input import FakeInput
from tests.window.play.test_layout_sizes import covers, resize
from wc3d._internal.user_folders import settings_folder
from wc3d.bots import bots_of
from wc3d.cli.main import main
from wc3d.engine.dice import Die, Roll
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules import actions as nm_actions
from wc3d.games.neo_mechanika.rules import events as nm_events
from wc3d.games.neo_mechanika.rules.actions import Pass
from wc3d.games.neo_mechanika.rules.events import Charged
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA
from wc3d.games.warmachine.rules import actions as wm_actions
from wc3d.games.warmachine.rules import events as wm_events
from wc3d.games.warmachine.ruleset import WARMACHINE
from wc3d.ui.lesson import Lesson, LessonDice, LessonProgress, matches_any
from wc3d.window.play.game.learning import list_lessons, open_lesson, select_lesson
from wc3d.window.play.game.lesson_memory import load_saved_lessons
from wc3d.window.shell.settings import DisplaySettings, Settings
from wc3d.window.shell.window import Window

GOES_ON = {"lesson read", "lesson shows"}
LESSONS = (*list_lessons(NEO_MECHANIKA), *list_lessons(WARMACHINE))
FIRST = LESSONS[0]
IDS = [lesson.entry.id for lesson in LESSONS]


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WC3D_CONFIG", str(tmp_path_factory.mktemp("config")))
        settings = Settings(display=DisplaySettings(quality="low", pace=0.0))
        window = Window(open_lesson(FIRST), offscreen=True, size=(1280, 720), settings=settings)
        window.render.hide()  # nobody looks at the board
        yield FakeInput(window)
        window.close()


@pytest.fixture
def hand(shared):
    """A fresh first game."""
    return begin(shared, FIRST)


def begin(shared, lesson, is_new=True):
    shared.window.notices.visible_notices.clear()
    shared.window.show_screen(open_lesson(lesson, is_new=is_new))
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


def follow_the_hints(hand, most=160):
    """Click whatever is framed, and nothing else, until the lesson says that it is over; the steps that there were."""
    steps: list[str] = []
    known = {step.id for step in hand.window.screen.lesson_progress.lesson.steps}
    for _ in range(most):
        marks = hand.window.ui.widget_rects
        if "lesson over" in marks:
            return steps
        shown = [
            name
            for name in marks
            if name.startswith("lesson ") and name.removeprefix("lesson ") in known
        ]
        steps += [name for name in shown if name not in steps]
        until(
            hand,
            lambda: (
                GOES_ON & {*hand.window.ui.widget_rects}
                or "lesson over" in hand.window.ui.widget_rects
            ),
        )
        shown = [
            name
            for name in hand.window.ui.widget_rects
            if name.startswith("lesson ") and name.removeprefix("lesson ") in known
        ]
        steps += [name for name in shown if name not in steps]
        if "lesson over" not in hand.window.ui.widget_rects:
            marks = hand.window.ui.widget_rects
            goes_on = {"lesson shows"} if "dialog" in marks else GOES_ON  # it covers the card
            click(hand, next(mark for mark in sorted(goes_on) if mark in marks))
    raise AssertionError(f"the hints lead nowhere: {steps}")


def happened(screen):
    return {type(event).__name__ for turn in screen.session.game.turns for event in turn.events}


@pytest.mark.slow
def test_who_clicks_what_is_framed_learns_it_all_and_scores(hand, monkeypatch):
    drawn = words_drawn(monkeypatch)
    steps = follow_the_hints(hand)
    screen = hand.window.screen
    assert [step.removeprefix("lesson ") for step in steps] == [
        step.id for step in screen.lesson_progress.lesson.steps
    ]
    assert screen.lesson_progress.finished_step_ids == {
        "welcome",
        "sight",
        "dice",
        "pools",
        "damage",
    }, "everything else was done, nothing skipped"
    state = screen.session.game.state
    assert (state.players[1].points, state.players[2].points) == (1, 0)
    assert not state.is_on_table("2.marauder.1") and state.is_on_table("1.ranger_fire_team.1.a")
    assert any("1 VP" in words for words in drawn)
    assert happened(screen) >= {
        "Charged",
        "ActivationBegan",
        "AttackDeclared",
        "AbilityUsed",
        "Moved",
        "GatePlaced",
        "Scored",
    }
    click(hand, "lesson next")
    assert hand.window.screen.lesson.number == 2 and "lesson arc" in hand.window.ui.widget_rects


@pytest.mark.slow
@pytest.mark.parametrize("lesson", LESSONS[1:], ids=IDS[1:])
def test_the_other_lessons_are_played_to_their_end_by_what_is_framed(shared, lesson):
    hand = begin(shared, lesson)
    steps = follow_the_hints(hand)
    screen = hand.window.screen
    course = screen.lesson_progress
    assert [step.removeprefix("lesson ") for step in steps] == [s.id for s in course.lesson.steps]
    assert course.finished_step_ids == {s.id for s in course.lesson.steps if s.is_read_only}, (
        "all that was to be done was done, nothing skipped"
    )
    assert happened(screen) >= TAUGHT[lesson.entry.id]
    state = screen.session.game.state
    if lesson.entry.id == "pulse_round":
        assert (state.round, state.players[1].points, state.players[2].points) == (2, 2, 0)
    if lesson.rules is WARMACHINE:
        assert state.models["2.mortar"].removed and state.round == 3
    assert lesson.find_saved(load_saved_lessons()).completed == lesson.step_count
    assert ("lesson next" in hand.window.ui.widget_rects) == (lesson.following() is not None)
    click(hand, "lesson on")
    assert "lesson" not in hand.window.ui.widget_rects and not screen.session.is_over


TAUGHT = {
    "arc_and_cyphers": {
        "Charged",
        "Cleared",
        "CardPlayed",
        "EffectPut",
        "UnitDeployed",
        "GateCollapsed",
        "GatePlaced",
        "CardDiscarded",
    },
    "pulse_round": {"CardExpired", "EffectPut", "Scored", "Readied", "RoundBegan"},
    "first_battle": {
        "FocusAssigned",
        "SpellCast",
        "Hit",
        "Damaged",
        "SystemDisabled",
        "ModelRemoved",
        "EffectEnded",
        "UpkeepPaid",
    },
}
"""The events that each lesson shows."""


def leave(hand):
    """The menu's words, after leaving the game by its button."""
    left = []
    hand.window.screen.on_leave = lambda: left.append(1)
    hand.window.screen.on_button("menu")
    hand.window.request_redraw(3)
    hand.step(3)
    click(hand, "leave")
    assert left == [1]
    hand.window.screen.on_hide()


def test_a_lesson_is_saved_and_goes_on_where_it_was_left(hand, monkeypatch):
    drawn = words_drawn(monkeypatch)
    click(hand, "lesson read")
    for _ in range(2):
        click(hand, "lesson shows")
    screen = hand.window.screen
    turns = [turn.action for turn in screen.session.game.turns]
    assert screen.lesson_progress.current_step.id == "cypher"
    leave(hand)
    assert any("Saved in" in words and "first_game" in words for words in drawn)
    assert any("Leave the game (it is saved)" in words for words in drawn)
    assert not any("not saved" in words for words in drawn)
    saved = FIRST.find_saved(load_saved_lessons())
    assert saved is not None
    assert (saved.completed, saved.finished) == (2, ("welcome",))
    begin(hand, FIRST, is_new=False)
    again = hand.window.screen
    assert again.lesson_progress.current_step.id == "cypher"
    assert [turn.action for turn in again.session.game.turns] == turns
    assert isinstance(again.session.game.dice, LessonDice)
    begin(hand, FIRST)
    assert hand.window.screen.lesson_progress.current_step.id == "welcome"
    assert again.session.path.exists(), "a game is never overwritten by another one"


def test_dice_that_were_rolled_before_leaving_are_not_rolled_again(shared):
    lesson = LESSONS[1]
    begun = lesson.entry.begin()
    game = begun.game
    for data in (
        {"type": "charge", "on": "1.dusk_wolf.1"},
        {"type": "play", "card": "arcane_synthesis", "on": "1.dusk_wolf.1"},
        {"type": "choose", "option": "2"},
        {"type": "activate", "unit": "1.dusk_wolf.1"},
        {
            "type": "attack",
            "model": "1.dusk_wolf.1",
            "weapon": "battle_rifle",
            "target": "2.marauder.1",
        },
    ):
        game.apply(nm_actions.read_action({"player": 1, **data}))
    rolls = [roll for turn in game.turns for roll in turn.drawn.rolls]
    assert rolls[-3:] == [(1, 1, 0, 0, 1, 0, 1), (1, 0), (1, 1, 1, 0, 1, 0, 1)], (
        "a step that is only read, and was not, leaves the dice to the next one"
    )
    again = lesson.entry.resume(game, ["arc", "rules"])
    step = again.progress.current_step
    assert step is not None and step.id == "spike"
    assert again.progress._rolled["rifle"] == 3


def test_a_save_that_was_interrupted_loses_nothing_before_it(hand):
    click(hand, "lesson read")
    for _ in range(2):
        click(hand, "lesson shows")
    path = hand.window.screen.session.path
    hand.window.show_screen(open_lesson(LESSONS[1]))
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"n":10,"action":{"type":"pa')
    begin(hand, FIRST, is_new=False)
    assert hand.window.screen.lesson_progress.current_step.id == "cypher"
    assert not hand.window.notices.visible_notices
    assert path.read_bytes() == whole, "the unfinished line is gone"


@pytest.mark.parametrize("damage", ["game", "no game", "memory"])
def test_a_damaged_file_is_told_in_a_line_and_the_lesson_begins_again(hand, damage):
    click(hand, "lesson read")
    path = hand.window.screen.session.path
    hand.window.show_screen(open_lesson(LESSONS[1], is_new=True))
    if damage == "game":
        path.write_bytes(
            path.read_bytes().replace(b'"1.coalition_weaver.1"', b'"1.coalition_waver.1"', 1)
        )
    elif damage == "no game":
        path.unlink()
    else:
        (settings_folder() / "lessons.json").write_text('{"wc3d": "lessons", "lessons": [7')
    begin(hand, FIRST, is_new=False)
    words = [notice.words for notice in hand.window.notices.visible_notices]
    assert len(words) == 1 and "the lesson begins again" in words[0] and "\n" not in words[0]
    screen = hand.window.screen
    assert screen.lesson_progress.current_step.id == "welcome"
    assert screen.session.path != path or damage == "no game", "the damaged file is kept"
    click(hand, "lesson read")
    saved = FIRST.find_saved(load_saved_lessons())
    assert saved is not None and saved.finished == ("welcome",), "and is saved again"


def test_a_lesson_that_cannot_be_saved_says_so(shared, monkeypatch):
    def refuse(*names):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("wc3d.window.play.game.learning.new_lesson_path", refuse)
    drawn = words_drawn(monkeypatch)
    hand = begin(shared, FIRST)
    assert "not saved" in hand.window.notices.visible_notices[-1].words
    leave(hand)
    assert any("This game is not saved" in words for words in drawn)
    assert any("Leave the game (it is not saved)" in words for words in drawn)


def test_every_step_can_be_skipped_and_the_lesson_be_left(hand):
    screen = hand.window.screen
    click(hand, "lesson read")
    for step in screen.lesson_progress.lesson.steps[1:]:
        if step.after:  # tells of a step that was skipped
            assert f"lesson {step.id}" not in hand.window.ui.widget_rects
            continue
        assert f"lesson {step.id}" in hand.window.ui.widget_rects
        click(hand, "lesson read" if step.is_read_only else "lesson skip")
    begun = []
    screen.on_new = lambda: begun.append(1)
    click(hand, "lesson new")
    assert begun == [1] and not screen.session.game.turns[8:]


def press_at_1024(hand, mark):
    """Click in a window of 1024 x 768; the mouse goes over one of 1280 x 720."""
    x0, y0, x1, y1 = hand.window.ui.widget_rects[mark]
    hand.click((x0 + x1) / 2 * 1280 / 1024, (y0 + y1) / 2 * 720 / 768)
    hand.step(3)


def test_the_card_is_folded_where_it_lies_over_the_table(hand, monkeypatch):
    window = hand.window
    try:
        resize(window, (1024, 768), 2.0)
        grid, card = window.screen.grid, window.ui.widget_rects["lesson"]
        table = grid.table[3] - grid.table[1]
        assert card[3] - card[1] <= 0.45 * table and "lesson read" in window.ui.widget_rects
        reason = window.screen.lesson_progress.current_step.why[:20]
        drawn = words_drawn(monkeypatch)
        press_at_1024(hand, "lesson more")
        assert any(words.startswith(reason) for words in drawn)
        window.notices.show_error("a message that lies over nothing")
        window.request_redraw(3)
        hand.step(3)
        card, notices = (window.ui.widget_rects[mark] for mark in ("lesson", "notices"))
        assert grid.table[1] <= card[1] and not covers(card, notices)
        less = window.ui.widget_rects["lesson less"]
        assert card[1] < less[1] and less[3] < card[3], "the buttons need no scrolling"
        press_at_1024(hand, "lesson less")
        assert "lesson less" not in window.ui.widget_rects
    finally:
        resize(window, (1280, 720), 1.0)
    assert not {"lesson more", "lesson less"} & {*window.ui.widget_rects}, "it has a column"


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


@pytest.mark.parametrize("lesson", LESSONS, ids=IDS)
@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_done_the_lesson_never_stands_in_its_way(lesson, seed):
    begun = lesson.entry.begin()
    game = begun.game
    course = begun.progress
    player = {seat: bots_of(lesson.rules)["random"](seed) for seat in (1, 2)}
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
    assert course.completed_count > 4 and begun.bots == {2: "recruit"}


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
    dice = LessonDice(1, course)
    assert dice.roll(two, 0) == (1, 1)
    assert course.prepared_faces(three) is None, "the second roll had two dice"
    assert len(dice.roll(three, 2)) == 3 and course.prepared_faces(two) is None


def test_patterns_are_met_by_all_that_they_name():
    event = Charged("1.dusk_wolf.1", 1, "")
    assert matches_any([{"event": "Charged", "on": "1.dusk_wolf.1"}], event)
    assert not matches_any(
        [{"event": "Charged", "on": "1.coalition_weaver.1"}, {"action": "charge"}], event
    )
    assert matches_any([{"action": "pass"}], Pass(player=1)) and not matches_any([], event)


@pytest.mark.parametrize("lesson", LESSONS, ids=IDS)
def test_every_step_awaits_what_there_is(lesson):
    """A misspelt event would be awaited forever."""
    own = lesson.rules is WARMACHINE
    events, actions = (wm_events, wm_actions) if own else (nm_events, nm_actions)
    steps = lesson.entry.read().lesson.steps
    assert len({step.id for step in steps}) == len(steps)
    for number, step in enumerate(steps):
        assert not step.after or step.after in {s.id for s in steps[:number] if s.until}
    for step in steps:
        for pattern in (*step.until, *step.over):
            if "event" in pattern:
                known = {*vars(events)[pattern["event"]].__dataclass_fields__}
            else:
                known = {*actions.ACTION_TYPES[pattern["action"]].model_fields}
            assert {*pattern} - {"event", "action"} <= known


def test_it_is_begun_from_the_command_line(monkeypatch, capsys):
    monkeypatch.delenv("DISPLAY", raising=False)
    assert main(["play", "--guided"]) == 2 and "wc3d play" in capsys.readouterr().err
    assert main(["play", "--guided", "2"]) == 2 and "wc3d play" in capsys.readouterr().err
    assert main(["play", "--guided", "--bot", "2"]) == 2 and "--bot" in capsys.readouterr().err
    assert main(["play", "--guided", "4"]) == 2 and "lessons 1 to 3" in capsys.readouterr().err
    assert main(["play", "--guided", "2", "--game", "warmachine"]) == 2
    assert "lessons 1 to 1" in capsys.readouterr().err
    with pytest.raises(InputError, match="has no lessons"):
        select_lesson(DISCS, 1)
