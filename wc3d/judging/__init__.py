"""Types of questions about a table, with their fields, answers, text, pictures and doubts.

Start at `wc3d.judging.nearest`, a complete type. `wc3d.judging.question_types` lists all.
"""
