"""Activations: advance and attack in either order, who attacks how often, special actions, spikes, the end (p. 28-29)."""

from __future__ import annotations

import pytest

from tests.games.neo_mechanika.rules.fighting import (
    FIREBRAND,
    HUNTER,
    SCOURGE,
    WOLF,
    activated,
    armed,
    decline,
    dice,
    done,
    fight,
    hurl,
    jack,
    pools,
    told,
    with_abilities,
)
from tests.games.neo_mechanika.rules.playing import asked, at_step, begun, board, play, refused
from tests.table.building import box
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.abilities.ability_sources import active_abilities
from wc3d.games.neo_mechanika.rules.abilities.selectors import is_warrior
from wc3d.games.neo_mechanika.rules.actions import (
    Activate,
    Advance,
    Attack,
    Deploy,
    Pass,
    Play,
    Use,
)
from wc3d.games.neo_mechanika.rules.weapons import model_weapons

RIFLE = armed("battle_rifle", "ripper", "rail_gun")
SQUAD = "1.ranger_fire_team.1"
ENGINEER = "1.combat_engineer.1"
REAVERS = "2.vassal_reavers.1"
A, B, C = (f"{SQUAD}.{letter}" for letter in "abc")
TRIO = {A: (10.0, 20.0), B: (10.0, 21.8), C: (10.0, 18.2), SCOURGE: (17.0, 20.0)}
DUEL = {WOLF: (10.0, 20.0), SCOURGE: (17.0, 20.0)}


def shot(weapon: str = "battle_rifle", model: str = WOLF, target: str = SCOURGE) -> Attack:
    """An attack by the Wolf on the Scourge, if nothing else is said."""
    return Attack(player=1, model=model, weapon=weapon, target=target)


def walk(x: float, y: float, model: str = WOLF) -> Advance:
    """A straight advance."""
    return Advance(player=1, model=model, path=((x, y),))


def missed(
    g: Game,
    weapon: str,
    model: str = WOLF,
    attack: int = 4,
    target: str = SCOURGE,
    defense: int = 3,
) -> None:
    """An attack that misses; what comes in between is declined."""
    hurl(g, model, weapon, target, dice(0, attack), dice(0, defense))
    decline(g)


@pytest.mark.rule("NM-ACT-01")
@pytest.mark.rule("NM-STA-01")
@pytest.mark.rule("NM-MOV-03")
def test_advance_then_attack_and_no_second_advance() -> None:
    g = fight([RIFLE], ["scourge"], DUEL)
    assert not g.check(walk(10, 25.01)) and g.check(walk(10, 25)), "SPD 5"
    g.apply(walk(10, 23))
    no = refused(g, walk(10, 24))
    assert (no.code, no.rule) == ("already_advanced", "NM-ACT-01")
    missed(g, "battle_rifle")
    assert refused(g, walk(10, 24)).code == "already_advanced"
    missed(g, "rail_gun")


@pytest.mark.rule("NM-ACT-01")
@pytest.mark.rule("NM-SIL-40")
def test_attack_then_advance_and_no_attack_after_that() -> None:
    g = fight([RIFLE], ["scourge"], DUEL)
    missed(g, "battle_rifle")
    g.apply(walk(12, 20))
    no = refused(g, shot("rail_gun"))
    assert (no.code, no.rule) == ("not_interleaved", "NM-ACT-01")
    assert not [a for o in g.offers() if o.type == "attack" for a in o.candidates()]


@pytest.mark.rule("NM-ACT-06")
@pytest.mark.rule("NM-SIL-40")
def test_a_squad_attacks_as_a_whole_before_or_after_it_moves() -> None:
    g = fight(["ranger_fire_team"], ["scourge"], TRIO)
    missed(g, "battle_rifle", A, 3)
    g.apply(walk(11, 20, A))
    assert refused(g, shot("battle_rifle", B)).code == "not_interleaved"
    g = fight(["ranger_fire_team"], ["scourge"], TRIO)
    g.apply(walk(11, 20, A))
    for model in (C, A, B):
        missed(g, "battle_rifle", model, 3)


@pytest.mark.rule("NM-ACT-07")
def test_a_solo_makes_one_attack_with_one_of_its_weapons() -> None:
    g = fight(["hunter"], ["scourge"], {HUNTER: (10.0, 20.0), SCOURGE: (12.4, 20.0)})
    assert g.check(shot("combat_blade", HUNTER)) and g.check(shot("sniper_rifle", HUNTER))
    missed(g, "combat_blade", HUNTER, 3)
    for weapon in ("sniper_rifle", "combat_blade"):
        no = refused(g, shot(weapon, HUNTER))
        assert (no.code, no.rule) == ("attack_made", "NM-ACT-07")


