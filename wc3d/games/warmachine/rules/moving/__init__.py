"""Voluntary movement in legs between free strikes, charges, standing up, and formation."""
