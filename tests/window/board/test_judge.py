"""The judge's screen: its verdict is that of `wc3d judge`; dragging, typed numbers, readings, doubt and papers."""

import json
import re
import time
import webbrowser
from dataclasses import fields, replace
from html import unescape
from pathlib import Path

import pytest
from imgui_bundle import imgui

from tests.narrowed import there
from tests.screens.fake_input import FakeInput
from tests.slow import slow_unless
from wc3d.cli.window.screens import make_judge_services, open_judge_screen
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.judging.blast import BLAST
from wc3d.judging.cover import COVER
from wc3d.judging.dispute import MapCache, open_dispute
from wc3d.judging.move import MOVE
from wc3d.judging.question_types import QUESTION_TYPES
from wc3d.judging.seen_from import SEEN_FROM
from wc3d.judging.sight import SIGHT as SIGHT_TYPE
from wc3d.judging.solve import answer
from wc3d.presentation.icons import ICONS
from wc3d.registry import load_judge_book, table_from_map
from wc3d.table.body import Body
from wc3d.table.features import Kind, PartState
from wc3d.table.maps.edit_terrain import put_feature
from wc3d.table.sight.sight import sight
from wc3d.table.space_policy import SpacePolicy
from wc3d.ui.judge.question_form import DisputeDraft, format_path, parse_path
from wc3d.ui.judge.ruling_overrides import ReadingOverrides
from wc3d.ui.judge.solve import solve_doubt, solve_question
from wc3d.window.board.judge import report_writer
from wc3d.window.board.judge.screen import JudgeScreen
from wc3d.window.board.judge.verdict_panel import CLOSE_CALL_COLOR, DOUBT_SIGNS
from wc3d.window.shell.settings import DisplaySettings, Settings
from wc3d.window.shell.window import Window

FILES = sorted(
    file for file in Path("maps/questions").glob("*.json") if file.stem != "who-sees-the-monument"
)
"""All but one: its area takes long, and areas are asked for in a test of their own."""


MODELS = (
    Body("a", "small", (15, 12, 0)),
    Body("b", "small", (15, 18, 0)),
    Body("c", "large", (22, 19, 0)),
)


def board(height=1.76):
    """A wall a little taller than two small models, and a barricade."""
    return table_from_map(
        {
            "name": "Dispute",
            "size": [30, 30],
            "terrain": [
                {
                    "id": "wall",
                    "kind": "structure",
                    "shape": {
                        "type": "box",
                        "center": [15, 15],
                        "size": [6, 0.5],
                        "height": height,
                    },
                },
                {
                    "id": "fence",
                    "kind": "obstacle",
                    "shape": {"type": "box", "center": [22, 17], "size": [4, 0.4], "height": 0.9},
                },
            ],
        }
    ).with_bodies(*MODELS)


SIGHT = {"type": "sight", "from": "a", "to": "b"}


@pytest.fixture(scope="module")
def shared():
    settings = Settings(display=DisplaySettings(quality="low", scale=0.8))
    window = Window(
        JudgeScreen(board(), make_judge_services(), [SIGHT]),
        offscreen=True,
        size=(1024, 600),
        settings=settings,
    )
    window.render.hide()
    yield window, FakeInput(window)
    window.close()


@pytest.fixture
def hand(shared):
    """The same screen, and so its warm processes, with a fresh case."""
    window, fake = shared
    screen = window.screen
    fake.key("escape")  # no field is being typed any more
    fake.step(3)
    screen.cancel()
    screen.case = DisputeDraft(board(), [SIGHT], "dispute")
    (
        screen.selected_model_id,
        screen.report_writer.out,
        screen.report_writer._sure,
        screen._asked,
    ) = (
        None,
        "dispute",
        "",
        -1,
    )
    screen.carried_id = screen.terrain = screen.awaited_field = None
    screen.measuring.is_side_cut_shown = False
    screen.measuring.clear()
    window.notices.visible_notices.clear()
    window.show_whole_table()
    fake.step(2)
    return fake


