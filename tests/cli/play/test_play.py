"""`wc3d play`: what is typed is understood or told why not, hands stay hidden, and whatever was done is in the file."""

from __future__ import annotations

import errno
import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Wc3d
from tests.cli.typing_in import BEGIN, Play, playing
from wc3d.cli.main import main
from wc3d.cli.play.game_args import choose_mission
from wc3d.cli.play.terminal_session import CLEAR_SCREEN_CODE
from wc3d.games.neo_mechanika.rules.missions.book_missions import MISSIONS
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA

NEW = ("--seed", 3, "--names", "Anna", "Ben")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the game is kept."""
    return tmp_path / "game.jsonl"


@pytest.fixture
def play(wc3d: Wc3d, monkeypatch: pytest.MonkeyPatch, file: Path) -> Play:
    """Plays a game with what is typed."""
    return playing(wc3d, monkeypatch, file)


def actions(path: Path) -> list[dict[str, object]]:
    """The actions of a saved game."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return [line["action"] for line in lines[1:] if "action" in line]


def answers(out: str, command: str) -> str:
    """What was printed after a command, up to the next prompt."""
    return out.split(f"> {command}\n", 1)[1].split("\n> ", 1)[0]


def test_a_game_begins_is_played_by_words_and_numbers_and_is_kept(play: Play, file: Path) -> None:
    said = play(
        BEGIN + "charge wolf\npass\nactivate wolf\nadvance 16,24 16,22\nattack A rail scourge\n",
        *NEW,
    )
    assert (said.code, said.err) == (0, "")
    assert (
        "Anna wins the roll and chooses the first turn; Ben chooses the south side (p. 26)"
        in said.out
    )
    assert "Anna charges Dusk Wolf 1 with 1 Arc (p. 27)" in said.out
    assert 'Dusk Wolf 1 moves 4.2" · now at (16, 22)' in said.out
    assert re.search(
        r'Dusk Wolf 1 fires its Rail Gun at Scourge.* · 16\.5" away.* strikes? \[.* against ',
        said.out,
    )
    assert said.out.endswith(f"The game is saved in {file}\n")
    done = actions(file)
    assert [a["type"] for a in done[-3:]] == ["activate", "advance", "attack"]
    assert done[-2]["path"] == [[16.0, 24.0], [16.0, 22.0]]


ACTIVATING = (
    ("end", "  Activate one unit, and one more solo if you like (p. 28)"),
    ("activate wolf", "Dusk Wolf 1 activates (p. 28)"),
    ("advance", "incomplete command; type: advance MODEL X,Y"),
    ("advance wolf", "incomplete command; type: advance MODEL X,Y"),
    (
        "attack rail gun scourge",
        "there is no model 'rail'; expected Dusk Wolf 1; type: attack MODEL WEAPON TARGET [MODE]",
    ),
    ("advance stay 3,4", "expected either stay or a path; type: advance MODEL X,Y"),
    (
        "advance weaver",
        "there is no model 'weaver'; expected Dusk Wolf 1; type: advance MODEL X,Y",
    ),
    (
        "why not activate wolf 2",
        "you activate one unit in step 4, and one more solo if you like; possible now: advance",
    ),
    ("help", "\nend                 the same as pass: "),
    ("end", "step 5: playing a second Cypher"),
)


def test_the_prompt_says_how_many_units_activate_and_orders_say_their_form(play: Play) -> None:
    said = play(BEGIN + "pass\n" + "".join(f"{typed}\n" for typed, _ in ACTIVATING), *NEW)
    assert (said.code, said.err) == (0, "")
    rest = said.out
    for typed, answer in ACTIVATING:
        rest = rest.split(f"> {typed}\n", 1)[1]
        assert answer in rest.split("\n> ", 1)[0], typed


def test_numbers_do_what_is_listed(play: Play, file: Path) -> None:
    said = play("2\n1\n", *NEW)
    assert "  1 take the first turn\n" in said.out.replace("    ", "  ")
    assert actions(file)[0] == {"type": "choose", "player": 1, "option": "south"}
    assert actions(file)[1]["type"] == "deploy"


def test_a_squad_s_models_go_where_they_are_put_and_the_rest_near_by(
    play: Play, file: Path
) -> None:
    play(BEGIN, *NEW)
    places = next(a for a in actions(file) if a.get("unit") == "1.ranger_fire_team.1")["places"]
    assert isinstance(places, dict) and list(places) == [f"1.ranger_fire_team.1.{m}" for m in "abc"]
    assert places["1.ranger_fire_team.1.a"] == [9.0, 27.0] and places["1.ranger_fire_team.1.b"] == [
        9.0,
        25.5,
    ]


