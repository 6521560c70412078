"""What the fuzzer of inputs feeds to the program: valid files of every kind, what reads them, and how they are spoilt."""

from __future__ import annotations

import io
import json
import random
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.cli.conftest import BOARD, model, questions
from tests.conformance.games import case_of, play_at_random
from tests.fuzz.mesh_damage import damaged, repack, whole_files
from tests.fuzz.mutations import (
    as_text,
    spoiled_bytes,
    spoiled_text,
    spoiled_value,
    spoiled_words,
    stored_anew,
)
from wc3d._internal.data_files import shipped_folder
from wc3d.cli.main import main
from wc3d.engine.replay import save
from wc3d.games.neo_mechanika.rules.forces.force_files import sample_force, sample_names
from wc3d.window.shell.settings import format_settings

Spoil = Callable[[random.Random, str, bytes], bytes]

TESTS = Path(__file__).parents[1]

CARD = b"""[[unit]]
id = "tin_hound"
name = "Tin Hound"
kind = "solo"
factions = ["marcher_worlds"]
base = "medium"
spd = 7
mat = 4
rat = 4
def = 3
arm = 3
health = 2
cost = 1
size = 1
weapons = ["tin_cannon"]
abilities = ["stealth", "refractor_field"]

[[weapon]]
id = "tin_cannon"
name = "Tin Cannon"
kind = "ranged"
energy = ["ballistic"]
rng = 12
pow = 4
qualities = ["strafe"]
abilities = ["armor_piercing"]
"""

TYPED = (
    "",
    "1\n",
    "pass\nundo\npass\nmap\nlog\nquit\n",
    "1\n1\n1\n1\nunits\nhelp\n",
    "advance x 1,1\nwhy not pass\nsave\nload\n",
)
"""What is typed to commands that ask."""


@dataclass(frozen=True)
class Kind:
    """A kind of input. In its commands FILE stands for the spoilt file and OUT.x for a file that they may write."""

    name: str
    files: dict[str, bytes]
    commands: tuple[str, ...]
    spoil: Spoil
    typed: tuple[str, ...] = ("",)
    seconds: float = 5.0
    """Of the processor: no input may take longer without a sign of how far it is."""
    memory: int = 500_000
    """Kilobytes: no input may take so much more than there was before."""

    @property
    def read_through(self) -> tuple[list[str], ...]:
        """The commands as words."""
        return tuple(command.split() for command in self.commands)


# --- how they are spoilt


def spoil_json(chance: random.Random, name: str, data: bytes) -> bytes:
    """A JSON file: mostly its values, sometimes its bytes."""
    if chance.random() < 0.12:
        return spoiled_bytes(chance, data)
    made = as_text(chance, spoiled_value(chance, json.loads(data)))
    return spoiled_bytes(chance, made) if chance.random() < 0.03 else made


def spoil_lines(chance: random.Random, name: str, data: bytes) -> bytes:
    """A file of JSON lines: a value in one of them, the lines themselves, or the bytes."""
    lines = data.splitlines(keepends=True)
    if chance.random() < 0.3:
        return spoiled_text(chance, data)
    at = chance.randrange(len(lines))
    lines[at] = as_text(chance, spoiled_value(chance, json.loads(lines[at]))) + b"\n"
    return b"".join(lines)


def spoil_text(chance: random.Random, name: str, data: bytes) -> bytes:
    """A text of another form."""
    return spoiled_text(chance, data)


def spoil_roster(chance: random.Random, name: str, data: bytes) -> bytes:
    """A roster: XML, JSON or an archive."""
    if data.startswith(b"PK"):
        return repack(chance, data) if chance.random() < 0.7 else spoiled_bytes(chance, data)
    return spoil_json(chance, name, data) if name.endswith(".json") else spoiled_text(chance, data)


def spoil_page(chance: random.Random, name: str, data: bytes) -> bytes:
    """A page: mostly the questions within it, as those are read again."""
    start = data.find(b'id="wc3d-questions">') + len(b'id="wc3d-questions">')
    end = data.find(b"</script>", start)
    if chance.random() < 0.2:
        return spoiled_text(chance, data)
    if chance.random() < 0.2:
        return data[:start] + spoiled_bytes(chance, data[start:end]) + data[end:]
    return (
        data[:start]
        + spoil_json(chance, name, data[start:end]).replace(b"<", b"\\u003c")
        + data[end:]
    )


