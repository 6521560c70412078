"""The lobby of a host: whoever has its key begins games, takes free seats, goes on and watches. All is shown as text."""

from __future__ import annotations

import hashlib
import http.client
import importlib.util
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.screens.axe import find_violations
from tests.screens.browser import Browser
from tests.server.hosting import DISCS, HostedTable, Listening, again, hall_at, listening
from wc3d.board_generator.generate import generate_board
from wc3d.bots import bot_names
from wc3d.errors import InputError
from wc3d.registry import playable_games, rules_of, space_policy_of
from wc3d.server.client.client import MatchClient
from wc3d.server.match.new_games import choices_to_json, make_chosen_game
from wc3d.server.match.seat_keys import new_key

MARKUP = "<img src=x onerror=alert(1)>"

ELSEWHERE = "http://192.168.7.7:8700"
"""What links begin with that other devices can open. Nothing listens there."""

SIZES = ((390, 844, True), (1280, 800, False))


def asked(
    host: Listening, method: str, path: str, key: str, body: str | None = None
) -> tuple[int, Any]:
    """The status and the JSON of an answer."""
    link = http.client.HTTPConnection("127.0.0.1", host.port, timeout=60)
    link.request(method, path, body, {"authorization": f"Bearer {key}"})
    answer = link.getresponse()
    return answer.status, json.loads(answer.read() or "null")


def listed(host: Listening, id: str) -> dict[str, Any]:
    """A game as the lobby lists it."""
    _, told = asked(host, "GET", "/lobby", host.registry.host_key)
    return next(game for game in told["games"] if game["game"] == id)


# Who may do what


def test_only_the_host_key_opens_the_lobby(tmp_path: Path) -> None:
    with listening(tmp_path) as host:
        id, keys = host.registry.create_match(DISCS.new())
        for key in ("", new_key(), keys[0], keys[1]):
            for method, path in (
                ("GET", "/games"),
                ("GET", "/lobby"),
                ("POST", "/games"),
                ("GET", "/choices"),
            ):
                status, told = asked(host, method, path, key, "{}" if method == "POST" else None)
                assert (status, told) == (401, {"error": "wrong host key"})
        assert [row.id for row in host.registry.store.list_matches()] == [id]


def test_the_link_of_a_seat_is_handed_out_until_somebody_has_taken_it(tmp_path: Path) -> None:
    with listening(tmp_path) as host:
        id, keys = host.registry.create_match(DISCS.new())
        everyone = {"1": f"{id}.{keys[1]}", "2": f"{id}.{keys[2]}", "0": f"{id}.{keys[0]}"}
        assert listed(host, id)["links"] == everyone
        _, plain = asked(host, "GET", "/games", host.registry.host_key)
        assert keys[0] not in json.dumps(plain), "programs that read the list get no links"
        table = HostedTable(host.registry.load_match(id), keys, desk=host.server.executor)
        assert table.ask(1, "commit", commitment="ab" * 32)["t"] == "done"
        game = listed(host, id)
        assert game["links"] == {"0": everyone["0"], "2": everyone["2"]} and game["taken"] == [1]
        assert keys[1] not in json.dumps(game)
        assert table.ask(2, "commit", leave=True)["t"] == "done"
        assert listed(host, id)["links"] == {"0": everyone["0"]}


def test_a_bots_seat_is_not_free_and_a_finished_game_has_no_links(tmp_path: Path) -> None:
    with listening(tmp_path) as host:
        game = DISCS.new()
        game.bots = {2: "random"}
        id, _ = host.registry.create_match(game)
        assert set(listed(host, id)["links"]) == {"0", "1"}
        other, keys = host.registry.create_match(DISCS.new())
        table = HostedTable(host.registry.load_match(other), keys, desk=host.server.executor)
        table.give_dice()
        assert table.ask(1, "concede")["t"] == "done"
        assert "links" not in listed(host, other) and "replay" in listed(host, other)


