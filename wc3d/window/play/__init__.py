"""The screens on which games are played and watched."""
