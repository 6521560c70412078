"""`wc3d judge FILE --report OUT.html`: one page with verdicts, rules, pictures and questions, for any browser, offline.

The page holds the question file itself: `wc3d judge OUT.html` answers it again.
"""
from __future__ import annotations

import base64
import json
import tempfile
from html import escape
from pathlib import Path

from wc3d.app.answers import Answer
from wc3d.app.disputes import EMBEDDED, Dispute
from wc3d.app.words import told
from wc3d.table.citations import RULES
from wc3d.table.maps import map_dict
from wc3d.view.files import write_whole

SAFE_LESS_THAN = "\\u003c"
"""How "<" is written in the questions a page keeps, so that no browser takes it for the end of the script."""

STYLE = """
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; font: 16px/1.5 system-ui, sans-serif; }
body { color: #22262b; background: #f6f4ef; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 0 0 .5rem; }
section { background: #fff; border: 1px solid #ddd6c8; border-radius: 8px; padding: 1rem 1.2rem; margin: 1rem 0; }
img { width: 100%; border-radius: 4px; }
.note { color: #9a4a00; } .rules { color: #555; font-size: .9rem; }
pre { overflow-x: auto; background: #f6f4ef; padding: .6rem; font-size: .8rem; }
"""


HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>{style}</style>
</head>
"""


def write_report(dispute: Dispute, answers: list[Answer], out: Path) -> None:
    """Write the page, whole or not at all. Where there is no graphics library the page says so in place of the pictures."""
    page = report(dispute, answers, out.parent)
    write_whole(out, lambda file: file.write(page.encode(errors="backslashreplace")))


def report(dispute: Dispute, answers: list[Answer], folder: Path) -> str:
    """The page's HTML, for a page that will lie in `folder` (a mesh of the map is named as seen from there)."""
    title = escape(dispute.file.name or Path(dispute.where).name)
    verdicts = "\n".join(_verdict(dispute, answer) for answer in answers)
    questions = json.dumps({**dispute.given, "map": map_dict(dispute.table, folder)})
    return (
        HEAD.format(title=title, style=STYLE)
        + f"<body>\n<h1>{title}</h1>\n<p>{_board(dispute)}</p>\n{verdicts}\n{_rules(answers)}\n"
        + f"{EMBEDDED}{questions.replace('<', SAFE_LESS_THAN)}</script>\n</body>\n</html>\n"
    )


def _board(dispute: Dispute) -> str:
    table = dispute.table
    named = f"{escape(table.name)}, " if table.name else ""
    return f"{named}{table.size[0]:g} by {table.size[1]:g} inches, {len(table.features)} features, {len(table.bodies)} models."


def _verdict(dispute: Dispute, answer: Answer) -> str:
    said, *more = told(answer)
    lines = "".join(f'<p class="{"note" if "note:" in line else "more"}">{escape(line.strip())}</p>' for line in more)
    numbers = escape(json.dumps(answer.contract(), indent=1, ensure_ascii=False))
    picture = _picture(dispute, answer)
    details = f"<details><summary>The answer</summary><pre>{numbers}</pre></details>"
    return f"<section><h2>{escape(said)}</h2>{lines}{picture}{details}</section>"


def _picture(dispute: Dispute, answer: Answer) -> str:
    from wc3d.app.judge import pairs
    from wc3d.view import NoGraphics

    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "picture.png"
        try:
            from wc3d.view.picture import draw_questions

            draw_questions(dispute.table, pairs([answer]), out)
        except NoGraphics as error:
            return f'<p class="note">{escape(str(error))}</p>'
        data = base64.b64encode(out.read_bytes()).decode("ascii")
    return f'<img alt="The table in 3D, in plan and cut along the line" src="data:image/png;base64,{data}">'


def _rules(answers: list[Answer]) -> str:
    ids = dict.fromkeys(id for answer in answers for id in answer.rules)
    items = "".join(f"<li><b>{id}</b> (p. {escape(RULES[id].page)}) {escape(RULES[id].text)}</li>" for id in ids)
    return f'<section class="rules"><h2>Rules applied</h2><ul>{items}</ul></section>'
