"""The judge's questions and verdicts, without graphics. Start with `question_form.py`."""
