"""What can be looked at on a host besides games that go on: boards and disputes by their names, each for who has its key."""
from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wc3d._internal.data_files import shipped
from wc3d.errors import visible
from wc3d.judge.question_case import open_board, open_dispute, read_data
from wc3d.judge.question_file import is_question_file
from wc3d.registry import map_shelf

BOARD, DISPUTE, REPLAY = "board", "dispute", "replay"
"""What can be looked at."""

LOOKS = (BOARD, DISPUTE, REPLAY)


def look_key(host_key: str, kind: str, name: str) -> str:
    """The key of a link that opens just this: whoever runs the host can hand it on. Nobody guesses it."""
    digest = hmac.new(host_key.encode(), f"wc3d look|{kind}|{name}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:16]).rstrip(b"=").decode()


@dataclass(frozen=True)
class ShownFile:
    """A file that can be looked at: a board, or a dispute."""

    what: str
    name: str
    title: str
    path: Path

    def read(self) -> Any:
        """Its table, or its dispute. Raises InputError."""
        return (open_board if self.what == BOARD else open_dispute)(self.path, map_shelf())


class Shelf:
    """The files of a host that can be looked at: those that come with the program, and others that were given."""

    def __init__(self, paths: tuple[Path, ...] = ()) -> None:
        """Raises InputError for a file that is neither a map nor a question file."""
        ours = shipped("maps")
        boards, disputes = sorted(ours.glob("*.json")), sorted((ours / "questions").glob("*.json"))
        files = [*(_shown(path) for path in (*boards, *disputes)), *(_shown(path, sound=True) for path in paths)]
        self.files: Mapping[tuple[str, str], ShownFile] = {(file.what, file.name): file for file in files}

    def listed(self, host_key: str) -> list[dict[str, str]]:
        """What there is, each with what its link ends in."""
        return [
            {"what": f.what, "title": f.title, "link": f"{f.what}/{f.name}#{look_key(host_key, f.what, f.name)}"}
            for f in self.files.values()
        ]

    def opened(self, kind: str, name: str) -> Callable[[], Any] | None:
        """What reads a file by its name; None if there is none of that name."""
        file = self.files.get((kind, name))
        return file.read if file is not None else None


def _shown(path: Path, sound: bool = False) -> ShownFile:
    """A file as it is listed; `sound`: it is read first. Raises InputError."""
    data = read_data(path) if sound else json.loads(path.read_text(encoding="utf-8"))
    kind = DISPUTE if is_question_file(data) else BOARD
    name = re.sub(r"[^A-Za-z0-9_-]+", "-", path.stem).strip("-") or kind
    words = path.stem.replace("-", " ")
    title = visible(str(data.get("name") or words[:1].upper() + words[1:])[:80]) if isinstance(data, dict) else words
    file = ShownFile(kind, name, title, path)
    if sound:
        file.read()
    return file
