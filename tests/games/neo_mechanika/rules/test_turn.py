"""The nine steps of a turn, and the Pulse rounds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.neo_mechanika.rules.playing import (
    NO_OBJECTIVES,
    RACK,
    asked,
    at_step,
    begun,
    board,
    go_on,
    play,
    refused,
    until,
)
from tests.table.building import box
from wc3d.engine.agenda import Resolution
from wc3d.engine.dice import ScriptedDice, SeededDice
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.rules.actions import Activate, Charge, Pass, Play, Recall
from wc3d.games.neo_mechanika.rules.agenda_frames import Cause
from wc3d.games.neo_mechanika.rules.all_handlers import FRAME_STEPS
from wc3d.games.neo_mechanika.rules.book.rulings import GameOptions
from wc3d.games.neo_mechanika.rules.events import (
    CardExpired,
    CardPlayed,
    Damaged,
    EffectEnded,
    Fell,
    GameEnded,
    PhaseBegan,
    Readied,
    RoundBegan,
    Scored,
    TokenGiven,
    TurnBegan,
)
from wc3d.games.neo_mechanika.rules.fighting.slamming import Slamming
from wc3d.games.neo_mechanika.rules.missions.book_missions import mission
from wc3d.games.neo_mechanika.rules.moving.removal import destroy_model
from wc3d.games.neo_mechanika.rules.state import CardInPlay, State, Where

WOLF = "1.dusk_wolf.1"
SECOND = "1.dusk_wolf.2"
SQUAD = "1.ranger_fire_team.1"
SOLO = "1.hunter.1"
WEAVER = "1.coalition_weaver.1"
UNITS = ("dusk_wolf", "dusk_wolf", "ranger_fire_team", "hunter", "coalition_weaver")
AT = {
    WOLF: (10.0, 10.0),
    SECOND: (14.0, 10.0),
    f"{SQUAD}.a": (20.0, 10.0),
    f"{SQUAD}.b": (22.0, 10.0),
    SOLO: (30.0, 10.0),
    WEAVER: (34.0, 10.0),
}


def activate(g: Game, unit: str) -> None:
    """Activate a unit that then does nothing."""
    g.apply(Activate(player=g.to_act or 0, unit=unit))
    while asked(g) == "ActingQuestion":
        g.apply(Pass(player=g.to_act or 0))


def tokens(g: Game) -> set[str]:
    """The units with an activation token."""
    return {u.id for u in g.state.units_in_play() if u.token}


def phases(g: Game, turn: int) -> list[int]:
    """The steps that a turn has had."""
    turns: list[list[int]] = []
    for e in g.log:
        if isinstance(e, TurnBegan):
            turns.append([])
        elif isinstance(e, PhaseBegan) and turns:
            turns[-1].append(e.phase)
    return turns[turn]


@pytest.mark.rule("NM-TRN-01")
def test_a_turn_has_nine_steps_in_order() -> None:
    g = play(UNITS, at=AT, step="draw", player=2)
    until(g, "ChargingQuestion", player=1)
    until(g, "ActivationQuestion", player=1)
    no = refused(g, Charge(player=1, on=WOLF))
    assert (no.code, no.rule) == ("not_now", "NM-TRN-01"), "a step once left is over"
    for _ in range(30):
        if g.state.active == 2:
            break
        go_on(g)
    assert phases(g, 0) == [1, 2, 3, 4, 5, 6, 7, 8, 9]


@pytest.mark.rule("NM-TRN-13")
@pytest.mark.rule("NM-SIL-36")
def test_with_nothing_in_play_a_turn_still_goes_through_all_its_steps() -> None:
    g = play(UNITS, step="draw", player=2)
    assert asked(g) == "GateQuestion" and g.to_act == 1, "a gate can be placed by the table edge"
    g.apply(next(a for o in g.offers() if o.type == "place_gate" for a in o.candidates()))
    until(g, "ChargingQuestion", player=1)
    assert list(g.state.gates) == ["1.gate.1"], "a gate alone can be charged, and deployed through"
    assert phases(g, 0) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    until(g, "DeploymentQuestion", player=1)


# Step 1


@pytest.mark.rule("NM-TRN-02")
@pytest.mark.rule("NM-ACT-05")
@pytest.mark.rule("NM-SIL-37")
def test_all_lose_their_tokens_if_every_unit_in_play_has_one() -> None:
    everyone = [WOLF, SECOND, SQUAD, SOLO, WEAVER]
    g = play((*UNITS, "artemis_fang"), at=AT, tokens=[*everyone, "2.scourge.1"], step="ready")
    assert tokens(g) == set(), "units in reserve have none and do not count"
    g = play(UNITS, at=AT, tokens=everyone[1:], step="ready")
    assert tokens(g) == set(everyone[1:]), "if one lacks a token none is removed"
    assert not any(isinstance(e, Readied) for e in g.log)


@pytest.mark.rule("NM-TRN-02")
def test_the_other_players_tokens_stay() -> None:
    g = play(
        UNITS,
        at={WOLF: (10.0, 10.0), "2.scourge.1": (10.0, 40.0)},
        tokens=[WOLF, "2.scourge.1"],
        step="ready",
    )
    assert tokens(g) == {"2.scourge.1"}


@pytest.mark.rule("NM-SIL-38")
def test_newcomers_keep_the_veterans_tokened() -> None:
    g = play(
        UNITS,
        at={WOLF: (10.0, 10.0)},
        tokens=[WOLF],
        gates={"1.gate.1": ((30.0, 10.0), 2)},
        step="deployment",
    )
    deploy = next(
        a
        for o in g.offers()
        if o.type == "deploy"
        for a in o.candidates()
        if a.unit == SOLO  # type: ignore[attr-defined]
    )
    g.apply(deploy)
    until(g, "ActivationQuestion", player=1)
    assert tokens(g) == {WOLF}, "the newcomer lacked a token, so nobody was readied"
    assert refused(g, Activate(player=1, unit=WOLF)).code == "has_token"
    activate(g, SOLO)
    until(g, "ActivationQuestion", player=1)
    assert tokens(g) == set(), "now all had one"


@pytest.mark.rule("NM-SIL-113")
def test_recalling_the_last_without_token_readies_the_rest_in_the_next_turn() -> None:
    g = play(UNITS, at={WOLF: (10.0, 10.0), SOLO: (30.0, 10.0)}, tokens=[WOLF], step="deployment")
    g.apply(Recall(player=1, unit=SOLO))
    until(g, "ChargingQuestion", player=1)
    assert tokens(g) == set()


@pytest.mark.rule("NM-SIL-39")
def test_a_token_from_a_fall_in_the_opponents_turn_counts_for_step_one() -> None:
    roof = box("roof", "structure", (10, 10), (6, 4), 4.0)
    at = {WOLF: (12.0, 10.0, 4.0), SOLO: (30.0, 10.0, 0.0), "2.scourge.1": (9.0, 10.0, 4.0)}
    state = replace(begun(UNITS, at=at, table=board(roof)), active=2, turn=2)
    r = Resolution(state, ScriptedDice([(2, 2, 1, 1)]), FRAME_STEPS)
    r.push(Slamming(model=WOLF, source="2.scourge.1", inches=3.0))
    r.run()
    fallen = r.state
    assert [type(e) for e in r.events if isinstance(e, Fell | Damaged | TokenGiven)] == [
        Fell,
        Damaged,
        TokenGiven,
    ]
    assert fallen.models[WOLF].damage == 1 and fallen.units[WOLF].token
    g = at_step(fallen, "activation", turn=3)
    assert refused(g, Activate(player=1, unit=WOLF)).rule == "NM-ACT-04", (
        "it has not activated, but has its token"
    )
    activate(g, SOLO)
    until(g, "ActivationQuestion", player=1)
    assert not tokens(g) & {WOLF, SOLO}


# Step 4


@pytest.mark.rule("NM-TRN-05")
@pytest.mark.rule("NM-SIL-33")
def test_a_unit_must_activate_though_it_may_then_do_nothing() -> None:
    g = play(UNITS, at=AT, step="activation")
    no = refused(g, Pass(player=1))
    assert (no.code, no.rule) == ("must_activate", "NM-TRN-05")
    activate(g, WOLF)
    assert tokens(g) == {WOLF} and g.check(Pass(player=1))


@pytest.mark.rule("NM-TRN-06")
@pytest.mark.rule("NM-SIL-34")
@pytest.mark.parametrize(
    ("first", "second", "legal"),
    [
        (WOLF, SOLO, True),
        (SOLO, WOLF, True),
        (SQUAD, SOLO, True),
        (SOLO, SQUAD, True),
        (SOLO, WEAVER, True),
        (WOLF, SECOND, False),
        (WOLF, SQUAD, False),
        (SQUAD, WOLF, False),
    ],
)
def test_at_most_two_activate_and_one_of_them_is_a_solo(
    first: str, second: str, legal: bool
) -> None:
    g = play(UNITS, at=AT, step="activation")
    activate(g, first)
    action = Activate(player=1, unit=second)
    assert bool(g.check(action)) is legal
    if not legal:
        assert refused(g, action).rule == "NM-TRN-06"
        return
    activate(g, second)
    assert asked(g) != "ActivationQuestion" or g.to_act == 2, "there is no third"
    assert tokens(g) == {first, second}


@pytest.mark.rule("NM-TRN-06")
def test_the_additional_activation_is_not_asked_for_without_a_solo() -> None:
    g = play(UNITS, at={WOLF: (10.0, 10.0), SECOND: (14.0, 10.0)}, step="activation")
    activate(g, WOLF)
    assert g.state.phase > 4


@pytest.mark.rule("NM-TRN-06")
def test_the_additional_solo_is_optional() -> None:
    g = play(UNITS, at=AT, step="activation")
    activate(g, WOLF)
    g.apply(Pass(player=1))
    assert g.state.phase > 4 and tokens(g) == {WOLF}


@pytest.mark.rule("NM-TRN-07")
def test_the_first_activation_is_finished_before_the_second_starts() -> None:
    g = play(UNITS, at=AT, step="activation")
    g.apply(Activate(player=1, unit=WOLF))
    assert asked(g) == "ActingQuestion"
    assert refused(g, Activate(player=1, unit=SOLO)).code == "not_now"


@pytest.mark.rule("NM-ACT-02")
@pytest.mark.rule("NM-ACT-03")
@pytest.mark.rule("NM-ACT-04")
def test_a_unit_that_has_activated_has_one_token_and_does_not_activate_again() -> None:
    g = play(UNITS, at=AT, step="activation")
    activate(g, SOLO)
    no = refused(g, Activate(player=1, unit=SOLO))
    assert (no.code, no.rule) == ("has_token", "NM-ACT-04")
    assert [e.unit for e in g.log if isinstance(e, TokenGiven)] == [SOLO]


@pytest.mark.rule("NM-SIL-35")
def test_with_every_unit_tokened_nothing_activates() -> None:
    g = play(
        UNITS, at={WOLF: (10.0, 10.0), SOLO: (30.0, 10.0)}, tokens=[WOLF, SOLO], step="activation"
    )
    assert g.state.phase > 4 and tokens(g) == {WOLF, SOLO}
    until(g, "ActivationQuestion", player=1)
    assert tokens(g) == set(), "the next step 1 has readied them"


@pytest.mark.rule("NM-SIL-41")
def test_a_unit_destroyed_in_its_own_activation_has_activated() -> None:
    g = play(UNITS, at=AT, step="activation")
    g.apply(Activate(player=1, unit=WOLF))
    r = Resolution(g.state, SeededDice(1), FRAME_STEPS)
    destroy_model(r, WOLF, Cause(2, "2.scourge.1", "effect"))
    g.state = r.state
    until(g, "ActivationQuestion", player=1)
    assert not g.check(Activate(player=1, unit=SECOND)) and g.check(Activate(player=1, unit=SOLO))


@pytest.mark.rule("NM-ACT-04")
@pytest.mark.parametrize(
    ("unit", "code"),
    [("1.nobody.1", "unknown"), ("2.scourge.1", "not_yours"), ("1.grafter.1", "not_in_play")],
)
def test_who_cannot_activate(unit: str, code: str) -> None:
    g = play((*UNITS, "grafter"), at={**AT, "2.scourge.1": (10.0, 40.0)}, step="activation")
    assert refused(g, Activate(player=1, unit=unit)).code == code


# Steps 3 and 5

CARD = "divination_algorithm"  # a Harmonic that stays
OTHER = "arcane_synthesis"


@pytest.mark.rule("NM-TRN-04")
@pytest.mark.rule("NM-TRN-08")
@pytest.mark.rule("NM-CYP-04")
def test_one_card_at_step_three_and_one_at_step_five_and_none_elsewhere() -> None:
    hand = (CARD, OTHER, "force_barrier", "revelation_matrix")
    g = play(UNITS, at=AT, hands={1: hand}, step="charging")
    assert refused(g, Play(player=1, card=CARD, on=WOLF)).code == "not_now"
    g.apply(Pass(player=1))
    assert asked(g) == "CypherQuestion" and g.state.phase == 3
    g.apply(Play(player=1, card=CARD, on=WOLF))
    until(g, "ActivationQuestion", player=1)
    assert refused(g, Play(player=1, card="force_barrier", on=SQUAD)).code == "not_now"
    activate(g, WOLF)
    g.apply(Pass(player=1))
    assert asked(g) == "CypherQuestion" and g.state.phase == 5
    g.apply(Play(player=1, card="force_barrier", on=SQUAD))
    while g.state.phase == 5:
        go_on(g)
    assert [e.card for e in g.log if isinstance(e, CardPlayed)] == [CARD, "force_barrier"]


@pytest.mark.rule("NM-TRN-08")
def test_an_unused_card_is_lost() -> None:
    g = play(UNITS, at=AT, hands={1: (CARD, OTHER, "force_barrier")}, step="cypher")
    g.apply(Pass(player=1))
    until(g, "CypherQuestion", player=1)
    assert g.state.phase == 5
    g.apply(Play(player=1, card=CARD, on=WOLF))
    while asked(g) not in ("CypherQuestion", "DeploymentQuestion"):
        go_on(g)
    assert asked(g) == "DeploymentQuestion", "only one more"


@pytest.mark.rule("NM-SIL-102")
@pytest.mark.rule("NM-SIL-36")
def test_with_cards_in_hand_a_player_is_asked_though_none_can_be_played() -> None:
    fury = "pyrokinetic_surge"
    g = play(UNITS, hands={1: (fury,)}, step="cypher")
    assert asked(g) == "CypherQuestion"
    assert not any(True for o in g.offers() if o.type == "play" for _ in o.candidates())


# Pulse rounds


def whole_game(played: str = "", **more: Any) -> Game:
    """A game that is played to its end without anything in play."""
    m = NO_OBJECTIVES if not played else replace(mission(played), objectives=())
    g = play(UNITS, mission=m, step="ready", **more)
    while not g.over:
        go_on(g)
    return g


@pytest.mark.rule("NM-TRN-13")
@pytest.mark.rule("NM-SIL-13")
@pytest.mark.rule("NM-PUL-01")
@pytest.mark.rule("NM-PUL-02")
@pytest.mark.rule("NM-PUL-03")
@pytest.mark.rule("NM-PUL-08")
@pytest.mark.rule("NM-SIL-10")
@pytest.mark.rule("NM-SIL-11")
@pytest.mark.rule("NM-SIL-12")
@pytest.mark.parametrize(("played", "turns"), [("decay_constant", 5), ("boiling_point", 3)])
def test_three_rounds_of_alternating_turns(played: str, turns: int) -> None:
    g = whole_game(played)
    told = [e for e in g.log if isinstance(e, TurnBegan | RoundBegan | GameEnded)]
    in_a_round = [2] + [1, 2] * (turns - 1)
    players = [e.player if isinstance(e, TurnBegan) else type(e).__name__ for e in told]
    assert players == [
        *in_a_round,
        "RoundBegan",
        1,
        *in_a_round,
        "RoundBegan",
        1,
        *in_a_round,
        "GameEnded",
    ]
    assert g.state.turn == 6 * turns and g.state.round == 3


@pytest.mark.rule("NM-PUL-03")
@pytest.mark.rule("NM-SIL-12")
def test_the_tracker_moves_with_the_first_players_turns() -> None:
    g = play(UNITS, step="ready")
    seen = [(g.state.round, g.state.tracker, g.state.active)]
    while g.state.round < 3:
        go_on(g)
        now = (g.state.round, g.state.tracker, g.state.active)
        if now != seen[-1]:
            seen.append(now)
    boxes = [(r, t, p) for r in (1, 2) for t in range(1, 6) for p in (1, 2)]
    assert seen == [*boxes, (3, 1, 1)]


def end_of_round(state: State, dice: tuple[tuple[int, ...], ...] = ()) -> Game:
    """The last step of the first round's last turn, and what follows."""
    return at_step(state, "draw", player=2, dice=dice, turn=10)


