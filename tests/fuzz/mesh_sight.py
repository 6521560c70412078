"""Asks for sight on spoiled meshes whose clean solid is known exactly: no verdict may contradict it by more than was spoiled.

python -m tests.fuzz.mesh_sight --questions 20000 --seed 7
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import trimesh

from tests.fuzz.segments import Rays, clearance, crossed, open_segments
from tests.fuzz.spoiled_solids import (
    SOLIDS,
    Chance,
    Floats,
    as_mesh,
    as_placed,
    block,
    spoiled,
    united,
    without_underside,
)
from tests.meshes.test_three_mf import mesh, packed, plain
from wc3d.geometry.mesh_solids.build import build_mesh_solids
from wc3d.geometry.mesh_solids.data import unpack_prisms
from wc3d.geometry.mesh_solids.placement import PlacedMesh
from wc3d.geometry.sight_solver import compile_sight_search
from wc3d.geometry.solid_union import SolidUnion
from wc3d.geometry.solids import Cylinder, Prism
from wc3d.geometry.visibility import Occluder, Occluders, Segment, SightResult
from wc3d.table.maps.map_shapes import cosine_and_sine, place_prism
from wc3d.table.terrain.mesh_solids import MeshImportSettings, read_triangles

SLACK = 0.003
"""Inches that the proofs' own tolerances and the rounding of files may add."""

RESTS = 0.0501
"""Nobody looks under terrain that is this near to the table."""

SIZES = [(0.591, 1.75), (0.787, 2.25), (0.984, 2.75), (0.3, 0.8), (0.3, 0.8), (0.05, 0.1)]
"""Radius and height of models, some much smaller than any: they are hidden more often."""

QUESTIONS_A_SCENE = 40

BUDGET = 5_000
"""Cells after which the clean solid's answer is not known: a question on the edge would take seconds."""


class Scene(NamedTuple):
    """Spoiled meshes on a table, and the clean solids that they were, each with its surface."""

    solids: list[tuple[list[Prism], Floats]]
    asked: Occluders
    exact: Occluders
    triangles: Floats
    left_out: Floats
    rays: Rays
    rough: float
    doubt: float
    words: str
    shells: Floats = np.zeros((0, 3, 3))

    @property
    def clean(self) -> list[Prism]:
        """All prisms of the clean solids."""
        return [p for prisms, _ in self.solids for p in prisms]


def _saved(triangles: Floats, chance: Chance, folder: Path) -> tuple[Floats, str]:
    """The triangles as they come back from a file of some format, in some units."""
    ending = str(chance.choice(["stl", "obj", "glb", "ply", "3mf"]))
    units, scale = (("mm", 25.4), ("in", 1.0), ("m", 0.0254))[int(chance.integers(3))]
    up = "y" if chance.random() < 0.3 or ending == "glb" else "z"
    kept = triangles * scale
    if up == "y":
        kept = np.stack([kept[..., 0], kept[..., 2], -kept[..., 1]], axis=-1)
    path = folder / f"a.{ending}"
    corners = kept.reshape(-1, 3)
    faces = np.arange(3 * len(kept)).reshape(-1, 3)
    if ending == "3mf":
        path.write_bytes(packed(main=plain(mesh(faces, corners=corners))))
    else:
        digits: dict[str, Any] = {"digits": 9} if ending == "obj" else {}
        trimesh.Trimesh(corners, faces, process=False).export(path, **digits)
    read = read_triangles(path, MeshImportSettings(units=units, up="y" if up == "y" else "z"))  # type: ignore[arg-type]
    return read, f"{ending} in {units}, {up} up"


