"""What a screen shows of Neo-Mechanika, as plain values: labels, lists, sheets, the score, what each event looks like."""
