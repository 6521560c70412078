"""The patterns of the plain look: one row of numbers for each material, and planks of a plausible width."""

import re

import numpy as np

from wc3d.scene.materials import MATERIALS, PLANKS, make_tile
from wc3d.scene.plain_patterns import PATTERN_GLSL, PLAIN_PATTERNS, pattern_tables_glsl

MODEL_HEIGHT_IN = 1.75


def test_each_material_has_its_row_in_both_tables():
    tables = pattern_tables_glsl()
    for name in ("BLOCKS", "GRAINS"):
        [rows] = re.findall(
            rf"{name}\[{len(MATERIALS)}\] = vec4\[{len(MATERIALS)}\]\((.*)\);", tables
        )
        assert rows.count("vec4(") == len(MATERIALS)
    assert {material.name for material in MATERIALS} > PLAIN_PATTERNS.keys()
    assert "#" not in PATTERN_GLSL and "blockPattern" in PATTERN_GLSL


def test_planks_are_as_wide_as_a_model_s_foot_in_both_looks():
    """They are up to a sixth of a model's height."""
    plain = PLAIN_PATTERNS["planks"]
    assert 0.15 <= plain.row <= MODEL_HEIGHT_IN / 6
    tile = make_tile(PLANKS)
    height = tile[..., 3].mean(axis=1)
    joints = np.flatnonzero(
        (height < 0.75 * height.max())
        & (height <= np.roll(height, 1))
        & (height < np.roll(height, -1))
    )
    width = MATERIALS[PLANKS].tile_in / len(joints)
    assert 0.15 <= width <= MODEL_HEIGHT_IN / 6