def test_new_links_replace_those_of_the_lobby_too(tmp_path: Path) -> None:
    registry = hall_at(tmp_path)
    id, keys = registry.create_match(DISCS.new())
    newer = registry.renew_keys(id)
    [game] = registry.list_matches(True)
    assert game["links"]["1"] == f"{id}.{newer[1]}" and newer[1] != keys[1]
    assert registry.find_seat(id, keys[1]) is None and registry.find_seat(id, newer[1]) is not None
    newest = registry.renew_keys(id)
    assert newest[1] not in (newer[1], keys[1])


def test_links_of_an_earlier_version_are_not_known(tmp_path: Path) -> None:
    registry = hall_at(tmp_path)
    id, _ = registry.create_match(DISCS.new())
    registry.store.replace_keys(id, {seat: "00" * 32 for seat in (0, 1, 2)})
    assert registry.list_matches(True)[0]["links"] == {}


def test_the_lobby_hands_out_the_same_links_after_a_restart(tmp_path: Path) -> None:
    registry = hall_at(tmp_path)
    id, keys = registry.create_match(DISCS.new())
    first = registry.list_matches(True)[0]["links"]
    table = again(HostedTable(registry.load_match(id), keys), tmp_path)
    table.match.store.close()
    assert hall_at(tmp_path).list_matches(True)[0]["links"] == first


# Beginning a game


def test_a_game_is_begun_as_chosen(tmp_path: Path) -> None:
    with listening(tmp_path) as host:
        choices = {"game": "neo_mechanika", "clock": "60+5", "delay": "120", "names": ["Anna", ""]}
        status, told = asked(
            host, "POST", "/games", host.registry.host_key, json.dumps({**choices, "settled": True})
        )
        assert status == 201 and set(told["links"]) == {"0", "1", "2"}
        match = host.registry.load_match(told["game"])
        spec = match.spec
        assert (spec.clock, spec.bonus, spec.by_turn, spec.delay) == (3600.0, 5.0, False, 120.0)
        assert match.player_names == ("Anna", "Player 2") and not spec.agreeing
        found = host.registry.find_seat(*told["links"]["2"].split("."))
        assert found is not None and found[1] == 2


@pytest.mark.parametrize("entry", playable_games(), ids=lambda entry: entry.id)
def test_every_mission_and_force_on_offer_can_be_played(entry: Any) -> None:
    offered = next(game for game in choices_to_json()["games"] if game["id"] == entry.id)
    for mission in offered["missions"]:
        forces = [id for id, _ in mission["forces"]] or [""]
        assert set(mission["default_forces"]) <= set(forces) and mission["boards"]
        game, more = make_chosen_game(
            {"game": entry.id, "mission": mission["id"], "force1": forces[-1], "force2": forces[-1]}
        )
        assert game.rules is rules_of(entry.id) and more["agreeing"]


def test_random_boards_are_offered_for_each_mission() -> None:
    for game in choices_to_json()["games"]:
        for mission in game["missions"]:
            boards = dict(mission["boards"])
            assert boards["random city"] == "Random board: city streets"
            assert not next(iter(boards)).startswith("random ")


@pytest.mark.slow
def test_a_game_begins_on_a_random_board_of_the_seed(tmp_path: Path) -> None:
    choices = {
        "game": "neo_mechanika",
        "mission": "boiling_point",
        "board": "random wilds",
        "board_seed": "3",
    }
    with listening(tmp_path) as host:
        status, told = asked(host, "POST", "/games", host.registry.host_key, json.dumps(choices))
        assert status == 201, told
        board = host.registry.load_match(told["game"]).spec.setup["map"]
    expected = generate_board("wilds", (30.0, 30.0), "3", space_policy_of()).table
    assert board["name"] == "Wilds 3" and board["size"] == [30, 30]
    assert [piece["id"] for piece in board["terrain"]] == [f.id for f in expected.features]


def test_a_game_against_a_bot_begins_without_a_question(tmp_path: Path) -> None:
    bot = bot_names(rules_of("neo_mechanika"))[0]
    with listening(tmp_path) as host:
        status, told = asked(
            host, "POST", "/games", host.registry.host_key, json.dumps({"opponent": bot})
        )
        assert status == 201 and set(told["links"]) == {"0", "1"}
        match = host.registry.load_match(told["game"])
        table = HostedTable(match, {}, desk=host.server.executor)
        assert table.ask(1, "commit", leave=True)["t"] == "done" and match.game is not None


