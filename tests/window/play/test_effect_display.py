"""Effects in the window: drawn while something happens, nothing at rest, fades alone when motion is reduced."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.games import CASES, Case
from tests.screens.fake_input import FakeInput
from wc3d.animation.effects import impact_delay_s
from wc3d.animation.queue import DICE_LINGER_S
from wc3d.animation.remains import STAIN_S, WRECK_S, remains_of
from wc3d.animation.steps import AnimationKind, AnimationStep
from wc3d.bots.random_player import RandomPlayer
from wc3d.panda.effects import apply_pose
from wc3d.scene.attack_places import posed_point
from wc3d.scene.model_poses import ModelPose
from wc3d.ui.play_session import PlaySession
from wc3d.window.play.animation_panels import strip_content_of
from wc3d.window.play.effect_display import find_clear_shift
from wc3d.window.play.game.screen import PlayScreen
from wc3d.window.shell.settings import DisplaySettings, Settings
from wc3d.window.shell.window import Window

CASE: Case = next(case for case in CASES if case.id == "neo_mechanika")
SEED, BEFORE, ACTIONS, WATCHED = 1, 190, 30, 3
"""A game at random, the actions before the window, the most in it, and those with an attack that are watched."""


class Clock:
    """A time that tests turn on."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture(scope="module")
def shared() -> Iterator[FakeInput]:
    window = Window(
        PlayScreen(PlaySession(CASE.new(3))), offscreen=True, size=(640, 400), settings=usual()
    )
    window.render.hide()  # nobody looks at the board
    yield FakeInput(window)
    window.close()


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WC3D_CONFIG", str(tmp_path / "config"))


def usual(**display: Any) -> Settings:
    return Settings(display=DisplaySettings(quality="low", tour=False, **display))


class Player:
    """A game of two random players in the window, with a clock that is turned on by hand."""

    def __init__(self, fake: FakeInput, monkeypatch: pytest.MonkeyPatch, **display: Any) -> None:
        self.fake = fake
        self.window = fake.window
        self.window.settings = usual(**display)
        self.clock = Clock()
        self.game = CASE.new(SEED)
        self.players = {p: RandomPlayer(f"{SEED}/{p}") for p in (1, 2)}
        for _ in range(BEFORE):
            self.game.apply(self.choose())
        monkeypatch.setattr(PlaySession, "_poll_bots", lambda session: False)
        self.session = PlaySession(self.game, {1: "random", 2: "random"})
        self.session.animation.now = self.clock
        monkeypatch.setattr(self.session.bot_process, "start", lambda: None)
        self.screen: Any = PlayScreen(self.session)
        self.window.show_screen(self.screen)
        fake.step(2)

    def choose(self) -> Any:
        mover = self.game.to_act
        assert mover is not None
        return self.players[mover].choose(self.game.view(mover))

    def attacks(self) -> Iterator[None]:
        """Play on; stop at the beginning of some actions in which somebody is attacked or hurt."""
        watched = 0
        for _ in range(ACTIONS):
            if watched == WATCHED:
                return
            self.session._do(self.choose())
            steps = self.session.animation.remaining_steps
            if any(step.kind is AnimationKind.AIM for step in steps):
                watched += 1
                yield
            self.session.skip_to_present()

    def look(self, seconds: float = 0.15) -> None:
        self.clock.time += seconds
        self.session.poll()
        self.window.request_redraw()
        self.fake.step()

    @property
    def nodes(self) -> Any:
        return self.screen.effect_display._nodes

    @property
    def is_empty(self) -> bool:
        return self.nodes is None or self.nodes.is_empty

    def drawings_at_rest(self, steps: int) -> int:
        """The pictures drawn in some steps in which nothing happens but time goes on."""
        self.session.stop_reason = "nobody thinks"
        self.fake.rest()
        count = 0
        for _ in range(steps):
            self.clock.time += 0.2
            fresh = self.window._fresh
            self.fake.step()
            count += self.window._fresh > 0 or fresh > 0
        return count


