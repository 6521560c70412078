"""Many questions of sight in one call, each with the verdict of the single question."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.progress import Progress, WatchedProgress
from wc3d.geometry.solids import Cylinder
from wc3d.geometry.visibility import Occluders, SightResult
from wc3d.table.body import Body
from wc3d.table.sight.sight import make_occluders, occluders_with_blockers
from wc3d.table.space_policy import SightBlocker, SpacePolicy
from wc3d.table.table_state import TableState

ORDER = (0, 1, 3, 2, 4)
"""The columns x, y, low, radius and high of a volume, by which `sight` orders the ends."""


def volume_row(volume: Cylinder) -> tuple[float, ...]:
    """Return x, y, radius, low and high of a volume, as in a batch."""
    return *volume.center, volume.radius, volume.low, volume.high


def _has_default(policy: SpacePolicy, method: str) -> bool:
    return getattr(type(policy), method) is getattr(SpacePolicy, method)


def decide_targets(
    table: TableState,
    viewer: Body,
    base: str,
    points: NDArray[np.float64],
    progress: Progress | None = None,
) -> NDArray[np.int64]:
    """Return whether a model sees a base at each of the points (n, 3), as a `SightResult`.

    Other models do not block. When `progress` returns False, the remaining points stay undecided.
    """
    policy = table.policy
    pairs = np.empty((len(points), 2, 5))
    pairs[:, 0] = volume_row(policy.sight_source(viewer))
    blockers: list[tuple[SightBlocker, ...]] = []
    if _has_default(policy, "sight_target"):
        size = policy.bases[base]
        pairs[:, 1, :2] = points[:, :2]
        pairs[:, 1, 2] = size.radius
        pairs[:, 1, 3] = points[:, 2]
        pairs[:, 1, 4] = points[:, 2] + size.height
    if not (_has_default(policy, "sight_target") and _has_default(policy, "sight_blockers")):
        bodies = [Body("", base, at, sizes=policy.bases) for at in map(tuple, points.tolist())]
        pairs[:, 1] = [volume_row(policy.sight_target(body)) for body in bodies]
        blockers = [policy.sight_blockers(viewer, body, ()) for body in bodies]
    return _decide_pairs(table, pairs, blockers, progress)


def decide_matrix(
    table: TableState, viewers: Sequence[Body], targets: Sequence[Body]
) -> NDArray[np.int8]:
    """Return whether each viewer sees each target, (viewers, targets), as a `SightResult`."""
    policy = table.policy
    shape = len(viewers), len(targets)
    if not viewers or not targets:
        return np.zeros(shape, dtype=np.int8)
    sources = np.array([volume_row(policy.sight_source(body)) for body in viewers])
    ends = np.array([volume_row(policy.sight_target(body)) for body in targets])
    pairs = np.empty((len(viewers) * len(targets), 2, 5))
    pairs[:, 0] = np.repeat(sources, len(targets), axis=0)
    pairs[:, 1] = np.tile(ends, (len(viewers), 1))
    blockers: list[tuple[SightBlocker, ...]] = []
    if not _has_default(policy, "sight_blockers"):
        blockers = [
            policy.sight_blockers(viewer, target, table.bodies)
            for viewer in viewers
            for target in targets
        ]
    is_bare = np.array([not group for group in blockers]) if blockers else np.array(True)
    swap = is_bare & _is_second_first(pairs)
    pairs[swap] = pairs[swap][:, ::-1]
    return _decide_pairs(table, pairs, blockers, None).astype(np.int8).reshape(shape)


def _is_second_first(pairs: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return for which pairs `sight` searches from the second volume to the first."""
    is_later = np.zeros(len(pairs), dtype=bool)
    is_equal = np.ones(len(pairs), dtype=bool)
    for column in ORDER:
        first, second = pairs[:, 0, column], pairs[:, 1, column]
        is_later |= is_equal & (first > second)
        is_equal &= first == second
    return is_later


def _decide_pairs(
    table: TableState,
    pairs: NDArray[np.float64],
    blockers: list[tuple[SightBlocker, ...]],
    progress: Progress | None,
) -> NDArray[np.int64]:
    """Decide pairs of volumes, each past the terrain and its own blockers (empty: none at all)."""
    depth = table.policy.obscuring_depth
    terrain = make_occluders(table.features)[1]
    if not any(blockers):
        return terrain.decide_pairs(pairs, depth=depth, progress=progress)
    count = len(pairs)
    watched = WatchedProgress(progress)
    verdicts = np.full(count, int(SightResult.UNDECIDED), dtype=np.int64)
    bare = np.array([i for i, group in enumerate(blockers) if not group], dtype=np.int64)
    index, shared, ignored = _share_blockers(table, blockers)
    done = 0
    for occluders, places, rows in ((terrain, bare, None), (index, shared, ignored)):
        if not watched.is_stopped and len(places):
            report = partial(_report_part, watched, done, count)
            verdicts[places] = occluders.decide_pairs(
                pairs[places], depth=depth, ignored=rows, progress=report
            )
        done += len(places)
    alone = np.setdiff1d(np.arange(count), np.concatenate([bare, shared]))
    for number, i in enumerate(alone.tolist(), done):
        if not watched(number, count):
            break
        a, b = (Cylinder((x, y), r, low, high) for x, y, r, low, high in pairs[i].tolist())
        own = occluders_with_blockers(table.features, blockers[i])[1]
        verdicts[i] = own.find_open_line(a, b, depth=depth)[0]
    return verdicts


def _report_part(watched: WatchedProgress, done: int, total: int, count: int, _: int) -> bool:
    return watched(done + count, total)


def _share_blockers(
    table: TableState, blockers: list[tuple[SightBlocker, ...]]
) -> tuple[Occluders, NDArray[np.int64], NDArray[np.int64]]:
    """Return occluders with the blockers of many pairs, those pairs, and what each of them ignores.

    A pair shares them if they are all of its blockers and up to two others: the viewer's and the
    target's own volumes.
    """
    pool = list(
        dict.fromkeys(
            blocker
            for group in blockers
            for blocker in group
            if all(isinstance(piece, Cylinder) for piece in blocker.pieces)
        )
    )
    index = occluders_with_blockers(table.features, tuple(pool))[1]
    first = len(index.occluders) - len(pool)
    rows = index.own_rows(range(first, first + len(pool)))
    shared = []
    ignored = []
    row_of = dict(zip(pool, rows or (), strict=False))
    for i, group in enumerate(blockers):
        if not group or any(blocker not in row_of for blocker in group):
            continue
        others = row_of.keys() - set(group)
        if len(others) <= 2:
            shared.append(i)
            ignored.append([*(row_of[blocker] for blocker in others), -1, -1][:2])
    return (
        index,
        np.array(shared, dtype=np.int64),
        np.array(ignored, dtype=np.int64).reshape(-1, 2),
    )
