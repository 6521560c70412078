"""Find passages of the guide by words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from wc3d._internal.memo import Size, memo_per_process
from wc3d.engine.book_search import BookSearch, SearchEntry, SearchVocabulary, split_words
from wc3d.guide.markdown import (
    Block,
    CodeBlock,
    HeadingBlock,
    ListBlock,
    ParagraphBlock,
    QuoteBlock,
    TableBlock,
    plain_text,
)
from wc3d.guide.pages import REFERENCE_PREFIX, GuidePage, all_pages

TEXT_WEIGHT = 1.0
HEADING_WEIGHT = 1.0
TITLE_WEIGHT = 0.5
"""The weight of a word in the passage, in its heading, and in the title of its page."""

REFERENCE_WEIGHT = 0.7
"""The weight of a reference passage relative to other pages."""


@dataclass(frozen=True)
class GuidePassage:
    """A paragraph, list item, table row or code block, under its heading."""

    topic: str
    title: str
    heading: str
    anchor: str
    text: str

    @property
    def link(self) -> str:
        """The link to this passage: "playing#keys"."""
        return f"{self.topic}#{self.anchor}" if self.anchor else self.topic


def search_guide(question: str) -> list[GuidePassage]:
    """Return the passages that a question is about, best first."""
    passages, index = _build_index()
    results = [passages[int(id)] for id in index.find_entries(question)]
    return list(dict.fromkeys(results))


def matching_words(text: str, question: str) -> frozenset[str]:
    """Return the words of a text, in lower case, that are forms of words of the question."""
    wording = _load_wording()
    question_stems = set(wording.stems(split_words(question)))
    return frozenset(word for word in split_words(text) if wording.stem(word) in question_stems)


@memo_per_process(Size.FEW)
def _load_wording() -> SearchVocabulary:
    return SearchVocabulary.for_game("")


@memo_per_process(Size.FEW)
def _build_index() -> tuple[Sequence[GuidePassage], BookSearch]:
    """Return all passages, and the search over them; the id of a passage is its number."""
    passages = [passage for page in all_pages().values() for passage in _split_page(page)]
    entries = []
    for number, passage in enumerate(passages):
        texts = [
            (passage.text, TEXT_WEIGHT),
            (passage.heading, HEADING_WEIGHT),
            (passage.title, TITLE_WEIGHT),
        ]
        worth = REFERENCE_WEIGHT if passage.topic.startswith(REFERENCE_PREFIX) else 1.0
        entries.append(SearchEntry(str(number), texts, worth=worth))
    return passages, BookSearch(entries, _load_wording())


def _split_page(page: GuidePage) -> Iterator[GuidePassage]:
    """Yield the passages of a page."""
    heading = anchor = ""
    for block, following in pairwise([*page.blocks, None]):
        if isinstance(block, HeadingBlock):
            heading = plain_text(block.inlines)
            anchor = block.anchor
            if following is None or isinstance(following, HeadingBlock):
                yield GuidePassage(page.topic, page.title, heading, anchor, heading)
        elif block is not None:
            for text in _block_texts(block):
                yield GuidePassage(page.topic, page.title, heading, anchor, text)


def _block_texts(block: Block) -> Iterator[str]:
    """Yield the texts of a block: of a list each item, of a table each row."""
    match block:
        case ParagraphBlock():
            yield plain_text(block.inlines)
        case CodeBlock():
            yield from (" ".join(line.split()) for line in block.lines if line.strip())
        case ListBlock():
            for item in block.items:
                yield " ".join(text for part in item for text in _block_texts(part))
        case QuoteBlock():
            for part in block.blocks:
                yield from _block_texts(part)
        case TableBlock():
            for row in block.rows:
                yield ": ".join(text for cell in row if (text := plain_text(cell)))
        case _:
            pass
