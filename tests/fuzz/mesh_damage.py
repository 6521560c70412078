"""Damages mesh files in every way and reads them: each is read, or refused in one line, quickly and in little memory.

python -m tests.fuzz.mesh_damage --tries 20000 --seed 7
"""

from __future__ import annotations

import argparse
import io
import json
import random
import re
import resource
import struct
import tempfile
import time
import warnings
import zipfile
from collections import Counter
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from tests.meshes.making import Gltf, obj, ply, png, stl, stl_text
from tests.meshes.test_formats import BY_HAND
from tests.meshes.test_gltf_decompress import draco, draco_glb, meshopt_glb
from tests.meshes.test_three_mf import mesh, model, packed, plain
from tests.meshes.test_three_mf_solids import BALLS, BOOLEAN, LATTICE
from wc3d.meshes.mesh_source import MeshError
from wc3d.meshes.read_mesh import read_surface

SECONDS = 10.0
"""A file that takes longer is a fault (each takes some milliseconds; the machine may be busy)."""

MEMORY = 400_000
"""Kilobytes: reading all of them may need so much more than before."""

WORDS = [
    "-1",
    "0",
    "1e999",
    "nan",
    "99999999999999999999",
    "4294967295",
    "-2147483649",
    "1e-320",
    "",
    "x",
    "\x1b[2J",
]
WHOLE = [
    0,
    1,
    0x7F,
    0xFF,
    0x7FFF,
    0xFFFF,
    0x7FFFFFFF,
    0x80000000,
    0xFFFFFFFF,
    0x7F800000,
    0x7FC00000,
]
VALUES: list[Any] = [
    -1,
    0,
    1,
    2**31,
    2**40,
    2**63,
    1e300,
    None,
    "",
    "../x",
    "data:,",
    [],
    {},
    [0],
    True,
    "\x07",
    5126,
    5125,
]

STRIPS = (
    b"ply\nformat ascii 1.0\ncomment TextureFile a.png\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
    b"element tristrips 2\nproperty list int int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n1 1 1\n"
    b"7 0 1 2 -1 1 2 3\n3 0 2 3\n"
)
"""A PLY of strips."""


def textured() -> Gltf:
    """A scene with copies, colors, an image, joints and other shapes."""
    made = Gltf()
    made.json["images"] = [{"bufferView": made.view(png()), "mimeType": "image/png"}]
    made.json |= {"textures": [{"source": 0}], "scenes": [{"nodes": [1]}], "scene": 0}
    made.json["materials"] = [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]
    uv = made.accessor(np.ones((8, 2)))
    colors = made.accessor(np.full((8, 4), 55), "u1", normalized=True)
    first = made.mesh(attributes={"TEXCOORD_0": uv, "COLOR_0": colors}, material=0)
    copies = {"TRANSLATION": made.accessor(np.ones((3, 3)))}
    made.node(
        mesh=first,
        rotation=[0, 0, 1, 0],
        extensions={"EXT_mesh_gpu_instancing": {"attributes": copies}},
    )
    made.node(children=[0], mesh=made.mesh(mode=5), scale=[1, 2, 3])
    carried = {
        "JOINTS_0": made.accessor(np.zeros((8, 4)), "u1"),
        "WEIGHTS_0": made.accessor(np.ones((8, 4))),
    }
    targets = [{"POSITION": made.accessor(np.ones((8, 3)))}]
    made.node(mesh=made.mesh(attributes=carried, targets=targets), skin=0, weights=[0.5])
    made.json["skins"] = [{"joints": [1]}]
    made.json["scenes"][0]["nodes"].append(2)
    return made


def archive() -> bytes:
    """A 3MF of several objects, with colors."""
    looks = '<basematerials id="5"><base name="a" displaycolor="#FF0000"/></basematerials>'
    parts = f'<object id="1" pid="5" pindex="0">{mesh()}</object>'
    parts += '<object id="2"><components><component objectid="1"/></components></object>'
    said = '<volume firstid="9" lastid="11"><metadata key="modifier" value="1"/></volume>'
    main = model(looks + parts, '<item objectid="2" transform="1 0 0 0 1 0 0 0 1 0 0 5"/>')
    return packed(main=main, prusa=f'<config><object id="1">{said}</object></config>')


