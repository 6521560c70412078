"""The animations of a seat's page: the window's animation steps as JSON, with their states."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from wc3d.animation.headings import aim_heading
from wc3d.animation.remains import remains_of
from wc3d.animation.sounds import choose_sound, impact_sound
from wc3d.animation.steps import NO_ATTACK, AnimationKind, AnimationStep, AttackProgress, make_steps
from wc3d.animation.to_json import encode_points, step_data
from wc3d.engine.game import ActionRecord
from wc3d.engine.ruleset import RuleSet
from wc3d.presentation.display_values import DieLook, DisplayedRoll
from wc3d.presentation.palette import PEN_COLORS
from wc3d.scene.attack_places import find_weapon_places
from wc3d.scene.fall_poses import make_wreck
from wc3d.scene.model_poses import lunge_of, swing_degrees
from wc3d.server.match.match import Match
from wc3d.server.pages.seat_buttons import remove_icons
from wc3d.web.live_scene import format_label

MAX_ACTIONS_BEHIND = 6
"""The maximum number of actions to animate. A page that is further behind skips to the end."""

FALL_FRAMES = 14
"""The poses of a fall that a page is told; it finds those between them."""
JsonObject = dict[str, Any]


class ActionAnimation:
    """Animates actions in a player's view (0: public). `figures_in` returns a state's figures."""

    def __init__(
        self, rules: RuleSet, seat: int, figures_in: Callable[[Any], list[JsonObject]]
    ) -> None:
        self.rules = rules
        self.seat = seat
        self.figures_in = figures_in
        self._under_way: AttackProgress = NO_ATTACK

    def reset(self) -> None:
        """Forget the attack in progress before a jump to another action."""
        self._under_way = NO_ATTACK

    def animation_message(self, version: int, turn: ActionRecord) -> JsonObject | None:
        """Return the animation of an action, None if nothing is visible."""
        steps, self._under_way = make_steps(
            self.rules, turn.state_before, turn.events, self._under_way, self.seat or None
        )
        return self._build_message(version, turn, steps) if steps else None

    def _build_message(
        self, version: int, turn: ActionRecord, steps: Sequence[AnimationStep]
    ) -> JsonObject:
        dice = any(step.kind is AnimationKind.DICE for step in steps)
        last_state: Any = None
        rows = []
        looks = dict[str, JsonObject]()
        turns = dict[str, float]()
        for step in steps:
            data = step_data(step)
            if step.attack is not None:
                data["attack"]["rgb"] = list(PEN_COLORS[step.attack.pen])
                data |= _aim_data(step)
            if step.state is not last_state:
                last_state = step.state
                data["figures"] = self.figures_in(last_state)
                data["names"] = self._label_models(last_state)
                turns = {figure["id"]: figure["turn"] for figure in data["figures"]}
            if step.kind is AnimationKind.GONE:
                data["falls"] = _describe_falls(step, turns)
            for name in ("words", "told", "why"):
                if data.get(name):
                    data[name] = remove_icons(data[name])
            looks |= self._describe_dice(step.rolls)
            data["sound"] = choose_sound(step)
            if impact := impact_sound(step):
                data["impact"] = impact
            rows.append(data)
        own = turn.action.player == self.seat and not dice
        return {"t": "beats", "v": version, "own": own, "beats": rows, "looks": looks}

    def _label_models(self, state: Any) -> dict[str, str]:
        """Return the label of each model in a state."""
        return {label.id: format_label(label) for label in self.rules.display.labels(state)}

    def _describe_dice(self, rolls: Sequence[DisplayedRoll]) -> dict[str, JsonObject]:
        """Return the appearance and the faces of the rolled dice."""
        looks = {}
        for die in {die for roll in rolls for die, _ in roll.dice}:
            look = self.rules.display.dice_looks.get(die.name) or DieLook(die.name[:2])
            colors = {"body": list(look.body), "ink": list(look.ink)}
            looks[die.name] = {
                "letter": look.letter,
                **colors,
                "faces": sorted(set(die.faces)),
                "round": look.round,
                "diamonds": look.has_diamonds,
            }
        return looks


def _aim_data(step: AnimationStep) -> JsonObject:
    """Return how an attacker turns and where its weapon is, as far as its figure tells."""
    aim = aim_heading(step)
    data: JsonObject = {} if aim is None else {"aim": round(aim, 1)}
    if step.fires:
        places = find_weapon_places(step)
        if places.muzzle is not None:
            data["muzzle"] = encode_points((places.muzzle,))[0]
        if places.blade:
            data |= {"blade": encode_points(places.blade), "swing": round(swing_degrees(step), 1)}
            data["lunge"] = round(lunge_of(step)[0], 2)
    return data


def _describe_falls(step: AnimationStep, turns: Mapping[str, float]) -> dict[str, JsonObject]:
    """Return how each destroyed model falls: whole, as pages have no parts of figures.

    A row of `frames` has the seconds since it is struck, the lean, the turn of the figure from the
    way it falls, the shift, and the share of light that it reflects.
    """
    falls = {}
    for remains in remains_of(step, 0.0):
        wreck = make_wreck(step, remains.id, turns.get(remains.id, 0.0), is_whole=True)
        rows = []
        for seconds in np.linspace(0.0, wreck.rest_s, FALL_FRAMES):
            pose = wreck.trunk_pose(float(seconds))
            roll = wreck.heading + pose.twist - wreck.toward
            row = float(seconds), pose.lean, roll, *pose.shift, pose.shade
            rows.append([round(value, 3) for value in row])
        falls[remains.id] = {
            "toward": round(wreck.toward, 1),
            "delay": round(remains.delay_s, 3),
            "lies": round(wreck.fall_s, 3),
            "stain": round(remains.stain_radius, 3),
            "frames": rows,
        }
    return falls


class SeatAnimation(ActionAnimation):
    """Animates each new action of a game for a seat's page once, from the seat's view."""

    def __init__(
        self, match: Match, seat: int, figures_in: Callable[[Any], list[JsonObject]]
    ) -> None:
        super().__init__(match.rules, seat, figures_in)
        self.match = match
        self.version = self._visible_version

    @property
    def _visible_version(self) -> int:
        number = self.match.visible_row_count(self.seat)
        return self.match.record_lengths[number - 1] if number else 0

    def take_animations(self) -> list[JsonObject]:
        """Return the animations of all actions since the last call."""
        begin = self.version
        self.version = self._visible_version
        entries = self.match.active_game.record[begin : self.version]
        if (
            not all(isinstance(entry, ActionRecord) for entry in entries)
            or len(entries) > MAX_ACTIONS_BEHIND
        ):
            self.reset()  # after an undo or a long absence
            return []
        messages = [
            self.animation_message(number, turn)
            for number, turn in enumerate(entries, begin + 1)
            if isinstance(turn, ActionRecord)
        ]
        return [message for message in messages if message is not None]
