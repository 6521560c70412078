"""A dispute from the start screen to its answer: in at most ten clicks, by words alone, and kept on the way to the board and back."""

import time

import pytest

from tests.screens.fake_input import FakeInput
from wc3d.cli.window.screens import make_start_screen
from wc3d.window.shell.settings import DisplaySettings, Settings
from wc3d.window.shell.window import Window
from wc3d.window.shell.window_memory import remember_tour


class Hand(FakeInput):
    """A mouse that counts its clicks."""

    clicks = 0

    def click(self, x, y):
        self.clicks += 1
        super().click(x, y)


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WC3D_CONFIG", str(tmp_path_factory.mktemp("config")))
        remember_tour()
        settings = Settings(display=DisplaySettings(quality="low"))
        window = Window(make_start_screen(), offscreen=True, size=(1280, 800), settings=settings)
        window.render.hide()
        yield Hand(window)
        window.close()


@pytest.fixture
def hand(shared, tmp_path, monkeypatch):
    """The mouse on a fresh start screen, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    shared.window.show_screen(make_start_screen())
    shared.window.notices.visible_notices.clear()
    wait(shared, lambda: shared.window.screen.is_board_ready)
    shared.clicks = 0
    return shared


def wait(hand, done, seconds=120):
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, [n.words for n in hand.window.notices.visible_notices]
        hand.step()
        time.sleep(0.005)


def press(hand, mark):
    hand.step(3)
    x0, y0, x1, y1 = hand.window.ui.widget_rects[mark]
    hand.click((x0 + x1) / 2, (y0 + y1) / 2)
    hand.step(3)


def put(hand, x, y):
    """Click a point of the table."""
    spot = hand.window.project_to_pixel((x, y, 0))
    hand.move(*spot)
    hand.click(*spot)
    hand.step(2)


def write(hand, words):
    """Type into the field with the keyboard, and Enter."""
    for letter in words:
        hand.device.keystroke(ord(letter))
    hand.step(2)
    hand.key("enter")
    hand.step(3)


def say(hand, words):
    """Write a sentence, and wait until it is done or refused."""
    screen = hand.window.screen
    wait(hand, lambda: hand.window.ui.wants_keys and not screen.wants_words)
    write(hand, words)
    wait(hand, lambda: not screen.typed_words or hand.window.notices.visible_notices)


def judged(hand):
    screen = hand.window.screen
    wait(hand, lambda: screen.is_current)
    hand.step(3)
    return screen.verdict


def begin(hand):
    press(hand, "dispute")
    press(hand, "new 36")
    wait(hand, lambda: hand.window.screen.name == "judge")
    hand.step(3)
    return hand.window.screen


def told(hand):
    return " | ".join(notice.words for notice in hand.window.notices.visible_notices)


def test_a_dispute_is_settled_in_ten_clicks(hand):
    screen = begin(hand)
    press(hand, "add wall")
    put(hand, 15, 18)
    put(hand, 21, 18)
    press(hand, "add small")
    put(hand, 18, 14)
    press(hand, "add small")
    put(hand, 18, 22)
    assert judged(hand).json_answer["verdict"] == "blocked"
    assert hand.clicks <= 10
    (wall,) = screen.table.features
    assert wall.shapes[0].size[0] == pytest.approx(6, abs=0.3)
    assert [body.at[1] for body in screen.table.bodies] == pytest.approx([14, 22], abs=0.2)
    signs = [tag.words for tag in screen.tags()]
    assert any("BLOCKED" in words for words in signs), "the answer stands at the table"
    shown = {"verdict", "doubt none", "house rulings", "take blocks_sight", "side cut"}
    assert shown <= set(hand.window.ui.widget_rects), "all of it on the same screen"


def test_a_dispute_is_settled_by_words_alone(hand):
    screen = begin(hand)
    clicks = hand.clicks
    hand.key("/")
    hand.step(3)
    for words in (
        "wall 6 x 0.5 x 3 at 18, 18",
        "small a at 18, 14",
        "small b 1.3 inches from wall-1",
        "2 in north of wall-1",
    ):
        say(hand, words)
    assert hand.clicks == clicks and screen.case.model_ids == ["a", "b"], told(hand)
    assert screen.table.body("b").at == pytest.approx((18, 18.25 + 2 + 15 / 25.4, 0))
    assert judged(hand).json_answer["verdict"] == "blocked"
    say(hand, "wall-1 at 8, 8")
    assert judged(hand).json_answer["verdict"] == "clear"
    say(hand, "b 3 in from nowhere")
    assert 'nothing here is called "nowhere"' in told(hand)
    hand.key("escape")


def test_an_included_board_opens_for_a_dispute(hand):
    press(hand, "dispute")
    press(hand, "board ravine.json")
    wait(hand, lambda: hand.window.screen.name == "judge")
    assert hand.window.screen.table.features and not hand.window.screen.case.model_ids
    hand.window.go_to_start()
    assert hand.window.screen.name == "start", "nothing was changed, so nothing is asked"


def test_buttons_that_add_pieces_stay_where_they_are(hand):
    begin(hand)
    before = dict(hand.window.ui.widget_rects)
    screen = hand.window.screen
    marks = ("add small", "add wall", "ask sight", "doubt none")

    def stay():
        for mark in marks:
            assert hand.window.ui.widget_rects[mark] == before[mark], screen.verdict
        return screen.is_current

    for place in (5.0, 9.0, 13.0, 5.0, 20.0):
        screen.case.add_model("small", (place, 5.0, 0.0))
        hand.step()
        wait(hand, lambda: stay() or len(screen.case.model_ids) < 2)
        hand.step(3)
        stay()
    assert any("note:" in line for line in screen.verdict.lines), "two models stand in one place"


def test_the_way_to_the_board_and_back_loses_nothing(hand):
    judge = begin(hand)
    for words in ("wall 6 x 0.5 x 3 at 18, 18", "small a at 18, 14", "small b at 18, 22"):
        assert judge.apply_words(words)
    judge.change_question("cover")
    judge.case.set_doubt(1 / 16)
    hand.window.viewpoint.pan(40, 20)
    view = hand.window.viewpoint.orbit
    press(hand, "back to board")
    editor = hand.window.screen
    assert editor.name == "workshop"
    assert [body.id for body in editor.board_model.table.bodies] == ["a", "b"]
    assert [feature.id for feature in editor.draft.table.features] == ["wall-1"]
    assert editor.draft.is_unsaved and editor.draft.undo_stack
    editor.draft.selected_id = "wall-1"
    editor.try_change(lambda: editor.draft.set_coordinate(0, 10.0))
    hand.step(3)
    editor.open_judge_screen()
    hand.step(3)
    assert hand.window.screen is judge
    assert judge.case.question["type"] == "cover" and judge.case.doubt == 1 / 16
    assert hand.window.viewpoint.orbit == view
    assert judge.table.feature("wall-1").shapes[0].center == (10, 18)
    judge.case.move_model("a", (5.0, 5.0, 0.0))
    press(hand, "back to board")
    assert hand.window.screen is editor
    assert editor.board_model.table.body("a").at == (5, 5, 0)
    editor.open_judge_screen()
    wait(hand, lambda: judge.is_current)
    assert judge.verdict.json_answer["type"] == "cover"


def test_an_unsaved_dispute_is_asked_about(hand, tmp_path):
    judge = begin(hand)
    for words in ("small a at 18, 14", "small b at 18, 22"):
        assert judge.apply_words(words)
    hand.window.go_to_start()
    hand.step(4)
    assert hand.window.screen is judge and "leave drop" in hand.window.ui.widget_rects
    hand.key("escape")
    hand.step(3)
    assert hand.window.screen is judge and not judge.is_leaving
    hand.window.go_to_start()
    press(hand, "leave save")
    assert (tmp_path / "dispute.json").exists() and hand.window.screen.name == "start"


def test_terrain_in_a_dispute_is_changed_by_numbers_and_removed(hand):
    judge = begin(hand)
    assert judge.apply_words("wall 6 x 0.5 x 3 at 18, 18")
    hand.step(3)
    press(hand, "wall high")
    write(hand, "1.5")
    assert judge.table.feature("wall-1").high == 1.5
    press(hand, "remove terrain")
    assert not judge.table.features and judge.terrain is None
