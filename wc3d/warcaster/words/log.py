"""The log of a game as people like to read it: round by round, an attack in one line with its dice, and a scoreboard."""
from __future__ import annotations

from collections.abc import Iterable, Sequence

from wc3d.engine.actions import Event
from wc3d.warcaster import events as ev
from wc3d.warcaster.book.rulings import PULSE_ROUNDS
from wc3d.warcaster.missions.securing import secured_by
from wc3d.warcaster.state import PLAYERS, State
from wc3d.warcaster.words.log_events import CAUSES, describe_event, left_after, sentence
from wc3d.warcaster.words.log_rules import rule_of
from wc3d.warcaster.words.vocabulary import cite, faces, join_words, name, pool_name, roll, roll_name, strikes

INDENT = "  "

DAMAGE_RULES = {"blast": "NM-BLA-05", "collateral": "NM-SLM-05", "fall": "NM-TER-19"}
"""The rules of damage rolls that are not an attack's own."""


class Chronicle:
    """Tells a game as it goes on, as one player knows it (None: a spectator). `state` is where the telling has come to."""

    def __init__(self, state: State, player: int | None = None) -> None:
        self.state = state
        self.player = player
        self.heard: list[Event] = []
        self.active = ""
        self.spiked = ""
        self.used = ""
        self.attack: list[str] = []
        self.rolls: dict[str, ev.Rolled] = {}
        self.rule = ""
        self.followed: list[str] = []
        self.held: dict[str, int] = {}

    def tell(self, happened: Iterable[Event]) -> list[str]:
        """The lines for what has happened; an attack that is still going on waits for its end (or for `rest`)."""
        lines: list[str] = []
        for event in happened:
            lines += self._lines(event, event.seen_by(self.player))
            self.state = event.evolve(self.state)
        return lines

    def rest(self) -> list[str]:
        """What has not been told yet of an attack that is still going on."""
        lines = self._followers()
        rule = self.rule if self.attack else next((rule_of(r, self.state) for r in self.rolls.values()), "")
        pieces = self.attack + [_sentence(roll(r)) + _reroll_cited(r, rule) for r in self.rolls.values()]
        self.attack, self.rolls, self.rule = [], {}, ""
        return lines + ([self._in_activation(". ".join(pieces) + cite(rule))] if pieces else [])

    def _lines(self, event: Event, seen: Event) -> list[str]:
        if self._belongs(event):
            return self._finished()
        before = self.rest()
        self.heard.append(event)
        if isinstance(event, ev.AttackDeclared):
            self.attack, self.rule = [sentence(event, self.state) or ""], rule_of(event, self.state)
            return before
        if isinstance(event, ev.Rolled) and not event.plain:
            self.rolls[event.why] = event
            return before
        if isinstance(event, ev.Repositioned) and not event.why:
            self.followed.append(event.model)
            return before
        return before + self._describe(event, seen)

    def _describe(self, event: Event, seen: Event) -> list[str]:
        """The lines of an event that stands for itself."""
        spiked, self.spiked = self.spiked, ""
        used, self.used = self.used, event.ability if isinstance(event, ev.AbilityUsed) else ""
        if isinstance(event, ev.Boosted) and event.boost.ability == used:
            return []
        if isinstance(event, ev.RoundBegan):
            board = scoreboard(self.heard[:-1], self.state) if event.round > 1 else []
            return [*board, "", f"=== {sentence(seen, self.state)} ==="]
        if isinstance(event, ev.TurnBegan):
            return [*self._holders(), "", f"--- {sentence(seen, self.state)} ---"]
        if isinstance(event, ev.Cleared) and event.why.startswith("spike "):
            self.spiked = event.on
        if isinstance(event, ev.AbilityUsed) and spiked == event.unit:
            return []
        if isinstance(event, ev.TokenGiven) and event.unit == self.active:
            return []
        if isinstance(event, ev.ActivationEnded):
            self.active = ""
        line = describe_event(seen, self.state)
        lines = [] if line is None else [self._in_activation(line)]
        if isinstance(event, ev.ActivationBegan):
            self.active = event.unit
        return [*lines, *scoreboard(self.heard, self.state)] if isinstance(event, ev.GameEnded) else lines

    def _holders(self) -> list[str]:
        """Who secures what now, in a line, if it is not as it was told last."""
        state = self.state
        held = {id: by for id in state.objectives if (by := secured_by(state, id))}
        if held == self.held:
            return []
        self.held = held
        each = [(p, [state.name(id) for id, by in held.items() if by == p]) for p in PLAYERS]
        said = [f"{state.setup.names[p - 1]} secures {join_words(own)}" for p, own in each if own]
        return [("; ".join(said) or "Nobody secures anything") + cite("NM-OBJ-02")]

    def _in_activation(self, line: str) -> str:
        return (INDENT if self.active else "") + line

    def _followers(self) -> list[str]:
        """The models of a squad that were repositioned around their leader, in one line."""
        ids, self.followed = self.followed, []
        if not ids:
            return []
        follow = "follows" if len(ids) == 1 else "follow"
        return [self._in_activation(f"{join_words([name(self.state, i) for i in ids])} {follow}{cite(ev.Repositioned.RULE)}")]

    # An attack in one line

    def _belongs(self, event: Event) -> bool:
        """Is it the next part of the line that is being made? Then it is added to it."""
        if isinstance(event, ev.Repositioned) and not event.why and self.followed:
            self.followed.append(event.model)
        elif isinstance(event, ev.Rolled) and self._is_next_roll(event):
            self.rolls[event.why] = event
        elif isinstance(event, ev.Rolled) and event.why == "Strafe" and self.attack and not self.rolls:
            self.attack[-1] += f", Strafe {faces((), event.power)} for {event.strikes or 'no'} more"
        elif isinstance(event, ev.Hit | ev.Missed) and {"attack", "defence"} == set(self.rolls):
            self._compared(event)
        elif isinstance(event, ev.Damaged) and len(self.rolls) == 1 and event.arm:
            self._hurt(event)
        else:
            return False
        self.heard.append(event)
        return True

    def _is_next_roll(self, event: ev.Rolled) -> bool:
        if event.why == "defence":
            return "attack" in self.rolls
        return event.why in ("attack", "damage") and bool(self.attack) and not self.rolls

    def _compared(self, event: ev.Hit | ev.Missed) -> None:
        attack, defense = self.rolls.pop("attack"), self.rolls.pop("defence")
        result = f"hit, {event.strikes - event.against} over" if isinstance(event, ev.Hit) else "missed"
        left, right = (f"{r.strikes} {faces(r.action, r.power)}" for r in (attack, defense))
        if self.attack:
            left = f"{strikes(attack.strikes)} {faces(attack.action, attack.power)}"
            self.attack[-1] += f": {left} against {right}: {result}"
        else:
            self.attack, self.rule = [f"{name(self.state, event.target)}: {left} against {right}: {result}"], event.RULE

    def _hurt(self, event: ev.Damaged) -> None:
        (rolled,) = self.rolls.values()
        self.rolls.clear()
        pool = f"{pool_name(len(rolled.action), len(rolled.power))} {faces(rolled.action, rolled.power)}"
        whom = "" if self.attack and event.cause not in CAUSES else f" on {name(self.state, event.model)}"
        whole = event.strikes // event.arm
        points = str(whole) if whole == event.points else f"{whole}, lowered to {event.points}"
        result = f"{strikes(event.strikes)} / ARM {event.arm} = {points}{left_after(self.state, event)}"
        self.rule = self.rule or DAMAGE_RULES.get(event.cause, event.RULE)
        what = "Fall damage" if event.cause == "fall" else _sentence(roll_name(rolled))
        self.attack.append(f"{what} {pool}{whom}: {result}{_reroll_cited(rolled, self.rule)}")

    def _finished(self) -> list[str]:
        """The line, if its last part has come: the damage, or the miss."""
        last = self.heard[-1]
        return self.rest() if isinstance(last, ev.Damaged | ev.Missed) else []


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def points_by_round(log: Iterable[Event]) -> tuple[dict[int, list[int]], dict[int, dict[str, list[int]]]]:
    """The victory points of each player in each Pulse round, and what they were for, each time."""
    points = {p: [0] * PULSE_ROUNDS for p in PLAYERS}
    reasons: dict[int, dict[str, list[int]]] = {p: {} for p in PLAYERS}
    round = 0
    for event in log:
        if isinstance(event, ev.RoundBegan):
            round = min(event.round, PULSE_ROUNDS) - 1
        elif isinstance(event, ev.Scored):
            points[event.player][round] += event.points
            reasons[event.player].setdefault(event.why, []).append(event.points)
    return points, reasons


def scoreboard(log: Sequence[Event], state: State) -> list[str]:
    """The victory points of each Pulse round and in all, and what they were for, as lines."""
    points, reasons = points_by_round(log)
    rounds = max((event.round for event in log if isinstance(event, ev.RoundBegan)), default=0)
    wide = max(len(n) for n in state.setup.names) + 2
    heads = [f"Round {i}" for i in range(1, PULSE_ROUNDS + 1)]
    lines = [" " * wide + "".join(f"{head:>9}" for head in heads) + f"{'VP':>6}  for"]
    for p in PLAYERS:
        won = [f"{why} ({' + '.join(map(str, times))})" for why, times in reasons[p].items()]
        shown = [str(n) if i < rounds else "-" for i, n in enumerate(points[p])]
        row = state.setup.names[p - 1].ljust(wide) + "".join(f"{text:>9}" for text in shown)
        lines.append(f"{row}{sum(points[p]):>6}  {', '.join(won)}".rstrip())
    return ["", *lines]


def _reroll_cited(rolled: ev.Rolled, line_rule: str) -> str:
    """Return the citation of the ruling on a reroll, empty where the line itself ends with it."""
    return cite(rolled.rule) if rolled.again and rolled.rule != line_rule else ""