def scene(chance: Chance, folder: Path, open_below: bool = False) -> Scene:
    """One or two spoiled meshes and perhaps a plain wall; if they are `open_below`, only the undersides are missing."""
    solids: list[tuple[list[Prism], Floats]] = []
    occluders = []
    triangles = []
    left_out = []
    shells = []
    words = []
    rough = 0.0
    doubt = 0.0
    for number in range(int(chance.integers(1, 3))):
        solid = SOLIDS[int(chance.integers(len(SOLIDS)))]
        prisms = solid(chance)
        file = without_underside(prisms, chance) if open_below else spoiled(prisms, chance)
        read, format = _saved(file.triangles, chance, folder)
        tolerance = float(chance.choice([0.03, 0.03, 0.03, 0.015, 0.1]))
        degrees = float(chance.choice([0.0, 90.0, chance.uniform(0, 360)]))
        mirrored = bool(chance.random() < 0.4)
        at = (
            10.0 + 4.5 * number + float(chance.uniform(-1, 1)),
            10.0 + float(chance.uniform(-2, 2)),
            0.0,
        )
        made = build_mesh_solids(read, tolerance)
        cosine, sine = cosine_and_sine(degrees)
        held = tuple(place_prism(p, degrees, at, mirrored) for p in unpack_prisms(made.outer))
        occluders.append(Occluder(held, mesh=PlacedMesh(made, at, cosine, sine, mirrored, held)))
        triangles.append(as_placed(read, degrees, at, mirrored))
        left_out.append(as_placed(file.left_out, degrees, at, mirrored))
        shells.append(as_placed(file.shells, degrees, at, mirrored))
        there = [place_prism(p, degrees, at, mirrored) for p in prisms]
        solids.append((there, united(there, 99.0)))
        rough = max(rough, file.rough)
        doubt = max(doubt, made.doubt)
        how = f"by {degrees:.0f} degrees{', mirrored' if mirrored else ''}, tolerance {tolerance:g}"
        words.append(f"{solid.__name__} ({', '.join(file.words)}; {format}; {how})")
    if chance.random() < 0.3:
        plain = block(7.0, 9.5, 12.5, 12.8, 0.0, 2.0, 30.0)
        occluders.append(Occluder((plain,)))
        solids.append(([plain], as_mesh(plain).triangles))
        triangles.append(as_mesh(plain).triangles)
    every = np.concatenate(triangles)
    gone = np.concatenate(left_out)
    rays = Rays(np.concatenate([every, gone]))
    exact = Occluders([Occluder(tuple(p for prisms, _ in solids for p in prisms))])
    among = Occluders(occluders)
    return Scene(
        solids,
        among,
        exact,
        every,
        gone,
        rays,
        rough,
        doubt,
        " + ".join(words),
        np.concatenate(shells),
    )


def _inside(prisms: list[Prism], point: Floats, by: float) -> bool:
    """Is a point within one of the prisms, or so near to one?"""
    for p in prisms:
        along = np.roll(p.points, -1, axis=0) - p.points
        away = point[:2] - p.points
        depth = (along[:, 0] * away[:, 1] - along[:, 1] * away[:, 0]) / np.hypot(*along.T)
        x, y = point[:2].tolist()
        if (
            depth.min() > -by
            and p.bottom.height(x, y) - 2 * by < point[2] < p.top.height(x, y) + 2 * by
        ):
            return True
    return False


def _volume(chance: Chance, given: Scene, beyond: Cylinder | None = None) -> Cylinder:
    """A model somewhere: around, between, on or in the solids; often with some solid between it and another."""
    radius, height = SIZES[int(chance.integers(len(SIZES)))]
    on = given.clean[int(chance.integers(len(given.clean)))]
    x, y = on.points.mean(axis=0).tolist()
    if chance.random() < 0.2:
        return Cylinder((x, y), radius, on.high, on.high + height)
    turn = float(chance.uniform(0, 2 * np.pi))
    out = float(chance.uniform(0.3, 4.0))
    if beyond is not None and chance.random() < 0.7:
        turn = float(np.arctan2(y - beyond.center[1], x - beyond.center[0]) + chance.normal() * 0.3)
    return Cylinder((x + out * np.cos(turn), y + out * np.sin(turn)), radius, 0.0, height)


