"""Dice on the rim throw shadows, which go with them."""

from __future__ import annotations

import numpy as np

from wc3d.engine.dice import Die
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.panda.effects import EffectNodes
from wc3d.panda.render_target import open_render_target
from wc3d.panda.table_scene import TableScene
from wc3d.presentation.display_values import DisplayedRoll
from wc3d.scene.camera import Orbit
from wc3d.scene.dice import dice_on_rim
from wc3d.table.table import Table

SIZE = (12.0, 12.0)


def test_no_shadow_stays_of_dice_that_went() -> None:
    target = open_render_target((240, 160))
    scene = TableScene(target, Table(SIZE, policy=SPACE))
    target.set_camera(Orbit((11.0, 6.0, 0.0), 0.0, 50.0, 9.0).camera)
    scene.on_camera_changed()
    nodes = EffectNodes(scene)
    empty = target.render().astype(int)
    roll = DisplayedRoll(1, "attack roll", ((Die("d6", (1, 2, 3, 4, 5, 6)), (3, 4, 6)),))
    nodes.show_dice(dice_on_rim([roll], 0, 0.0, (11.0, 6.0, 0.0), SIZE), {})
    scene.redraw_shadow()  # as when a model moves meanwhile
    assert np.abs(target.render() - empty).max() > 40
    nodes.show_dice((), {})
    assert np.abs(target.render() - empty).max() <= 2
    scene.close()
    target.close()
