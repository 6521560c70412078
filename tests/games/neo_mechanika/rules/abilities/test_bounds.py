"""The bounds of abilities: how far, how much, how often, at what cost, and whose attack or activation it is not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.neo_mechanika.rules.abilities.kit import (
    choose,
    is_so,
    near,
    of_weapon,
    options,
    place,
    put_at,
    skip,
    step,
    use,
    value,
)
from tests.games.neo_mechanika.rules.fighting import (
    activated,
    channel,
    dice,
    fight,
    hurl,
    jack,
    pools,
    with_abilities,
)
from tests.games.neo_mechanika.rules.moving import ground
from tests.games.neo_mechanika.rules.playing import asked, at_step, begun, refused
from tests.table.building import box
from wc3d.engine.abilities import Do
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.rules.abilities.ability_clauses import ABILITIES
from wc3d.games.neo_mechanika.rules.actions import Activate, Advance, Attack, Place, Play, Use
from wc3d.games.neo_mechanika.rules.forces.force_files import UnitChoice
from wc3d.games.neo_mechanika.rules.state import CardInPlay

WOLF = "1.dusk_wolf.1"
MINE = "1.scourge.1"
RAPTOR = "1.strike_raptor.1"
BRAND = "1.firebrand.1"
NEMESIS = "1.nemesis.1"
HUNTER = "1.hunter.1"
SCOURGE = "2.scourge.1"
MARAUDER = "2.marauder.1"
FOE = "2.hunter.1"
ENGINEER = "1.combat_engineer.1"
GRAFTER = "1.grafter.1"
COMMANDER = "1.paladin_commander.1"
PWEAVER = "1.paladin_weaver.1"
SMALL = 15 / 25.4
MEDIUM = 20 / 25.4
LARGE = 25 / 25.4
GUNNER = jack("scourge", cortex="killer_cortex", shoulder=["nailer"])


def too_far(game: Game, model: str, to: tuple[float, float]) -> bool:
    """Is a step to there refused because it is too long?"""
    assert game.to_act is not None
    return refused(game, Advance(player=game.to_act, model=model, path=(to,))).code == "too_far"


def wanted(ability: str, model: str, target: str = "") -> Use:
    return Use(player=1, ability=ability, model=model, target=target)


def begins(choice: str | UnitChoice, id: str, arc: int, other: str = "") -> Game:
    """A unit of player 1 (or another one, beside it) has begun its activation; it has so much Arc."""
    at = {id: (10, 10), **({other: (14, 10)} if other else {})}
    south = [choice, *([other.split(".")[1]] if other else [])]
    game = at_step(begun(south, at=at, arc={id: arc}), "activation")
    game.apply(Activate(player=1, unit=other or id))
    return game


# In its own activation only.


def test_afterburner_is_not_offered_when_another_unit_is_activated() -> None:
    assert (
        asked(begins(jack("nemesis", cortex="ghost_cortex"), NEMESIS, 1, HUNTER))
        == "ActingQuestion"
    )


def test_arc_exchange_clears_all_of_three_and_comes_in_its_own_activation_only() -> None:
    exchanger = jack("scourge", cortex="misanthrope_cortex")
    game = begins(exchanger, MINE, 3)
    skip(game)
    use(game, "arc_exchange", MINE)
    choose(game, 3)
    assert game.state.units[MINE].arc == 0
    for arc in (0, 1):
        other = begins(exchanger, MINE, arc, HUNTER)
        assert asked(other) == "ActingQuestion"  # neither at the start
        skip(other)
        assert not options(other)  # nor at the end
    spent = begins(exchanger, MINE, 0)
    skip(spent)  # it takes none
    skip(spent)
    assert not options(spent)  # and has none to clear


# Moves after attacks.


def test_battle_cruiser_moves_one_inch_after_its_own_ranged_attacks_only() -> None:
    cruiser = jack(
        "nemesis", cortex="battle_cruiser_cortex", arm=["stinger_cannon", "fusion_scythe_nemesis"]
    )
    game = fight([cruiser], ["scourge"], {NEMESIS: (20, 20), SCOURGE: (20, 23)})
    hurl(game, NEMESIS, "fusion_scythe_nemesis", SCOURGE, dice(0, 4), dice(0, 3))
    assert asked(game) == "ActingQuestion"
    game = fight([cruiser], ["scourge"], {NEMESIS: (20, 20), SCOURGE: (20, 28)})
    hurl(game, NEMESIS, "stinger_cannon", SCOURGE, dice(0, 4), dice(0, 3))
    use(game, "battle_cruiser", NEMESIS)
    assert too_far(game, NEMESIS, (20, 18.99))
    step(game, NEMESIS, (20, 19))
    other = fight(
        ["hunter", cruiser], ["scourge"], {HUNTER: (20, 20), NEMESIS: (24, 20), SCOURGE: (20, 28)}
    )
    hurl(other, HUNTER, "sniper_rifle", SCOURGE, dice(0, 6), dice(0, 3))
    assert options(other) == {("fire_and_displace", HUNTER)}


def test_bomber_moves_two_inches() -> None:
    bomber = jack("strike_raptor", cortex="bomber_cortex", shoulder=["talon_rocket_pod"])
    game = fight([bomber], ["scourge"], {RAPTOR: (20, 20), SCOURGE: (20, 30)}, arc={RAPTOR: 1})
    use(game, "jump_jets", RAPTOR)
    assert game.state.units[RAPTOR].arc == 0
    hurl(game, RAPTOR, "talon_rocket_pod", SCOURGE, dice(0, 5), dice(0, 3), dice(0, 4))
    use(game, "bomber", RAPTOR)
    assert too_far(game, RAPTOR, (20, 17.99))


def test_fire_and_displace_is_for_its_own_attacks() -> None:
    game = fight(
        [GUNNER, "hunter"], ["scourge"], {MINE: (20, 20), HUNTER: (24, 20), SCOURGE: (20, 28)}
    )
    hurl(game, MINE, "nailer", SCOURGE, dice(0, 3), dice(0, 3))
    assert asked(game) == "ActingQuestion"


def test_relentless_moves_two_inches_after_its_own_attack() -> None:
    at = {MINE: (20, 20), FOE: (20, 22.5)}
    game = fight([GUNNER], ["hunter"], at)
    hurl(game, MINE, "wrecking_claw", FOE, dice(1, 4), dice(0, 4), dice(2, 5))
    use(game, "relentless", MINE)
    assert too_far(game, MINE, (20, 17.99))
    step(game, MINE, (20, 18))
    other = fight(["hunter", GUNNER], ["hunter"], {HUNTER: (20, 20), MINE: (24, 20), FOE: (20, 22)})
    hurl(other, HUNTER, "combat_blade", FOE, dice(1, 3), dice(0, 4), dice(2, 4))
    assert not other.state.is_on_table(FOE) and asked(other) == "ActingQuestion"


def test_heightened_reflexes_moves_three_inches_and_only_who_was_aimed_at() -> None:
    brand = "2.firebrand.1"
    north: list[str | UnitChoice] = [jack("firebrand", cortex="reflex_cortex"), "marauder"]
    at = {MINE: (20, 20), brand: (20, 28), MARAUDER: (24, 28)}
    game = fight([GUNNER], north, at)
    hurl(game, MINE, "nailer", brand, dice(0, 3), dice(0, 3))
    use(game, "heightened_reflexes", brand)
    assert too_far(game, brand, (20, 31.01))
    other = fight([GUNNER], north, at)
    hurl(other, MINE, "nailer", MARAUDER, dice(0, 3), dice(0, 2))
    assert asked(other) == "ActingQuestion"


def test_slip_field_moves_three_inches() -> None:
    raptor = "2.strike_raptor.1"
    north: list[str | UnitChoice] = [jack("strike_raptor", cortex="dog_fighter_cortex")]
    game = fight([GUNNER], north, {MINE: (20, 20), raptor: (20, 28)}, arc={raptor: 1})
    hurl(game, MINE, "nailer", raptor, dice(0, 3), dice(0, 3))
    use(game, "slip_field", raptor)
    assert too_far(game, raptor, (20, 31.01))
    step(game, raptor, (20, 31))
    assert near(place(game, raptor), 20, 31)


# What is spiked, and how often.


def test_divination_lock_costs_an_arc_and_is_used_once() -> None:
    squad = "1.paladin_enforcers.1"
    game = fight(
        ["paladin_enforcers"],
        ["scourge"],
        {f"{squad}.a": (20, 20), f"{squad}.b": (22, 20)},
        arc={squad: 1},
    )
    use(game, "divination_lock", f"{squad}.a")
    assert game.state.units[squad].arc == 0
    assert (
        refused(game, wanted("divination_lock", f"{squad}.b")).code == "already_used"
    )  # the squad's, not each model's


def test_hunter_killer_salvo_is_used_once() -> None:
    squad = "1.paladin_annihilators.1"
    game = fight(
        ["paladin_annihilators"],
        ["scourge"],
        {f"{squad}.a": (20, 20), f"{squad}.b": (22, 20)},
        arc={squad: 1},
    )
    use(game, "hunter_killer_salvo", f"{squad}.a")
    assert refused(game, wanted("hunter_killer_salvo", f"{squad}.b")).code == "already_used"


def test_oracle_targeting_array_costs_an_arc_and_is_used_once() -> None:
    game = begins(jack("nemesis", cortex="oracle_cortex", shoulder=["hex_cannon"]), NEMESIS, 3)
    skip(game)  # its Afterburner
    use(game, "oracle_targeting_array", NEMESIS)
    assert game.state.units[NEMESIS].arc == 2
    assert refused(game, wanted("oracle_targeting_array", NEMESIS)).code == "already_used"


def test_phase_sequencer_costs_an_arc_and_is_used_once() -> None:
    squad = "1.vassal_reavers.1"
    game = fight(["vassal_reavers"], ["scourge"], {f"{squad}.a": (20, 21)}, arc={squad: 1})
    use(game, "phase_sequencer", f"{squad}.a")
    assert game.state.units[squad].arc == 0
    assert refused(game, wanted("phase_sequencer", f"{squad}.a")).code == "already_used"


def test_phase_stalker_moves_three_inches_once() -> None:
    squad = "1.vassal_raiders.1"
    raker = "1.raker.1"
    at = {f"{squad}.a": (20, 20), raker: (20, 24)}
    game = fight(
        ["vassal_raiders"],
        ["scourge"],
        at,
        arc={squad: 1},
        attachments=(["raker"], ()),
        joined={squad: [raker]},
    )
    use(game, "phase_stalker", raker)
    assert game.state.units[squad].arc == 0 and too_far(game, raker, (20, 27.01))
    skip(game)
    skip(game)
    assert refused(game, wanted("phase_stalker", raker)).code == "already_used"


@pytest.mark.rule("NM-SIL-47")
def test_jump_jets_cost_an_arc_also_in_the_middle_of_its_attacks() -> None:
    raptor = jack("strike_raptor", cortex="ace_cortex", arm=["slug_gun"])
    game = fight([raptor], ["scourge"], {RAPTOR: (20, 20), SCOURGE: (20, 28)}, arc={RAPTOR: 2})
    use(game, "jump_jets", RAPTOR)
    assert game.state.units[RAPTOR].arc == 1
    assert pools(hurl(game, RAPTOR, "slug_gun", SCOURGE, dice(0, 5), dice(0, 3)))[0] == (
        "attack",
        4,
        1,
    )


def test_thanotech_reclaimer_takes_a_card_for_each_arc() -> None:
    raxis = "1.hierotheos_raxis.1"
    state = begun(
        ["hierotheos_raxis"], ["scourge"], at={raxis: (20, 20), SCOURGE: (40, 40)}, arc={raxis: 2}
    )
    game = activated(
        state.with_player(1, discard=("cryo_lock", "force_barrier", "null_collider")), raxis
    )
    for card, arc in (("force_barrier", 1), ("cryo_lock", 0)):
        use(game, "thanotech_reclaimer", raxis)
        choose(game, card)
        assert game.state.units[raxis].arc == arc
    assert game.state.players[1].hand == ("force_barrier", "cryo_lock")
    assert refused(game, wanted("thanotech_reclaimer", raxis)).code == "no_arc"


def test_command_interface_paladin_is_for_tokened_squads_of_paladins_for_an_arc_each() -> None:
    squads = [f"1.paladin_{name}.1" for name in ("enforcers", "defenders", "annihilators")]
    rangers = "1.ranger_fire_team.1"
    foes = "2.paladin_enforcers.1"
    siege = "1.paladin_weaver.1"
    at = {COMMANDER: (20, 20), siege: (22, 20), f"{rangers}.a": (18, 20), f"{foes}.a": (20, 16)}
    at |= {f"{squad}.a": (18 + 2 * i, 24) for i, squad in enumerate(squads)}
    south = [
        "paladin_commander",
        "paladin_enforcers",
        "paladin_defenders",
        "paladin_annihilators",
        "paladin_weaver",
    ]
    tokens = [*squads[:2], rangers, foes, siege]
    game = fight(
        [*south, "ranger_fire_team"], ["paladin_enforcers"], at, arc={COMMANDER: 2}, tokens=tokens
    )
    for wrong in (siege, f"{rangers}.a", f"{foes}.a", f"{squads[2]}.a"):
        assert (
            refused(game, wanted("command_interface_paladin", COMMANDER, wrong)).code
            == "wrong_target"
        )
    for squad, arc in zip(squads, (1, 0), strict=False):
        use(game, "command_interface_paladin", COMMANDER, target=f"{squad}.a")
        assert not game.state.units[squad].token and game.state.units[COMMANDER].arc == arc


def test_jump_start_reaches_tokened_warjacks_ten_inches_away_for_an_arc_each() -> None:
    edge = 10 + MEDIUM + LARGE
    second = "1.dusk_wolf.2"
    third = "1.dusk_wolf.3"
    at: dict[str, Any] = {
        ENGINEER: (20, 20),
        WOLF: (20, 20 + edge),
        second: (20, 20 - edge),
        third: (16, 20),
        HUNTER: (22, 20),
    }
    at["1.dusk_wolf.4"] = (20 + edge + 0.01, 20)
    tokens = [WOLF, second, HUNTER, "1.dusk_wolf.4"]
    game = fight(
        ["combat_engineer", *["dusk_wolf"] * 4, "hunter"],
        ["scourge"],
        at,
        arc={ENGINEER: 2},
        tokens=tokens,
    )
    for wrong in ("1.dusk_wolf.4", third, HUNTER):
        assert refused(game, wanted("jump_start", ENGINEER, wrong)).code == "wrong_target"
    for wolf, arc in ((WOLF, 1), (second, 0)):
        use(game, "jump_start", ENGINEER, target=wolf)
        assert not game.state.units[wolf].token and game.state.units[ENGINEER].arc == arc


def test_realignment_codex_reaches_ten_inches_and_clears_up_to_three() -> None:
    edge = 10 + SMALL + LARGE
    far = "1.firebrand.2"
    at = {PWEAVER: (20, 20), BRAND: (20, 20 + edge), far: (20, 20 - edge - 0.01), SCOURGE: (22, 24)}
    gates = {"1.gate.1": ((17.0, 20.0), 2)}
    arc = {PWEAVER: 1, BRAND: 3, SCOURGE: 2}
    game = fight(
        ["paladin_weaver", "firebrand", "firebrand"], ["scourge"], at, arc=arc, gates=gates
    )
    for n in ("", "#2"):
        for wrong in (far, SCOURGE, "1.gate.1"):
            assert (
                refused(game, wanted(f"realignment_codex{n}", PWEAVER, wrong)).code
                == "wrong_target"
            )
    use(game, "realignment_codex#2", PWEAVER, target=BRAND)
    choose(game, 3)
    assert game.state.units[BRAND].arc == 0
    charged = fight(
        ["paladin_weaver", "firebrand"],
        ["scourge"],
        {PWEAVER: (20, 20), BRAND: (20, 20 + edge)},
        arc={PWEAVER: 1},
    )
    use(charged, "realignment_codex", PWEAVER, target=BRAND)
    choose(charged, 3)
    assert charged.state.units[BRAND].arc == 3


def test_resurrection_protocol_reaches_friendly_squads_ten_inches_away_for_an_arc_each() -> None:
    near_by = "1.vassal_reavers.1"
    far = "1.vassal_reavers.2"
    foes = "2.vassal_reavers.1"
    edge = 10 + SMALL + SMALL
    at = {
        GRAFTER: (20, 20),
        f"{near_by}.b": (20, 20 + edge),
        f"{far}.b": (20, 20 - edge - 0.01),
        f"{foes}.a": (24, 20),
    }
    game = fight(
        ["grafter", "vassal_reavers", "vassal_reavers"], ["vassal_reavers"], at, arc={GRAFTER: 2}
    )
    for wrong in (f"{far}.b", f"{foes}.a"):
        assert refused(game, wanted("resurrection_protocol", GRAFTER, wrong)).code == "wrong_target"
    for model, arc in (("a", 1), ("c", 0)):
        use(game, "resurrection_protocol", GRAFTER, target=f"{near_by}.b")
        put_at(game, f"{near_by}.{model}", (20 + 2 * arc, 20 + edge + 1.5))
        if arc:
            skip(game)
        assert game.state.units[GRAFTER].arc == arc and asked(game) == "ActingQuestion"


def test_tune_up_reaches_a_friendly_warjack_an_inch_away_in_place_of_the_attacks() -> None:
    edge = 1 + MEDIUM + LARGE
    second = "1.dusk_wolf.2"
    at: dict[str, Any] = {
        ENGINEER: (20, 20),
        WOLF: (20, 20 + edge),
        second: (20, 20 - edge - 0.01),
        SCOURGE: (22.3, 20),
    }
    game = fight(["combat_engineer", "dusk_wolf", "dusk_wolf"], ["scourge"], at)
    for wrong in (second, SCOURGE):
        assert refused(game, wanted("tune_up", ENGINEER, wrong)).code == "wrong_target"
    use(game, "tune_up", ENGINEER, target=WOLF)
    assert game.state.models[WOLF].effects == ("tune_up",)
    wrench = Attack(player=1, model=ENGINEER, weapon="wrench", target=SCOURGE)
    assert refused(game, wrench).code == "special_action_made"


@pytest.mark.rule("NM-CMP-02")
def test_repair_is_not_for_void_gates() -> None:
    game = fight(
        ["combat_engineer"], ["scourge"], {ENGINEER: (20, 20)}, gates={"1.gate.1": ((21.8, 20), 2)}
    )
    assert refused(game, wanted("repair", ENGINEER, "1.gate.1")).code == "wrong_target"


AIMED = [
    name
    for name, clauses in ABILITIES.items()
    if any(isinstance(c, Do) and c.target for c in clauses)
]


@pytest.mark.rule("NM-ACT-13")
@pytest.mark.rule("NM-SIL-147")
@pytest.mark.parametrize("ability", AIMED)
def test_a_special_rule_on_another_model_needs_sight_of_it(ability: str) -> None:
    squad = "1.paladin_enforcers.1"
    reach = 0.9 + MEDIUM
    at = {
        ENGINEER: (20, 20),
        WOLF: (20, 20 + reach + LARGE),
        f"{squad}.a": (20, 20 - reach - MEDIUM),
    }
    walls = [
        box(f"wall{y}", "structure", (20, 20 + y * (MEDIUM + 0.45)), (10, 0.3), 4) for y in (-1, 1)
    ]
    target = (
        f"{squad}.a" if ability in ("command_interface_paladin", "resurrection_protocol") else WOLF
    )
    for terrain, refusal in (
        ([], ""),
        (walls, "" if ability == "shadow_conductor" else "no_sight"),
    ):
        state = begun(
            ["combat_engineer", "dusk_wolf", "paladin_enforcers"],
            at=at,
            arc={ENGINEER: 1},
            tokens=[WOLF, squad],
            table=ground(*terrain),
        )
        state = state.with_model(WOLF, damage=1)
        game = activated(with_abilities(state, ENGINEER, ability), ENGINEER)
        verdict = game.check(wanted(ability, ENGINEER, target))
        assert (verdict.code, verdict.rule) == (
            (refusal, "NM-ACT-13") if refusal else ("legal", "")
        )


# Weapons.


def test_carrion_ablator_costs_an_arc() -> None:
    squad = "1.vassal_raiders.1"
    game = fight(
        ["vassal_raiders"], ["scourge"], {f"{squad}.a": (20, 20), SCOURGE: (20, 28)}, arc={squad: 1}
    )
    hurl(game, f"{squad}.a", "spiker", SCOURGE, dice(1, 4), dice(0, 3))
    use(game, "carrion_ablator", f"{squad}.a", dice(3, 5))
    assert game.state.units[squad].arc == 0


def test_power_attack_costs_one_arc() -> None:
    brand = jack("firebrand", cortex="recon_cortex", arm=["fusion_glaive"])
    game = fight([brand], ["scourge"], {BRAND: (20, 20), SCOURGE: (20, 22.5)}, arc={BRAND: 1})
    hurl(game, BRAND, "fusion_glaive", SCOURGE, dice(1, 5), dice(0, 3))
    use(game, "power_attack", BRAND, (2,), dice(0, 6))
    assert game.state.units[BRAND].arc == 0


@pytest.mark.rule("NM-SLM-01")
def test_force_ram_slams_three_inches_for_an_arc() -> None:
    squad = "1.paladin_enforcers.1"
    aegis = "1.paladin_aegis.1"
    at = {f"{squad}.a": (18, 20), aegis: (20, 20), SCOURGE: (20, 26)}
    joined: dict[str, Any] = {
        "attachments": (["paladin_aegis"], ()),
        "joined": {squad: [aegis]},
        "arc": {squad: 1},
    }
    game = fight(["paladin_enforcers"], ["scourge"], at, **joined)
    hurl(game, aegis, "force_generator_aegis", SCOURGE, dice(1, 4), dice(0, 3))
    use(game, "force_ram", aegis, dice(0, 4))
    assert near(place(game, SCOURGE), 20, 29) and game.state.units[squad].arc == 0


@pytest.mark.rule("NM-SLM-01")
def test_repulsor_ram_slams_three_inches_for_an_arc_if_it_was_hit_itself() -> None:
    brand = "2.firebrand.1"
    ram = jack("firebrand", cortex="reflex_cortex", arm=["repulsor_shield"])
    at = {MINE: (20, 20), brand: (20, 22.5), MARAUDER: (22.5, 20)}
    game = fight([GUNNER], [ram, "marauder"], at, arc={brand: 1})
    hurl(game, MINE, "wrecking_claw", brand, dice(1, 4), dice(0, 3))
    skip(game, dice(0, 5))  # its Refractor Field
    use(game, "repulsor_ram", brand)
    assert near(place(game, MINE), 20, 17) and game.state.units[brand].arc == 0
    missed = fight([GUNNER], [ram, "marauder"], at, arc={brand: 1})
    hurl(missed, MINE, "wrecking_claw", brand, dice(0, 4), dice(0, 3))
    skip(missed)
    assert options(missed) == {("heightened_reflexes", brand)}
    beside = fight([GUNNER], [ram, "marauder"], at, arc={brand: 1})
    hurl(beside, MINE, "wrecking_claw", MARAUDER, dice(1, 4), dice(0, 2), dice(0, 5))
    assert asked(beside) == "ActingQuestion"


@pytest.mark.rule("NM-GAT-07")
def test_winch_drags_no_larger_model_and_no_gate() -> None:
    reaver = jack("scourge", cortex="revenger_cortex", arm=["reaper"])
    with_gate = fight([reaver], ["hunter"], {MINE: (20, 20)}, gates={"2.gate.1": ((20, 26), 3)})
    hurl(with_gate, MINE, "reaper", "2.gate.1", dice(1, 3), dice(0, 3), dice(5, 5))
    assert with_gate.state.gates["2.gate.1"].arc == 2 and asked(with_gate) == "ActingQuestion"


def test_malefactor_leaves_what_lies_on_another_model_of_the_unit() -> None:
    hexer = jack("nemesis", cortex="ghost_cortex", shoulder=["hex_cannon"])
    squad = "2.vassal_reavers.1"
    state = begun(
        [hexer],
        ["vassal_reavers"],
        at={NEMESIS: (20, 20), f"{squad}.a": (20, 28), f"{squad}.b": (22, 28)},
    )
    cards = (
        CardInPlay("plexus_densifier", 2, "pulse_round"),
        CardInPlay("momentum_calibrator", 2, "turn", f"{squad}.b"),
    )
    game = activated(state.with_unit(squad, cyphers=cards), NEMESIS)
    hurl(game, NEMESIS, "hex_cannon", f"{squad}.a", dice(1, 4), dice(0, 3), dice(0, 5))
    assert [c.card for c in game.state.units[squad].cyphers] == ["momentum_calibrator"]


# Numbers.


def test_arcantrik_amplifier_reaches_exactly_five_inches_farther() -> None:
    weaver = "1.coalition_weaver.1"
    edge = 15 + SMALL + LARGE
    for away, legal in ((edge, True), (edge + 0.01, False)):
        at = {weaver: (10, 10), SCOURGE: (10, 10 + away)}
        game = at_step(
            begun(["coalition_weaver"], at=at, hands={1: ["null_collider"]}, arc={weaver: 1}),
            "cypher",
        )
        assert (
            bool(game.check(Play(player=1, card="null_collider", on=SCOURGE, channel=weaver)))
            == legal
        )


def test_neural_web_counts_units_within_five_inches() -> None:
    south: list[str | UnitChoice] = [
        jack("firebrand", cortex="neural_web_cortex"),
        "paladin_commander",
    ]
    edge = 20 + 5 + LARGE + SMALL
    for y, mat in ((edge, 5), (edge + 0.01, 4)):
        assert value(begun(south, at={BRAND: (20, 20), COMMANDER: (20, y)}), BRAND, "MAT") == mat


def test_smart_lock_is_for_ranged_attacks() -> None:
    scout = jack("dusk_wolf", cortex="scout_cortex", arm=["slug_gun", "ripper"])
    state = begun([scout], at={WOLF: (20, 20)}, arc={WOLF: 1})
    assert is_so(state, WOLF, "ignore_cover", "slug_gun") and not is_so(
        state, WOLF, "ignore_cover", "ripper"
    )


def test_force_field_covers_no_other_unit() -> None:
    first = "2.paladin_enforcers.1"
    second = "2.paladin_enforcers.2"
    aegis = "2.paladin_aegis.1"
    at = {f"{first}.a": (20, 28), f"{second}.a": (22, 28), aegis: (18, 28)}
    both = ["paladin_enforcers", "paladin_enforcers"]
    state = begun(
        [],
        both,
        at=at,
        arc={first: 1},
        attachments=((), ["paladin_aegis"]),
        joined={first: [aegis]},
    )
    assert is_so(state, f"{first}.a", "cover") and not is_so(state, f"{second}.a", "cover")


# Attacks on it, and on others.


def test_intercept_driver_reaches_five_inches_and_no_enemy() -> None:
    squad = "2.paladin_defenders.1"
    edge = 5 + SMALL + SMALL
    at = {
        MINE: (20, 20),
        FOE: (20, 28),
        f"{squad}.a": (20, 28 + edge + 0.01),
        f"{squad}.b": (20, 28 + edge + 1.5),
    }
    game = fight([GUNNER], ["hunter", "paladin_defenders"], at, arc={squad: 1})
    hurl(game, MINE, "nailer", FOE, dice(1, 3), dice(0, 4), dice(0, 4))
    assert asked(game) == "ActingQuestion"
    own = "1.paladin_defenders.1"
    at = {MINE: (20, 20), FOE: (20, 28), f"{own}.a": (22, 28)}
    mine = fight([GUNNER, "paladin_defenders"], ["hunter"], at, arc={own: 1})
    hurl(mine, MINE, "nailer", FOE, dice(1, 3), dice(0, 4), dice(0, 4))
    assert asked(mine) == "ActingQuestion"  # it takes no hit of an enemy


@pytest.mark.rule("NM-SIL-158")
def test_refractor_field_rerolls_its_own_defence_only() -> None:
    brand = "2.firebrand.1"
    at = {MINE: (20, 20), MARAUDER: (20, 28), brand: (23, 28)}
    game = fight(
        [GUNNER], [jack("firebrand", cortex="recon_cortex"), "marauder"], at, arc={brand: 1}
    )
    hurl(game, MINE, "nailer", MARAUDER, dice(1, 3), dice(0, 2), dice(0, 4))
    assert asked(game) == "ActingQuestion"


def test_impulse_reciprocator_answers_when_it_is_aimed_at_itself() -> None:
    weaver = "1.immortal_weaver.1"
    nemesis = "2.nemesis.1"
    north: list[str | UnitChoice] = [
        jack("nemesis", cortex="impulse_reciprocator_cortex", arm=["hellstormer"]),
        "marauder",
    ]
    at = {weaver: (20, 20), MARAUDER: (20, 23), nemesis: (20, 25.5)}
    spray = fight(["immortal_weaver"], north, at, arc={nemesis: 1})
    hurl(
        spray,
        weaver,
        "psychokinetic_hood",
        MARAUDER,
        dice(0, 3),
        dice(0, 2),
        dice(1, 3),
        dice(0, 3),
        dice(0, 5),
    )
    assert asked(spray) == "ActingQuestion"  # hit by a spray aimed at another
    other = fight(
        ["immortal_weaver"],
        north,
        {weaver: (20, 20), MARAUDER: (20, 23), nemesis: (24, 24)},
        arc={nemesis: 1},
    )
    hurl(other, weaver, "psychokinetic_hood", MARAUDER, dice(1, 3), dice(0, 2), dice(0, 5))
    assert asked(other) == "ActingQuestion"


@pytest.mark.rule("NM-SIL-161")
def test_void_jumper_goes_eight_inches_from_an_enemys_hit_on_itself() -> None:
    voss = "2.justicar_voss.1"
    game = fight([GUNNER], ["justicar_voss"], {MINE: (20, 20), voss: (20, 28)}, arc={voss: 1})
    hurl(game, MINE, "nailer", voss, dice(1, 3), dice(0, 4))
    use(game, "void_jumper", voss)
    edge = 28 + 8 + 2 * SMALL
    assert refused(game, Place(player=2, model=voss, at=(20.0, edge + 0.01))).code == "too_far"
    put_at(game, voss, (20, edge))
    other = fight(
        [GUNNER],
        ["justicar_voss", "marauder"],
        {MINE: (20, 20), voss: (23, 28), MARAUDER: (20, 28)},
        arc={voss: 1},
    )
    hurl(other, MINE, "nailer", MARAUDER, dice(1, 3), dice(0, 2), dice(0, 4))
    assert asked(other) == "ActingQuestion"


def test_void_jumper_and_void_shifter_are_not_for_the_hits_of_friends() -> None:
    hit_by_a_friend_it_is_asked_nothing()


def test_void_shifter_is_not_for_the_hits_of_friends_or_on_friends() -> None:
    hit_by_a_friend_it_is_asked_nothing()
    voss = "2.justicar_voss.1"
    other = fight(
        [GUNNER],
        ["justicar_voss", "marauder"],
        {MINE: (20, 20), voss: (23, 28), MARAUDER: (20, 28)},
        arc={voss: 1},
    )
    hurl(other, MINE, "nailer", MARAUDER, dice(1, 3), dice(0, 2), dice(0, 4))
    assert asked(other) == "ActingQuestion"


def hit_by_a_friend_it_is_asked_nothing() -> None:
    """A charged Voss on the line of a friend's spray is hit."""
    weaver = "1.immortal_weaver.1"
    mine = "1.justicar_voss.1"
    at = {weaver: (20, 20), mine: (20, 22.5), MARAUDER: (20, 26)}
    friend = fight(["immortal_weaver", "justicar_voss"], ["marauder"], at, arc={mine: 1})
    rolls = (dice(1, 3), dice(0, 4), dice(0, 5), dice(0, 3), dice(0, 2))
    hurl(friend, weaver, "psychokinetic_hood", MARAUDER, *rolls)
    assert asked(friend) == "ActingQuestion"