def test_a_squad_advances_with_its_models_named(play: Play, file: Path) -> None:
    said = play(BEGIN + "pass\npass\nactivate team\nadvance b 9,23 a@9,24.5 c@7.5,24\n", *NEW)
    assert "Ranger Fire Team A and Ranger Fire Team C follow" in said.out
    assert actions(file)[-1]["others"] == {
        "1.ranger_fire_team.1.a": [9.0, 24.5],
        "1.ranger_fire_team.1.c": [7.5, 24.0],
    }


REFUSED = (
    ("deploy wolf 15,4", "'wolf' is ambiguous: Dusk Wolf 1 or Dusk Wolf 2?"),
    ("deploy dragon 15,4", "there is no unit 'dragon'; expected Dusk Wolf 1 or"),
    ("deploy wolf_1 15", "expected X,Y or X,Y,Z in inches, for example 12,4, found '15'"),
    ("deploy wolf_1 15,nan", "expected X,Y or X,Y,Z in inches, for example 12,4, found '15,nan'"),
    ("deploy", "incomplete command; type: deploy UNIT [X,Y]"),
    ("deploy wolf_1 15,4", "No: Dusk Wolf 1: "),
    ("charge wolf_1", "No: charge is not possible now"),
    (
        "advance 3,4",
        "advance is not possible now; possible now: deploy a unit, deploy nothing more",
    ),
    ("status", "  Anna: 0 VP, 7 Arc in the well, 5 cards in hand\n  Ben: 0 VP"),
    ("measure 1,1 to 4,5", '1,1 to 4,5: 5" (p. 32)'),
    ("terrain", 'corner-house-south: structure, 4" high, x 4 to 10.5'),
    ("?", "Type the number of a listed action, or type an action:"),
    ("jump", "unknown command 'jump'; type help for a list"),
    ("0", "expected a number from 1 to"),
    ("pass now", "unexpected 'now'; type: pass"),
    ('{"type": "fly"}', "an action needs a type; expected one of pass"),
    ('{"type": ', "expected an action as one JSON object"),
    ("why not", "expected an action after 'why not'"),
    ("why not deploy wolf_1 15,4", 'No: Dusk Wolf 1: the place is 25.02" from your own table edge'),
    ("why not deploy wolf_1 15,26", "Allowed: Dusk Wolf 1 at (15, 26)"),
    ("why not deploy scourge 15,26", "No: Scourge belongs to the opponent"),
    ("undo 5", "No: dice were rolled or a card was revealed after that action"),
    ("undo x", "expected a whole number of 1 or more, found 'x'"),
    ("measure 1,1", "expected two names: measure A B"),
    ("measure 1,1 4,5", '1,1 to 4,5: 5" (p. 32)'),
    ("card dragon", "there is no card 'dragon'"),
    ("card rail gun", 'Rail Gun: ranged, RNG 18", POW 5, ballistic'),
    ("card dusk wolf", "Dusk Wolf: warjack"),
    ("rules SIL-73", "NM-SIL-73 (p. 34)"),
    ("rules", "expected words to search for"),
    ("? can I shoot my own gate", "NM-ATK-03 (p. 30)"),
    ("?SIL-73", "NM-SIL-73 (p. 34)"),
    ("sight a b", "there is no model or void gate on the table 'a'"),
    (
        "sight 1,1 to wolf",
        "expected a name (model or void gate on the table), found coordinates 1,1",
    ),
)


def test_what_is_not_understood_or_not_allowed_is_told_in_a_line_and_changes_nothing(
    play: Play, file: Path
) -> None:
    said = play("first\nsouth\n" + "".join(f"{typed}\n" for typed, _ in REFUSED), *NEW)
    assert (said.code, said.err) == (0, "")
    for typed, told in REFUSED:
        assert answers(said.out, typed).startswith(told), typed
    assert len(actions(file)) == 2


def test_an_action_as_json_is_done(play: Play, file: Path) -> None:
    play('{"type": "choose", "option": "first"}\n', *NEW)
    assert actions(file) == [{"type": "choose", "player": 1, "option": "first"}]