def wait(hand, until, seconds=90):
    screen = hand.window.screen
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, (screen.failure, screen.case.question)
        screen.poll()
        time.sleep(0.01)
    hand.step(2)


def ruled(hand):
    screen = hand.window.screen
    screen.poll()
    wait(hand, lambda: screen.is_current)
    return screen.verdict


def spot(window, id, up=0.8):
    x, y, z = window.screen.table.body(id).at
    return window.project_to_pixel((x, y, z + up))


def press(hand, mark):
    hand.step(2)
    x0, y0, x1, y1 = hand.window.ui.widget_rects[mark]
    hand.click((x0 + x1) / 2, (y0 + y1) / 2)
    hand.step(2)


def write(hand, mark, words):
    """Click a field, type, Enter."""
    press(hand, mark)
    for letter in words:
        hand.device.keystroke(ord(letter))
    hand.step()
    hand.key("enter")
    hand.step(3)


@pytest.mark.parametrize(
    "file",
    slow_unless(lambda file: file.stem.startswith("book-"), FILES),
    ids=lambda file: file.stem,
)
def test_every_shipped_question_is_answered_as_judge_answers_it(file):
    dispute = open_dispute(file, MapCache(SPACE))
    screen = open_judge_screen(file)
    assert len(screen.case.questions) == len(dispute.file.all_questions)
    for question, asked in zip(screen.case.questions, dispute.file.all_questions, strict=True):
        found = answer(dispute, asked)
        here = solve_question(
            screen.case.table_as_read, {**question, "_number": 1, "_cut": (500, 180, 1.0)}
        )
        assert here.json_answer == found.to_json() and list(here.lines) == found.lines()
        assert here.cut is not None and here.is_full


def test_the_verdict_is_shown_with_its_words_and_signs(hand):
    window = hand.window
    ruling = ruled(hand)
    verdict = sight(board(), board().body("a"), board().body("b"))
    assert (
        ruling.json_answer["verdict"] == verdict.verdict == "blocked"
        and ruling.json_answer["short_by"] == verdict.short_by
    )
    assert {"verdict", "facts", "doubt", "save"} <= set(window.ui.widget_rects)
    assert ruling.lines[0].startswith("a cannot see b")
    press(hand, "cut on")
    assert "side cut" not in window.ui.widget_rects or ruling.cut is not None


def test_a_model_is_dragged_and_the_verdict_follows(hand):
    window = hand.window
    screen = hand.window.screen
    assert ruled(hand).evidence_view.is_good is False
    hand.move(*spot(window, "b"))
    hand.press()
    start, end = spot(window, "b"), window.project_to_pixel((20, 13, 0))
    for k in range(1, 6):
        hand.move(*(start[i] + (end[i] - start[i]) * k / 5 for i in (0, 1)))
    assert screen.table.body("b").at[0] > 18
    wait(hand, lambda: screen.verdict is not None and screen.verdict.evidence_view.is_good is True)
    hand.release()
    here = screen.table.body("b").at
    verdict = sight(screen.table, screen.table.body("a"), screen.table.body("b"))
    assert ruled(hand).json_answer["clearance"] == pytest.approx(verdict.clearance)
    hand.drag(spot(window, "b"), window.project_to_pixel((18, 9, 0)), steps=2)
    assert screen.table.body("b").at != here


def test_escape_puts_a_dragged_model_back(hand):
    window = hand.window
    screen = hand.window.screen
    hand.move(*spot(window, "a"))
    hand.press()
    hand.move(*window.project_to_pixel((10, 12, 0)))
    hand.move(*window.project_to_pixel((8, 12, 0)))
    assert screen.table.body("a").at[0] < 11
    hand.key("escape")
    hand.release()
    assert screen.table.body("a").at == (15, 12, 0)


