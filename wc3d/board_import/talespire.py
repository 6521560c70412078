"""Read TaleSpire slabs: base64 of gzip, with the public binary layout of version 2.

A slab names assets by id, but their meshes come only with the game. A box stands for each.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from wc3d.board_import.imported_board import (
    Extent,
    ImportedBoard,
    fit_table,
    kind_for_height,
    rounded,
)
from wc3d.errors import InputError
from wc3d.table.maps.map_file import FEATURES_LIMIT

MAGIC = 0xD1CEFACE
VERSION = 2

HEADER = struct.Struct("<IHHH")
"""Magic number, version, number of kinds of assets, number of creatures."""

ASSET_KIND = struct.Struct("<16sHH")
"""The id of a kind of asset, the number of its assets, and two unused bytes."""

ASSET = struct.Struct("<Q")
"""An asset: three positions of 18 bits in hundredths of a tile, and a turn of 5 bits."""

POSITION_BITS = 18
POSITIONS_PER_TILE = 100.0
DEGREES_PER_TURN = 15.0

MAX_SLAB_BYTES = 2_000_000
"""The most bytes of a slab after unpacking. The game itself accepts far fewer."""

BASE64_PATTERN = re.compile(rb"[A-Za-z0-9+/]+={0,2}")


@dataclass(frozen=True)
class SlabAsset:
    """An asset of a slab: the id of its kind, its corner in tiles (y is up), and its turn."""

    kind: UUID
    x: float
    y: float
    z: float
    degrees: float


def is_slab(data: bytes) -> bool:
    """Return whether a file may be a slab: the text of base64 that begins a gzip stream."""
    return _strip(data).startswith(b"H4sI")


def _strip(data: bytes) -> bytes:
    """Return a pasted slab without the back ticks and line breaks around it."""
    return b"".join(data.replace(b"`", b"").split())


def unpack_slab(data: bytes) -> bytes:
    """Return the bytes of a slab. Raises InputError for anything else, within bounded memory."""
    text = _strip(data)
    try:
        if BASE64_PATTERN.fullmatch(text) is None:
            raise ValueError
        packed = base64.b64decode(text, validate=True)
    except (ValueError, binascii.Error):
        raise InputError("expected a TaleSpire slab, which is base64 text") from None
    stream = zlib.decompressobj(wbits=31)
    try:
        content = stream.decompress(packed, MAX_SLAB_BYTES)
    except zlib.error as error:
        raise InputError(f"the slab is damaged (gzip: {error})") from None
    if stream.unconsumed_tail:
        raise InputError(f"the slab unpacks to more than {MAX_SLAB_BYTES / 1e6:g} MB")
    if not stream.eof:
        raise InputError("the slab is damaged (its end is missing)")
    return content


def read_slab(content: bytes) -> tuple[list[SlabAsset], int]:
    """Return the assets of an unpacked slab, and the number of its creatures. Raises InputError."""
    if len(content) < HEADER.size:
        raise InputError("the slab is damaged (its end is missing)")
    magic, version, kinds, creatures = HEADER.unpack_from(content)
    if magic != MAGIC:
        raise InputError("expected a TaleSpire slab, found other data")
    if version != VERSION:
        raise InputError(f"version {version} of the slab format; expected version {VERSION}")
    try:
        headers = [
            ASSET_KIND.unpack_from(content, HEADER.size + number * ASSET_KIND.size)
            for number in range(kinds)
        ]
        count = sum(assets for _, assets, _ in headers)
        if count > FEATURES_LIMIT:
            raise InputError(
                f"the slab has {count:,} assets; expected up to {FEATURES_LIMIT:,}; copy a smaller part"
            )
        start = HEADER.size + kinds * ASSET_KIND.size
        numbers = struct.unpack_from(f"<{count}Q", content, start)
    except struct.error:
        raise InputError("the slab is damaged (its end is missing)") from None
    kinds_of_assets = (UUID(bytes_le=id) for id, assets, _ in headers for _ in range(assets))
    return [
        _read_asset(kind, number) for kind, number in zip(kinds_of_assets, numbers, strict=True)
    ], creatures


def _read_asset(kind: UUID, number: int) -> SlabAsset:
    mask = (1 << POSITION_BITS) - 1
    x, y, z = (number >> shift & mask for shift in (0, POSITION_BITS, 2 * POSITION_BITS))
    turn = number >> 3 * POSITION_BITS & 31
    return SlabAsset(
        kind,
        x / POSITIONS_PER_TILE,
        y / POSITIONS_PER_TILE,
        z / POSITIONS_PER_TILE,
        turn * DEGREES_PER_TURN,
    )


def import_slab(
    data: bytes, name: str, scale: float, block: tuple[float, float, float]
) -> ImportedBoard:
    """Return the board of a slab: a box of the size `block`, in inches, for each asset.

    A tile is an inch times `scale`. Raises InputError.
    """
    assets, creatures = read_slab(unpack_slab(data))
    if not assets:
        raise InputError("the slab has no assets")
    board = ImportedBoard(name)
    wide, deep, high = block
    extents = [
        Extent(
            (asset.x * scale, asset.z * scale, asset.y * scale),
            (asset.x * scale + wide, asset.z * scale + deep, asset.y * scale + high),
        )
        for asset in assets
    ]
    board.size, move = fit_table(extents)
    for number, (asset, extent) in enumerate(zip(assets, extents, strict=True), 1):
        shape = {
            "type": "box",
            "center": [
                rounded(extent.low[0] + wide / 2 + move[0]),
                rounded(extent.low[1] + deep / 2 + move[1]),
            ],
            "size": [wide, deep],
            "rotation": (-asset.degrees) % 360.0,
            "bottom": rounded(extent.low[2] + move[2]),
            "height": high,
        }
        kind = kind_for_height(float(shape["bottom"]) + high)  # type: ignore[arg-type]
        board.add(f"asset-{number}", f"Asset {str(asset.kind)[:8]}", kind, shape)
    board.notes += list(_describe(assets, block))
    if creatures:
        board.left_out["creatures"] += creatures
    return board


def _describe(assets: list[SlabAsset], block: tuple[float, float, float]) -> Iterator[str]:
    kinds = len({asset.kind for asset in assets})
    wide, deep, high = block
    yield (
        f'the meshes of the {kinds} kinds of assets come only with TaleSpire, so a box of {wide:g}" x {deep:g}" x '
        f'{high:g}" stands for each of {len(assets):,} assets (--block changes its size)'
    )
