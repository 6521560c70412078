"""On a seat's page only models that matter have names, and woods show their volumes only while they matter."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.screens.browser import Browser
from tests.screens.play_games import played_to, skirmish
from tests.screens.readme_pictures import has_a_target
from tests.server.hosting import HostedTable, listening
from tests.server.pages.test_page_sessions import place_of, settled
from wc3d import load_map
from wc3d.engine.dice import SeededDice
from wc3d.engine.replay import continue_game
from wc3d.server.pages.board_page import BoardPageController
from wc3d.server.pages.seat_page import SeatController
from wc3d.server.pages.seat_panels import SIDE_MARKS
from wc3d.ui.action_menu import ActionMenu
from wc3d.web.live_scene import LiveScene

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[tuple[HostedTable, str]]:
    """A hosted game in its middle, and the link of the player to act."""
    game = played_to(skirmish(), has_a_target)
    with ExitStack() as stack:
        host = stack.enter_context(listening(tmp_path))
        id, keys = host.registry.create_match(
            continue_game(game, len(game.turns), "game.jsonl", SeededDice(1))
        )
        table = HostedTable(host.registry.load_match(id), keys)
        table.give_dice()
        yield table, str(host.links(id, keys)[1])


def seat_of(table: HostedTable) -> SeatController:
    match = table.match
    state = match.feeds[1].state_seen_at(match.record_length)
    return SeatController(match, 1, LiveScene(match.rules.queries.table(state)))


def test_models_have_marks_unless_they_are_selected_or_in_question(
    hosted: tuple[HostedTable, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = seat_of(hosted[0])
    choosing = {one["of"]: one for one in screen.ground_marks()["labels"] if "of" in one}
    assert len([one for one in choosing.values() if one.get("mark") is False]) >= 4, (
        "while a target is chosen, the others have no mark"
    )
    monkeypatch.setattr(ActionMenu, "attack_targets", lambda menu: {})
    message = screen.screen_message()
    labels = {label["of"]: label for label in message["ground"]["labels"] if "of" in label}
    state = screen.session.state
    named = {screen.controller.selected_model, screen.rules.queries.question_anchor(state)}
    assert {id for id, label in labels.items() if "mark" not in label} == named - {None}
    for label in screen.rules.display.labels(state):
        if label.id not in named:
            has_mark = label.shows_unit_signs or label.signs or label.boxes > 1
            mark = SIDE_MARKS[label.livery.side] if has_mark else ""
            assert labels[label.id]["mark"] == mark
    other = next(id for id in labels if id not in named)
    screen.on_row_click(other)
    labels = {one["of"]: one for one in screen.ground_marks()["labels"] if "of" in one}
    assert "mark" not in labels[screen.controller.selected_model or ""]
    screen.close()


def test_a_page_packs_the_outlines_of_woods_and_names_the_terrain_of_volumes() -> None:
    table = load_map(ROOT / "maps" / "crossroads.json")
    scene: Any = LiveScene(table).scene_data["table"]
    woods = {feature.id for feature in table.features if feature.kind == "forest"}
    assert woods and set(scene["outlines"]) == woods
    assert {mesh["terrain"] for mesh in scene["glass"] if "terrain" in mesh} == woods
    assert {line["terrain"] for line in scene["lines"] if "terrain" in line} == woods
    page = BoardPageController(table, "Board")
    assert page.hover_message()["marks"]["terrain"] == []


@pytest.mark.slow
def test_the_mouse_unfolds_a_name_and_a_volume_and_moves_nothing(
    hosted: tuple[HostedTable, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ActionMenu, "attack_targets", lambda menu: {})  # models have marks
    table, link = hosted
    with Browser(tmp_path / "browser") as browser:
        browser.open(link, 1280, 800)
        browser.wait("document.body.dataset.screens > 0")
        settled(browser, 0)

        def places() -> dict[str, Any]:
            shown = browser.run(
                "seat.view.labels.filter(l => l.of && !l.element.hidden).map(l =>"
                " [l.of, [l.element.style.transform, l.element.textContent]])"
            )
            return dict(shown)

        def point_at(at: tuple[float, float, float], up: float) -> None:
            x, y = place_of(browser, at, up)
            browser.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

        before = places()
        marked = browser.run(
            "seat.view.labels.filter(l => l.mark && !l.element.hidden).map(l => l.of)"
        )
        assert len(marked) >= 4 and all(before[id][1][0] in SIDE_MARKS.values() for id in marked)
        screen = seat_of(table)
        id = next(id for id in marked if screen.rules.queries.owner(screen.session.state, id) == 1)
        body = screen.table.body(id)
        point_at(body.at, body.height / 2)
        browser.wait("Boolean(seat.view.hovered)")
        found = browser.run("seat.view.hovered")
        after = places()
        name = screen.rules.text.display_name(screen.session.state, found)
        assert found in after and name.split()[0] in after[found][1]
        assert {k: v for k, v in after.items() if k != found} == {
            k: v for k, v in before.items() if k != found
        }
        wood = next(f for f in screen.table.features if f.kind == "forest")
        piece: Any = wood.pieces[0]
        x, y = piece.points.mean(axis=0)
        browser.run("document.querySelector('.labels').hidden = true")
        assert browser.run("seat.table.painter.volumes.size") == 0
        point_at((float(x), float(y), 0.0), 0.0)
        browser.wait("seat.table.painter.volumes.size > 0")
        assert browser.run("[...seat.table.painter.volumes]") == [wood.id]
        browser.run("document.querySelector('.labels').hidden = false")
        point_at((0.5, 0.5, 0.0), 0.0)
        browser.wait("seat.table.painter.volumes.size === 0 && !seat.view.hovered")
        assert places() == before
        browser.run("document.querySelector('.all-names').click()")
        names = places()
        assert all(names[one][1][0] not in SIDE_MARKS.values() for one in names)
        assert browser.run("localStorage['wc3d names']") == "all"
        screen.close()
