"""Write the log of a game: by round, with a line for each attack and its dice, and a scoreboard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from wc3d.engine.actions import Event
from wc3d.engine.text import add_details, capitalize, join_words
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.book.rulings import PULSE_ROUNDS
from wc3d.games.neo_mechanika.rules.missions.securing import securing_player
from wc3d.games.neo_mechanika.rules.state import PLAYERS, State
from wc3d.games.neo_mechanika.text.formatting import (
    cite_rule,
    display_name,
    format_dice,
    format_faces,
    format_strikes,
    roll_name,
)
from wc3d.games.neo_mechanika.text.log_events import (
    CAUSE_PHRASES,
    damage_arithmetic,
    damage_sentence,
    declaration_sentence,
    describe_event,
    destruction_sentence,
    event_sentence,
    excess_clause,
    health_clause,
    roll_off_sentence,
)
from wc3d.games.neo_mechanika.text.log_rules import rule_for_event

INDENT = "  "

ROLL_OFF_REASON = "first turn or choice of side"
"""The reason in the events of the roll for the first turn."""

DAMAGE_RULES = {"blast": "NM-BLA-05", "collateral": "NM-SLM-05", "fall": "NM-TER-19"}
"""The rules of damage rolls that are not part of an attack."""


@dataclass
class AttackLine:
    """The line of an unfinished attack: text, numbers and rule."""

    what: str
    numbers: list[str] = field(default_factory=list)
    rule: str = ""

    def __str__(self) -> str:
        return add_details(self.what, *self.numbers) + cite_rule(self.rule)


class LogWriter:
    """A log writer for one player's view of a game (None: a spectator). `state` is the state after
    the last event.

    A line has a text, the numbers added by `add_details`, and the page or ruling in brackets.
    """

    def __init__(self, state: State, player: int | None = None) -> None:
        self.state = state
        self.player = player
        self.heard: list[Event] = []
        self.active = ""
        self.spiked = ""
        self.used = ""
        self.attack: AttackLine | None = None
        self.rolls: dict[str, events.Rolled] = {}
        self.damaging_ability = ""
        self.followed: list[str] = []
        self.held: dict[str, int] = {}

    def format_lines(self, happened: Iterable[Event]) -> list[str]:
        """Return the lines of events. Unfinished attacks wait for their end or `format_rest`."""
        lines: list[str] = []
        for event in happened:
            lines += self._lines(event, event.seen_by(self.player))
            self.state = event.evolve(self.state)
        return lines

    def format_rest(self) -> list[str]:
        """Return the rest of an unfinished attack."""
        lines = self._followers()
        attack = self.attack
        rolls = list(self.rolls.values())
        self.attack = None
        self.rolls = {}
        if attack is not None:
            attack.numbers += [
                f"{roll_name(r)} {format_dice(r)}: {format_strikes(r.strikes)}{_cite_reroll(r, attack.rule)}"
                for r in rolls
            ]
        elif rolls:
            rule = rule_for_event(rolls[0], self.state)
            text = capitalize(
                "; ".join(f"{roll_name(r)}: {format_strikes(r.strikes)}" for r in rolls)
            )
            attack = AttackLine(text, [format_dice(r) + _cite_reroll(r, rule) for r in rolls], rule)
        return lines + ([self._in_activation(str(attack))] if attack is not None else [])

    def _lines(self, event: Event, visible_event: Event) -> list[str]:
        if self._belongs(event):
            return self._finished()
        lines = self.format_rest()
        self.heard.append(event)
        if isinstance(event, events.AttackDeclared):
            text, numbers = declaration_sentence(event, self.state)
            self.attack = AttackLine(text, [numbers], rule_for_event(event, self.state))
            return lines
        if isinstance(event, events.Rolled) and not event.plain:
            self.rolls[event.why] = event
            return lines
        if isinstance(event, events.Repositioned) and not event.why:
            self.followed.append(event.model)
            return lines
        return lines + self._describe(event, visible_event)

    def _describe(self, event: Event, visible_event: Event) -> list[str]:
        """Return the lines of an independent event."""
        spiked, self.spiked = self.spiked, ""
        last_ability = self.used
        self.used = event.ability if isinstance(event, events.AbilityUsed) else ""
        if isinstance(event, events.Boosted) and event.boost.ability == last_ability:
            return []
        if isinstance(event, events.RoundBegan):
            board = format_scoreboard(self.heard[:-1], self.state) if event.round > 1 else []
            return [*board, "", f"=== {event_sentence(visible_event, self.state)} ==="]
        if isinstance(event, events.TurnBegan):
            return [*self._holders(), "", f"--- {event_sentence(visible_event, self.state)} ---"]
        if isinstance(event, events.Cleared) and event.why.startswith("spike "):
            self.spiked = event.on
        if isinstance(event, events.AbilityUsed) and spiked == event.unit:
            return []
        if isinstance(event, events.TokenGiven) and event.unit == self.active:
            return []
        if isinstance(event, events.ActivationEnded):
            self.active = ""
        line = (
            self._roll_off(event)
            or self._ability_destruction(event)
            or describe_event(visible_event, self.state)
        )
        lines = [] if line is None else [self._in_activation(line)]
        if isinstance(event, events.ActivationBegan):
            self.active = event.unit
        return (
            [*lines, *format_scoreboard(self.heard, self.state)]
            if isinstance(event, events.GameEnded)
            else lines
        )

    def _roll_off(self, event: Event) -> str:
        """Return the result of the roll for the first turn; empty without dice."""
        if not isinstance(event, events.SidesTaken):
            return ""
        rolls = {
            roll.player: roll.plain
            for roll in self.heard
            if isinstance(roll, events.Rolled) and roll.why == ROLL_OFF_REASON
        }
        if len(set(rolls.values())) < len(PLAYERS):
            return ""
        winner = max(rolls, key=lambda player: rolls[player])
        return roll_off_sentence(event, self.state, winner) + cite_rule(event.RULE)

    def _ability_destruction(self, event: Event) -> str:
        """Return the destruction of a model by an ability's damage roll; empty for others."""
        if not isinstance(event, events.ModelDestroyed) or event.why != "effect":
            return ""
        text = destruction_sentence(event, self.state, self.damaging_ability)
        return text + cite_rule(rule_for_event(event, self.state))

    def _holders(self) -> list[str]:
        """Return a line with who secures which objectives, if that has changed."""
        state = self.state
        holders = {id: by for id in state.objectives if (by := securing_player(state, id))}
        if holders == self.held:
            return []
        self.held = holders
        objectives_by_player = [
            (p, [state.name(id) for id, by in holders.items() if by == p]) for p in PLAYERS
        ]
        clauses = [
            f"{state.setup.names[p - 1]} secures {join_words(own)}"
            for p, own in objectives_by_player
            if own
        ]
        return [("; ".join(clauses) or "Nobody secures anything") + cite_rule("NM-OBJ-02")]

    def _in_activation(self, line: str) -> str:
        return (INDENT if self.active else "") + line

    def _followers(self) -> list[str]:
        """Return a line with the squad's models repositioned around their leader."""
        ids = self.followed
        self.followed = []
        if not ids:
            return []
        follow = "follows" if len(ids) == 1 else "follow"
        return [
            self._in_activation(
                f"{join_words([display_name(self.state, i) for i in ids])} {follow}{cite_rule(events.Repositioned.RULE)}"
            )
        ]

    # An attack in one line

    def _belongs(self, event: Event) -> bool:
        """Return whether an event continues the present line, and add it if so."""
        if isinstance(event, events.Repositioned) and not event.why and self.followed:
            self.followed.append(event.model)
        elif isinstance(event, events.Rolled) and self._is_next_roll(event):
            self.rolls[event.why] = event
        elif (
            isinstance(event, events.Rolled)
            and event.why == "Strafe"
            and self.attack is not None
            and not self.rolls
        ):
            result = f"{event.strikes or 'no'} more attack{'s' if event.strikes != 1 else ''}"
            self.attack.numbers.append(f"Strafe {format_faces((), event.power)}: {result}")
        elif isinstance(event, events.Hit | events.Missed) and {"attack", "defence"} == set(
            self.rolls
        ):
            self._compared(event)
        elif isinstance(event, events.Damaged) and len(self.rolls) == 1 and event.arm:
            self._hurt(event)
        else:
            return False
        self.heard.append(event)
        return True

    def _is_next_roll(self, event: events.Rolled) -> bool:
        if event.why == "defence":
            return "attack" in self.rolls
        return event.why in ("attack", "damage") and self.attack is not None and not self.rolls

    def _compared(self, event: events.Hit | events.Missed) -> None:
        attack = self.rolls.pop("attack")
        defense = self.rolls.pop("defence")
        attack_result = f"{format_strikes(attack.strikes)} {_format_faces(attack)}"
        right = f"{defense.strikes} {_format_faces(defense)}"
        if self.attack is None:
            target = display_name(self.state, event.target)
            text = (
                f"{target} is hit{excess_clause(event)}"
                if isinstance(event, events.Hit)
                else f"The attack misses {target}"
            )
            self.attack = AttackLine(text, rule=event.RULE)
        else:
            self.attack.what += (
                f" and hits{excess_clause(event)}"
                if isinstance(event, events.Hit)
                else " and misses"
            )
        self.attack.numbers.append(f"{attack_result} against {right}")

    def _hurt(self, event: events.Damaged) -> None:
        (roll,) = self.rolls.values()
        self.rolls.clear()
        numbers = f"{format_dice(roll)}: {damage_arithmetic(event)}"
        self.damaging_ability = roll.why if event.cause == "effect" else ""
        sentence = damage_sentence(event, self.state, self.damaging_ability)
        if self.attack is None:
            rule = DAMAGE_RULES.get(event.cause, event.RULE)
            self.attack = AttackLine(sentence, rule=rule)
        elif event.cause in CAUSE_PHRASES:
            self.attack.what += f". {sentence}"
            numbers = f"{roll_name(roll)} {numbers}"
        else:
            self.attack.what += f": {event.points or 'no'} damage{health_clause(self.state, event)}"
            numbers = f"damage {numbers}"
        if roll.again:
            numbers = f"{roll_name(roll)} {numbers.removeprefix('damage ')}"
        self.attack.numbers.append(numbers + _cite_reroll(roll, self.attack.rule))

    def _finished(self) -> list[str]:
        """Return the line after its last part, the damage or the miss; empty before it."""
        last = self.heard[-1]
        return self.format_rest() if isinstance(last, events.Damaged | events.Missed) else []


