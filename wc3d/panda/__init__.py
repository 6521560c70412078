"""The table in 3D, drawn by Panda3D."""
