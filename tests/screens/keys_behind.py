"""Every key that has a command, pressed while a dialog is open, and what lies behind it."""

from panda3d.core import ButtonRegistry

from wc3d.window.shell.settings import KEY_BINDINGS

OWN_KEYS = ("escape", "f11", "enter", "space", "tab", "shift-tab")
"""Keys that a dialog uses itself, and full screen, which is never behind anything."""


def bound_keys():
    """All keys by default, with the commands they run."""
    return [
        (key, name)
        for name, binding in KEY_BINDINGS.items()
        for key in binding.keys
        if key not in OWN_KEYS
    ]


def press(hand, key):
    """Press a key with its modifiers, type what it types, and show the result."""
    *held, last = key[:-1].rstrip("-").split("-") + ["-"] if key.endswith("-") else key.split("-")
    buttons = [ButtonRegistry.ptr().get_button(name) for name in (*filter(None, held), last)]
    for button in buttons:
        hand.device.button_down(button)
    if len(last) == 1 and "control" not in held:
        hand.device.keystroke(ord(last))
    for button in reversed(buttons):
        hand.device.button_up(button)
    hand.step(2)


def window_state(window):
    """What the window's own commands change."""
    view = window.viewpoint
    return {
        "screen": window.screen,
        "switches": (window.names, window.volumes, window.grid, window.legend),
        "dialogs": (window.help, window.guide.topic),
        "view": (view.orbit, view.eye_model, view.followed_model, window.cutaway.height),
        "graphics": window.draws_quickly,
        "collision": window.board_view.collision_display.mode,
        "keyboard": (window.table_cursor.is_active, window.keyboard.panel_focus.is_on),
    }


def assert_nothing_happens(hand, state, keys=None):
    """Press every key, and expect that `state` returns the same after each."""
    before = state()
    for key, name in keys or bound_keys():
        press(hand, key)
        after = state()
        changed = [part for part in before if before[part] != after[part]]
        assert not changed, f"{key} ({name}) changes {changed}: {before} -> {after}"
