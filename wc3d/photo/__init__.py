"""Judge a real table from marks in one photograph.

Start with `judge_marks` in `judgement`. `marks_file` reads the marks, `camera_fit` finds the camera
from them, `placement` puts the models on the table, each with its own doubt.
"""
