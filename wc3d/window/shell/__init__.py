"""The application window: Dear ImGui panels over Panda3D, settings, files and messages."""
