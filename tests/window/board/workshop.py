"""What the workshop's tests share: a board, and what a hand does with it."""

import time

from wc3d.window.shell.file_drop import deliver_drop
from wc3d.window.shell.xdnd import FileDrop

BOARD = {
    "name": "Yard",
    "size": [24, 24],
    "terrain": [
        {
            "id": "hall",
            "name": "Hall",
            "kind": "structure",
            "shape": {"type": "box", "center": [12, 12], "size": [5, 5], "height": 3},
        },
        {
            "id": "crate",
            "kind": "structure",
            "shape": {"type": "box", "center": [18, 8], "size": [2, 2], "height": 2},
        },
        {
            "id": "wood",
            "kind": "forest",
            "shape": {"type": "cylinder", "center": [6, 7], "radius": 2, "height": 4},
        },
        {
            "id": "mud",
            "kind": "rough",
            "shape": {"type": "box", "center": [18, 16], "size": [3, 3], "height": 0},
        },
    ],
    "ladders": [{"id": "rungs", "at": [12, 9.2], "top": 3}],
}


def draft(hand):
    return hand.window.screen.draft


def at(hand, *point):
    """The pixel of a point of the board."""
    return hand.window.project_to_pixel(point)


def press(hand, mark):
    hand.step(2)
    x0, y0, x1, y1 = hand.window.ui.widget_rects[mark]
    hand.click((x0 + x1) / 2, (y0 + y1) / 2)
    hand.step(3)


def write(hand, mark, words):
    """Type into a field: what stands there is replaced."""
    hand.step(2)
    x0, y0, x1, y1 = hand.window.ui.widget_rects[mark]
    hand.click((x0 + x1) / 2, (y0 + y1) / 2)
    hand.step(2)
    for character in str(words):
        hand.device.keystroke(ord(character))
    hand.step()
    hand.key("enter")
    hand.step(2)


def wait(hand, done, seconds=60):
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, [n.words for n in hand.window.notices.visible_notices]
        hand.step()
        time.sleep(0.005)


def drop(hand, *paths, at=(450.0, 300.0)):
    """Drop files on a pixel of the window, as it hears of them."""
    deliver_drop(hand.window, FileDrop(tuple(map(str, paths)), at))


def told(hand):
    return " | ".join(notice.words for notice in hand.window.notices.visible_notices)


def only(hand, id):
    return draft(hand).table.feature(id)
