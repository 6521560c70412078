"""What happens in a game at the window is shown in order: nothing of it in any panel or on the board before its turn."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import cos, hypot, radians, sin
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.games import CASES, Case
from tests.screens.drawn_words import words_drawn
from tests.screens.fake_input import FakeInput
from tests.screens.play_games import Notes
from wc3d.animation.effects import impact_delay_s
from wc3d.animation.headings import TURN_S, aim_heading
from wc3d.animation.sounds import VICTORY_SOUND, YOUR_MOVE_SOUND, choose_sound, impact_sound
from wc3d.animation.steps import TUMBLE_S, AnimationKind, AnimationStep
from wc3d.bots.random_player import RandomPlayer
from wc3d.engine.game import Game
from wc3d.presentation.attack_kinds import AttackKind
from wc3d.scene.model_poses import UPRIGHT
from wc3d.ui.controller import GameController
from wc3d.ui.game_log import GameLog
from wc3d.ui.play_session import PlaySession
from wc3d.window.layout.model_boxes import model_boxes
from wc3d.window.play.animation_panels import StripContent
from wc3d.window.play.game.screen import PlayScreen
from wc3d.window.shell.settings import DisplaySettings, Settings
from wc3d.window.shell.sounds import SOUND_NAMES
from wc3d.window.shell.window import Window

ACTIONS = 30
"""So many of a game's actions are played in the window."""
BEFORE, USUAL = {"discs": 4, "neo_mechanika": 60}, 20
"""After so many actions of a game something is worth being watched."""


class Clock:
    """A time that tests turn on."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture(scope="module")
def shared() -> Iterator[FakeInput]:
    """One window for all tests here: Panda allows one at a time."""
    window = Window(
        PlayScreen(PlaySession(CASES[0].new(3))), offscreen=True, size=(1024, 576), settings=usual()
    )
    window.render.hide()  # nobody looks at the board
    yield FakeInput(window)
    window.close()


def usual() -> Settings:
    return Settings(display=DisplaySettings(quality="low", pace=1.0, tour=False))


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WC3D_CONFIG", str(tmp_path / "config"))


class Watcher:
    """Two bots' game in the window, a person's eyes on it, and a clock that is turned on by hand."""

    def __init__(self, fake: FakeInput, case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
        self.case = case
        self.fake = fake
        self.window = fake.window
        self.clock = Clock()
        self.players = {p: RandomPlayer(f"{case.seed}/{p}") for p in (1, 2)}
        self.game: Game = case.new(case.seed)
        for _ in range(BEFORE.get(case.id, USUAL)):
            self.game.apply(self.chosen())
        self.begun = len(self.game.turns)
        monkeypatch.setattr(PlaySession, "_poll_bots", lambda session: False)
        self.window.settings = usual()
        self.session = PlaySession(self.game, {1: "random", 2: "random"})
        self.session.animation.now = self.clock
        monkeypatch.setattr(self.session.bot_process, "start", lambda: None)
        self.window.show_screen(PlayScreen(self.session))
        fake.step(2)
        self.screen: Any = self.window.screen

    def chosen(self) -> Any:
        mover = self.game.to_act
        assert mover is not None
        return self.players[mover].choose(self.game.view(mover))

    def act(self) -> None:
        self.session._do(self.chosen())

    def look(self) -> None:
        """A picture more, an eighth of a second later."""
        self.clock.time += 0.125
        self.window.request_redraw()
        self.fake.step()


@pytest.fixture(params=CASES, ids=str)
def watcher(
    shared: FakeInput, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Watcher]:
    made = Watcher(shared, request.param, monkeypatch)
    yield made
    made.session.close()


def test_the_harm_of_a_shot_is_heard_once_it_has_arrived(
    watcher: Watcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    monkeypatch.setattr(watcher.window, "play_sound", heard.append)
    shot = AnimationStep(
        AnimationKind.HEALTH,
        1.0,
        1,
        0,
        watcher.case.rules,
        watcher.game.state,
        attack_kind=AttackKind.EXPLOSIVE,
        fires=True,
    )
    watcher.screen._impact_sound = impact_sound(shot)
    for seconds in (0.1, 0.35, 0.45, 0.8):
        watcher.screen._play_impact(seconds, shot)
        assert heard == (["hit"] if seconds > 0.4 else [])


def test_moments_are_heard_as_they_begin(watcher: Watcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each with its own sound, once, and a sound of its own when somebody else is asked: all of them exist."""
    heard: list[str] = []
    monkeypatch.setattr(watcher.window, "play_sound", heard.append)
    watcher.fake.step()
    asked = None
    for _ in range(ACTIONS):
        if watcher.game.over:
            break
        watcher.act()
        expected = []
        last = None
        while (step := watcher.session.animation.current_step) is not None:
            if step is not last:
                expected.append(choose_sound(step))
            last = step
            heard_before = len(heard)
            watcher.look()
            watcher.clock.time += 2.0
            watcher.session.poll()
            assert len(heard) <= heard_before + 1
        watcher.look()
        now = watcher.game.to_act
        if last is not None:
            expected.append(
                (VICTORY_SOUND if now is None else YOUR_MOVE_SOUND)
                if asked not in (None, now)
                else ""
            )
            asked = now
        assert heard == [name for name in expected if name]
        assert set(heard) <= set(SOUND_NAMES)
        heard.clear()


