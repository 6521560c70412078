"""Find the entries that answer a plain-language question in a book of short entries. Each game has
its own words and entries.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from importlib.resources import files
from itertools import chain, pairwise
from math import log, sqrt
from statistics import pstdev

TEXT_WEIGHT = 0.5
"""The weight of a word in an entry's own texts, relative to a word in one of its known questions.
"""

SMOOTHING = 60.0
"""The number of words from the book's distribution that smooth each entry's distribution."""


class WordOdds:
    """The words of each entry, and the frequency of every word in the book.

    Every word counts, even small ones ("who", "my", "before"), because they distinguish similar
    entries.
    """

    def __init__(self) -> None:
        self._counts: dict[str, Counter[str]] = {}
        self._sizes: dict[str, float] = {}
        self._size = 0.0

    def add(
        self, id: str, texts: Iterable[Iterable[str]], questions: Iterable[Iterable[str]]
    ) -> None:
        """Add an entry: the words of its texts, and of each known question."""
        counts = Counter(chain.from_iterable(map(set, questions)))
        for text in texts:
            for word in set(text):
                counts[word] += TEXT_WEIGHT  # type: ignore[assignment]
        self._counts[id] = counts
        self._sizes[id] = sum(counts.values())
        self._size += self._sizes[id]

    def log_odds(self, words: Sequence[str]) -> Mapping[str, float]:
        """Return the log odds of these words for each entry, relative to the book."""
        odds = dict.fromkeys(self._counts, 0.0)
        known_count = 0
        for word in dict.fromkeys(words):
            matches = {id: counts[word] for id, counts in self._counts.items() if word in counts}
            if matches:
                known_count += 1
                expected = SMOOTHING * sum(matches.values()) / self._size
                for id, count in matches.items():
                    odds[id] += log(1 + count / expected)
        return {
            id: value - known_count * log(1 + self._sizes[id] / SMOOTHING)
            for id, value in odds.items()
        }


WORD_ENDINGS = (
    "ations",
    "ation",
    "ments",
    "ment",
    "ings",
    "ing",
    "ly",
    "ates",
    "ated",
    "ate",
    "ies",
    "ed",
    "es",
    "s",
    "e",
    "y",
)

INFLECTION_ENDINGS = (
    "s",
    "ed",
    "ing",
)  # endings that mark an unknown word as a form of a known word

WORD_PATTERN = re.compile(r"[a-z]+|[0-9]+")

SYNONYM_WEIGHT = 0.6  # a related word
LIGHT_WORD_WEIGHT = 0.5  # a word like "when", which finds nothing alone
QUESTION_WORD_WEIGHT = 0.5  # a word of a known question, relative to the entry's own words
WORD_PAIR_WEIGHT = 0.5  # two adjacent words of the question that are adjacent in the entry
LIKENESS_WEIGHT = 2.0  # similarity to a known question, relative to the entry's words
SAME_WORDS_WEIGHT = 0.75  # exact words of a known question, including stop words
COMMON_WORD_ENTRIES = 5  # words in fewer entries count as if in this number
TERM_SATURATION, LENGTH_PENALTY, USUAL_LENGTH_WORDS = (
    1.5,
    0.4,
    25,
)  # saturation of repeated words, and dilution by long entries (as in BM25)
ODDS_WEIGHT = (
    0.6  # the odds of the words relative to all of the above, for entries with known questions
)
MIN_SCORE_SHARE = 0.25  # omit entries below this share of the best score
SPELLING_CUTOFFS, LONG_WORD_LETTERS = (
    (0.75, 0.8),
    6,
)  # similarity cutoffs for spelling: short words and long words


class SearchVocabulary:
    """A game's search vocabulary: stop words, synonyms, phrases and related words.

    `stop` words are ignored; `light` words distinguish questions but find nothing alone.
    `synonyms` maps a word to equal words. `phrases` maps a word to the phrases it replaces,
    separated by " / " (`*` matches up to three words, which stay). `related_words` maps a word to
    other words that it may mean.
    """

    def __init__(
        self,
        stop: str,
        light: str,
        synonyms: Mapping[str, str],
        phrases: Mapping[str, str],
        related_words: Mapping[str, str],
    ) -> None:
        self._same = {
            alternative: word
            for word, alternatives in synonyms.items()
            for alternative in alternatives.split()
        }
        self._stems: dict[str, str] = {}
        self._stop = frozenset(map(self.stem, stop.split()))
        self.light = frozenset(map(self.stem, light.split()))
        self._phrases: defaultdict[str, list[tuple[list[str], str]]] = defaultdict(list)
        for word, alternatives in phrases.items():
            for phrase in alternatives.split(" / "):
                first, *rest = map(self.stem, phrase.split())
                self._phrases[first].append((rest, self.stem(word)))
        self.meant: defaultdict[str, set[str]] = defaultdict(set)
        for word, alternatives in related_words.items():
            self.meant[self.stem(word)].update(
                {self.stem(alternative) for alternative in alternatives.split()} - {self.stem(word)}
            )
        texts = (stop, light, *synonyms, *synonyms.values(), *phrases.values(), *related_words)
        self.known = frozenset(word for text in texts for word in split_words(text))

    @classmethod
    def from_toml(cls, text: str) -> SearchVocabulary:
        """Parse a vocabulary from TOML text with the class's parameter names as keys."""
        data = tomllib.loads(text)
        return cls(data["stop"], data["light"], data["same"], data["phrases"], data["meant"])

    @classmethod
    def for_game(cls, text: str) -> SearchVocabulary:
        """Return the vocabulary common to all games (`search_vocabulary.toml`) with a game's TOML
        text, which takes precedence.
        """
        general = tomllib.loads(
            files("wc3d.engine").joinpath("search_vocabulary.toml").read_text(encoding="utf-8")
        )
        own = tomllib.loads(text)
        stop, light = (f"{general[name]} {own.get(name, '')}" for name in ("stop", "light"))
        synonyms, phrases, related_words = (
            {**general[name], **own.get(name, {})} for name in ("same", "phrases", "meant")
        )
        return cls(stop, light, synonyms, phrases, related_words)

    def stem(self, word: str) -> str:
        """Return a word without its ending: moves and moving are equal. So are synonyms."""
        stem = self._stems.get(word)
        if stem is None:
            stem = self._stems[word] = _strip_ending(self._same.get(word, word))
        return stem

    def stems(self, words: Iterable[str]) -> list[str]:
        """Return the stems of words in order, without stop words, and with phrases replaced."""
        stems = list(map(self.stem, words))
        if not self._phrases.keys().isdisjoint(stems):
            stems = self._join_phrases(stems)
        return [stem for stem in stems if stem not in self._stop]

    def _join_phrases(self, stems: list[str]) -> list[str]:
        """Return stems with each phrase replaced by its word."""
        joined: list[str] = []
        while stems:
            first, *stems = stems
            for rest, word in self._phrases.get(first, ()):
                if rest and rest[0] != "*" and rest[:1] != stems[:1]:
                    continue
                if (middle_stems := _match_phrase(rest, stems)) is not None:
                    first = word
                    stems = [
                        *middle_stems,
                        *stems[len(middle_stems) + len(rest) - rest.count("*") :],
                    ]
                    break
            joined.append(first)
        return joined


