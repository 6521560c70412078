"""The game log: each line has the event, the numbers that explain it, and its rule."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from wc3d.engine.actions import Event
from wc3d.engine.text import join_words
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.state import PLAYERS, Effect, Model, State, Unit
from wc3d.games.warmachine.text import log_events
from wc3d.games.warmachine.text.formatting import SYSTEM_NAMES, format_count, player_name
from wc3d.games.warmachine.text.log_events import (
    BOOST_PHRASES,
    HEADING_EVENTS,
    describe_event,
    format_line,
)
from wc3d.games.warmachine.text.status_words import damage_boxes


def format_scoreboard(state: State) -> list[str]:
    """Return a line for each player: boxes, disabled systems, removed models, an unused feat."""
    return [
        f"  {player_name(state, player)}: {'; '.join(_side_lines(state, player))}"
        for player in PLAYERS
    ]


def _side_lines(state: State, player: int) -> list[str]:
    mine = sorted(
        (m for m in state.models.values() if m.owner == player and not m.unit),
        key=lambda m: not m.is_warcaster,
    )
    return [
        *(_model_line(state, m) for m in mine),
        *(_unit_line(state, unit) for unit in state.units.values() if unit.owner == player),
    ]


def _unit_line(state: State, unit: Unit) -> str:
    whole = sum(m.unit == unit.id for m in state.models.values())
    return f"{unit.name}: {len(state.members_of(unit.id))} of {format_count(whole, 'trooper')}"


def _model_line(state: State, model: Model) -> str:
    if model.removed:
        return f"{model.name} is gone"
    whole, remaining = damage_boxes(state, model.id)
    line = f"{model.name}: {remaining} of {format_count(whole, 'box')}"
    if model.is_warcaster:
        return line + ("" if model.feat_used else ", feat unused")
    if not model.is_warjack:
        return line
    disabled = [SYSTEM_NAMES[system] for system in state.damage_grid(model.id).disabled]
    return line + (f", {join_words(disabled)} disabled" if disabled else "")


FORCED_MOVES = ("is slammed", "is thrown", "is pushed")
"""Moves against a model's will: the model does not turn afterward."""

PART_BY_ROLL_RULE = {
    "WM-SLM-09": "shove",
    "WM-THR-07": "shove",
    "WM-AOE-06": "area",
    "WM-MOD-05": "contest",
    "WM-SET-04": "first turn",
    "WM-CON-02": "burning",
}
"""The part of the log that a roll opens, by the rule that requires the roll."""

CLOSING_EVENTS: dict[str, tuple[type[Event], ...]] = {
    "attack": (events.Hit, events.Missed, events.OutOfRange),
    "damage": (events.Damaged,),
    "shove": (events.Moved, events.Blocked),
    "area": (events.AreaPlaced,),
    "contest": (events.Contested,),
    "first turn": (events.FirstTurnWon, events.RollRepeated),
    "burning": (events.EffectEnded,),
    "command": (events.CommandChecked,),
    "move": (events.Faced,),
}
"""The events that complete a line, by its part of the log."""


class LogWriter:
    """A writer of the log as both players know the game, with nothing hidden. `state` is the
    position after the last event.

    Related events share a line: a move with its turn, an attack with its dice, a damage roll with
    its damage. Such a line waits for its last event or for `format_rest`.
    """

    def __init__(self, start: State, reader: int | None = None) -> None:
        self.state = start
        self.waiting: list[Event] = []
        self.declared: events.AttackDeclared | None = None

    @property
    def is_waiting(self) -> bool:
        """True if the last event does not have a line yet."""
        return bool(self.waiting)

    def format_lines(self, happened: Iterable[Event]) -> list[str]:
        """Return the events' lines, with a scoreboard at a round's start and the game's end."""
        lines: list[str] = []
        for event in happened:
            lines += self._lines_after(event)
            self.state = event.evolve(self.state)
        return lines

    def format_rest(self) -> list[str]:
        """Return the lines of the events that still wait for others."""
        waiting = self.waiting
        self.waiting = []
        if not waiting:
            return []
        if log_part(waiting[0]) == "move":
            return [
                format_line(
                    self.state,
                    log_events.move_sentence(self.state, _join_moves(waiting)),
                    waiting[0],
                )
            ]
        puts = _group_effects(waiting)
        if puts:
            return [
                format_line(
                    self.state, log_events.effects_put_sentence(self.state, *group), group[0]
                )
                for group in puts
            ]
        ends = [event for event in waiting if isinstance(event, events.EffectEnded)]
        if ends:
            return [
                format_line(
                    self.state, log_events.effects_ended_sentence(self.state, *ends), ends[0]
                )
            ]
        return [describe_event(self.state, event) for event in waiting]

    def _lines_after(self, event: Event) -> list[str]:
        if isinstance(event, events.AttackDeclared):
            self.declared = event
        if self.waiting and _completes_line(self.waiting, event):
            return self._finish_line(event)
        if self.waiting and _continues_line(self.waiting, event):
            self.waiting = (
                [event] if isinstance(event, events.AttackDeclared) else [*self.waiting, event]
            )
            return []
        lines = self.format_rest()
        if log_part(event):
            self.waiting = [event]
            return lines
        if isinstance(event, events.ActivationBegan | events.PhaseBegan):
            self.declared = None
        text = self._format_event(event, [])
        if text:
            lines += [""] * isinstance(event, HEADING_EVENTS) + [text]
        if isinstance(event, events.GameEnded) or (
            isinstance(event, events.RoundBegan) and event.round > 1
        ):
            lines += format_scoreboard(self.state)
        return lines

    def _finish_line(self, event: Event) -> list[str]:
        """Return the line that an event completes."""
        waiting = self.waiting
        self.waiting = []
        if isinstance(event, events.Faced):
            whole = replace(_join_moves(waiting), facing=event.facing)
            return [format_line(self.state, log_events.move_sentence(self.state, whole), whole)]
        return [self._format_event(event, waiting)]

    def _format_event(self, event: Event, earlier_events: list[Event]) -> str:
        """Return the line of an event with the dice and boosts before it."""
        rolls = [
            earlier
            for earlier in earlier_events
            if isinstance(earlier, events.Rolled) and earlier.kind != "column"
        ]
        roll = rolls[-1] if rolls else None
        boost = (
            "boosted"
            if any(isinstance(earlier, events.FocusSpent) for earlier in earlier_events)
            else ""
        )
        state = self.state
        declared = self.declared
        match event:
            case events.Hit():
                text = log_events.hit_sentence(state, event, declared, roll, boost)
            case events.Missed():
                text = log_events.miss_sentence(state, event, declared, roll, boost)
            case events.OutOfRange():
                text = log_events.out_of_range_sentence(state, event, declared)
            case events.Damaged():
                text = log_events.damage_sentence(state, event, declared, roll, boost)
            case events.AreaPlaced():
                text = log_events.area_sentence(state, event, roll)
            case events.Moved():
                text = log_events.move_sentence(state, event, roll)
            case events.Blocked():
                text = log_events.block_sentence(state, event, roll)
            case events.Contested():
                text = log_events.contest_sentence(state, event, rolls)
            case events.FirstTurnWon():
                text = log_events.first_turn_sentence(state, event, rolls)
            case events.EffectEnded():
                text = log_events.effects_ended_sentence(state, event, rolled=roll)
            case events.CommandChecked():
                text = log_events.command_check_sentence(state, event, roll)
            case _:
                return describe_event(state, event)
        return format_line(state, text, event)


