"""The command line: wires the rooms together and decides nothing."""
