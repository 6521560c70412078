"""The screen of a game, driven by Panda's real input chain without a screen: clicks, drags, keys, panels."""

import time
from typing import Any

import pytest
from imgui_bundle import imgui

from tests.games.neo_mechanika.rules.playing import at_step, begun
from tests.narrowed import a
from tests.screens.drawn_words import words_drawn
from tests.screens.fake_input import FakeInput
from tests.screens.play_games import BOTS, asks, played_to, skirmish
from wc3d.engine.agenda import find_open_question
from wc3d.engine.dice import SeededDice, TypedDice
from wc3d.games.neo_mechanika.display.score import describe_mission_scoring
from wc3d.games.neo_mechanika.display.sheet import stat_receipts
from wc3d.games.neo_mechanika.display.turn_bar import current_step
from wc3d.games.neo_mechanika.rules import actions as act
from wc3d.games.neo_mechanika.rules.abilities.triggers import Reaction
from wc3d.games.neo_mechanika.rules.missions.book_missions import MISSIONS
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA
from wc3d.games.neo_mechanika.text.status_words import describe_question
from wc3d.presentation.icons import ICONS
from wc3d.ui.play_session import PlaySession, TypedRolls
from wc3d.window.play.game.opening_roll_screen import OpeningRollScreen
from wc3d.window.play.game.screen import PlayScreen
from wc3d.window.play.replay.screen import ReplayScreen
from wc3d.window.shell.settings import DisplaySettings, Settings
from wc3d.window.shell.window import Window
from wc3d.window.shell.window_memory import load_memory


@pytest.fixture(scope="module")
def shared():
    """One window for all tests here: Panda allows one at a time."""
    settings = Settings(
        display=DisplaySettings(quality="low", pace=0.0)
    )  # how it is staged: test_staged_play.py
    window = Window(
        PlayScreen(PlaySession(skirmish())), offscreen=True, size=(1280, 800), settings=settings
    )
    yield FakeInput(window)
    window.close()


@pytest.fixture
def play(shared):
    """Shows a game and gives what drives it."""

    def show(game, bots=None, **more):
        shared.window.show_screen(PlayScreen(PlaySession(game, bots or {}, **more)))
        shared.step(3)
        return Driver(shared)

    yield show
    shared.window.screen.session.close()


class Driver:
    """A person at the window who knows the widgets by name."""

    def __init__(self, fake):
        self.fake = fake
        self.window = fake.window
        self.screen = fake.window.screen
        self.game = self.screen.session.game

    def click(self, mark):
        x0, y0, x1, y1 = self.window.ui.widget_rects[mark]
        self.fake.click((x0 + x1) / 2, (y0 + y1) / 2)
        self.fake.step(2)

    def spot(self, point):
        x, y, z = (*point, 0.0)[:3]
        return self.window.project_to_pixel((x, y, z))

    def look(self, point):
        self.window.viewpoint.center_on(point, 22.0)
        self.window.aim_camera()
        self.fake.step()

    def key(self, key):
        self.fake.key(key)
        self.fake.step(2)


def charging(game):
    return asks(game) == "ChargingQuestion" and game.to_act == 1 and game.state.turn > 2


@pytest.mark.slow
def test_a_whole_turn_is_played_with_mouse_and_keys_against_a_bot_beside_the_window(play, tmp_path):
    game = played_to(skirmish(), charging)
    hand = play(game, {2: "random"}, path=tmp_path / "game.jsonl")
    turn = game.state.turn
    charged = next(
        c.action.on
        for c in hand.screen.controller.menu.items_of_kind("charge")
        if c.action.on in game.state.units
    )
    hand.click(f"unit {charged}")
    hand.click(f"charge {charged}")
    assert game.turns[-1].action == act.Charge(player=1, on=charged)
    while asks(game) != "ActivationQuestion":
        hand.key("space")
    unit = next(
        u for u in hand.screen.controller.units_to_act() if len(game.state.models_of(u)) == 1
    )
    hand.click(f"unit {unit}")
    hand.click(f"activate {unit}")
    while asks(game) != "ActingQuestion":
        hand.key("space")
    hand.screen.controller.pending = None
    model = game.state.models_of(unit)[0].id
    x, y, z = game.state.place(model)
    for east, north in ((0, 3), (2, 1), (-2, 1), (0, -2), (2, -2)):
        if game.state.place(model) == (x, y, z):
            hand.look((x, y, z))
            hand.fake.drag(hand.spot((x, y, z + 0.9)), hand.spot((x + east, y + north, z)), steps=3)
            hand.fake.step(2)
    assert isinstance(
        next(t.action for t in reversed(game.turns) if t.action.type == "advance"), act.Advance
    )
    assert game.state.place(model) != (x, y, z)
    acting = hand.screen.controller
    for _ in range(40):
        if game.to_act == 2 or game.over:
            break
        hand.key("escape" if acting.pending is not None and not acting.is_auto_started else "space")
    assert game.to_act == 2 and game.state.turn == turn + 1
    done = len(game.turns)
    end = time.monotonic() + 60
    assert "thinking" in hand.window.ui.widget_rects
    while len(game.turns) < done + 2 and time.monotonic() < end:
        hand.fake.step()
    assert game.turns[done].action.player == 2
    assert len((tmp_path / "game.jsonl").read_text().splitlines()) >= done + 2


