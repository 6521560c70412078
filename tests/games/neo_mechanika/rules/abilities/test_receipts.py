"""What a number is now and why, and what Arc switches on and off."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.neo_mechanika.rules.abilities.kit import is_so, use, value
from tests.games.neo_mechanika.rules.fighting import activated, fight, jack
from tests.games.neo_mechanika.rules.playing import at_step, begun
from wc3d.engine.abilities import When, While
from wc3d.games.neo_mechanika.rules.abilities.ability_sources import (
    active_abilities,
    clauses_borne_by,
    weapon_clauses,
)
from wc3d.games.neo_mechanika.rules.abilities.selectors import flag_sources
from wc3d.games.neo_mechanika.rules.abilities.stats import (
    bonus_total,
    current_stat,
    current_weapon_stat,
)
from wc3d.games.neo_mechanika.rules.cards import CARDS
from wc3d.games.neo_mechanika.rules.state import CardInPlay
from wc3d.games.neo_mechanika.rules.weapons import find_weapon

WOLF = "1.dusk_wolf.1"
SCOURGE = "1.scourge.1"
VOSS = "2.justicar_voss.1"
CHARGED = sorted(a.id for a in CARDS().abilities.values() if a.trigger == "charge")


def bearers() -> dict[str, tuple[str, str, str]]:
    """For every rule: a unit that has it, with which head, and by which weapon if by one."""
    cards = CARDS()
    found: dict[str, tuple[str, str, str]] = {}
    for unit in cards.units.values():
        for head in unit.cortexes or (None,):
            options = [*unit.weapons, *(w for all in unit.weapon_options.values() for w in all)]
            for a in (*unit.abilities, *(head.abilities if head else ())):
                found.setdefault(a, (unit.id, head.id if head else "", ""))
            for w in options:
                for a in cards.weapon(w).abilities:
                    found.setdefault(a, (unit.id, head.id if head else "", w))
    return found


@pytest.mark.rule("NM-ARC-03")
@pytest.mark.rule("NM-ARC-08")
@pytest.mark.parametrize("ability", CHARGED)
def test_what_needs_arc_works_with_it_and_not_without(ability: str) -> None:
    unit, head, gun = bearers()[ability]
    cards = CARDS()
    if cards.unit(unit).kind == "attachment":
        squad = cards.unit(unit).joins[0]
        joined: dict[str, Any] = {
            "attachments": ([unit], ()),
            "joined": {f"1.{squad}.1": [f"1.{unit}.1"]},
        }
        state = begun([squad], at={f"1.{squad}.1.a": (10, 10), f"1.{unit}.1": (12, 10)}, **joined)
        model = f"1.{unit}.1"
    else:
        where = next((k for k, all in cards.unit(unit).weapon_options.items() if gun in all), "")
        choice = jack(unit, cortex=head, **({where: [gun]} if where else {}))
        model = f"1.{unit}.1.a" if cards.unit(unit).size > 1 else f"1.{unit}.1"
        state = begun([choice], at={model: (10, 10)})
    of = state.models[model].unit
    rules = tuple(a for w in state.setup.weapons.get(model, ()) for a in w.card.abilities)
    for arc in (0, 1):
        now = state.with_unit(of, arc=arc)
        borne = [
            b
            for shape in (While, When)
            for b in (
                *clauses_borne_by(now, model, shape),
                *weapon_clauses(now, model, rules, shape),
            )
        ]
        assert (ability in {b.ability for b in borne}) == (arc > 0)


@pytest.mark.rule("NM-ARC-08")
@pytest.mark.rule("NM-SIL-46")
def test_spiking_the_last_arc_switches_the_rules_for_charged_units_off_at_once() -> None:
    game = fight(["dusk_wolf"], ["hunter"], {WOLF: (10, 10), "2.hunter.1": (40, 40)}, arc={WOLF: 1})
    assert value(game.state, WOLF, "SPD") == 6
    use(game, "slip_displacer", WOLF)
    assert value(game.state, WOLF, "SPD") == 5 and "arcantrik_turbine" not in active_abilities(
        game.state, WOLF
    )


@pytest.mark.rule("NM-SIL-50")
def test_a_squad_keeps_its_arc_and_its_rules_while_models_fall() -> None:
    squad = "1.vassal_reavers.1"
    state = begun(
        ["vassal_reavers"], at={f"{squad}.a": (10, 10), f"{squad}.b": (12, 10)}, arc={squad: 1}
    )
    assert is_so(state, f"{squad}.a", "stealth")
    left = state.with_model(f"{squad}.a", at=None)
    assert left.units[squad].arc == 1 and is_so(left, f"{squad}.b", "stealth")


@pytest.mark.rule("NM-SQD-10")
@pytest.mark.rule("NM-SQD-09")
def test_an_attachment_has_its_squads_rules_and_the_squad_not_the_attachments() -> None:
    squad = "1.vassal_reavers.1"
    raker = "1.raker.1"
    joined: dict[str, Any] = {
        "attachments": (["raker"], ()),
        "joined": {squad: [raker]},
        "arc": {squad: 1},
    }
    state = begun(["vassal_reavers"], at={f"{squad}.a": (10, 10), raker: (12, 10)}, **joined)
    assert (
        "phase_sequencer" in active_abilities(state, raker)
        and active_abilities(state, raker).count("mimetic_cloak") == 1
    )
    assert (
        "spotlight" not in active_abilities(state, f"{squad}.a") and value(state, raker, "SPD") == 6
    )


@pytest.mark.rule("NM-STA-12")
@pytest.mark.rule("NM-STA-13")
def test_a_receipt_of_many_modifiers_reads_well() -> None:
    misanthrope = jack("scourge", cortex="misanthrope_cortex")
    state = begun([misanthrope], at={SCOURGE: (10, 10)}, arc={SCOURGE: 2})
    state = state.with_model(SCOURGE, effects=("tune_up", "corrosion"))
    state = state.with_unit(SCOURGE, cyphers=(CardInPlay("kinetic_accelerator", 1, "pulse_round"),))
    assert (
        str(current_stat(state, SCOURGE, "STR"))
        == "STR 7 = 4 on the card, +2 Servo Booster, +1 Tune Up"
    )
    assert str(current_stat(state, SCOURGE, "ARM")) == "ARM 3 = 4 on the card, -1 Corrosion"
    claw = find_weapon(state, SCOURGE, "wrecking_claw")
    assert claw is not None
    assert (
        str(current_weapon_stat(state, SCOURGE, claw, "POW"))
        == "POW 7 = 4 on the card, +2 Servo Booster, +1 Kinetic Accelerator"
    )
    nobody = begun(["hunter"], at={"1.hunter.1": (10, 10)})
    assert str(current_stat(nobody, "1.hunter.1", "STR")) == "STR 0 = 0 on the card"
    assert bonus_total(nobody, "1.hunter.1", "MORE_MELEE").value == 0


@pytest.mark.rule("NM-SIL-22")
def test_nothing_makes_a_stat_that_the_card_lacks() -> None:
    state = begun(["hunter"], at={"1.hunter.1": (10, 10)}).with_model(
        "1.hunter.1", effects=("tune_up",)
    )
    assert value(state, "1.hunter.1", "STR") == 0 and value(state, "1.hunter.1", "MAT") == 4


@pytest.mark.rule("NM-STA-14")
def test_advantages_need_no_arc() -> None:
    kinds = {a.id: a.trigger for a in CARDS().abilities.values() if a.kind == "advantage"}
    assert set(kinds) == {
        "compound_armor",
        "flight",
        "pathfinder",
        "revelator",
        "stealth",
        "weapon_expert",
    }
    assert set(kinds.values()) == {"always"}
    at = {"1.nemesis.1": (10, 10), "2.voitek_sudal.1": (20, 20)}
    state = begun([jack("nemesis", cortex="ghost_cortex")], ["voitek_sudal"], at=at)
    assert is_so(state, "1.nemesis.1", "flight") and is_so(state, "2.voitek_sudal.1", "stealth")


def test_what_grants_a_property_is_named() -> None:
    squad = "1.paladin_enforcers.1"
    state = begun(["paladin_enforcers"], at={f"{squad}.a": (10, 10)})
    state = state.with_unit(squad, cyphers=(CardInPlay("force_barrier", 1, "pulse_round"),))
    assert flag_sources(state, f"{squad}.a", "cover") == ("Force Barrier",)


@pytest.mark.program("how something is told")
def test_game_explain_gives_the_receipt_of_what_is_on_the_table() -> None:
    game = at_step(begun(["dusk_wolf"], at={WOLF: (10, 10)}, arc={WOLF: 2}))
    assert str(game.explain(WOLF, "spd")) == "SPD 7 = 5 on the card, +2 Arcantrik Turbine"
    with pytest.raises(KeyError):
        game.explain("2.scourge.1", "SPD")


@pytest.mark.rule("NM-SIL-48")
def test_the_same_boost_is_noted_once_and_ends_with_the_activation() -> None:
    raptor = "1.strike_raptor.1"
    game = activated(
        begun([jack("strike_raptor", cortex="ace_cortex")], at={raptor: (10, 10)}, arc={raptor: 3}),
        raptor,
    )
    use(game, "jump_jets", raptor)
    assert [b.ability for b in game.state.units[raptor].boosts] == ["jump_jets"]
    assert value(game.state, raptor, "SPD") == 8
