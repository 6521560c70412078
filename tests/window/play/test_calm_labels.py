"""Only models that matter have names over the table; the others have small marks, and nothing moves under the mouse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from tests.screens.drawn_words import words_drawn
from tests.screens.fake_input import FakeInput
from tests.screens.play_games import played_to, skirmish
from tests.screens.readme_pictures import has_a_target
from tests.screens.unseen_window import unseen_window
from tests.window.play.test_play_screen import Driver
from wc3d.presentation.icons import ICONS
from wc3d.ui.overlays import OddsText, format_chances
from wc3d.ui.play_session import PlaySession
from wc3d.window.play.game.screen import PlayScreen
from wc3d.window.play.game.table_labels import named_models
from wc3d.window.play.label_plates import MARK_LINE_PX
from wc3d.window.shell.settings import DisplaySettings, Settings
from wc3d.window.shell.tag_layout import Rect

MARK_HEIGHT_PX = MARK_LINE_PX + 4.0
"""The height of a mark with its frame."""


@pytest.fixture(scope="module")
def shared() -> Iterator[FakeInput]:
    with unseen_window() as hand:
        yield hand


@pytest.fixture
def hand(shared: FakeInput) -> Iterator[Driver]:
    """A game in its middle; the acting unit, which is selected, has targets."""
    game = played_to(skirmish(), has_a_target)
    shared.window.show_screen(PlayScreen(PlaySession(game, {2: "recruit"})))
    shared.step(3)
    yield Driver(shared)
    screen: Any = shared.window.screen
    screen.session.close()
    shared.window.settings = Settings(display=DisplaySettings(quality="low", pace=0.0))


def redraw(hand: Driver) -> None:
    hand.window.request_redraw(3)
    hand.fake.step(3)


def labels(hand: Driver) -> Mapping[str, Rect]:
    redraw(hand)
    return {
        name.removeprefix("badge "): rect
        for name, rect in hand.window.ui.widget_rects.items()
        if name.startswith("badge ")
    }


def height(rect: Rect) -> float:
    return rect[3] - rect[1]


def area(rect: Rect) -> float:
    return (rect[2] - rect[0]) * height(rect)


def use_names(hand: Driver, names: str) -> None:
    display = DisplaySettings(quality="low", pace=0.0).model_copy(update={"names": names})
    hand.window.settings = Settings(display=display)


def named_ids(hand: Driver) -> set[str]:
    """The models that may have more than a mark."""
    screen = hand.screen
    odds = screen.play_panels.hints.target_odds(screen.attention)
    ids = {screen.controller.selected_model, screen.play_panels.question_model(), *odds}
    return {id for id in ids if id is not None}


def test_only_the_selected_model_and_targets_have_more_than_a_mark(
    hand: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = labels(hand)
    large = {id for id, rect in sizes.items() if height(rect) > MARK_HEIGHT_PX}
    assert large and large == named_ids(hand) & {*sizes}
    assert {*sizes} == large, "while a target is chosen, no other model has a mark"
    selected = hand.screen.controller.selected_model
    assert height(sizes[selected]) > 1.5 * MARK_HEIGHT_PX
    use_names(hand, "all")
    all_sizes = labels(hand)
    use_names(hand, "needed")
    monkeypatch.setattr(type(hand.screen.controller), "highlighted_targets", lambda self: {})
    calm_sizes = labels(hand)
    marks = {*calm_sizes} & {*all_sizes} - large
    assert len(marks) >= 2 and all(area(calm_sizes[id]) < area(all_sizes[id]) for id in marks)


def test_a_hovered_model_shows_its_name_and_no_other_label_moves(
    hand: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = dict(labels(hand))
    ids = {body.id for body in hand.screen.controller.state.table.bodies}
    id = min(id for id in ids - named_ids(hand) - {*hand.screen.controller.highlighted_targets()})
    hand.screen.hovered_id = id
    drawn = words_drawn(monkeypatch)
    after = dict(labels(hand))
    state = hand.screen.controller.state
    label = next(one for one in hand.screen.rules.display.labels(state) if one.id == id)
    assert (label.title or label.name) in drawn
    assert height(after[id]) > MARK_HEIGHT_PX
    assert {k: v for k, v in after.items() if k != id} == {
        k: v for k, v in before.items() if k != id
    }
    hand.screen.hovered_id = None
    assert dict(labels(hand)) == before


def test_the_chances_against_a_target_stand_in_its_own_label(hand: Driver) -> None:
    screen = hand.screen
    hints = screen.play_panels.hints
    odds = hints.target_odds(screen.attention)
    assert odds and {*odds} <= {*labels(hand)}

    def has_odds(words_of: OddsText | None) -> bool:
        tags = hints.table_tags(screen.attention, 0.0, words_of)
        return any(ICONS["skull"] in tag.words for tag in tags)

    assert not has_odds(None) and has_odds(lambda _, chances: format_chances(chances))
    few = named_models(screen, hints)
    assert dict(few.odds) == {id: format_chances(chances) for id, chances in odds.items()}
    with_odds = labels(hand)
    screen.hovered_id = next(iter(odds))  # its preview takes the place of all chances
    assert not hints.target_odds(screen.attention)
    target = next(iter(odds))
    assert height(labels(hand)[target]) > height(with_odds[target])


def test_a_model_behind_a_panel_has_no_mark(hand: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(hand.screen.controller), "highlighted_targets", lambda self: {})
    window = hand.window
    usual = window.viewpoint.orbit

    def marks() -> set[str]:
        return {id for id, rect in labels(hand).items() if height(rect) <= MARK_HEIGHT_PX}

    def is_free(id: str) -> bool:
        label = next(
            one
            for one in hand.screen.rules.display.labels(hand.screen.controller.state)
            if one.id == id
        )
        x, y = window.project_to_pixel(label.at)
        left, top, right, bottom = hand.screen.free_rect()
        return bool(left <= x <= right and top <= y <= bottom)

    seen = marks()
    x, y, z = usual.target
    window.viewpoint.orbit = replace(usual, target=(x - 14.0, y, z))
    window.aim_camera()
    moved = marks()
    hidden = {id for id in seen if not is_free(id)}
    window.viewpoint.orbit = usual
    window.aim_camera()
    assert hidden and not hidden & moved


def test_a_fresh_model_that_does_not_matter_now_has_no_mark(hand: Driver) -> None:
    """The rim of its base shows the side."""
    shown = labels(hand)
    state = hand.screen.controller.state
    fresh = [
        one.id
        for one in hand.screen.rules.display.labels(state)
        if one.health == one.boxes
        and not one.signs
        and not (one.shows_unit_signs and (one.points or one.is_done))
        and not (one.shows_unit_signs and len(set(one.remaining_and_total)) > 1)
        and one.id not in named_ids(hand)
    ]
    assert fresh and not {*fresh} & {*shown}