def resealed(chance: random.Random, name: str, data: bytes) -> bytes:
    """A saved game whose sums are right again after it was spoilt, so that what is in the lines is looked at."""
    made = spoil_lines(chance, name, data)
    return (
        made if chance.random() < 0.4 else b"".join(map(_resealed, made.splitlines(keepends=True)))
    )


def _resealed(line: bytes) -> bytes:
    from wc3d.engine.replay import _checksum

    try:
        entry: Any = json.loads(line)
        entry["sum"] = _checksum({name: value for name, value in entry.items() if name != "sum"})
        return json.dumps(entry).encode() + b"\n"
    except (ValueError, TypeError, RecursionError):
        return line


def also_stored_anew(spoil: Spoil) -> Spoil:
    """Return a way to spoil texts that sometimes stores them in another encoding or with other line ends."""

    def spoil_or_store(chance: random.Random, name: str, data: bytes) -> bytes:
        if chance.random() < 0.1:
            return stored_anew(chance, data)
        made = spoil(chance, name, data)
        return stored_anew(chance, made) if chance.random() < 0.1 else made

    return spoil_or_store


# --- the valid files


def made_maps() -> dict[str, bytes]:
    """Boards: those that come with the program, the book's, and one with every shape; none with meshes that take seconds."""
    paths = [
        path
        for path in sorted(shipped_folder("maps").glob("**/*.json"))
        if "questions" not in path.parts
    ]
    found = {path.name: path.read_bytes() for path in paths if b'"mesh"' not in path.read_bytes()}
    prism = {"type": "prism", "points": [[20, 20], [26, 20], [24, 26]], "height": 3, "base": 1}
    shapes = [
        {"id": "p", "kind": "structure", "shape": prism, "name": "A prism"},
        {
            "id": "c",
            "kind": "forest",
            "shape": {"type": "cylinder", "center": [5, 25], "radius": 2, "height": 4},
        },
        {
            "id": "m",
            "kind": "structure",
            "shape": {"type": "mesh", "file": "bunker.obj", "position": [22, 8, 0]},
        },
        {
            "id": "l",
            "kind": "ladder",
            "shape": {"type": "box", "center": [9, 10], "size": [1, 1], "height": 4},
        },
    ]
    return found | {
        "shapes.json": json.dumps(BOARD | {"terrain": BOARD["terrain"] + shapes}).encode()
    }


def asked() -> dict[str, Any]:
    """A question file with a question of every type."""
    models = [
        model("a", "small", 5, 10, 0),
        model("b", "large", 15, 10),
        model("c", "medium", 5, 14, 0),
    ]
    return questions(
        {"type": "sight", "from": "a", "to": "b"},
        {"type": "cover", "from": "a", "to": "b"},
        {"type": "range", "from": "a", "to": "c"},
        {"type": "blast", "target": "b"},
        {"type": "spray", "from": "a", "to": "b", "range": 8},
        {"type": "jump", "model": "a", "to": [8, 12]},
        {"type": "slam", "model": "b", "from": "a", "distance": 4},
        {"type": "move", "model": "c", "path": [[6, 15], [6, 18]], "speed": 6},
        {"type": "stand", "base": "small", "position": [24, 5]},
        {"type": "seen_from", "model": "a", "base": "small", "cell": 6},
        models=models,
        name="All of them",
        note="a note",
    )


def made_questions() -> dict[str, bytes]:
    """Question files: every type, and those of the program without heavy meshes."""
    found = {"all.json": json.dumps(asked()).encode()}
    for path in sorted((shipped_folder("maps") / "questions").glob("book-*.json")):
        data = json.loads(path.read_bytes())
        if isinstance(data["map"], str):
            data["map"] = json.loads((path.parent / data["map"]).read_bytes())
        found[path.name] = json.dumps(data).encode()
    return found