def test_what_is_no_place_or_name_is_refused_and_the_window_goes_on(hand):
    window = hand.window
    screen = hand.window.screen
    hand.click(*spot(window, "b"))
    for mark, words, why in (
        ("z", "nan", "z: expected a number"),
        ("x", "1e12", "1e+12"),
        ("name", "q" * 101, "up to 100"),
    ):
        write(hand, mark, words)
        assert why in window.notices.visible_notices[-1].words
    assert (
        screen.table.body("b").at == (15, 18, 0) and ruled(hand).json_answer["verdict"] == "blocked"
    )
    with pytest.raises(InputError, match="10,000"):
        parse_path("1," + "9" * 400)


def test_a_new_model_follows_the_mouse_to_where_it_is_clicked(hand):
    window = hand.window
    screen = hand.window.screen
    press(hand, "add medium")
    assert screen.selected_model_id == screen.carried_id == "medium-1"
    hand.move(*window.project_to_pixel((8, 8, 0)))
    hand.click(*window.project_to_pixel((6, 9, 0)))
    assert screen.carried_id is None and screen.table.body("medium-1").at[:2] == pytest.approx(
        (6, 9), abs=0.1
    )
    hand.move(*window.project_to_pixel((9, 9, 0)))
    assert screen.table.body("medium-1").at[0] < 7, "it has been put down"
    press(hand, "add small")
    hand.key("escape")
    assert screen.case.model_ids == ["a", "b", "c", "medium-1"]
    press(hand, "add small")
    write(hand, "x", "3.5")
    assert screen.carried_id is None and screen.table.body("small-1").at[0] == 3.5
    screen.case.move_model("small-1", (15, 15, 0))
    hand.step(2)
    press(hand, "on top")
    assert screen.table.body("small-1").at == (15, 15, 0), "the wall's top is too narrow"
    assert "no small base can stand" in window.notices.visible_notices[-1].words
    screen.case.move_model("small-1", (3, 15, 7))
    hand.step(2)
    press(hand, "on top")
    assert screen.table.body("small-1").at == (3, 15, 0)


def test_numbers_are_typed_exactly(hand):
    screen = hand.window.screen
    hand.click(*spot(hand.window, "b"))
    assert screen.selected_model_id == "b"
    write(hand, "x", "24.123456789")
    write(hand, "z", "0.5")
    assert screen.table.body("b").at == (24.123456789, 18, 0.5)
    assert ruled(hand).json_answer["verdict"] == "clear"
    write(hand, "name", "target")
    assert screen.case.question["to"] == "target" == screen.selected_model_id
    press(hand, "base large")
    press(hand, "gate")
    body = screen.table.body("target")
    assert (body.base, body.kind) == ("large", "gate")
    write(hand, "name", "a")
    assert (
        screen.selected_model_id == "target"
        and "taken" in hand.window.notices.visible_notices[-1].words
    )


def test_models_are_added_and_taken_off(hand):
    window = hand.window
    screen = hand.window.screen
    for x in (10.2, 10):  # off whatever panel it was over, then there
        hand.move(*window.project_to_pixel((x, 20, 0)))
    hand.key("3")
    assert screen.selected_model_id == "large-1" and screen.table.body("large-1").at[
        :2
    ] == pytest.approx((10, 20), abs=0.05)
    press(hand, "model b")
    press(hand, "take off")
    assert screen.case.model_ids == ["a", "c", "large-1"]
    screen.poll()
    assert screen.verdict is None and "Choose a model" in screen.case.missing_text
    press(hand, "pick to")
    hand.click(*spot(window, "c"))
    assert screen.case.question["to"] == "c" and ruled(hand).json_answer["verdict"] == "clear"


def test_another_question_about_the_same_models(hand):
    screen = hand.window.screen
    press(hand, "ask range")
    assert screen.case.question == {"type": "range", "from": "a", "to": "b"}
    assert ruled(hand).json_answer["distance"] == pytest.approx(6 - 30 / 25.4)
    press(hand, "add question")
    press(hand, "ask spray")
    write(hand, "range", "10")
    assert screen.case.question == {"type": "spray", "from": "a", "to": "b", "range": 10.0}
    assert "b" in ruled(hand).json_answer["hits"]
    press(hand, "question 1")
    assert screen.case.question_index == 0 and screen.case.question["type"] == "range"
    press(hand, "flip")
    assert screen.case.question == {"type": "range", "from": "b", "to": "a"}
    press(hand, "question 2")
    press(hand, "drop question")
    assert len(screen.case.questions) == 1