def _format_faces(roll: events.Rolled) -> str:
    """Return the faces of a roll's dice, or that it had none."""
    return format_faces(roll.action, roll.power) if roll.action or roll.power else "[no dice]"


def points_by_round(
    log: Iterable[Event],
) -> tuple[dict[int, list[int]], dict[int, dict[str, list[int]]]]:
    """Return each player's victory points by Pulse round, with their sources."""
    points = {p: [0] * PULSE_ROUNDS for p in PLAYERS}
    reasons: dict[int, dict[str, list[int]]] = {p: {} for p in PLAYERS}
    round = 0
    for event in log:
        if isinstance(event, events.RoundBegan):
            round = min(event.round, PULSE_ROUNDS) - 1
        elif isinstance(event, events.Scored):
            points[event.player][round] += event.points
            reasons[event.player].setdefault(event.why, []).append(event.points)
    return points, reasons


def format_scoreboard(log: Sequence[Event], state: State) -> list[str]:
    """Return lines with the victory points of each Pulse round, the totals and the sources."""
    points, reasons = points_by_round(log)
    rounds = max((event.round for event in log if isinstance(event, events.RoundBegan)), default=0)
    wide = max(len(n) for n in state.setup.names) + 2
    heads = [f"Round {i}" for i in range(1, PULSE_ROUNDS + 1)]
    lines = [" " * wide + "".join(f"{head:>9}" for head in heads) + f"{'VP':>6}  for"]
    for p in PLAYERS:
        reason_texts = [
            f"{reason} ({' + '.join(map(str, times))})" for reason, times in reasons[p].items()
        ]
        cells = [str(n) if i < rounds else "-" for i, n in enumerate(points[p])]
        row = state.setup.names[p - 1].ljust(wide) + "".join(f"{text:>9}" for text in cells)
        lines.append(f"{row}{sum(points[p]):>6}  {', '.join(reason_texts)}".rstrip())
    return ["", *lines]


def _cite_reroll(roll: events.Rolled, line_rule: str) -> str:
    """Return the citation of a reroll's ruling, empty if the line ends with the same one."""
    return cite_rule(roll.rule) if roll.again and roll.rule != line_rule else ""
