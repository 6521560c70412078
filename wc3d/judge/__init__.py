"""Questions about a table: how each is asked, answered, told, drawn and doubted."""
