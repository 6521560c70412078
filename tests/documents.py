"""Read the parts of a Markdown document that can be tested: code blocks, commands, links, headings and files."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GUIDE = ROOT / "wc3d" / "guide"

FENCE = re.compile(r"^```([\w+-]*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MARKED_FILE = re.compile(
    r"<!-- file: ([\w.-]+) -->\n```[\w+-]*\n(.*?)^```$", re.MULTILINE | re.DOTALL
)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
CODE_SPAN = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"!?\[[^\]]*\]\(([^()\s]+)\)")
HEADING = re.compile(r"^#{1,6} +(.+?) *$", re.MULTILINE)
SOURCE_PATH = re.compile(r"(?:wc3d|maps|tests|scripts|models3d)/[\w./-]*")


@dataclass(frozen=True)
class CodeBlock:
    """A fenced block: its language, its text, and the line number of its fence."""

    language: str
    text: str
    line: int

    @property
    def commands(self) -> list[str]:
        """The lines that run wc3d, from "wc3d" on."""
        lines = [line.strip().removeprefix(".venv/bin/") for line in self.text.splitlines()]
        return [line for line in lines if line == "wc3d" or line.startswith("wc3d ")]


@dataclass(frozen=True)
class Document:
    """A Markdown file and its text."""

    path: Path
    text: str

    @property
    def name(self) -> str:
        """The path from the root of the project."""
        return self.path.relative_to(ROOT).as_posix()

    @property
    def code_blocks(self) -> list[CodeBlock]:
        """All fenced blocks, in order."""
        starts = [
            (match, self.text.count("\n", 0, match.start()) + 1)
            for match in FENCE.finditer(self.text)
        ]
        return [CodeBlock(match[1], match[2], line) for match, line in starts]

    def blocks(self, language: str) -> list[CodeBlock]:
        """Return the fenced blocks in a language."""
        return [block for block in self.code_blocks if block.language == language]

    @property
    def marked_files(self) -> dict[str, str]:
        """The texts of the blocks that follow a comment `file: NAME`, by name."""
        return dict(MARKED_FILE.findall(self.text))

    @property
    def prose(self) -> str:
        """The text without fenced blocks and comments."""
        return COMMENT.sub("", FENCE.sub("", self.text))

    @property
    def code_spans(self) -> list[str]:
        """The code within the prose."""
        return CODE_SPAN.findall(self.prose)

    @property
    def links(self) -> list[str]:
        """The targets of all links and pictures."""
        return LINK.findall(CODE_SPAN.sub("", self.prose))

    @property
    def anchors(self) -> set[str]:
        """The names of the headings in links, made as code hosts make them."""
        anchors = []
        used: Counter[str] = Counter()
        for heading in HEADING.findall(FENCE.sub("", self.text)):
            anchor = heading_anchor(heading)
            anchors.append(f"{anchor}-{used[anchor]}" if used[anchor] else anchor)
            used[anchor] += 1
        return set(anchors)

    @property
    def source_paths(self) -> set[str]:
        """The paths of the project that the prose names in code."""
        return {span for span in self.code_spans if SOURCE_PATH.fullmatch(span)}


def read_document(path: Path) -> Document:
    """Return the document in a file."""
    return Document(path, path.read_text(encoding="utf-8"))


def heading_anchor(heading: str) -> str:
    """Return the anchor of a heading: lower case, without punctuation, hyphens for spaces."""
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def command_words(command: str) -> list[str]:
    """Return the words of a command line after "wc3d", without a comment at its end."""
    return shlex.split(command, comments=True)[1:]
