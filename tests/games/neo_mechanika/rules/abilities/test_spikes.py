"""What a unit does on purpose in its own activation: spikes and special actions, their cost, limits, targets and ends."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.neo_mechanika.rules.abilities.kit import (
    choose,
    is_so,
    near,
    place,
    put_at,
    skip,
    step,
    use,
    value,
    waits_for,
)
from tests.games.neo_mechanika.rules.fighting import (
    activated,
    armed,
    dice,
    fight,
    hurl,
    jack,
    pools,
    told,
)
from tests.games.neo_mechanika.rules.moving import ground
from tests.games.neo_mechanika.rules.playing import arc_total, asked, at_step, begun, refused
from tests.table.building import box
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.actions import (
    Activate,
    Advance,
    Attack,
    Choose,
    Pass,
    Place,
    Use,
)
from wc3d.games.neo_mechanika.rules.forces.force_files import UnitChoice

WOLF = "1.dusk_wolf.1"
RAPTOR = "1.strike_raptor.1"
BRAND = "1.firebrand.1"
SCOURGE = "2.scourge.1"
ENGINEER = "1.combat_engineer.1"
GRAFTER = "1.grafter.1"
FANG = "1.artemis_fang.1"
RAXIS = "1.hierotheos_raxis.1"
PWEAVER = "1.paladin_weaver.1"
COMMANDER = "1.paladin_commander.1"
WALL = ground(box("wall", "structure", (20, 24), (8, 1), 5.0))


def wanted(ability: str, model: str, target: str = "") -> Use:
    return Use(player=1, ability=ability, model=model, target=target)


def shoot(model: str, weapon: str, target: str) -> Attack:
    return Attack(player=1, model=model, weapon=weapon, target=target)


@pytest.mark.rule("NM-ARC-09")
@pytest.mark.rule("NM-SIL-46")
def test_a_spike_costs_one_arc_which_is_in_the_well_at_once_and_a_die_of_the_next_attack() -> None:
    hunter = jack("firebrand", cortex="jack_hunter_cortex", shoulder=["null_cannon"])
    game = fight([hunter], ["scourge"], {BRAND: (20, 20), SCOURGE: (20, 30)}, arc={BRAND: 2})
    assert game.state.players[1].well == 5
    use(game, "jack_hunter", BRAND)
    assert (
        game.state.units[BRAND].arc == 1
        and game.state.players[1].well == 6
        and arc_total(game.state, 1) == 7
    )
    assert pools(hurl(game, BRAND, "null_cannon", SCOURGE, dice(0, 8), dice(0, 3)))[0] == (
        "attack",
        7,
        1,
    )


@pytest.mark.rule("NM-ARC-09")
def test_a_unit_without_arc_cannot_spike() -> None:
    spikes = {
        "firebrand": "jack_hunter",
        "ranger_fire_team": "slip_displacer",
        "artemis_fang": "maelstrom_activator",
    }
    for unit, ability in spikes.items():
        id = f"1.{unit}.1"
        model = f"{id}.a" if unit == "ranger_fire_team" else id
        choice: str | UnitChoice = (
            jack(unit, cortex="jack_hunter_cortex") if unit == "firebrand" else unit
        )
        game = fight([choice], ["scourge"], {model: (20, 20), SCOURGE: (20, 30)})
        verdict = refused(game, wanted(ability, model))
        assert (verdict.code, verdict.page, verdict.rule) == ("no_arc", "27", "NM-ARC-09")
        assert not any(o.type == "use" and any(o.candidates()) for o in game.offers())


@pytest.mark.rule("NM-SIL-48")
def test_jack_hunter_is_used_once_in_an_activation_and_helps_against_enemy_warjacks() -> None:
    hunter = jack(
        "firebrand", cortex="jack_hunter_cortex", shoulder=["null_cannon"], arm=["grenade_launcher"]
    )
    at = {BRAND: (20, 20), SCOURGE: (20, 29), "2.marauder.1": (24, 28)}
    game = fight([hunter], ["scourge", "marauder"], at, arc={BRAND: 3})
    use(game, "jack_hunter", BRAND)
    assert refused(game, wanted("jack_hunter", BRAND)).code == "already_used"
    at_jack = hurl(game, BRAND, "null_cannon", SCOURGE, dice(0, 9), dice(0, 3))
    at_solo = hurl(
        game, BRAND, "grenade_launcher", "2.marauder.1", dice(0, 6), dice(0, 2), dice(0, 3)
    )
    assert pools(at_jack)[0] == ("attack", 7, 2) and pools(at_solo)[0] == ("attack", 4, 2)
    skip(game)
    assert game.state.units[BRAND].boosts == ()
    again = activated(game.state.with_unit(BRAND, token=False), BRAND)
    assert again.check(wanted("jack_hunter", BRAND))


@pytest.mark.rule("NM-SIL-48")
def test_jump_jets_give_flight_and_speed_for_one_activation_and_do_not_stack() -> None:
    raptor = jack("strike_raptor", cortex="ace_cortex")
    game = fight(
        [raptor], ["scourge"], {RAPTOR: (20, 18), SCOURGE: (20, 40)}, arc={RAPTOR: 2}, table=WALL
    )
    across = Advance(player=1, model=RAPTOR, path=((20.0, 26.0),))
    assert refused(game, across).code == "in_the_way"
    use(game, "jump_jets", RAPTOR)
    assert value(game.state, RAPTOR, "SPD") == 8 and is_so(game.state, RAPTOR, "flight")
    assert refused(game, wanted("jump_jets", RAPTOR)).code == "already_used"
    step(game, RAPTOR, (20, 26))
    skip(game)
    assert value(game.state, RAPTOR, "SPD") == 5 and not is_so(game.state, RAPTOR, "flight")


def test_divination_lock_ignores_cover_and_stealth_for_the_whole_squad_until_it_ends() -> None:
    squad = "1.paladin_enforcers.1"
    at = {f"{squad}.a": (20, 20), f"{squad}.b": (23, 20), "2.voitek_sudal.1": (20, 30.5)}
    game = fight(["paladin_enforcers"], ["voitek_sudal"], at, arc={squad: 1})
    aim = shoot(f"{squad}.b", "assault_rifle", "2.voitek_sudal.1")
    assert refused(game, aim).code == "stealth"
    use(game, "divination_lock", f"{squad}.a")
    assert game.check(aim) and is_so(game.state, f"{squad}.b", "ignore_cover")
    skip(game)
    assert not is_so(game.state, f"{squad}.b", "ignore_cover") and not is_so(
        game.state, f"{squad}.b", "ignore_stealth"
    )


@pytest.mark.rule("NM-EXM-11")
def test_hunter_killer_salvo_ignores_sight_and_cover_but_not_range() -> None:
    squad = "1.paladin_annihilators.1"
    at = {
        f"{squad}.a": (20, 20),
        f"{squad}.b": (22, 20),
        SCOURGE: (20, 28),
        "2.hunter.1": (20, 33.5),
    }
    game = fight(["paladin_annihilators"], ["scourge", "hunter"], at, arc={squad: 1}, table=WALL)
    assert refused(game, shoot(f"{squad}.b", "harbinger_cannon", SCOURGE)).code == "no_sight"
    use(game, "hunter_killer_salvo", f"{squad}.a")
    assert game.state.units[squad].arc == 0 and game.state.players[1].well == 7
    assert (
        refused(game, shoot(f"{squad}.b", "harbinger_cannon", "2.hunter.1")).code == "out_of_range"
    )
    shot = hurl(game, f"{squad}.b", "harbinger_cannon", SCOURGE, dice(0, 1), dice(0, 3), dice(0, 3))
    assert pools(shot)[2] == ("defence", 3, 0)
    skip(game)
    assert not is_so(game.state, f"{squad}.a", "ignore_sight")


def test_oracle_targeting_array_ignores_cover_and_stealth() -> None:
    oracle = jack("nemesis", cortex="oracle_cortex", arm=["hellstormer"])
    id = "1.nemesis.1"
    at = {id: (20, 20), "2.voitek_sudal.1": (20, 31)}
    game = at_step(begun([oracle], ["voitek_sudal"], at=at, arc={id: 1}), "activation")
    game.apply(Activate(player=1, unit=id))
    skip(game)  # its Afterburner
    assert refused(game, shoot(id, "hellstormer", "2.voitek_sudal.1")).code == "stealth"
    use(game, "oracle_targeting_array", id)
    assert game.check(shoot(id, "hellstormer", "2.voitek_sudal.1")) and is_so(
        game.state, id, "ignore_cover"
    )


def test_phase_sequencer_passes_through_structures_and_models_with_the_whole_squad() -> None:
    squad = "1.vassal_reavers.1"
    at = {f"{squad}.a": (20, 21), f"{squad}.b": (12, 21), SCOURGE: (12, 23)}
    game = fight(["vassal_reavers"], ["scourge"], at, arc={squad: 1}, table=WALL)
    through_wall = Advance(player=1, model=f"{squad}.a", path=((20.0, 26.0),))
    through_model = Advance(player=1, model=f"{squad}.b", path=((12.0, 26.0),))
    assert refused(game, through_wall).code == refused(game, through_model).code == "in_the_way"
    use(game, "phase_sequencer", f"{squad}.b")
    assert game.check(through_wall) and game.check(through_model)
    inside = Advance(player=1, model=f"{squad}.a", path=((20.0, 24.0),))
    assert not game.check(inside)
    step(game, f"{squad}.a", (20, 26))
    skip(game)
    assert not is_so(game.state, f"{squad}.a", "through")


@pytest.mark.rule("NM-MOV-07")
def test_phase_stalker_moves_the_raker_alone_and_gives_it_one_more_attack() -> None:
    squad = "1.vassal_raiders.1"
    raker = "1.raker.1"
    at = {f"{squad}.a": (20, 20), f"{squad}.b": (22, 20), raker: (20, 24), SCOURGE: (20, 29.5)}
    joined: dict[str, Any] = {"attachments": (["raker"], ()), "joined": {squad: [raker]}}
    game = at_step(
        begun(["vassal_raiders"], ["scourge"], at=at, arc={squad: 1}, **joined), "activation"
    )
    game.apply(Activate(player=1, unit=squad))
    assert refused(game, wanted("phase_stalker", f"{squad}.a")).code == "unknown_ability"
    use(game, "phase_stalker", raker)
    assert (
        refused(game, Advance(player=1, model=f"{squad}.a", path=((20.0, 21.0),))).code
        == "not_its_move"
    )
    step(game, raker, (20, 27))
    assert near(place(game, f"{squad}.a"), 20, 20) and waits_for(game, "ExtraAttack", 1)
    hurl(game, raker, "mandibles", SCOURGE, dice(0, 4), dice(0, 3))
    hurl(
        game, raker, "mandibles", SCOURGE, dice(0, 4), dice(0, 3)
    )  # its own attack is still to come
    assert refused(game, shoot(raker, "mandibles", SCOURGE)).code == "attack_made"


@pytest.mark.rule("NM-MOV-04")
@pytest.mark.rule("NM-SIL-49")
def test_slip_displacer_moves_a_squad_around_the_model_its_player_picks() -> None:
    squad = "1.ranger_fire_team.1"
    at = {f"{squad}.a": (20, 20), f"{squad}.b": (22, 20), f"{squad}.c": (24, 20)}
    game = fight(["ranger_fire_team"], ["scourge"], {**at, SCOURGE: (20, 40)}, arc={squad: 1})
    use(game, "slip_displacer", f"{squad}.a")
    assert (
        refused(game, Advance(player=1, model=f"{squad}.c", path=((24.0, 23.01),))).code
        == "too_far"
    )
    step(game, f"{squad}.c", (24, 23), a=(22.5, 23), b=(24, 21.5))
    assert near(place(game, f"{squad}.a"), 22.5, 23) and near(place(game, f"{squad}.c"), 24, 23)
    assert refused(game, wanted("slip_displacer", f"{squad}.b")).code == "already_used"
    assert game.check(
        Advance(player=1, model=f"{squad}.c", path=((24.0, 24.0),))
    )  # it was no advance


def test_slip_displacer_of_a_warjack_between_its_attacks() -> None:
    game = fight(
        [armed("ripper", "slug_gun")],
        ["scourge"],
        {WOLF: (20, 20), SCOURGE: (20, 26)},
        arc={WOLF: 1},
    )
    hurl(game, WOLF, "slug_gun", SCOURGE, dice(0, 5), dice(0, 3))
    use(game, "slip_displacer", WOLF)
    step(game, WOLF, (20, 22.9))
    assert game.check(shoot(WOLF, "ripper", SCOURGE)) and game.state.units[WOLF].arc == 0


@pytest.mark.rule("NM-ACT-01")
def test_maelstrom_activator_gives_one_attack_with_each_weapon_after_its_attacks() -> None:
    game = fight(["artemis_fang"], ["scourge"], {FANG: (20, 20), SCOURGE: (20, 28)}, arc={FANG: 1})
    assert refused(game, wanted("maelstrom_activator", FANG)).code == "too_early"
    hurl(game, FANG, "arclock_pistol", SCOURGE, dice(0, 7), dice(0, 3), mode="revelator")
    use(
        game, "maelstrom_activator", FANG
    )  # her second pistol has not been fired: that attack is given up
    assert (
        refused(game, Attack(player=1, model=FANG, weapon="arclock_pistol", target=SCOURGE)).code
        == "choose_mode"
    )
    first = hurl(game, FANG, "arclock_pistol#2", SCOURGE, dice(0, 6), dice(0, 3), mode="fire")
    assert pools(first)[0] == ("attack", 6, 0)  # the Arc is gone
    twice = Attack(player=1, model=FANG, weapon="arclock_pistol#2", target=SCOURGE, mode="fire")
    assert refused(game, twice).code == "wrong_weapon"
    hurl(game, FANG, "arclock_pistol", SCOURGE, dice(0, 6), dice(0, 3), mode="revelator")
    assert asked(game) == "ActingQuestion"
    assert refused(game, twice).code == "not_interleaved"
    assert game.check(Advance(player=1, model=FANG, path=((20.0, 19.0),)))


def test_command_interface_paladin_takes_the_token_off_a_paladin_squad_within_ten_inches() -> None:
    squad = "1.paladin_enforcers.1"
    edge = 10 + 30 / 25.4
    south = ["paladin_commander", "paladin_enforcers", "firebrand"]
    for away, legal in ((edge, True), (edge + 0.01, False)):
        at = {COMMANDER: (20, 20), f"{squad}.a": (20, 20 + away), BRAND: (24, 20)}
        game = fight(south, ["scourge"], at, arc={COMMANDER: 1}, tokens=[squad, BRAND])
        assert (
            bool(game.check(wanted("command_interface_paladin", COMMANDER, f"{squad}.a"))) == legal
        )
        assert (
            refused(game, wanted("command_interface_paladin", COMMANDER, BRAND)).code
            == "wrong_target"
        )
        if legal:
            use(game, "command_interface_paladin", COMMANDER, target=f"{squad}.a")
            assert not game.state.units[squad].token and game.state.units[BRAND].token


def test_jump_start_takes_the_token_off_a_friendly_warjack_within_ten_inches() -> None:
    at = {ENGINEER: (20, 20), WOLF: (20, 28), SCOURGE: (24, 24)}
    game = fight(
        ["combat_engineer", "dusk_wolf"], ["scourge"], at, arc={ENGINEER: 1}, tokens=[WOLF, SCOURGE]
    )
    assert refused(game, wanted("jump_start", ENGINEER, SCOURGE)).code == "wrong_target"
    assert refused(game, wanted("jump_start", ENGINEER, "1.nobody.1")).code == "unknown"
    use(game, "jump_start", ENGINEER, target=WOLF)
    assert not game.state.units[WOLF].token and game.state.units[SCOURGE].token
    skip(game)
    assert game.check(Activate(player=1, unit=WOLF))  # after the solo the one unit


def test_realignment_codex_charges_a_friendly_unit_or_clears_it() -> None:
    at = {PWEAVER: (20, 20), BRAND: (20, 28), SCOURGE: (22, 24)}
    more: dict[str, Any] = {"gates": {"1.gate.1": ((17.0, 20.0), 2)}, "arc": {PWEAVER: 1, BRAND: 1}}
    game = fight(["paladin_weaver", "firebrand"], ["scourge"], at, **more)
    for target in ("1.gate.1", SCOURGE):
        assert refused(game, wanted("realignment_codex", PWEAVER, target)).code == "wrong_target"
    use(game, "realignment_codex", PWEAVER, target=BRAND)
    assert game.state.units[PWEAVER].arc == 0 and refused_amount(game, 3)
    choose(game, 2)
    assert (
        game.state.units[BRAND].arc == 3
        and game.state.players[1].well == 2
        and arc_total(game.state, 1) == 7
    )
    cleared = fight(["paladin_weaver", "firebrand"], ["scourge"], at, arc={PWEAVER: 1, BRAND: 3})
    use(cleared, "realignment_codex#2", PWEAVER, target=BRAND)
    choose(cleared, 2)
    assert cleared.state.units[BRAND].arc == 1 and cleared.state.players[1].well == 6
    itself = fight(
        ["paladin_weaver"], ["scourge"], {PWEAVER: (20, 20), SCOURGE: (20, 30)}, arc={PWEAVER: 1}
    )
    assert {
        refused(itself, wanted(f"realignment_codex{n}", PWEAVER, PWEAVER)).code for n in ("", "#2")
    } == {"does_nothing"}
    for n in ("", "#2"):
        assert refused(game, wanted(f"realignment_codex{n}", PWEAVER, BRAND)).code == "already_used"


def refused_amount(game: Game, n: int) -> bool:
    """Is that much Arc more than may be chosen?"""
    return refused(game, Choose(player=1, option=str(n))).code == "wrong_amount"


@pytest.mark.rule("NM-ACT-10")
@pytest.mark.rule("NM-ACT-11")
def test_repair_is_a_special_action_in_place_of_the_attacks() -> None:
    edge = 1 + (20 + 25) / 25.4
    at = {
        ENGINEER: (20, 20),
        WOLF: (20, 20 + edge),
        "1.dusk_wolf.2": (20, 20 - edge - 0.01),
        SCOURGE: (22.3, 20),
    }
    state = begun(["combat_engineer", "dusk_wolf", "dusk_wolf"], ["scourge"], at=at).with_model(
        WOLF, damage=2
    )
    game = activated(state, ENGINEER)
    assert refused(game, wanted("repair", ENGINEER, "1.dusk_wolf.2")).code == "wrong_target"
    assert refused(game, wanted("repair", ENGINEER, ENGINEER)).code == "wrong_target"
    assert refused(game, wanted("repair", ENGINEER, SCOURGE)).code == "wrong_target"
    use(game, "repair", ENGINEER, (2, 1, 0), target=WOLF)
    assert game.state.models[WOLF].damage == 0
    assert refused(game, wanted("tune_up", ENGINEER, WOLF)).code == "special_action_made"
    assert refused(game, shoot(ENGINEER, "wrench", SCOURGE)).code == "special_action_made"
    assert game.check(Advance(player=1, model=ENGINEER, path=((19.5, 20.0),)))
    fighter = activated(state, ENGINEER)
    hurl(fighter, ENGINEER, "wrench", SCOURGE, dice(0, 3), dice(0, 3))
    assert refused(fighter, wanted("repair", ENGINEER, WOLF)).code == "attack_made"


def test_repair_removes_no_more_than_there_is() -> None:
    at = {GRAFTER: (20, 20), "1.marauder.1": (22, 20), SCOURGE: (40, 40)}
    state = begun(["grafter", "marauder"], ["scourge"], at=at).with_model("1.marauder.1", damage=1)
    told_of = use(activated(state, GRAFTER), "repair", GRAFTER, (2, 2, 1), target="1.marauder.1")
    assert [e.points for e in told(told_of, events.Healed)] == [1]


def test_tune_up_ends_effects_and_tunes_a_warjack_up() -> None:
    at = {ENGINEER: (20, 20), WOLF: (20, 22.5), "1.hunter.1": (18.5, 20), SCOURGE: (40, 40)}
    state = begun(
        ["combat_engineer", jack("dusk_wolf", cortex="scout_cortex"), "hunter"], ["scourge"], at=at
    )
    state = state.with_model(WOLF, effects=("fire", "system_failure:ranged"))
    game = activated(state, ENGINEER)
    assert refused(game, wanted("tune_up", ENGINEER, "1.hunter.1")).code == "wrong_target"
    use(game, "tune_up", ENGINEER, target=WOLF)
    assert game.state.models[WOLF].effects == ("tune_up",)
    assert [value(game.state, WOLF, s) for s in ("STR", "MAT", "RAT", "DEF")] == [5, 5, 5, 4]


def test_resurrection_protocol_brings_back_up_to_two_troopers_beside_their_squad() -> None:
    squad = "1.vassal_reavers.1"
    raker = "1.raker.1"
    at = {GRAFTER: (20, 20), f"{squad}.b": (20, 24), SCOURGE: (40, 40)}
    joined: dict[str, Any] = {"attachments": (["raker"], ()), "joined": {squad: [raker]}}
    game = fight(["grafter", "vassal_reavers"], ["scourge"], at, arc={GRAFTER: 1}, **joined)
    assert refused(game, wanted("resurrection_protocol", GRAFTER, GRAFTER)).code == "wrong_target"
    use(game, "resurrection_protocol", GRAFTER, target=f"{squad}.b")
    far = Place(player=1, model=f"{squad}.a", at=(20.0, 24 + 2 + 30 / 25.4 + 0.01))
    assert refused(game, far).code == "too_far"
    put_at(game, f"{squad}.a", (20, 24 + 2 + 30 / 25.4))
    put_at(game, f"{squad}.c", (20, 29.5))  # within 2" of the one that has just come back
    assert asked(game) == "ActingQuestion"
    assert len(game.state.models_of(squad)) == 3 and not game.state.is_on_table(raker)
    assert game.state.models[f"{squad}.a"].damage == 0


def test_resurrection_protocol_may_bring_back_one_only_and_never_more_than_were_lost() -> None:
    squad = "1.vassal_reavers.1"
    at = {GRAFTER: (20, 20), f"{squad}.b": (20, 24), f"{squad}.c": (22, 24), SCOURGE: (40, 40)}
    game = fight(["grafter", "vassal_reavers"], ["scourge"], at, arc={GRAFTER: 1})
    use(game, "resurrection_protocol", GRAFTER, target=f"{squad}.b")
    assert refused(game, Place(player=1, model=f"{squad}.b", at=(20.0, 26.0))).code == "wrong_model"
    game.apply(Pass(player=1))
    assert asked(game) == "ActingQuestion" and game.state.units[GRAFTER].arc == 0


def test_thanotech_reclaimer_takes_a_card_from_the_own_discard_pile() -> None:
    state = begun(
        ["hierotheos_raxis"], ["scourge"], at={RAXIS: (20, 20), SCOURGE: (40, 40)}, arc={RAXIS: 1}
    )
    state = state.with_player(1, discard=("cryo_lock", "force_barrier")).with_player(
        2, discard=("null_collider",)
    )
    game = activated(state, RAXIS)
    use(game, "thanotech_reclaimer", RAXIS)
    assert refused(game, Choose(player=1, option="null_collider")).code == "unknown_card"
    choose(game, "force_barrier")
    assert game.state.players[1].hand == ("force_barrier",) and game.state.players[1].discard == (
        "cryo_lock",
    )


def test_eruption_hurts_everyone_near_and_leaves_the_other_attacks() -> None:
    edge = 3 + (25 + 15) / 25.4
    at = {
        WOLF: (20, 20),
        "1.hunter.1": (20, 20 - edge),
        "2.hunter.1": (20, 20 + edge + 0.01),
        SCOURGE: (23, 20),
    }
    game = fight(
        [armed("ripper", "wildflower"), "hunter"], ["hunter", "scourge"], at, arc={WOLF: 1}
    )
    happened = use(game, "eruption", WOLF, dice(2, 3), dice(3, 3))
    assert [(e.model, e.strikes) for e in told(happened, events.Damaged)] == [
        ("1.hunter.1", 2),
        (SCOURGE, 3),
    ]
    assert game.state.units[WOLF].arc == 1
    assert refused(game, wanted("eruption", WOLF)).code == "already_used"
    hurl(game, WOLF, "ripper", SCOURGE, dice(0, 5), dice(0, 3))
    step(game, WOLF, (19, 20))
    later = fight([armed("ripper", "wildflower")], ["scourge"], {WOLF: (20, 20), SCOURGE: (23, 20)})
    hurl(later, WOLF, "ripper", SCOURGE, dice(0, 4), dice(0, 3))
    step(later, WOLF, (19.5, 20))
    assert refused(later, wanted("eruption", WOLF)).code == "not_interleaved"


@pytest.mark.rule("NM-SIL-47")
def test_abilities_are_used_by_the_activating_unit_only_and_by_name() -> None:
    at = {ENGINEER: (20, 20), WOLF: (20, 28), SCOURGE: (40, 40)}
    game = fight(["combat_engineer", "dusk_wolf"], ["scourge"], at, arc={ENGINEER: 1, WOLF: 1})
    assert refused(game, wanted("slip_displacer", WOLF)).code == "wrong_unit"
    assert refused(game, wanted("jump_jets", ENGINEER)).code == "unknown_ability"
    assert refused(game, wanted("repair", "1.nobody.1")).code == "wrong_unit"
    skip(game)
    assert refused(game, wanted("slip_displacer", WOLF)).code == "not_now"