def test_a_target_that_is_clicked_shows_each_attack_with_its_odds_and_one_click_makes_it(play):
    def ready(game):
        attacks = (
            [o for o in game.offers() if o.type == "attack"]
            if asks(game) == "ActingQuestion" and game.to_act == 1
            else []
        )
        return bool(attacks) and len(list(attacks[0].candidates())) > 1

    game = played_to(skirmish(), ready)
    hand = play(game, {2: "recruit"})
    choice = hand.screen.controller.menu.items_of_kind("attack")[0]
    target = choice.action.target
    x, y, z = game.state.place(target)
    hand.look((x, y, z))
    hand.fake.click(*hand.spot((x, y, z + 0.9)))
    hand.fake.step(2)
    assert hand.screen.controller.selected_id == target
    row = choice.button_id
    x0, y0, x1, y1 = hand.window.ui.widget_rects[row]
    hand.fake.move((x0 + x1) / 2, (y0 + y1) / 2)
    hand.fake.step(3)
    assert hand.screen.play_panels.hovered == choice
    dice = game.state.drawn
    hand.click(row)
    assert game.turns[-1].action == choice.action and game.state.drawn > dice
    hand.fake.step(2)
    assert hand.screen.animation.rolls and "dice" in hand.window.ui.widget_rects


def test_what_cannot_be_done_is_folded_by_its_reason_one_line_each(play, monkeypatch):
    game = played_to(skirmish(), charging)
    hand = play(game, {2: "recruit"})
    unit = next(u.id for u in game.state.units_in_play(1))
    hand.click(f"unit {unit}")
    refused = hand.screen.controller.refusals_for(unit)
    codes = list(dict.fromkeys(refusal.verdict.code for refusal in refused))
    assert len(codes) < len(refused)
    rows = {code: hand.window.ui.widget_rects[f"refused {code}"] for code in codes}
    line = rows["not_now"][3] - rows["not_now"][1]
    assert line < 22 and all(bottom - top == line for _, top, _, bottom in rows.values())
    drawn = words_drawn(monkeypatch)
    hand.window.request_redraw()
    hand.fake.step()
    folded = tuple(drawn)
    hand.click("refused not_now")
    unfolded = tuple(drawn)
    told = [
        hand.screen.rules.text.describe_refusal(game.state, r.verdict)
        for r in refused
        if r.verdict.code == "not_now"
    ]
    assert all(not any(words.endswith(sentence) for words in folded) for sentence in told)
    assert all(any(words.endswith(sentence) for words in unfolded) for sentence in told)


@pytest.mark.parametrize(
    ("arc", "told"),
    [(3, {"": 3, "against ranged attacks: ": 6, "against Furies: ": 6}), (0, {"": 3})],
)
def test_a_card_shows_what_a_number_is_against_some_attacks_and_which_rules_wait_for_arc(
    play, monkeypatch, arc, told
):
    drawn: list[str] = []
    draw = imgui.text_colored

    def text_colored(paint: Any, words: str) -> None:
        drawn.append(words)
        draw(paint, words)

    monkeypatch.setattr(imgui, "text_colored", text_colored)
    state = begun(
        ("nemesis",), at={"1.nemesis.1": (9, 9), "2.scourge.1": (20, 20)}, arc={"1.nemesis.1": arc}
    )
    assert {
        when: receipt.value for when, receipt in stat_receipts(state, "1.nemesis.1", "ARM").items()
    } == told
    hand = play(at_step(state), {2: "recruit"})
    hand.screen.select("1.nemesis.1")
    hand.fake.step(2)
    waiting = {words.partition(" (")[0] for words in drawn if words.endswith(f"({ICONS['bolt']})")}
    assert ("Arc Field" in waiting) is not bool(arc) and ("Arc Field" in drawn) is bool(arc)
    assert ("3 (6)" in drawn) is bool(arc) and "Flight" in drawn