def log_part(event: Event) -> str:
    """Return the part of the log that an event opens or continues; empty for a separate event."""
    match event:
        case events.Moved(how=manner):
            return "" if manner in FORCED_MOVES else "move"
        case events.AttackDeclared():
            return "attack"
        case events.FocusSpent(what=purpose):
            return next((roll for roll, boost in BOOST_PHRASES.items() if boost == purpose), "")
        case events.Rolled(kind=("attack" | "damage" | "command") as kind):
            return kind
        case events.Rolled(kind="column"):
            return "damage"
        case events.Rolled(rule=rule):
            return PART_BY_ROLL_RULE.get(rule, "")
        case events.EffectPut() | events.EffectEnded(why="renewed"):
            return "effect begins"
        case events.EffectEnded():
            return "effect ends"
    return ""


def _completes_line(waiting: list[Event], event: Event) -> bool:
    """Return whether an event completes the line of the events that wait."""
    part = log_part(waiting[0])
    if not isinstance(event, CLOSING_EVENTS.get(part, ())):
        return False
    match event:
        case events.Faced(model=model):
            return model == getattr(waiting[0], "model", "")
        case events.Moved(how=manner):
            return manner in FORCED_MOVES
        case events.EffectEnded(why=reason):
            return reason == "goes out"
    return True


def _continues_line(waiting: list[Event], event: Event) -> bool:
    """Return whether an event belongs to the line of the events that wait."""
    first = waiting[0]
    if log_part(event) != log_part(first):
        return False
    match first, event:
        case events.Moved(), events.Moved():
            return (first.model, first.how) == (event.model, event.how)
        case (
            _,
            events.AttackDeclared(),
        ):  # a spray also rolls against its declared target
            if (
                not isinstance(first, events.AttackDeclared)
                or event.part != "spray"
                or len(waiting) > 1
            ):
                return False
            return (first.attacker, first.weapon, first.target) == (
                event.attacker,
                event.weapon,
                event.target,
            )
        case (
            (events.EffectPut() | events.EffectEnded(why="renewed")),
            (events.EffectPut() | events.EffectEnded(why="renewed")),
        ):
            return _effect_origin(first.effect) == _effect_origin(event.effect)
        case events.EffectEnded(), events.EffectEnded():
            return (first.effect, first.why) == (event.effect, event.why)
        case _, events.Rolled(kind="attack" | "damage"):
            return not any(isinstance(earlier, events.Rolled) for earlier in waiting)
    return True


def _effect_origin(effect: Effect) -> tuple[str, int, str]:
    """Return the source and duration of an effect: equal for all parts of a spell or feat."""
    return effect.name, effect.player, effect.until


def _group_effects(waiting: list[Event]) -> list[list[events.EffectPut]]:
    """Return the new effects grouped by result. The last one on a model replaces earlier ones."""
    last = {
        (start.model, start.effect.over): start
        for start in waiting
        if isinstance(start, events.EffectPut)
    }
    groups: dict[Effect, list[events.EffectPut]] = {}
    for start in last.values():
        groups.setdefault(start.effect, []).append(start)
    return list(groups.values())


def _join_moves(waiting: list[Event]) -> events.Moved:
    """Return the parts of a move as one move."""
    parts = [event for event in waiting if isinstance(event, events.Moved)]
    track = parts[0].track + tuple(point for part in parts[1:] for point in part.track[1:])
    return replace(parts[0], track=track, facing=parts[-1].facing)
