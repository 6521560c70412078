"""What has happened, as a seat's page shows it: the same moments that the window shows, as plain values with what stands then."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from wc3d.animation.beats import NOTHING, Beat, BeatKind, UnderWay, beats_of
from wc3d.animation.sounds import sound_of
from wc3d.animation.to_json import beat_data
from wc3d.engine.game import Turn
from wc3d.engine.ruleset import RuleSet
from wc3d.presentation.palette import PEN_COLORS
from wc3d.presentation.view_models import DiceShown, DieLook
from wc3d.server.match.match import HostedGame
from wc3d.server.pages.seat_buttons import plain
from wc3d.web.live_stage import label_words

AHEAD = 6
"""Actions that are shown one after the other; whoever is further behind sees how it stands now."""

Told = dict[str, Any]


class TurnStaging:
    """Tells actions as their moments, as somebody sees them who knows what a player does (0: what both know). `figures_in` says
    who stands where in a state."""

    def __init__(self, rules: RuleSet, seat: int, figures_in: Callable[[Any], list[Told]]) -> None:
        self.rules, self.seat, self.standing = rules, seat, figures_in
        self._under_way: UnderWay = NOTHING

    def forget(self) -> None:
        """What is told next does not follow on what was told last."""
        self._under_way = NOTHING

    def told(self, version: int, turn: Turn) -> Told | None:
        """An action; None if nothing of it is to be seen."""
        beats, self._under_way = beats_of(self.rules, turn.before, turn.events, self._under_way, self.seat or None)
        return self._told(version, turn, beats) if beats else None

    def _told(self, version: int, turn: Turn, beats: Sequence[Beat]) -> Told:
        dice = any(beat.kind is BeatKind.DICE for beat in beats)
        last_state: Any = None
        rows, looks = [], dict[str, Told]()
        for beat in beats:
            data = beat_data(beat)
            if beat.attack is not None:
                data["attack"]["rgb"] = list(PEN_COLORS[beat.attack.pen])
            if beat.state is not last_state:
                last_state = beat.state
                data["figures"] = self.standing(last_state)
                data["names"] = self._names(last_state)
            for name in ("words", "told", "why"):
                if data.get(name):
                    data[name] = plain(data[name])
            looks |= self._looks(beat.rolls)
            rows.append({**data, "sound": sound_of(beat)})
        own = turn.action.player == self.seat and not dice
        return {"t": "beats", "v": version, "own": own, "beats": rows, "looks": looks}

    def _names(self, state: Any) -> dict[str, str]:
        """What stands over each model then."""
        return {label.id: label_words(label) for label in self.rules.labels(state, self.seat or None)}

    def _looks(self, rolls: Sequence[DiceShown]) -> dict[str, Told]:
        """How the dice look, and the faces they have."""
        looks = {}
        for die in {die for roll in rolls for die, _ in roll.dice}:
            look = self.rules.dice_looks.get(die.name) or DieLook(die.name[:2])
            colors = {"body": list(look.body), "ink": list(look.ink)}
            looks[die.name] = {"letter": look.letter, **colors, "faces": sorted(set(die.faces)), "round": look.round}
        return looks


class SeatStaging(TurnStaging):
    """Follows a game for a seat's page: each action as its moments, told once. It knows no more than the seat does."""

    def __init__(self, room: HostedGame, seat: int, figures_in: Callable[[Any], list[Told]]) -> None:
        super().__init__(room.rules, seat, figures_in)
        self.room = room
        self.version = self._visible

    @property
    def _visible(self) -> int:
        number = self.room.visible(self.seat)
        return self.room.versions[number - 1] if number else 0

    def news(self) -> list[Told]:
        """What has happened since the last time, an action after the other."""
        begin, self.version = self.version, self._visible
        entries = self.room.playing.record[begin : self.version]
        if not all(isinstance(entry, Turn) for entry in entries) or len(entries) > AHEAD:
            self.forget()  # something was taken back, or one has been away for long
            return []
        messages = [self.told(number, turn) for number, turn in enumerate(entries, begin + 1) if isinstance(turn, Turn)]
        return [message for message in messages if message is not None]
