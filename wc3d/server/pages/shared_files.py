"""The shared files of a host: boards and disputes with a key for each."""

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

from wc3d._internal.data_files import shipped_folder
from wc3d.errors import escape_control_characters
from wc3d.judging.dispute import open_dispute, open_table, read_json_or_report
from wc3d.judging.question_file import is_question_file
from wc3d.registry import map_cache

BOARD, DISPUTE, REPLAY = "board", "dispute", "replay"
"""The kinds of shared pages."""

SHARED_KINDS = (BOARD, DISPUTE, REPLAY)


def derive_share_key(host_key: str, kind: str, name: str) -> str:
    """Derive the secret key of a shared page, which the host's owner can pass on."""
    digest = hmac.new(
        host_key.encode(), f"wc3d look|{kind}|{name}".encode(), hashlib.sha256
    ).digest()
    return base64.urlsafe_b64encode(digest[:16]).rstrip(b"=").decode()


@dataclass(frozen=True)
class SharedFile:
    """A shared board or dispute."""

    kind: str
    name: str
    title: str
    path: Path

    def read(self) -> Any:
        """Read the table or the dispute. Raises InputError."""
        return (open_table if self.kind == BOARD else open_dispute)(self.path, map_cache())


class SharedFiles:
    """The shared files of a host: the shipped ones, and those in `paths`."""

    def __init__(self, paths: tuple[Path, ...] = ()) -> None:
        """List the files. Raises InputError if a file is neither a map nor a question file."""
        ours = shipped_folder("maps")
        boards = sorted(ours.glob("*.json"))
        disputes = sorted((ours / "questions").glob("*.json"))
        files = [
            *(_read_shown_file(path) for path in (*boards, *disputes)),
            *(_read_shown_file(path, sound=True) for path in paths),
        ]
        self.files: Mapping[tuple[str, str], SharedFile] = {
            (file.kind, file.name): file for file in files
        }

    def list_links(self, host_key: str) -> list[dict[str, str]]:
        """Return the kind, the title and the link ending of each file."""
        return [
            {
                "what": f.kind,
                "title": f.title,
                "link": f"{f.kind}/{f.name}#{derive_share_key(host_key, f.kind, f.name)}",
            }
            for f in self.files.values()
        ]

    def find_reader(self, kind: str, name: str) -> Callable[[], Any] | None:
        """Return the function that reads a file by its name, or None."""
        file = self.files.get((kind, name))
        return file.read if file is not None else None


def _read_shown_file(path: Path, sound: bool = False) -> SharedFile:
    """Return the listing of a file. `sound` checks the contents. Raises InputError."""
    data = read_json_or_report(path) if sound else json.loads(path.read_text(encoding="utf-8"))
    kind = DISPUTE if is_question_file(data) else BOARD
    name = re.sub(r"[^A-Za-z0-9_-]+", "-", path.stem).strip("-") or kind
    words = path.stem.replace("-", " ")
    title = (
        escape_control_characters(str(data.get("name") or words[:1].upper() + words[1:])[:80])
        if isinstance(data, dict)
        else words
    )
    file = SharedFile(kind, name, title, path)
    if sound:
        file.read()
    return file
