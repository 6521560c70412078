"""Types of questions about a table: fields, answer, words, picture and doubt of each.

Start at `wc3d.judge.nearest`, a complete type. `wc3d.judge.question_types` lists all.
"""
