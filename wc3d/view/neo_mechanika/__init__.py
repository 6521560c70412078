"""What the window shows that is Neo-Mechanika's own."""
