"""What is installed without a checkout has its boards, meshes and questions, and answers them."""
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*command, cwd):
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run([str(part) for part in command], cwd=cwd, env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """An environment of its own with nothing but the wheel in it; what it needs is taken from here."""
    folder = tmp_path_factory.mktemp("installed")
    source = folder / "source"
    source.mkdir()
    for name in ("wc3d", "maps", "models3d", "pyproject.toml", "README.md"):
        (source / name).symlink_to(ROOT / name)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "-q")
    run(*pip, "wheel", "--no-deps", "-w", folder, source, cwd=folder)
    [wheel] = folder.glob("*.whl")
    run(sys.executable, "-m", "venv", "--without-pip", folder / "env", cwd=folder)
    python = folder / "env" / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(*pip, "--python", python, "install", "--no-deps", wheel, cwd=folder)
    place = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip()
    (Path(place) / "here.pth").write_text(sysconfig.get_path("purelib"))
    return python, folder


@pytest.mark.slow
def test_every_board_mesh_and_question_is_installed(installed):
    python, folder = installed
    shown = run(python, "-c", "import wc3d; from wc3d.shipped import shipped; print(wc3d.__file__, shipped('maps'))", cwd=folder)
    code, maps = (Path(part) for part in shown.split())
    assert folder in code.parents and folder in maps.parents
    for kind in ("maps", "models3d"):
        ours = {path.relative_to(ROOT) for path in (ROOT / kind).rglob("*") if path.is_file()}
        theirs = {path.relative_to(maps.parent) for path in (maps.parent / kind).rglob("*") if path.is_file()}
        assert ours == theirs


@pytest.mark.slow
def test_the_judge_opens_on_a_question_that_is_installed_and_answers_it(installed):
    python, folder = installed
    program = """if __name__ == "__main__":
    from pathlib import Path
    from wc3d.app.main import main
    from wc3d.shipped import shipped
    raise SystemExit(main(["judge", str(shipped("maps") / "questions" / "over-the-palisade.json")]))
"""
    assert "blocked" in run(python, "-c", program, cwd=folder).lower()
