"""Any triangles as terrain: an inner and an outer solid that hold the true one between them, and a tree for lines that miss them."""
