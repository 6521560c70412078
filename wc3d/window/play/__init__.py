"""The screens for playing and watching games."""
