"""Find and read the pages of the guide."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable

from wc3d._internal.memo import Size, memo_per_process
from wc3d._internal.suggestions import suggest_similar
from wc3d.errors import InputError
from wc3d.guide.markdown import (
    Block,
    HeadingBlock,
    ParagraphBlock,
    make_anchor,
    parse_blocks,
    plain_text,
)


@dataclass(frozen=True)
class GuideLink:
    """A link to a page of the guide and a heading on it."""

    topic: str
    anchor: str = ""


def resolve_link(target: str, topic: str) -> GuideLink | None:
    """Return the guide page that a link on the page of a topic leads to; None for other targets."""
    path, _, anchor = target.partition("#")
    if not path:
        return GuideLink(topic, anchor)
    if "://" in path or path.startswith(("mailto:", "/")) or not path.endswith(".md"):
        return None
    folder = posixpath.dirname(topic)
    linked = posixpath.normpath(posixpath.join(folder, path)).removesuffix(".md")
    return None if linked.startswith("..") else GuideLink(linked, anchor)


def is_web_address(target: str) -> bool:
    """Return whether a link leads to the web."""
    return target.startswith(("https://", "http://", "mailto:"))


READING_ORDER = (
    "playing",
    "judging",
    "boards",
    "hosting",
    "cards",
    "warmachine",
    "python",
    "bots",
    "training",
    "games",
    "formats",
    "measurements",
    "contributing",
    "changes",
    "glossary",
)
"""The topics in reading order; other topics follow."""

REFERENCE_PREFIX = "reference/"
"""The prefix of the topics of the programmer's reference."""

REFERENCE_INDEX = f"{REFERENCE_PREFIX}index"
"""The first page of the reference."""

SENTENCE_PATTERN = re.compile(r"(.+?[.!?])(?:\s|$)", re.DOTALL)


@dataclass(frozen=True, eq=False)
class GuidePage:
    """A page of the guide: its topic, such as "playing" or "reference/table", and its text."""

    topic: str
    text: str

    @cached_property
    def blocks(self) -> Sequence[Block]:
        """The blocks of the page."""
        return parse_blocks(self.text)

    @cached_property
    def headings(self) -> Sequence[HeadingBlock]:
        """The headings of the page, in order."""
        return [block for block in self.blocks if isinstance(block, HeadingBlock)]

    @property
    def title(self) -> str:
        """The first heading."""
        return plain_text(self.headings[0].inlines) if self.headings else self.topic

    @property
    def summary(self) -> str:
        """The first sentence of the first paragraph."""
        paragraph = next(
            (block for block in self.blocks if isinstance(block, ParagraphBlock)), None
        )
        text = plain_text(paragraph.inlines) if paragraph else self.title
        sentence = SENTENCE_PATTERN.match(text)
        return sentence[1] if sentence else text

    def blocks_from(self, anchor: str) -> Sequence[Block]:
        """Return the blocks from the heading with an anchor on."""
        at = next(
            i
            for i, block in enumerate(self.blocks)
            if isinstance(block, HeadingBlock) and block.anchor == anchor
        )
        return self.blocks[at:]

    def find_anchor(self, section: str) -> str:
        """Return the anchor of the heading with an anchor or words. Raises InputError."""
        name = make_anchor(section.lstrip("#"))
        anchors = [heading.anchor for heading in self.headings]
        if name in anchors:
            return name
        words = set(name.split("-"))
        match = next((anchor for anchor in anchors if words <= set(anchor.split("-"))), "")
        match = match or next((anchor for anchor in anchors if name and name in anchor), "")
        if match:
            return match
        hint = suggest_similar(name, anchors) or f"; expected one of {', '.join(anchors)}"
        raise InputError(f"the page {self.topic} has no section {section!r}{hint}")


def guide_folder() -> Traversable:
    """Return the folder that holds the pages."""
    return files("wc3d.guide")


@memo_per_process(Size.FEW)
def all_pages() -> Mapping[str, GuidePage]:
    """Return every page by its topic, in reading order."""
    pages = {
        topic: GuidePage(topic, file.read_text(encoding="utf-8"))
        for topic, file in _list_files(guide_folder())
    }
    places = {topic: place for place, topic in enumerate(READING_ORDER)}
    places[REFERENCE_INDEX] = 0
    order = sorted(
        pages,
        key=lambda topic: (
            topic.startswith(REFERENCE_PREFIX),
            places.get(topic, len(places)),
            topic,
        ),
    )
    return {topic: pages[topic] for topic in order}


def find_page(topic: str) -> GuidePage:
    """Return the page of a topic or reference name. Raises InputError with similar topics."""
    pages = all_pages()
    if not pages:
        raise InputError("the pages of the guide are missing; reinstall wc3d")
    name = topic.lower().removesuffix(".md")
    page = pages.get(name) or pages.get(REFERENCE_PREFIX + name)
    if page is None:
        short_names = {topic_name.removeprefix(REFERENCE_PREFIX) for topic_name in pages}
        hint = (
            suggest_similar(name, sorted(short_names))
            or f"; expected one of {', '.join(sorted(short_names))}"
        )
        raise InputError(f"the guide has no page {topic!r}{hint}")
    return page


def _list_files(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, Traversable]]:
    """Yield the Markdown files of the guide by their topics."""
    for file in folder.iterdir():
        if file.name.endswith(".md"):
            yield prefix + file.name.removesuffix(".md"), file
        elif not prefix and file.name == REFERENCE_PREFIX.rstrip("/") and file.is_dir():
            yield from _list_files(file, REFERENCE_PREFIX)
