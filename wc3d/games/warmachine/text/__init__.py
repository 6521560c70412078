"""A WARMACHINE game as text: log, questions and typed actions. Start with `action_parser`."""