def test_a_bot_is_asked_for_by_its_strength_and_style() -> None:
    offered = choices_to_json()["games"][0]
    assert [name for _, name in offered["strengths"]][:2] == ["recruit", "regular"]
    assert [id for id, _ in offered["styles"]["master"]][:1] == ["steady"]
    made, _ = make_chosen_game({"opponent": "1400"})
    assert made.bots == {2: "1400"}
    made, _ = make_chosen_game({"opponent": "master+tricky"})
    assert made.bots == {2: "master+tricky"}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('{"board": "../questions/book-sight"}', "board: expected one of"),
        ('{"force1": "random:Empyreans"}', "force1: expected one of"),
        ('{"force2": "/etc/passwd"}', "force2: expected one of"),
        ('{"opponent": "os:system"}', "opponent: expected one of"),
        ('{"opponent": "os:system+steady"}', "opponent: expected one of"),
        ('{"opponent": "900"}', "bot 900: expected a strength from"),
        ('{"opponent": "veteran@90000"}', "the host allows no budget"),
        ('{"opponent": "master+rude"}', "unknown style 'rude'"),
        ('{"opponent": ["regular"]}', "opponent: expected a bot's name"),
        ('{"clock": 5}', "clock: expected one of"),
        ('{"board": "random town"}', "board: expected one of"),
        ('{"board": "random city", "board_seed": 5}', "board_seed: expected up to 40"),
        ('{"board": "random city", "board_seed": "a\\u0000"}', "board_seed: expected up to 40"),
        ('{"mission": ["chaos_theory"]}', "mission: expected one of"),
        ('{"names": "Anna"}', "names: expected a list of two names"),
        ('{"names": [" Anna", "Anna\\u0000"]}', "both players are called Anna"),
        ("[]", "expected a JSON object"),
        ("{", "expected a JSON object"),
        ("[" * 4000, "expected a JSON object"),
        (f'{{"a": "{"b" * 5000}"}}', "expected a JSON object of at most 4096 bytes"),
    ],
)
def test_what_is_not_offered_is_not_begun(tmp_path: Path, body: str, expected: str) -> None:
    with listening(tmp_path) as host:
        status, told = asked(host, "POST", "/games", host.registry.host_key, body)
        assert status == 400 and expected in told["error"]
        assert host.registry.store.list_matches() == []


def test_a_choice_that_is_not_offered_is_told_with_those_that_are() -> None:
    with pytest.raises(InputError, match="dice: expected one of 'fair', 'chain', 'typed'"):
        make_chosen_game({"dice": "loaded"})


# The page


@pytest.mark.slow
def test_whoever_has_the_hosts_key_sees_its_games(tmp_path: Path) -> None:
    game = DISCS.rules.new_game(replace(DISCS.plan(), names=(MARKUP, "Ben")))
    with listening(tmp_path) as host, Browser(tmp_path / "browser") as browser:
        links = host.links(*host.registry.create_match(game))
        client = MatchClient(links[1], lambda message: None)
        client.connect()
        HostedTable(host.registry.load_match(links[1].game), {}, desk=host.server.executor).ask(
            1, "commit", leave=True
        )
        browser.open(f"{host.base}/list#{host.registry.host_key}")
        browser.wait("document.body.dataset.games === '1'")
        shown = browser.run("document.querySelector('.open .cards').textContent")
        assert (
            MARKUP in shown
            and f"{MARKUP} is here" in shown
            and links[1].game in shown
            and links[1].key not in browser.run("document.documentElement.outerHTML")
        )
        assert browser.run("document.images.length") == 0 and browser.run("location.hash") == ""
        client.close()
        browser.open(f"{host.base}/health")
        browser.open(f"{host.base}/list#wrong")
        browser.wait("document.querySelector('.notice').textContent.includes('Wrong host key')")


def overflow(browser: Browser) -> int:
    """By how many pixels the page is wider than its window."""
    script = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    return int(browser.run(script))


