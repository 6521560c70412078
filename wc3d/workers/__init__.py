"""Work beside the window, in processes of its own."""
