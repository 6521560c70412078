"""The judge's questions and verdicts, without a toolkit."""
