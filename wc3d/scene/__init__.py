"""What is drawn, as numbers: meshes, figures, trees, textures, cameras. No graphics library."""
