"""The package works wherever pip puts it: each kind of installation has its boards, meshes and questions, and uses them.

The wheel is built once, from the source distribution. Dependencies are not installed again: each environment sees those of
this one through a folder of links.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from zipfile import ZipFile

import pytest

from wc3d.geometry.cache_folder import cache_folder

ROOT = Path(__file__).parents[2]
PROJECT = (
    "wc3d",
    "maps",
    "models3d",
    "tests",
    "scripts",
    "pyproject.toml",
    "README.md",
    ".ci",
    ".pictures",
    ".gitignore",
)
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "-q")
VERSIONS = ("3.11", "3.12", "3.13")

pytestmark = pytest.mark.slow


def run(*command: object, cwd: Path, env: Mapping[str, str] | None = None, code: int = 0) -> str:
    """Run a program without this one's PYTHONPATH; return its output, and its errors where it fails as it should."""
    own = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    words = [str(part) for part in command]
    done = subprocess.run(
        words,
        cwd=cwd,
        env={**own, **(env or {})},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout if code == 0 else done.stderr


@dataclass(frozen=True)
class Installation:
    """A Python that has the package: its program, its environment variables and the folder that holds the package."""

    python: Path
    home: Path
    env: Mapping[str, str] = field(default_factory=dict)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of everything that is built and installed here."""
    return tmp_path_factory.mktemp("installed")


@pytest.fixture(scope="module")
def source(folder: Path) -> Path:
    """The project, in a folder that builds may write to."""
    source = folder / "source"
    source.mkdir()
    for name in PROJECT:
        (source / name).symlink_to(ROOT / name)
    return source


@pytest.fixture(scope="module")
def building(folder: Path) -> Mapping[str, str]:
    """The environment variables with which Python builds packages."""
    run(*PIP, "install", "--target", folder / "builder", "setuptools>=70.1", cwd=folder)
    return {"PYTHONPATH": str(folder / "builder")}


@pytest.fixture(scope="module")
def sdist(folder: Path, source: Path, building: Mapping[str, str]) -> Path:
    """The source distribution."""
    build = f"import setuptools.build_meta as backend; backend.build_sdist({str(folder)!r})"
    run(sys.executable, "-c", build, cwd=source, env=building)
    return next(folder.glob("*.tar.gz"))


@pytest.fixture(scope="module")
def wheel(folder: Path, sdist: Path, building: Mapping[str, str]) -> Path:
    """The wheel that pip builds from the source distribution."""
    run(
        *PIP,
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        folder,
        sdist,
        cwd=folder,
        env=building,
    )
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def needs(folder: Path) -> Path:
    """A folder of links to the packages of this environment, without this project."""
    needs = folder / "needs"
    needs.mkdir()
    for place in (
        Path(path) for path in sys.path if Path(path).name in ("site-packages", "dist-packages")
    ):
        for entry in place.iterdir():
            own = (
                entry.name.startswith(("wc3d", "__editable__", "__pycache__"))
                or entry.suffix == ".pth"
            )
            if not own and not (needs / entry.name).exists():
                (needs / entry.name).symlink_to(entry)
    return needs


def environment(folder: Path, name: str, needs: Path, *options: str) -> tuple[Path, Path]:
    """A new virtual environment with the dependencies: its Python, and its folder of packages."""
    run(sys.executable, "-m", "venv", "--without-pip", *options, folder / name, cwd=folder)
    python = folder / name / ("Scripts" if os.name == "nt" else "bin") / "python"
    place = Path(
        run(
            python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder
        ).strip()
    )
    (place / "needs.pth").write_text(str(needs), encoding="utf-8")
    return python, place


@pytest.fixture(scope="module")
def kinds(
    folder: Path, source: Path, wheel: Path, needs: Path, building: Mapping[str, str]
) -> dict[str, Installation]:
    """One installation of every kind."""
    bare, _ = environment(folder, "bare", needs)
    plain, place = environment(folder, "plain", needs)
    run(*PIP, "--python", plain, "install", "--no-deps", wheel, cwd=folder)

    own, _ = environment(folder, "own", needs, "--system-site-packages")
    base = {"PYTHONUSERBASE": str(folder / "user")}
    run(*PIP, "--python", own, "install", "--no-deps", "--user", wheel, cwd=folder, env=base)
    users = run(
        own, "-c", "import site; print(site.getusersitepackages())", cwd=folder, env=base
    ).strip()

    run(*PIP, "install", "--no-deps", "--target", folder / "target", wheel, cwd=folder)
    (folder / "cache").mkdir()
    (folder / "cache" / cache_folder().name).symlink_to(
        cache_folder()
    )  # compiled kernels need not be compiled again

    edited, _ = environment(folder, "edited", needs)
    run(
        *PIP,
        "--python",
        edited,
        "install",
        "--no-deps",
        "--no-build-isolation",
        "-e",
        source,
        cwd=folder,
        env=building,
    )
    zipped = {"PYTHONPATH": str(wheel), "WC3D_CACHE": str(folder / "cache")}
    return {
        "wheel": Installation(plain, place),
        "user": Installation(own, Path(users), base),
        "target": Installation(bare, folder / "target", {"PYTHONPATH": str(folder / "target")}),
        "zip": Installation(bare, folder / "cache", zipped),
        "editable": Installation(edited, source / "wc3d"),
    }


KINDS = ("wheel", "user", "target", "zip", "editable")


@pytest.fixture(scope="module", params=KINDS)
def installed(request: pytest.FixtureRequest, kinds: dict[str, Installation]) -> Installation:
    """An installation, with somebody else's folders `maps` and `models3d` beside the package where pip put it."""
    there = kinds[request.param]
    if request.param != "editable":
        for name in ("maps", "models3d"):
            (there.home / name / "book").mkdir(parents=True, exist_ok=True)
    return there


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A working folder with folders `maps` and `models3d` that have nothing to do with the program."""
    for name in ("maps", "models3d"):
        (tmp_path / name).mkdir()
    return tmp_path


def list_files(folder: Path) -> set[Path]:
    """Return the files in a folder and below, without compiled modules and the data that a wheel adds."""
    files = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {path for path in files if "__pycache__" not in path.parts and path.parts[0] != "_data"}


def test_every_file_is_there(installed: Installation, elsewhere: Path) -> None:
    asked = "import wc3d, wc3d._internal.data_files; print(wc3d.__file__); print(wc3d._internal.data_files.data_folder())"
    code, data = (
        Path(line)
        for line in run(
            installed.python, "-c", asked, cwd=elsewhere, env=installed.env
        ).splitlines()
    )
    assert installed.home.resolve() in code.resolve().parents
    for kind in ("maps", "models3d"):
        assert list_files(ROOT / kind) == list_files(data / kind)
    assert list_files(ROOT / "wc3d") == list_files(code.parent)


def test_boards_and_questions_are_found_by_name(installed: Installation, elsewhere: Path) -> None:
    def wc3d(*argv: object, code: int = 0) -> str:
        return run(
            installed.python, "-m", "wc3d", *argv, cwd=elsewhere, env=installed.env, code=code
        )

    assert "blocked" in wc3d("judge", "over-the-palisade")
    assert "large@20,20" in wc3d("los", "ravine", "--from", "small@4,4", "--to", "large@20,20")
    assert wc3d("check", "ravine", "book-cover") == "2 files checked, no findings\n"
    assert "container-yard, crossroads, glaziers-row" in wc3d("play", "--map", "nowhere", code=2)
    wc3d("export", "container-yard", "plan.pdf")
    assert (elsewhere / "plan.pdf").read_bytes().startswith(b"%PDF")
    asked = "import wc3d; print(wc3d.load_map('ravine').name, wc3d.load_map('container-yard').name)"
    assert "Ravine crossing" in run(installed.python, "-c", asked, cwd=elsewhere, env=installed.env)


def test_the_demo_begins(installed: Installation, elsewhere: Path) -> None:
    env = {**os.environ, **installed.env}
    command = [str(installed.python), "-u", "-m", "wc3d", "demo"]
    with subprocess.Popen(
        command,
        cwd=elsewhere,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as demo:
        assert demo.stdout is not None
        try:
            lines = [demo.stdout.readline() for _ in range(5)]
        finally:
            demo.kill()
    assert any("Anna" in line for line in lines), lines


def test_a_zip_file_is_unpacked_once_and_again_when_it_changes(
    kinds: dict[str, Installation], wheel: Path, tmp_path: Path
) -> None:
    bare = kinds["zip"].python
    env = {"PYTHONPATH": str(wheel), "WC3D_CACHE": str(tmp_path / "cache")}
    asked = "import wc3d, wc3d._internal.data_files; print(wc3d.__file__)"
    first = run(bare, "-c", asked, cwd=tmp_path, env=env)
    assert (
        first == run(bare, "-c", asked, cwd=tmp_path, env=env)
        and len(list((tmp_path / "cache").iterdir())) == 1
    )
    other = shutil.copy(wheel, tmp_path / "other.zip")
    with ZipFile(other, "a") as changed:
        changed.writestr("wc3d/more.py", "")
    assert first != run(bare, "-c", asked, cwd=tmp_path, env={**env, "PYTHONPATH": str(other)})
    assert len(list((tmp_path / "cache").iterdir())) == 2


def test_the_source_distribution_runs_its_own_tests(
    sdist: Path, needs: Path, tmp_path: Path
) -> None:
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    [project] = tmp_path.iterdir()
    env = {"PYTHONPATH": os.pathsep.join(map(str, (project, needs)))}
    tests = (
        "tests/test_architecture.py",
        "tests/cli/test_shipped_names.py",
        "tests/test_readme.py",
    )
    left_out = (
        "--deselect",
        "tests/test_architecture.py::test_a_room_imports_only_from_the_rooms_below_it",
    )
    said = run(
        sys.executable,
        "-m",
        "pytest",
        "-n",
        "0",
        "-k",
        "not every_command",
        *left_out,
        *tests,
        cwd=project,
        env=env,
    )
    assert " failed" not in said


@pytest.mark.parametrize("version", VERSIONS)
def test_every_supported_python_reads_the_package(
    version: str, wheel: Path, needs: Path, tmp_path: Path
) -> None:
    """All modules compile, and names are found, without any dependency; where it has the dependencies a question is answered."""
    python = shutil.which(f"python{version}")
    if (
        python is None
        or subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode
    ):
        pytest.skip(f"there is no Python {version} on this machine")
    own = {"PYTHONPATH": str(tmp_path / "unpacked")}
    shutil.unpack_archive(wheel, tmp_path / "unpacked", "zip")
    run(python, "-m", "compileall", "-q", tmp_path / "unpacked", cwd=tmp_path, env=own)
    asked = "from wc3d._internal.data_files import *; print(find_shipped_or_own_file('ravine', ShippedKind.BOARD))"
    assert "ravine.json" in run(python, "-c", asked, cwd=tmp_path, env=own)
    if version == f"{sys.version_info.major}.{sys.version_info.minor}":
        own["PYTHONPATH"] += os.pathsep + str(needs)
    elif subprocess.run(
        [python, "-c", "import numba, pydantic, shapely, trimesh"], capture_output=True, check=False
    ).returncode:
        pytest.skip(
            f"Python {version} reads the package, but has not the packages that it needs to answer a question"
        )
    assert "blocked" in run(
        python, "-m", "wc3d", "judge", "over-the-palisade", cwd=tmp_path, env=own
    )
