"""3MF: archives of XML with their objects, units and colors, and everything that such a file can have wrong."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from tests.meshes.making import CUBE, CUBE_FACES, CUBE_POINTS, png, put, read, same
from wc3d.meshes import three_mf, three_mf_archive
from wc3d.meshes.mesh_source import MeshError, MeshSource
from wc3d.meshes.readings import propose_readings

CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
PRODUCTION = "http://schemas.microsoft.com/3dmanufacturing/production/2015/06"
LINKS = '<Relationships><Relationship Type="http://x/3dmodel" Target="/3D/main.model" Id="a"/></Relationships>'


NAMES = {
    "main": "3D/main.model",
    "other": "3D/Objects/other.model",
    "skin": "3D/skin.png",
    "prusa": "Metadata/Slic3r_PE_model.config",
    "bambu": "Metadata/model_settings.config",
}


def mesh(faces: np.ndarray = CUBE_FACES, more: str = "", corners: np.ndarray = CUBE_POINTS) -> str:
    """A mesh in XML; `more` is said of each of its triangles."""
    points = "".join(f'<vertex x="{x}" y="{y}" z="{z}"/>' for x, y, z in corners.tolist())
    triangles = "".join(
        f'<triangle v1="{a}" v2="{b}" v3="{c}" {more}/>' for a, b, c in faces.tolist()
    )
    return f"<mesh><vertices>{points}</vertices><triangles>{triangles}</triangles></mesh>"


def model(resources: str, items: str, unit: str = "millimeter") -> str:
    """A file of XML."""
    head = f'<?xml version="1.0"?><model unit="{unit}" xmlns="{CORE}" xmlns:m="http://m" xmlns:p="{PRODUCTION}">'
    return f"{head}<resources>{resources}</resources><build>{items}</build></model>"


def plain(
    content: str = mesh(), items: str = '<item objectid="1"/>', unit: str = "millimeter"
) -> str:
    """A file of XML with one object."""
    return model(f'<object id="1">{content}</object>', items, unit)


def packed(**parts: bytes | str) -> bytes:
    """An archive: its main file of XML, and others by their names."""
    return zipped(
        {"_rels/.rels": LINKS} | {NAMES[name]: content for name, content in parts.items()}
    )


def zipped(files: Mapping[str, bytes | str]) -> bytes:
    """An archive of these files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def test_a_block(tmp_path: Path) -> None:
    surface = read(tmp_path / "a.3mf", packed(main=plain()))
    assert same(surface.triangles, CUBE)
    assert (surface.unit, surface.format) == ("mm", "3mf")
    assert propose_readings(surface, "a")[0].up == "z"


@pytest.mark.parametrize(
    ("unit", "ours", "scale"), [("micron", "mm", 0.001), ("foot", "in", 12), ("meter", "m", 1)]
)
def test_units(tmp_path: Path, unit: str, ours: str, scale: float) -> None:
    surface = read(tmp_path / "a.3mf", packed(main=plain(unit=unit)))
    assert surface.unit == ours
    assert same(surface.triangles, CUBE * scale, 9)


def test_objects_are_put_together_from_others_of_other_files(tmp_path: Path) -> None:
    turn = "0 1 0 -1 0 0 0 0 1 10 0 0"  # a quarter turn about z, then along x
    parts = f'<object id="1"><components><component objectid="7" p:path="/3D/Objects/other.model" transform="{turn}"/>'
    main = model(
        parts
        + '<component objectid="2"/></components></object><object id="2">'
        + mesh()
        + "</object>",
        '<item objectid="1" transform="1 0 0 0 1 0 0 0 1 0 0 5"/>',
    )
    other = model('<object id="7">' + mesh() + "</object>", '<item objectid="7"/>')
    turned = np.stack([10 - CUBE[..., 1], CUBE[..., 0], CUBE[..., 2]], axis=-1)
    surface = read(tmp_path / "a.3mf", packed(main=main, other=other))
    assert same(surface.triangles, np.concatenate([CUBE, turned]) + [0, 0, 5])


