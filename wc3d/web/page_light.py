"""The light, the materials and the qualities of the pages' 3D views, as one JSON object.

The scripts of the pages contain it (see `scripts`), so that the pages and the window share every
number and the text of every formula.
"""

from __future__ import annotations

import json
import re
from typing import Any

from wc3d._internal.memo import Size, memo_per_process
from wc3d.scene import physical_light
from wc3d.scene.environment_light import FACE_PX, ROUGHNESS_LEVELS, SUN_WAY
from wc3d.scene.plain_patterns import PATTERN_GLSL, pattern_tables_glsl
from wc3d.scene.post_glsl import BLOOM_SCALES, OCCLUSION_SCALE, post_glsl
from wc3d.scene.quality import (
    MEASURED_FRAMES,
    SKIPPED_FRAMES,
    SLOW_FRAME_MS,
    SLOW_ROUNDS,
    Quality,
    QualityLevel,
)
from wc3d.web.look_images import DETAIL_PX, GROUND_PX, PAGE_TILE_PX
from wc3d.web.surface_unwrap import unwrapped_glsl

PAGE_LEVELS = {
    Quality.MEDIUM: QualityLevel(8, 1024, occlusion_samples=0),
    Quality.HIGH: QualityLevel(24, 2048, 4, occlusion_samples=12),
}
"""What the qualities of a page are made of. "medium" is for phones and has no passes over the
whole picture, so it has no darkened corners and no bloom; "low" has the plain look.
"""
QUALITY_LABELS = {
    "auto": "Automatic",
    Quality.LOW: "Fast",
    Quality.MEDIUM: "Medium",
    Quality.HIGH: "High",
}
"""The names of the choices in a page's settings, as in the window's."""
PASSES = ("occlusion", "occlusion blur", "bright", "bloom", "composite", "smooth")


@memo_per_process(Size.FEW)
def page_light_json() -> str:
    """Return the light of the pages as JSON."""
    return json.dumps(
        {
            "sunWay": SUN_WAY,
            "plain": _compact(
                physical_light.USUAL_LIGHT_GLSL
                + physical_light.LIGHT_GLSL
                + physical_light.FILM_GLSL
            ),
            "pattern": _compact(PATTERN_GLSL),
            "patternTables": _compact(pattern_tables_glsl() + unwrapped_glsl()),
            "figures": _compact(physical_light.FIGURE_MATERIAL_GLSL),
            "physical": _compact(
                physical_light.light_tables_glsl()
                + physical_light.SHADOWS
                + physical_light.REFLECTION
                + physical_light.MATERIAL_TILES
                + physical_light.SURFACES
                + physical_light.FIGURE_PAINT
            ),
            "tilePx": PAGE_TILE_PX,
            "groundPx": GROUND_PX,
            "detailPx": DETAIL_PX,
            "facePx": FACE_PX,
            "faceLevels": len(ROUGHNESS_LEVELS),
            "levels": {quality.value: _level(level) for quality, level in PAGE_LEVELS.items()},
            "scales": [OCCLUSION_SCALE, *BLOOM_SCALES],
            "labels": QUALITY_LABELS,
            "automatic": {
                "slowMs": SLOW_FRAME_MS,
                "skipped": SKIPPED_FRAMES,
                "measured": MEASURED_FRAMES,
                "rounds": SLOW_ROUNDS,
            },
        },
        separators=(",", ":"),
    )


def _level(level: QualityLevel) -> dict[str, Any]:
    numbers = {"occlusion": level.occlusion_samples, "smooth": level.supersampling}
    passes = PASSES if level.occlusion_samples else ()
    return {
        "taps": level.shadow_samples,
        "shadowPx": level.shadow_map_px,
        "samples": level.multisamples,
        "disc": physical_light.disc_glsl(level.shadow_samples),
        "passes": {name: _compact(post_glsl(name, numbers.get(name, 0))) for name in passes},
    }


def _compact(glsl: str) -> str:
    """Return a shader's text without comments and indents."""
    lines = (re.sub(r"\s*//.*", "", line).strip() for line in glsl.splitlines())
    return "\n".join(line for line in lines if line)
