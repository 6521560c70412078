"""The surface of the room around a table."""

from __future__ import annotations

from panda3d.core import NodePath, Texture, Vec3

from wc3d._internal.memo import Size, memo_per_process
from wc3d.panda import shaders
from wc3d.panda.panda_geometry import make_texture
from wc3d.scene import room


def set_up_room(node: NodePath, name: room.RoomName, size: tuple[float, float]) -> int:
    """Give the node of a table's room the inputs of its shader, and return its kind of surface."""
    if name == "plain":
        return shaders.SURFACE_FLOOR
    rows = room.FLOOR_ROWS_PX, room.WALL_ROWS_PX, room.PART_ROWS_PX
    node.set_shader_inputs(
        roomMap=_room_texture(name, size),
        roomShape=Vec3(room.WALLS, room.FLOOR_BELOW, room.CEILING),
        roomRows=Vec3(*(count / room.MAP_ROWS_PX for count in rows)),
    )
    return shaders.SURFACE_ROOM


@memo_per_process(Size.FEW)
def _room_texture(name: room.RoomName, size: tuple[float, float]) -> Texture:
    """Return the image of a room."""
    return make_texture("room", room.room_map(name, size), tiled=False, mipmaps=False)
