"""wc3d: a miniatures table in true 3D, decided exactly."""