@pytest.mark.rule("NM-ACT-08")
def test_each_model_of_a_squad_makes_one_attack_with_any_weapon_at_any_target() -> None:
    at = TRIO | {f"{REAVERS}.a": (11.7, 20.0)}
    g = fight(["ranger_fire_team"], ["scourge", "vassal_reavers"], at)
    missed(g, "fusion_blade", A, 3, f"{REAVERS}.a")
    missed(g, "battle_rifle", B, 3)
    assert refused(g, shot("battle_rifle", A)).rule == "NM-ACT-08"
    assert refused(g, shot("fusion_blade", B, f"{REAVERS}.a")).code == "attack_made"
    missed(g, "battle_rifle", C, 3, f"{REAVERS}.a")
    assert not [a for o in g.offers() if o.type == "attack" for a in o.candidates()]


@pytest.mark.rule("NM-ACT-09")
@pytest.mark.rule("NM-SIL-43")
def test_a_warjack_attacks_once_with_each_weapon_in_any_order_at_any_targets() -> None:
    at = {WOLF: (10.0, 20.0), SCOURGE: (17.0, 20.0), "2.marauder.1": (12.6, 20.0)}
    g = fight([RIFLE], ["scourge", "marauder"], at)
    missed(g, "rail_gun")
    missed(g, "ripper", target="2.marauder.1", defense=2)
    assert refused(g, shot("rail_gun")).rule == "NM-ACT-09"
    assert refused(g, shot("rail_gun")).code == "weapon_used"
    missed(g, "battle_rifle")
    assert not [a for o in g.offers() if o.type == "attack" for a in o.candidates()]


@pytest.mark.rule("NM-STA-20")
@pytest.mark.rule("NM-ACT-09")
def test_identical_weapons_are_weapons_of_their_own() -> None:
    g = fight(
        [jack("dusk_wolf", cortex="scout_cortex", arm=["battle_rifle", "battle_rifle"])],
        ["scourge"],
        DUEL,
    )
    missed(g, "battle_rifle")
    assert refused(g, shot("battle_rifle")).code == "weapon_used"
    missed(g, "battle_rifle#2")
    assert refused(g, shot("battle_rifle#2")).code == "weapon_used"


@pytest.mark.rule("NM-STA-19")
def test_a_weapon_expert_attacks_once_with_each_of_its_weapons() -> None:
    voitek = "1.voitek_sudal.1"
    g = fight(["voitek_sudal"], ["scourge"], {voitek: (10.0, 20.0), SCOURGE: (12.4, 20.0)})
    missed(g, "combat_blade", voitek)
    missed(g, "force_constrictor", voitek, 5)
    assert refused(g, shot("combat_blade", voitek)).code == "weapon_used"
    missed(g, "null_detonator", voitek, 5)


@pytest.mark.rule("NM-ACT-10")
@pytest.mark.parametrize("moved_first", [True, False])
def test_a_special_action_takes_the_place_of_all_attacks_before_or_after_moving(
    moved_first: bool,
) -> None:
    at = {ENGINEER: (10.0, 20.0), WOLF: (12.4, 20.0), SCOURGE: (14.6, 20.5)}
    state = begun(["combat_engineer", RIFLE], ["scourge"], at=at).with_model(WOLF, damage=2)
    g = activated(state, ENGINEER)
    if moved_first:
        g.apply(walk(10, 20.5, ENGINEER))
    mend = Use(player=1, ability="repair", model=ENGINEER, target=WOLF)
    happened = done(g, mend, dice(1, 3))
    assert pools(happened)[0][1:] == (3, 0) and g.state.models[WOLF].damage == 1
    no = refused(g, shot("fusion_torch", ENGINEER))
    assert (no.code, no.rule) == ("special_action_made", "NM-ACT-10")
    assert refused(g, mend).code == "special_action_made", "one in an activation"
    assert (
        refused(g, Use(player=1, ability="tune_up", model=ENGINEER, target=WOLF)).code
        == "special_action_made"
    )
    assert bool(g.check(walk(10, 21, ENGINEER))) == (not moved_first)


@pytest.mark.rule("NM-ACT-10")
def test_who_has_attacked_makes_no_special_action() -> None:
    at = {ENGINEER: (10.0, 20.0), WOLF: (12.4, 20.0), SCOURGE: (14.6, 20.5)}
    g = fight(["combat_engineer", RIFLE], ["scourge"], at)
    missed(g, "fusion_torch", ENGINEER, 3)
    no = refused(g, Use(player=1, ability="repair", model=ENGINEER, target=WOLF))
    assert (no.code, no.rule) == ("attack_made", "NM-ACT-10")


