"""The text forms that go into the hashes of saved games stay as they were, whatever a class is called today."""

from __future__ import annotations

from pathlib import Path

from wc3d.engine.replay import load
from wc3d.games.neo_mechanika.rules.abilities.moments import Moment
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import EventRole, Selector
from wc3d.games.neo_mechanika.rules.agenda_frames import Attacking
from wc3d.games.neo_mechanika.rules.events import AttackDeclared
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA

SAVED = Path(__file__).resolve().parents[3] / "screens" / "pictures" / "game.jsonl"


def test_what_has_a_new_name_is_hashed_by_its_old_one() -> None:
    assert repr(Selector(side="enemy")).startswith(
        "Sort(side='enemy', kinds=(), within=None, me=False, "
    )
    assert repr(Moment.HIT) == "<Window.HIT: 'hit, before damage'>"
    assert repr(EventRole.SELF) == "<EventRole.SELF: 'the bearer'>"
    assert repr(Attacking(attacker="a", defense=(1,))).startswith(
        "Attacking(step='', attacker='a', weapon=Weapon(key='', "
    )
    assert ", attack=(), defence=(1,), hit=None, " in repr(Attacking(attacker="a", defense=(1,)))


def test_a_game_saved_before_names_changed_is_sound() -> None:
    game = load(SAVED, NEO_MECHANIKA.rebuild)
    assert (len(game.turns), game.digest()) == (57, "1fb58b91ff6f0917")
    assert any(isinstance(event, AttackDeclared) for event in game.log)


def test_what_each_player_sees_shares_the_memo_of_the_game() -> None:
    setup = load(SAVED, NEO_MECHANIKA.rebuild).state.setup
    for player in (1, 2, None):
        assert setup.seen_by(player).game_memo_key is setup.game_memo_key