def _match_phrase(phrase: list[str], stems: list[str]) -> list[str] | None:
    """Return the stems that match the `*` of a phrase at the beginning of `stems`, or None."""
    at = phrase.index("*") if "*" in phrase else len(phrase)
    head, tail = phrase[:at], phrase[at + 1 :]
    for end in range(at, at + (4 if tail else 1)):
        if stems[:at] == head and stems[end : end + len(tail)] == tail:
            return stems[at:end]
    return None


def split_words(text: str) -> list[str]:
    """Return the words and numbers of a text, in lower case."""
    return WORD_PATTERN.findall(text.lower().replace("'", "").replace("’", ""))


def _strip_ending(word: str) -> str:
    for ending in WORD_ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word.removesuffix(ending)
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "sl" else word


@dataclass(frozen=True)
class SearchEntry:
    """A searchable entry: texts with word weights, known questions, and its own weight."""

    id: str
    texts: Sequence[tuple[str, float]]
    known_questions: Sequence[str] = ()
    worth: float = 1.0


class _Document:
    """An entry in stems, with lazily computed properties."""

    def __init__(
        self,
        texts: Sequence[tuple[list[str], float]],
        questions: Sequence[tuple[list[str], list[str]]],
        worth: float,
    ) -> None:
        self._texts = texts
        self._known = questions
        self.worth = worth
        self._asked = [stems for stems, _ in questions]
        self.stems = {
            stem for stems in (*(stems for stems, _ in texts), *self._asked) for stem in stems
        }

    @cached_property
    def counts(self) -> dict[str, float]:
        """The weight of each stem in the entry."""
        counted: defaultdict[str, float] = defaultdict(float)
        for stems, weight in (
            *self._texts,
            *((stems, QUESTION_WORD_WEIGHT) for stems in self._asked),
        ):
            for stem in stems:
                counted[stem] += weight
        spread = TERM_SATURATION * (
            1 - LENGTH_PENALTY + LENGTH_PENALTY * sum(counted.values()) / USUAL_LENGTH_WORDS
        )
        return {
            stem: count * (1 + TERM_SATURATION) / (count + spread)
            for stem, count in counted.items()
        }

    @cached_property
    def pairs(self) -> set[tuple[str, str]]:
        """The pairs of adjacent stems."""
        return {
            pair
            for stems in (*(stems for stems, _ in self._texts), *self._asked)
            for pair in pairwise(stems)
        }

    @cached_property
    def asked(self) -> list[tuple[frozenset[str], frozenset[str]]]:
        """The stems and the words of each known question."""
        return [(frozenset(stems), frozenset(words)) for stems, words in self._known]


