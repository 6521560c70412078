"""A page shown in whichever browser the system has."""
from __future__ import annotations

import webbrowser
from pathlib import Path


def open_in_browser(path: Path) -> bool:
    """Open a page in the browser; False where there is none with a window of its own."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    if type(browser) is webbrowser.GenericBrowser:  # one in the terminal: it would wait there
        return False
    return bool(browser.open(path.as_uri()))
