"""Panda's real input chain without a screen: a callback window is used only as a source of mouse and key events."""

from __future__ import annotations

from panda3d.core import ButtonRegistry, FrameBufferProperties, GraphicsPipe, WindowProperties

from wc3d.window.shell.window import Window


class FakeInput:
    """A mouse and a keyboard for an off-screen window."""

    def __init__(self, window: Window) -> None:
        self.window = window
        width, height = window.render_target.size
        self.source = window.graphics_engine.make_output(
            window.pipe,
            "input",
            -50,
            FrameBufferProperties(),
            WindowProperties.size(width, height),
            GraphicsPipe.BF_require_callback_window,
            window.win.get_gsg(),
        )
        if not self.source.get_num_input_devices():
            self.source.create_input_device("mouse and keyboard")
        window.setupMouse(self.source)
        window.ui.accept_typing()
        self.device = self.source.get_input_device(0)
        self.step(2)

    def step(self, times: int = 1) -> None:
        for _ in range(times):
            self.window.task_mgr.step()

    def rest(self) -> None:
        """Step until the picture is the finished one."""
        self.step(2)
        while not self.window.is_at_rest:
            self.step()

    def move(self, x: float, y: float) -> None:
        self.device.set_pointer_in_window(x, y)
        self.step(2)

    def press(self, button: str = "mouse1") -> None:
        self.device.button_down(ButtonRegistry.ptr().get_button(button))
        self.step()

    def release(self, button: str = "mouse1") -> None:
        self.device.button_up(ButtonRegistry.ptr().get_button(button))
        self.step()

    def key(self, key: str) -> None:
        self.press(key)
        self.release(key)

    def click(self, x: float, y: float) -> None:
        self.move(x, y)
        self.press()
        self.release()

    def drag(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        button: str = "mouse1",
        steps: int = 4,
    ) -> None:
        self.move(*start)
        self.press(button)
        for k in range(1, steps + 1):
            self.move(
                start[0] + (end[0] - start[0]) * k / steps,
                start[1] + (end[1] - start[1]) * k / steps,
            )
        self.release(button)