def test_buttons_tell_the_keys_that_are_bound(play, monkeypatch):
    hand = play(played_to(skirmish(), charging), {2: "recruit"})
    monkeypatch.setattr(hand.window.ui, "key_for_command", lambda command: f"<{command}>")
    drawn = words_drawn(monkeypatch)
    hand.screen.play_panels.is_menu_open = True
    hand.window.request_redraw()
    hand.fake.step(2)
    told = " ".join(drawn)
    assert "<end>" in told and "(<cancel>)" in told and "Esc" not in told and "Space" not in told


@pytest.mark.slow
def test_nothing_of_the_other_hand_is_ever_drawn(play, monkeypatch):
    drawn: list[str] = []

    def listening(function):
        def heard(*words, **more):
            drawn.extend(w for w in words if isinstance(w, str))
            return function(*words, **more)

        return heard

    game = played_to(skirmish(), charging)
    for name in ("text", "text_wrapped", "text_colored", "button", "selectable"):
        monkeypatch.setattr(imgui, name, listening(getattr(imgui, name)))
    monkeypatch.setattr(imgui.ImDrawList, "add_text", listening(imgui.ImDrawList.add_text))
    hand = play(game, {2: "random"})
    hand.screen.play_panels.is_score_open = True
    hand.fake.step(2)
    cyphers = game.state.setup.cards.cyphers
    players = game.state.players
    shown = "\n".join(drawn)
    assert all(cyphers[card].name in shown for card in players[1].hand)
    lying = {c.card for u in game.state.units.values() for c in u.cyphers}
    public = {*players[1].hand, *players[1].discard, *players[2].discard, *lying}
    logged = "\n".join(e.words for e in hand.screen.session.log.lines)
    secret = [cyphers[c].name for c in players[2].hand if c not in public]
    assert secret and not [name for name in secret if name in shown and name not in logged]


@pytest.mark.slow
def test_between_two_people_the_screen_is_covered_until_it_was_passed(play):
    game = played_to(skirmish(), lambda g: g.state.round and asks(g) == "ChargingQuestion")
    hand = play(game)
    assert (
        "sit down" in hand.window.ui.widget_rects
        and "units" not in hand.window.ui.widget_rects
        and "card 0" not in hand.window.ui.widget_rects
    )
    hand.click("sit down")
    assert "card 0" in hand.window.ui.widget_rects and hand.screen.session.viewer == game.to_act


def test_each_of_two_people_looks_from_their_own_edge_already_in_the_set_up(play):
    game = played_to(skirmish(), lambda g: asks(g) == "InitialQuestion")
    hand = play(game)
    screen = hand.screen
    turned = set()
    for _ in range(2):
        edge = NEO_MECHANIKA.queries.seated_side(game.state, game.to_act)
        assert screen.seated_side() == edge
        assert hand.window.viewpoint.orbit.turn == (180.0 if edge == "north" else 0.0)
        turned.add(hand.window.viewpoint.orbit.turn)
        if "pass" in hand.window.ui.widget_rects and len(turned) < 2:
            hand.click("pass")
    assert turned == {0.0, 180.0}


def test_a_click_on_the_log_shows_where_it_happened(play):
    game = played_to(skirmish(), lambda g: g.state.turn > 3 and g.to_act == 1)
    hand = play(game, {2: "recruit"})
    entry = next(e for e in reversed(hand.screen.session.log.lines) if e.strokes)
    before = hand.window.viewpoint.orbit
    hand.screen.show_log_line(entry)
    hand.fake.step(2)
    assert hand.window.viewpoint.orbit.target != before.target
    hand.key("escape")
    assert hand.screen.play_panels.shown_line is None


@pytest.mark.slow
def test_a_right_click_on_the_log_takes_everything_after_it_back(play):
    game = played_to(
        skirmish(),
        lambda g: charging(g) and any(g.check(act.Charge(player=1, on=u)) for u in g.state.units),
    )
    hand = play(game, {2: "recruit"})
    hand.screen.controller.apply_action(
        hand.screen.controller.menu.items_of_kind("charge")[0].action
    )
    done = len(game.turns)
    last = len(hand.screen.session.log.lines) - 1
    hand.key("space")
    hand.fake.step(3)
    assert len(game.turns) == done + 1
    x0, y0, x1, y1 = hand.window.ui.widget_rects[f"log {last}"]
    hand.fake.move((x0 + x1) / 2, (y0 + y1) / 2)
    hand.fake.press("mouse3")
    hand.fake.release("mouse3")
    hand.fake.step(3)
    hand.click("undo to here")
    assert len(game.turns) == done


