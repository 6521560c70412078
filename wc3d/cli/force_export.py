"""Forces as files of other programs: rosters, and cards on a table in Tabletop Simulator.

The object for Tabletop Simulator is a bag with a note card for each card. The bag's notes contain
the force file, so that `wc3d force import` reads it again.
"""

from __future__ import annotations

import io
import json
import tempfile
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wc3d.errors import InputError
from wc3d.table.maps.strict_json import parse_json, read_text

if TYPE_CHECKING:
    from wc3d.printing.paper_cards import PaperCard

NOTE_HEADING = "wc3d force"
"""The first line of a bag's notes."""
CARD_SPACING = 3.0
"""The distance between two note cards on the table, in the simulator's units."""
CARDS_PER_ROW = 9


def pack_roster(text: str, name: str) -> bytes:
    """Return a .rosz archive with one roster."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(f"{name}.ros", (2020, 1, 1, 0, 0, 0)), text)
    return data.getvalue()


def format_saved_object(cards: Iterable[PaperCard], force_file: str, name: str) -> str:
    """Return the saved object of Tabletop Simulator with a force's cards."""
    notes = [_note_card(card, number) for number, card in enumerate(cards)]
    bag = {
        "Name": "Bag",
        "Transform": _transform(0.0, 0.0),
        "Nickname": name,
        "Description": f"{len(notes)} cards",
        "GMNotes": f"{NOTE_HEADING}\n{force_file}",
        "ContainedObjects": notes,
    }
    return json.dumps({"SaveName": "", "GameMode": "", "ObjectStates": [bag]}, indent=1) + "\n"


def _note_card(card: PaperCard, number: int) -> dict[str, Any]:
    row, column = divmod(number, CARDS_PER_ROW)
    lines = [card.subtitle]
    lines += ["  ".join(f"{label} {value}" for label, value in card.stats)] if card.stats else []
    lines += [
        " ".join([row.label, *("[ ]" * count for count in row.groups)]).strip()
        for row in card.boxes
    ]
    lines += [row.replace(".", "o") for row in card.grid]
    lines += [
        f"{entry.name}: {entry.text}" if entry.name and entry.text else entry.name or entry.text
        for entry in card.entries
    ]
    red, green, blue = (value / 255 for value in card.color)
    return {
        "Name": "Notecard",
        "Transform": _transform(column * CARD_SPACING, row * CARD_SPACING),
        "Nickname": card.title,
        "Description": "\n".join(lines),
        "ColorDiffuse": {"r": red, "g": green, "b": blue},
    }


def _transform(x: float, z: float) -> dict[str, float]:
    turned = {f"rot{axis}": 0.0 for axis in "XYZ"} | {f"scale{axis}": 1.0 for axis in "XYZ"}
    return {"posX": x, "posY": 1.0, "posZ": z, **turned}


def force_file_of_saved_object(path: str) -> str | None:
    """Return the force file in a saved object of ours, None for any other file.

    Raises InputError for a saved object without a force.
    """
    if not path.lower().endswith(".json"):
        return None
    try:
        data = parse_json(read_text(path), path)
    except (InputError, RecursionError):  # the reader of rosters says what is wrong
        return None
    objects = data.get("ObjectStates") if isinstance(data, dict) else None
    if not isinstance(objects, list):
        return None
    for entry in objects:
        notes = entry.get("GMNotes") if isinstance(entry, dict) else None
        if isinstance(notes, str) and notes.startswith(f"{NOTE_HEADING}\n"):
            return notes.partition("\n")[2]
    raise InputError(
        f"{path}: this saved object of Tabletop Simulator has no force of wc3d in its notes"
    )


def read_force_text(text: str, read: Callable[[str], Any], source: str) -> Any:
    """Return the force in the text of a force file. Raises InputError that names `source`."""
    with tempfile.TemporaryDirectory(prefix="wc3d-force-") as folder:
        path = Path(folder) / "force.json"
        path.write_text(text, encoding="utf-8")
        try:
            return read(str(path))
        except InputError as error:
            raise InputError(str(error).replace(str(path), source)) from None
