"""A small guide for tests, in place of the shipped one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from wc3d._internal import memo
from wc3d.guide import pages

PLAYING = """# Playing

Play at one screen or [by a link](hosting.md#start-a-host). The rest comes later.

![The window in a turn](../../.pictures/play.jpg)

## Keys

<!-- command: keys -->
| key | what it does | count |
| --- | --- | ---: |
| Tab | select the **next** unit | 12 |
| `M` | measure between two models | 3 |

### Measuring

- Press M and click *two* models.
- Esc closes the tool.
  - It also cancels a move.

## Save a game

1. Type `save`.
2. Read [the rules](https://example.org/rules) aloud.

```sh
wc3d play --load game.jsonl | less
```

> Every action is saved.
"""

HOSTING = """# Hosting

Friends open a link in a browser.

## Start a host

Run `wc3d host`. See [Table](reference/table.md) and the [README](../../README.md).

## Keys

A key opens one seat.
"""

TABLE = """# Table

Measure with `wc3d.table`. Back to [playing](../playing.md).
"""

PAGES = {"hosting.md": HOSTING, "playing.md": PLAYING, "reference/table.md": TABLE}


@contextmanager
def small_guide(folder: Path) -> Iterator[Path]:
    """Let the guide be the small one, written into a folder."""
    for name, text in PAGES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    memo.clear()
    with patch.object(pages, "guide_folder", lambda: folder):
        yield folder
    memo.clear()