@pytest.mark.slow
def test_the_menu_saves_a_copy_concedes_after_asking_twice_and_the_end_is_told(play, tmp_path):
    game = played_to(skirmish(), charging)
    hand = play(game, {2: "recruit"})
    hand.key("escape")
    hand.screen.play_panels.menu.copy_name = str(tmp_path / "copy.jsonl")
    hand.fake.step(2)
    hand.click("save copy")
    assert (tmp_path / "copy.jsonl").exists()
    hand.key("escape")
    hand.click("concede")
    assert not game.over
    hand.click("concede")
    assert game.over and game.state.winner == 2
    hand.fake.step(2)
    assert {"ending", "close score"} <= {*hand.window.ui.widget_rects}, (
        "the score is shown at the end"
    )
    hand.click("close score")
    hand.click("score")
    assert "close score" in hand.window.ui.widget_rects
    assert "watch" not in hand.window.ui.widget_rects, "it is kept in no file"


def test_what_one_player_was_told_is_gone_when_the_screen_is_passed(play):
    hand = play(played_to(skirmish(), charging))
    session = hand.screen.session
    session.confirm_handover()
    hand.fake.step(2)
    hand.screen.show_error("Displacement Index: the target must be a squad")
    while not session.next_person:
        hand.screen.controller.sync()
        hand.screen.controller.apply_action(
            BOTS["random"](1).choose(hand.game.view(hand.game.to_act))
        )
    hand.fake.step(2)
    assert session.next_person == 2 and not any(
        "Displacement" in notice.words for notice in hand.window.notices.visible_notices
    )


def test_a_game_that_is_over_is_seen_again_from_its_beginning(shared, tmp_path, monkeypatch):
    monkeypatch.setenv("WC3D_CONFIG", str(tmp_path / "config"))
    game = skirmish()
    left = []
    shared.window.show_screen(
        PlayScreen(
            PlaySession(game, {}, path=tmp_path / "game.jsonl"), on_leave=lambda: left.append(1)
        )
    )
    shared.step(3)
    hand = Driver(shared)
    hand.screen.session.apply(act.Concede(player=1))
    hand.fake.step(4)
    hand.key("escape")
    assert all(
        hand.window.ui.widget_rects[mark][3] < hand.window.ui.widget_rects["card"][1]
        for mark in ("watch", "leave")
    )
    hand.click("watch")
    screen = hand.window.screen
    assert isinstance(screen, ReplayScreen) and screen.path == tmp_path / "game.jsonl"
    hand.fake.rest()
    assert "slider" in hand.window.ui.widget_rects and [
        file.kind for file in load_memory().files
    ] == ["replay"]
    assert screen.on_leave is not None
    screen.on_leave()
    assert left == [1]


@pytest.mark.slow
def test_the_first_rolls_of_typed_dice_are_asked_for_and_then_the_game_begins(shared):
    typed = TypedRolls()

    def make():
        return skirmish(dice=TypedDice(typed, SeededDice(4)))

    window = shared.window
    names = "Anna", "Ben"
    window.show_screen(
        OpeningRollScreen(
            NEO_MECHANIKA,
            make,
            typed,
            names,
            lambda game: PlayScreen(PlaySession(game, typed=typed)),
        )
    )
    shared.step(3)
    x0, y0, x1, y1 = window.ui.widget_rects["face 5"]
    shared.click((x0 + x1) / 2, (y0 + y1) / 2)
    shared.step(3)
    shared.device.keystroke(ord("2"))
    shared.step(4)
    screen = window.screen
    assert (
        screen.name == "play"
        and type(find_open_question(screen.session.game.state)).__name__ == "ChoiceQuestion"
    )
    assert screen.session.game.to_act == 1
    assert "choose first" in window.ui.widget_rects
    screen.session.close()


def reacting(game):
    return asks(game) == "Reaction" and game.to_act == 1