StemWeights = Mapping[str, Mapping[str, float]]
"""For each word of a question, the stems that match it and their weights."""


class BookSearch:
    """A search for entries by known questions and by words, rare words first."""

    def __init__(self, entries: Sequence[SearchEntry], wording: SearchVocabulary) -> None:
        self._wording = wording
        self._words = set(wording.known)
        self._odds = WordOdds() if any(entry.known_questions for entry in entries) else None
        self._told = {entry.id: self._index_entry(entry) for entry in entries}
        spread = Counter(stem for document in self._told.values() for stem in document.stems)
        self._rarity = {
            stem: sqrt(log(1 + len(entries) / max(count, COMMON_WORD_ENTRIES)))
            * (LIGHT_WORD_WEIGHT if stem in wording.light else 1.0)
            for stem, count in spread.items()
        }

    def _index_entry(self, entry: SearchEntry) -> _Document:
        texts = [(split_words(text), weight) for text, weight in entry.texts if text]
        questions = [split_words(question) for question in entry.known_questions]
        for words in (*(words for words, _ in texts), *questions):
            self._words.update(words)
        if self._odds is not None:
            self._odds.add(entry.id, (words for words, _ in texts), questions)
        stems = self._wording.stems
        known_questions = [(stems(words), words) for words in questions]
        return _Document(
            [(stems(words), weight) for words, weight in texts], known_questions, entry.worth
        )

    def find_entries(self, question: str) -> list[str]:
        """Return the ids of entries that answer a question, best first; empty without a match."""
        words = self._correct_spelling(question)
        stem_weights = self._weigh_stems(words)
        if set(stem_weights) <= self._wording.light:
            return []
        sought = {stem for worth in stem_weights.values() for stem in worth}
        candidates = (
            (id, document)
            for id, document in self._told.items()
            if not sought.isdisjoint(document.stems)
        )
        scores = {
            id: self._score(document, stem_weights, set(words)) for id, document in candidates
        }
        min_score = MIN_SCORE_SHARE * max(scores.values(), default=0.0)
        ranks = self._rank_entries(scores, words)
        return sorted(
            (id for id, score in scores.items() if score >= min_score), key=lambda id: -ranks[id]
        )

    def _rank_entries(
        self, scores: Mapping[str, float], words: Sequence[str]
    ) -> Mapping[str, float]:
        """Return the scores plus the odds of the words, both scaled by their spread."""
        if self._odds is None or not scores:
            return scores
        words_odds = self._odds.log_odds(words)
        odds = {id: value + log(self._told[id].worth) for id, value in words_odds.items()}
        score_spread = pstdev([*scores.values(), *[0.0] * (len(odds) - len(scores))])
        odds_spread = pstdev(odds.values())
        if not score_spread or not odds_spread:
            return scores
        return {
            id: score / score_spread + ODDS_WEIGHT * odds[id] / odds_spread
            for id, score in scores.items()
        }

    def _correct_spelling(self, question: str) -> list[str]:
        """Return the words of a question with corrected spelling."""
        return [
            word if self._is_known(word) else self._find_spelling(word)
            for word in split_words(question)
        ]

    def _weigh_stems(self, words: Iterable[str]) -> StemWeights:
        stem_weights = {}
        for stem in self._wording.stems(words):
            worth = dict.fromkeys(self._wording.meant.get(stem, ()), SYNONYM_WEIGHT) | {stem: 1.0}
            stem_weights[stem] = {
                related_stem: share * self._rarity[related_stem]
                for related_stem, share in worth.items()
                if related_stem in self._rarity
            }
        return {stem: worth for stem, worth in stem_weights.items() if worth}

    def _is_known(self, word: str) -> bool:
        """Return whether an entry or the vocabulary contains a word in any form."""
        return word in self._words or (
            word.endswith(INFLECTION_ENDINGS) and self._wording.stem(word) in self._rarity
        )

    def _find_spelling(self, word: str) -> str:
        """Return the known word most similar to an unknown word, or the word itself."""
        candidates = (
            sorted(
                candidate
                for candidate in self._words
                if abs(len(candidate) - len(word)) < 3 and candidate[0] == word[0]
            )
            if len(word) > 3
            else []
        )
        swapped = (
            candidate for candidate in candidates if sorted(candidate) == sorted(word)
        )  # transposed letters
        return next(swapped, "") or next(
            iter(
                get_close_matches(
                    word, candidates, 1, SPELLING_CUTOFFS[len(word) >= LONG_WORD_LETTERS]
                )
            ),
            word,
        )

    def _score(self, document: _Document, stem_weights: StemWeights, words: set[str]) -> float:
        """Return an entry's score, from matching words and the most similar known question."""
        whole = sum(max(worth.values()) for worth in stem_weights.values())
        total = match_weight = 0.0
        for worth in stem_weights.values():
            matches = [
                (share, document.counts[stem])
                for stem, share in worth.items()
                if stem in document.counts
            ]
            total += max((share * count for share, count in matches), default=0.0)
            match_weight += max((share for share, _ in matches), default=0.0)
        total += sum(
            WORD_PAIR_WEIGHT * (self._rarity.get(a, 0.0) + self._rarity.get(b, 0.0))
            for a, b in pairwise(stem_weights)
            if (a, b) in document.pairs
        )
        likeness = max(
            (
                LIKENESS_WEIGHT * self._likeness(stems, stem_weights, whole)
                + _same_words_score(question_words, words)
                for stems, question_words in document.asked
            ),
            default=0.0,
        )
        return document.worth * (total * match_weight / whole**2 + likeness)

    def _likeness(self, stems: frozenset[str], stem_weights: StemWeights, whole: float) -> float:
        """Return the similarity to a known question, 0 to 1: shared stem weight over both."""
        matches = [worth for worth in stem_weights.values() if not stems.isdisjoint(worth)]
        shared = sum(
            max(share for stem, share in worth.items() if stem in stems) for worth in matches
        )
        return shared / sqrt(whole * sum(self._rarity[stem] for stem in stems)) if shared else 0.0


def _same_words_score(known_words: frozenset[str], words: set[str]) -> float:
    """Return the score for exact words shared with a known question, highest for equal wording."""
    return SAME_WORDS_WEIGHT * len(known_words & words) / sqrt(len(known_words) * len(words))
