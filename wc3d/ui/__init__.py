"""What a person does in a game and what is known of it while it is played: no graphics, so that a server can run one for each
seat."""
