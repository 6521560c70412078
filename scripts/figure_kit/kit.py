"""Every figure and every part of machines, and the command that writes them."""

from __future__ import annotations

import argparse
import json
import lzma
from collections.abc import Callable, Sequence
from pathlib import Path

from figure_kit import (
    aeternus,
    empyreans,
    fittings,
    ground,
    iron_star,
    marcher_worlds,
    marks,
    plain,
    warmachine,
    wild_cards,
)
from figure_kit.model import POSES, Figure

FOLDER = Path(__file__).resolve().parents[2] / "models3d" / "figures"
FAR = "-far"
SUFFIX = ".glb.xz"
"""Files are compressed, as the package holds hundreds of them."""

Build = Callable[[Figure], None]


def _of(room: object, names: str) -> dict[str, Build]:
    return {name: getattr(room, name) for name in names.split()}


FACTIONS: dict[str, tuple[object, str]] = {
    "marcher_worlds": (
        marcher_worlds,
        "dusk_wolf strike_raptor ranger_fire_team ranger_heavy_support ranger_infiltrators warder coalition_weaver hunter "
        "combat_engineer artemis_fang",
    ),
    "iron_star_alliance": (
        iron_star,
        "firebrand morningstar paladin_enforcers paladin_annihilators paladin_defenders paladin_aegis paladin_weaver "
        "paladin_commander paladin_siegebreaker justicar_voss",
    ),
    "aeternus_continuum": (
        aeternus,
        "scourge nemesis vassal_reavers vassal_witch_hunters vassal_raiders raker immortal_weaver marauder grafter "
        "hierotheos_raxis",
    ),
    "empyreans": (
        empyreans,
        "daemon sentinel saber_strike_force saber_guardians saber_vanguard aerolith oculus factotum fulcrum astreus",
    ),
}
"""The units of each Faction."""
WILD_CARDS = "jax_redblade cassius_mooregrave voitek_sudal mira_hurst harlan_sek corebus"


def _neo_mechanika() -> dict[str, Build]:
    found = _of(wild_cards, WILD_CARDS)
    for faction, (room, names) in FACTIONS.items():
        found |= _of(room, names) | {f"gate_{faction}": _of(room, "gate")["gate"]}
    return found


MOULDS: dict[str, dict[str, Build]] = {
    "neo_mechanika": _neo_mechanika(),
    "warmachine": dict(warmachine.MOULDS),
    "plain": dict(plain.MOULDS),
}
"""The figures of each game, by unit."""

HEADS: dict[str, tuple[Callable[[Figure, str], None], dict[str, str]]] = {
    "marcher": (marcher_worlds.head, marcher_worlds.HEADS),
    "iron-star": (iron_star.head, iron_star.HEADS),
    "aeternus": (aeternus.head, aeternus.HEADS),
    "empyrean": (empyreans.head, empyreans.HEADS),
}
"""How each Faction's machines' heads are made, and which of them a cortex has."""

USUAL: dict[str, dict[str, str]] = {
    "dusk_wolf": {
        "head": "scout_cortex",
        "arm.1": "battle_rifle",
        "arm.2": "ripper",
        "shoulder.1": "rail_gun",
    },
    "strike_raptor": {
        "head": "ace_cortex",
        "arm.1": "slug_gun",
        "arm.2": "fusion_drill",
        "shoulder.1": "talon_rocket_pod",
        "shoulder.2": "cyclone_cannon",
    },
    "firebrand": {
        "head": "reflex_cortex",
        "arm.1": "fusion_glaive",
        "arm.2": "repulsor_shield",
        "shoulder.1": "harbinger_cannon",
    },
    "morningstar": {
        "head": "defender_cortex",
        "arm.1": "force_hammer",
        "arm.2": "assault_shield",
        "shoulder.1": "starburst_missiles",
        "shoulder.2": "immolator",
    },
    "scourge": {
        "head": "spider_cortex",
        "arm.1": "stinger_cannon",
        "claw": "wrecking_claw",
        "shoulder.1": "hex_cannon",
        "shoulder.2": "nailer",
    },
    "nemesis": {
        "head": "ghost_cortex",
        "arm.1": "fusion_scythe_nemesis",
        "arm.2": "displacer",
        "shoulder.1": "entrophier",
        "shoulder.2": "rocket_pod",
    },
    "daemon": {
        "head": "eidolon_cortex",
        "arm.1": "plasma_blade",
        "arm.2": "antiminator",
        "back": "force_shield_projector",
    },
    "sentinel": {
        "head": "numen_cortex",
        "arm.1": "heavy_plasma_blade",
        "arm.2": "gravitonic_lash",
        "chest": "dark_star",
        "back": "meteor_cannon",
    },
}
"""What machines carry where nobody says."""


STILL = ("gate_", "portal")
"""What the names of things begin with that have no limbs, and so one pose."""


def _head(build: Callable[[Figure, str], None], kind: str) -> Build:
    return lambda figure: build(figure, kind)