@pytest.mark.rule("NM-ACT-11")
@pytest.mark.rule("NM-EXM-13")
def test_in_a_squad_one_makes_a_special_action_while_the_others_attack() -> None:
    """As if by a mission's rule one of the squad could repair (the book fires a gun emplacement)."""
    state = begun(["ranger_fire_team", RIFLE], ["scourge"], at=TRIO | {WOLF: (8.0, 20.0)})
    g = activated(with_abilities(state.with_model(WOLF, damage=1), A, "repair"), SQUAD)
    done(g, Use(player=1, ability="repair", model=A, target=WOLF), dice(1, 3))
    assert refused(g, shot("battle_rifle", A)).code == "special_action_made"
    missed(g, "battle_rifle", B, 3)
    missed(g, "battle_rifle", C, 3)


@pytest.mark.rule("NM-ACT-12")
@pytest.mark.rule("NM-ACT-02")
def test_everything_may_be_given_up() -> None:
    g = fight([RIFLE], ["scourge"], DUEL)
    happened = g.apply(Pass(player=1))
    assert told(happened, events.ActivationEnded, events.TokenGiven)
    assert g.state.units[WOLF].token and g.state.place(WOLF)[:2] == (10.0, 20.0)


@pytest.mark.rule("NM-ARC-09")
def test_without_arc_nothing_is_spiked() -> None:
    g = fight([RIFLE], ["scourge"], DUEL)
    no = refused(g, Use(player=1, ability="slip_displacer", model=WOLF))
    assert (no.code, no.rule) == ("no_arc", "NM-ARC-09")


@pytest.mark.rule("NM-SIL-47")
def test_a_spike_comes_between_actions_of_the_own_activation_never_after_a_roll() -> None:
    """The Rail Gun asks before its damage roll, for its own spike; the Wolf's other spike is not possible there."""
    g = play([RIFLE], ["scourge"], at=DUEL, arc={WOLF: 2}, step="cypher")
    displace = Use(player=1, ability="slip_displacer", model=WOLF)
    assert refused(g, displace).code == "not_now", "before its activation"
    g = fight([RIFLE], ["scourge"], DUEL, arc={WOLF: 2})
    hurl(g, WOLF, "rail_gun", SCOURGE, dice(1, 6), dice(0, 3))
    assert asked(g) == "Reaction" and refused(g, displace).code == "not_now"
    done(g, Pass(player=1), dice(0, 6))
    g.apply(displace)
    decline(g)
    assert g.state.units[WOLF].arc == 1


@pytest.mark.rule("NM-CON-09")
@pytest.mark.rule("NM-SIL-120")
def test_system_failure_forbids_one_kind_of_weapon_and_nothing_else() -> None:
    state = begun([RIFLE], ["scourge"], at={WOLF: (10.0, 20.0), SCOURGE: (13.0, 20.0)})
    g = activated(state.with_model(WOLF, effects=("system_failure:ranged",)), WOLF)
    for weapon in ("battle_rifle", "rail_gun"):
        no = refused(g, shot(weapon))
        assert (no.code, no.rule) == ("system_failure", "NM-CON-09")
    assert g.check(shot("ripper")) and g.check(walk(10, 23))
    weaver = "1.coalition_weaver.1"
    at = {weaver: (10.0, 20.0), SCOURGE: (16.0, 20.0)}
    state = begun(["coalition_weaver"], ["scourge"], at=at, hands={1: ["malediction_rubric"]})
    g = at_step(state.with_model(weaver, effects=("system_failure:ranged",)), "cypher")
    assert g.check(Play(player=1, card="malediction_rubric", on=SCOURGE, channel=weaver))


@pytest.mark.rule("NM-ACT-04")
@pytest.mark.rule("NM-ACT-02")
def test_with_its_token_it_does_not_activate_again() -> None:
    g = fight([RIFLE, "hunter"], ["scourge"], DUEL | {HUNTER: (10.0, 30.0)})
    g.apply(Pass(player=1))
    assert refused(g, Activate(player=1, unit=WOLF)).code == "has_token"


@pytest.mark.rule("NM-EXM-12")
@pytest.mark.rule("NM-ACT-09")
def test_the_books_firebrand_has_four_attacks() -> None:
    """Repulsor Shield, Assault Rifle and Bayonet, Null Cannon: the rifle and its bayonet are two weapons."""
    brand = jack(
        "firebrand",
        cortex="recon_cortex",
        arm=["repulsor_shield", "assault_rifle_and_bayonet"],
        shoulder=["null_cannon"],
    )
    g = fight([brand], ["scourge"], {FIREBRAND: (10.0, 20.0), SCOURGE: (13.0, 20.0)})
    offered = {a.weapon for o in g.offers() for a in o.candidates() if isinstance(a, Attack)}
    assert len(offered) == 4
    missed(g, "null_cannon", FIREBRAND)
    assert refused(g, shot("null_cannon", FIREBRAND)).code == "weapon_used"
    for weapon in sorted(offered - {"null_cannon"}):
        missed(g, weapon, FIREBRAND)
    for weapon in offered:
        assert refused(g, shot(weapon, FIREBRAND)).code == "weapon_used", "no fifth"