def test_looking_up_in_the_middle_of_a_game(play: Play) -> None:
    said = play(BEGIN + "units\nmap\nhand\nlog 2\nmeasure A a\nsight wolf scourge\nhelp\n", *NEW)
    assert "Dusk Wolf 1: in play\n" in answers(
        said.out, "units"
    ) and "Nemesis: in reserve, costs 4" in answers(said.out, "units")
    plan = answers(said.out, "map").splitlines()
    assert (
        plan[4 + 1].startswith(" 25 |")
        and " 0 |" in plan[30]
        and plan[30 - 26].rstrip().count("A") == 1
    )
    assert "Ranger Fire Team: B1" in "\n".join(plan) or "Ranger Fire Team: C1" in "\n".join(plan)
    assert answers(said.out, "log 2").strip() == "--- Turn 1: Anna ---"
    assert answers(said.out, "measure A a").startswith("Dusk Wolf 1 to Scourge: 20.2")
    assert re.match(
        r"Dusk Wolf 1 (sees|does not see|cannot see) Scourge",
        answers(said.out, "sight wolf scourge"),
    )
    assert "why not ACTION" in answers(said.out, "help")


def test_each_player_sees_the_own_hand_only(play: Play, file: Path) -> None:
    said = play("hand\nchoose first\nhand\n", *NEW)
    first, second = (
        re.findall(r"^([A-Z][\w ]+): (?:fury|geometric|harmonic|overdrive)", text, re.M)
        for text in (
            said.out.split("> choose first")[0],
            said.out.split("> choose first")[1],
        )
    )
    assert len(first) == len(second) == 5
    assert "*** Pass the computer to Ben. ***" in said.out
    told = "".join(line for line in said.out.splitlines() if "draws" in line)
    assert told == "Anna draws 5 cards (p. 43)Ben draws 5 cards (p. 43)"


