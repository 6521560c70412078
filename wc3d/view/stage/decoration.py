"""Trees and stones on a board, which no rule ever sees."""
from __future__ import annotations

from typing import TYPE_CHECKING

from panda3d.core import NodePath

from wc3d.evidence.palette import LOOKS
from wc3d.table.features import Feature, Kind
from wc3d.view.shapes import scenery
from wc3d.view.shapes.woods import pines

if TYPE_CHECKING:
    from wc3d.view.stage.board import Board


def decorate(board: Board, feature: Feature, node: NodePath, wait: bool) -> None:
    """Trees for a wood, stones for rough ground. Until the pines are read, unless one may `wait`, plain trees stand there."""
    if feature.kind is Kind.FOREST:
        trees, key = pines(feature, board.keep_free, wait)
        for tree in trees:
            board.files.add(tree, LOOKS[feature.kind].body, board.painted)
        if key is not None:
            board.waiting.setdefault(key, set()).add(feature)
        if not trees:
            board.surface("trees", scenery.trees(feature, board.keep_free), node)
    elif feature.kind is Kind.ROUGH:
        board.surface("stones", scenery.stones(feature), node)
