"""`wc3d judge FILE --window` on the command line."""

import pytest

from wc3d.cli.main import main


@pytest.mark.parametrize("also", [["--json"], ["--picture", "x.png"], ["--report", "x.html"]])
def test_the_window_goes_alone(also, capsys):
    assert main(["judge", "maps/questions/book-sight.json", "--window", *also]) == 2
    assert "--window: cannot be used with" in capsys.readouterr().err


def test_without_a_display_one_line_says_so(monkeypatch, capsys):
    monkeypatch.delenv("DISPLAY", raising=False)
    assert main(["judge", "maps/questions/book-sight.json", "--window"]) != 0
    said = capsys.readouterr().err
    assert "DISPLAY" in said and said.count("\n") == 1


def test_a_file_that_is_none_is_refused_before_any_window(tmp_path, capsys):
    (tmp_path / "bad.json").write_text("[]")
    assert main(["judge", str(tmp_path / "bad.json"), "--window"]) == 2
    assert "bad.json" in capsys.readouterr().err