@pytest.mark.rule("NM-PUL-04")
@pytest.mark.rule("NM-PUL-06")
def test_the_end_of_a_round_is_effects_cards_scoring_and_readying_in_this_order() -> None:
    m = mission("uncertainty_principle")
    place = m.objectives[0].at
    at = {f"{SQUAD}.a": (place[0] + 1.5, place[1]), WOLF: (30.0, 30.0)}
    state = begun(UNITS, at=at, tokens=[SQUAD], mission=m)
    state = state.with_model(WOLF, effects=("lock_down",))
    state = state.with_unit(WOLF, cyphers=(CardInPlay(CARD, 1, "pulse_round"),))
    g = end_of_round(state, dice=((0,),))
    kinds = (EffectEnded, CardExpired, Scored, Readied, RoundBegan)
    assert [type(e) for e in g.log if isinstance(e, kinds)] == list(kinds)
    assert tokens(g) == set(), "though the others had not activated"


@pytest.mark.rule("NM-PUL-06")
def test_both_players_tokens_are_removed_at_the_end_of_a_round() -> None:
    at = {
        WOLF: (10.0, 10.0),
        SOLO: (30.0, 10.0),
        "2.scourge.1": (10.0, 40.0),
        "2.grafter.1": (30.0, 40.0),
    }
    g = end_of_round(begun(UNITS, ("scourge", "grafter"), at=at, tokens=[WOLF, "2.scourge.1"]))
    assert g.state.round == 2 and tokens(g) == set()


