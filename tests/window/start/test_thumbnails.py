"""Every board that comes with the program has its picture on the start screen, made from the board as it is."""

import pytest
from PIL import Image

from tests.screens.thumbnails import made_from
from wc3d.window.start.boards import THUMBNAIL_SIZE_PX, load_thumbnail, thumbnail_path
from wc3d.window.start.new_game import shipped_boards


@pytest.mark.parametrize("board", shipped_boards(), ids=lambda board: board.path.stem)
def test_a_board_has_its_picture_and_it_was_made_from_the_board_as_it_is(board):
    with Image.open(thumbnail_path(board.path)) as image:
        assert image.size == THUMBNAIL_SIZE_PX and image.info["comment"] == made_from(board.path), (
            "scripts/make_thumbnails.py makes it anew"
        )
    picture = load_thumbnail(board.path)
    assert (
        picture is not None
        and len({picture.rgb[k : k + 3] for k in range(0, len(picture.rgb), 3)}) > 200
    )


def test_a_board_without_a_picture_has_none(tmp_path):
    assert load_thumbnail(tmp_path / "own.json") is None
