"""Links that open a board, a dispute that goes on, a game that is over: for who has the key of just that."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.sync.connection import Connection

from tests.conformance.games import case_of
from tests.screens.browser import Browser
from tests.server.hosting import DISCS, HostedTable, Listening, listening, table_of
from tests.server.http.test_app import asked
from wc3d._internal.data_files import shipped_folder
from wc3d.engine.chain_dice import make_chain
from wc3d.engine.dice import SeededDice
from wc3d.engine.replay import continue_game, load
from wc3d.errors import InputError
from wc3d.judging.dispute import open_dispute
from wc3d.judging.solve import answer
from wc3d.presentation.color_sets import COLOR_GROUPS, COLOR_SET_LABELS, COLOR_SETS, ColorSetName
from wc3d.presentation.evidence_view import XYZ
from wc3d.registry import map_cache
from wc3d.server.match.match import Match
from wc3d.server.match.seat_keys import new_key
from wc3d.server.pages.board_page import BoardPageController
from wc3d.server.pages.dispute_page import DisputePageController
from wc3d.server.pages.replay_page import ReplayPageController
from wc3d.server.pages.shared_files import BOARD, DISPUTE, REPLAY, SharedFiles, derive_share_key
from wc3d.workers.worker_pool import WorkerPool

PALISADE = shipped_folder("maps") / "questions" / "over-the-palisade.json"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Listening]:
    """A host that listens."""
    with listening(tmp_path) as there:
        yield there


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    """Processes that answer."""
    made = WorkerPool(1)
    yield made
    made.stop()


def looked(host: Listening, what: str, name: str, key: str) -> Connection:
    """A page that asks for something to look at."""
    socket = connect(f"ws://127.0.0.1:{host.port}/play", max_size=50_000_000).__enter__()
    socket.send(
        json.dumps({"t": "join", "look": what, "name": name, "key": key, "parts": ["screen"]})
    )
    return socket


def until(socket: Connection, kind: str) -> list[dict[str, Any]]:
    """What comes up to a message of a kind."""
    told = [json.loads(socket.recv(30))]
    while told[-1]["t"] != kind:
        told.append(json.loads(socket.recv(30)))
    return told


def polled(screen: DisputePageController, done: Callable[[], bool]) -> None:
    """Hear what is worked out until that is so."""
    end = time.monotonic() + 120
    while not done():
        assert time.monotonic() < end, screen.failure
        screen.poll()
        time.sleep(0.02)


def above(at: XYZ) -> XYZ:
    """A place above."""
    return at[0], at[1], 40.0


def dragged(screen: DisputePageController, id: str, to: tuple[float, float]) -> None:
    """Drag a model there, from above."""
    at = screen.table.body(id).at
    down = (0.0, 0.0, -1.0)
    screen.on_drag_start(screen.hit_test(above(at), down), id, above(at))
    screen.on_drag(screen.hit_test((*to, 40.0), down))
    screen.on_drop(screen.hit_test((*to, 40.0), down))


def test_a_dispute_is_answered_as_the_judge_answers_it_and_again_where_models_are_put(
    pool: WorkerPool,
) -> None:
    dispute = open_dispute(PALISADE, map_cache())
    screen = DisputePageController(dispute, "Over the palisade", pool.make_worker)
    polled(screen, lambda: screen.is_current)
    told = screen.screen_message()["measured"]
    judged = answer(dispute, dispute.file.all_questions[0])
    assert (
        told["said"] == [line.strip() for line in judged.lines()]
        and told["good"] is judged.evidence_view().is_good
    )
    assert told["rule"] == ", ".join(judged.to_json()["rules"]) and told["cut"].startswith(
        "data:image/png;base64,"
    )
    dragged(screen, "crouched", (11.6, 4.0))
    polled(screen, lambda: screen.is_current)
    moved = screen.table.body("crouched").at
    assert moved[:2] == pytest.approx((11.6, 4.0), abs=0.01)
    again = screen.screen_message()["measured"]
    assert again["said"] != told["said"] and screen.verdict is not None
    here = [button for button in screen.screen_message()["buttons"] if button["mark"] == "back"]
    assert here[0]["able"]
    screen.on_button("back")
    polled(screen, lambda: screen.is_current)
    assert screen.screen_message()["measured"]["said"] == told["said"]
    screen.close()


def test_a_doubt_is_told_and_questions_are_turned_to(pool: WorkerPool) -> None:
    screen = DisputePageController(
        open_dispute(PALISADE, map_cache()), "Over the palisade", pool.make_worker
    )
    screen.on_button("doubt 0.0625")
    polled(screen, lambda: screen.doubt is not None)
    rows = dict(screen.screen_message()["measured"]["rows"])
    assert rows['With 1/16" placement error'] and rows["Why"]
    screen.on_button("question 2")
    polled(screen, lambda: screen.is_current)
    assert screen.case.question["to"] == "big" and any(
        "big" in line for line in screen.screen_message()["measured"]["said"]
    )
    screen.on_button("flip")
    assert screen.case.question["from"] == "big"
    screen.close()


def test_a_model_that_is_put_where_it_cannot_stand_stays_and_says_why(pool: WorkerPool) -> None:
    screen = DisputePageController(
        open_dispute(PALISADE, map_cache()), "Over the palisade", pool.make_worker
    )
    was = screen.table.body("big").at
    dragged(screen, "big", (-3.0, -3.0))
    assert screen.table.body("big").at == was
    screen.close()


def finished(folder: Path, id: str) -> HostedTable:
    """A game that was played and given up."""
    table = table_of(case_of(id), folder)
    table.play(12)
    assert table.ask(1, "concede")["t"] == "done" and table.match.is_over
    return table


@pytest.mark.parametrize("id", ["discs", "neo_mechanika", "warmachine"])
def test_a_finished_game_is_shown_step_by_step(tmp_path: Path, id: str) -> None:
    table = finished(tmp_path, id)
    game = table.match.active_game
    screen = ReplayPageController(game, "A game")
    for at, turn in enumerate(game.turns):
        shown = json.loads(json.dumps(screen.screen_message(), allow_nan=False))
        assert f"After {at} of {len(game.turns)} actions" in shown["head"]
        assert screen.table.bodies == game.rules.queries.table(turn.state_before).bodies
        screen.on_button("on")
        json.dumps(screen.take_animations(), allow_nan=False)
    ended = screen.screen_message()
    assert ended["question"] and [line.words for line in screen._log.lines] == ended["log"]["lines"]
    screen.on_button("off")
    assert screen.actions_done == len(game.turns) - 1
    screen.on_button("begin")
    first = screen.screen_message()
    screen.on_button("knows 2")
    assert screen.actions_done == 0 and len(first["log"]["lines"]) <= len(ended["log"]["lines"])
    screen.on_button("turn on")
    screen.show_log_line(0)
    screen.on_button("last")
    screen.on_button("no such button")
    assert screen.actions_done == len(game.turns)
    screen.close()


def test_a_board_has_its_ruler_and_no_buttons(pool: WorkerPool) -> None:
    board = SharedFiles().files[BOARD, "ravine"].read()
    screen = BoardPageController(board, "Ravine", pool.make_worker)
    screen.on_button("tool measure")
    for x in (4.0, 10.0):
        screen.on_click(screen.hit_test((x, 4.0, 40.0), (0.0, 0.0, -1.0)))
    assert (
        screen.screen_message()["measured"]["sign"] == '6.00"'
        and screen.screen_message()["buttons"] == []
    )
    screen.run_command("cancel")
    assert screen.screen_message()["measured"] is None
    screen.close()


def test_links_open_just_what_they_are_for(host: Listening, tmp_path: Path) -> None:
    key = host.registry.host_key
    for what, name in ((BOARD, "crossroads"), (DISPUTE, "over-the-palisade")):
        told = until(looked(host, what, name, derive_share_key(key, what, name)), "screen")
        assert [message["t"] for message in told][:2] == ["welcome", "stage"] and told[0][
            "look"
        ] == what
    right = derive_share_key(key, BOARD, "crossroads")
    wrong: list[tuple[Any, Any, Any]] = [
        (BOARD, "crossroads", new_key()),
        (BOARD, "crossroads", None),
        (BOARD, "ravine", right),
        (DISPUTE, "crossroads", right),
        (BOARD, "../questions/book-sight", derive_share_key(key, BOARD, "../questions/book-sight")),
        ("games", "crossroads", right),
        (BOARD, "crossroads", key),
        (REPLAY, "crossroads", right),
        ([BOARD], "crossroads", right),
        (BOARD, {"x": 1}, right),
    ]
    for what, name, said in wrong:
        with pytest.raises(ConnectionClosed) as gone:
            until(looked(host, what, name, said), "screen")
        assert gone.value.rcvd is not None and gone.value.rcvd.code == 4401


def test_a_game_is_watched_again_when_it_is_over_by_who_had_a_link(host: Listening) -> None:
    id, keys = host.registry.create_match(DISCS.new())
    table = HostedTable(host.registry.load_match(id), keys)
    table.give_dice()
    table.play(4)
    with pytest.raises(ConnectionClosed):
        until(looked(host, REPLAY, id, keys[1]), "screen")
    assert table.ask(1, "concede")["t"] == "done"
    listed = json.loads(asked(host, "/games", host.registry.host_key)[2])
    link = next(game["replay"] for game in listed["games"] if game["game"] == id)
    for key in (keys[0], keys[2], link.partition("#")[2]):
        page = looked(host, REPLAY, id, key)
        assert "After 0 of " in until(page, "screen")[-1]["head"]
        page.send(json.dumps({"t": "press", "what": "on"}))
        assert "After 1 of " in until(page, "screen")[-1]["head"]
        page.send(json.dumps({"t": "do", "id": "x", "at": 0, "action": {}}))
        assert until(page, "hello")
    assert {look["what"] for look in listed["looks"]} == {
        "board",
        "dispute",
    } and host.registry.host_key not in json.dumps(listed)


@pytest.mark.parametrize("dice", ["fair", "chain", "typed"])
def test_a_new_game_is_played_on_from_a_replay(host: Listening, dice: str, tmp_path: Path) -> None:
    id, keys = host.registry.create_match(DISCS.new())
    table = HostedTable(host.registry.load_match(id), keys)
    table.give_dice()
    table.play(4)
    whole = table.match.active_game
    assert table.ask(1, "concede")["t"] == "done"
    page = looked(host, REPLAY, id, keys[1])
    until(page, "screen")
    for mark in ("on", "on", "play on"):
        page.send(json.dumps({"t": "press", "what": mark}))
        shown = until(page, "screen")[-1]
    assert [link["words"].partition(": ")[0] for link in shown["links"]] == [
        "New game after action 2"
    ] * 3
    new_id, _, key = shown["links"][1]["end"].partition(".")
    # a replay's page takes the dice of the game it shows; the others are begun the same way
    if dice != "fair":
        branch = continue_game(whole, 2, f"game {id}", SeededDice(0))
        new_id, new_keys = host.registry.create_match(branch, dice=dice)
        key = new_keys[1]
    found = host.registry.find_seat(new_id, key)
    assert found is not None
    match = found[0]
    assert match.game is None and new_id != id
    branch_table = HostedTable(match, {1: key})
    if dice == "chain":
        chains = {player: make_chain(secrets.token_bytes(32)) for player in (1, 2)}
        for player in (1, 2):
            assert (
                branch_table.ask(player, "commit", commitment=chains[player][0].hex())["t"]
                == "done"
            )
    else:
        branch_table.give_dice()
    game = match.active_game
    assert [turn.action for turn in game.turns] == [turn.action for turn in whole.turns[:2]]
    assert (
        game.digest() == game.rules.play.digest(whole.turns[1].state_after)
        and "seed" not in game.setup
    )
    assert game.origin is not None and game.origin.file == f"game {id}"
    again = Match(host.registry.store.find_match(new_id), host.registry.store)  # type: ignore[arg-type]
    assert again.active_game.digest() == game.digest() and len(again.active_game.record) == len(
        game.record
    )
    mover = match.player_to_act or 0
    assert branch_table.ask(mover, "undo")["code"] in ("cannot_undo", "not_yours")
    if dice == "fair":
        if branch_table.play(3) == 3 and not game.over:  # fair dice may end the game sooner
            assert branch_table.ask(1, "concede")["t"] == "done"
        path = tmp_path / "record.jsonl"
        path.write_text(match.record_text() or "")
        assert load(path, game.rules.rebuild).digest() == game.digest()


def test_files_of_ones_own_are_shown_and_others_told(tmp_path: Path) -> None:
    mine = tmp_path / "My board!.json"
    mine.write_text('{"name": "Mine", "size": [30, 30], "terrain": []}', encoding="utf-8")
    shared_files = SharedFiles((mine,))
    assert (
        shared_files.files[BOARD, "My-board"].title == "Mine"
        and shared_files.find_reader(BOARD, "My-board") is not None
    )
    mine.write_text('{"size": "large"}', encoding="utf-8")
    with pytest.raises(InputError):
        SharedFiles((mine,))


@pytest.mark.slow
def test_in_a_browser_keys_leave_the_address_bar_and_a_page_can_be_loaded_again(
    tmp_path: Path,
) -> None:
    with listening(tmp_path) as host, Browser(tmp_path / "b") as browser:
        id, keys = host.registry.create_match(DISCS.new())
        table = HostedTable(host.registry.load_match(id), keys)
        table.give_dice()
        table.play(6)
        table.ask(1, "concede")
        board = f"{host.base}/{BOARD}/crossroads#{derive_share_key(host.registry.host_key, BOARD, 'crossroads')}"
        for link in (board, f"{host.base}/{REPLAY}/{id}#{keys[0]}", f"{host.base}/#{id}.{keys[0]}"):
            browser.open(link, 800, 600)
            for _ in range(2):
                browser.wait("Number(document.body?.dataset.screens) > 0")
                assert browser.run("location.href") == link.partition("#")[0]
                browser.run("delete document.body.dataset.screens; location.reload()")


@pytest.mark.slow
def test_in_a_browser_a_dispute_is_moved_and_asked_again_and_a_game_is_watched_again(
    tmp_path: Path,
) -> None:
    with listening(tmp_path) as host, Browser(tmp_path / "b") as browser:
        name = "over-the-palisade"
        browser.open(
            f"{host.base}/{DISPUTE}/{name}#{derive_share_key(host.registry.host_key, DISPUTE, name)}",
            1000,
            700,
        )
        browser.wait("document.querySelector('.measured').innerText.includes('crouched')")
        first = browser.run("document.querySelector('.measured .sign').innerText")
        browser.wait(
            "!document.querySelector('.measured .sign').innerText.includes('…') && !seat.table.drawing"
        )
        places = """(() => { const r = seat.view.canvas.getBoundingClientRect(), f = seat.table.figures.get('crouched').at;
            const a = seat.table.screen([f[0], f[1], f[2] + .3]), b = seat.table.screen([11.6, 3.5, 0]);
            return [[a[0] + r.left, a[1] + r.top], [b[0] + r.left, b[1] + r.top]]; })()"""
        start, goal = browser.run(places)
        browser.drag(tuple(start), tuple(goal), touch=False)
        browser.wait("seat.table.figures.get('crouched').at[1] < 4.5")
        browser.wait(f"document.querySelector('.measured .sign').innerText !== {json.dumps(first)}")
        id, keys = host.registry.create_match(DISCS.new())
        table = HostedTable(host.registry.load_match(id), keys)
        table.give_dice()
        table.play(6)
        table.ask(1, "concede")
        browser.open(f"{host.base}/{REPLAY}/{id}#{keys[0]}", 390, 844)
        browser.wait("document.querySelector('.moment').innerText.includes('After 0 of')")
        browser.run("document.querySelector('.buttons button').click()")
        browser.wait("document.querySelector('.moment').innerText.includes('After 1 of')")
        assert browser.run("getComputedStyle(document.querySelector('.talking')).display") == "none"


@pytest.mark.slow
def test_in_a_browser_a_chosen_color_set_changes_lines_and_names_and_is_kept(
    tmp_path: Path,
) -> None:
    name = "over-the-palisade"
    choose = """(name => { const e = document.querySelector('.colors'); e.value = name;
        e.dispatchEvent(new Event('change')); })"""
    edges = "[...document.querySelectorAll('.labels span')].map(e => e.style.getPropertyValue('--edge'))"
    shown = "Number(document.body?.dataset.screens) > 0 && !seat.table.drawing"
    with listening(tmp_path) as host, Browser(tmp_path / "b") as browser:
        key = derive_share_key(host.registry.host_key, DISPUTE, name)
        browser.open(f"{host.base}/{DISPUTE}/{name}#{key}", 1000, 700)
        browser.wait(
            f"{shown} && document.querySelector('.measured .sign')?.innerText.includes('✕')"
        )
        options = "[...document.querySelectorAll('.colors option')].map(option => option.text)"
        assert browser.run(options) == list(COLOR_SET_LABELS.values())

        def table_in(chosen: ColorSetName) -> tuple[set[str], Any]:
            browser.run(f"{choose}('{chosen}'); document.querySelector('.labels').hidden = true")
            browser.wait("!seat.table.drawing")
            view = browser.picture()[120:640, :640]
            browser.run("document.querySelector('.labels').hidden = false")
            return set(browser.run(edges)), view

        standard, first_view = table_in("standard")
        replaced, other_view = table_in("deuteranopia")
        again, last_view = table_in("standard")
        colors = {f"rgb({','.join(map(str, rgb))})" for rgb in COLOR_GROUPS["roles"]}
        colors &= standard
        others = COLOR_SETS["deuteranopia"]
        assert len(colors) >= 2 and again == standard
        for rgb in COLOR_GROUPS["roles"]:
            if (css := f"rgb({','.join(map(str, rgb))})") in colors:
                assert css not in replaced
                assert f"rgb({','.join(map(str, others[rgb]))})" in replaced
        assert (first_view == last_view).all() and (first_view != other_view).any(
            axis=-1
        ).sum() > 20
        browser.run(
            f"{choose}('tritanopia'); delete document.body.dataset.screens; location.reload()"
        )
        browser.wait(shown)
        assert browser.run("document.querySelector('.colors').value") == "tritanopia"


def test_a_model_of_a_dispute_is_placed_by_words(pool: WorkerPool) -> None:
    screen = DisputePageController(open_dispute(PALISADE, map_cache()), "x", pool.make_worker)
    assert "places" in screen.screen_message()
    screen.on_place_words("crouched 1.5 inches from lookout")
    table = screen.table
    assert table.distance("crouched", "lookout") == pytest.approx(1.5, abs=1e-6)
    assert screen.selected_id == "crouched" and not screen.notice
    before = table.bodies
    for words in (
        "nobody at 3, 3",
        "crouched 1 inch from nothing",
        "x" * 5000,
        "wall 6 x 1 at 3, 3",
    ):
        screen.on_place_words(words)
        assert screen.notice and "\n" not in screen.notice and screen.table.bodies == before
    screen.close()


@pytest.mark.slow
def test_in_a_browser_a_model_is_placed_by_words(tmp_path: Path) -> None:
    name = "over-the-palisade"
    with listening(tmp_path) as host, Browser(tmp_path / "b") as browser:
        key = derive_share_key(host.registry.host_key, DISPUTE, name)
        browser.open(f"{host.base}/{DISPUTE}/{name}#{key}", 1000, 700)
        browser.wait(
            "document.querySelector('.place-words')?.hidden === false && seat.table.figures.size > 0"
        )
        browser.run(
            "document.querySelector('.place-words input').value = 'crouched at 20, 4';"
            "document.querySelector('.place-words button').click()"
        )
        at = "seat.table.figures.get('crouched').at"
        browser.wait(f"Math.hypot({at}[0] - 20, {at}[1] - 4) < 0.01")