def test_colors_and_textures(tmp_path: Path) -> None:
    looks = (
        '<basematerials id="5"><base name="a" displaycolor="#FF0000"/><base name="b" displaycolor="#00FF0080"/></basematerials>'
        '<m:texture2d id="6" path="/3D/skin.png" contenttype="image/png"/>'
        '<m:texture2dgroup id="8" texid="6"><m:tex2coord u="0" v="0"/><m:tex2coord u="1" v="0.5"/></m:texture2dgroup>'
    )
    skin = mesh(more='pid="8" p1="0" p2="1" p3="1"')
    objects = f'<object id="1" pid="5" pindex="1">{mesh()}</object><object id="2">{skin}</object>'
    data = packed(
        main=model(looks + objects, '<item objectid="1"/><item objectid="2"/>'), skin=png()
    )
    colored, skinned = read(tmp_path / "a.3mf", data).parts
    assert colored.colors is not None and colored.colors[3, 2].tolist() == [0, 255, 0, 128]
    assert (
        skinned.material is not None
        and skinned.material.texture is not None
        and skinned.uv is not None
    )
    assert skinned.uv[3].tolist() == [[0, 0], [1, 0.5], [1, 0.5]]


NOTHING = 'pid="" p1=""'

AS_WRITTEN: dict[str, bytes] = {
    "folders of Windows": zipped({"_rels\\.rels": LINKS, "3D\\main.model": plain()}),
    "name in an address": zipped(
        {"_rels/.rels": LINKS.replace("main", "my%20part"), "3D/my part.model": plain()}
    ),
    "link to nothing": zipped(
        {"_rels/.rels": LINKS.replace("main", "gone"), "3D/3dmodel.model": plain()}
    ),
    "nothing to build": packed(
        main=model(
            f'<object id="1"><components><component objectid="2"/></components></object><object id="2">{mesh()}</object>',
            "",
        )
    ),
    "slices": packed(
        main=model(
            '<s:slicestack id="9"><s:slice><s:vertices><s:vertex x="1" y="2"/></s:vertices></s:slice></s:slicestack>'
            f'<object id="1">{mesh()}</object>',
            '<item objectid="1"/>',
        )
    ),
    "no property": packed(
        main=model(
            f'<object id="1" pid="" pindex="">{mesh(more=NOTHING)}</object>', '<item objectid="1"/>'
        )
    ),
    "color in words": packed(
        main=model(
            f'<basematerials id="5"><base displaycolor="red"/></basematerials><object id="1" pid="5">{mesh()}</object>',
            '<item objectid="1"/>',
        )
    ),
}


@pytest.mark.parametrize("name", AS_WRITTEN)
def test_archives_as_programs_write_them(tmp_path: Path, name: str) -> None:
    surface = read(tmp_path / "a.3mf", AS_WRITTEN[name])
    assert same(surface.triangles, CUBE)
    assert surface.notes == (
        ("not read: slices (the mesh is read instead) (1)",) if name == "slices" else ()
    )


def volumes(*said: str) -> str:
    """What PrusaSlicer notes of an object of two parts."""
    parts = "".join(
        f'<volume firstid="{12 * k}" lastid="{12 * k + 11}">{more}</volume>'
        for k, more in enumerate(said)
    )
    return f'<config><object id="1">{parts}</object></config>'


