"""The log of a game: what happened in each line, then the numbers that explain it and the rule behind it."""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from wc3d.engine.actions import Event
from wc3d.games.warmachine.rules import events as ev
from wc3d.games.warmachine.rules.state import Effect, State
from wc3d.games.warmachine.text import log_events
from wc3d.games.warmachine.text.log_events import BOOSTS, SET_OFF, describe_event, line
from wc3d.games.warmachine.text.scoreboard import scoreboard

FORCED = ("is slammed", "is thrown", "is pushed")
"""Moves against a model's will: the model does not turn afterward."""

OPENS = {
    "WM-SLM-09": "shove",
    "WM-THR-07": "shove",
    "WM-AOE-06": "area",
    "WM-MOD-05": "contest",
    "WM-SET-04": "first turn",
    "WM-CON-02": "burning",
}
"""The part of the log that dice open, by the rule that asks for them."""

CLOSES: dict[str, tuple[type[Event], ...]] = {
    "attack": (ev.Hit, ev.Missed, ev.OutOfRange),
    "damage": (ev.Damaged,),
    "shove": (ev.Moved, ev.Blocked),
    "area": (ev.AreaPlaced,),
    "contest": (ev.Contested,),
    "first turn": (ev.FirstTurnWon, ev.RollRepeated),
    "burning": (ev.EffectEnded,),
    "command": (ev.CommandChecked,),
    "move": (ev.Faced,),
}
"""The events that complete a line, by its part of the log."""


class Story:
    """Tells a game as both players know it: nothing is hidden. `state` is the position that the story has reached.

    Events that belong together share a line: a move with its turn, an attack with its dice, a damage roll with its damage. Such a
    line waits for its last event, or for `rest`.
    """

    def __init__(self, start: State, reader: int | None = None) -> None:
        self.state = start
        self.waiting: list[Event] = []
        self.declared: ev.AttackDeclared | None = None

    @property
    def waits(self) -> bool:
        """Whether the last event has no line yet."""
        return bool(self.waiting)

    def tell(self, happened: Iterable[Event]) -> list[str]:
        """Return the lines of these events, with a scoreboard when a round begins and when the game is over."""
        lines: list[str] = []
        for event in happened:
            lines += self._lines(event)
            self.state = event.evolve(self.state)
        return lines

    def rest(self) -> list[str]:
        """Return the lines of the events that still wait for others."""
        events, self.waiting = self.waiting, []
        if not events:
            return []
        if part_of(events[0]) == "move":
            return [line(self.state, log_events.moved(self.state, _whole_move(events)), events[0])]
        puts = _lasting(events)
        if puts:
            return [line(self.state, log_events.effects_put(self.state, *group), group[0]) for group in puts]
        ends = [event for event in events if isinstance(event, ev.EffectEnded)]
        if ends:
            return [line(self.state, log_events.effects_ended(self.state, *ends), ends[0])]
        return [describe_event(self.state, event) for event in events]

    def _lines(self, event: Event) -> list[str]:
        if isinstance(event, ev.AttackDeclared):
            self.declared = event
        if self.waiting and _closes(self.waiting, event):
            return self._close(event)
        if self.waiting and _continues(self.waiting, event):
            self.waiting = [event] if isinstance(event, ev.AttackDeclared) else [*self.waiting, event]
            return []
        lines = self.rest()
        if part_of(event):
            self.waiting = [event]
            return lines
        if isinstance(event, ev.ActivationBegan | ev.PhaseBegan):
            self.declared = None
        text = self._text(event, [])
        if text:
            lines += [""] * isinstance(event, SET_OFF) + [text]
        if isinstance(event, ev.GameEnded) or (isinstance(event, ev.RoundBegan) and event.round > 1):
            lines += scoreboard(self.state)
        return lines

    def _close(self, event: Event) -> list[str]:
        """Return the line that an event completes."""
        events, self.waiting = self.waiting, []
        if isinstance(event, ev.Faced):
            whole = replace(_whole_move(events), facing=event.facing)
            return [line(self.state, log_events.moved(self.state, whole), whole)]
        return [self._text(event, events)]

    def _text(self, event: Event, earlier_events: list[Event]) -> str:
        """Return the line of an event with the dice and boosts before it."""
        rolls = [earlier for earlier in earlier_events if isinstance(earlier, ev.Rolled) and earlier.kind != "column"]
        roll = rolls[-1] if rolls else None
        boost = "boosted" if any(isinstance(earlier, ev.FocusSpent) for earlier in earlier_events) else ""
        state, declared = self.state, self.declared
        match event:
            case ev.Hit():
                text = log_events.hit(state, event, declared, roll, boost)
            case ev.Missed():
                text = log_events.missed(state, event, declared, roll, boost)
            case ev.OutOfRange():
                text = log_events.out_of_range(state, event, declared)
            case ev.Damaged():
                text = log_events.damaged(state, event, declared, roll, boost)
            case ev.AreaPlaced():
                text = log_events.area_placed(state, event, roll)
            case ev.Moved():
                text = log_events.moved(state, event, roll)
            case ev.Blocked():
                text = log_events.blocked(state, event, roll)
            case ev.Contested():
                text = log_events.contested(state, event, rolls)
            case ev.FirstTurnWon():
                text = log_events.first_turn(state, event, rolls)
            case ev.EffectEnded():
                text = log_events.effects_ended(state, event, rolled=roll)
            case ev.CommandChecked():
                text = log_events.checked(state, event, roll)
            case _:
                return describe_event(state, event)
        return line(state, text, event)