@pytest.mark.slow
@pytest.mark.parametrize(("wide", "tall", "phone"), SIZES)
def test_one_click_starts_a_game_and_hands_out_its_seats(
    tmp_path: Path, wide: int, tall: int, phone: bool
) -> None:
    with listening(tmp_path, base=ELSEWHERE) as host, Browser(tmp_path / "browser") as browser:
        browser.open(f"{host.base}/list#{host.registry.host_key}", wide, tall, phone=phone)
        browser.wait("!document.querySelector('.new').hidden")
        assert "Waiting" not in browser.run("document.body.innerText") and overflow(browser) <= 0
        browser.run("document.querySelector('.new .main').click()")
        browser.wait("document.querySelectorAll('.card.fresh .seat').length === 2")
        [row] = host.registry.store.list_matches()
        links = browser.run(
            "[...document.querySelectorAll('.card.fresh .link')].map(field => field.value)"
        )
        assert [link.partition("/#")[0] for link in links] == [ELSEWHERE, ELSEWHERE]
        assert all(link.partition("#")[2].startswith(row.id) for link in links)
        drawn = "document.querySelector('.card.fresh .code:not([hidden]) .qr')"
        assert browser.run(f"{drawn}.getBoundingClientRect().width") >= 200
        assert overflow(browser) <= 0
        browser.run("document.querySelector('.card.fresh .seat .main').click()")
        browser.wait("location.pathname === '/' && document.body?.dataset.seat === '1'")
        browser.open(f"{host.base}/list#{host.registry.host_key}", wide, tall, phone=phone)
        browser.wait("document.querySelectorAll('.own .card').length === 1")
        assert browser.run("document.querySelectorAll('.open .seat').length") == 1
        assert browser.run("document.querySelector('.open .main')") is None, "not against oneself"
        browser.run("document.querySelector('.own .main').click()")
        browser.wait("location.pathname === '/' && document.body?.dataset.seat === '1'")
        assert browser.complaints() == []


@pytest.mark.slow
@pytest.mark.parametrize(("wide", "tall", "phone"), SIZES)
def test_axe_finds_nothing_wrong_with_the_lobby(
    tmp_path: Path, wide: int, tall: int, phone: bool
) -> None:
    with listening(tmp_path, base=ELSEWHERE) as host, Browser(tmp_path / "browser") as browser:
        address = f"{host.base}/list#{host.registry.host_key}"
        browser.open(address, wide, tall, phone=phone)
        browser.wait("!document.querySelector('.new').hidden")
        assert find_violations(browser) == [], "without a game"
        browser.run("document.querySelectorAll('details').forEach(part => part.open = true)")
        assert find_violations(browser) == [], "the form of a new game"
        browser.run("document.querySelector('.new .main').click()")
        browser.wait("document.querySelectorAll('.card.fresh .seat').length === 2")
        browser.run("document.querySelectorAll('details').forEach(part => part.open = true)")
        assert find_violations(browser) == [], "a new game with its links"
        host.registry.create_match(DISCS.new())
        browser.run("document.querySelector('.card.fresh .seat .main').click()")
        browser.wait("location.pathname === '/' && document.body?.dataset.seat === '1'")
        browser.open(address, wide, tall, phone=phone)
        browser.wait("document.querySelectorAll('.own .card').length === 1")
        browser.run("document.querySelectorAll('details').forEach(part => part.open = true)")
        assert find_violations(browser) == [], "own games and open ones"
        browser.open(f"{host.base}/health")
        browser.open(f"{host.base}/list#wrong", wide, tall, phone=phone)
        browser.wait("document.querySelector('.notice').textContent.includes('Wrong host key')")
        assert find_violations(browser) == [], "a wrong key"


@pytest.mark.slow
def test_one_click_starts_a_game_against_a_bot(tmp_path: Path) -> None:
    with listening(tmp_path) as host, Browser(tmp_path / "browser") as browser:
        browser.open(f"{host.base}/list#{host.registry.host_key}")
        browser.wait("!document.querySelector('.new').hidden")
        browser.run("document.querySelector('[name=opponent]').value = 'random'")
        browser.run(
            "document.querySelector('[name=opponent]').dispatchEvent(new Event('change', { bubbles: true }))"
        )
        assert "a bot: random" in browser.run("document.querySelector('.summary').textContent")
        browser.run("document.querySelector('.new .main').click()")
        browser.wait("location.pathname === '/' && Number(document.body?.dataset.screens) >= 1")


