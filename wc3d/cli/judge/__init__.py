"""`wc3d judge` and `wc3d los`: answer questions about a board, with proofs and pictures."""