def pair(chance: Chance, given: Scene) -> tuple[Cylinder, Cylinder]:
    """Two models; half of them stand where what they see changes within an inch or less."""
    a = _volume(chance, given)
    b = _volume(chance, given, a)
    if chance.random() < 0.5:
        return a, b
    first = given.exact.find_open_line(a, b, budget=BUDGET)[0]
    for _ in range(20):
        c = _volume(chance, given, a)
        if given.exact.find_open_line(a, c, budget=BUDGET)[0] is not first:
            break
    for _ in range(int(chance.integers(2, 9))):
        (bx, by), (cx, cy) = b.center, c.center
        z = (b.low + c.low) / 2
        middle = Cylinder(((bx + cx) / 2, (by + cy) / 2), b.radius, z, z + b.high - b.low)
        if given.exact.find_open_line(a, middle, budget=BUDGET)[0] is first:
            b = middle
        else:
            c = middle
    return a, b if chance.random() < 0.5 else c


# --- what a verdict must stand up to


def _deepest(given: Scene, p: Floats, q: Floats, enough: float) -> float:
    """How deep a line from p to q goes into a clean solid, at points 0.01" apart; no more is sought than `enough`."""
    deepest = 0.0
    for point in p + np.linspace(0.0, 1.0, 2 + int(100 * np.linalg.norm(q - p)))[:, None] * (q - p):
        for prisms, surface in given.solids:
            if deepest <= enough and _inside(prisms, point, 0.0):
                deepest = max(deepest, clearance(surface, point, point + 1e-9))
    return deepest


def _shrunk(given: Scene, a: Cylinder, b: Cylinder, by: float) -> bool:
    """Is a line open, or not known to be shut, once the clean solids are smaller by so much?"""
    left = SolidUnion(given.clean, a, b, 1.0).shrink(by)
    return (
        not left
        or Occluders([Occluder(left)]).find_open_line(a, b, budget=BUDGET)[0]
        is not SightResult.BLOCKED
    )


def _grown(given: Scene, a: Cylinder, b: Cylinder, by: float) -> bool:
    """Is a line open even when the clean solids are larger by so much?"""
    return given.exact.find_open_line(a, b, grow=by, budget=BUDGET)[0] is SightResult.CLEAR


def _holds(volume: Cylinder, point: Floats) -> bool:
    away = float(np.hypot(*(point[:2] - volume.center)))
    return away <= volume.radius + 1e-6 and volume.low - 1e-6 <= point[2] <= volume.high + 1e-6


def _in_hole(given: Scene, point: Floats) -> bool:
    """Does a point lie where a triangle was left out?"""
    return (
        len(given.left_out) > 0
        and clearance(given.left_out, point, point + 1e-9) <= given.rough + SLACK
    )


def _in_shell(given: Scene, point: Floats) -> bool:
    """Does a point lie within a shell in a solid, by how often a line upward leaves one?"""
    return int(crossed(given.shells, point, point + [0.013, 0.007, 99.0]).sum()) % 2 == 1


def fault_of_clear(given: Scene, a: Cylinder, b: Cylinder, line: Segment | None) -> tuple[str, str]:
    """What is wrong with a `clear`, nothing if all is well; and what it was."""
    if line is None:
        return "clear without a line", ""
    p, q = (np.array(end) for end in line)
    if not (_holds(a, p) and _holds(b, q)):
        return f"the line {line} does not run from one model to the other", ""
    if crossed(given.triangles, p, q).any():
        return f"the line {line} crosses a triangle", ""
    if given.exact.find_open_line(a, b, budget=BUDGET)[0] is SightResult.CLEAR:
        return "", "clear"
    if crossed(given.left_out, p, q).any() or _in_hole(given, p) or _in_hole(given, q):
        return "", "clear, through a triangle that was left out"
    if _in_shell(given, p) and _in_shell(given, q):
        return "", "clear within a shell in the clean solid, between models that stand in it"
    if _deepest(given, p, q, given.rough + SLACK) <= given.rough + SLACK:
        return "", "clear, where the clean solid blocks, but by no more than was spoiled"
    unsure = (
        "flipped" in given.words or "no underside" in given.words
    )  # then what is inside is not said by the file
    if unsure and all(_inside(given.clean, end, given.rough) for end in (p, q)):
        return (
            "",
            "clear within a solid that faces both ways or has no underside, between models that stand in it",
        )
    return f"clear along {line}, but the clean solid blocks by more than was spoiled", ""