def solids() -> bytes:
    """A 3MF of a beam lattice with balls, and of shapes put together by boolean operations."""
    beams = '<b:beam v1="0" v2="6"/><b:beam v1="1" v2="7" r1="0.2" r2="0.4" cap1="butt" cap2="hemisphere"/>'
    inside = f'<b:beamlattice minlength="0.1" radius="0.3" b2:ballmode="all" b2:ballradius="0.5"><b:beams>{beams}</b:beams>'
    inside += '<b2:balls><b2:ball vindex="3" r="0.7"/></b2:balls></b:beamlattice>'
    parts = f'<object id="1">{mesh().replace("</mesh>", inside + "</mesh>")}</object><object id="2">{mesh()}</object>'
    for id, operation in ((3, "difference"), (4, "intersection"), (5, "union")):
        move = f'transform="1 0 0 0 1 0 0 0 1 {id / 9} 0.1 0"'
        cut = f'<bo:boolean objectid="{id - 2}" {move}/>'
        shape = f'<bo:booleanshape objectid="2" operation="{operation}">{cut}</bo:booleanshape>'
        parts += f'<object id="{id}">{shape}</object>'
    items = "".join(f'<item objectid="{id}"/>' for id in (1, 3, 4, 5))
    spaces = (
        f'xmlns:b="{LATTICE}" xmlns:b2="{BALLS}" xmlns:bo="{BOOLEAN}" requiredextensions="b b2 bo"'
    )
    return packed(main=model(parts, items).replace("<model ", f"<model {spaces} "))


def compressed_files() -> dict[str, bytes]:
    """Compressed glTF files, where their libraries are installed."""
    if find_spec("DracoPy") is None or find_spec("meshopt") is None:
        return {}
    return {
        "draco.glb": draco_glb(draco()),
        "edge.glb": draco_glb(draco(create_metadata=True)),
        "meshopt.glb": meshopt_glb(),
    }


def whole_files() -> dict[str, bytes]:
    """Files that are read as they are."""
    found = {
        name: data.encode() if isinstance(data, str) else data for name, data in BY_HAND.items()
    }
    found |= {
        "looks.glb": textured().glb(),
        "plain.3mf": packed(main=plain()),
        "objects.3mf": archive(),
    }
    found["strips.ply"], found["solids.3mf"] = STRIPS, solids()
    found |= compressed_files()
    found["looks.gltf"] = textured().gltf("data:;base64,AAAA").encode()
    pairs = [[f"{a}/{a}/1", f"{a + 1}/1/", f"{a + 2}//2", f"{a - 9}"] for a in range(1, 6)]
    found["looks.obj"] = ("mtllib a.mtl\nusemtl a\n" + "vt 0 1\n" * 8 + obj(faces=pairs)).encode()
    found["other.stl"], found["other.ply"] = (
        stl_text(np.ones((9, 3, 3)) * 1e-30).encode(),
        ply("binary_big_endian"),
    )
    found["many.stl"] = stl(np.random.default_rng(1).normal(size=(500, 3, 3)))
    return found


# --- ways to damage bytes


def flip(chance: random.Random, data: bytes) -> bytes:
    """Some bits flipped."""
    made = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 5, 30))):
        made[chance.randrange(len(made))] ^= 1 << chance.randrange(8)
    return bytes(made)


def cut(chance: random.Random, data: bytes) -> bytes:
    """The end, the beginning or something between cut off."""
    a, b = sorted(chance.randrange(len(data) + 1) for _ in range(2))
    return chance.choice((data[:a], data[a:], data[:a] + data[b:]))


def repeat(chance: random.Random, data: bytes) -> bytes:
    """A stretch put in again elsewhere, some times."""
    a, b = sorted(chance.randrange(len(data) + 1) for _ in range(2))
    at = chance.randrange(len(data) + 1)
    return data[:at] + data[a:b] * chance.choice((1, 2, 20)) + data[at:]


def enlarge(chance: random.Random, data: bytes) -> bytes:
    """Numbers made huge: words of a text, or whole numbers of four bytes."""
    if data.count(0) < len(data) // 50:
        words = [chance.choice(WORDS).encode() for _ in range(3)]
        numbers = list(re.finditer(rb"-?[0-9][0-9.e+-]*", data))
        for found in chance.sample(numbers, min(len(numbers), 3))[:1]:
            data = data[: found.start()] + chance.choice(words) + data[found.end() :]
        return data
    at = chance.randrange(max(1, len(data) - 3))
    return data[:at] + struct.pack("<I", chance.choice(WHOLE)) + data[at + 4 :]