class Terminal(io.StringIO):
    """Standard input that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_in_a_terminal_the_screen_is_wiped_between_two_players(
    wc3d: Wc3d, monkeypatch: pytest.MonkeyPatch, file: Path
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal("hand\nchoose first\n\nhand\nquit\n"))
    said = wc3d("play", "--save", file, *NEW)
    _, wiped, after = said.out.partition(CLEAR_SCREEN_CODE)
    assert wiped and after.startswith(
        "\n*** Pass the computer to Ben. ***\nPress Enter to continue. "
    )
    assert "Ben draws 5 cards" in after and "Ben (Setup)" in after


def test_against_a_bot_the_own_cards_are_told_and_the_bot_plays(play: Play, file: Path) -> None:
    said = play("choose south\npass\npass\npass\npass\n", *NEW, "--bot", "2=random")
    assert re.search(r"Anna draws \w[\w ]+, ", said.out) and "Ben draws 5 cards" in said.out
    assert "Pass the computer" not in said.out
    assert {a["player"] for a in actions(file)} == {1, 2}


def test_a_saved_game_goes_on_with_its_bots_or_without_them(play: Play, file: Path) -> None:
    play("choose south\npass\n", *NEW, "--bot", "2=random")
    before = len(actions(file))
    play("pass\n" * 9, "--load", str(file))
    assert [a["player"] for a in actions(file)[before:]].count(2), "the bot has played on"
    alone = play("pass\n", "--load", str(file), "--bot", "none")
    assert alone.code == 0 and '"bots"' not in file.read_text().splitlines()[0]


def test_undo_goes_back_before_what_the_bot_did(play: Play, file: Path) -> None:
    said = play("choose south\nundo\n", *NEW, "--bot", "2=random")
    assert re.search(r"^\d+ actions? undone$", said.out, re.M)
    assert said.out.count("choose the first turn or a table side") == 2


def test_what_was_taken_back_can_be_done_otherwise(play: Play, file: Path) -> None:
    said = play("choose first\nundo\nchoose north\n", *NEW)
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert said.out.count("1 action undone") == 1
    assert [line.get("undo") for line in lines] == [None, None, 1, None]


def test_redo_does_again_what_was_taken_back(play: Play, file: Path) -> None:
    said = play("choose first\nundo\nredo\nredo\n", *NEW)
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert [line.get("undo") for line in lines] == [None, None, 1, None]
    assert lines[1]["action"] == lines[3]["action"] and lines[1]["hash"] == lines[3]["hash"]
    assert "No: nothing to redo" in said.out


def test_redo_repeats_what_the_bot_did_too(play: Play, file: Path) -> None:
    play("choose south\nundo\nredo\n", *NEW, "--bot", "2=random")
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    undone = next(i for i, line in enumerate(lines) if "undo" in line)
    count = lines[undone]["undo"]
    assert [line["action"] for line in lines[undone + 1 :]] == [
        line["action"] for line in lines[undone - count : undone]
    ]


def test_a_new_game_plays_on_from_a_point_of_a_saved_one(
    play: Play, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    play(BEGIN, *NEW)
    before = file.read_bytes()
    branch = tmp_path / "branch.jsonl"
    said = play(
        "undo\nchoose north\n", "--load", file, "--at", "1", "--save", branch, "--seed", "3"
    )
    assert f"This is a new game that starts from {file.name} after action 1." in said.out
    assert "No: the earlier actions belong to the game from which this one starts" in said.out
    assert file.read_bytes() == before and len(actions(branch)) == 2
    head = json.loads(branch.read_text().splitlines()[0])
    assert head["origin"]["file"] == file.name and head["dice"] == {"seed": 3}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("--at", "2"), "--at: needs --load FILE"),
        (("--load", "FILE", "--at", "99"), "--at 99: expected a whole number from 0 to 8"),
        (("--load", "FILE", "--at", "-1"), "--at -1: expected a whole number from 0 to 8"),
        (("--load", "FILE", "--at", "2", "--save", "FILE"), "this file already exists"),
    ],
)
def test_a_point_that_cannot_be_played_on_from_is_told(
    play: Play, file: Path, given: tuple[str, ...], told: str
) -> None:
    play(BEGIN, *NEW)
    said = play("", *(str(file) if word == "FILE" else word for word in given))
    assert said.code == 2 and told in said.err and said.err.count("\n") == 1


def test_a_game_goes_on_where_it_was_left(play: Play, file: Path) -> None:
    play(BEGIN, *NEW)
    said = play("charge wolf\n", "--load", file)
    assert "Anna charges Dusk Wolf 1 with 1 Arc (p. 27)" in said.out
    assert actions(file)[-1] == {"type": "charge", "player": 1, "on": "1.dusk_wolf.1"}
    assert len(actions(file)) == 9


def test_a_game_can_be_saved_elsewhere_too(play: Play, file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    said = play(f"choose first\nsave {other}\nsave {other}\nsave\nquit\n", *NEW)
    assert other.read_bytes() == file.read_bytes()
    assert f"{other}: this file already exists" in said.out


def test_a_damaged_game_is_refused_and_recovered(play: Play, file: Path) -> None:
    play(BEGIN, *NEW)
    whole = file.read_bytes()
    file.write_bytes(whole[:-20])
    assert "line 9: unfinished" in play("", "--load", file).one_line()
    said = play("pass\n", "--load", file, "--recover")
    assert said.code == 0 and "line 9: unfinished" in said.out
    assert file.with_name("game.jsonl.damaged").read_bytes() == whole[:-20]
    assert file.read_bytes() == whole
    file.write_bytes(whole[:-30])
    assert "is kept as" in play("", "--load", file, "--recover").out
    assert file.with_name("game.jsonl.damaged").read_bytes() == whole[:-20], (
        "what was kept before stays"
    )
    assert file.with_name("game.jsonl.damaged-2").read_bytes() == whole[:-30]


def test_a_damaged_game_that_cannot_be_kept_aside_is_not_touched(
    play: Play, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    play(BEGIN, *NEW)
    file.write_bytes(damaged := file.read_bytes()[:-20])
    monkeypatch.setattr("os.fsync", full)
    assert "cannot be written" in play("pass\n", "--load", file, "--recover").one_line()
    assert file.read_bytes() == damaged and [p.name for p in file.parent.iterdir()] == [file.name]


def test_own_dice_are_typed_and_asked_again_until_they_fit(play: Play, file: Path) -> None:
    rolls = "7\nx\n6\n2\n"  # Anna wins the roll
    shooting = "pass\npass\nactivate wolf\nadvance 16,24 16,22\nattack A rail scourge\n9 9 9\n"
    said = play(rolls + BEGIN + shooting, *NEW, "--dice", "typed")
    assert "a d6 die cannot show 7, only 1, 2, 3, 4, 5, 6" in said.out
    assert "Roll 1 d6 for player 1 (first turn or choice of side): 7" in said.out
    assert re.search(r"Roll \d Action.*attack roll\): 9 9 9\nexpected \d Action", said.out)
    assert said.out.rstrip().endswith(f"The game is saved in {file}")
    assert (
        actions(file)[-1]["type"] == "advance"
    )  # the attack was not rolled out, so nothing of it has happened
    first = json.loads(file.read_text().splitlines()[0])
    assert first["opening"]["rolls"] == [[6], [2]] and first["dice"]["typed"] is True


def test_typed_dice_go_on_as_typed_dice(play: Play, file: Path) -> None:
    play(
        "6\n2\n" + BEGIN + "pass\npass\nactivate wolf\nadvance 16,24 16,22\n",
        *NEW,
        "--dice",
        "typed",
    )
    said = play("attack A rail scourge\n0000\n", "--load", file)
    assert re.search(r"Roll \d Action.*attack roll\): 0000", said.out)


def test_the_input_may_end_anywhere(play: Play, file: Path) -> None:
    assert play("", *NEW).out.rstrip().endswith(f"The game is saved in {file}")
    assert (
        "You left before the game started"
        in play("6\n", *NEW, "--dice", "typed", "--save", file.with_name("b.jsonl")).out
    )


def test_conceding_ends_the_game(play: Play) -> None:
    said = play("concede\n", *NEW)
    assert "Ben wins 0 to 0 (Anna conceded)" in said.out and "VP" in said.out


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--map", "nowhere"), "nowhere: no such file"),
        (("--mission", "chess"), "unknown mission 'chess'"),
        (("--force1", "chess"), "unknown sample force 'chess'"),
        (("--force1", "no.json"), "no.json: no such file"),
        (("--bot", "3"), "--bot 3: expected 1, 2, both"),
        (("--bot", "1=chess"), "unknown bot 'chess'"),
        (("--recover",), "--recover: needs --load FILE"),
        (("--secondary1", "chess"), "chess"),
        (("--load", "no.jsonl"), "no.jsonl: no such file"),
        (("--load", ""), ".: expected a file, not a folder"),
        (
            ("--load", "no.jsonl", "--map", "ravine"),
            "--map: cannot be used with --load, because the saved game sets this",
        ),
        (
            ("--load", "no.jsonl", "--seed", "4"),
            "--seed: cannot be used with --load, because the saved game has its own dice",
        ),
        (("--save", "."), ".: expected a file name, not a folder"),
        (("--names", "Anna", "Anna"), "--names: expected two different names, found Anna twice"),
        (("--force1", ""), ": no such file"),
    ],
)
def test_what_cannot_be_played_is_told_in_one_line(
    play: Play, options: tuple[str, ...], told: str
) -> None:
    assert told in play("", *options).one_line()


@pytest.mark.parametrize("mission", sorted(MISSIONS))
def test_every_mission_has_a_board_and_forces_to_begin_with(play: Play, mission: str) -> None:
    said = play("", "--seed", 3, "--mission", mission)
    assert (said.code, said.err) == (0, "")
    assert re.search(r"^Player [12] \(Setup\)$", said.out, re.M)


def test_secondary_missions_and_the_mercy_rule_can_be_agreed_on(play: Play, file: Path) -> None:
    play(
        "",
        *NEW,
        "--mission",
        "strange_matter",
        "--secondary1",
        "recon",
        "--secondary2",
        "salvage",
        "--mercy",
    )
    setup = json.loads(file.read_text().splitlines()[0])["setup"]
    assert setup["secondary"] == [["recon"], ["salvage"]] and setup["options"] == {"mercy": True}


@pytest.mark.rule("NM-SIL-149")
def test_a_mission_is_played_on_another_table_and_a_note_says_so(play: Play) -> None:
    said = play("", *NEW, "--map", "ravine", "--mission", "chaos_theory")
    assert (
        said.code == 0
        and 'Note: Chaos Theory is played on 30" x 30" (probably p. 58); this table is 48" x 48"'
        in said.out
    )


@pytest.mark.rule("NM-SIL-138")
def test_the_players_can_agree_on_several_secondary_missions_or_on_none(
    play: Play, file: Path
) -> None:
    two = ("--mission", "strange_matter", "--secondary1", "recon", "disrupt")
    assert "2 chosen, but the players agreed on 1" in play("", *NEW, *two).one_line()
    assert (
        "1 chosen, but the players agreed on 0"
        in play("", *NEW, *two[:-1], "--secondaries", "0").one_line()
    )
    play("", *NEW, *two, "--secondaries", "2", "--secondary2", "salvage")
    setup = json.loads(file.read_text().splitlines()[0])["setup"]
    assert setup["secondary"] == [["recon", "disrupt"], ["salvage"]] and setup["options"] == {
        "secondary_missions": 2
    }


@pytest.mark.rule("NM-SIL-158")
def test_the_players_can_set_single_rulings_otherwise(play: Play, file: Path) -> None:
    told = play("", *NEW, "--switches", "rerolls_count_dice=yes").one_line()
    assert "unknown ruling 'rerolls_count_dice'; did you mean rerolls_count_dice_again?" in told
    play("", *NEW, "--switches", "rerolls_count_dice_again=yes", "gates_stop_jumps=no")
    setup = json.loads(file.read_text().splitlines()[0])["setup"]
    assert setup["options"] == {"rerolls_count_dice_again": True}


def test_nothing_is_promised_of_a_file_that_cannot_be_written(play: Play, tmp_path: Path) -> None:
    said = play("", *NEW, "--save", tmp_path / "nowhere" / "game.jsonl")
    assert "cannot be written" in said.one_line() and said.out == ""


class Meanwhile(io.StringIO):
    """Standard input during which something happens, before the last line is read."""

    def __init__(self, *typed: str, happens: Callable[[], object]) -> None:
        super().__init__("".join(f"{line}\n" for line in typed))
        self.waits = len(typed)
        self.happens = happens

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        self.waits -= 1
        if self.waits == 0:
            self.happens()
        return super().readline()


def test_a_full_disk_does_not_end_a_game(
    wc3d: Wc3d, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = [False]

    def flush(written: object) -> None:
        if not match[0] and file.exists():
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", flush)
    typed = Meanwhile("choose first", "choose south", "pass", happens=lambda: match.insert(0, True))
    monkeypatch.setattr("sys.stdin", typed)
    said = wc3d("play", "--save", file, *NEW)
    assert said.code == 0 and said.out.count("the game goes on but is not saved") == 1
    assert (
        "Anna wins the roll and chooses the first turn; Ben chooses the south side" in said.out
    ), "what was done is told"
    assert [a["type"] for a in actions(file)] == ["choose", "choose", "pass"], (
        "and written as soon as there was room"
    )


def test_a_game_of_bots_stops_when_it_can_no_longer_be_saved(
    wc3d: Wc3d, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(descriptor: int) -> None:
        if file.exists() and file.read_bytes().count(b"\n") > 3:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    said = wc3d("play", "--save", file, "--bot", "both=random", *NEW)
    assert said.code == 2 and "No space left on device" in said.err
    assert len(actions(file)) <= 4


def test_a_game_that_could_not_be_saved_ends_with_a_line_that_says_so(
    wc3d: Wc3d, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "sys.stdin",
        Meanwhile("choose first", "choose south", happens=lambda: file.write_text("mine")),
    )
    said = wc3d("play", "--save", file, *NEW)
    assert said.code == 2 and "another program changed this file" in said.err
    assert file.read_text() == "mine"


def test_a_game_that_is_stopped_says_where_it_is(
    wc3d: Wc3d, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", Meanwhile("choose first", "", happens=stop))
    said = wc3d("play", "--save", file, *NEW)
    assert (
        said.code == 130
        and said.out.endswith(f"The game is saved in {file}\n")
        and said.err == "wc3d: stopped\n"
    )
    assert len(actions(file)) == 1


def test_without_standard_input_nothing_is_asked(
    wc3d: Wc3d, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    said = wc3d("play", "--save", file, *NEW)
    assert (said.code, said.err) == (0, "") and file.exists()


def test_no_file_is_written_over(play: Play, file: Path) -> None:
    file.write_text("mine")
    assert "this file already exists" in play("", *NEW).one_line()
    assert file.read_text() == "mine"


def test_without_a_name_the_first_free_one_is_taken(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    play("", *NEW)
    for expected in ("game-1.jsonl", "game-2.jsonl"):
        assert main(["play", "--seed", "3"]) == 0
        assert expected in capsys.readouterr().out and (tmp_path / expected).exists()


@pytest.mark.rule("NM-SIL-15")
def test_a_mission_may_be_drawn_from_those_of_the_maps_size() -> None:
    def drawn(map: str, seed: int) -> str:
        return choose_mission(NEO_MECHANIKA, map, "random", str(seed)).id

    assert {drawn("crossroads", seed) for seed in range(40)} == {"boiling_point", "chaos_theory"}
    primary = {
        "decay_constant",
        "orders_of_magnitude",
        "strange_matter",
        "surface_tension",
        "uncertainty_principle",
    }
    assert {drawn("ravine", seed) for seed in range(60)} == primary


def test_a_window_that_cannot_be_opened_is_one_line_and_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISPLAY", raising=False)
    assert main(["play", "--window", "--bot", "2", "--seed", "1"]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert not list(tmp_path.iterdir())
