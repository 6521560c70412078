"""What a seat's page offers: an action for each unit, drops that find a way, answers at the table, hints."""

from __future__ import annotations

import random
import secrets
import time
from math import dist
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.conformance.games import case_of
from tests.server.hosting import HostedTable, table_of
from tests.server.pages.test_page_sessions import DOWN, screen_of, until_measured
from tests.server.test_turn_page import until_activating
from wc3d.games.neo_mechanika.odds import attack_summary
from wc3d.games.neo_mechanika.ui.pending_setup import SQUAD_GAP_IN, PendingDeployment
from wc3d.scene.picking import RayHit
from wc3d.server.pages.seat_buttons import remove_icons
from wc3d.server.pages.seat_page import SeatController
from wc3d.server.pages.stacked_taps import StackedTaps
from wc3d.ui.controller import SNAP_CONFIRM_IN
from wc3d.ui.hint_display import THINKING_WORDS
from wc3d.web.live_scene import LiveScene
from wc3d.workers.worker_pool import WorkerPool


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the hosted games of a test the same in every run: the secrets behind their dice come from a seed."""
    rng = random.Random("seat controls")
    monkeypatch.setattr(secrets, "token_hex", lambda size=32: rng.randbytes(size).hex())
    monkeypatch.setattr(secrets, "token_bytes", lambda size=32: rng.randbytes(size))


def activating(folder: Path, game: str = "neo_mechanika", **more: Any) -> tuple[HostedTable, int]:
    """A game in which a unit may be activated, and whose unit it is."""
    table = table_of(case_of(game), folder, **more)
    return table, until_activating(table)


def moving(folder: Path) -> tuple[HostedTable, SeatController, str]:
    """A game in which a model may be moved: its screen and the model."""
    table, player = activating(folder)
    for seed in range(200):
        screen = screen_of(table.match, table.match.player_to_act or player)
        if screen.controller.movable_models and screen.controller.pending is None:
            return table, screen, screen.controller.movable_models[0]
        table.play(1, seed)
    raise AssertionError("nothing ever moves")


def drop(screen: SeatController, id: str, goal: tuple[float, float]) -> None:
    """Drag a model to a place and let go."""
    x, y, z = screen.table.body(id).at
    screen.on_drag_start(screen.hit_test((x, y, 60.0), DOWN), id, (x, y, z + 60.0))
    screen.on_drag(screen.hit_test((*goal, 60.0), DOWN))
    screen.on_drop(screen.hit_test((*goal, 60.0), DOWN))


# Units that can act


@pytest.mark.parametrize("game", ["neo_mechanika", "warmachine"])
def test_each_unit_that_can_act_has_a_button_with_a_verb(tmp_path: Path, game: str) -> None:
    table, player = activating(tmp_path, game)
    screen = screen_of(table.match, player)
    screen.controller.selected_id = None
    units = screen.controller.units_to_act()
    name = screen.rules.text.display_name
    words = [b["words"] for b in screen.screen_message()["buttons"]]
    assert len(units) > 1
    for unit in units:
        wanted = f"Activate {name(screen.session.state, unit)}"
        assert any(text.startswith(wanted) for text in words)


def test_once_a_unit_has_acted_the_page_says_who_still_can(tmp_path: Path) -> None:
    table, player = activating(tmp_path)
    before = screen_of(table.match, player).screen_message()["question"]
    assert not any("still act" in line for line in before)
    for seed in range(300):
        mover = table.match.player_to_act
        offers = {offer.type for offer in table.match.active_game.offers()}
        screen = screen_of(table.match, mover or 1)
        state = screen.session.state
        acted = any(
            label.is_done and screen.rules.queries.owner(state, label.id) == mover
            for label in screen.rules.display.labels(state)
        )
        if mover and "activate" in offers and acted:
            said = screen.screen_message()["question"][-1]
            names = [
                screen.rules.text.display_name(state, u) for u in screen.controller.units_to_act()
            ]
            assert said == (
                f"Can still act: {', '.join(names)}." if names else "No other unit can act."
            )
            return
        table.play(1, seed)
    raise AssertionError("no unit ever acts before another")


def test_instructions_have_no_holes_where_icons_were(tmp_path: Path) -> None:
    for game, steps in (("neo_mechanika", 40), ("warmachine", 4)):
        folder = tmp_path / game
        folder.mkdir()
        table, _ = activating(folder, game)
        seen = set()
        for seed in range(steps):
            if table.match.player_to_act is None:
                break
            how = remove_icons(
                screen_of(table.match, table.match.player_to_act)._get_instructions()
            )
            seen.add(how)
            assert "(" not in how and " ," not in how and not how.endswith((":", ": ."))
            table.play(1, seed)
        assert any(how.startswith("Drag") for how in seen)


def test_small_chances_are_said_one_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = activating(tmp_path)
    monkeypatch.setattr(
        attack_summary, "odds_before_roll", lambda *_: SimpleNamespace(hit=0.998, destroy=0.001)
    )
    for seed in range(600):
        state = table.match.active_game.state
        for offer in table.match.active_game.offers():
            for action in offer.candidates() if offer.type == "attack" else ():
                attack = attack_summary.attack_from_action(state, action)
                if attack is not None and attack.weapon.pow is not None:
                    words = attack_summary.describe_attack(state, attack)
                    assert "hits >99%" in words and "destroys <1%" in words
                    return
        table.play(1, seed)
    raise AssertionError("nobody ever attacks")


@pytest.mark.parametrize("game", ["neo_mechanika", "warmachine"])
def test_a_chance_stands_once_on_its_button(tmp_path: Path, game: str) -> None:
    table, _ = activating(tmp_path, game)
    for seed in range(600):
        screen = screen_of(table.match, table.match.player_to_act or 1)
        menu = screen.controller.menu
        attacks = [item for item in menu.items_of_kind("attack") if menu.chances_of(item)]
        faces = [screen.action_buttons._item_button(item)[0] for item in attacks]
        for face in faces:
            assert "to hit" in face["odds"] and "%" not in face["words"] and face["words"]
            assert "%" not in face.get("why", "")
        if faces:
            return
        table.play(1, seed)
    raise AssertionError("nobody ever attacks")


@pytest.mark.parametrize("game", ["neo_mechanika", "warmachine"])
def test_the_chance_at_the_table_names_its_target(tmp_path: Path, game: str) -> None:
    table, _ = activating(tmp_path, game)
    for seed in range(600):
        screen = screen_of(table.match, table.match.player_to_act or 1)
        odds = screen.hints.display.target_odds(screen.attention)
        if odds:
            display_name = screen.rules.text.display_name
            names = {display_name(screen.session.state, id) for id in odds}
            words = [one["words"] for one in screen.overlay_marks()["labels"] if one.get("target")]
            assert len(words) == len(odds)
            for line in words:
                name, _, chances = line.partition(": ")
                assert any(full.endswith(name) for full in names) and "to hit" in chances
            return
        table.play(1, seed)
    raise AssertionError("nobody ever attacks")


# Drops


@pytest.mark.slow
@pytest.mark.parametrize("game", ["neo_mechanika", "warmachine"])
def test_few_drops_are_refused_wherever_they_are(tmp_path: Path, game: str) -> None:
    rng = random.Random(3)
    table = table_of(case_of(game), tmp_path)
    refused = tried = 0
    for seed in range(400):
        mover = table.match.player_to_act
        if not mover or tried == 20:
            break
        screen = screen_of(table.match, mover)
        models = screen.controller.movable_models
        if models:
            id = rng.choice(list(models))
            x, y, _ = screen.table.body(id).at
            wide, deep = screen.table.size
            goal = (
                min(wide - 0.1, max(0.1, x + rng.uniform(-7, 7))),
                min(deep - 0.1, max(0.1, y + rng.uniform(-7, 7))),
            )
            before = table.match.record_length
            drop(screen, id, goal)
            pending = screen.controller.pending
            done = table.match.record_length > before or (pending is not None and pending.is_placed)
            tried += 1
            refused += not done
        table.play(1, seed)
    assert tried >= 15 and refused / tried <= 0.1


def test_a_drop_far_away_goes_as_far_as_it_can_and_waits_for_a_confirmation(tmp_path: Path) -> None:
    table, screen, id = moving(tmp_path)
    before = table.match.record_length
    x, y, _ = screen.table.body(id).at
    wide, deep = screen.table.size
    goal = (wide / 2, deep - 1.0 if y < deep / 2 else 1.0)
    assert dist((x, y), goal) > 10
    drop(screen, id, goal)
    pending = screen.controller.pending
    assert table.match.record_length == before and pending is not None and pending.is_placed
    assert pending.is_ready and dist(pending.ghosts[0].at[:2], goal) > SNAP_CONFIRM_IN
    screen.on_button("finish")
    assert table.match.record_length == before + 1
    now = next(
        b
        for b in table.match.rules.queries.table(table.match.active_game.state).bodies
        if b.id == id
    )
    assert dist(now.at[:2], goal) < dist((x, y), goal) - 2


def test_the_reach_of_a_selected_model_shows_before_it_is_moved(tmp_path: Path) -> None:
    table, first, id = moving(tmp_path)
    pool = WorkerPool(1)
    match = table.match
    screen = SeatController(match, first.seat, LiveScene(first.table), pool.make_worker)
    screen.on_row_click(id)
    plain = len(screen.hover_message()["marks"]["glass"])
    until = time.monotonic() + 120
    while screen.controller.selection_reach() is None:
        screen.poll()
        assert time.monotonic() < until
        time.sleep(0.02)
    assert len(screen.hover_message()["marks"]["glass"]) > plain
    assert screen.controller.pending is None
    screen.close()
    pool.stop()


def test_a_deployed_squad_keeps_room_between_its_models(tmp_path: Path) -> None:
    table = table_of(case_of("neo_mechanika"), tmp_path)
    for seed in range(400):
        screen = screen_of(table.match, table.match.player_to_act or 1)
        controller = screen.controller
        items = (
            controller.menu.items_of_kind("deploy") if controller.menu.find_offer("deploy") else ()
        )
        squads: list[Any] = [i.action for i in items if len(getattr(i.action, "places", {})) > 2]
        if squads:
            controller.begin_pending(squads[0].unit)
            pending = controller.pending
            assert isinstance(pending, PendingDeployment)
            x, y = squads[0].places[pending.model_ids[0]][:2]
            screen.on_hover(screen.hit_test((x, y, 60.0), DOWN))
            bodies = pending.ghosts
            assert pending.is_ready and len(bodies) == len(pending.model_ids)
            gaps = [
                dist(a.at[:2], b.at[:2]) - a.radius - b.radius
                for k, a in enumerate(bodies)
                for b in bodies[k + 1 :]
            ]
            assert min(gaps) >= SQUAD_GAP_IN - 0.01
            return
        table.play(1, seed)
    raise AssertionError("no squad is ever deployed")


@pytest.mark.slow
def test_only_a_move_is_offered_a_corner(tmp_path: Path) -> None:
    """A void gate or a deployed unit has no path that could turn."""
    table = table_of(case_of("neo_mechanika"), tmp_path)
    offered = {}
    for seed in range(400):
        screen = screen_of(table.match, table.match.player_to_act or 1)
        controller = screen.controller
        target = next(
            (
                starter.target
                for kind in controller.menu.kinds_to_list
                for starter in controller.action_starters_for_kind(kind.type)
                if kind.type in ("deploy", "place_gate")
            ),
            next(iter(controller.movable_models), None),
        )
        if target is not None and controller.pending is None:
            controller.begin_pending(target)
        pending = controller.pending
        if pending is not None and pending.follows_mouse and type(pending).__name__ not in offered:
            wide, deep = screen.table.size
            screen.on_hover(screen.hit_test((wide / 2, deep / 2, 60.0), DOWN))
            end = time.monotonic() + 60
            while pending.is_waiting and time.monotonic() < end:
                screen.poll()
                time.sleep(0.01)
            if pending.is_ready:
                marks = [button["mark"] for button in screen.screen_message()["buttons"]]
                assert "here" in marks
                offered[type(pending).__name__] = "corner" in marks
        if len(offered) == 3:
            break
        table.play(1, seed)
    assert offered == {"PendingMove": True, "PendingGate": False, "PendingDeployment": False}


@pytest.mark.parametrize("game", ["neo_mechanika", "warmachine"])
def test_a_deployment_far_from_all_legal_places_goes_to_one_that_is_offered(
    tmp_path: Path, game: str
) -> None:
    table = table_of(case_of(game), tmp_path)
    for seed in range(400):
        screen = screen_of(table.match, table.match.player_to_act or 1)
        controller = screen.controller
        offers = controller.menu.find_offer("deploy")
        items = controller.menu.items_of_kind("deploy") if offers else ()
        deployments: list[Any] = [item.action for item in items if item.action.type == "deploy"]
        if deployments:
            action = deployments[0]
            controller.begin_pending(getattr(action, "unit", "") or action.model)
            pending: Any = controller.pending
            assert pending is not None
            wide, deep = screen.table.size
            corners = [(x, y) for x in (1.0, wide - 1.0) for y in (1.0, deep - 1.0)]
            places = [
                place[:2]
                for one in deployments
                for place in (one.places.values() if hasattr(one, "places") else [one.at])
            ]
            far = max(corners, key=lambda c: min(dist(c, place) for place in places))
            screen.on_hover(screen.hit_test((*far, 60.0), DOWN))
            assert pending.is_ready or pending.verdict, pending.verdict
            assert dist(pending.ghosts[0].at[:2], far) > 4.0
            return
        table.play(1, seed)
    raise AssertionError("nothing is ever deployed")


def test_nothing_is_said_about_keys_to_a_finger(tmp_path: Path) -> None:
    _, screen, id = moving(tmp_path)
    screen.on_button("tool sight")
    screen.measuring.viewer = None
    screen.is_touched = True
    assert screen.hover_message()["measured"]["status"].startswith("Tap the viewer")
    screen.on_button("tool sight")
    screen.is_touched = False
    screen.controller.begin_pending(id)
    assert "Shift" in screen.hover_message()["hand"][0]
    screen.is_touched = True
    told = screen.hover_message()["hand"][0]
    assert "tap" in told and not any(word in told for word in ("Shift", "click", " J ", "mouse"))


# Sight


def test_the_answer_stands_at_its_line_and_goes_when_a_place_is_refused(tmp_path: Path) -> None:
    table, _ = activating(tmp_path)
    match = table.match
    pool = WorkerPool(1)
    state = match.feeds[1].state_seen_at(match.record_length)
    screen = SeatController(match, 1, LiveScene(match.rules.queries.table(state)), pool.make_worker)
    screen.on_button("tool sight")
    for body in screen.table.bodies[:2]:
        screen.on_click(screen.hit_test((body.at[0], body.at[1], body.at[2] + 20.0), DOWN))
    told = until_measured(screen)
    answers = [m for m in screen.hover_message()["marks"]["labels"] if m.get("answer")]
    assert [m["words"] for m in answers] == [told["sign"]]
    screen.measuring.message = "no room there"
    told = screen.hover_message()
    assert "sign" not in told["measured"] and told["measured"]["status"] == "no room there"
    assert not any(m.get("answer") for m in told["marks"]["labels"])
    screen.close()
    pool.stop()


# Hints


def test_hints_are_offered_only_where_the_game_allows_them(tmp_path: Path) -> None:
    for offered in (False, True):
        folder = tmp_path / str(offered)
        folder.mkdir()
        table, player = activating(folder, hints=offered)
        for seat in (0, 1, 2):
            tools = [b["mark"] for b in screen_of(table.match, seat).screen_message()["tools"]]
            assert ("hint" in tools) == (offered and seat == player)


@pytest.mark.slow
def test_a_hint_is_drawn_and_done_by_a_press(tmp_path: Path) -> None:
    table, player = activating(tmp_path, hints=True)
    screen = screen_of(table.match, player)
    lines = len(screen.hover_message()["marks"]["lines"])
    screen.on_button("hint")
    assert screen.screen_message()["hint"] == {"title": "Hint", "words": THINKING_WORDS}
    until = time.monotonic() + 120
    while not screen.poll() or screen.hints.display.hint is None:
        assert time.monotonic() < until
        time.sleep(0.02)
    told = screen.screen_message()
    text = screen.hints.display.describe()
    assert text is not None and told["hint"]["title"] == text.title
    assert told["hint"]["number"] == 1 and "chance to win" in told["hint"]["details"]
    assert any(m["words"] == "Hint" for m in told["marks"]["labels"])
    assert len(told["marks"]["lines"]) > lines
    marks = [b["mark"] for b in told["buttons"]]
    assert marks[0] == "hint do"
    if told["hint"]["of"] > 1:
        screen.on_button("hint next")
        assert screen.screen_message()["hint"]["number"] == 2
    hint = screen.hints.display.hint
    assert hint is not None
    before = table.match.record_length
    screen.on_button("hint do")
    assert table.match.record_length == before + 1
    done: Any = table.match.active_game.record[before]
    assert done.action == hint.action and screen.screen_message()["hint"] is None
    screen.close()


def test_the_buttons_of_a_number_say_what_they_do(tmp_path: Path) -> None:
    table = table_of(case_of("neo_mechanika"), tmp_path)
    for seed in range(300):
        mover = table.match.player_to_act
        if mover and "place_gate" in {offer.type for offer in table.match.active_game.offers()}:
            break
        table.play(1, seed)
    assert mover
    screen = screen_of(table.match, mover)
    most = screen.controller.pending.max_arc  # type: ignore[union-attr]

    def buttons() -> dict[str, Any]:
        return {b["mark"]: b for b in screen.screen_message()["buttons"]}

    assert buttons()["less gate"]["words"] == f"− One less on the gate: {most - 1} Arc"
    assert buttons()["more gate"]["words"] == f"+ At most {most} Arc on the gate"
    assert not buttons()["more gate"]["able"]
    screen.on_button("less gate")
    assert buttons()["more gate"]["words"] == f"+ One more on the gate: {most} Arc"


# Taps where models overlap


def test_another_tap_where_two_models_overlap_reaches_the_other(tmp_path: Path) -> None:
    table, player = activating(tmp_path)
    screen = screen_of(table.match, player)
    screen.is_touched = True
    bodies = [b for b in screen.table.bodies if b.kind == "unit"]
    front, back = min(
        ((a, b) for a in bodies for b in bodies if a.id != b.id),
        key=lambda pair: dist(pair[0].at[:2], pair[1].at[:2]),
    )
    way = tuple(q - p for p, q in zip(front.at, back.at, strict=True))
    start = tuple(p - 2.0 * v for p, v in zip(front.at, way, strict=True))
    low = min(front.at[2], back.at[2]) + 0.3

    def tap() -> str | None:
        hit = screen.hit_test((*start[:2], low), (*way[:2], 0.0))  # type: ignore[arg-type]
        screen.on_click(hit, touch=True)
        return screen.controller.selected_id

    assert tap() == front.id
    name = screen.rules.text.display_name(screen.session.state, back.id)
    assert screen.notice == f"Another tap here picks {name}"
    assert tap() == back.id
    assert screen.controller.pending is None, "it picks nothing up"


def test_a_tap_elsewhere_begins_with_the_front_model_again() -> None:
    taps = StackedTaps()
    hit = RayHit("body", "a", (0.0, 0.0, 0.0), 1.0, False)
    assert [taps.choose(hit, ("a", "b", "c")).id for _ in range(4)] == ["a", "b", "c", "a"]  # type: ignore[union-attr]
    assert taps.choose(RayHit("table", "", (5, 5, 0), 1.0, True), ()).kind == "table"  # type: ignore[union-attr]
    assert taps.choose(hit, ("a", "b", "c")).id == "a"  # type: ignore[union-attr]
    assert taps.choose(hit, ("a",)).id == "a" and not taps.next_model  # type: ignore[union-attr]


def test_a_tap_for_a_target_goes_to_the_target() -> None:
    taps = StackedTaps()
    hit = RayHit("body", "own", (0.0, 0.0, 0.0), 1.0, False)
    assert taps.choose(hit, ("own", "enemy"), {"enemy", "other"}).id == "enemy"  # type: ignore[union-attr]
    both = taps.choose(hit, ("own", "enemy", "other"), {"enemy", "other"})
    assert both is hit, "no target is guessed"


# A question without a possible answer


def test_a_step_without_a_playable_card_says_so_and_offers_the_one_way_on(tmp_path: Path) -> None:
    table, _ = activating(tmp_path)
    for seed in range(600):
        mover = table.match.player_to_act or 1
        offers = {offer.type: offer for offer in table.match.active_game.offers()}
        if {*offers} == {"play", "pass"} and not any(True for _ in offers["play"].candidates()):
            shown = screen_of(table.match, mover).screen_message()
            assert shown["question"] == [
                "You have no Cypher that can be played now.",
                "Your only choice is “Play no Cypher”.",
            ]
            assert shown["how"] == "", "no card can be tapped"
            doing = [b for b in shown["buttons"] if b["mark"] not in ("undo", "redo", "hint")]
            assert [(b["mark"], b["able"]) for b in doing] == [("pass", True)]
            return
        table.play(1, seed)
    raise AssertionError("a card can always be played")


@pytest.mark.parametrize("game", ["neo_mechanika", "warmachine"])
def test_no_question_of_a_game_is_empty(tmp_path: Path, game: str) -> None:
    table = table_of(case_of(game), tmp_path)
    kinds = set()
    for seed in range(30):
        mover = table.match.player_to_act
        if mover is None:
            break
        shown = screen_of(table.match, mover).screen_message()
        assert [*shown["question"], shown["how"], *shown["hand"]] != [""], shown["head"]
        able = [b["mark"] for b in shown["buttons"] if b["able"]]
        assert able or shown["movable"] or shown["cards"] or shown["pointing"]
        kinds |= {offer.type for offer in table.match.active_game.offers()}
        table.play(1, seed)
    assert len(kinds) > 2


# A path that is still being computed


def far_point(screen: SeatController, id: str) -> tuple[float, float]:
    y = screen.table.body(id).at[1]
    wide, deep = screen.table.size
    return wide / 2, deep - 1.0 if y < deep / 2 else 1.0


def test_a_button_pressed_while_the_path_is_computed_is_done_when_it_is_known(
    tmp_path: Path,
) -> None:
    table, first, id = moving(tmp_path)
    pool = WorkerPool(1)
    screen = SeatController(table.match, first.seat, LiveScene(first.table), pool.make_worker)
    before = table.match.record_length
    x, y = screen.table.body(id).at[:2]
    screen.controller.begin_pending(id)
    screen.on_click(screen.hit_test((*far_point(screen, id), 60.0), DOWN), touch=True)
    pending = screen.controller.pending
    assert pending is not None and pending.is_waiting, "the host is slow"
    button = next(b for b in screen.screen_message()["buttons"] if b["mark"] == "here")
    assert button["able"] and button["words"] == "Place here" and screen.hover_message()["able"]
    screen.on_button("here")
    assert table.match.record_length == before
    until = time.monotonic() + 120
    while table.match.record_length == before:
        screen.poll()
        assert time.monotonic() < until
        time.sleep(0.02)
    assert dist(table.match.active_game.state.place(id)[:2], (x, y)) > 2
    screen.close()
    pool.stop()
