"""What happened is shown in order, as beats that take their time: in play as in replay, in a window as on a page. No graphics."""
