"""The list of the texts that people read: what it holds and what it leaves out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.texts import is_read, list_texts, read_python


def texts_of(tmp_path: Path, source: str) -> list[str]:
    """Return the texts that the list finds in a module."""
    path = tmp_path / "module.py"
    path.write_text(source, encoding="utf-8")
    return [text.words for text in read_python(path)]


@pytest.mark.parametrize(
    "words",
    [
        "select value from host where name = ?",
        "#version 330\nvoid main() {}",
        '<p class="dim">{}</p>',
        "##ask the rules",
        ".buttons [data-mark=finish]",
        "%(asctime)s %(message)s",
        "wc3d seal 1|{}",
        "Bold",
    ],
)
def test_code_is_not_read(words: str) -> None:
    assert not is_read(words)


@pytest.mark.parametrize(
    "words",
    [
        "Select a model first",
        "No: {}",
        "{} hits",
        "Graphics: high",
        "<p>The table</p>",
        "wc3d needs a display",
    ],
)
def test_sentences_labels_and_the_words_between_tags_are_read(words: str) -> None:
    assert is_read(words)


def test_ids_types_and_comparisons_are_left_out(tmp_path: Path) -> None:
    source = """
def draw(ui: "Any thing", mark: str) -> None:
    draw_button(ui, "Put them there", "put there", tip="Move the models")
    draw_button("swap ends", "Swap the two models", act)
    ui.record_widget(f"row {number}")
    if mark == "go on":
        raise InputError(f"{mark}: expected a name")
"""
    assert texts_of(tmp_path, source) == [
        "Put them there",
        "Swap the two models",
        "Move the models",
        "{}: expected a name",
    ]


def test_search_synonyms_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.texts.PACKAGE", tmp_path)
    (tmp_path / "search_vocabulary.toml").write_text('run = "runs running"', encoding="utf-8")
    (tmp_path / "names.toml").write_text('name = "Dusk Wolf"', encoding="utf-8")
    assert [text.words for text in list_texts()] == ["Dusk Wolf"]
