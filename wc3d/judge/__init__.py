"""Types of questions about a table, with their fields, answers, text, pictures and doubts.

Start at `wc3d.judge.nearest`, a complete type. `wc3d.judge.question_types` lists all.
"""