def _leaf(chance: random.Random, node: Any) -> Any:
    """JSON with one value replaced or taken away."""
    if isinstance(node, dict | list) and node and chance.random() < 0.85:
        made = dict(node) if isinstance(node, dict) else list(node)
        key = chance.choice(list(node)) if isinstance(node, dict) else chance.randrange(len(node))
        if chance.random() < 0.08:
            del made[key]
        else:
            made[key] = _leaf(chance, node[key])
        return made
    return chance.choice(VALUES)


def describe_wrongly(chance: random.Random, data: bytes) -> bytes:
    """A glTF whose JSON has one value changed."""
    if not data.startswith(b"glTF"):
        return json.dumps(_leaf(chance, json.loads(data))).encode()
    size = struct.unpack_from("<I", data, 12)[0]
    text = json.dumps(_leaf(chance, json.loads(data[20 : 20 + size]))).encode()
    rest = data[20 + size :]
    return (
        b"glTF"
        + struct.pack("<IIII", 2, 20 + len(text) + len(rest), len(text), 0x4E4F534A)
        + text
        + rest
    )


def repack(chance: random.Random, data: bytes) -> bytes:
    """A 3MF of which one file within is damaged."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as given,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made,
    ):
        names = given.namelist()
        wrong = chance.choice(names[-1:] * 9 + names)
        for name in names:
            made.writestr(
                name,
                chance.choice(WAYS)(chance, given.read(name))
                if name == wrong
                else given.read(name),
            )
    return out.getvalue()


WAYS: list[Callable[[random.Random, bytes], bytes]] = [flip, cut, repeat, enlarge]


def damaged(chance: random.Random, name: str, data: bytes) -> bytes:
    """The file with something wrong, or several things."""
    own = {"glb": describe_wrongly, "gltf": describe_wrongly, "3mf": repack}.get(
        name.rpartition(".")[2]
    )
    made = chance.choice(WAYS if own is None else [*WAYS, *[own] * 6])(chance, data)
    while made and chance.random() < 0.2:
        made = chance.choice(WAYS)(chance, made)
    return made


def fault_of(path: Path) -> tuple[str, bool]:
    """What is wrong with how a file is read, nothing if all is well; and whether it was read at all."""
    began = time.process_time()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # a warning on the screen is a fault too
            surface = read_surface(path)
    except MeshError as error:
        words = str(error)
        good = (
            words.isprintable()
            and words.startswith(path.name)
            and len(words) <= 600
            and "memory" not in words
        )
        return "" if good else f"the line {words!r}", False
    except Exception as error:
        return f"{type(error).__name__}: {error}", False
    if time.process_time() - began > SECONDS:
        return f"took {time.process_time() - began:.1f} s", True
    if not np.isfinite(surface.triangles).all() or [part.stop for part in surface.parts][-1] != len(
        surface.triangles
    ):
        return "triangles that are no places, or that no part has", True
    wrong = [
        p
        for p in surface.parts
        for kept in (p.uv, p.colors)
        if kept is not None and len(kept) != p.stop - p.start
    ]
    return ("a part whose looks are not of its triangles" if wrong else ""), True


def play(seed: int, tries: int, folder: Path) -> tuple[list[str], Counter[bool]]:
    """Read so many damaged files: the faults, and how many were read and refused."""
    whole = whole_files()
    faults = []
    ended = Counter[bool]()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for k in range(tries):
        chance = random.Random(f"{seed} {k}")
        name = chance.choice(sorted(whole))
        path = folder / name
        path.write_bytes(damaged(chance, name, whole[name]))
        fault, read = fault_of(path)
        ended[read] += 1
        if fault:
            faults.append(f"{name}, seed {seed}, try {k}: {fault}")
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    return faults + [f"{grown:,} kB more memory than before"] * (grown > MEMORY), ended


def main() -> int:
    """Read damaged files until told, and print every fault."""
    command = argparse.ArgumentParser(description="Reads mesh files that are damaged in every way.")
    command.add_argument("--tries", type=int, default=2_000)
    command.add_argument("--seed", type=int, default=1)
    given = command.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        faults, ended = play(given.seed, given.tries, Path(folder))
    print(
        *faults, f"{ended[True]:,} read, {ended[False]:,} refused, {len(faults)} faults", sep="\n"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