def test_a_path_is_clicked_or_typed(hand):
    window = hand.window
    screen = hand.window.screen
    press(hand, "ask move")
    assert "Click" in screen.case.missing_text
    hand.click(*window.project_to_pixel((12, 12, 0)))
    hand.click(*window.project_to_pixel((12, 10, 0)))
    hand.key("escape")
    assert [len(corner) for corner in screen.case.question["path"]] == [2, 2]
    assert ruled(hand).json_answer["legal"] is True
    press(hand, "less path")
    assert len(screen.case.question["path"]) == 1
    write(hand, "path", "12,12 12,18 18,18")
    assert screen.case.question["path"] == [[12, 12], [12, 18], [18, 18]]
    assert ruled(hand).json_answer["legal"] is False
    write(hand, "path", "north")
    assert (
        "expected x,y" in window.notices.visible_notices[-1].words
        and len(screen.case.question["path"]) == 3
    )


@pytest.mark.slow
def test_a_ruling_read_otherwise_changes_the_verdict_and_both_are_shown(hand):
    screen = hand.window.screen
    screen.case.move_model("c", (22, 18.5, 0))
    screen.case.set_field("type", "cover")
    screen.case.set_field("to", "c")
    assert ruled(hand).json_answer["cover"] is True
    write(hand, "reading cover_within", "0.2")
    wait(hand, lambda: screen.is_current and screen.standard_verdict is not None)
    assert (
        screen.verdict.json_answer["cover"] is False
        and screen.standard_verdict.json_answer["cover"] is True
    )
    assert "standard" in hand.window.ui.widget_rects
    press(hand, "back cover_within")
    assert not screen.case.has_overrides and ruled(hand).json_answer["cover"] is True


