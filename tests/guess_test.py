"""Print modules or public names at random, for a reader who does not know the project and guesses what each is for.

The reader writes one line for each before opening it, then opens it and marks the guess as right, partly right or wrong.
"""

from __future__ import annotations

import argparse
import ast
import random
from collections.abc import Iterator

from tests.house_figures import ROOT, modules


def public_names() -> Iterator[str]:
    """Yield `path: name` for each public function and class of the package, without its docstring."""
    for path in modules(ROOT / "wc3d"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
                yield f"{path.relative_to(ROOT)}: {node.name}"


def main() -> int:
    """Print the sample."""
    parser = argparse.ArgumentParser(
        description="Print modules or public names at random, to be guessed."
    )
    parser.add_argument("--paths", type=int, default=0, metavar="N", help="print N module paths")
    parser.add_argument(
        "--names", type=int, default=0, metavar="N", help="print N public functions and classes"
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="the seed of the random choice (%(default)s)"
    )
    options = parser.parse_args()
    chance = random.Random(options.seed)
    paths = [
        str(path.relative_to(ROOT)) for path in modules(ROOT / "wc3d") if path.name != "__init__.py"
    ]
    names = list(public_names())
    for line in [*chance.sample(paths, options.paths), *chance.sample(names, options.names)]:
        print(line)
    return 0
