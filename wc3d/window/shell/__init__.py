"""The window: its loop, panels, settings, files and messages. Dear ImGui over Panda3D."""