@pytest.mark.rule("NM-PUL-08")
def test_the_third_round_too_is_ended_in_full() -> None:
    state = replace(begun(UNITS, at={WOLF: (10.0, 10.0)}, tokens=[WOLF]), round=3)
    state = state.with_unit(WOLF, cyphers=(CardInPlay(CARD, 1, "pulse_round"),))
    g = at_step(state, "draw", player=2, turn=30)
    assert g.over
    assert [type(e) for e in g.log if isinstance(e, CardExpired | Readied | GameEnded)] == [
        CardExpired,
        Readied,
        GameEnded,
    ]


@pytest.mark.rule("NM-SIL-01")
@pytest.mark.parametrize(("mercy", "winner"), [(True, 2), (False, None)])
def test_the_mercy_rule_is_an_option(mercy: bool, winner: int | None) -> None:
    state = begun(UNITS, at={"2.scourge.1": (10.0, 40.0)}, options=GameOptions(mercy=mercy))
    g = at_step(state, "draw")
    assert g.state.winner == winner and g.over is mercy


@pytest.mark.program("what can be taken back")
def test_a_turn_can_be_undone_up_to_the_draw() -> None:
    g = play(UNITS, at=AT, hands={1: RACK[:5]}, step="charging")
    before = g.digest()
    g.apply(Charge(player=1, on=WOLF))
    g.undo()
    assert g.digest() == before and g.state.units[WOLF].where is Where.PLAY
