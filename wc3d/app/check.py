"""`wc3d check PATH...`: looks boards and question files over and lists every fault with its place."""
from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from wc3d.table.errors import InputError

if TYPE_CHECKING:
    from wc3d.app.disputes import MapShelf
    from wc3d.table.lint import Finding


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    command.add_argument("paths", metavar="PATH", nargs="+", help="maps, question files, or folders that are searched for *.json")


def run(arguments: argparse.Namespace) -> int:
    """List the findings of each file; 1 if there are any."""
    from wc3d.app.disputes import MapShelf
    from wc3d.app.main import DONE, SAID_NO
    from wc3d.app.progress import ProgressLine

    shelf = MapShelf()
    paths = [file for given in arguments.paths for file in files_at(Path(given))]
    told = 0
    with ProgressLine("files looked over", beside_output=True) as progress:
        for done, path in enumerate(paths):
            progress(done, len(paths))
            for finding in findings_in(path, shelf):
                told += 1
                place = f"{finding.where}: " if finding.where else ""
                print(f"{path}: {place}{finding.severity}: {finding.message} [{finding.code}]")
    count = f"{len(paths)} file{'s' if len(paths) != 1 else ''}"
    print(f"{count} looked over, {told or 'no'} finding{'s' if told != 1 else ''}")
    return SAID_NO if told else DONE


def files_at(given: Path) -> list[Path]:
    """A file itself; of a folder the *.json files in it and below. Raises InputError when there is nothing to look over."""
    if given.is_dir():
        found = sorted(path for path in given.rglob("*.json") if path.is_file())
        if not found:
            raise InputError(f"{given}: no *.json files in this folder, expected maps or question files")
        return found
    if not given.exists():
        raise InputError(f"{given}: no such file or folder")
    return [given]


def findings_in(path: Path, shelf: MapShelf) -> Iterator[Finding]:
    """Every fault of a file: a map's own, or of a question file what keeps it from being judged and where its models stand."""
    from wc3d.app.disputes import is_question_file, read_data
    from wc3d.table.lint import Finding, lint
    from wc3d.table.reading import FileError

    try:
        data = read_data(path)
    except FileError:
        data = None  # lint tells what is wrong with it
    if not is_question_file(data):
        yield from lint(path)
        return
    from wc3d.app.disputes import read_dispute

    try:
        dispute = read_dispute(data, str(path), path.parent, shelf)
    except FileError as error:
        for fault in error.faults:
            inside = "" if error.where == str(path) else f"{error.where}: "
            yield Finding(fault.place, "unreadable", f"{inside}{fault.text}", "error")
        return
    for i, model in enumerate(dispute.file.models):
        remark = dispute.remark(model.id)
        if remark:
            yield Finding(f"models[{i}].position", "standing", remark, "error")