def part_of(event: Event) -> str:
    """Return the part of the log that an event opens or continues; empty for an event that stands alone."""
    match event:
        case ev.Moved(how=manner):
            return "" if manner in FORCED else "move"
        case ev.AttackDeclared():
            return "attack"
        case ev.FocusSpent(what=purpose):
            return next((roll for roll, boost in BOOSTS.items() if boost == purpose), "")
        case ev.Rolled(kind=("attack" | "damage" | "command") as kind):
            return kind
        case ev.Rolled(kind="column"):
            return "damage"
        case ev.Rolled(rule=rule):
            return OPENS.get(rule, "")
        case ev.EffectPut() | ev.EffectEnded(why="renewed"):
            return "effect begins"
        case ev.EffectEnded():
            return "effect ends"
    return ""


def _closes(waiting: list[Event], event: Event) -> bool:
    """Return whether an event completes the line of the events that wait."""
    part = part_of(waiting[0])
    if not isinstance(event, CLOSES.get(part, ())):
        return False
    match event:
        case ev.Faced(model=model):
            return model == getattr(waiting[0], "model", "")
        case ev.Moved(how=manner):
            return manner in FORCED
        case ev.EffectEnded(why=reason):
            return reason == "goes out"
    return True


def _continues(waiting: list[Event], event: Event) -> bool:
    """Return whether an event belongs to the line of the events that wait."""
    first = waiting[0]
    if part_of(event) != part_of(first):
        return False
    match first, event:
        case ev.Moved(), ev.Moved():
            return (first.model, first.how) == (event.model, event.how)
        case _, ev.AttackDeclared():  # a spray is also rolled for at the target that it was declared against
            if not isinstance(first, ev.AttackDeclared) or event.part != "spray" or len(waiting) > 1:
                return False
            return (first.attacker, first.weapon, first.target) == (event.attacker, event.weapon, event.target)
        case (ev.EffectPut() | ev.EffectEnded(why="renewed")), (ev.EffectPut() | ev.EffectEnded(why="renewed")):
            return _origin(first.effect) == _origin(event.effect)
        case ev.EffectEnded(), ev.EffectEnded():
            return (first.effect, first.why) == (event.effect, event.why)
        case _, ev.Rolled(kind="attack" | "damage"):
            return not any(isinstance(earlier, ev.Rolled) for earlier in waiting)
    return True


def _origin(effect: Effect) -> tuple[str, int, str]:
    """Return what an effect comes from and how long it lasts: the same for all parts of a spell or feat."""
    return effect.name, effect.player, effect.until


def _lasting(events: list[Event]) -> list[list[ev.EffectPut]]:
    """Return the effects that begin, grouped by what they do; the last one on a model replaces those before it."""
    last = {(start.model, start.effect.over): start for start in events if isinstance(start, ev.EffectPut)}
    groups: dict[Effect, list[ev.EffectPut]] = {}
    for start in last.values():
        groups.setdefault(start.effect, []).append(start)
    return list(groups.values())


def _whole_move(events: list[Event]) -> ev.Moved:
    """Return the parts of a move as one move."""
    parts = [event for event in events if isinstance(event, ev.Moved)]
    track = parts[0].track + tuple(point for part in parts[1:] for point in part.track[1:])
    return replace(parts[0], track=track, facing=parts[-1].facing)
