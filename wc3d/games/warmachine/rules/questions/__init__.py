"""The spatial questions that the judge answers by the rules of WARMACHINE, with their text and
pictures.
"""
