"""The parser of typed actions: "advance 12,4 12,9", "cast bolt anvil through hound"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wc3d._internal.suggestions import singular, suggest_similar
from wc3d.engine.actions import Action, RefusedError
from wc3d.engine.agenda import find_frame, find_open_question
from wc3d.engine.game import Game
from wc3d.engine.name_matching import singular_words
from wc3d.errors import InputError
from wc3d.games.warmachine.rules import actions
from wc3d.games.warmachine.rules.agenda_frames import Activation
from wc3d.games.warmachine.rules.attack_plans import BASH_NAME
from wc3d.games.warmachine.rules.moving.walking import FreeStrikeQuestion, free_strike_weapons
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.text.action_words import weapon_name

ACTION_FORMS = {
    "advance": "advance X,Y [X,Y ...] [FACING]",
    "run": "run X,Y [X,Y ...] [FACING]",
    "charge": "charge TARGET [DIRECTION] [INCHES]",
    "slam": "slam TARGET",
    "attack": "attack WEAPON TARGET [DIRECTION]",
    "combine": "combine WEAPON TARGET with TROOPER [TROOPER ...]",
    "special": "special ATTACK TARGET",
    "headbutt": "headbutt TARGET",
    "lock": "lock FIST TARGET SYSTEM",
    "throw": "throw FIST TARGET DIRECTION",
    "push": "push TARGET [follow]",
    "release": "release TARGET",
    "break": "break TARGET",
    "stand": "stand movement|action [FACING]",
    "cast": "cast SPELL [TARGET] [through WARJACK]",
    "feat": "feat",
    "regenerate": "regenerate [POINTS]",
    "activate": "activate MODEL or UNIT",
    "order": "order UNIT charge|run",
    "assign": "assign POINTS WARJACK",
    "upkeep": "upkeep SPELL",
    "shake": "shake WHAT",
    "deploy": "deploy MODEL X,Y [FACING]",
    "choose": "choose OPTION",
    "pass": "pass",
    "concede": "concede",
}
"""Each action's syntax, with places in inches and degrees counter-clockwise from east."""

ACTION_SYNONYMS = {
    "move": "advance",
    "shoot": "attack",
    "end": "pass",
    "done": "pass",
    "next": "pass",
    "focus": "assign",
}
"""Synonyms of action words."""

NUMBER_PATTERN = re.compile(r"-?\d{1,6}(?:\.\d{1,6})?")
POINT_PATTERN = re.compile(r"(-?\d{1,6}(?:\.\d{1,6})?),(-?\d{1,6}(?:\.\d{1,6})?)")
MAX_NAMES_SHOWN = 8


@dataclass
class _Order:
    """The words typed after an action's word."""

    state: State
    player: int
    form: str
    words: list[str]

    @property
    def acting(self) -> str:
        """The acting model: the activated one, or the subject of the question."""
        activation = find_frame(self.state, Activation)
        current_question = find_open_question(self.state)
        return (
            activation.model
            if activation is not None
            else str(getattr(current_question, "model", ""))
        )

    def take(self) -> str:
        if not self.words:
            raise InputError(f"incomplete command; type: {self.form}")
        return self.words.pop(0)

    def number(self) -> float:
        word = self.take()
        if not NUMBER_PATTERN.fullmatch(word):
            raise InputError(f"expected a number, found {word[:40]!r}; type: {self.form}")
        return float(word)

    def maybe_number(self) -> float | None:
        return self.number() if self.words else None

    def points(self) -> tuple[tuple[float, float], ...]:
        points = []
        while self.words and (match := POINT_PATTERN.fullmatch(self.words[0])):
            points.append((float(match[1]), float(match[2])))
            self.words.pop(0)
        return tuple(points)

    def point(self) -> tuple[float, float]:
        points = self.points()
        if len(points) != 1:
            raise InputError(f"expected a place as X,Y; type: {self.form}")
        return points[0]

    def model(self, *, own: bool | None = None) -> str:
        """Parse the next word as a model's id, by `own` the player's, the enemy's, or any."""
        names = {
            m.id: m.display_name
            for m in self.state.models.values()
            if not m.removed and (own is None or (m.owner == self.player) == own)
        }
        return match_name(self.take(), names, "model", self.form)

    def unit(self, extra_names: Mapping[str, str] | None = None) -> str:
        """Parse the next word as the id of one of the player's units or of `extra_names`."""
        own = {
            unit.id: unit.name for unit in self.state.units.values() if unit.owner == self.player
        }
        return match_name(
            self.take(),
            {**own, **(extra_names or {})},
            "model" if extra_names is not None else "unit",
        )

    def part(self, of: Mapping[str, str], kind: str) -> str:
        return match_name(self.take(), of, kind, self.form)