def test_effects_are_drawn_and_gone_after_it_and_nothing_is_drawn_at_rest(
    shared: FakeInput, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(shared, monkeypatch)
    seen = set()
    numbers = nudged = 0
    for _ in player.attacks():
        while player.session.animation.is_busy:
            player.look()
            if player.session.animation.effects:
                assert not player.is_empty
            seen |= {effect.kind for effect, _ in player.session.animation.effects}
            rects = player.window.ui.widget_rects
            low, high = player.screen.grid.table[1], player.screen.grid.table[3]
            rises = [rect for name, rect in rects.items() if name.startswith("damage ")]
            assert all(low <= rect[1] < high for rect in rises)
            numbers += any(name.startswith("damage ") for name in player.window.ui.widget_rects)
            nudged += player.window.viewpoint.nudge != (0.0, 0.0)
    assert len(seen) > 4 and numbers and nudged
    assert any(w.name == "numbers" for w in player.window.ui.context.windows), "over the labels"
    player.look(max(DICE_LINGER_S, STAIN_S) + 0.1)
    player.look()
    assert player.is_empty and player.window.viewpoint.nudge == (0.0, 0.0)
    assert not player.screen.poses()
    assert player.drawings_at_rest(20) == 0
    player.session.close()


def test_dice_lie_on_the_rim_as_they_were_rolled_and_go_away(
    shared: FakeInput, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(shared, monkeypatch)
    rolled = 0
    for _ in player.attacks():
        while (step := player.session.animation.current_step) is not None:
            player.look()
            faces = [f for roll in player.session.animation.rolls for _, g in roll.dice for f in g]
            if step.kind is AnimationKind.DICE:
                rolled += bool(faces)
            assert len(player.nodes._dice if player.nodes is not None else ()) == len(faces)
    assert rolled
    player.look(DICE_LINGER_S + 0.1)
    player.look()
    assert not player.nodes._dice
    player.session.close()


def test_the_outcome_of_a_shot_is_told_as_the_shot_strikes(
    shared: FakeInput, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(shared, monkeypatch)
    animation = player.session.animation
    told = {False: 0, True: 0}
    for _ in player.attacks():
        while (step := animation.current_step) is not None:
            player.look()
            if animation.current_step is not step or not (step.fires and step.words):
                continue
            has_struck = animation.step_seconds >= impact_delay_s(step)
            assert strip_content_of(animation).outcome == (step.words if has_struck else "")
            told[has_struck] += 1
    assert all(told.values())
    player.session.close()


@pytest.mark.parametrize("skip", ["skip_one_step", "skip_to_present"])
def test_the_skip_keys_end_every_effect_at_once(
    shared: FakeInput, monkeypatch: pytest.MonkeyPatch, skip: str
) -> None:
    player = Player(shared, monkeypatch)
    skipped = 0
    for _ in player.attacks():
        while player.session.animation.is_busy and not player.session.animation.effects:
            player.look()
        while player.session.animation.is_busy:
            getattr(player.session, skip)()
            skipped += 1
        player.fake.step()
        assert player.nodes is None or player.nodes._shapes is None
        assert not player.session.animation.damage_numbers and not player.screen.poses()
    assert skipped >= WATCHED
    player.session.close()


def test_with_reduced_motion_models_fade_and_nothing_flies(
    shared: FakeInput, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(shared, monkeypatch, motion="reduced")
    faded = 0
    keys: dict[int, set[Any]] = {}
    for _ in player.attacks():
        while player.session.animation.is_busy:
            player.look()
            assert not player.session.animation.effects
            assert player.nodes is None or player.nodes._shapes is None
            assert player.window.viewpoint.nudge == (0.0, 0.0)
            assert not player.session.animation.tumbling_rolls
            step = player.session.animation.current_step
            if step is not None:
                keys.setdefault(id(step), set()).add(player.screen.animation_key())
            for pose in player.screen.poses().values():
                assert pose == ModelPose(alpha=pose.alpha)
                faded += pose.alpha < 1
    assert faded and all(len(drawn) == 1 for drawn in keys.values()), "lines do not grow"
    player.session.close()


def test_the_camera_keeps_still_if_the_player_wants(
    shared: FakeInput, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(shared, monkeypatch, camera_nudge=False)
    for _ in player.attacks():
        while player.session.animation.is_busy:
            player.look()
            assert player.window.viewpoint.nudge == (0.0, 0.0)
    player.session.close()


def test_models_breathe_only_if_the_player_wants(
    shared: FakeInput, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not DisplaySettings().idle_motion
    player = Player(shared, monkeypatch, idle_motion=True)
    player.session.skip_to_present()
    player.look()
    before = player.screen.poses()
    ids = {body.id for body in player.screen.table.bodies}
    assert set(before) == ids and len({pose.stretch for pose in before.values()}) > 1
    board = player.window.board
    assert board is not None
    redraws: list[int] = []
    monkeypatch.setattr(board, "redraw_shadow", lambda: redraws.append(1))
    player.look(0.3)
    assert player.screen.poses() != before and not redraws, "shadows stay as they are"
    player.window.settings = usual(idle_motion=True, motion="reduced")
    player.look(0.3)
    assert not player.screen.poses()
    player.session.close()


def test_a_pose_is_applied_and_taken_back(
    shared: FakeInput, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(shared, monkeypatch)
    board = player.window.board
    assert board is not None
    body = player.screen.table.bodies[0]
    node = board.node_by_body[body.id]
    state = node.get_net_state()
    apply_pose(node, body.at, 30.0, ModelPose(lean=90.0, toward=-90.0, alpha=0.5))
    up = board.root.get_relative_vector(node, (0, 0, 1))
    assert tuple(up) == pytest.approx((1.0, 0.0, 0.0), abs=1e-5), "the head points east"
    assert node.get_net_state() != state
    assert all(contact.node().is_overall_hidden() for contact in node.find_all_matches("contact"))
    pose = ModelPose(lean=40.0, toward=70.0, twist=25.0, shift=(0.1, 0.2, 0.3), stretch=0.8)
    apply_pose(node, body.at, 30.0, pose)
    seen = board.root.get_relative_point(node, (0.3, 0.9, 1.4))
    assert tuple(seen) == pytest.approx(posed_point(body.at, 30.0, pose, (0.3, 0.9, 1.4)), abs=1e-4)
    apply_pose(node, body.at, 30.0, ModelPose(shade=0.5))
    assert node.get_color_scale()[0] == pytest.approx(0.5), "charred"
    apply_pose(node, body.at, 30.0, ModelPose(glow=2.0))
    assert node.get_color_scale()[0] == pytest.approx(3.0), "lit by a flash"
    apply_pose(node, body.at, 30.0, ModelPose(shift=(0.2, 0.0, 0.0), size=0.5, stretch=2.0))
    assert node.get_x() == pytest.approx(body.at[0] + 0.2)
    assert tuple(node.get_scale()) == pytest.approx((0.5, 0.5, 1.0))
    apply_pose(node, body.at, 30.0)
    assert node.get_net_state() == state and tuple(node.get_scale()) == (1, 1, 1)
    assert not any(
        contact.node().is_overall_hidden() for contact in node.find_all_matches("contact")
    )
    assert node.get_h() == pytest.approx(30.0) and node.get_p() == node.get_r() == 0
    player.session.close()


def test_a_word_is_moved_off_the_plates_near_it_and_no_farther_than_needed() -> None:
    word = (100.0, 100.0, 180.0, 130.0)
    assert find_clear_shift(word, [(300.0, 100.0, 340.0, 120.0)]) == (0.0, 0.0)
    across, up = find_clear_shift(word, [(60.0, 110.0, 110.0, 128.0)])
    assert 10.0 <= across <= 16.0 and up == 0.0, "off the plate at its left end"
    across, up = find_clear_shift(word, [(90.0, 122.0, 190.0, 140.0)])
    assert across == 0.0 and -14.0 <= up <= -8.0, "off the plate below it"
    everywhere = [(0.0, 0.0, 1000.0, 1000.0)]
    assert find_clear_shift(word, everywhere) == (0.0, 0.0)


def find_fall(player: Player) -> AnimationStep:
    """Play on in the window until somebody falls who leaves a wreck."""
    animation = player.session.animation
    for _ in range(ACTIONS):
        player.session._do(player.choose())
        for step in animation.remaining_steps:
            if any(remains_of(step, 0.0)):
                while animation.current_step is not step:
                    player.look(0.5)
                return step
        player.session.skip_to_present()
    raise AssertionError("nobody falls")


def test_a_wreck_and_a_stain_stay_where_a_model_fell_and_cost_nothing_at_rest(
    shared: FakeInput, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(shared, monkeypatch)
    step = find_fall(player)
    (id,) = step.destroyed_models
    body = step.start_table.body(id)
    board = player.window.board
    assert board is not None
    player.look()
    figure = board.node_by_body[id]
    assert not figure.get_children() and set(player.nodes._wrecks) == {id}, "its parts are shown"
    while player.session.animation.current_step is step:
        player.look()
    player.look()
    assert id not in board.node_by_body and set(player.nodes._wrecks) == {id}
    wreck = player.nodes._wrecks[id]
    trunk = wreck._trunk
    assert not trunk.node().is_overall_hidden() and trunk.get_color_scale()[0] < 0.7
    assert wreck._base.node().is_overall_hidden(), "its base has faded"
    assert hypot(*(trunk.get_pos() - body.at).xy) < 2 * body.radius
    (stain,) = player.nodes._stains
    assert tuple(stain.get_pos())[:2] == pytest.approx(body.at[:2])
    player.session.skip_to_present()
    player.look(0.3)
    clock = player.clock.time
    assert player.drawings_at_rest(5) == 0, "nothing changes while they lie there"
    player.clock.time = clock + WRECK_S
    player.look()
    assert not player.nodes._wrecks and player.nodes._stains
    player.look(STAIN_S)
    assert player.is_empty and player.drawings_at_rest(5) == 0
    player.session.close()


def test_a_figure_stands_again_if_its_fall_is_left_out(
    shared: FakeInput, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(shared, monkeypatch)
    step = find_fall(player)
    (id,) = step.destroyed_models
    board = player.window.board
    assert board is not None
    player.look()
    figure = board.node_by_body[id]
    assert not figure.get_children()
    player.nodes.show_wrecks({})
    assert figure.get_children() and not player.nodes._wrecks
    player.session.close()