@pytest.mark.parametrize(
    "settings",
    [
        {
            "prusa": volumes(
                '<metadata key="volume_type" value="ModelPart"/>',
                '<metadata key="modifier" value="1"/>',
            )
        },
        {
            "prusa": volumes(
                "", '<metadata type="volume" key="volume_type" value="NegativeVolume"/>'
            )
        },
        {
            "bambu": '<config><object id="3"><part id="1"/><part id="2" subtype="modifier_part"/></object></config>'
        },
        {"kind": "other"},
        {"kind": "solidsupport"},
    ],
)
def test_what_changes_how_others_are_printed_is_no_surface(
    tmp_path: Path, settings: dict[str, str]
) -> None:
    files = dict(settings)
    kind = files.pop("kind", "model")
    both = np.concatenate([CUBE_FACES, CUBE_FACES + 8])
    if "prusa" in files:
        object = mesh(both, corners=np.concatenate([CUBE_POINTS, CUBE_POINTS - 50]))
        main = plain(object)
    else:
        parts = f'<object id="1">{mesh()}</object><object id="2" type="{kind}">{mesh(corners=CUBE_POINTS - 50)}</object>'
        parts += '<object id="3"><components><component objectid="1"/><component objectid="2"/></components></object>'
        main = model(parts, '<item objectid="3"/>')
    surface = read(tmp_path / "a.3mf", packed(main=main, **files))
    assert same(surface.triangles, CUBE)
    assert surface.notes == (
        "left out: parts that are not a surface (such as supports and slicer modifiers)",
    )


def test_settings_that_are_none_are_left_out(tmp_path: Path) -> None:
    for wrong in (
        "nonsense",
        '<!DOCTYPE x [<!ENTITY a "b">]><config/>',
        '<config><volume firstid="a" lastid="2"/></config>',
    ):
        surface = read(tmp_path / "a.3mf", packed(main=plain(), prusa=wrong))
        assert same(surface.triangles, CUBE)
        assert "expected XML with the parts of a slicer; left out" in surface.notes[0]


def bomb() -> bytes:
    """Objects of ten objects of ten objects and so on."""
    parts = []
    for k in range(1, 30):
        parts.append(
            f'<object id="{k}"><components>'
            + f'<component objectid="{k + 1}"/>' * 10
            + "</components></object>"
        )
    return packed(
        main=model("".join(parts) + f'<object id="30">{mesh()}</object>', '<item objectid="1"/>')
    )


def encrypted() -> bytes:
    """An archive that says that it is encrypted."""
    data = bytearray(packed(main=plain()))
    for sign, at in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        start = 0
        while (start := data.find(sign, start)) >= 0:
            data[start + at] |= 1
            start += 4
    return bytes(data)


ENTITIES = (
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "1"><!ENTITY b SYSTEM "file:///etc/hostname">]>'
)

