"""What machines carry: each weapon of a card as a part of its own, its mount at the origin, pointing north."""

from __future__ import annotations

from collections.abc import Callable

from figure_kit import arms
from figure_kit.model import Figure
from figure_kit.paints import AETERNUS, EMPYREAN, IRON_STAR, MARCHER, Scheme

Build = Callable[[Figure, Scheme], None]


def _on(
    build: Callable[..., None],
    scheme: Scheme,
    lift: float = 0.0,
    size: float = 1.35,
    **given: object,
) -> Callable[[Figure], None]:
    """An arm at a machine's size, so high above its mount."""

    def made(f: Figure) -> None:
        with f.place((0, 0.04, lift), size=size):
            build(f, scheme, **given)

    return made


M, J, A, E = MARCHER, IRON_STAR, AETERNUS, EMPYREAN
ARMS: dict[str, Callable[[Figure], None]] = {
    # the Marcher Worlds
    "battle_rifle": _on(arms.rifle, M, long=0.62, thick=1.7, drum=True, size=1.3),
    "ripper": _on(arms.chainsaw, M, long=0.72),
    "flame_thrower": _on(arms.thrower, M, long=0.5),
    "impaler": _on(arms.spear, M, long=0.95, head=0.45, grip=0.1),
    "particle_accelerator": _on(arms.beam, M, long=0.62),
    "slug_gun": _on(arms.cannon, M, long=0.52, radius=0.1),
    "fusion_drill": _on(arms.drill, M, long=0.6),
    "rock_buster": _on(arms.hammer, M, long=0.66, head=0.3, grip=0.1),
    "talon_rocket_pod": _on(arms.pod, M, across=3, up=2),
    "rail_gun": _on(arms.rail, M, 0.2, 1.25, long=0.95),
    "blazer": _on(arms.beam, M, 0.18, 1.4, long=0.62, rings=2),
    "wildflower": _on(arms.tank, M, tall=0.36),
    "particle_cannon": _on(arms.orb, M, 0.2, 1.4, radius=0.18),
    "cyclone_cannon": _on(arms.cannon, M, 0.2, 1.3, long=0.62, barrels=5),
    "vortex_missile": _on(arms.pod, M, across=1, up=1, size=0.24, long=0.6),
    # the Iron Star Alliance
    "assault_rifle_and_bayonet": _on(arms.rifle, J, long=0.6, thick=1.7, bayonet=True),
    "fusion_glaive": _on(arms.glaive, J, long=1.15, head=0.6, grip=0.28),
    "heavy_fusion_glaive": _on(arms.axe, J, long=1.1, head=0.34, double=True),
    "repulsor_shield": _on(arms.field, J, radius=0.36),
    "assault_shield": _on(arms.shield, J, wide=0.6, tall=0.95),
    "force_hammer": _on(arms.hammer, J, long=0.85, head=0.36, grip=0.2),
    "grenade_launcher": _on(arms.cannon, J, long=0.44, radius=0.11),
    "sun_piercer": _on(arms.beam, J, long=0.66, rings=2, forked=True),
    "seeker": _on(arms.rifle, J, long=0.7, thick=1.6, scope=True),
    "null_cannon": _on(arms.orb, J, 0.2, 1.4),
    "harbinger_cannon": _on(arms.cannon, J, 0.18, 1.3, long=0.7, barrels=3),
    "immolator": _on(arms.rail, J, 0.2, 1.2, long=0.9),
    "maelstrom": _on(arms.dish, J, 0.24, 1.3),
    "starburst_missiles": _on(arms.pod, J, across=3, up=3),
    # the Aeternus Continuum
    "wrecking_claw": _on(arms.claw, A, long=0.5, wide=0.28, size=1.5),
    "force_rod": _on(arms.staff, A, long=1.05, grip=0.2, ring=0.15),
    "void_splitter": _on(arms.orb, A, radius=0.15, long=0.4),
    "stinger_cannon": _on(arms.cannon, A, long=0.66, radius=0.05),
    "reaper": _on(arms.launcher, A, -0.1, 1.2, long=0.66, radius=0.09),
    "displacer": _on(arms.beam, A, long=0.64, rings=3, forked=True),
    "hellstormer": _on(arms.cannon, A, long=0.6, barrels=4),
    "fusion_scythe_nemesis": _on(arms.scythe, A, long=1.1, head=0.72, grip=0.25),
    "fusion_saw_nemesis": _on(arms.saw, A, radius=0.3),
    "hollowphage_cannon": _on(arms.thrower, A, 0.2, 1.45, long=0.6),
    "rocket_pod": _on(arms.pod, A, across=2, up=3),
    "nailer": _on(arms.rifle, A, 0.16, 1.35, long=0.6, thick=1.5, drum=True),
    "hex_cannon": _on(arms.orb, A, 0.2, 1.35, radius=0.2, claws=4),
    "entrophier": _on(arms.beam, A, 0.12, 1.35, long=0.6, rings=4),
    "cloaking_device": _on(arms.tank, A, tall=0.34),
    "starfall_cannon": _on(arms.rail, A, 0.22, 1.2, long=0.9),
    "obliterator": _on(arms.cannon, A, 0.22, 1.4, long=0.6, radius=0.12),
    # the Empyreans
    "antiminator": _on(arms.orb, E, radius=0.16, long=0.46),
    "gravitonic_lash": _on(arms.whip, E, long=0.85),
    "metaperceptor": _on(arms.dish, E, radius=0.24),
    "plasma_blade": _on(arms.sword, E, long=0.98, wide=0.12),
    "heavy_plasma_blade": _on(arms.glaive, E, long=1.15, head=0.8, grip=0.2),
    "phase_trajectile_cannon": _on(arms.cannon, E, long=0.6, radius=0.07),
    "protean_forge": _on(arms.claw, E, long=0.42, wide=0.24, fingers=4),
    "arcantrik_destabilizer": _on(arms.hammer, E, long=0.8, head=0.32, grip=0.2),
    "force_shield_projector": _on(arms.field, E, 0.2, 1.3, radius=0.3),
    "meteor_cannon": _on(arms.rail, E, 0.2, 1.25, long=0.85),
    "nova_cannon": _on(arms.dish, E, 0.24, 1.4),
    "starfire_array": _on(arms.cannon, E, 0.2, 1.25, long=0.6, barrels=3),
    "chronomorphic_accelerator": _on(arms.beam, E, 0, 1.0, long=0.4, rings=2),
    "cyclotronic_razor": _on(arms.saw, E, 0, 0.9, radius=0.22, arm=0.12),
    "dark_star": _on(arms.orb, E, 0, 1.1, radius=0.18, long=0.32),
    "eclipse_inducer": _on(arms.field, E, 0, 0.9, radius=0.24),
}
"""By weapon."""