def test_no_picture_shows_anything_before_its_event(
    watcher: Watcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every picture of a part of a game: the state of all panels, the log, the models, the dice and the words."""
    game = watcher.game
    session = watcher.session
    rules = watcher.case.rules
    drawn = words_drawn(monkeypatch)
    pictures = 0
    kinds = set()
    for _ in range(ACTIONS):
        if game.over:
            break
        watcher.act()
        turn = game.turns[-1]
        log = GameLog(rules, game.start, None)
        log.add_events(game.opening[1], 0)
        for done, before in enumerate(game.turns[:-1], 1):
            log.add_events(before.events, done)
        state = turn.state_before
        told = 0
        pictures_before = pictures
        while session.animation.is_busy:
            step = session.animation.current_step
            assert step is not None
            for event in turn.events[told : step.events_shown]:
                log.add_events((event,), len(game.turns))
                state = event.evolve(state)
                told = told + 1
            known = rules.play.seen_by(state, None)
            drawn.clear()
            watcher.window.ui.widget_rects.clear()
            watcher.window.request_redraw()
            watcher.fake.step()
            pictures += 1
            kinds.add(step.kind)
            check_picture(watcher, step, known, log, drawn)
            watcher.clock.time += 0.4
            session.poll()
        assert pictures > pictures_before or not session.animation.remaining_steps
        assert rules.play.digest(session.state) == rules.play.digest(game.view(None).state)
    assert pictures > 12 and AnimationKind.MOVE in kinds
    assert AnimationKind.DICE in kinds or watcher.case.id != "neo_mechanika"


def check_picture(watcher: Watcher, step: Any, known: Any, log: GameLog, drawn: list[str]) -> None:
    """One picture tells what had happened when its beat began, and no more."""
    rules = watcher.case.rules
    screen = watcher.screen
    session = watcher.session
    assert rules.play.digest(screen.controller.state) == rules.play.digest(known)
    assert [line.words for line in session.log.lines] == [line.words for line in log.lines]
    assert session.person_to_act == 0 and not session.offers
    there = {body.id: body.at for body in rules.queries.table(known).bodies}
    shown = watcher.window.board
    assert shown is not None and set(shown.node_by_body) == set(there)
    for id, at in there.items():
        if id not in step.tracks:
            shift = screen.poses().get(id, UPRIGHT).shift
            place = [a + b for a, b in zip(at, shift, strict=True)]
            assert tuple(shown.node_by_body[id].get_pos()) == pytest.approx(place, abs=1e-4)
            radius = rules.queries.table(known).body(id).radius
            assert hypot(*shift) < (1.5 * radius if id in step.destroyed_models else 0.5)
    has_struck = watcher.session.animation.step_seconds >= impact_delay_s(step)
    is_told = bool(step.words and has_struck)
    assert ("outcome" in watcher.window.ui.widget_rects) == is_told
    assert step.sentence in drawn or not step.sentence
    later = [line.words.strip() for line in session.log.lines]
    for words in drawn:  # whatever looks like a line of the log is one that has been told
        if "against" in words and len(words) > 40:
            assert words.strip() in later or words == step.sentence


def test_attackers_face_their_targets_and_facings_of_the_rules_stay(watcher: Watcher) -> None:
    """Who attacks turns before it does and looks there until it moves, and where facing is a rule nobody turns."""
    aimed: dict[str, tuple[Any, float]] = {}
    attacks = kept = 0
    for _ in range(5 * ACTIONS):
        if watcher.game.over or attacks == 3:
            break
        watcher.act()
        steps = watcher.session.animation.remaining_steps
        if not any(step.kind is AnimationKind.AIM for step in steps):
            watcher.session.skip_to_present()
            continue
        attacks += 1
        while (step := watcher.session.animation.current_step) is not None:
            watcher.look()
            if step is not watcher.session.animation.current_step:
                continue
            shown = dict(watcher.screen.facings())
            facings = watcher.case.rules.display.facings(watcher.session.animation.state)
            moving = set(step.tracks)
            at = {body.id: body.at for body in step.start_table.bodies}
            for body in step.start_table.bodies:
                if body.facing is not None and body.id not in moving:
                    assert shown[body.id] == facings[body.id]
            heading = aim_heading(step)
            is_turned = watcher.session.animation.step_seconds > TURN_S
            if heading is not None and (is_turned or step.kind is not AnimationKind.AIM):
                assert shown[step.attacker] == pytest.approx(heading)
                aimed[step.attacker] = at[step.attacker], heading
                board = watcher.window.board
                assert board is not None
                node = board.node_by_body[step.attacker]
                ahead = board.root.get_relative_vector(node, (0, 1, 0))
                twist = watcher.screen.poses().get(step.attacker, UPRIGHT).twist
                way = radians(heading + twist)
                assert (ahead[0], ahead[1]) == pytest.approx((-sin(way), cos(way)), abs=0.3)
        looks = watcher.screen.facings()
        for body in watcher.session.animation.table.bodies:
            if body.id in aimed and body.at == aimed[body.id][0]:
                assert looks[body.id] == pytest.approx(aimed[body.id][1]), "still"
                kept += 1
    assert kept or watcher.case.id != "neo_mechanika"


def test_with_the_staging_off_the_game_its_hashes_and_its_file_are_the_same(tmp_path: Path) -> None:
    for case in CASES:
        files = []
        digests = []
        for speed in (0.0, 1.0):
            game = case.new(case.seed)
            path = tmp_path / f"{case.id}-{speed}.jsonl"
            session = PlaySession(game, {1: "random", 2: "random"}, path=path)
            session.animation.set_speed(speed)
            players = {p: RandomPlayer(f"{case.seed}/{p}") for p in (1, 2)}
            for number in range(60):
                if game.to_act is None:
                    break
                session._do(players[game.to_act].choose(game.view(game.to_act)))
                if number % 7 == 0:
                    session.skip_one_step()
            assert session.animation.is_busy == bool(speed) or game.over
            session.skip_to_present()
            session.close()
            digests.append((game.digest(), [line.words for line in session.log.lines]))
            files.append(path.read_bytes())
        assert digests[0] == digests[1] and files[0] == files[1]


def test_a_key_goes_on_and_another_shows_all(watcher: Watcher) -> None:
    session = watcher.session
    fake = watcher.fake
    for _ in range(5):
        watcher.act()
    fake.step(2)
    left = len(session.animation.remaining_steps)
    assert left and "go on" in watcher.window.ui.widget_rects
    fake.key("space")
    assert len(session.animation.remaining_steps) < left
    fake.key("enter")
    assert not session.animation.is_busy and len(watcher.game.turns) == watcher.begun + 5


def test_a_person_who_acts_waits_for_nothing(shared: FakeInput) -> None:
    for case in CASES:
        game = case.new(case.seed)
        session = PlaySession(game)
        rng = random.Random(3)
        session.animation.set_speed(0.5)
        hand = GameController(session, Notes())
        for _ in range(25):
            if session.next_person:
                session.confirm_handover()
                hand.sync()
            mover = game.to_act
            if mover is None:
                break
            before = len(game.turns)
            assert hand.apply_action(RandomPlayer(str(rng.random())).choose(game.view(mover)))
            assert len(game.turns) == before + 1
            assert session.person_to_act == 0 or not session.animation.is_busy
        session.skip_to_present()
        assert case.rules.play.digest(session.animation.state) == game.digest()


def test_at_rest_nothing_is_drawn_and_the_speed_is_kept_in_the_settings(
    watcher: Watcher, tmp_path: Path
) -> None:
    watcher.act()
    while watcher.session.animation.is_busy:
        watcher.look()
    watcher.clock.time += 10.0
    watcher.session.stop_reason = "no bot thinks any more"
    watcher.fake.rest()
    assert not watcher.screen.animation.poll() and not watcher.screen.update_animation()
    watcher.screen.set_animation_speed(4.0)
    assert watcher.session.animation.speed == 4.0 and watcher.window.settings.display.pace == 4.0
    assert "pace = 4" in (tmp_path / "config" / "settings.toml").read_text()


def test_the_camera_goes_to_what_is_out_of_sight_and_waits_for_nobody_else(
    watcher: Watcher,
) -> None:
    view = watcher.window.viewpoint
    staging = watcher.session.animation
    view.center_on((0.0, 0.0, 0.0), 8.0)
    watcher.window.aim_camera()
    before = view.orbit
    for _ in range(60):
        if watcher.game.over or any(step.places or step.tracks for step in staging.remaining_steps):
            break
        watcher.session.skip_to_present()
        watcher.act()
    while staging.current_step is not None and not (
        staging.current_step.places or staging.current_step.tracks
    ):
        watcher.clock.time += 0.4
        watcher.session.poll()
    watcher.look()
    assert staging.step_progress == 0.0, "the moment waits until the camera is there"
    for _ in range(12):
        watcher.look()
    assert view.orbit.target != before.target


@pytest.mark.parametrize(
    "watcher", [case for case in CASES if case.id != "discs"], ids=str, indirect=True
)
def test_a_total_of_dice_is_whole_in_the_first_picture_that_shows_it(watcher: Watcher) -> None:
    """A slow machine draws no second one: the dice's panel is as wide while they tumble as with the total."""
    staging = watcher.session.animation
    step = None
    while step is None or step.kind is not AnimationKind.DICE or not step.rolls[-1].total:
        if staging.is_busy:
            staging._next_step()
        else:
            watcher.act()
        step = staging.current_step
    for _ in range(3):
        watcher.window.request_redraw()
        watcher.fake.step()
    left, _, right, _ = watcher.window.ui.widget_rects["dice"]
    assert staging.tumbling_rolls
    glide = watcher.screen._glide  # the moment waits for a camera that moves to it
    watcher.clock.time += TUMBLE_S + 0.05 + (0.0 if glide is None else glide.duration_s)
    for _ in range(3):
        watcher.window.request_redraw()
        watcher.fake.step()
    assert not staging.tumbling_rolls and staging.current_step is step
    shown = watcher.window.ui.widget_rects["dice"]
    assert shown[2] - shown[0] == right - left


@pytest.mark.parametrize(
    "watcher", [case for case in CASES if case.id == "neo_mechanika"], ids=str, indirect=True
)
def test_dice_and_caption_lie_in_the_strip_and_cover_no_target(watcher: Watcher) -> None:
    staging = watcher.session.animation
    count = 0
    for _ in range(ACTIONS):
        if watcher.game.over:
            break
        watcher.act()
        while (step := staging.current_step) is not None:
            watcher.look()
            rects = watcher.window.ui.widget_rects
            strip = watcher.screen.grid.strip
            assert all(rects[mark] == strip for mark in ("dice", "story") if mark in rects)
            outcome = rects.get("outcome", strip)
            assert strip[0] <= outcome[0] and outcome[2] <= strip[2]
            assert strip[1] <= outcome[1] and outcome[3] <= strip[3]
            dice = rects.get("dice")
            is_still = watcher.screen._glide is None
            if dice is not None and step.attack is not None and is_still:
                boxes = model_boxes(staging.table.bodies, watcher.window.project_to_pixel)
                x0, y0, x1, y1 = boxes.get(step.beside_model, (-1, -1, -1, -1))
                x, y = (x0 + x1) / 2, (y0 + y1) / 2
                assert not (dice[0] < x < dice[2] and dice[1] < y < dice[3])
                count += 1
            watcher.clock.time += 0.3
            watcher.session.poll()
    assert count


def test_a_caption_of_one_line_follows_a_longer_one_without_its_second_line(
    shared: FakeInput, monkeypatch: pytest.MonkeyPatch
) -> None:
    contents = [
        StripContent("A long sentence about an attack " * 3, "and its reason"),
        StripContent("A short one"),
        StripContent(),
    ]
    texts: list[list[str]] = []
    for content in contents:
        monkeypatch.setattr(
            "wc3d.window.play.game.screen.strip_content_of",
            lambda staging, content=content: content,
        )
        drawn = words_drawn(monkeypatch)
        shared.window.request_redraw(1)
        shared.step(2)
        drawn = list(dict.fromkeys(drawn))  # some frames are drawn twice
        texts.append([words for words in drawn if "sentence" in words or "reason" in words])
        texts[-1] += [words for words in drawn if words == "A short one"]
        monkeypatch.undo()
    assert len(texts[0]) == 2 and texts[1:] == [["A short one"], []]
    assert "strip" not in shared.window.ui.widget_rects