@pytest.mark.slow
def test_the_form_asks_for_a_strength_and_a_style(tmp_path: Path) -> None:
    def choose(name: str, value: str) -> None:
        browser.run(f"document.querySelector('[name={name}]').value = '{value}'")
        for kind in ("input", "change"):
            browser.run(
                f"document.querySelector('[name={name}]').dispatchEvent(new Event('{kind}', {{ bubbles: true }}))"
            )

    def height(name: str) -> int:
        return int(browser.run(f"document.querySelector('[name={name}]').offsetHeight"))

    with listening(tmp_path) as host, Browser(tmp_path / "browser") as browser:
        browser.open(f"{host.base}/list#{host.registry.host_key}", 390, 844, phone=True)
        browser.wait("!document.querySelector('.new').hidden")
        browser.run("document.querySelectorAll('details').forEach(part => part.open = true)")
        assert height("strength") == height("style") == 0, "a person has neither"
        choose("opponent", "master")
        assert height("strength") == 0 < height("style")
        choose("style", "tricky")
        choose("opponent", "strength")
        assert height("strength") >= 44
        choose("strength", "1400")
        shown = browser.run("document.querySelector('[name=strength]').parentNode.textContent")
        assert "1400 Elo: between recruit and regular" in shown
        assert "a bot of 1400 Elo" in browser.run("document.querySelector('.summary').textContent")
        assert find_violations(browser) == []
        browser.run("document.querySelector('.new .main').click()")
        browser.wait("location.pathname === '/' && Number(document.body?.dataset.screens) >= 1")
        [row] = host.registry.store.list_matches()
        assert host.registry.load_match(row.id).spec.bots == {2: "1400"}


@pytest.mark.slow
def test_the_seed_of_a_random_board_is_asked_for_only_with_one(tmp_path: Path) -> None:
    field = "document.querySelector('[name=board_seed]')"
    with listening(tmp_path) as host, Browser(tmp_path / "browser") as browser:
        browser.open(f"{host.base}/list#{host.registry.host_key}")
        browser.wait("!document.querySelector('.new').hidden")
        browser.run("document.querySelectorAll('details').forEach(part => part.open = true)")
        assert browser.run(f"{field}.offsetHeight") == 0
        for name, value in (("mission", "boiling_point"), ("board", "random wilds")):
            browser.run(f"document.querySelector('[name={name}]').value = '{value}'")
            browser.run(
                f"document.querySelector('[name={name}]').dispatchEvent(new Event('change', {{ bubbles: true }}))"
            )
        assert browser.run(f"{field}.offsetHeight") > 0
        assert "on Random board: wilds" in browser.run(
            "document.querySelector('.summary').textContent"
        )
        browser.run(f"{field}.value = '3'")
        browser.run("document.querySelector('.new .main').click()")
        browser.wait("document.querySelectorAll('.card.fresh .seat').length === 2")
        [row] = host.registry.store.list_matches()
        assert host.registry.load_match(row.id).spec.setup["map"]["name"] == "Wilds 3"


@pytest.mark.slow
def test_a_link_of_this_computer_alone_has_no_code_for_a_phone(tmp_path: Path) -> None:
    with listening(tmp_path) as host, Browser(tmp_path / "browser") as browser:
        host.registry.create_match(DISCS.new())
        browser.open(f"{host.base}/list#{host.registry.host_key}")
        browser.wait("document.querySelectorAll('.open .seat').length === 2")
        assert "on this computer only" in browser.run(
            "document.querySelector('.open .code').textContent"
        )
        assert browser.run("document.querySelectorAll('.qr').length") == 0


# Codes

