"""Browser pages: a dispute as a file (`report_page`) and the live page of a seat (`live_scene`)."""
