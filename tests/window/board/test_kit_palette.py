"""A kit's folder dropped on the editor: a palette, whose pieces one click places."""

import pytest

from tests.meshes.kit_pieces import box, house, join
from tests.meshes.kits.kit_folders import write_kit
from tests.meshes.written_meshes import write_mesh
from tests.window.board.workshop import at, draft, drop, press, told, wait, write
from wc3d.registry import load_map
from wc3d.table.features import Kind
from wc3d.table.maps.edit_terrain import bounding_box
from wc3d.table.table_state import hash_terrain


def open_kit(hand, folder):
    """Drop a kit's folder and wait for all of its pieces."""
    files = hand.window.screen.files
    drop(hand, folder)
    wait(hand, lambda: files.palette is not None)
    count = len(files.palette.kit.files)
    wait(hand, lambda: len(files.palette.pieces) + len(files.palette.broken) == count)
    hand.step(3)
    return files.palette


def place(hand, mark, *points):
    """Take a piece of the palette and click where its copies go."""
    press(hand, f"piece {mark}")
    for point in points:
        count = len(draft(hand).table.features)
        hand.click(*at(hand, *point))
        wait(hand, lambda count=count: len(draft(hand).table.features) == count + 1)
    hand.key("escape")


@pytest.mark.slow
def test_a_folder_becomes_a_palette_whose_pieces_a_click_places(hand, tmp_path):
    folder = write_kit(tmp_path / "kit")
    (folder / "broken.glb").write_bytes(b"glTF?")
    palette = open_kit(hand, folder)
    screen = hand.window.screen
    assert screen.open_tab == "kit" and len(palette.pieces) == 8
    assert [line for line in palette.problems() if "broken.glb" in line]
    assert palette.type_counts() == {"house": 3, "wall": 2, "barricade": 1, "tree": 1, "other": 1}
    place(hand, "wall-plain.glb", (5, 20, 0), (18, 21, 0))
    first, second = draft(hand).table.features[-2:]
    assert bounding_box(first).size == pytest.approx((6, 0.3, 2.6), abs=0.01)
    assert bounding_box(first).middle == pytest.approx((5, 20), abs=0.2)
    assert first.kind is Kind.STRUCTURE and screen.carried_piece is None
    assert first.shapes[0].import_settings == second.shapes[0].import_settings
    assert len({shape.mesh_key for f in (first, second) for shape in f.shapes}) == 1
    place(hand, "tree.glb", (3, 14, 0))
    assert draft(hand).table.features[-1].kind is Kind.IMPASSABLE
    press(hand, "undo")
    assert draft(hand).table.features[-1] is second
    press(hand, "save")
    assert "copied next to it" in told(hand)
    assert hash_terrain(load_map(tmp_path / "yard.json")) == hash_terrain(screen.table)


@pytest.mark.slow
def test_pieces_are_searched_turned_and_put_down(hand, tmp_path):
    palette = open_kit(hand, write_kit(tmp_path / "kit"))
    press(hand, "kit_type_house")
    assert {entry.piece.type for entry in palette.visible_pieces()} == {"house"}
    press(hand, "kit_all")
    write(hand, "kit_search", "wall pl")
    assert [entry.piece.name for entry in palette.visible_pieces()] == ["wall-plain"]
    hand.step(3)
    press(hand, "piece wall-plain.glb")
    carried = hand.window.screen.carried_piece
    hand.move(*at(hand, 12, 19, 0))
    hand.step(2)
    assert carried.mesh.at == pytest.approx((12, 19), abs=0.3)
    hand.key("q")
    assert carried.mesh.rotation == 15
    press(hand, "piece wall-plain.glb")
    assert hand.window.screen.carried_piece is None


@pytest.mark.slow
def test_a_folder_without_meshes_is_told_in_one_line(hand, tmp_path):
    (tmp_path / "empty").mkdir()
    drop(hand, tmp_path / "empty")
    wait(hand, lambda: "found no mesh file in this folder" in told(hand))
    assert hand.window.screen.files.palette is None


@pytest.mark.slow
def test_the_file_dialog_opens_a_folder_as_a_kit(hand, tmp_path):
    folder = write_kit(tmp_path / "kit")
    press(hand, "add_file")
    hand.window.screen.files.chooser.go_to_folder(folder)
    press(hand, "choose folder")
    wait(hand, lambda: hand.window.screen.files.palette is not None)
    assert hand.window.screen.files.palette.name == "kit"


@pytest.mark.slow
def test_a_plate_is_split_into_a_palette(hand, tmp_path):
    plate = join(house(), box((20, 0, 0), (22, 2, 4)))
    path = write_mesh(tmp_path / "village plate.stl", plate * 25.4)
    files = hand.window.screen.files
    drop(hand, path)
    wait(hand, lambda: files.current_dialog is not None)
    hand.step(2)
    press(hand, "split")
    wait(hand, lambda: files.palette is not None and len(files.palette.pieces) == 2)
    assert files.current_dialog is None and files.palette.name == "village plate-pieces"
    sizes = [entry.piece.size for entry in files.palette.visible_pieces()]
    assert sizes[0] == pytest.approx((6, 4, 5), abs=1e-4)
    place(hand, "village-plate-2.glb", (5, 20, 0))
    assert bounding_box(draft(hand).table.features[-1]).size == pytest.approx((2, 2, 4), abs=1e-3)
