"""The command line, which connects the other packages. Start with `main`."""
