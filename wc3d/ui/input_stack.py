"""The one place that hands mouse and keys to tools, panels and screens.

An `InputStack` lists layers, top first: a text field, a dialog, a tool, the table itself. Each
event starts at the top, and the first layer that handles it ends it. Inactive layers are skipped.

    stack = InputStack(lambda: (dialog, measuring, table))
    stack.on_click(hit)             # the mouse
    stack.press_key("arrow_left")   # a key that a layer uses itself
    stack.run_command("undo")       # a key's command; "cancel" asks each layer to close something
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from wc3d.presentation.evidence_view import XYZ
from wc3d.scene.picking import RayHit

Command = Callable[[], object]

CANCEL_COMMAND = "cancel"
"""The command of Escape. `InputLayer.on_cancel` handles it."""


class InputLayer:
    """Base class of everything that takes mouse and keys.

    A handler returns True if it has handled the event. Otherwise the next layer gets the event,
    unless this layer `takes_mouse` or `takes_keys`.
    """

    takes_mouse = False
    """Whether the layers below get no mouse while this layer is active."""
    takes_keys = False
    """Whether the layers below get no keys while this layer is active."""
    is_dialog = False
    """Whether the layer is a dialog: it takes mouse and keys, and all else waits behind it."""

    @property
    def is_active(self) -> bool:
        """Return whether the layer gets input now."""
        return True

    def on_hover(self, hit: RayHit | None) -> bool | None:
        """Handle the mouse pointing at `hit`."""
        return False

    def on_hover_end(self) -> None:
        """Handle a mouse movement that a layer above has taken."""

    def on_click(self, hit: RayHit | None) -> bool | None:
        """Handle a left click at `hit`."""
        return False

    def begin_drag(self, hit: RayHit, eye: XYZ | None = None) -> bool:
        """Return whether a drag of this layer begins at `hit`, seen from `eye`.

        This layer then gets the entire drag, even if another layer becomes active meanwhile.
        """
        return False

    def on_drag(self, hit: RayHit | None) -> object:
        """Handle a drag to `hit`, which ignores the models in `pass_through_ids`."""

    def on_drop(self, hit: RayHit | None) -> object:
        """Handle the end of a drag at `hit`."""

    def pass_through_ids(self) -> tuple[str, ...]:
        """Return the models that the mouse ray ignores, such as the dragged one."""
        return ()

    def on_cancel(self) -> bool | None:
        """Handle Escape: put something down or close something."""
        return False

    def keys(self) -> Mapping[str, Command]:
        """Return what this layer does with keys of its own, which come before all commands."""
        return {}

    def commands(self) -> Mapping[str, Command]:
        """Return the key commands of this layer by name."""
        return {}


class KeyLayer(InputLayer):
    """A layer of keys alone. `cancel` returns whether there was something to cancel."""

    def __init__(
        self,
        cancel: Callable[[], bool] = lambda: False,
        commands: Callable[[], Mapping[str, Command]] = dict,
        keys: Callable[[], Mapping[str, Command]] = dict,
    ) -> None:
        self._cancel = cancel
        self._commands = commands
        self._keys = keys

    def on_cancel(self) -> bool:
        return self._cancel()

    def keys(self) -> Mapping[str, Command]:
        return self._keys()

    def commands(self) -> Mapping[str, Command]:
        return self._commands()


class PanelLayer(InputLayer):
    """A panel or a mode that Escape closes."""

    def __init__(self, is_open: Callable[[], bool], close: Callable[[], object]) -> None:
        self._is_open = is_open
        self._close = close

    @property
    def is_active(self) -> bool:
        return self._is_open()

    def on_cancel(self) -> bool:
        self._close()
        return True


class DialogLayer(PanelLayer):
    """A dialog that Escape closes. Nothing below gets mouse or keys while it is open.

    `commands` are the dialog's own, such as the key that has opened it.
    """

    takes_mouse = True
    takes_keys = True
    is_dialog = True

    def __init__(
        self,
        is_open: Callable[[], bool],
        close: Callable[[], object],
        commands: Callable[[], Mapping[str, Command]] = dict,
    ) -> None:
        super().__init__(is_open, close)
        self._commands = commands

    def commands(self) -> Mapping[str, Command]:
        return self._commands()


class InputStack:
    """Layers of input, top first. `layers` returns them at each event."""

    def __init__(self, layers: Callable[[], Sequence[InputLayer]]) -> None:
        self._layers = layers
        self._drag_layer: InputLayer | None = None

    def active_layers(self) -> Iterator[InputLayer]:
        """Yield the layers that get input now, top first."""
        return (layer for layer in self._layers() if layer.is_active)

    # --- mouse

    @property
    def takes_mouse(self) -> bool:
        """Return whether a layer takes the mouse from everything below the stack."""
        return any(layer.takes_mouse for layer in self.active_layers())

    def on_hover(self, hit: RayHit | None) -> bool:
        """Hand on a mouse movement. Return whether a layer has taken it."""
        is_taken = False
        for layer in self.active_layers():
            if is_taken:
                layer.on_hover_end()
            else:
                is_taken = bool(layer.on_hover(hit)) or layer.takes_mouse
        return is_taken

    def on_click(self, hit: RayHit | None) -> bool:
        """Hand on a click. Return whether a layer has taken it."""
        return any(layer.on_click(hit) or layer.takes_mouse for layer in self.active_layers())

    def begin_drag(self, hit: RayHit | None, eye: XYZ | None = None) -> bool:
        """Begin a drag at `hit`, if any, in the first layer that can. Return whether one does."""
        self._drag_layer = None
        for layer in self.active_layers():
            if hit is not None and layer.begin_drag(hit, eye):
                self._drag_layer = layer
                break
            if layer.takes_mouse:
                break
        return self._drag_layer is not None

    def on_drag(self, hit: RayHit | None) -> bool:
        """Continue the drag. Return whether a layer has one."""
        if self._drag_layer is None:
            return False
        self._drag_layer.on_drag(hit)
        return True

    def on_drop(self, hit: RayHit | None) -> bool:
        """End the drag. Return whether a layer had one."""
        layer = self._drag_layer
        self._drag_layer = None
        if layer is None:
            return False
        layer.on_drop(hit)
        return True

    def pass_through_ids(self) -> tuple[str, ...]:
        """Return the models that the mouse ray ignores."""
        return tuple(id for layer in self.active_layers() for id in layer.pass_through_ids())

    # --- keys

    @property
    def takes_keys(self) -> bool:
        """Return whether a layer takes the keys from everything below the stack."""
        return any(layer.takes_keys for layer in self.active_layers())

    @property
    def has_dialog(self) -> bool:
        """Return whether a dialog is open."""
        return any(layer.is_dialog for layer in self.active_layers())

    def press_key(self, key: str) -> bool:
        """Hand on a key to the first layer that uses it itself. Return whether one does."""
        for layer in self.active_layers():
            command = layer.keys().get(key)
            if command is not None:
                command()
                return True
            if layer.takes_keys:
                break
        return False

    def on_cancel(self) -> bool:
        """Hand on Escape until a layer handles it. Return whether one has."""
        for layer in self.active_layers():
            if layer.on_cancel():
                return True
            if layer.takes_keys:
                break
        return False

    def run_command(self, name: str) -> bool:
        """Run a command of the first layer that has it. Return whether one has."""
        if name == CANCEL_COMMAND:
            return self.on_cancel()
        for layer in self.active_layers():
            command = layer.commands().get(name)
            if command is not None:
                command()
                return True
            if layer.takes_keys:
                break
        return False