def made_page(folder: Path) -> bytes:
    """A page of a question file."""
    (folder / "asked.json").write_text(json.dumps(asked()), encoding="utf-8")
    assert main(["judge", str(folder / "asked.json"), "--report", str(folder / "page.html")]) == 0
    return (folder / "page.html").read_bytes()


def made_games(folder: Path) -> dict[str, bytes]:
    """Saved games, begun and half played."""
    found = {}
    for id, actions in (("neo_mechanika", 6), ("neo_mechanika", 16), ("discs", 12)):
        path = folder / f"{id}-{actions}.jsonl"
        save(play_at_random(case_of(id).new(3), 3, actions), path)
        found[path.name] = path.read_bytes()
    return found


def made_results(folder: Path) -> bytes:
    """A file of results of two games."""
    path = folder / "results.jsonl"
    words = [
        "simulate",
        "--game",
        "discs",
        "--bots",
        "random",
        "--games",
        "2",
        "--jobs",
        "1",
        "--out",
        str(path),
    ]
    assert main(words) == 0
    return path.read_bytes()


def archive(files: dict[str, bytes]) -> bytes:
    """An archive of files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            made.writestr(name, data)
    return out.getvalue()


def made_forces() -> dict[str, bytes]:
    """Some sample forces."""
    return {
        f"{name}.json": sample_force(name).model_dump_json(exclude_defaults=True).encode()
        for name in sample_names()[::4]
    }


WORDS = (
    ("judge", "FILE", "--json"),
    ("los", "FILE", "--from", "small@4,4", "--to", "large@20,20"),
    ("check", "FILE", "FILE"),
    (
        "fit",
        "FILE",
        "OUT.json",
        "--units",
        "mm",
        "--up",
        "z",
        "--scale",
        "2",
        "--rotate",
        "30",
        "--mirror",
        "--tolerance",
        "0.1",
    ),
    ("export", "FILE", "OUT.svg", "--paper", "letter"),
    ("export", "FILE", "OUT.stl"),
    ("board", "import", "FILE", "OUT.json"),
    ("board", "new", "OUT.json", "--style", "wilds", "--size", "30", "--seed", "3"),
    ("schema", "map"),
    ("rules", "what", "is", "cover"),
    ("rulings", "sight"),
    ("card", "firebrand", "--kind", "unit", "--faction", "marcher_worlds", "--json"),
    ("card", "--doubts"),
    ("force", "list", "--faction", "empyreans", "--kind", "warjack"),
    ("force", "check", "FILE", "--skirmish", "6"),
    (
        "force",
        "random",
        "--faction",
        "empyreans",
        "--seed",
        "3",
        "--units",
        "5",
        "--out",
        "OUT.json",
    ),
    ("force", "print", "FILE"),
    (
        "odds",
        "dusk wolf",
        "rail gun",
        "marauder",
        "--arc",
        "2",
        "--cover",
        "--spike",
        "arc booster",
        "--exact",
        "--attacks",
        "2",
    ),
    (
        "odds",
        "dusk wolf",
        "rail gun",
        "marauder",
        "--distance",
        "5",
        "--damage",
        "1",
        "--models",
        "2",
        "--json",
    ),
    (
        "play",
        "--map",
        "FILE",
        "--mission",
        "boiling_point",
        "--names",
        "A",
        "B",
        "--seed",
        "3",
        "--bot",
        "2",
        "--save",
        "OUT.jsonl",
    ),
    ("replay", "FILE", "--to", "3", "--json"),
    ("simulate", "--table-only", "FILE"),
    ("judge", "FILE", "--report", "OUT.html"),
)
"""Command lines that are spoilt as such."""

KNOWN = tuple(dict.fromkeys(word for words in WORDS for word in words)) + (
    "--help",
    "--",
    "-",
    "--game",
    "discs",
    "--cards",
)


def kinds(folder: Path) -> tuple[Kind, ...]:
    """Every kind of input with its valid files; `folder` is for making them."""
    meshes = {
        name: data for name, data in whole_files().items() if name != "many.stl"
    }  # solid it takes seconds, with progress
    meshes |= {
        name: (shipped_folder("models3d") / name).read_bytes()
        for name in ("bunker.obj", "crate.glb")
    }
    rosters = {path.name: path.read_bytes() for path in sorted((TESTS / "rosters").iterdir())}
    rosters["packed.rosz"] = archive({"roster.ros": rosters["marcher_worlds.ros"]})
    asked_files = made_questions()
    forces = made_forces()
    lines = b"\n".join(list(asked_files.values())[1:5]) + b"\n"
    los = "los FILE --from small@4,4 --to large@20,20"
    any_file = {"any.json": asked_files["all.json"], **dict(list(forces.items())[:1])}
    read = (
        "check FILE",
        "check FILE",
        los,
        los + " --json",
        "export FILE OUT.svg",
        "export FILE OUT.glb",
        "export FILE OUT.stl",
        "export FILE OUT.pdf",
    )
    judged = (
        "judge FILE",
        "judge FILE --json",
        "judge FILE --verdict-only",
        "check FILE",
        "judge FILE --report OUT.html",
    )
    saves = (
        "replay FILE",
        "replay FILE --verify",
        "replay FILE --recover OUT.jsonl",
        "replay FILE --json",
        "replay FILE --to 2",
    )
    loads = ("play --load FILE --bot none", "play --load FILE --recover --bot none")
    return (
        Kind("map", made_maps(), read, also_stored_anew(spoil_json)),
        Kind(
            "mesh",
            meshes,
            ("fit FILE", "fit FILE OUT.json", "fit FILE --json"),
            damaged,
            seconds=60.0,
            memory=2_500_000,
        ),
        Kind("questions", asked_files, judged, also_stored_anew(spoil_json)),
        Kind(
            "lines",
            {"lines.jsonl": lines},
            ("judge FILE", "judge FILE --json", "check FILE"),
            also_stored_anew(spoil_lines),
        ),
        Kind(
            "page",
            {"page.html": made_page(folder)},
            ("judge FILE", "check FILE", "judge FILE --report OUT.html"),
            also_stored_anew(spoil_page),
        ),
        Kind("save", made_games(folder), saves + loads, also_stored_anew(resealed), TYPED),
        Kind(
            "results",
            {"r.jsonl": made_results(folder)},
            ("simulate --table-only FILE",),
            also_stored_anew(spoil_lines),
        ),
        Kind(
            "force",
            forces,
            (
                "force check FILE",
                "force print FILE --markdown",
                "force print FILE",
                "force edit FILE --out OUT.json",
            ),
            also_stored_anew(spoil_json),
            ("", "print\nfill\nprint\nsave\n", "remove 1\ncopy 1\n"),
        ),
        Kind(
            "roster",
            rosters,
            ("force import FILE", "force import FILE --out OUT.json"),
            also_stored_anew(spoil_roster),
        ),
        Kind(
            "cards",
            {"tin.toml": CARD},
            (
                "card tin --cards FILE",
                "card --doubts --cards FILE",
                "force list --cards FILE",
                "odds tin_hound tin_cannon marauder --cards FILE",
            ),
            also_stored_anew(spoil_text),
        ),
        Kind(
            "settings",
            {"settings.toml": format_settings().encode()},
            ("SETTINGS FILE",),
            also_stored_anew(spoil_text),
        ),
        Kind("arguments", any_file, ("ARGUMENTS",), lambda chance, name, data: data, TYPED),
    )


@dataclass(frozen=True)
class Input:
    """An input: of which kind it is, the file's name and content, the command line that reads it, and what is typed then."""

    kind: Kind
    name: str
    data: bytes
    words: list[str]
    typed: str


def made_input(found: Sequence[Kind], seed: str, number: int) -> Input:
    """The input of a number: the same each time."""
    chance = random.Random(f"{seed} {number}")
    kind = chance.choice(found)
    name = chance.choice(sorted(kind.files))
    data = kind.spoil(chance, name, kind.files[name])
    words = chance.choice(kind.read_through)
    if words == ["ARGUMENTS"]:
        words = spoiled_words(chance, list(chance.choice(WORDS)), KNOWN)
    return Input(
        kind, name, data, [name if w == "FILE" else w for w in words], chance.choice(kind.typed)
    )