KNOWN_CODES = {
    14: "fa85045927243c29b178f963835503729388512c790f4d67b3769cb89f21a437",
    15: "1dc45a3fe41aa249eec8ecf5f952d902d461f2e36a2c74a660734cb0c3111199",
    27: "ffdb5a8619391c3eafd5378cbd993c7b40056449ad719f0d97daf3c6f8fdd28b",
    43: "c35b95850367372eb9d0b5b3fb003f7275aef6a85d89c3dc62aa1e0cce9211b8",
    63: "08d63226eb6225c30bc456a4cd3847cd55cbfcb4774dc96ac474ade141bedaf7",
    85: "efaeea63bf7ac785de17aef842c64f3bcb0cd11ea02a74144a9791c103cc312c",
    107: "7b896e0dc59e7484ce73c36a34bc5b24291c82bf27bc929f9fcd55b50918fab3",
    123: "feee7fa50f72dbbfdf6129475ceffa0dcb25b2e792f27d44995848e74ec9d7f0",
    153: "7aa53f6320bb962d907974c7790e81846ecbeb98ea4fa4c77e7a4e70ba104020",
    181: "1c80ec8adf79728c195c63e880b751a0fb7bcc5697510a342c2644dd19274ef0",
    213: "e4c0d72530aee815103c5220b063d41dfd9702aeb19170d939c13551e22aff39",
}
"""The SHA-256 of the rows of the code of "x" times a number, with mask 3: by the library `qrcode`."""


@pytest.mark.slow
def test_codes_are_those_of_another_encoder_and_a_decoder_reads_them(tmp_path: Path) -> None:
    with listening(tmp_path) as host, Browser(tmp_path / "browser") as browser:
        browser.open(f"{host.base}/list#{host.registry.host_key}")
        for length, expected in KNOWN_CODES.items():
            rows = browser.run(
                f"QrCode.rows('x'.repeat({length}), 3).map(row => row.map(Number).join('')).join('\\n')"
            )
            assert hashlib.sha256(rows.encode()).hexdigest() == expected, length
        assert browser.run("QrCode.rows('x'.repeat(214))") is None
        link = f"{ELSEWHERE}/#914edf478208.vEiYQCSXTKZPKF-Ye2oEZQ"
        rows = browser.run(f"QrCode.rows('{link}').map(row => row.map(Number))")
        assert decoded(np.array(rows, np.uint8)) == link


def decoded(rows: Any) -> str:
    """The text of a code of version 4 (by OpenCV where it is installed)."""
    if importlib.util.find_spec("cv2") is not None:
        import cv2

        drawn = np.kron(255 * (1 - np.pad(rows, 4)), np.ones((8, 8))).astype(np.uint8)
        return str(cv2.QRCodeDetector().detectAndDecode(drawn)[0])
    return read_version_4(rows)


def read_version_4(rows: Any) -> str:
    """The text of a code of version 4 with correction M, read from its data bytes alone."""
    assert rows.shape == (33, 33)
    fixed = np.zeros((33, 33), bool)
    fixed[6] = fixed[:, 6] = True
    fixed[:9, :9] = fixed[:9, 25:] = fixed[25:, :9] = fixed[24:29, 24:29] = True
    places = [(8, x) for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [(y, 8) for y in (7, 5, 4, 3, 2, 1, 0)]
    stands = int("".join(str(rows[place]) for place in places), 2) ^ 0x5412
    assert stands >> 13 == 0, "correction M"
    masks = [
        lambda y, x: (y + x) % 2,
        lambda y, x: y % 2,
        lambda y, x: x % 3,
        lambda y, x: (y + x) % 3,
        lambda y, x: (y // 2 + x // 3) % 2,
        lambda y, x: y * x % 2 + y * x % 3,
        lambda y, x: (y * x % 2 + y * x % 3) % 2,
        lambda y, x: ((y + x) % 2 + y * x % 3) % 2,
    ]
    mask = masks[stands >> 10 & 7]
    bits = []
    for turn, right in enumerate((32, 30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 5, 3, 1)):
        for step in range(33):
            y = step if turn % 2 else 32 - step
            bits += [
                int(rows[y, x]) ^ (mask(y, x) == 0) for x in (right, right - 1) if not fixed[y, x]
            ]
    sent = [int("".join(map(str, bits[i : i + 8])), 2) for i in range(0, 64 * 8, 8)]
    data = bytes(sent[0::2] + sent[1::2])  # two blocks of 32 bytes, interleaved
    whole = int.from_bytes(data, "big") << 4
    plain = whole.to_bytes(65, "big")[1:]
    assert data[0] >> 4 == 4, "bytes"
    length = (data[0] & 15) << 4 | data[1] >> 4
    return plain[1 : 1 + length].decode()