# Cyphers.


def test_arcane_synthesis_charges_an_empty_unit_with_three() -> None:
    hands = {1: ["arcane_synthesis"]}
    game = at_step(
        begun(["dusk_wolf"], ["scourge"], at={WOLF: (20, 20), SCOURGE: (40, 40)}, hands=hands),
        "cypher",
    )
    game.apply(Play(player=1, card="arcane_synthesis", on=WOLF))
    choose(game, 3)
    assert game.state.units[WOLF].arc == 3


def test_mortality_destabilizer_puts_the_model_within_two_inches_of_another() -> None:
    team = "1.ranger_fire_team.1"
    edge = 20 + 2 + 2 * SMALL
    hands = {1: ["mortality_destabilizer"]}
    game = at_step(
        begun(
            ["ranger_fire_team"],
            ["scourge"],
            at={f"{team}.a": (20, 20), SCOURGE: (40, 40)},
            hands=hands,
        ),
        "cypher",
    )
    game.apply(Play(player=1, card="mortality_destabilizer", on=team))
    assert (
        refused(game, Place(player=1, model=f"{team}.b", at=(edge + 0.01, 20.0))).code == "too_far"
    )
    put_at(game, f"{team}.b", (edge, 20))


def test_malediction_rubric_expires_what_lies_on_another_model_of_the_unit_too() -> None:
    weaver = "1.coalition_weaver.1"
    squad = "2.vassal_reavers.1"
    at = {weaver: (20, 20), f"{squad}.a": (20, 28), f"{squad}.b": (22, 28)}
    state = begun(
        ["coalition_weaver"], ["vassal_reavers"], at=at, hands={1: ["malediction_rubric"]}
    )
    cards = (
        CardInPlay("plexus_densifier", 2, "pulse_round"),
        CardInPlay("momentum_calibrator", 2, "turn", f"{squad}.b"),
    )
    game = at_step(state.with_unit(squad, cyphers=cards), "cypher")
    channel(game, "malediction_rubric", weaver, f"{squad}.a", dice(1, 11), dice(0, 3), dice(0, 5))
    assert game.state.units[squad].cyphers == ()


