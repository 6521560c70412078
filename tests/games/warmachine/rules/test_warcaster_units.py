"""Warcasters that are the officer of a unit (Mk III): who activates together, who has a warcaster's rules, who is attached."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.games.warmachine.rules.building import field
from tests.games.warmachine.rules.own_cards import cards, caster
from wc3d.engine.agenda import Resolution
from wc3d.engine.dice import ScriptedDice, SeededDice
from wc3d.engine.game import Game
from wc3d.games.warmachine.rules.actions import Activate, Advance, Assign, CastSpell, Pass, UseFeat
from wc3d.games.warmachine.rules.cards import CARDS
from wc3d.games.warmachine.rules.events import EffectEnded
from wc3d.games.warmachine.rules.fighting.damage import remove_model
from wc3d.games.warmachine.rules.focus import commander_of
from wc3d.games.warmachine.rules.forces import Battlegroup, list_faults, load_legal_force
from wc3d.games.warmachine.rules.saved_setup import edition_for_game, prepare_game
from wc3d.games.warmachine.rules.state import Effect, State
from wc3d.games.warmachine.rules.turn.control import ControlQuestion
from wc3d.games.warmachine.rules.turn.turn import ActivationQuestion, GameFrame, TurnFrame
from wc3d.games.warmachine.rules.victory import end_if_warcaster_removed
from wc3d.games.warmachine.ruleset import WARMACHINE

GUARD = """
[[unit]]
id = "guard"
name = "Guard"
faction = "demonstration"
base = "small"
spd = 6
str = 6
mat = 6
rat = 6
def = 12
arm = 14
cmd = 8
size = 3
sources = { all = "demonstration" }
"""
SOLO = """
[[solo]]
id = "page"
name = "Page"
faction = "demonstration"
base = "small"
spd = 6
str = 5
mat = 5
rat = 5
def = 13
arm = 12
cmd = 7
sources = { all = "demonstration" }
traits = [{ word = "%s" }]
"""
BOLT = """
[[warcaster.spells]]
id = "shield"
name = "Shield"
cost = 2
targets = "friend"
rng = 6
upkeep = true
hits = [{ word = "modify", stats = { arm = 2 }, lasts = "upkeep" }]
"""
OFFICER = caster(BOLT).replace("foc = 6\n", 'foc = 6\nofficer_of = "guard"\ncmd = 9\n')
UNIT = "1.adept.unit"
PLACES = {
    "1.adept": (20.0, 20.0),
    f"{UNIT}.1": (21.5, 20.0),
    f"{UNIT}.2": (18.5, 20.0),
    f"{UNIT}.3": (20.0, 18.5),
    "1.hound": (24.0, 20.0),
    "1.page": (30.0, 20.0),
    "2.marshal": (20.0, 40.0),
}
MK3 = "mk3_warcaster"


@pytest.fixture(autouse=True)
def own(tmp_path: Path) -> Iterator[None]:
    drummer = (SOLO % "attachment").replace("page", "drummer").replace("Page", "Drummer")
    with cards(tmp_path, OFFICER, GUARD, SOLO % "attached", drummer):
        yield


def battle(edition: str = MK3, attached: tuple[str, ...] = ()) -> Game:
    """A game in the first player's Activation phase: an officer with three guards and a Hound."""
    force = Battlegroup(warcaster="adept", warjacks=("hound",), attached=attached)
    played = edition_for_game(edition, ("units=on",) if attached else ())
    state, _, setup = prepare_game(
        field(), (force, load_legal_force("mortar_and_spitter", 1)), edition=played, seed=1
    )
    models = {
        id: replace(m, at=(*PLACES[id], 0.0)) if id in PLACES else replace(m, removed=True)
        for id, m in state.models.items()
    }
    models["1.adept"] = replace(models["1.adept"], focus=6)
    turn = TurnFrame(step="again", player=1), ActivationQuestion(player=1)
    begun = replace(
        state,
        models=models,
        round=1,
        turn=2,
        phase="activation",
        active=1,
        first=1,
        sides=("south", "north"),
        agenda=(GameFrame(step="second"), *turn),
    )
    return Game(WARMACHINE, begun, ScriptedDice((), SeededDice(1)), setup)


@pytest.mark.rule("WM-MK3-35")
def test_the_switch_says_whether_a_warcaster_has_its_unit() -> None:
    assert set(battle().state.models) >= {"1.adept", f"{UNIT}.1", f"{UNIT}.2", f"{UNIT}.3"}
    alone = battle("quick_start").state
    assert not alone.units and alone.models["1.adept"].unit == ""


