"""Run benchmarks again and write what they print into the guide: `python scripts/update_measurements.py [SECTION...]`.

The page wc3d/guide/measurements.md names the command of each section in a comment. This script runs the command and replaces
the section's result, together with the commit, the date and the machine. Nobody edits these results by hand. In a command,
`$MESHES` is the folder of the environment variable of that name, with mesh files that are not part of the project.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "wc3d" / "guide" / "measurements.md"
SECTION = re.compile(
    r"(?P<start><!-- measurement (?P<name>[\w-]+): (?P<command>[^>]+?) -->\n)(?P<result>.*?)(?P<end><!-- end of (?P=name) -->)",
    re.DOTALL,
)


@dataclass(frozen=True)
class Section:
    """A measurement on the page: its name and the command that makes it."""

    name: str
    command: str


def sections(page: str) -> list[Section]:
    """Return the measurements of a page, in their order."""
    return [Section(match["name"], match["command"]) for match in SECTION.finditer(page)]


def replaced(page: str, name: str, result: str) -> str:
    """Return the page with another result in one section."""

    def section(match: re.Match[str]) -> str:
        return f"{match['start']}{result}{match['end']}" if match["name"] == name else match.group()

    return SECTION.sub(section, page)


def result_text(command: str, output: str) -> str:
    """Return a section's result: where and how it was measured, and what the command printed."""
    date = datetime.now(UTC).date().isoformat()
    lines = "\n".join(line.rstrip() for line in output.strip("\n").splitlines())
    source = f"`{command}`  \nCommit {commit()}, {date}, {machine()}."
    return f"{source}\n\n```text\n{lines}\n```\n"


def commit() -> str:
    """Return the short name of the checked-out commit, with a plus sign where the package has other changes."""
    name = git("rev-parse", "--short=9", "HEAD")
    return (
        f"{name}+"
        if git("status", "--porcelain", "--", "wc3d", ":!wc3d/guide", "tests/bench")
        else name
    )


def git(*words: str) -> str:
    """Return what git prints."""
    return subprocess.run(
        ["git", *words], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()


def machine() -> str:
    """Return the processor, the number of its cores that we may use, and the Python version."""
    model = ""
    if Path("/proc/cpuinfo").exists():
        model = next(
            iter(re.findall(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text())), ""
        )
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    processor = " ".join((model or platform.processor() or platform.machine()).split())
    return f"{cores} cores of {processor}, Python {platform.python_version()}"


def run(command: str) -> str:
    """Return what a section's command prints. Raises CalledProcessError when the command fails."""
    python = f'"{sys.executable}"'
    words = re.sub(r"\bpython (?=scripts/)", lambda _: f"{python} ", command)
    words = re.sub(r"\bwc3d (?=[a-z])", lambda _: f"{python} -m wc3d ", words)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", words],
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout


def main() -> int:
    """Run the named sections, or all."""
    page = PAGE.read_text(encoding="utf-8")
    names = [section.name for section in sections(page)]
    parser = argparse.ArgumentParser(
        description="Run benchmarks again and write what they print into the guide."
    )
    parser.add_argument(
        "sections", nargs="*", metavar="SECTION", help=f"all unless named: {', '.join(names)}"
    )
    parser.add_argument(
        "--list", action="store_true", help="print the sections and their commands, and run nothing"
    )
    options = parser.parse_args()
    if unknown := sorted(set(options.sections) - set(names)):
        parser.error(f"unknown section {unknown[0]!r}; expected one of {', '.join(names)}")
    for section in sections(page):
        if options.sections and section.name not in options.sections:
            continue
        print(f"{section.name}: {section.command}", flush=True)
        if options.list:
            continue
        try:
            result = result_text(section.command, run(section.command))
        except subprocess.CalledProcessError as error:
            print(
                f"{section.name}: the command ended with exit code {error.returncode}; its section stays as it was"
            )
            return 1
        PAGE.write_text(
            replaced(PAGE.read_text(encoding="utf-8"), section.name, result), encoding="utf-8"
        )
    return 0
