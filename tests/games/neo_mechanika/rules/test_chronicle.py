"""The log: every event has its sentence, an attack is one line with its dice, hidden cards stay hidden, points are counted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.neo_mechanika.rules.playing import begun
from wc3d.engine.actions import Event
from wc3d.games.neo_mechanika.rules import events as ev
from wc3d.games.neo_mechanika.rules.book.rulebook import BOOK
from wc3d.games.neo_mechanika.rules.missions.book_missions import MISSIONS, mission
from wc3d.games.neo_mechanika.rules.missions.secondary import SECONDARY_MISSIONS
from wc3d.games.neo_mechanika.rules.state import Boost, CardInPlay, Gate, State, Where
from wc3d.games.neo_mechanika.text.formatting import (
    cite_rule,
    display_name,
    format_faces,
    format_roll,
)
from wc3d.games.neo_mechanika.text.log import LogWriter, format_scoreboard
from wc3d.games.neo_mechanika.text.log_events import SENTENCE_MAKERS, describe_event
from wc3d.games.neo_mechanika.text.log_rules import rule_for_event

WOLF = "1.dusk_wolf.1"
SCOURGE = "2.scourge.1"
FANG = "1.artemis_fang.1"
TEAM = "1.ranger_fire_team.1"
SPOT = (4.0, 5.5, 0.0)


@pytest.fixture
def state() -> State:
    """Three units of player 1 and one of player 2 in play, with a void gate."""
    return begun(
        ("dusk_wolf", "artemis_fang", "ranger_fire_team"),
        ("scourge",),
        at={
            WOLF: (10, 10),
            FANG: (5, 5),
            SCOURGE: (10, 20),
            f"{TEAM}.a": (20, 10),
            f"{TEAM}.b": (22, 10),
            f"{TEAM}.c": (20, 12),
        },
        gates={"1.gate.1": ((30, 30), 3)},
    )


def lines(state: State, *happened: Event, player: int | None = None) -> list[str]:
    """What a chronicle tells of these events."""
    teller = LogWriter(state, player)
    return [*teller.format_lines(happened), *teller.format_rest()]


SHOT = (
    ev.AttackDeclared(WOLF, "Rail Gun", SCOURGE, "ranged", None, True),
    ev.Rolled(1, "attack", (2, 1, 0, 1), (1,)),
    ev.Rolled(2, "defence", (1, 1, 0), (1, 0)),
)
HIT = (
    *SHOT,
    ev.Hit(WOLF, SCOURGE, 5, 3),
    ev.Rolled(1, "damage", (1, 2, 0, 1, 0), (1, 1)),
    ev.Damaged(SCOURGE, 1, "ranged", 6, 4),
)


def test_an_attack_is_one_line(state: State) -> None:
    away = '8"'
    whole = state.setup.card_of(SCOURGE).health
    assert lines(state, *HIT) == [
        f"Dusk Wolf fires its Rail Gun at Scourge and hits with 2 excess strikes: 1 damage, {whole - 1} of {whole} health left · "
        f"{away} away, in cover; 5 strikes [2 1 0 1 | 1] against 3 [1 1 0 | 1 0]; "
        "damage 5 AD + 2 PD [1 2 0 1 0 | 1 1]: 6 strikes / ARM 4 = 1 (p. 30)"
    ]


def test_a_miss_is_one_line(state: State) -> None:
    (line,) = lines(state, *SHOT, ev.Missed(WOLF, SCOURGE, 3, 3), ev.ActivationEnded(WOLF))
    assert line.startswith("Dusk Wolf fires its Rail Gun at Scourge and misses · ")
    assert line.endswith("; 5 strikes [2 1 0 1 | 1] against 3 [1 1 0 | 1 0] (p. 30)")


def test_what_comes_in_between_parts_the_line_and_loses_nothing(state: State) -> None:
    used = ev.AbilityUsed(SCOURGE, SCOURGE, "reflex_cortex")
    assert lines(state, *HIT[:4], used, *HIT[4:])[1:] == [
        "Scourge uses Reflex Cortex (p. 27)",
        f"Scourge suffers 1 damage, {state.setup.card_of(SCOURGE).health - 1} of "
        f"{state.setup.card_of(SCOURGE).health} health left · 5 AD + 2 PD [1 2 0 1 0 | 1 1]: 6 strikes / ARM 4 = 1 (p. 30)",
    ]
    rolled = lines(state, *HIT[:3], used, *HIT[3:])
    dice = "attack roll 4 AD + 1 PD [2 1 0 1 | 1]: 5 strikes; defense roll 3 AD + 2 PD [1 1 0 | 1 0]: 3 strikes (p. 30)"
    assert rolled[0].startswith("Dusk Wolf fires its Rail Gun at Scourge · ") and rolled[
        0
    ].endswith(dice)
    assert rolled[2] == "Scourge is hit with 2 excess strikes · 5 strikes against 3 (p. 30)"


def test_rolls_without_their_attack_are_a_line_of_their_own(state: State) -> None:
    used = ev.AbilityUsed(SCOURGE, SCOURGE, "reflex_cortex")
    again = ev.Rolled(1, "attack", (2, 2), (1,), again=True, rule="NM-SIL-159")
    assert (
        lines(state, *HIT[:3], used, again)[-1]
        == f"Attack reroll: 5 strikes · 2 AD + 1 PD [2 2 | 1]{cite_rule('NM-SIL-159')}"
    )
    told = lines(state, *HIT[1:4])[0]
    assert told.startswith(
        "Scourge is hit with 2 excess strikes · 5 strikes [2 1 0 1 | 1] against 3 [1 1 0 | 1 0] ("
    )
    assert lines(state, *HIT[1:3]) == [
        "Attack roll: 5 strikes; defense roll: 3 strikes · 4 AD + 1 PD [2 1 0 1 | 1]; 3 AD + 2 PD [1 1 0 | 1 0] (p. 30)"
    ]


def test_an_attack_that_still_goes_on_is_told_when_it_is_asked_for(state: State) -> None:
    teller = LogWriter(state)
    assert teller.format_lines(HIT[:4]) == []
    assert (
        "and hits with 2 excess strikes · " in teller.format_rest()[0]
        and teller.format_rest() == []
    )


def test_strafe_is_told_with_its_attack(state: State) -> None:
    (line,) = lines(
        state, SHOT[0], ev.Rolled(1, "Strafe", (), (2,)), *SHOT[1:], ev.Missed(WOLF, SCOURGE, 3, 3)
    )
    assert "in cover; Strafe [2]: 2 more attacks; 5 strikes" in line


def test_the_parts_of_a_spray_and_of_a_strafe_are_told_apart(state: State) -> None:
    aimed = ev.AttackDeclared(WOLF, "Flame Thrower", SCOURGE, "ranged")
    parts = [
        ev.AttackDeclared(WOLF, "Flame Thrower", id, "ranged", None, False, "spray")
        for id in (TEAM + ".a", SCOURGE)
    ]
    assert lines(state, aimed, *parts) == [
        'Dusk Wolf fires its Flame Thrower at Scourge · 8" away (p. 30)',
        'The spray attacks Ranger Fire Team A · 8.4" away (p. 35)',
        'The spray attacks Scourge · 8" away (p. 35)',
    ]
    (strafed,) = lines(
        state, ev.AttackDeclared(WOLF, "Blazer", SCOURGE, "ranged", None, True, "strafe")
    )
    assert (
        strafed
        == f'Dusk Wolf strafes Scourge with its Blazer · 8" away, in cover{cite_rule("NM-STF-02")}'
    )


def test_a_fury_is_told_with_its_attack(state: State) -> None:
    state = state.with_player(1, hand=("null_collider",))
    played = (
        ev.CardPlayed(1, "null_collider", SCOURGE, WOLF),
        ev.AttackDeclared(WOLF, "Null Collider", SCOURGE, "fury"),
    )
    assert lines(state, *played, ev.AbilityUsed(WOLF, WOLF, "cypher:null_collider")) == [
        "Player 1 plays Null Collider (p. 43)",
        'Dusk Wolf channels Null Collider at Scourge · 8" away (p. 39)',
    ]
    assert (
        describe_event(ev.AbilityUsed(WOLF, WOLF, "cypher:momentum_calibrator"), state) is not None
    )


def test_pages_are_those_of_the_occasion(state: State) -> None:
    before = replace(state, round=0)
    deployed = ev.UnitDeployed(WOLF, "", ((WOLF, SPOT),))
    slammed = ev.Moved(WOLF, (SPOT, SPOT), "is slammed")
    assert str(describe_event(deployed, before)).endswith(cite_rule("NM-SET-07"))
    assert str(describe_event(ev.Drew(1, ("?",)), before)).endswith(cite_rule("NM-FRC-16"))
    assert str(describe_event(ev.Readied((WOLF,)), replace(state, phase=9))).endswith(
        cite_rule("NM-PUL-06")
    )
    assert str(describe_event(slammed, state)).endswith(cite_rule("NM-SLM-01"))


def test_a_d3_is_told_as_such(state: State) -> None:
    assert describe_event(ev.Rolled(2, "objective removed (d3)", plain=(6,)), state) == (
        f"Player 2 rolls a d3 for the objective to remove: 3 · the die shows 6{cite_rule('NM-SIL-69')}"
    )


def test_damage_from_elsewhere_names_its_model(state: State) -> None:
    fall = lines(
        state, ev.Rolled(2, 'Scourge falls 5"', (1, 1), ()), ev.Damaged(SCOURGE, 0, "fall", 2, 4)
    )
    assert fall == [
        "Scourge suffers no damage from the fall · 2 AD [1 1]: 2 strikes / ARM 4 = 0 (p. 45)"
    ]
    blast = lines(
        state, ev.Rolled(1, "blast damage", (1, 1), ()), ev.Damaged(SCOURGE, 0, "blast", 2, 4)
    )
    assert blast == [
        "Scourge suffers no damage from the blast · 2 AD [1 1]: 2 strikes / ARM 4 = 0 (p. 34)"
    ]
    assert lines(state, ev.Damaged(SCOURGE, 2, "effect"))[0].startswith(
        "Scourge suffers 2 damage from an ability, "
    )
    burst = lines(
        state,
        ev.Rolled(1, "Shrapnel", (1, 2, 1), ()),
        ev.Damaged(SCOURGE, 1, "effect", 4, 4),
        ev.ModelDestroyed(SCOURGE, "effect"),
    )
    assert burst[0].startswith("Scourge suffers 1 damage from Shrapnel, ")
    assert burst[1].startswith("Scourge is destroyed by Shrapnel")
    assert lines(state, ev.Damaged(SCOURGE, 2, "fire")) == [
        "Scourge suffers 2 damage from Fire, 1 of 3 health left (p. 36)"
    ]


def test_a_squad_follows_in_one_line_inside_its_activation(state: State) -> None:
    moved = ev.Moved(
        f"{TEAM}.a", ((20.0, 10.0, 0.0), (20.0, 14.0, 0.0), (23.0, 14.0, 3.0)), "moves"
    )
    around = (
        ev.Repositioned(f"{TEAM}.b", (21.0, 14.0, 0.0)),
        ev.Repositioned(f"{TEAM}.c", (22.0, 15.0, 0.0)),
    )
    ended = (ev.TokenGiven(TEAM), ev.ActivationEnded(TEAM))
    assert lines(state, ev.ActivationBegan(TEAM), moved, *around, *ended, ev.TokenGiven(WOLF)) == [
        "Ranger Fire Team activates (p. 28)",
        '  Ranger Fire Team A moves 8.2" · now at (23, 14), 3" up (p. 28)',
        "  Ranger Fire Team B and Ranger Fire Team C follow (p. 28)",
        f"Dusk Wolf gets an activation token{cite_rule('NM-ACT-02')}",
    ]


def test_a_spike_and_what_it_pays_for_are_one_line(state: State) -> None:
    state = state.with_unit(WOLF, arc=2)
    assert lines(
        state, ev.Cleared(WOLF, 1, "spike Ghost"), ev.AbilityUsed(WOLF, WOLF, "ghost")
    ) == [f"Dusk Wolf spikes Ghost for 1 Arc{cite_rule('NM-ARC-04')}"]
    jets = (
        ev.AbilityUsed(WOLF, WOLF, "jump_jets"),
        ev.Boosted(WOLF, Boost("jump_jets", "activation")),
    )
    assert lines(state, ev.Cleared(WOLF, 1, "spike Jump Jets"), *jets) == [
        f"Dusk Wolf spikes Jump Jets for 1 Arc{cite_rule('NM-ARC-04')}"
    ]


def test_hidden_cards_stay_hidden(state: State) -> None:
    state = state.with_player(2, rack=("cryo_lock", "force_barrier"))
    drew = ev.Drew(2, ("cryo_lock", "force_barrier"))
    assert lines(state, drew, player=2)[0].startswith("Player 2 draws Cryo Lock and Force Barrier")
    for reader in (1, None):
        assert lines(state, drew, player=reader)[0].startswith("Player 2 draws 2 cards")
        (line,) = lines(state, ev.Shuffled(2, ("cryo_lock",)), player=reader)
        assert "Cryo" not in line
    assert (
        describe_event(ev.Drew(2, ("?",)), state)
        == f"Player 2 draws a card{cite_rule('NM-TRN-12')}"
    )
    assert (
        describe_event(ev.CardDiscarded(2, "?"), state)
        == f"Player 2 discards a card{cite_rule('NM-TRN-11')}"
    )


def test_names_say_whose_where_both_sides_have_one() -> None:
    both = begun(
        ("dusk_wolf",), ("dusk_wolf",), at={WOLF: (10, 10)}, gates={"1.gate.2": ((30, 30), 3)}
    )
    assert display_name(both, WOLF) == "Player 1's Dusk Wolf"
    assert display_name(both, "2.gate.7") == "Player 2's Void Gate 7"  # also when it is gone
    assert display_name(begun(), WOLF) == "Dusk Wolf"


def test_a_squad_called_by_a_plural_loses_one_token() -> None:
    state = begun(("vassal_reavers",), ())
    readied = describe_event(ev.Readied(("1.vassal_reavers.1",)), state)
    assert str(readied).startswith("Vassal Reavers lose their activation token (")


@pytest.mark.parametrize(
    ("first", "told"),
    [
        (
            1,
            "Player 2 wins the roll and chooses the south side; Player 1 takes the first turn (p. 26)",
        ),
        (
            2,
            "Player 2 wins the roll and chooses the first turn; Player 1 chooses the north side (p. 26)",
        ),
    ],
)
def test_the_choice_of_the_winner_of_the_roll_is_told(state: State, first: int, told: str) -> None:
    """A tie is rolled again, and only the last dice count."""
    dice = ((1, 4), (2, 4), (1, 2), (2, 3))
    rolls = [
        ev.Rolled(player, "first turn or choice of side", plain=(shown,), rule="NM-SET-06")
        for player, shown in dice
    ]
    assert lines(state, *rolls, ev.SidesTaken(first, ("north", "south")))[-1] == told


def test_dice_are_told_white_then_red() -> None:
    assert [format_faces((1, 0), (2,)), format_faces((1, 0), ()), format_faces((), (2,))] == [
        "[1 0 | 2]",
        "[1 0]",
        "[2]",
    ]


ONE_OF_EACH: tuple[tuple[Any, str], ...] = (
    (ev.RoundBegan(2), "Pulse round 2"),
    (
        ev.SidesTaken(2, ("south", "north")),
        "Player 1 has the south side and Player 2 has the north side; Player 2 takes the first turn",
    ),
    (ev.Readied((WOLF, FANG)), "Dusk Wolf and Artemis Fang lose their activation tokens"),
    (
        ev.Damaged(WOLF, 0, "ranged", 12, 5),
        "Dusk Wolf suffers no damage · 12 strikes / ARM 5 = 2, lowered to 0",
    ),
    (ev.Damaged(WOLF, 0, "ranged", 4, 5), "Dusk Wolf suffers no damage · 4 strikes / ARM 5 = 0"),
    (ev.TokenTaken(TEAM), "Ranger Fire Team loses its activation token"),
    (ev.Conceded(1), "Player 1 concedes"),
    (ev.GameEnded(2, "conceded"), "Player 2 wins 0 to 0 (Player 1 conceded)"),
    (ev.GameEnded(0, "victory points"), "The game is a draw, 0 to 0"),
    (ev.Charged(WOLF, 2, "Arcane Synthesis"), "Dusk Wolf gains 2 Arc (Arcane Synthesis)"),
    (
        ev.Repositioned(WOLF, SPOT, "Displacement"),
        "Dusk Wolf is repositioned (Displacement) · now at (4, 5.5)",
    ),
    (ev.Fell(WOLF, SPOT, 4.0, 2), 'Dusk Wolf falls 4" · now at (4, 5.5)'),
    (
        ev.Redirected(WOLF, FANG, "Intercept"),
        "Artemis Fang is hit instead of Dusk Wolf (Intercept)",
    ),
    (ev.Healed(WOLF, 2, "Repair"), "Repair removes 2 damage from Dusk Wolf"),
    (ev.ModelDestroyed(WOLF, "blast"), "Dusk Wolf is destroyed by the blast"),
    (ev.ModelDestroyed(WOLF, "melee"), "Dusk Wolf is destroyed"),
    (
        ev.ModelReturned(f"{TEAM}.a", SPOT, "Reinforce"),
        "Ranger Fire Team A returns to play (Reinforce) · position (4, 5.5)",
    ),
    (ev.UnitLeft(WOLF, Where.GONE, True), "Dusk Wolf is out of the game"),
    (ev.UnitLeft(TEAM, Where.RESERVE, True), "Ranger Fire Team returns to the reserves"),
    (ev.EffectPut(WOLF, "system_failure:melee"), "Dusk Wolf suffers System Failure (melee)"),
    (ev.EffectEnded(WOLF, "fire"), "Fire on Dusk Wolf ends"),
    (
        ev.Boosted(WOLF, Boost("flight", "turn")),
        "Flight affects Dusk Wolf until the end of the turn",
    ),
    (ev.CardPlayed(1, "cryo_lock", SCOURGE, WOLF), "Player 1 plays Cryo Lock"),
    (ev.CardPlayed(1, "force_barrier", WOLF), "Player 1 plays Force Barrier on Dusk Wolf"),
    (ev.CardExpired(1, "force_barrier", WOLF), "Force Barrier on Dusk Wolf expires"),
    (ev.CardTaken(1, "cryo_lock"), "Player 1 takes Cryo Lock back into hand"),
    (
        ev.GatePlaced(Gate("1.gate.2", 1, "Void Gate 2", SPOT, 4)),
        "Player 1 places Void Gate 2 with 4 Arc · position (4, 5.5)",
    ),
    (ev.GateCollapsed("1.gate.1"), "Player 1's Void Gate 1 collapses"),
    (
        ev.UnitDeployed(WOLF, "1.gate.1", ((WOLF, SPOT),)),
        "Player 1 deploys Dusk Wolf through Void Gate 1 · 3 Arc left on it; position (4, 5.5)",
    ),
    (ev.UnitRecalled(WOLF), "Dusk Wolf is recalled"),
    (ev.ObjectiveTaken(WOLF, "ruin-1"), "Dusk Wolf picks up ruin-1"),
    (ev.ObjectiveDropped("ruin-1", SPOT), "ruin-1 is dropped · position (4, 5.5)"),
    (ev.ObjectiveRemoved("ruin-1"), "ruin-1 is removed from the table"),
    (ev.ZonesActive(3), "The drop zones with number 3 are active"),
    (ev.Scored(1, 2, "Com Tower 2"), "Player 1 scores 2 VP for Com Tower 2 · 2 in total"),
    (ev.Rolled(2, "first turn", plain=(4,)), "Player 2 rolls 4 for first turn"),
)


@pytest.mark.parametrize(("event", "said"), ONE_OF_EACH)
def test_each_event_has_its_sentence_and_its_page(state: State, event: Event, said: str) -> None:
    assert describe_event(event, state) == said + cite_rule(event.RULE)


@pytest.mark.parametrize(
    "event",
    [
        ev.PhaseBegan(3),
        ev.Passed(1, "Cypher"),
        ev.ActivationEnded(WOLF),
        ev.BoostsEnded(WOLF, "turn"),
        ev.Counted("a"),
        ev.Marked("b"),
        ev.CardLies(WOLF, CardInPlay("flight", 1, "turn")),
        ev.CardExpired(1, "cryo_lock"),
        ev.UnitLeft(WOLF, Where.RESERVE, False),
    ],
)
def test_what_is_not_worth_a_sentence_is_silent(state: State, event: Event) -> None:
    assert describe_event(event, state) is None


def test_no_event_was_forgotten() -> None:
    kinds = [
        kind
        for kind in vars(ev).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
    ]
    assert [k.__name__ for k in kinds if k not in SENTENCE_MAKERS] == []


def test_rounds_and_turns_are_headings_and_the_points_stand_between(state: State) -> None:
    log = (
        ev.RoundBegan(1),
        ev.TurnBegan(1),
        ev.Scored(1, 2, "Tower 2"),
        ev.RoundBegan(2),
        ev.Scored(2, 3, "Body Count"),
    )
    said = lines(state, *log, ev.GameEnded(2, "victory points"))
    assert said[:4] == ["", "=== Pulse round 1 ===", "", f"--- Turn {state.turn + 1}: Player 1 ---"]
    assert said[said.index("=== Pulse round 2 ===") - 3].split() == [
        "Player",
        "1",
        "2",
        "-",
        "-",
        "2",
        "Tower",
        "2",
        "(2)",
    ]
    assert said[-1].split() == ["Player", "2", "0", "3", "-", "3", "Body", "Count", "(3)"]


def test_the_scoreboard_counts_by_round(state: State) -> None:
    log = (
        ev.RoundBegan(1),
        ev.Scored(1, 1, "A"),
        ev.RoundBegan(3),
        ev.Scored(1, 3, "A"),
        ev.Scored(2, 2, "B"),
    )
    _, head, one, two = format_scoreboard(log, state)
    assert head.split() == ["Round", "1", "Round", "2", "Round", "3", "VP", "for"]
    assert one.split() == ["Player", "1", "1", "0", "3", "4", "A", "(1", "+", "3)"]
    assert two.split() == ["Player", "2", "0", "0", "2", "2", "B", "(2)"]


# What each thing is cited by


@pytest.mark.rule("NM-CHT-04")
@pytest.mark.rule("NM-CHT-05")
def test_a_tower_that_is_removed_is_cited_by_its_own_mission(state: State) -> None:
    skirmish = replace(state, setup=replace(state.setup, mission=mission("chaos_theory")), round=1)
    later = replace(skirmish, round=2)
    assert [rule_for_event(ev.ObjectiveRemoved("tower-1"), s) for s in (skirmish, later)] == [
        "NM-CHT-04",
        "NM-CHT-05",
    ]
    nodes = replace(
        state, setup=replace(state.setup, mission=mission("uncertainty_principle")), round=1
    )
    assert rule_for_event(ev.ObjectiveRemoved("node-1"), nodes) == "NM-UNP-04"


def test_points_are_cited_by_what_brings_them(state: State) -> None:
    for played in MISSIONS.values():
        s = replace(state, setup=replace(state.setup, mission=played))
        assert (
            BOOK.rule(rule_for_event(ev.Scored(1, 1, "x", played.objectives[0].id), s)).page
            == played.page
        )
    names = {
        m.name: rule_for_event(ev.Scored(1, m.points, m.name), state)
        for m in SECONDARY_MISSIONS.values()
    }
    assert (
        all(BOOK.rule(id).text.startswith(name) for name, id in names.items())
        and len(set(names.values())) == 5
    )


def test_a_card_that_is_discarded_is_cited_by_why(state: State) -> None:
    card = next(iter(state.setup.cards.cyphers))
    said = describe_event(ev.CardDiscarded(2, card, "Penumbral Agitator"), state)
    assert said is not None and said.endswith("(Penumbral Agitator) (p. 43)")
    assert rule_for_event(ev.CardDiscarded(2, card, "hand size"), state) == "NM-CYP-03"
    assert rule_for_event(ev.CardDiscarded(2, card), state) == "NM-TRN-11"


def test_the_power_die_of_a_slam_and_what_was_hit_are_told(state: State) -> None:
    track = ((10.0, 10.0, 0.0), (10.0, 12.5, 0.0))
    hit = describe_event(ev.Moved(WOLF, track, "is slammed", (SCOURGE,), True), state)
    assert hit == 'Dusk Wolf is slammed 2.5" into Scourge · now at (10, 12.5); +1 Power Die (p. 37)'
    still = describe_event(ev.Moved(WOLF, track[:1] * 2, "is slammed", (SCOURGE,), True), state)
    assert still == "Dusk Wolf is slammed into Scourge, but cannot move · +1 Power Die (p. 37)"


def test_who_secures_what_is_told_as_it_changes() -> None:
    state = begun(
        ("ranger_fire_team",),
        ("scourge",),
        mission=mission("uncertainty_principle"),
        at={f"{TEAM}.a": (12, 14), f"{TEAM}.b": (14, 14), f"{TEAM}.c": (10, 14)},
    )
    teller = LogWriter(state)
    first = teller.format_lines([ev.TurnBegan(1)])
    assert first[0] == "Player 1 secures Matrix Node 1 (p. 49)"
    assert teller.format_lines([ev.TurnBegan(2)])[0] == ""


def test_the_name_of_a_model_and_its_dice_are_told_apart() -> None:
    assert (
        format_roll(ev.Rolled(1, "Fire on Strike Raptor 1", action=(1,)))
        == "roll for Fire on Strike Raptor 1: 1 strike · 1 AD [1]"
    )