def test_a_reaction_is_asked_in_its_fixed_place_with_a_line_to_its_model(play, monkeypatch):
    led = []
    monkeypatch.setattr(
        "wc3d.window.play.game.play_panels.draw_panel_leader",
        lambda spot, panel, paint: led.append((spot, panel)),
    )
    game = played_to(skirmish(3, ("empyreans", "iron_star_alliance")), reacting)
    hand = play(game, {2: "recruit"})
    ability, bearer = a(Reaction, find_open_question(game.state)).options[0]
    grid = hand.screen.grid
    assert hand.window.ui.widget_rects["now"] == pytest.approx(grid.upper)
    x0, y0, x1, y1 = hand.window.ui.widget_rects[f"use {ability} {bearer}"]
    left, top, right, bottom = grid.upper
    assert left <= x0 and x1 <= right and top <= y0 and y1 <= bottom
    x, y = hand.spot(game.state.place(bearer))
    left, top, right, bottom = hand.screen.free_rect()
    assert left < x < right and top < y < bottom, "the model is in view"
    spot, panel = led[-1]
    assert panel == grid.upper and abs(spot[0] - x) < 5 and abs(spot[1] - y) < 40
    assert describe_question(game.state)
    hand.click(f"use {ability} {bearer}")
    assert game.turns[-1].action == act.Use(player=1, ability=ability, model=bearer)


@pytest.mark.slow
def test_from_home_the_whole_table_is_seen_between_the_panels(play):
    hand = play(played_to(skirmish(), charging), {2: "recruit"})
    left, top, right, bottom = hand.screen.whole_table_rect()
    for key in ("", "t", "h"):  # from the start, too
        if key:
            hand.key(key)
        corners = [hand.spot((x, y)) for x in (0, 30) for y in (0, 30)]
        xs, ys = zip(*corners, strict=True)
        assert left <= min(xs) and max(xs) <= right and top <= min(ys) and max(ys) <= bottom
        assert max(xs) - min(xs) > 0.8 * (right - left) or max(ys) - min(ys) > 0.8 * (bottom - top)


@pytest.mark.slow
def test_the_table_fits_the_window_again_when_its_size_changes_but_a_look_elsewhere_is_kept(play):
    hand = play(played_to(skirmish(), charging), {2: "recruit"})
    screen = hand.screen
    view = hand.window.viewpoint
    for size in ((800, 900), (1200, 500)):
        before = view.orbit
        screen._framed = (size, view.orbit)
        screen.poll()
        assert view.orbit == before and screen._framed == (
            hand.window.render_target.size,
            before,
        ), "fitted anew, to the same size"
    hand.look((10, 10, 0))
    looked = view.orbit
    screen._framed = ((800, 900), screen._framed[1])
    screen.poll()
    assert view.orbit == looked


def test_the_score_says_what_the_mission_asks_for(play):
    hand = play(played_to(skirmish(), charging), {2: "recruit"})
    hand.click("score")
    assert "mission" in hand.window.ui.widget_rects
    for mission in MISSIONS.values():
        words = " ".join(describe_mission_scoring(mission))
        assert all(
            f"{number}" in words
            for o in mission.objectives
            for number in o.worth.rounds
            if not o.portable
        )
    locations = "3 Strategic Locations, secured by any unit: 1, 2 and 3 VP in rounds 1, 2 and 3; gives cover."
    assert locations in describe_mission_scoring(MISSIONS["boiling_point"])


def test_what_is_asked_as_a_turn_begins_is_shown_at_its_first_step():
    marauders = "1.marauder.1", "2.marauder.1"
    at = {marauders[0]: (10, 10), marauders[1]: (30, 30)}
    game = at_step(
        begun(["marauder"], ["marauder"], at=at, arc=dict.fromkeys(marauders, 1), tokens=marauders),
        "draw",
        player=2,
    )
    assert asks(game) == "Reaction" and game.state.phase == 9 and current_step(game.state) == 1
    game.apply(act.Pass(player=1))
    assert current_step(game.state) == game.state.phase == 2


def test_two_people_look_each_from_their_own_edge_and_no_hand_is_seen_in_between(play):
    game = played_to(skirmish(), lambda g: g.state.round and asks(g) == "ChargingQuestion")
    hand = play(game)
    sides = {}
    for _ in range(2):
        assert "sit down" in hand.window.ui.widget_rects and hand.screen.session.viewer is None
        assert not any(mark.startswith("card ") for mark in hand.window.ui.widget_rects)
        hand.click("sit down")
        sides[hand.screen.session.seated_player] = hand.window.viewpoint.orbit.turn
        seat = hand.screen.session.seated_player
        bot = BOTS["recruit"](seat)
        while not hand.screen.session.next_person:
            assert hand.screen.controller.apply_action(bot.choose(game.view(game.to_act)))
        hand.fake.step(3)
        assert game.to_act == 3 - seat
    assert set(sides) == {1, 2} and abs(sides[1] - sides[2]) == 180.0
