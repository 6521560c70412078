"""The terrain kit of models3d/: solids, textures and shading, and the pieces made of them. Inches, z up."""