@pytest.mark.slow
def test_terrain_taken_otherwise_changes_the_verdict_and_goes_into_the_file(
    hand, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    screen = hand.window.screen
    assert ruled(hand).json_answer["verdict"] == "blocked"
    press(hand, "take blocks_sight")  # the wall is offered first: it is what decides
    wait(hand, lambda: screen.is_current and screen.standard_verdict is not None)
    assert (
        screen.verdict.json_answer["verdict"] == "clear"
        and screen.standard_verdict.json_answer["verdict"] == "blocked"
    )
    press(hand, "save")
    kept = open_dispute(tmp_path / "dispute.json", MapCache(SPACE)).table.feature("wall")
    assert not kept.blocks_sight and kept.cover and screen.table.feature("wall").blocks_sight
    press(hand, "choose kind")
    press(hand, "kind obscuring")
    assert (
        ruled(hand).json_answer["verdict"] == "blocked"
        and "reading obscuring_depth" in hand.window.ui.widget_rects
    )
    press(hand, "terrain back")
    assert not screen.case.has_overrides and ruled(hand).json_answer["short_by"] is not None
    hand.click(*hand.window.project_to_pixel((22, 17, 0.9)))
    assert screen.terrain == "fence"


def test_doors_are_opened_in_a_dispute_and_the_overrides_say_so():
    door = {
        "id": "door",
        "kind": "structure",
        "shape": {"type": "box", "center": [12, 12], "size": [24, 0.5], "height": 3},
        "state": "closed",
    }
    table = table_from_map({"size": [24, 24], "terrain": [door]})
    models = [Body(id, "small", (12.0, y)) for id, y in (("a", 6.0), ("b", 18.0))]
    table = table.with_bodies(*models)
    readings = ReadingOverrides()
    readings.override_terrain(table.parts[0], "state", PartState.OPEN)
    read = readings.apply_to_table(table, SIGHT_TYPE)
    assert read.sight("a", "b") and not table.sight("a", "b")
    assert readings.describe_overrides(table, SIGHT_TYPE) == ("door: open instead of closed",)
    readings.override_terrain(table.parts[0], "state", PartState.CLOSED)
    assert readings.apply_to_table(table, SIGHT_TYPE) is table
    [opened] = read.open_parts
    readings.override_terrain(opened, "state", PartState.CLOSED)
    assert not readings.apply_to_table(read, SIGHT_TYPE).sight("a", "b")


@pytest.mark.slow
def test_a_door_is_opened_by_its_button_in_a_dispute(hand):
    screen = hand.window.screen
    with_door = screen.table.feature("wall")
    door = replace(with_door, state=PartState.CLOSED)
    screen.case.set_table(put_feature(screen.table, door, instead="wall"))
    assert ruled(hand).json_answer["verdict"] == "blocked"
    press(hand, "state wall open")
    wait(hand, lambda: screen.is_current and screen.standard_verdict is not None)
    assert screen.verdict.json_answer["verdict"] == "clear"
    assert screen.standard_verdict.json_answer["verdict"] == "blocked"
    press(hand, "state wall closed")
    assert ruled(hand).json_answer["verdict"] == "blocked" and not screen.case.has_overrides


def test_only_readings_that_can_matter_are_offered():
    readings = ReadingOverrides()
    plain = board()
    assert readings.relevant_rulings(plain, SIGHT_TYPE) == () and readings.relevant_rulings(
        plain, COVER
    ) == ("cover_within",)
    assert readings.relevant_rulings(plain, MOVE) == ("climb_cost", "obstacle_height")
    readings.override_terrain(plain.feature("wall"), "kind", Kind.FOREST)
    assert readings.relevant_rulings(plain, SIGHT_TYPE) == (
        "obscuring_depth",
    ) and "rough_cost" in readings.relevant_rulings(plain, MOVE)
    assert (
        readings.apply_to_table(plain, BLAST) is plain
        and readings.apply_to_table(plain, SIGHT_TYPE).feature("wall").kind is Kind.FOREST
    )
    assert (
        readings.apply_to_terrain(plain).features
        is readings.apply_to_terrain(plain.without("a")).features
    ), "the processes keep the terrain"
    readings.override_terrain(plain.feature("wall"), "kind", Kind.STRUCTURE)
    assert readings.apply_to_terrain(plain) is plain
    known = {field.name for field in fields(SpacePolicy)} - {"bases", "squad_within", "edition"}
    assert known == {name for type in QUESTION_TYPES for name in type.rulings}, (
        "no ruling about space is left out"
    )


@pytest.mark.slow
def test_what_takes_long_says_how_far_it_is_and_can_be_stopped(hand):
    screen = hand.window.screen
    screen.change_question("seen_from")
    screen.case.set_field("cell", 0.05)
    wait(hand, lambda: screen.has_known_progress)
    assert "stop" in hand.window.ui.widget_rects
    press(hand, "stop")
    assert screen.failure.startswith("Stopped.") and not screen.has_known_progress
    screen.case.set_field("cell", 3.0)
    assert ruled(hand).json_answer["levels"]


@pytest.mark.slow
def test_the_doubt_tells_where_the_verdict_changes(hand):
    screen = hand.window.screen
    ruled(hand)
    press(hand, 'doubt 1/16"')
    wait(hand, lambda: screen.doubt is not None)
    assert (
        screen.case.doubt == 1 / 16
        and screen.doubt.stands is False
        and "doubt verdict" in hand.window.ui.widget_rects
    )
    assert DOUBT_SIGNS[False][1] == CLOSE_CALL_COLOR and ICONS["no"] not in DOUBT_SIGNS[False][0], (
        "amber, and no second red cross"
    )
    press(hand, "put there")
    wait(
        hand, lambda: screen.doubt is not None and screen.doubt.other == "blocked"
    )  # worked out anew where they stand now
    assert ruled(hand).json_answer["verdict"] == "clear"
    press(hand, "put back")
    assert [b.at for b in screen.table.bodies] == [
        b.at for b in MODELS
    ] and not screen.case.previous_positions
    screen.case = DisputeDraft(board(2.6), [SIGHT], "dispute")
    screen.case.set_doubt(1 / 16)
    wait(hand, lambda: screen.is_current and screen.doubt is not None)
    assert screen.doubt.stands is True
    write(hand, "doubt", "0.9")
    wait(hand, lambda: screen.is_current and screen.doubt is not None)
    assert screen.doubt.inches == 0.9 and screen.doubt.stands is False


def test_what_is_saved_is_judged_the_same(hand, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    screen = hand.window.screen
    ruling = ruled(hand)
    write(hand, "file", "quarrel")
    press(hand, "save")
    dispute = open_dispute(tmp_path / "quarrel.json", MapCache(SPACE))
    assert answer(dispute, dispute.file.all_questions[0]).to_json() == ruling.json_answer
    before = (tmp_path / "quarrel.json").read_bytes()
    screen.report_writer._sure = ""
    screen.case.move_model("b", (19.5, 18, 0))
    ruled(hand)
    press(hand, "save")
    assert (
        tmp_path / "quarrel.json"
    ).read_bytes() == before and "already" in hand.window.notices.visible_notices[-1].words
    press(hand, "save")
    assert (tmp_path / "quarrel.json").read_bytes() != before
    write(hand, "file", "no/x")
    press(hand, "save")
    assert "does not exist" in hand.window.notices.visible_notices[-1].words


def test_the_words_are_copied_or_it_is_said_that_they_cannot(hand, monkeypatch):
    copied: list[str] = []

    def copy(words: str) -> bool:
        copied.append(words)
        return True

    ruling = ruled(hand)
    monkeypatch.setattr(report_writer, "copy_to_clipboard", copy)
    press(hand, "copy")
    assert (
        copied == ["\n".join(ruling.lines)] and not hand.window.notices.visible_notices[-1].is_error
    )
    screen = hand.window.screen
    screen.case.override_terrain("wall", "blocks_sight", False)
    ruled(hand)
    press(hand, "copy")
    assert copied[1].splitlines()[-1] == "changed: wall: blocks sight: no instead of yes"
    monkeypatch.setattr(report_writer, "copy_to_clipboard", lambda words: False)
    press(hand, "copy")
    assert hand.window.notices.visible_notices[-1].is_error


@pytest.mark.slow
def test_the_web_page_is_written_beside_the_window_and_opened(hand, tmp_path, monkeypatch):
    screen = hand.window.screen
    ruling = ruled(hand)
    screen.report_writer.out = str(tmp_path / "page")
    press(hand, "share")
    press(hand, "stop page")
    assert not screen.report_writer.is_busy and not (tmp_path / "page.html").exists()
    press(hand, "share")
    assert screen.report_writer.is_busy
    wait(hand, lambda: not screen.report_writer.is_busy)
    dispute = open_dispute(tmp_path / "page.html", MapCache(SPACE))
    assert answer(dispute, dispute.file.all_questions[0]).to_json() == ruling.json_answer
    assert "Saved" in hand.window.notices.visible_notices[-1].words
    opened: list[str] = []
    browser = webbrowser.BackgroundBrowser("firefox")

    def show(url: str) -> bool:
        opened.append(url)
        return True

    monkeypatch.setattr(browser, "open", show)
    monkeypatch.setattr(webbrowser, "get", lambda: browser)
    press(hand, "open page")
    assert opened == [(tmp_path / "page.html").as_uri()]
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.GenericBrowser("lynx"))
    press(hand, "open page")
    assert "No browser" in hand.window.notices.visible_notices[-1].words and len(opened) == 1


def test_enter_in_the_field_of_the_name_saves(hand, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ruled(hand)
    write(hand, "file", "named")
    assert (tmp_path / "named.json").exists() and hand.window.screen.report_writer.out == "named"
    assert "open page" not in hand.window.ui.widget_rects, "what was written is no page"


def page_of(case, out):
    """The page that the screen of a case writes: what it tells besides each answer, and the answers to its questions."""
    path = there(make_judge_services().write_report)(
        case.table,
        {"papers": case.report_contents, "out": str(out)},
        lambda done, total: done <= total,
    )
    articles = path.read_text().split("<article")[1:]
    besides = [
        re.findall('<section class="aside">(.*?)</section>', article) for article in articles
    ]
    dispute = open_dispute(path, MapCache(SPACE))
    words = [[unescape(re.sub("<[^>]+>", " ", one)) for one in told] for told in besides]
    return words, [answer(dispute, asked).to_json() for asked in dispute.file.all_questions]


@pytest.mark.slow
def test_the_page_tells_what_is_read_otherwise_and_answers_by_the_rules(tmp_path):
    shape = {"type": "box", "center": [15, 15], "size": [9, 3], "height": 4}
    wood = {"id": "w", "name": "Wood", "kind": "forest", "shape": shape}
    table = table_from_map({"name": "Wood", "size": [30, 30], "terrain": [wood]})
    inside = Body("a", "small", (15, 14, 0)), Body("b", "small", (15, 20, 0))
    case = DisputeDraft(
        table.with_bodies(*inside),
        [SIGHT, {"type": "range", "from": "a", "to": "b"}],
        book=load_judge_book(),
    )
    assert page_of(case, tmp_path / "asked.html")[0] == [[], []]
    case.override_ruling("obscuring_depth", 1)
    [[read], none], answers = page_of(case, tmp_path / "rules.html")
    assert (
        "With other readings" in read
        and 'obscuring depth 1" instead of 3" (NM-TER-06, p. 44)' in read
        and not none
    )
    assert (
        read.index("✕ BLOCKED")
        < read.index("✓ CLEAR")
        < read.index("by the rules as written: a sees b")
    )
    assert (
        answers[0]["verdict"] == "clear" == solve_question(case.table, SIGHT).json_answer["verdict"]
    )
    case.override_ruling("obscuring_depth", 3)
    case.override_terrain("w", "kind", Kind.STRUCTURE)
    case.move_model("a", (15, 9, 0))
    case.override_terrain("w", "blocks_sight", False)
    [[taken], _], answers = page_of(case, tmp_path / "terrain.html")
    assert (
        "Wood: structure instead of forest" in taken
        and "with the original board: a cannot see b" in taken
    )
    assert taken.index("✓ CLEAR") < taken.index("✕ BLOCKED") and "numbers of the rules" not in taken
    assert answers[0]["verdict"] == "clear"  # the page's board has its terrain as it is read


@pytest.mark.slow
def test_the_page_tells_whether_the_verdict_stands_the_doubt(tmp_path):
    case = DisputeDraft(
        board(),
        [SIGHT, {"type": "range", "from": "a", "to": "b"}, {"type": "blast", "target": "a"}],
    )
    case.set_doubt(1 / 16)
    [[sight], [between], [blast]], answers = page_of(case, tmp_path / "page.html")
    doubt = solve_doubt(case.table, {**SIGHT, "_inches": 1 / 16})
    assert (
        'With a placement error of up to 1/16"' in sight and '▲ TOO CLOSE TO CALL (±1/16")' in sight
    )
    assert "✕" not in sight.partition("With a placement error")[2]
    assert (
        doubt.words in sight
        and doubt.why in sight
        and all(f"{body.id}: x " in sight for body in doubt.places)
    )
    assert "● BETWEEN" in between and "✓ CERTAIN" in blast and "With other readings" not in sight
    assert answers[0]["verdict"] == solve_question(case.table, SIGHT).json_answer["verdict"]


@pytest.mark.slow
def test_the_tools_measure_here_too(hand):
    window = hand.window
    hand.key("m")
    hand.click(*spot(window, "a"))
    hand.click(*spot(window, "b"))
    assert window.screen.measuring.ruler.measurement.inches == pytest.approx(6 - 30 / 25.4)
    assert window.screen.table.body("a").at == (15, 12, 0)
    hand.key("escape")
    hand.key("l")
    hand.step(2)


def test_fields_that_are_being_typed_keep_the_keys(hand):
    hand.click(*spot(hand.window, "b"))
    press(hand, "x")
    hand.step()
    assert imgui.get_io().want_text_input
    hand.key("x")
    assert "b" in hand.window.screen.case.model_ids
    hand.key("escape")


@pytest.mark.slow
def test_every_type_of_question_can_be_asked_and_doubted():
    case = DisputeDraft(board(), [SIGHT])
    for type in QUESTION_TYPES:
        case.change_question_type(type.name)
        for field in case.form_fields:
            if field.value_type == "path":
                case.set_field(field.key, [[12, 12]])
            elif field.value_type in ("point", "place"):
                case.set_field(field.key, [12.0, 12.0])
        assert not case.missing_text
        if type is SEEN_FROM:
            case.set_field("cell", 3.0)
        assert solve_question(case.table_as_read, case.question).json_answer["type"] == type.name
        doubt = solve_doubt(case.table_as_read, {**case.question, "_inches": 1 / 16})
        assert doubt.words and doubt.why
        assert doubt.stands is {
            "sight": False,
            "range": None,
            "seen_from": None,
        }.get(type.name, True)


@pytest.mark.parametrize("at", [(15, 18, 9999), (-9999, 18, 0)])
def test_a_model_far_off_the_table_is_judged_and_cut_like_any(at):
    case = DisputeDraft(board().with_bodies(Body("b", "small", at)), [SIGHT])
    assert (
        solve_question(case.table_as_read, {**case.question, "_cut": (500, 180, 1.0)}).cut
        is not None
    )


def test_why_a_model_may_not_move_so_is_said_with_the_terrain_s_name():
    wall = replace(board().feature("wall"), name="Long wall")
    table = replace(board(), features=(wall,))
    told = solve_question(table, {"type": "move", "model": "a", "path": [[15, 18]], "speed": 8})
    assert "blocked by Long wall" in told.lines[0] and told.json_answer["legal"] is False
    assert (
        "stopped by Long wall"
        in solve_question(table, {"type": "jump", "model": "a", "to": [15, 18]}).lines[0]
    )


def test_paths_in_words_and_back():
    path = [[6, 4], {"jump": [8, 6.5]}, {"ladder": "rungs", "to": [22, 18, 5]}, [1.25, 2]]
    assert format_path(path) == "6,4 jump 8,6.5 ladder rungs 22,18,5 1.25,2"
    assert parse_path(format_path(path)) == path and parse_path(" ") == []
    for wrong in ("6", "6,4 fly 3,3", "ladder 3,3", "1,2,3,4"):
        with pytest.raises(InputError, match="expected x,y"):
            parse_path(wrong)


def test_a_map_alone_opens_without_models_and_bad_files_are_refused(tmp_path):
    screen = open_judge_screen(Path("maps/ravine.json"))
    assert screen.case.model_ids == [] and screen.case.missing_text == "Add a model"
    screen.case.add_model("small", (5, 5, 0))
    screen.case.add_model("large", (20, 20, 0))
    assert screen.case.question == {"type": "sight", "from": "small-1", "to": "large-1"}
    saved = make_judge_services(Path("maps/ravine.json")).save_questions(
        screen.case.report_contents, str(tmp_path / "on-a-map.json")
    )
    given = json.loads(saved.read_text())
    assert (
        isinstance(given["map"], str)
        and open_dispute(saved, MapCache(SPACE)).table.name == screen.case.table.name
    )
    wrong = (
        ("x.json", "{", "invalid JSON"),
        ("y.jsonl", "{}", ".jsonl"),
        ("z.json", '{"map": "no.json"}', "question"),
    )
    for name, text, words in wrong:
        (tmp_path / name).write_text(text)
        with pytest.raises(InputError, match=words):
            open_judge_screen(tmp_path / name)
