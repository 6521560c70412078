"""Nobody is asked about what would do nothing, and no Arc is taken for it; a game begun before is played as it was begun."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.neo_mechanika.rules.abilities.kit import options, step, use
from tests.games.neo_mechanika.rules.fighting import activated, armed, dice, fight, hurl, jack, told
from tests.games.neo_mechanika.rules.playing import at_step, begun, refused
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.actions import Activate, Pass, Play, Use
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA

RAIDERS = "1.vassal_raiders.1"
SCOURGE = "2.scourge.1"
BRAND = "1.firebrand.1"
RAPTOR = "1.strike_raptor.1"
WOLF = "1.dusk_wolf.1"
HURST = "1.mira_hurst.1"
SABERS = "1.saber_strike_force.1"
FOE = "2.hunter.1"
GATE = "2.gate.1"


def arc(game: Game, unit: str) -> int:
    """The Arc on a unit."""
    return game.state.units[unit].arc


def shot(state: State) -> Game:
    """A Raider hits the Scourge with its spiker."""
    game = activated(state, RAIDERS)
    hurl(
        game,
        f"{RAIDERS}.a",
        "spiker",
        SCOURGE,
        dice(1, 4),
        dice(0, 3),
        *([] if state.setup.rulings == 1 else [dice(0, 5)]),
    )
    return game


@pytest.mark.rule("NM-SIL-117")
def test_carrion_ablator_is_not_asked_for_who_is_corroded_already() -> None:
    state = begun(
        ["vassal_raiders"],
        ["scourge"],
        at={f"{RAIDERS}.a": (20, 20), SCOURGE: (20, 28)},
        arc={RAIDERS: 1},
    )
    corroded = state.with_model(SCOURGE, effects=("corrosion",))
    assert not options(shot(corroded)) and arc(shot(corroded), RAIDERS) == 1
    before = shot(replace(corroded, setup=replace(corroded.setup, rulings=1)))
    assert options(before) == {("carrion_ablator", f"{RAIDERS}.a")}


def test_power_attack_is_not_asked_for_whose_systems_fail_already() -> None:
    brand = jack("firebrand", cortex="recon_cortex", arm=["fusion_glaive"])
    state = begun([brand], ["scourge"], at={BRAND: (20, 20), SCOURGE: (20, 22.5)}, arc={BRAND: 1})
    game = activated(state.with_model(SCOURGE, effects=("system_failure:ranged",)), BRAND)
    hurl(game, BRAND, "fusion_glaive", SCOURGE, dice(1, 5), dice(0, 3), dice(0, 6))
    assert not options(game) and arc(game, BRAND) == 1


def test_null_blast_is_asked_only_where_somebody_has_arc_once_it_is_paid() -> None:
    missile = jack("strike_raptor", cortex="ace_cortex", shoulder=["vortex_missile"])
    for away, power in ((8, 1), (2.2, 1)):  # near enough, its own last Arc is the price
        game = fight(
            [missile],
            ["scourge"],
            {RAPTOR: (20, 20), SCOURGE: (20, 20 + away)},
            arc={RAPTOR: power},
        )
        hurl(game, RAPTOR, "vortex_missile", SCOURGE, dice(1, 5), dice(0, 3), dice(0, 5))
        assert not options(game) and arc(game, RAPTOR) == power
    gate = fight(
        [missile],
        ["scourge"],
        {RAPTOR: (20, 20), SCOURGE: (20, 28)},
        arc={RAPTOR: 1},
        gates={GATE: ((22, 28.5), 1)},
    )
    hurl(gate, RAPTOR, "vortex_missile", SCOURGE, dice(1, 5), dice(0, 3))
    assert options(gate) == {("null_blast", RAPTOR)}


def test_cleave_is_asked_only_with_somebody_in_reach() -> None:
    wolf = jack("dusk_wolf", cortex="scout_cortex", arm=["ripper"])
    for beside in (False, True):
        at = {WOLF: (20, 20), FOE: (20, 21.9), "2.hunter.2": (21.8, 20) if beside else (40, 40)}
        game = fight([wolf], ["hunter", "hunter"], at, arc={WOLF: 1})
        hurl(game, WOLF, "ripper", FOE, dice(1, 5), dice(0, 4), dice(3, 5))
        assert not game.state.is_on_table(FOE)
        assert options(game) == ({("cleave", WOLF)} if beside else set())


@pytest.mark.rule("NM-PUL-06")
def test_eclipse_drive_is_not_asked_in_the_last_turn_before_all_tokens_go() -> None:
    for turn, asked in ((1, True), (8, True), (9, False), (10, False)):
        state = begun(
            ["saber_strike_force"],
            ["hunter"],
            at={f"{SABERS}.a": (20, 20), FOE: (40, 40)},
            arc={SABERS: 1},
        )
        game = at_step(state, "activation", turn=turn)
        game.apply(Activate(player=1, unit=SABERS))
        game.apply(Pass(player=1))
        assert options(game) == ({("eclipse_drive", f"{SABERS}.a")} if asked else set()), turn


def test_nobody_pays_for_what_does_nothing() -> None:
    for charged in (False, True):
        at = {HURST: (20, 20), SCOURGE: (20, 23)}
        game = fight(["mira_hurst"], ["scourge"], at, arc={HURST: 1, SCOURGE: int(charged)})
        spike = Use(player=1, ability="void_disruptor", model=HURST)
        if charged:
            use(game, "void_disruptor", HURST)
            assert (arc(game, HURST), arc(game, SCOURGE)) == (0, 0)
        else:
            assert refused(game, spike).code == "does_nothing"
            assert not any(a == spike for offer in game.offers() for a in offer.candidates())


@pytest.mark.rule("NM-ACT-03")
def test_what_happens_by_itself_and_does_nothing_is_not_told() -> None:
    cannon = jack("firebrand", cortex="recon_cortex", shoulder=["null_cannon"])
    for charged in (0, 1):
        game = fight(
            [cannon], ["scourge"], {BRAND: (20, 20), SCOURGE: (20, 28)}, arc={SCOURGE: charged}
        )
        happened = hurl(game, BRAND, "null_cannon", SCOURGE, dice(1, 4), dice(0, 3), dice(0, 6))
        assert len(told(happened, events.AbilityUsed)) == charged


def test_a_card_that_does_nothing_says_so() -> None:
    for tokens in ([], [WOLF]):
        at = {WOLF: (20, 20), FOE: (40, 40)}
        state = begun(
            ["dusk_wolf"], ["hunter"], at=at, hands={1: ["impulse_inducer"]}, tokens=tokens
        )
        happened = at_step(state, "cypher").apply(Play(player=1, card="impulse_inducer", on=WOLF))
        assert len(told(happened, events.NothingDone)) == (0 if tokens else 1)


ENGINEER = "1.combat_engineer.1"
PWEAVER = "1.paladin_weaver.1"
SEK = "1.harlan_sek.1"
MINE = "1.scourge.1"
HURT = "2.dusk_wolf.1"
LARGE = 25 / 25.4
HAND = ("cryo_lock",)


def offered(game: Game) -> set[tuple[str, str]]:
    """The abilities that are offered, with their targets."""
    return {
        (a.ability, a.target) for o in game.offers() for a in o.candidates() if isinstance(a, Use)
    }


@pytest.mark.rule("NM-SIL-175")
@pytest.mark.parametrize(
    ("unit", "bearer", "use", "helped", "setup"),
    [
        ("harlan_sek", SEK, "penumbral_agitator", {}, {"hands": {2: HAND}}),
        ("harlan_sek", SEK, "quantum_harmonizer", {SEK: {"damage": 1}}, {}),
        ("combat_engineer", ENGINEER, "repair", {WOLF: {"damage": 1}}, {}),
        ("combat_engineer", ENGINEER, "tune_up", {WOLF: {"effects": ("fire", "tune_up")}}, {}),
    ],
)
def test_what_costs_no_arc_also_needs_an_effect(
    unit: str, bearer: str, use: str, helped: dict[str, dict[str, Any]], setup: dict[str, Any]
) -> None:
    at = {bearer: (20, 20), WOLF: (20, 21.8), FOE: (40, 40)}
    target = WOLF if use in ("repair", "tune_up") else ""
    action = Use(player=1, ability=use, model=bearer, target=target)
    for effective in (False, True):
        more = setup if effective else {}
        state = begun([unit, "dusk_wolf"], ["hunter"], at=at, **more).with_model(
            WOLF, effects=("tune_up",)
        )
        for model, fields in helped.items() if effective else ():
            state = state.with_model(model, **fields)
        game = activated(state, bearer)
        verdict = game.check(action)
        assert bool(verdict) is effective and ((use, target) in offered(game)) is effective
        if not effective:
            assert (verdict.code, verdict.rule) == ("does_nothing", "NM-SIL-175")
            assert activated(replace(state, setup=replace(state.setup, rulings=3)), bearer).check(
                action
            )


@pytest.mark.rule("NM-SIL-175")
@pytest.mark.parametrize(
    ("friend", "well", "legal"),
    [((20, 40), 5, False), ((20, 28), 0, True), ((20, 28), 5, True)],
)
def test_realignment_codex_does_not_charge_its_bearer_with_the_arc_it_paid(
    friend: tuple[float, float], well: int, legal: bool
) -> None:
    at = {PWEAVER: (20, 20), BRAND: friend, FOE: (40, 40)}
    state = begun(["paladin_weaver", "firebrand"], ["hunter"], at=at, arc={PWEAVER: 1}).with_player(
        1, well=well
    )
    game = activated(state, PWEAVER)
    aims = {(f"realignment_codex{n}", target) for n in ("", "#2") for target in (PWEAVER, BRAND)}
    assert aims & offered(game) == ({("realignment_codex", BRAND)} if legal else set())
    assert (
        refused(
            game, Use(player=1, ability="realignment_codex", model=PWEAVER, target=PWEAVER)
        ).code
        == "does_nothing"
    )


@pytest.mark.rule("NM-SIL-175")
def test_no_drag_is_offered_for_a_model_that_touches_the_attacker() -> None:
    for gap in (0.0, 0.5):
        at = {MINE: (20, 20), HURT: (20, 20 + 2 * LARGE + gap)}
        game = fight([jack("scourge", cortex="revenger_cortex", arm=["reaper"])], ["dusk_wolf"], at)
        hurl(game, MINE, "reaper", HURT, dice(1, 3), dice(0, 3), dice(5, 5))
        assert game.state.models[HURT].damage
        assert options(game) == ({("winch", MINE)} if gap else set())


@pytest.mark.rule("NM-SIL-175")
def test_an_eruption_needs_somebody_near() -> None:
    for near in (False, True):
        at = {WOLF: (20, 20), FOE: (20, 22.5) if near else (20, 30)}
        game = fight([armed("ripper", "wildflower")], ["hunter"], at)
        assert (("eruption", "") in offered(game)) is near
        assert bool(game.check(Use(player=1, ability="eruption", model=WOLF))) is near


@pytest.mark.rule("NM-SIL-175")
def test_a_card_for_a_strike_without_a_target_says_that_it_does_nothing() -> None:
    for near in (False, True):
        at = {MINE: (20, 20), FOE: (20, 22) if near else (40, 40)}
        state = begun(
            [jack("scourge", cortex="killer_cortex")],
            ["hunter"],
            at=at,
            hands={1: ["annihilation_vector"]},
        )
        happened = at_step(state, "cypher").apply(
            Play(player=1, card="annihilation_vector", on=MINE)
        )
        assert len(told(happened, events.NothingDone)) == (0 if near else 1)


@pytest.mark.rule("NM-SIL-175")
def test_a_card_without_effect_is_listed_as_such_and_may_be_played() -> None:
    for tokens in ((), (WOLF,)):
        at = {WOLF: (20, 20), FOE: (40, 40)}
        state = begun(
            ["dusk_wolf"], ["hunter"], at=at, hands={1: ["impulse_inducer"]}, tokens=tokens
        )
        game = at_step(state, "cypher")
        action = Play(player=1, card="impulse_inducer", on=WOLF)
        assert game.check(action)
        assert NEO_MECHANIKA.text.describe(game.state, action).endswith(
            ", no effect now"
        ) is not bool(tokens)


@pytest.mark.rule("NM-SIL-175")
def test_nobody_pays_for_attacks_that_it_has_not_left() -> None:
    brand = jack("firebrand", cortex="jack_hunter_cortex", shoulder=["null_cannon"])
    game = fight([brand], ["scourge"], {BRAND: (20, 20), SCOURGE: (20, 28)}, arc={BRAND: 2})
    spike = Use(player=1, ability="jack_hunter", model=BRAND)
    assert game.check(spike)
    hurl(game, BRAND, "null_cannon", SCOURGE, dice(0, 6), dice(0, 3))
    step(game, BRAND, (20, 21))
    assert refused(game, spike).code == "does_nothing" and ("jack_hunter", "") not in offered(game)


@pytest.mark.rule("NM-SIL-175")
@pytest.mark.parametrize("charged", [False, True])
def test_a_card_that_an_ability_answers_is_not_listed_as_one_without_effect(charged: bool) -> None:
    at = {f"{SABERS}.a": (20, 20), FOE: (40, 40)}
    arcs = {SABERS: 1} if charged else {}
    hands = {1: ["temporal_cycle"]}
    game = at_step(
        begun(["saber_strike_force"], ["hunter"], at=at, hands=hands, arc=arcs), "cypher"
    )
    action = Play(player=1, card="temporal_cycle", on=SABERS)
    assert NEO_MECHANIKA.text.describe(game.state, action).endswith(", no effect now") is charged
    game.apply(action)
    if not charged:
        assert options(game) == {("arcanum_module", f"{SABERS}.a")}