@pytest.mark.rule("WM-MK3-35")
def test_an_officer_activates_with_its_unit() -> None:
    game = battle()
    state: State = game.state
    assert state.models["1.adept"].leader
    assert {m.id for m in state.members_of(UNIT)} == {
        "1.adept",
        f"{UNIT}.1",
        f"{UNIT}.2",
        f"{UNIT}.3",
    }
    game.apply(Activate(player=1, model="1.adept"))
    while not isinstance(game.state.agenda[-1], ActivationQuestion):
        game.apply(Pass(player=1))  # no order
    assert not game.check(Activate(player=1, model="1.hound")), "the whole unit activates at once"
    game.apply(Activate(player=1, model="1.adept"))
    game.apply(Advance(player=1, model="1.adept", path=((20.0, 22.0),)))
    game.apply(Activate(player=1, model=f"{UNIT}.1"))
    game.apply(Advance(player=1, model=f"{UNIT}.1", path=((21.5, 22.0),)))
    assert game.check(Activate(player=1, model=f"{UNIT}.2")) and not game.check(
        Activate(player=1, model="1.adept")
    )


@pytest.mark.rule("WM-MK3-36")
def test_only_the_officer_has_the_rules_of_a_warcaster() -> None:
    game = battle()
    game.apply(Activate(player=1, model="1.adept"))
    while not isinstance(game.state.agenda[-1], ActivationQuestion):
        game.apply(Pass(player=1))
    game.apply(Activate(player=1, model=f"{UNIT}.1"))
    assert not game.check(CastSpell(player=1, model=f"{UNIT}.1", spell="shield", target="1.hound"))
    assert not game.check(UseFeat(player=1, model=f"{UNIT}.1"))
    game.apply(Pass(player=1))
    game.apply(Activate(player=1, model="1.adept"))
    assert game.check(CastSpell(player=1, model="1.adept", spell="shield", target="1.hound"))
    assert game.check(UseFeat(player=1, model="1.adept"))
    with pytest.raises(KeyError):
        game.state.setup.caster_card(f"{UNIT}.1")


@pytest.mark.rule("WM-MK3-37")
def test_the_units_other_models_are_of_its_battlegroup() -> None:
    state = battle().state
    assert {
        commander_of(state, id) for id in (f"{UNIT}.1", f"{UNIT}.2", f"{UNIT}.3", "1.hound")
    } == {"1.adept"}
    asked = replace(
        state, agenda=(TurnFrame(step="activation", player=1), ControlQuestion(player=1))
    )
    assert WARMACHINE.play.check(asked, Assign(player=1, model="1.hound"))
    assert WARMACHINE.play.check(asked, Assign(player=1, model=f"{UNIT}.1")).code == "no_warjack", (
        "focus is for warjacks"
    )


@pytest.mark.rule("WM-MK3-38")
@pytest.mark.rule("WM-VIC-01")
def test_its_loss_has_the_usual_results() -> None:
    state = battle().state
    put = Effect("Shield", 1, "1.adept", "upkeep", (("ARM", 2),))
    r = Resolution(
        state.with_model("1.hound", effects=(put,)), ScriptedDice([]), WARMACHINE.play.steps
    )
    remove_model(r, "1.adept", "a test")
    end_if_warcaster_removed(r)
    assert any(isinstance(event, EffectEnded) for event in r.events) and r.state.winner == 2
    assert commander_of(r.state, "1.hound") == "" and commander_of(r.state, f"{UNIT}.1") == ""


@pytest.mark.rule("WM-MK3-39")
def test_a_warcasters_unit_takes_no_command_or_weapon_attachment() -> None:
    found = list(list_faults(Battlegroup(warcaster="adept", attached=("drummer",)), CARDS()))
    assert len(found) == 1 and "cannot have the attachment" in found[0] and "WM-MK3-39" in found[0]


@pytest.mark.rule("WM-MK3-40")
def test_an_attached_solo_stays_independent_outside_the_unit() -> None:
    assert not list(list_faults(Battlegroup(warcaster="adept", attached=("page",)), CARDS()))
    (refused,) = list_faults(Battlegroup(warcaster="marshal", attached=("page",)), CARDS())
    assert "WM-MK3-40" in refused
    game = battle(attached=("page",))
    page = game.state.models["1.page"]
    assert page.unit == "" and page not in game.state.members_of(UNIT)
    game.apply(Activate(player=1, model="1.page"))
    assert type(game.state.agenda[-1]).__name__ in ("ActQuestion", "OrderQuestion")