def _digit(number: int) -> Build:
    return lambda figure: marks.digit(figure, number)


def _top(kind: str, base: str) -> Build:
    return lambda figure: ground.top(figure, kind, base)


def parts() -> dict[str, Build]:
    """The parts that are put on machines, by file."""
    made: dict[str, Build] = dict(fittings.ARMS)
    for faction, (build, kinds) in HEADS.items():
        for kind in dict.fromkeys(kinds.values()):
            made[f"head-{faction}-{kind}"] = _head(build, kind)
    return made


def bases() -> dict[str, Build]:
    """The tops of bases, by file, and the digits of numbers."""
    tops = {f"{kind}-{base}": _top(kind, base) for kind in ground.TOPS for base in ground.RADII}
    return tops | {f"digit-{number}": _digit(number) for number in range(10)}


def poses_of(name: str) -> int:
    """How many poses a mould has."""
    return 1 if name.startswith(STILL) else POSES


def posed(path: str, pose: int) -> str:
    """The path of a pose of a figure: the first has the figure's own."""
    return f"{path}-{'abcdefgh'[pose]}" if pose else path


def moulds() -> dict[str, tuple[Build, int]]:
    """Every pose of every figure, by its path below the folder, and its number."""
    return {
        posed(f"{game}/{name}", pose): (build, pose)
        for game, builds in MOULDS.items()
        for name, build in builds.items()
        for pose in range(poses_of(name))
    }


def files() -> dict[str, tuple[Build, int]]:
    """Everything that is made, by its path below the folder, without an ending, and its pose."""
    small = {f"parts/{name}": build for name, build in parts().items()}
    small |= {f"bases/{name}": build for name, build in bases().items()}
    return moulds() | {path: (build, 0) for path, build in small.items()}


def is_near_only(path: str) -> bool:
    """Whether something is too small to be seen from afar."""
    return path.startswith("bases/digit-")


def built(path: str, fine: bool = True) -> Figure:
    """A figure or part, for those who look closely or for those far away."""
    build, pose = files()[path]
    figure = Figure(fine, pose)
    build(figure)
    return figure


def index() -> dict[str, object]:
    """What the files do not say: poses, places of parts, numbers and weapons, and which parts a card means."""
    heads = {
        cortex: f"head-{faction}-{kind}"
        for faction, (_, kinds) in HEADS.items()
        for cortex, kind in kinds.items()
    }
    figures = {path: built(path, False) for path in moulds()}
    arms = [(name, built(f"parts/{name}", False)) for name in fittings.ARMS]
    firsts = [f"{game}/{name}" for game, builds in MOULDS.items() for name in builds]
    return {
        "sockets": {path: f.sockets for path, f in figures.items() if f.sockets},
        "numbers": {path: f.numbers for path, f in figures.items() if f.numbers},
        "weapons": {
            path: figure.weapon_ends
            for path, figure in (
                *figures.items(),
                *((f"parts/{name}", made) for name, made in arms),
            )
            if figure.weapon_ends
        },
        "poses": {path: poses_of(path.partition("/")[2]) for path in firsts},
        "usual": {
            path: USUAL.get(path.partition("/")[2], {}) for path in firsts if figures[path].sockets
        },
        "bases": {path: figures[path].base for path in firsts},
        "alike": {
            f"warmachine/{name}": f"warmachine/{other}" for name, other in warmachine.ALIKE.items()
        },
        "parts": {name: name for name in fittings.ARMS} | heads,
    }


def write(path: str, folder: Path) -> tuple[int, int]:
    """Writes a figure's two files; how many triangles they have."""
    counts = []
    for fine in (True, False):
        if not fine and is_near_only(path):
            counts.append(0)
            continue
        figure = built(path, fine)
        out = folder / f"{path}{'' if fine else FAR}{SUFFIX}"
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(lzma.compress(figure.file(path.rpartition("/")[2]), preset=9))
        counts.append(figure.count)
    return counts[0], counts[1]


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes the figures named, or all of them."""
    parser = argparse.ArgumentParser(description="Makes the figures of models3d/figures/.")
    parser.add_argument(
        "figures",
        nargs="*",
        metavar="FIGURE",
        help="as neo_mechanika/dusk_wolf or parts/ripper (default: all)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=FOLDER,
        metavar="FOLDER",
        help="where to write (default: models3d/figures)",
    )
    options = parser.parse_args(arguments)
    unknown = set(options.figures) - set(files())
    if unknown:
        parser.error(
            f"no figure is named {', '.join(sorted(unknown))}; there are {', '.join(files())}"
        )
    for path in options.figures or files():
        fine, far = write(path, options.out)
        print(f"{options.out / path}{SUFFIX}: {fine} triangles, {far} from afar")
    (options.out / "index.json").write_text(
        json.dumps(index(), separators=(",", ":")) + "\n", encoding="utf-8"
    )
    return 0
