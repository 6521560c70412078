"""Every figure and every part of machines, and the command that writes them."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path

from figure_kit import fittings, marcher_worlds, plain
from figure_kit.model import Figure

FOLDER = Path(__file__).resolve().parents[2] / "models3d" / "figures"
FAR = "-far"

Build = Callable[[Figure], None]


def _of(room: object, names: str) -> dict[str, Build]:
    return {name: getattr(room, name) for name in names.split()}


MARCHER = (
    "dusk_wolf strike_raptor ranger_fire_team ranger_heavy_support ranger_infiltrators warder coalition_weaver hunter "
    "combat_engineer artemis_fang"
)

MOULDS: dict[str, dict[str, Build]] = {
    "neo_mechanika": {
        **_of(marcher_worlds, MARCHER),
        "gate_marcher_worlds": marcher_worlds.gate,
    },
    "plain": dict(plain.MOULDS),
}
"""The figures of each game, by unit."""

HEADS: dict[str, tuple[Callable[[Figure, str], None], dict[str, str]]] = {
    "marcher": (marcher_worlds.head, marcher_worlds.HEADS),
}
"""How each Faction's machines' heads are made, and which of them a cortex has."""

USUAL: dict[str, dict[str, str]] = {
    "dusk_wolf": {"head": "scout_cortex", "arm.1": "battle_rifle", "arm.2": "ripper", "shoulder.1": "rail_gun"},
    "strike_raptor": {
        "head": "ace_cortex",
        "arm.1": "slug_gun",
        "arm.2": "fusion_drill",
        "shoulder.1": "talon_rocket_pod",
        "shoulder.2": "rail_gun",
    },
}
"""What machines carry where nobody says."""


def _head(build: Callable[[Figure, str], None], kind: str) -> Build:
    return lambda figure: build(figure, kind)


def parts() -> dict[str, Build]:
    """The parts that are put on machines, by file."""
    made: dict[str, Build] = dict(fittings.ARMS)
    for faction, (build, kinds) in HEADS.items():
        for kind in dict.fromkeys(kinds.values()):
            made[f"head-{faction}-{kind}"] = _head(build, kind)
    return made


def files() -> dict[str, Build]:
    """Everything that is made, by its path below the folder, without an ending."""
    return {f"{game}/{name}": build for game, builds in MOULDS.items() for name, build in builds.items()} | {
        f"parts/{name}": build for name, build in parts().items()
    }


def built(path: str, fine: bool = True) -> Figure:
    """A figure or part, for those who look closely or for those far away."""
    figure = Figure(fine)
    files()[path](figure)
    return figure


def index() -> dict[str, object]:
    """What the files do not say: where parts are put, which they usually are, and which part a name of a card means."""
    heads = {cortex: f"head-{faction}-{kind}" for faction, (_, kinds) in HEADS.items() for cortex, kind in kinds.items()}
    figures = {path: built(path, False) for path in files() if not path.startswith("parts/")}
    machines, bases = ({path: getattr(f, what) for path, f in figures.items()} for what in ("sockets", "base"))
    return {
        "sockets": {path: sockets for path, sockets in machines.items() if sockets},
        "usual": {path: USUAL.get(path.partition("/")[2], {}) for path, sockets in machines.items() if sockets},
        "bases": bases,
        "parts": {name: name for name in fittings.ARMS} | heads,
    }


def write(path: str, folder: Path) -> tuple[int, int]:
    """Writes a figure's two files; how many triangles they have."""
    counts = []
    for fine in (True, False):
        figure = built(path, fine)
        out = folder / f"{path}{'' if fine else FAR}.glb"
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(figure.file(path.rpartition("/")[2]))
        counts.append(figure.count)
    return counts[0], counts[1]


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes the figures named, or all of them."""
    parser = argparse.ArgumentParser(description="Makes the figures of models3d/figures/.")
    parser.add_argument("figures", nargs="*", metavar="FIGURE", help="as neo_mechanika/dusk_wolf or parts/ripper (default: all)")
    parser.add_argument("--out", type=Path, default=FOLDER, metavar="FOLDER", help="where to write (default: models3d/figures)")
    options = parser.parse_args(arguments)
    unknown = set(options.figures) - set(files())
    if unknown:
        parser.error(f"no figure is named {', '.join(sorted(unknown))}; there are {', '.join(files())}")
    for path in options.figures or files():
        fine, far = write(path, options.out)
        print(f"{options.out / path}.glb: {fine} triangles, {far} from afar")
    (options.out / "index.json").write_text(json.dumps(index(), indent=1) + "\n", encoding="utf-8")
    return 0