def fault_of_blocked(
    given: Scene, a: Cylinder, b: Cylinder, tries: int, chance: Chance
) -> tuple[str, str]:
    """The same for a `blocked`: it is attacked by so many segments."""
    if _grown(given, a, b, given.rough + SLACK):
        return "blocked, but a line is open past the clean solid grown by more than was spoiled", ""
    whole = np.concatenate([given.triangles, given.left_out])
    for p, q in open_segments(given.rays, a, b, tries, chance, RESTS):
        if any(_inside(given.clean, end, given.rough + 0.002) for end in (p, q)):
            continue
        if clearance(whole, p, q) > 0.0012:
            return f"blocked, but the segment {p.tolist()} {q.tolist()} misses every triangle", ""
    return "", "blocked"


@dataclass
class Report:
    """What came of the questions."""

    faults: list[str] = field(default_factory=list)
    ended: Counter[str] = field(default_factory=Counter)
    doubts: list[float] = field(default_factory=list)
    slowest: float = 0.0


def ask(given: Scene, chance: Chance, tries: int, report: Report) -> None:
    """One question, and everything that its answer must stand up to."""
    a, b = pair(chance, given)
    began = time.perf_counter()
    answer, line, _ = given.asked.find_open_line(a, b)
    report.slowest = max(report.slowest, time.perf_counter() - began)
    fault = ""
    ended = "undecided"
    if answer is SightResult.CLEAR:
        fault, ended = fault_of_clear(given, a, b, line)
    elif answer is SightResult.BLOCKED:
        fault, ended = fault_of_blocked(given, a, b, tries, chance)
    else:
        report.doubts.append(given.doubt)
        spare = given.rough + given.doubt + SLACK
        if _grown(given, a, b, spare) or not _shrunk(given, a, b, spare):
            ended = "undecided, though the clean solid decides by more than the doubt"
    report.ended["fault" if fault else ended] += 1
    if fault:
        report.faults.append(f"{fault}\n    from {a} to {b}\n    among {given.words}")


def play(
    seed: int, questions: int, tries: int, folder: Path, say: bool = False, open_below: bool = False
) -> Report:
    """Ask so many questions, each `blocked` attacked by so many segments."""
    compile_sight_search()
    report = Report()
    number = 0
    while sum(report.ended.values()) < questions:
        chance = np.random.default_rng([seed, number])
        before = len(report.faults)
        try:
            given = scene(chance, folder, open_below)
            for _ in range(min(QUESTIONS_A_SCENE, questions - sum(report.ended.values()))):
                ask(given, chance, tries, report)
        except Exception as error:
            report.ended["fault"] += 1
            report.faults.append(f"{type(error).__name__}: {error}")
        for k in range(before, len(report.faults)):
            report.faults[k] += f"\n    seed {seed}, scene {number}"
            if say:
                print(report.faults[k], flush=True)
        number += 1
        if say and number % 10 == 0:
            print(f"{number} scenes: {dict(report.ended)}", flush=True)
    return report


def main() -> int:
    """Ask until told, and print every fault."""
    command = argparse.ArgumentParser(
        description="Asks for sight on spoiled meshes whose clean solid is known exactly."
    )
    command.add_argument("--questions", type=int, default=1_000)
    command.add_argument(
        "--attacks", type=int, default=100_000, help="segments that attack each blocked"
    )
    command.add_argument("--seed", type=int, default=1)
    command.add_argument(
        "--open-below",
        action="store_true",
        help="nothing is spoiled but that undersides are missing",
    )
    given = command.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = play(
            given.seed,
            given.questions,
            given.attacks,
            Path(folder),
            say=True,
            open_below=given.open_below,
        )
    for ended, count in report.ended.most_common():
        print(f"{count:,} {ended}")
    if report.doubts:
        print(
            f'doubt at the median {np.median(report.doubts):.3f}", at most {max(report.doubts):.3f}"'
        )
    print(f"slowest question {1000 * report.slowest:.0f} ms; {len(report.faults)} faults")
    return 1 if report.faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
