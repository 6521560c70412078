"""A judge's page: it looks with a player's eyes, and models are put elsewhere by hand; nothing else can be done on it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.conftest import case
from tests.conformance.games import Case, case_of
from tests.screens.browser import Browser
from tests.server.hosting import DISCS, HostedTable, listening, table_of
from tests.server.pages.test_page_sessions import DOWN, place_of, settled
from tests.server.test_judge import agreed, standing
from wc3d.server.match.seat_keys import JUDGE_SEAT, SeatLink
from wc3d.server.pages.judge_page import JudgeSeatController
from wc3d.web.live_scene import LiveScene


def judging(table: HostedTable, eyes: int = 1) -> JudgeSeatController:
    """The judge's screen, with a player's eyes."""
    state = table.match.feeds[eyes].state_seen_at(table.match.record_length)
    return JudgeSeatController(table.match, eyes, LiveScene(table.match.rules.queries.table(state)))


def dragged(screen: JudgeSeatController, id: str, to: tuple[float, float]) -> None:
    """Drag a model there, from above."""
    x, y, _ = screen.table.body(id).at
    screen.on_drag_start(screen.hit_test((x, y, 40.0), DOWN), id, (x, y, 40.0))
    screen.on_drag(screen.hit_test((*to, 40.0), DOWN))
    screen.on_drop(screen.hit_test((*to, 40.0), DOWN))


def test_a_model_is_dragged_and_put_there_when_it_is_said_why(case: Case, tmp_path: Path) -> None:
    table = table_of(case, tmp_path)
    agreed(table)
    model, (x, y) = standing(table)
    screen = judging(table)
    before = table.match.record_length
    assert (
        model in screen.screen_message()["movable"]
        and screen.screen_message()["correct"] is None
        and not screen.screen_message()["mine"]
    )
    dragged(screen, model, (x + 0.3, y))
    shown = json.loads(json.dumps(screen.screen_message(), allow_nan=False))
    told: dict[str, Any] = shown["correct"]
    assert (
        table.match.record_length == before
        and told["model"] == model
        and told["at"][0] == pytest.approx(x + 0.3, abs=0.01)
    )
    assert next(figure for figure in shown["figures"] if figure["id"] == model)["at"][
        0
    ] == pytest.approx(x + 0.3, abs=0.01)
    if "facing" in told:
        screen.on_button("left")
        assert screen.screen_message()["correct"]["facing"] == pytest.approx(
            (told["facing"] + 15.0) % 360.0
        )
        told = screen.screen_message()["correct"]
    put = {name: told[name] for name in ("model", "at", "facing") if name in told}
    assert table.ask(JUDGE_SEAT, "correct", why="bumped", **put)["t"] == "done"
    assert screen.screen_message()["correct"] is None
    stands = table.match.rules.queries.table(table.match.active_game.state).body(model)
    assert list(stands.at[:2]) == pytest.approx(told["at"], abs=0.001)
    assert "facing" not in told or stands.facing == pytest.approx(told["facing"], abs=0.1)


def test_what_was_dragged_is_let_go_of_and_nothing_has_happened(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path)
    table.play(4)
    screen = judging(table)
    before = table.match.record_length
    x, y, z = screen.table.body("disc1").at
    dragged(screen, "disc1", (x + 0.5, y))
    screen.on_button("let go")
    assert screen.screen_message()["correct"] is None and screen.table.body("disc1").at == (x, y, z)
    dragged(screen, "disc1", (-5.0, -5.0))
    assert screen.table.body("disc1").at == (x, y, z)
    dragged(screen, "disc1", (x + 0.5, y))
    table.play(1)
    assert screen.screen_message()["correct"] is None and table.match.record_length == before + 1


@pytest.mark.parametrize("id", ["discs", "neo_mechanika", "warmachine"])
def test_a_judge_plays_for_nobody(tmp_path: Path, id: str) -> None:
    table = table_of(case_of(id), tmp_path)
    for turn in range(6):
        mover = table.match.player_to_act or 0
        screen = judging(table, mover)
        before = table.match.record_length
        screen.action_buttons.is_full_list = True
        for shown, act in (
            *screen.action_buttons.make_buttons(True, True),
            *screen.action_buttons.make_card_buttons(mover),
            *screen.action_buttons.make_counters()[1],
        ):
            act()
            assert table.match.record_length == before, shown
        screen.run_command("end")
        screen.run_command("next")
        assert table.match.record_length == before
        table.play(2, turn)


def test_with_either_players_eyes_that_players_cards_are_seen_and_no_others(tmp_path: Path) -> None:
    table = table_of(case_of("neo_mechanika"), tmp_path)
    state = table.match.active_game.state
    for eyes in (1, 2):
        names = [card["words"] for card in judging(table, eyes).screen_message()["cards"]]
        own = [table.match.rules.text.display_name(state, id) for id in state.players[eyes].hand]
        assert len(names) == len(own) > 0


@pytest.mark.slow
def test_in_a_browser_a_judge_drags_a_disc_and_says_why(tmp_path: Path) -> None:
    with listening(tmp_path) as host, Browser(tmp_path / "j") as browser:
        id, keys = host.registry.create_match(DISCS.new())
        table = HostedTable(host.registry.load_match(id), keys)
        table.give_dice()
        table.play(4)
        link = SeatLink(host.base, id, agreed(table))
        browser.open(str(link), 1000, 700)
        settled(browser, table.match.row_count)
        browser.run("document.querySelector('.eyes [aria-pressed=false]').click()")
        browser.wait(
            "document.querySelectorAll('.eyes button')[1].getAttribute('aria-pressed') === 'true'"
        )
        settled(browser, table.match.row_count)
        x, y, z = table.match.active_game.state.places[0]
        browser.drag(place_of(browser, (x, y, z), 0.3), place_of(browser, (x, y - 1.5, z)))
        browser.wait(
            f"Number(document.querySelectorAll('.correct input')[1]?.value ?? 99) < {y - 1.1}"
        )
        assert table.match.active_game.state.places[0] == (x, y, z)
        browser.run("""(() => { document.querySelector('.correct [name=why]').value = 'a sleeve';
            document.querySelector('.correct button').click(); })()""")
        browser.wait("document.querySelector('.log').innerText.includes('a sleeve')")
        assert table.match.active_game.state.places[0][1] == pytest.approx(y - 1.5, abs=0.4)
