"""Change a dispute by a sentence: put a model or a wall, or move what is there.

    sentence = BASE [NAME] place             "small hunter at 12, 8"
             | NAME place                    "hunter 1.3 inches from wall-2"
             | place                         the selected model
             | KIND [NAME] SIZE [point] [turn]   "wall 6 x 0.5 x 2 at 18, 15 turned 30"
             | NAME [SIZE] [point] [turn]    terrain of that name
    SIZE     = LENGTH "x" LENGTH ["x" LENGTH]   long, thick and high
    turn     = "turned" DEGREES

`placement_words.py` has the grammar of places.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from wc3d.errors import InputError
from wc3d.geometry.points import XY, XYZ
from wc3d.judging.place_search import find_place, find_place_in_words
from wc3d.judging.placement_words import AtPoint, Between, parse_placement, to_inches
from wc3d.table.features import Feature, Kind
from wc3d.table.maps.edit_terrain import DEFAULT_HEIGHTS_IN, feature_shapes, round_number
from wc3d.table.maps.map_shapes import BoxShape
from wc3d.ui.judge.question_form import DisputeDraft

KIND_WORDS: Mapping[str, Kind] = {
    "wall": Kind.STRUCTURE,
    "building": Kind.STRUCTURE,
    "structure": Kind.STRUCTURE,
    "barricade": Kind.OBSTACLE,
    "fence": Kind.OBSTACLE,
    "obstacle": Kind.OBSTACLE,
    "forest": Kind.FOREST,
    "wood": Kind.FOREST,
    "rough": Kind.ROUGH,
    "smoke": Kind.OBSCURING,
    "obscuring": Kind.OBSCURING,
    "impassable": Kind.IMPASSABLE,
}
"""The words for kinds of terrain."""

SENTENCE_EXAMPLES = '"small at 12, 8", "wall 6 x 0.5 x 2 at 18, 15" or "2 in north of wall-1"'

_MOVE_EXAMPLE = '"hunter 1.3 inches from wall-1"'
_SIDE = r"(\d+\s+\d+/\d+|\d+/\d+|\d+\.?\d*|\.\d+)\s*(inches|inch|in\b|\"|mm\b|cm\b)?"
_SIZE = rf"{_SIDE}\s*(?:x|×|by)\s*{_SIDE}(?:\s*(?:x|×|by)\s*{_SIDE})?"
_TERRAIN = re.compile(
    rf"(?:(?P<size>{_SIZE})(?=\s|$))?\s*(?P<place>(?:at\s|between\s|-?[\d.]+\s*,).*?)?"
    r"\s*(?:turned\s+(?P<turn>-?\d+\.?\d*)\s*(?:°|degrees)?)?",
    re.IGNORECASE,
)
_PLACE_START = r"(?:-?\.?\d|\(|at\b|in\b|on\b|along\b|base\b|contact\b|touching\b|against\b|between\b|halfway\b|midway\b|cent(?:ered|red)\b)"


def apply_sentence(case: DisputeDraft, sentence: str, selected: str | None, near: XYZ) -> str:
    """Change the dispute as a sentence says, and return the id of the model or terrain.

    `selected` is the model that a place alone moves. A new model takes the place nearest to `near`,
    a model on the table the place nearest to where it stands. Raises InputError.
    """
    text = " ".join(sentence.split())
    text = re.sub(r"^(?:add\s+|put\s+)?(?:an?\s+|the\s+)?", "", text, flags=re.IGNORECASE)
    if not text:
        raise InputError(f"expected for example {SENTENCE_EXAMPLES}")
    first, _, rest = text.partition(" ")
    word = first.lower().rstrip(":")
    if word in case.table.policy.bases:
        return _add_model(case, word, rest, near)
    if word in KIND_WORDS:
        return _add_terrain(case, word, rest, near)
    words: str | None
    for body in case.table.bodies:
        if (words := _after_name(text, body.id)) is not None:
            return _move_model(case, body.id, words)
    for feature in case.table.features:
        for name in {feature.id, feature.name}:
            if (words := _after_name(text, name)) is not None:
                return _change_terrain(case, feature, words, near)
    if re.match(_PLACE_START, text, re.IGNORECASE):
        if selected is None:
            raise InputError(f'"{text}": select a model first, or write its name before the place')
        return _move_model(case, selected, text)
    raise InputError(f'"{text}": expected for example {SENTENCE_EXAMPLES}')


def move_as_said(case: DisputeDraft, sentence: str, selected: str | None) -> str:
    """Move the model that a sentence names, or the selected one. Return its id.

    Raises InputError.
    """
    text = " ".join(sentence.split())
    for body in case.table.bodies:
        if (words := _after_name(text, body.id)) is not None:
            return _move_model(case, body.id, words)
    if selected is None or not re.match(_PLACE_START, text, re.IGNORECASE):
        raise InputError(f'"{text}": expected a model and its place, such as {_MOVE_EXAMPLE}')
    return _move_model(case, selected, text)


def _after_name(text: str, name: str) -> str | None:
    """Return the text after a name at its start, or None."""
    match = re.match(rf"{re.escape(name)}(?::|,|\s)+(?:is\s+|stands\s+)?", text, re.IGNORECASE)
    return text[match.end() :] if match else None


def _add_model(case: DisputeDraft, base: str, rest: str, near: XYZ) -> str:
    rest = re.sub(r"^(?:base|model)\b\s*", "", rest, flags=re.IGNORECASE)
    name = ""
    if rest and not re.match(_PLACE_START, rest, re.IGNORECASE):
        name, _, rest = rest.partition(" ")
        name = name.rstrip(":")
        if name in case.model_ids:
            raise InputError(f'the name "{name}" is already taken; choose another name')
    if not rest:
        raise InputError(f'"{base}": expected a place after it, for example "{base} at 12, 8"')
    at = find_place_in_words(case.table, base, rest, near)
    id = case.add_model(base, at)
    if name:
        case.rename_model(id, name)
    return name or id


def _move_model(case: DisputeDraft, id: str, words: str) -> str:
    body = case.table.body(id)
    case.move_model(id, find_place_in_words(case.table, body.base, words, body.at, (id,)))
    return id


def _add_terrain(case: DisputeDraft, word: str, rest: str, near: XYZ) -> str:
    name = ""
    if rest and not re.match(r"\.?\d|at\s|between\s", rest, re.IGNORECASE):
        name, _, rest = rest.partition(" ")
    kind = KIND_WORDS[word]
    match = _match_terrain(rest, f"{word} 6 x 0.5 x 2 at 18, 15")
    if match["size"] is None:
        raise InputError(
            f'"{word} {rest}": expected its size, for example "{word} 6 x 0.5 x 2 at 18, 15"'
        )
    shape = BoxShape(type="box", center=near[:2], size=(1.0, 1.0), height=DEFAULT_HEIGHTS_IN[kind])
    return case.add_terrain(_shape_as_said(case, shape, match), kind, name or f"{word}-1")


def _change_terrain(case: DisputeDraft, feature: Feature, words: str, near: XYZ) -> str:
    shapes = feature_shapes(feature)
    if len(shapes) != 1 or not isinstance(shapes[0], BoxShape):
        raise InputError(f"{feature.name}: only a single box can be changed here; edit the board")
    match = _match_terrain(words, f"{feature.id} 6 x 0.5 x 2 at 18, 15")
    case.change_terrain(feature.id, _shape_as_said(case, shapes[0], match))
    return feature.id


def _match_terrain(words: str, example: str) -> re.Match[str]:
    match = _TERRAIN.fullmatch(words.strip())
    if match is None:
        raise InputError(f'"{words}": expected size and place of terrain, for example "{example}"')
    return match


def _shape_as_said(case: DisputeDraft, shape: BoxShape, match: re.Match[str]) -> BoxShape:
    """Return a box with the size, the place and the rotation in words."""
    changes: dict[str, object] = {}
    if match["size"] is not None:
        sides = [
            round_number(to_inches(number, unit))
            for number, unit in re.findall(_SIDE, match["size"], re.IGNORECASE)
        ]
        changes["size"] = (sides[0], sides[1])
        if len(sides) > 2:
            changes["height"] = sides[2]
        if min(sides) <= 0:
            raise InputError(f"size {match['size']}: expected lengths above 0")
    if match["place"]:
        changes["center"] = _read_center(case, match["place"])
    if match["turn"]:
        changes["rotation"] = float(match["turn"]) % 360.0
    return shape.model_copy(update=changes)


def _read_center(case: DisputeDraft, words: str) -> XY:
    placement = parse_placement(words)
    if not isinstance(placement, AtPoint | Between):
        raise InputError(f'"{words}": expected the middle of the terrain, for example "at 18, 15"')
    x, y, _ = find_place(case.table, next(iter(case.table.policy.bases)), placement, (0, 0, 0))
    return round_number(x), round_number(y)
