"""Mouse and keys go from the top layer down until one handles them."""

import pytest

from wc3d.scene.picking import RayHit
from wc3d.ui.input_stack import DialogLayer, InputLayer, InputStack, KeyLayer, PanelLayer

HIT = RayHit("table", "", (1.0, 2.0, 0.0), 1.0, True)


class Layer(InputLayer):
    """A layer that notes its events in `heard` and handles those named in `handled`."""

    def __init__(self, name, heard, *handled, is_active=True, mouse=False, keys=False):
        self.name = name
        self.heard = heard
        self.handled = handled
        self.switched_on = is_active
        self.takes_mouse = mouse
        self.takes_keys = keys
        self.held: tuple[str, ...] = ()

    @property
    def is_active(self):
        return self.switched_on

    def note(self, event):
        self.heard.append(f"{self.name} {event}")
        return event in self.handled

    def on_hover(self, hit):
        return self.note("hover")

    def on_hover_end(self):
        self.note("hover end")

    def on_click(self, hit):
        return self.note("click")

    def begin_drag(self, hit, eye=None):
        return self.note("grab")

    def on_drag(self, hit):
        self.note("drag")

    def on_drop(self, hit):
        self.note("drop")

    def on_cancel(self):
        return self.note("cancel")

    def pass_through_ids(self):
        return self.held

    def commands(self):
        return {"undo": lambda: self.note("undo")} if "undo" in self.handled else {}


@pytest.fixture
def heard():
    return []


def stack_of(*layers):
    return InputStack(lambda: layers)


@pytest.mark.parametrize("event", ["hover", "click"])
def test_the_mouse_stops_at_the_layer_that_handles_it(heard, event):
    stack = stack_of(
        Layer("field", heard), Layer("tool", heard, event), Layer("table", heard, event)
    )
    assert getattr(stack, f"on_{event}")(HIT)
    assert heard[:2] == [f"field {event}", f"tool {event}"]
    assert heard[2:] == (["table hover end"] if event == "hover" else [])


@pytest.mark.parametrize("event", ["hover", "click"])
def test_a_layer_that_takes_the_mouse_lets_nothing_through(heard, event):
    tool = Layer("tool", heard, mouse=True)
    stack = stack_of(tool, Layer("table", heard, event, "grab"))
    assert stack.takes_mouse and getattr(stack, f"on_{event}")(HIT)
    assert not stack.begin_drag(HIT)
    assert heard[0] == f"tool {event}" and heard[-1] == "tool grab"
    tool.switched_on = False
    assert not stack.takes_mouse and stack.begin_drag(HIT)
    assert heard[-1] == "table grab"


def test_a_drag_stays_with_its_layer_though_a_tool_comes_over_it(heard):
    tool = Layer("tool", heard, "grab", is_active=False, mouse=True)
    stack = stack_of(tool, Layer("table", heard, "grab"))
    assert not stack.on_drag(HIT) and not stack.on_drop(HIT)
    assert stack.begin_drag(HIT)
    tool.switched_on = True
    assert stack.on_drag(HIT) and stack.on_drop(None) and not stack.on_drop(None)
    assert heard == ["table grab", "table drag", "table drop"]


def test_a_drag_from_nowhere_does_not_begin_and_ends_the_last_one(heard):
    stack = stack_of(Layer("table", heard, "grab"))
    assert stack.begin_drag(HIT) and not stack.begin_drag(None) and not stack.on_drag(HIT)


def test_escape_asks_each_layer_until_one_has_something_to_cancel(heard):
    done: list[str] = []

    def find_nothing():
        done.append("list")
        return False

    stack = stack_of(
        KeyLayer(cancel=find_nothing),
        PanelLayer(lambda: "panel" not in done, lambda: done.append("panel")),
        Layer("table", heard, "cancel"),
    )
    assert stack.run_command("cancel") and done == ["list", "panel"] and heard == []
    assert stack.on_cancel() and done == ["list", "panel", "list"] and heard == ["table cancel"]


def test_no_key_goes_past_a_layer_that_takes_the_keys(heard):
    field = Layer("field", heard, keys=True)
    stack = stack_of(field, Layer("table", heard, "undo", "cancel"))
    assert stack.takes_keys and not stack.run_command("undo") and not stack.run_command("cancel")
    assert heard == ["field cancel"]
    field.switched_on = False
    assert not stack.takes_keys and stack.run_command("undo") and not stack.run_command("redo")
    assert heard == ["field cancel", "table undo"]


def test_the_upper_of_two_commands_of_one_name_runs():
    ran: list[str] = []
    upper = KeyLayer(commands=lambda: {"home": lambda: ran.append("screen")})
    lower = KeyLayer(commands=lambda: {"home": lambda: ran.append("window")})
    assert stack_of(upper, lower).run_command("home") and ran == ["screen"]


def test_the_ray_passes_what_any_active_layer_holds(heard):
    tool = Layer("tool", heard)
    table = Layer("table", heard)
    tool.held, table.held = ("a",), ("b",)
    assert stack_of(tool, table).pass_through_ids() == ("a", "b")
    tool.switched_on = False
    assert stack_of(tool, table).pass_through_ids() == ("b",)


def test_a_dialog_takes_keys_mouse_and_escape_from_all_below_it():
    heard: list[str] = []

    def note(name):
        return lambda: heard.append(name)

    def cancel():
        heard.append("cancel")
        return True

    is_open = [True]
    dialog = DialogLayer(
        lambda: is_open[0],
        lambda: is_open.__setitem__(0, False),
        lambda: {"help": note("own")},
    )
    below = KeyLayer(
        cancel=cancel,
        commands=lambda: {name: note(name) for name in ("help", "end")},
        keys=lambda: {"enter": note("enter")},
    )
    stack = InputStack(lambda: (dialog, below))
    assert stack.has_dialog and stack.takes_keys and stack.takes_mouse
    assert not stack.press_key("enter") and not stack.run_command("end")
    assert stack.run_command("help") and heard == ["own"]
    assert stack.on_cancel() and heard == ["own"] and not stack.has_dialog
    assert stack.press_key("enter") and stack.run_command("end") and stack.on_cancel()
    assert heard == ["own", "enter", "end", "cancel"]


def test_the_first_layer_that_uses_a_key_gets_it_before_all_commands():
    heard: list[str] = []

    def tab_layer(name):
        return KeyLayer(keys=lambda: {"tab": lambda: heard.append(name)})

    upper, lower = tab_layer("upper"), tab_layer("lower")
    stack = InputStack(lambda: (upper, lower))
    assert stack.press_key("tab") and heard == ["upper"] and not stack.press_key("f1")
