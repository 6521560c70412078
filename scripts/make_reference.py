"""Write the guide's reference pages from docstrings: `python scripts/make_reference.py [--check]`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

from reference_kit.render import render_pages  # noqa: E402

REFERENCE = ROOT / "wc3d" / "guide" / "reference"


def main() -> int:
    """Write the pages, or check that they are up to date. Return the exit code."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    options.add_argument(
        "--check", action="store_true", help="write nothing; exit with 1 if a page is stale"
    )
    is_check = options.parse_args().check
    pages = {REFERENCE / name: text for name, text in render_pages().items()}
    stale = [
        path
        for path, text in pages.items()
        if not path.is_file() or path.read_text(encoding="utf-8") != text
    ]
    if is_check:
        print(
            "\n".join(f"stale: {path.relative_to(ROOT)}" for path in stale)
            or "all pages are up to date"
        )
        return 1 if stale else 0
    REFERENCE.mkdir(parents=True, exist_ok=True)
    for path in stale:
        path.write_text(pages[path], encoding="utf-8")
    print(f"{len(stale)} of {len(pages)} pages rewritten in {REFERENCE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
