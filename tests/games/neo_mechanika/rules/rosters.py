"""Rosters made for tests: as New Recruit writes them, as XML, packed."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

from wc3d.games.neo_mechanika.rules.cards import CARDS
from wc3d.games.neo_mechanika.rules.forces.rosters import ImportedForce, read_roster

SAMPLES = Path(__file__).parents[3] / "rosters"
GAME = {"gameSystemId": "6e64-0ab9-a430-a976", "gameSystemName": "Warcaster: Neo-Mechanika"}


def zipped(
    data: bytes, name: str | zipfile.ZipInfo = "mine.ros", method: int = zipfile.ZIP_DEFLATED
) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        archive.writestr(name, data)
    return file.getvalue()


def sel(name: str, *inner: dict[str, Any], number: int = 1, **more: Any) -> dict[str, Any]:
    """A selection."""
    return {"name": name, "number": number, "selections": list(inner), **more}


def roster(*selections: dict[str, Any], catalogue: str = "Marcher Worlds", **more: Any) -> bytes:
    """A roster of one force, as New Recruit writes it."""
    force = {"name": "Skirmish", "catalogueName": catalogue, "selections": list(selections)}
    return json.dumps({"roster": {"name": "Mine", **GAME, "forces": [force], **more}}).encode()


def as_xml(name: str, part: dict[str, Any]) -> str:
    """The XML that a part of New Recruit's JSON mirrors."""
    attributes = "".join(
        f" {k}={quoteattr(str(v))}" for k, v in part.items() if not isinstance(v, list)
    )
    inner = "".join(
        f"<{k}>{''.join(as_xml(k[:-1], p) for p in v)}</{k}>"
        for k, v in part.items()
        if isinstance(v, list)
    )
    return f"<{name}{attributes}>{inner}</{name}>"


class Reader:
    """Reads bytes as a roster file of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, data: bytes, name: str = "mine.ros") -> ImportedForce:
        path = self.folder / name
        path.write_bytes(data)
        return read_roster(path, CARDS())
