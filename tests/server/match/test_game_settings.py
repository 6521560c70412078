"""How a hosted game is played is proposed and agreed on before it begins: board, options, switches, said to everybody."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.conformance.conftest import case
from tests.conformance.games import PLAYERS, Case, case_of
from tests.screens.browser import Browser
from tests.server.hosting import DISCS, HostedTable, again, listening, table_of
from wc3d.server.match.match import PRIVATE_ENTRY

PROPOSED: dict[str, dict[str, Any]] = {
    "discs": {"rounds": "5"},
    "neo_mechanika": {"mercy": True, "edges": True, "switches": ["rerolls_repeat=yes"]},
    "warmachine": {
        "edition": "prime_reference",
        "switches": ["slam.short=no_attack", "measure=free"],
        "rounds": "7",
    },
}
SAID = {
    "discs": "Rounds: Five",
    "neo_mechanika": "Mercy Rule: yes",
    "warmachine": "When can players measure distances? at any time (measure=free)",
}


def open_table(case: Case, folder: Path, **more: Any) -> HostedTable:
    """A game on which its players are to agree; all shares of the dice are there."""
    table = table_of(case, folder, begun=False, agreeing=True, **more)
    table.give_dice()
    return table


def stands(table: HostedTable) -> int:
    """The number of what is proposed."""
    return int(table.match.terms_message()["n"])


def test_nothing_begins_before_both_agree(case: Case, tmp_path: Path) -> None:
    table = open_table(case, tmp_path)
    assert table.match.game is None
    told = table.match.welcome_messages(2, frozenset())[0]["terms"]
    assert (
        told["by"] == 0
        and told["agreed"] == []
        and any(line.startswith("Board: ") for line in told["lines"])
    )
    assert table.ask(1, "agree", to=0)["t"] == "done" and table.match.game is None
    assert table.ask(1, "agree", to=0)["code"] == "agreed_already"
    assert (
        table.ask(2, "agree", to=7)["code"] == "stale"
        and table.ask(2, "agree", to=True)["code"] == "stale"
    )
    assert table.ask(0, "agree", to=0)["code"] == "watching"
    table = again(table, tmp_path)
    assert table.ask(2, "agree", to=0)["t"] == "done" and table.match.game is not None
    assert "terms" not in table.match.welcome_messages(2, frozenset())[0]
    assert table.ask(1, "propose", board="crossroads")["code"] == "too_late"


def test_the_other_player_proposes_other_terms_and_the_game_is_played_by_them(
    case: Case, tmp_path: Path
) -> None:
    table = open_table(case, tmp_path)
    wanted = PROPOSED[case.named]
    board = next(
        id
        for id, _ in table.match.terms_message()["form"]["boards"]
        if id not in ("", case.entry.board)
    )
    assert table.ask(1, "agree", to=0)["t"] == "done"
    assert table.ask(2, "propose", board=board, options=wanted)["t"] == "done"
    assert table.match.game is None and table.match.agreed_players == {2}
    heard = [message for message in table.told[0] if message.get("kind") == "propose"]
    assert (
        len(heard) == 1
        and PRIVATE_ENTRY not in heard[0]
        and any(SAID[case.named] in line for line in heard[0]["other"])
    )
    assert table.ask(1, "propose", board=board, options=wanted)["code"] == "same"
    assert table.ask(1, "agree", to=0)["code"] == "stale"
    table = again(table, tmp_path)
    assert table.ask(1, "agree", to=stands(table))["t"] == "done"
    values = table.match.current_terms().to_json()
    assert values["board"] == board and {name: values["options"][name] for name in wanted} == wanted
    assert (
        table.match.active_game.setup["map"]["name"]
        == dict(table.match.current_terms().form_to_json()["boards"])[board]
    )
    table.play(10)
    other = again(table, tmp_path)
    assert other.match.active_game.digest() == table.match.active_game.digest()


def test_a_second_proposal_names_all_that_the_other_player_has_not_agreed_to(
    tmp_path: Path,
) -> None:
    table = open_table(DISCS, tmp_path)
    assert table.ask(2, "agree", to=0)["t"] == "done"
    assert table.ask(1, "propose", board="glaziers-row")["t"] == "done"
    assert table.ask(1, "propose", board="glaziers-row", options={"rounds": "5"})["t"] == "done"
    first, second = (
        message["other"] for message in table.told[0] if message.get("kind") == "propose"
    )
    assert first and set(first) < set(second), "the board is still new to player 2"
    assert table.ask(2, "agree", to=stands(table))["t"] == "done"


def test_the_first_terms_can_be_proposed_again(tmp_path: Path) -> None:
    table = open_table(DISCS, tmp_path)
    assert table.ask(1, "propose", board="glaziers-row", options={"rounds": "5"})["t"] == "done"
    assert table.ask(2, "propose", board="", options={"rounds": "10"})["t"] == "done"
    assert table.match.setup == table.match.spec.setup


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ({"board": "../../etc/passwd"}, "board: expected one of"),
        ({"board": 7}, "board: expected one of"),
        ({"board": "salt-flats"}, "board: expected one of"),
        ({"options": ["mercy"]}, "expected an object of names and values"),
        ({"options": {"mercy": "yes"}}, "mercy: expected true or false"),
        ({"options": {"secondary": ["x"]}}, "unknown option secondary; expected one of"),
        ({"options": {"secondaries": "99"}}, "secondaries: expected one of"),
        ({"options": {"x" * 500: 1}}, "expected one of"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_line(
    tmp_path: Path, what: dict[str, Any], told: str
) -> None:
    table = open_table(case_of("neo_mechanika"), tmp_path)
    said = table.ask(2, "propose", **what)
    assert said["code"] == "cannot_be_played" and told in said["text"] and len(said["text"]) < 600
    assert table.match.proposal is None


@pytest.mark.parametrize(
    "switches",
    [["nonsense=on"], ["measure"], ["measure=sometimes"], [1], "measure=free", ["a" * 70] * 61],
)
def test_switches_that_there_are_not_are_refused(tmp_path: Path, switches: Any) -> None:
    table = open_table(case_of("warmachine"), tmp_path)
    said = table.ask(1, "propose", options={"switches": switches})
    assert (
        said["code"] == "cannot_be_played"
        and "\n" not in said["text"]
        and table.match.proposal is None
    )


def test_a_player_cannot_fill_the_disk_with_proposals(tmp_path: Path) -> None:
    table = open_table(DISCS, tmp_path)
    said = ""
    for number in range(50):
        said = table.ask(
            1 + number % 2, "propose", options={"rounds": ("5", "10")[number % 2]}
        ).get("code", "")
    assert said == "too_many" and sum(row.kind == "propose" for row in table.match.rows) == 40


def test_a_bot_agrees_to_everything(tmp_path: Path) -> None:
    game = DISCS.new()
    game.bots = {2: "random"}
    with listening(tmp_path) as host:
        id, keys = host.registry.create_match(game, agreeing=True)
        table = HostedTable(host.registry.load_match(id), keys)
        assert table.ask(1, "commit", leave=True)["t"] == "done" and table.match.game is None
        assert table.ask(1, "propose", board="glaziers-row")["t"] == "done"
        assert table.match.active_game.setup["map"]["name"] == "Glazier's Row"


@pytest.mark.slow
def test_two_browsers_agree_on_another_board(tmp_path: Path) -> None:
    with listening(tmp_path) as host:
        id, keys = host.registry.create_match(case_of("warmachine").new(), agreeing=True)
        match = host.registry.load_match(id)
        links = host.links(id, keys)
        with Browser(tmp_path / "1") as one, Browser(tmp_path / "2") as two:
            for player, browser in zip(PLAYERS, (one, two), strict=True):
                browser.open(str(links[player]), 390, 844, phone=player == 2)
                browser.wait(
                    "document.querySelector('.terms').innerText.includes('Board: Salt flats')"
                )
                browser.wait(
                    "Number(document.querySelector('figure.view').dataset.drawn) > 0"
                )  # the board is seen
            two.run("document.querySelector('.terms summary').click()")
            two.run(
                "[...document.querySelectorAll('.terms option')].find(o => o.value === 'measure=free').selected = true"
            )
            two.run("document.querySelector('.terms button.propose').click()")
            one.wait(
                "document.querySelector('.terms').innerText.includes('When can players measure distances?')"
            )
            assert " proposes: " in one.run("document.querySelector('.talk').textContent")
            assert match.game is None
            one.run("document.querySelector('.terms button.main').click()")
            for browser in (one, two):
                browser.wait(
                    "document.body.dataset.screens > 0 && document.querySelector('.terms').hidden"
                )
            assert match.active_game.setup["edition"]["switches"]["measure"] == "free"


@pytest.mark.slow
@pytest.mark.parametrize(("wide", "tall", "phone"), [(390, 844, True), (1280, 800, False)])
def test_a_proposal_is_shown_in_plain_words_without_ids(
    tmp_path: Path, wide: int, tall: int, phone: bool
) -> None:
    with (
        listening(tmp_path) as host,
        Browser(tmp_path / "one") as one,
        Browser(tmp_path / "two") as two,
    ):
        game = case_of("neo_mechanika").new()
        other_name = game.rules.text.player_names(game.state)[1]
        links = host.links(*host.registry.create_match(game, agreeing=True))
        one.open(str(links[1]), wide, tall, phone=phone)
        two.open(str(links[2]), wide, tall, phone=phone)
        two.wait("document.querySelector('.terms .propose') !== null")
        picked = "[...document.querySelectorAll('.terms select')].find(s => s.innerHTML.includes('rerolls_repeat=yes'))"
        two.run(f"{picked}.value = 'rerolls_repeat=yes'")
        two.run("document.querySelector('.terms .propose').click()")
        one.wait(f"document.querySelector('.terms').textContent.includes('{other_name} proposes')")
        shown = one.run("document.querySelector('.terms ul').innerText")
        assert "Repeated rerolls: an ability that costs Arc rerolls a roll" in shown
        assert one.run("document.querySelectorAll('.terms li.deeper em').length") == 1
        assert "rerolls_repeat" not in shown and "NM-" not in shown and "wc3d rulings" not in shown
        assert one.run("document.documentElement.scrollWidth") <= wide
        one.open(str(links[1]), wide, tall, phone=phone)
        one.wait("document.querySelectorAll('.terms li.deeper em').length === 1")
        assert one.complaints() == two.complaints() == []
