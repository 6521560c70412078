"""Any triangles as terrain: two solids that hold the true one between them, and a tree for lines that miss every triangle."""