def match_name(word: str, names: Mapping[str, str], kind: str, form: str = "") -> str:
    """Return the id that a word means: an id, its end, or the beginning of a name.

    Raises InputError with the possible names and the form of the order.
    """
    if POINT_PATTERN.fullmatch(word):
        raise InputError(f"expected a name ({kind}), found coordinates {word}")
    text = word.lower().replace("_", " ")
    ways = (
        [id for id in names if word == id],
        [id for id in names if id.partition(".")[2] == word],
        [id for id, name in names.items() if name.lower() == text],
        [id for id, name in names.items() if singular_words(name) == singular_words(text)],
        [
            id
            for id, name in names.items()
            if any(part.startswith(text) for part in name.lower().split())
        ],
        [id for id, name in names.items() if singular(text) in name.lower().split()],
    )
    matches = next((way for way in ways if way), [])
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise InputError(f"{word[:40]!r} is ambiguous: {' or '.join(matches[:MAX_NAMES_SHOWN])}?")
    listed = (
        suggest_similar(word, names) or f"; expected {', '.join(list(names)[:MAX_NAMES_SHOWN])}"
    )
    raise InputError(f"unknown {kind} {word[:40]!r}{listed}" + (f"; type: {form}" if form else ""))


def parse_action(game: Game, line: str) -> Action | None:
    """Parse a typed line into an action, or None for others. Raises InputError if unclear."""
    word, *rest = line.split() or [""]
    word = ACTION_SYNONYMS.get(word.lower(), word.lower())
    if word not in ACTION_FORMS:
        return None
    order = _Order(game.state, game.to_act or 1, ACTION_FORMS[word], rest)
    data = {"player": order.player, **_parse_fields(word, order)}
    if order.words:
        raise InputError(f"unexpected {' '.join(order.words)[:40]!r}; type: {order.form}")
    try:
        return actions.read_action(data)
    except RefusedError as error:
        raise InputError(f"{error.verdict.text}; type: {order.form}") from None


def _find_option(state: State, text: str) -> str:
    """Return the matching option. A free strike's weapons are listed by name."""
    current_question: Any = find_open_question(state)
    weapons = (
        free_strike_weapons(state, current_question.striker, current_question.mover)
        if isinstance(current_question, FreeStrikeQuestion)
        else ()
    )
    return next(
        (
            weapon
            for weapon in weapons
            if weapon_name(state, current_question.striker, weapon).lower() == text.lower()
        ),
        text,
    )


def _parse_fields(word: str, order: _Order) -> dict[str, Any]:
    """Parse the fields of an action, by its word."""
    me = order.acting
    if word in ("pass", "concede"):
        return {"type": word}
    if word == "choose":
        text = " ".join([order.take(), *order.words[:]])
        return {"type": word, "option": _find_option(order.state, text), **_clear_words(order)}
    if word in ("advance", "run"):
        if not order.words:
            raise InputError(f"incomplete command; type: {order.form}")
        return {"type": word, "model": me, "path": order.points(), "facing": order.maybe_number()}
    if word == "deploy":
        return {
            "type": word,
            "model": order.model(own=True),
            "at": order.point(),
            "facing": order.maybe_number(),
        }
    if word == "order":
        return {"type": word, "model": me, "unit": order.unit(), "order": order.take().lower()}
    if word in ("activate", "assign", "upkeep", "shake", "regenerate", "feat", "stand", "cast"):
        return _parse_turn_action(word, order, me)
    return _parse_combat_action(word, order, me)


