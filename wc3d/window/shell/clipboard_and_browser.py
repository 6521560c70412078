"""The system clipboard and browser."""

from __future__ import annotations

import shutil
import subprocess
import sys
import webbrowser


def open_in_browser(link: str) -> bool:
    """Open a link in a graphical browser. Return whether there is one."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    if type(browser) is webbrowser.GenericBrowser:  # a terminal browser would block
        return False
    return bool(browser.open(link))


CLIPBOARD_PROGRAMS: tuple[tuple[str, ...], ...] = (
    ("wl-copy",),
    ("xclip", "-selection", "clipboard"),
    ("xsel", "--clipboard", "--input"),
    ("pbcopy",),
    ("clip.exe",),
)
PROGRAM_TIMEOUT_S = 2.0


def copy_to_clipboard(words: str) -> bool:
    """Copy a text to the clipboard. Return whether a clipboard program worked."""
    for program in (
        (("clip",), *CLIPBOARD_PROGRAMS) if sys.platform == "win32" else CLIPBOARD_PROGRAMS
    ):
        if shutil.which(program[0]) is None:
            continue
        try:
            subprocess.run(
                program,
                input=words.encode(),
                timeout=PROGRAM_TIMEOUT_S,
                check=True,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        except (OSError, subprocess.SubprocessError):
            continue
        return True
    return False
