"""Signs over the board are laid out so that none covers another, and as near their places as that allows."""

from wc3d.window.shell.tag_layout import place_tags

SIZE = (60.0, 18.0)


def cover(a, b):
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def test_signs_of_a_dense_squad_lie_beside_each_other_and_beside_what_is_there():
    there = [(80.0, 60.0, 160.0, 95.0)]
    spots = [(100.0 + 12 * (k % 3), 100.0 + 9 * (k // 3)) for k in range(9)]
    rects = place_tags([(spot, SIZE) for spot in spots], there)
    everything = there + rects
    assert not any(cover(a, b) for i, a in enumerate(everything) for b in everything[:i])
    for (x, y), (x0, y0, x1, y1) in zip(spots, rects, strict=True):
        assert (x1 - x0, y1 - y0) == SIZE
        assert max(abs((x0 + x1) / 2 - x), abs(y1 - y)) < 160


def test_a_sign_with_room_stands_over_its_place_and_one_at_the_border_stays_inside():
    assert place_tags([((100.0, 100.0), SIZE)]) == [(70.0, 82.0, 130.0, 100.0)]
    room = (50.0, 50.0, 200.0, 200.0)
    inside, below, outside = place_tags(
        [((60.0, 120.0), SIZE), ((150.0, 55.0), SIZE), ((10.0, 10.0), SIZE)], room=room
    )
    assert inside[0] == 50.0 and below[1] == 50.0
    assert outside == (-20.0, -8.0, 40.0, 10.0), "what is outside is not brought in"