def test_kinetic_accelerator_leaves_ranged_weapons_as_they_are() -> None:
    state = begun([GUNNER], at={MINE: (20, 20)}).with_unit(
        MINE, cyphers=(CardInPlay("kinetic_accelerator", 1, "pulse_round"),)
    )
    assert [of_weapon(state, MINE, "nailer", n) for n in ("RNG", "POW")] == [10, 3]


@pytest.mark.rule("NM-SIL-91")
def test_momentum_calibrator_slams_no_larger_model_and_no_gate() -> None:
    marauder = "1.marauder.1"
    gate = "2.gate.1"
    card = (CardInPlay("momentum_calibrator", 1, "turn"),)
    claw = jack("scourge", cortex="killer_cortex")
    state = begun([claw], ["hunter"], at={MINE: (20, 20)}, gates={gate: ((20, 22.5), 3)})
    game = activated(state.with_unit(MINE, cyphers=card), MINE)
    assert (
        len(pools(hurl(game, MINE, "wrecking_claw", gate, dice(1, 4), dice(0, 3), dice(0, 5)))) == 3
    )
    state = begun(["marauder"], ["scourge"], at={marauder: (20, 20), SCOURGE: (20, 22.3)})
    small = activated(state.with_unit(marauder, cyphers=card), marauder)
    assert (
        len(pools(hurl(small, marauder, "mangler", SCOURGE, dice(1, 4), dice(0, 3), dice(0, 5))))
        == 3
    )
