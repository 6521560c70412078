"""`wc3d odds`: the book's worked examples as it tells them, what the options do, and every mistake in one line."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.cli.conftest import Wc3d
from wc3d.cli.main import main
from wc3d.games.neo_mechanika.odds.chances import compute_attack_odds, count_strikes
from wc3d.games.neo_mechanika.odds.dice_pools import current_pools
from wc3d.games.neo_mechanika.odds.duel import DuelTerms, set_up_duel
from wc3d.games.neo_mechanika.odds.odds_names import DuelSide, available_weapons
from wc3d.games.neo_mechanika.rules.cards import CARDS
from wc3d.games.neo_mechanika.rules.fighting.attack_modes import attack_modes
from wc3d.games.neo_mechanika.rules.weapons import Weapon


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """The answer for programs."""
    assert main(["odds", *words, "--json"]) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def pools(answer: dict[str, Any]) -> dict[str, tuple[int, int]]:
    """Action and Power Dice of each pool, by name."""
    return {p["name"]: (p["action"], p["power"]) for p in answer["pools"]}


def exact(answer: dict[str, Any], name: str) -> Fraction:
    return Fraction(answer[name]["exact"])


@pytest.mark.rule("NM-EXM-16")
def test_the_rail_gun_at_a_marauder_in_cover(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "dusk wolf", "rail gun", "marauder", "--arc", "2", "--cover")
    assert pools(answer) == {"attack": (4, 2), "defence": (2, 2), "damage": (5, 0)}
    attack = count_strikes(4, 2)
    defense = count_strikes(2, 2)
    hits = sum(a * d for i, a in enumerate(attack) for j, d in enumerate(defense) if i > j)
    assert exact(answer, "hit") == Fraction(hits, 6**10)
    fast = compute_attack_odds((4, 2), (2, 2), 5, 0, 4, 3)
    told = [answer[name]["value"] for name in ("hit", "expected_damage", "destroyed")]
    assert told == pytest.approx([fast.hit, fast.damage, fast.destroy], abs=1e-12)
    assert sum(Fraction(c["exact"]) for c in answer["damage"]) == 1


@pytest.mark.rule("NM-EXM-28")
def test_a_fury_takes_its_power_dice_from_the_well(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(
        capsys, "coalition weaver", "pyrokinetic surge", "scourge", "--well", "3", "--arc", "1"
    )
    assert pools(answer) == {"attack": (4, 3), "defence": (3, 0), "damage": (3, 0)}
    # It burns if it was hit and still stands.
    assert Fraction(answer["effects"]["fire"]["exact"]) == exact(answer, "hit") - exact(
        answer, "destroyed"
    )


@pytest.mark.rule("NM-SLM-04")
def test_a_slam_that_ends_at_a_wall_brings_a_power_die(capsys: pytest.CaptureFixture[str]) -> None:
    duel = ("coalition weaver", "battle staff", "vassal reavers")
    assert pools(asked(capsys, *duel))["damage"] == (4, 0)
    assert pools(asked(capsys, *duel, "--slam-contact"))["damage"] == (4, 1)


@pytest.mark.rule("NM-EXM-21")
@pytest.mark.rule("NM-BLA-05")
def test_a_blast_that_misses_rolls_its_pow(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "paladin commander", "pulse cannon", "dusk wolf")
    assert pools(answer)["blast damage"] == (CARDS().weapon("pulse_cannon").pow, 0)
    assert exact(answer, "hit") < Fraction(answer["at_least"][0]["exact"])


def test_an_attack_without_damage_roll_clears_arc(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(
            [
                "odds",
                "ranger fire team",
                "null detonator",
                "firebrand",
                "--target-arc",
                "2",
                "--exact",
            ]
        )
        == 0
    )
    said = capsys.readouterr().out
    assert "no damage roll of its own (p. 30)" in said
    hit = Fraction(
        sum(
            a * d
            for i, a in enumerate(count_strikes(3, 0))
            for j, d in enumerate(count_strikes(3, 0))
            if i > j
        ),
        6**6,
    )
    assert f"exactly: hits {hit}, destroyed 0, damage on average 0" in said
    assert f"average Arc lost if the target survives: {float(hit):.3f}" in said


def test_each_spike_changes_the_odds_and_is_told_when_it_is_not_used(
    capsys: pytest.CaptureFixture[str],
) -> None:
    duel = ["odds", "dusk wolf", "rail gun", "marauder", "--arc", "1"]
    assert main(duel) == 0
    assert (
        "abilities that could be spiked: Arc Booster (--spike arc_booster)"
        in capsys.readouterr().out
    )
    assert main([*duel, "--spike", "arc booster"]) == 0
    assert "ARM 3 = 4 on the card, -1 Arc Booster" in capsys.readouterr().out


def test_the_policy_of_rerolls_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    squad = [
        "odds",
        "ranger heavy support",
        "talon rocket launcher",
        "firebrand",
        "--arc",
        "1",
        "--target-arc",
        "1",
    ]
    assert main([*squad, "--target-spike", "refractor field"]) == 0
    said = capsys.readouterr().out
    assert "Targeter: reroll the attack only if it missed, once (p. 30, NM-SIL-159)" in said
    assert (
        "Refractor Field: reroll the defense only if the attack hit, once (p. 30, NM-SIL-159)"
        in said
    )


@pytest.mark.rule("NM-SIL-158")
@pytest.mark.rule("NM-SIL-159")
def test_the_rulings_on_rerolls_are_named_and_can_be_set_otherwise(
    capsys: pytest.CaptureFixture[str],
) -> None:
    duel = [
        "odds",
        "dusk wolf",
        "ripper",
        "jax redblade",
        "--target-arc",
        "1",
        "--target-spike",
        "refractor field",
    ]
    assert main(duel) == 0
    said = capsys.readouterr().out
    assert "a reroll rolls the same dice (p. 30, NM-SIL-158)" in said and "hits 2.7%" in said
    assert main([*duel, "--switches", "rerolls_count_dice_again=yes", "rerolls_repeat=yes"]) == 0
    said = capsys.readouterr().out
    assert (
        "a reroll rolls the dice counted at that time (p. 30, NM-SIL-158)" in said
        and "hits 5.9%" in said
    )
    assert "as often as you pay for it (p. 30, NM-SIL-159)" in said
    answer = asked(capsys, *duel[1:])
    assert any(
        "the same dice (p. 30, NM-SIL-158)" in why
        for pool in answer["pools"]
        for why in pool["why"]
    )


def test_a_switch_that_there_is_not_is_one_clear_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "dusk wolf", "ripper", "hunter", "--switches", "rerolls=yes"]) == 2
    assert "switches: unknown ruling 'rerolls'" in capsys.readouterr().err


def test_several_attacks_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    one = asked(capsys, "hunter", "sniper rifle", "firebrand")
    two = asked(capsys, "hunter", "sniper rifle", "firebrand", "--attacks", "2")
    three = asked(capsys, "vassal reavers", "nailer", "hunter", "--models", "3")
    miss = 1 - exact(one, "hit")
    damage = [Fraction(c["exact"]) for c in one["damage"]]
    assert Fraction(two["damage"][0]["exact"]) == damage[0] ** 2
    assert Fraction(two["damage"][1]["exact"]) == 2 * damage[0] * damage[1]
    assert Fraction(two["hits"][0]["exact"]) == miss**2
    assert (two["attacks"], three["attacks"]) == (2, 3)


def test_what_a_side_has_counts_and_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    sides = [
        "--effect",
        "fire",
        "--target-effect",
        "corrosion",
        "--target-cypher",
        "plexus densifier",
    ]
    assert main(["odds", "dusk wolf", "rail gun", "vassal reavers", *sides]) == 0
    said = capsys.readouterr().out
    assert "RAT 3 = 4 on the card, -1 Fire (p. 30)" in said
    assert "ARM 3 = 2 on the card, +2 Plexus Densifier, -1 Corrosion (p. 30)" in said


def test_a_void_gate_has_its_arc_to_lose(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "dusk wolf", "rail gun", "void gate", "--target-arc", "2")
    assert (answer["target"], answer["left"]) == ("void_gate", 2)
    assert pools(answer)["defence"] == (3, 0)


def test_damage_suffered_before_leaves_less_to_go(capsys: pytest.CaptureFixture[str]) -> None:
    duel = ("dusk wolf", "rail gun", "marauder")
    whole = asked(capsys, *duel)
    hurt = asked(capsys, *duel, "--damage", "2")
    assert hurt["left"] == whole["left"] - 2
    assert exact(hurt, "destroyed") == Fraction(whole["at_least"][1]["exact"])


def test_the_plot_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "odds.png"
    assert main(["odds", "dusk wolf", "rail gun", "marauder", "--plot", str(out)]) == 0
    assert capsys.readouterr().out.endswith(f"Drawn: {out}\n")
    with Image.open(out) as picture:
        assert picture.width >= 600
        assert len(picture.convert("RGB").getcolors(1 << 20) or ()) > 20


DUEL = ["dusk wolf", "rail gun", "marauder"]
WRONG: dict[str, tuple[list[str], str]] = {
    "unit": (["duskwolf", "rail gun", "marauder"], "did you mean Dusk Wolf?"),
    "weapon": (["dusk wolf", "rail gn", "marauder"], "did you mean Rail Gun?"),
    "weapon of others": (
        ["dusk wolf", "nailer", "marauder"],
        "it can attack with battle_rifle, ripper",
    ),
    "a gate attacks": (["void gate", "nailer", "marauder"], "a void gate cannot attack"),
    "negative Arc": ([*DUEL, "--arc", "-1"], "Dusk Wolf can hold 0 to 3 Arc, but not -1 (p. 27)"),
    "too much Arc": ([*DUEL, "--arc", "4"], "Dusk Wolf can hold 0 to 3 Arc, but not 4 (p. 27)"),
    "a gate without Arc": (
        ["hunter", "sniper rifle", "void gate", "--target-arc", "0"],
        "a void gate can hold 1 to 5 Arc",
    ),
    "too much in the well": (
        ["coalition weaver", "null collider", "marauder", "--well", "8"],
        "the well can hold 0 to 7",
    ),
    "out of reach": (
        [*DUEL, "--distance", "18.1"],
        'Marauder is 18.1" away; Rail Gun reaches 18" (p. 32)',
    ),
    "no distance": (
        [*DUEL, "--distance", "nan"],
        "--distance nan: expected a distance of 0 inches or more",
    ),
    "no mode": (["justicar voss", "arc blade", "scourge"], "choose a mode, one of armor_piercing"),
    "a mode too many": ([*DUEL, "--mode", "fire"], "Rail Gun has no attack modes"),
    "no head": ([*DUEL, "--head", "brain"], "Dusk Wolf has no head 'brain' (neural_net_cortex"),
    "too many weapons": (
        [*DUEL, "--weapon", "blazer"],
        "no room for blazer and rail_gun; shoulder hardpoints: 1",
    ),
    "a Cypher for others": (
        [*DUEL, "--cypher", "force barrier"],
        "Force Barrier can only target a friendly squad (p. 38)",
    ),
    "a Cypher that does not stay": (
        [*DUEL, "--cypher", "temporal cycle"],
        "does not stay on a unit",
    ),
    "effect": ([*DUEL, "--effect", "slime"], "unknown effect 'slime'; expected one of corrosion"),
    "an effect twice": (
        [*DUEL, *["--target-effect", "corrosion"] * 2],
        "Marauder cannot have Corrosion twice (p. 36)",
    ),
    "an effect it is immune to": (
        ["hunter", "sniper rifle", "harlan sek", "--target-effect", "corrosion"],
        "at all (p. 36)",
    ),
    "nothing to spike": (
        [*DUEL, "--spike", "arc booster"],
        "Arc Booster cannot be spiked for this attack",
    ),
    "destroyed already": ([*DUEL, "--damage", "3"], "Marauder can have 0 to 2 damage"),
    "too many attacks": ([*DUEL, "--attacks", "9"], "--attacks 9: expected a number from 1 to 8"),
    "too many models": ([*DUEL, "--models", "2"], "--models 2: Dusk Wolf has only 1"),
    "no room for a wall": ([*DUEL, "--cover", "--distance", "0"], "no room for a wall"),
    "no picture": ([*DUEL, "--plot", "odds.txt"], "expected a file name that ends in .png"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_mistake_is_told_in_one_line(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    words, said = WRONG[name]
    assert main(["odds", *words]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert said in err
    assert err.count("\n") == 1


def test_the_receipts_name_every_die_of_every_weapon() -> None:
    for card in CARDS().units.values():
        for id, held in available_weapons(card).items():
            using = Weapon(
                id,
                id,
                held.name,
                held.kind,
                held.energy,
                1.0,
                held.pow,
                held.qualities,
                held.abilities,
            )
            terms = DuelTerms(mode=attack_modes(using)[0], cover=True)
            met = set_up_duel(DuelSide(card.id, arc=1), id, DuelSide("nemesis", arc=1), terms)
            about_to_roll = replace(
                met.state, agenda=(*met.state.agenda, replace(met.first_attack, step="roll"))
            )
            for pool in current_pools(about_to_roll, met.first_attack.target):
                assert sum(map(dice_in, pool.why)) == pool.action + pool.power, (card.id, id, pool)


def dice_in(why: str) -> int:
    """The dice that a line of a receipt speaks of: "RAT 4 = ...", "+2 PD for 2 Arc", "+3 AD 'Jack Hunter"."""
    first, second, *_ = why.split()
    return int(first) if first.startswith("+") else int(second)


def test_what_cannot_be_hurt_is_said_to_be_so(wc3d: Wc3d) -> None:
    said = wc3d("odds", "oculus", "pyrokinetic surge", "harlan sek").out
    assert "no damage: Environmental Suit" in said and "destroyed 0.0%" in said
