"""The drawn scene as meshes, figures, trees, textures and cameras, without graphics libraries."""