def _clear_words(order: _Order) -> dict[str, Any]:
    order.words.clear()
    return {}


def _parse_turn_action(word: str, order: _Order, me: str) -> dict[str, Any]:
    if word == "activate":
        current_question = find_open_question(order.state)
        own = (m for m in order.state.models.values() if m.owner == order.player and not m.removed)
        has_unit = bool(getattr(current_question, "unit", ""))
        alone = {
            m.id: m.display_name for m in own if not m.unit or has_unit or order.words[:1] == [m.id]
        }
        return {"type": word, "model": order.unit(alone)}
    if word == "assign":
        return {"type": word, "points": int(order.number()), "model": order.model(own=True)}
    if word == "upkeep":
        return {
            "type": word,
            "spell": " ".join([order.take(), *order.words[:]]),
            **_clear_words(order),
        }
    if word == "shake":
        effect = " ".join([order.take(), *order.words[:]])
        return {
            "type": word,
            "model": order.state.warcaster_of(order.player).id,
            "what": effect,
            **_clear_words(order),
        }
    if word == "regenerate":
        return {"type": word, "model": me, "points": int(order.number()) if order.words else 1}
    if word == "stand":
        return {"type": word, "model": me, "gives": order.take(), "facing": order.maybe_number()}
    if word == "feat":
        return {"type": word, "model": me}
    return _parse_cast(order, me)


def _parse_cast(order: _Order, me: str) -> dict[str, Any]:
    spell_names = {}
    if me in order.state.models and order.state.models[me].is_warcaster:
        spell_names = {spell.id: spell.name for spell in order.state.setup.caster_card(me).spells}
    data: dict[str, Any] = {"type": "cast", "model": me, "spell": order.part(spell_names, "spell")}
    if order.words and order.words[0] != "through":
        data["target"] = order.model()
    if order.words and order.take() == "through":
        data["channel"] = order.model(own=True)
    return data


def _parse_combined_attack(order: _Order, me: str) -> dict[str, Any]:
    """Parse the combined attack of several troopers."""
    weapons = (
        {w.id: w.name for w in order.state.setup.card_of(me).weapons}
        if me in order.state.models
        else {}
    )
    data: dict[str, Any] = {
        "type": "combined",
        "model": me,
        "weapon": order.part(weapons, "weapon"),
        "target": order.model(),
    }
    if (word := order.take()) != "with":
        raise InputError(f"expected with, found {word[:40]!r}; type: {order.form}")
    data["together"] = [order.model(own=True)]
    while order.words:
        data["together"].append(order.model(own=True))
    return data


def _parse_combat_action(word: str, order: _Order, me: str) -> dict[str, Any]:
    data: dict[str, Any] = {"type": word, "model": me}
    if word == "combine":
        return _parse_combined_attack(order, me)
    if word in ("attack", "lock", "throw"):
        weapons = (
            {w.id: w.name for w in order.state.setup.card_of(me).weapons}
            if me in order.state.models
            else {}
        )
        data["weapon"] = order.part({**weapons, BASH_NAME: BASH_NAME}, "weapon")
    if word == "special":
        data.update(type="attack", special=True, weapon=order.take())
    data["target"] = order.model(own=None if word in ("attack", "throw", "release") else False)
    if word == "charge":
        data.update(direction=order.maybe_number(), stop=order.maybe_number())
    elif word == "throw":
        data["direction"] = order.number()
    elif word == "attack":
        data["direction"] = order.maybe_number()
    elif word == "lock":
        data["part"] = order.take().upper()
    elif word == "push" and order.words:
        data["follow"] = order.take() == "follow"
    return data
