"""Every board that comes with the program has its picture on the start screen, made from the board as it is."""
import pytest
from PIL import Image

from tests.screens.thumbnails import made_from
from wc3d.window.start.new_game import known_boards
from wc3d.window.start.thumbnails import SIZE, picture_of, thumbnail


@pytest.mark.parametrize("board", known_boards(), ids=lambda board: board.path.stem)
def test_a_board_has_its_picture_and_it_was_made_from_the_board_as_it_is(board):
    with Image.open(thumbnail(board.path)) as image:
        assert image.size == SIZE and image.info["comment"] == made_from(board.path), "scripts/make_thumbnails.py makes it anew"
    picture = picture_of(board.path)
    assert picture is not None and len({picture.rgb[k : k + 3] for k in range(0, len(picture.rgb), 3)}) > 200


def test_a_board_without_a_picture_has_none(tmp_path):
    assert picture_of(tmp_path / "own.json") is None