@pytest.mark.rule("NM-CMP-02")
@pytest.mark.rule("NM-CMP-03")
@pytest.mark.rule("NM-CMP-04")
def test_what_is_a_unit_what_is_a_warrior_and_that_a_gate_is_neither() -> None:
    at = TRIO | {WOLF: (30.0, 20.0), HUNTER: (34.0, 20.0)}
    south = ["ranger_fire_team", RIFLE, "hunter"]
    g = play(south, ["scourge"], at=at, gates={"1.gate.1": ((20, 30), 2)}, step="activation")
    kinds = {
        u: (g.state.setup.card_of(u).kind, len(g.state.units[u].models))
        for u in (SQUAD, WOLF, HUNTER)
    }
    assert kinds == {SQUAD: ("squad", 3), WOLF: ("warjack", 1), HUNTER: ("solo", 1)}
    assert [id for id in (A, B, C, HUNTER, WOLF, "1.gate.1") if is_warrior(g.state, id)] == [
        A,
        B,
        C,
        HUNTER,
    ]
    assert refused(g, Activate(player=1, unit="1.gate.1")).code == "unknown"
    offered = {a.unit for o in g.offers() for a in o.candidates() if isinstance(a, Activate)}
    assert offered == {SQUAD, WOLF, HUNTER}


@pytest.mark.rule("NM-STA-09")
@pytest.mark.parametrize(("unit", "cost"), [("dusk_wolf", 2), ("hunter", 1), ("nemesis", 4)])
def test_deploying_clears_the_cards_cost_from_the_gate(unit: str, cost: int) -> None:
    g = play(
        [unit],
        ["scourge"],
        at={SCOURGE: (40.0, 40.0)},
        gates={"1.gate.1": ((20, 20), 5)},
        step="deployment",
    )
    assert g.state.setup.card_of(f"1.{unit}.1").cost == cost
    g.apply(next(a for o in g.offers() for a in o.candidates() if isinstance(a, Deploy)))
    assert g.state.units[f"1.{unit}.1"].is_in_play
    assert (g.state.gates["1.gate.1"].arc, g.state.players[1].well) == (5 - cost, 2 + cost)


@pytest.mark.rule("NM-SQD-09")
@pytest.mark.rule("NM-SQD-10")
def test_an_attachment_moves_at_its_squads_speed_and_has_what_its_whole_squad_has() -> None:
    """Annihilators: SPD 4; Hunter-Killer Salvo, spiked for the squad, serves the Aegis, which has no such rule."""
    squad = "1.paladin_annihilators.1"
    aegis = "1.paladin_aegis.1"
    at = {f"{squad}.a": (10.0, 20.0), aegis: (10.0, 22.0), SCOURGE: (17.0, 21.0)}
    wall = board(box("wall", "structure", (13.5, 21.0), (0.5, 8.0), 4.0))
    g = fight(
        ["paladin_annihilators"],
        ["scourge"],
        at,
        table=wall,
        arc={squad: 1},
        joined={squad: [aegis]},
        attachments=(["paladin_aegis"], []),
    )
    assert g.explain(aegis, "SPD").value == 4
    assert g.check(walk(10, 26, aegis)) and not g.check(walk(10, 26.01, aegis))
    aimed = shot("force_generator_aegis", aegis)
    assert refused(g, aimed).code == "no_sight"
    g.apply(Use(player=1, ability="hunter_killer_salvo", model=f"{squad}.a"))
    assert g.check(aimed)


@pytest.mark.rule("NM-SIL-152")
def test_an_attachment_has_the_rules_of_its_squads_card_and_not_those_of_weapons_it_does_not_carry() -> (
    None
):
    squad = "1.paladin_annihilators.1"
    aegis = "1.paladin_aegis.1"
    at = {f"{squad}.a": (10.0, 20.0), aegis: (10.0, 22.0), SCOURGE: (17.0, 21.0)}
    g = fight(
        ["paladin_annihilators"],
        ["scourge"],
        at,
        joined={squad: [aegis]},
        attachments=(["paladin_aegis"], []),
    )
    card = g.state.setup.cards.units["paladin_annihilators"]
    borne = {id: set(active_abilities(g.state, id)) for id in (f"{squad}.a", aegis)}
    working = {a for a in card.abilities if g.state.setup.cards.abilities[a].trigger != "charge"}
    assert working and working <= borne[f"{squad}.a"] & borne[aegis]
    assert {w.key for w in model_weapons(g.state, aegis)} == set(
        g.state.setup.cards.units["paladin_aegis"].weapons
    )
