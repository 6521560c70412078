"""The figures of a live page: members of a squad differ, and models in the same pose share a mesh."""

from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.presentation.palette import Livery
from wc3d.table.body import Body
from wc3d.table.table import Table
from wc3d.web.live_scene import LiveScene

RED = (200, 30, 30)
BLUE = (30, 30, 200)
NAME = "neo_mechanika/ranger_fire_team"


def test_a_squad_is_sent_in_its_poses_and_each_pose_once() -> None:
    ids = [
        f"{player}.ranger_fire_team.{squad}.{m}" for player in "12" for squad in "12" for m in "abc"
    ]
    bodies = [Body(id, "small", (2 + k, 3, 0)) for k, id in enumerate(ids)]
    table = Table((16, 16), bodies=tuple(bodies), policy=SPACE)
    liveries = {id: Livery(RED if id[0] == "1" else BLUE, 1, figure=NAME) for id in ids}
    scene = LiveScene(table)
    figures = scene.figures_to_json(table, liveries, {})
    assert [figure["mesh"] for figure in figures] == [0, 1, 2] * 4
    assert [figure["rgb"] for figure in figures] == [list(RED)] * 6 + [list(BLUE)] * 6
    blocks = {figure.block for figure in scene.figures}
    assert len(scene.figures) == len(blocks) == 3
