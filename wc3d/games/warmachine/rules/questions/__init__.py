"""The questions about space that the judge answers by the rules of WARMACHINE, each type with its words and its picture."""