DAMAGED: dict[str, tuple[bytes, str]] = {
    "no archive": (b"nonsense", "this is not a 3MF archive, or a damaged one"),
    "cut": (packed(main=plain())[:-30], "this is not a 3MF archive, or a damaged one"),
    "damaged within": (
        packed(main=plain()).replace(b"3D/main.model", b"3D/mean.model"),
        "is not in the archive",
    ),
    "encrypted": (encrypted(), "is encrypted"),
    "no model": (packed(), '"3d/main.model": this file is not in the archive'),
    "no xml": (packed(main="<model"), "line 1: invalid XML"),
    "entities": (
        packed(main=ENTITIES + plain().partition("?>")[2]),
        "expected XML without a document type",
    ),
    "unit": (packed(main=plain(unit="ell\x7f")), r'expected a unit .* found "ell\?"'),
    "no corner": (packed(main=plain(mesh(CUBE_FACES + 1))), "has only 8 vertices"),
    "no number": (packed(main=plain(mesh().replace('x="0.0"', 'x="o"', 1))), "expected numbers"),
    "huge number": (
        packed(main=plain(mesh().replace('v1="0"', f'v1="{10**40}"', 1))),
        "expected numbers",
    ),
    "no attribute": (
        packed(main=plain(mesh().replace('x="0.0"', "", 1))),
        "expected the attribute 'x'",
    ),
    "transform": (
        packed(main=plain(items='<item objectid="1" transform="1 2"/>')),
        "expected 12 numbers as the transform",
    ),
    "no object": (packed(main=plain(items='<item objectid="2"/>')), 'object "2": does not exist'),
    "nothing": (packed(main=model("", "")), "contains no triangles"),
    "elsewhere": (
        packed(main=plain(items='<item objectid="1" p:path="/../../../etc/hostname"/>')),
        "is not in the archive",
    ),
    "round": (
        packed(main=plain('<components><component objectid="1"/></components>')),
        "or contains itself",
    ),
    "twice": (
        packed(main=model(f'<object id="1">{mesh()}</object>' * 2, "")),
        "two objects have the id",
    ),
    "mesh twice": (packed(main=plain(mesh() * 2)), "expected one mesh in each object"),
    "mesh alone": (packed(main=model(mesh(), "")), "expected one mesh in each object"),
    "object within another": (
        packed(main=plain(f'<object id="2">{mesh()}</object>{mesh()}')),
        "expected objects side by side",
    ),
    "file twice": (
        zipped({"_rels/.rels": LINKS, "3D/main.model": plain(), "3D/MAIN.model": plain()}),
        "is in the archive twice",
    ),
    "bomb": (bomb(), "places more than 20,000 objects"),
    "very many copies": (
        packed(main=plain(items='<item objectid="1"/>' * 100_001)),
        "more than 100,000 elements .item",
    ),
    "many copies": (
        packed(main=plain(items='<item objectid="1"/>' * 20_001)),
        "places more than 20,000 objects",
    ),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_3mf_is_refused_in_a_line(tmp_path: Path, name: str) -> None:
    data, words = DAMAGED[name]
    with pytest.raises(MeshError, match=words) as caught:
        read(tmp_path / "a.3mf", data)
    assert str(caught.value).startswith("a.3mf: ")
    assert str(caught.value).isprintable()


def test_bombs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(three_mf_archive, "UNPACKED_LIMIT", 3_000_000)
    with pytest.raises(MeshError, match="unpacks to more than 3 MB"):
        read(tmp_path / "a.3mf", packed(main=plain() + " " * 4_000_000))
    monkeypatch.setattr(three_mf, "TAG_LIMIT", 1_000_000)
    with pytest.raises(MeshError, match="a tag is larger than 1 MB"):
        read(tmp_path / "a.3mf", packed(main=f'<model a="{"a" * 2_500_000}"/>'))
    monkeypatch.setattr(three_mf, "ELEMENTS_LIMIT", 1_000)
    with pytest.raises(MeshError, match=r"more than 1,000 elements \(other kinds\)"):
        read(tmp_path / "a.3mf", packed(main=model("<x/>" * 2_000, "")))
    monkeypatch.setattr(three_mf_archive, "ENTRIES_LIMIT", 1)
    with pytest.raises(MeshError, match="contains more than 1 files"):
        read(tmp_path / "a.3mf", packed(main=plain()))


@pytest.mark.parametrize("prefix", ["", "c:"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_too_many_vertices_are_refused_before_they_are_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, prefix: str, encoding: str
) -> None:
    row = f'<{prefix}vertex x="1" y="2" z="3"></{prefix}vertex>'
    text = plain(f"<mesh><vertices>{row * 900}</vertices><triangles/></mesh>")
    text = text.replace("<model ", f'<model xmlns:c="{CORE}" ')
    text = text.replace('<?xml version="1.0"?>', f'<?xml version="1.0" encoding="{encoding}"?>')
    data = packed(main=text.encode(encoding))
    monkeypatch.setattr(three_mf, "CORNERS_LIMIT", 900)
    with pytest.raises(MeshError, match="contains no triangles"):
        read(tmp_path / "a.3mf", data)
    monkeypatch.setattr(three_mf, "CORNERS_LIMIT", 899)
    with pytest.raises(MeshError, match=r'^a\.3mf: "3d/main.model": more than 899 vertices$'):
        read(tmp_path / "a.3mf", data)


def test_a_file_that_unpacks_to_too_much_is_refused_by_its_stated_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = MeshSource(put(tmp_path / "a.3mf", packed(main=plain() + " " * 4_000_000)))
    monkeypatch.setattr(three_mf_archive, "UNPACKED_LIMIT", 3_000_000)
    with pytest.raises(MeshError, match="unpacks to more than 3 MB"):
        next(three_mf_archive.ThreeMfArchive(source).read_chunks("3d/main.model"))
