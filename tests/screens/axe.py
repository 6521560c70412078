"""Checks of accessibility in a browser's page, by the npm package axe-core. Only tests use it."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pytest

from tests.screens.browser import Browser

PACKAGE = "axe-core@4.10.3"
"""The package, which npm fetches from the registry that it is set up with."""
FILE = Path("node_modules", "axe-core", "axe.min.js")


def axe_script() -> str:
    """The script of axe-core, installed once for this user. Skips without npm, but never in CI."""
    folder = Path(tempfile.gettempdir()) / f"wc3d-{PACKAGE.replace('@', '-')}-{os.getuid()}"
    if not (folder / FILE).exists():
        npm = shutil.which("npm")
        if npm is None:
            assert not os.environ.get("CI"), "no npm: apt-get install -y npm"
            pytest.skip("axe-core needs npm: apt-get install -y npm")
        work = Path(tempfile.mkdtemp())
        command = [npm, "install", "--no-save", "--no-audit", "--no-fund", "--prefix", str(work)]
        run = subprocess.run([*command, PACKAGE], capture_output=True, text=True, check=False)
        if run.returncode:
            assert not os.environ.get("CI"), run.stderr
            pytest.skip(f"npm could not install {PACKAGE}: {run.stderr.strip()[-200:]}")
        shutil.rmtree(folder, ignore_errors=True)
        shutil.move(work, folder)
    return (folder / FILE).read_text(encoding="utf-8")


def find_violations(browser: Browser) -> list[dict[str, Any]]:
    """What axe-core finds wrong with the page as it is: the rule, and the elements."""
    browser.run(f"{axe_script()}; true")
    found: list[dict[str, Any]] = browser.run(
        """axe.run(document, {resultTypes: ['violations']}).then(all => all.violations.map(
            v => ({rule: v.id, nodes: v.nodes.map(n => n.html.slice(0, 160) + ' | ' + n.failureSummary)})))"""
    )
    return found
