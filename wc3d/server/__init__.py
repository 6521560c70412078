"""Host games over links. The host holds the true game and sends each seat only what it may know."""
